# cython: language_level=3
# Functions of general_move.py for compiled modules; see there for the fields.
from libc.stdint cimport uint32_t as u32

from feerie.kernel.compiled_rules cimport EN_PASSANT
from feerie.kernel.packed_move cimport move_kind

cdef enum:
    ASIDE_BIT = 1 << 27
    ZEROING_BIT = 1 << 28
    PROMOTION_BIT = 1 << 29
    CHOICE_BIT = 1 << 30

cdef inline int becomes_of(u32 move) noexcept nogil:
    return move >> 12 & 63

cdef inline int square_aside(u32 move) noexcept nogil:
    return move >> 21 & 63

cdef inline bint names_choice_by_becomes(u32 move) noexcept nogil:
    return move & ASIDE_BIT != 0 or move_kind(move) == EN_PASSANT

cdef inline u32 with_choice(u32 move, u32 choice) noexcept nogil:
    return (move & ~(63 << 12) | choice << 12 if names_choice_by_becomes(move) else move | choice << 21) | CHOICE_BIT

cdef inline int choice_of(u32 move) noexcept nogil:
    if not move & CHOICE_BIT:
        return 0
    return becomes_of(move) if names_choice_by_becomes(move) else square_aside(move)

cdef inline u32 index_of(u32 move) noexcept nogil:
    if move & ASIDE_BIT:
        return move >> 12 & 63 | (move >> 28 & 3) << 6
    return move >> 12 & 63 | (move >> 21 & 63) << 6 | (move >> 28 & 1) << 12

cdef inline u32 with_index(u32 move, u32 index) noexcept nogil:
    move = move & ~(63 << 12 | ZEROING_BIT) | CHOICE_BIT
    if move & ASIDE_BIT:
        return move & ~PROMOTION_BIT | (index & 63) << 12 | (index >> 6) << 28
    return move & ~(63 << 21) | (index & 63) << 12 | (index >> 6 & 63) << 21 | (index >> 12) << 28
