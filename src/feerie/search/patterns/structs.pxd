# cython: language_level=3
# The structures and functions of structs.py for compiled modules, the functions inlined; see there.
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8, int8_t as i8
from feerie.kernel.bits cimport FULL, ONE, popcount
from feerie.kernel.packed_move cimport move_kind, move_origin, move_target
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT
from feerie.search.patterns.distances cimport SIDE_MEN

cdef enum:
    ANY_KIND = 8
    NO_TARGET = 0xFFFF
    BY_TRANSPORT = 1 << 10
    NO_CAPTURES = 1 << 11
    TARGET_MASK = 4095

cdef struct Draft:
    int mating_side_moves, victim_moves
    int mating_side_castling_spare, victim_castling_spare
    u64 placed
    u32 blocked

cdef struct Pattern:
    u64 transported, men, placed
    u16 target[2 * SIDE_MEN]
    i8 slack[2]
    i8 castling_spare[2]
    u8 king, pending

ctypedef Pattern *PatternPointer

cdef struct Prospect:
    PatternPointer pattern
    int mating_side_slack, victim_slack

cdef struct Check:
    u64 between
    u8 square
    bint is_sure

cdef struct Plan:
    u8 side, right, king, king_to, partner, partner_to

cdef struct UsefulSquares:
    u64 first, second

cdef struct LivePattern:
    u32 pattern
    i8 slack[2]
    i8 castling_spare[2]
    u8 pending

ctypedef LivePattern *LivePatternPointer
ctypedef u16 *TargetPointer

cdef struct Transport:
    int moves, castlings

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

cdef inline Draft spend(Draft draft, bint by_mating_side, Py_ssize_t moves, Py_ssize_t castlings) noexcept nogil:
    if by_mating_side:
        draft.mating_side_moves -= moves
        draft.mating_side_castling_spare -= castlings
    else:
        draft.victim_moves -= moves
        draft.victim_castling_spare -= castlings
    return draft

cdef inline Draft block(Draft draft, u32 flights) noexcept nogil:
    draft.blocked |= flights
    return draft

cdef inline UsefulSquares smaller_two(UsefulSquares useful, u64 squares) noexcept nogil:
    if popcount(squares) < popcount(useful.first):
        useful.second = useful.first
        useful.first = squares
    elif popcount(squares) < popcount(useful.second):
        useful.second = squares
    return useful

cdef inline Prospect after_idle_move(Prospect prospect, bint by_mating_side) noexcept nogil:
    prospect.mating_side_slack -= by_mating_side
    prospect.victim_slack -= not by_mating_side
    return prospect

cdef inline PatternPointer pattern_at(PatternPointer patterns, Py_ssize_t i) noexcept nogil:
    return patterns + i

cdef inline u64 touched_squares(u32 move) noexcept nogil:
    if move_kind(move) >= CASTLING or move_kind(move) == EN_PASSANT:
        return FULL
    return ONE << move_origin(move) | ONE << move_target(move)
