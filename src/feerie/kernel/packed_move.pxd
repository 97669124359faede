# cython: language_level=3
# The functions of packed_move.py for compiled modules; see there for the fields.
from libc.stdint cimport uint32_t as u32

cdef inline int move_origin(u32 move) noexcept nogil:
    return move & 63

cdef inline int move_target(u32 move) noexcept nogil:
    return move >> 6 & 63

cdef inline int move_man(u32 move) noexcept nogil:
    return move >> 12 & 7

cdef inline int move_result(u32 move) noexcept nogil:
    return move >> 15 & 7

cdef inline int move_kind(u32 move) noexcept nogil:
    return move >> 18 & 7

cdef inline int move_partner(u32 move) noexcept nogil:
    return move >> 21 & 63

cdef inline int move_partner_man(u32 move) noexcept nogil:
    return move >> 27 & 7
