# cython: language_level=3
# The structures and functions of structs.py for compiled modules, the functions inlined; see there.
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8, int8_t as i8
from feerie.kernel.bits cimport FULL, ONE
from feerie.kernel.packed_move cimport move_kind, move_origin, move_target
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT
from feerie.search.patterns.distances cimport SIDE_MEN

cdef enum:
    ANY_KIND = 8
    NO_TARGET = 0xFFFF
    BY_TRANSPORT = 1 << 10
    NO_CAPTURES = 1 << 11
    TARGET_MASK = 4095

cdef struct Budget:
    int mating_side_moves, victim_moves
    int mating_side_castling_spare, victim_castling_spare

cdef struct Pattern:
    u64 transported, men, placed
    u16 target[2 * SIDE_MEN]
    u8 king

cdef struct Plan:
    u8 side, right, king, king_to, partner, partner_to

cdef struct UsefulSquares:
    u64 first, second

cdef struct LivePattern:
    u32 pattern
    i8 slack[2]
    i8 castling_spare[2]
    u8 pending

cdef struct Gain:
    u64 serial
    int slack, castling_spare
    int arrives

cdef inline Py_ssize_t make_target(Py_ssize_t square, Py_ssize_t kind) noexcept nogil:
    return square | kind << 6

cdef inline Py_ssize_t target_square(Py_ssize_t target) noexcept nogil:
    return target & 63

cdef inline Py_ssize_t target_kind(Py_ssize_t target) noexcept nogil:
    return target >> 6 & 15

cdef inline Budget spend(Budget budget, bint by_mating_side, Py_ssize_t moves, Py_ssize_t castlings) noexcept nogil:
    if by_mating_side:
        budget.mating_side_moves -= moves
        budget.mating_side_castling_spare -= castlings
    else:
        budget.victim_moves -= moves
        budget.victim_castling_spare -= castlings
    return budget

cdef inline u64 touched_squares(u32 move) noexcept nogil:
    if move_kind(move) >= CASTLING or move_kind(move) == EN_PASSANT:
        return FULL
    return ONE << move_origin(move) | ONE << move_target(move)
