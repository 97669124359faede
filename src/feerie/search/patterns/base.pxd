# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8, int8_t as i8
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_partner, move_partner_man, move_result, move_target
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.state cimport CASTLING, MEN, EN_PASSANT, SQUARES
from feerie.search.patterns.distances cimport ANY, NOWHERE, UNITS, SideView

cdef enum:
    NOTHING = 0xFFFF
    NOBODY = 255
    DEEP = 160              # positions of the judge that men are followed in
    JUMP = 16               # bits from there on: the same kinds, jumping
    JUMPS = 1 << 10         # bit of a target in the columns: the man jumps
    GOALS = 2047            # bits that tell them apart
    KINDS = 15              # the kind in a target, above the square
    BANS = 1 << 15

cdef struct Pattern:        # by the numbers of men: where a man must be, and as what: square, kind << 6; or NOTHING
    u64 jumpers             # the men (bits) that transport
    u16 target[2 * UNITS]
    u8 king

cdef struct LivePattern:         # a pattern as a position sees it
    u32 pattern
    i8 slack[2]             # moves that the mater and the other side have to lose
    i8 spare[2]             # moves of their kings that may be castlings, less jumps

cdef struct Gain:           # what a move brings nearer to a target of its man
    u64 call
    int slack, spare

cdef class Patterns(SideView):
    cdef public bint fits
    cdef Pattern *patterns
    cdef LivePattern *live
    cdef u16 *columns                       # by man and pattern: the targets again
    cdef Gain gains[GOALS + 1]              # by target: found out by the call of `advance` so numbered
    cdef u64 call
    cdef Py_ssize_t pattern_room, live_room, column_room
    cdef u8 who[DEEP * SQUARES]             # by place on the judge's stack and square
    cdef Py_ssize_t units, total            # men of the mater; men but the king to be mated
    cdef Py_ssize_t king, end, most, trials, patience
    cdef bint over, castling_movable
    cdef u64 jumpers
    cdef u16 target[2 * UNITS]
    cdef u32 banned[2 * UNITS * SQUARES]    # by man and square: kinds that need not be tried there
    cdef int bans[BANS]
    cdef u32 ban_bits[BANS]
    cdef Py_ssize_t ban_count
    cdef Py_ssize_t asked_at, asked_own, asked_other, asked_most, answer
    cdef u64 asked_key
    cdef bint located                       # there and kinds are those of the list at hand
    cdef int there[2 * UNITS]               # where the men are, NOWHERE those that are taken, and as what
    cdef int kinds[2 * UNITS]
    cdef Py_ssize_t wasted                  # steps of searches without result

    @cython.locals(key=u64)
    cdef Py_ssize_t find(self, Py_ssize_t p, Py_ssize_t own, Py_ssize_t other, Py_ssize_t most, Py_ssize_t steps) noexcept nogil
    @cython.locals(man=Py_ssize_t, unit=Py_ssize_t)
    cdef Py_ssize_t _find(self, Py_ssize_t p, Py_ssize_t own, Py_ssize_t other, Py_ssize_t most, Py_ssize_t steps) noexcept nogil
    cdef void _look(self, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    cdef void _extend(self, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(size=Py_ssize_t, unit=Py_ssize_t, i=Py_ssize_t)
    cdef bint _turn_columns(self) noexcept nogil
    cdef bint _is_parried(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    cdef inline bint _count_step(self) noexcept nogil
    cdef inline void _lift_bans(self, Py_ssize_t count) noexcept nogil
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, men=u64, king=u64)
    cdef bint _count_men(self, Py_ssize_t p) noexcept nogil
    cdef void _number(self, Py_ssize_t p, Py_ssize_t square) noexcept nogil
    @cython.locals(i=Py_ssize_t, left=Py_ssize_t, rest=Py_ssize_t, side=Py_ssize_t, jumps=bint, turn=Py_ssize_t, transport=Py_ssize_t)
    cdef void _assign(self, Py_ssize_t unit, Py_ssize_t square, Py_ssize_t kind, Py_ssize_t distance, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _leaps(self, Py_ssize_t unit) noexcept nogil
    cdef void _ban(self, Py_ssize_t i, Py_ssize_t bit) noexcept nogil
    cdef inline bint _affords(self, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare) noexcept nogil
    cdef inline Py_ssize_t _moves_until_transportable(self, Py_ssize_t side, Py_ssize_t man, Py_ssize_t square, Py_ssize_t goal) noexcept nogil
    @cython.locals(target=Py_ssize_t)
    cdef inline Py_ssize_t _transport_moves(self, Py_ssize_t side, Py_ssize_t man, Py_ssize_t square, Py_ssize_t goal) noexcept nogil
    @cython.locals(i=Py_ssize_t, unit=Py_ssize_t)
    cdef void _keep(self, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare) noexcept nogil
    @cython.locals(unit=Py_ssize_t, men=u64, square=Py_ssize_t)
    cdef void _locate(self, Py_ssize_t p) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint _make_place(self, Py_ssize_t count) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint _make_room(self, Py_ssize_t count) noexcept nogil
    @cython.locals(found=u64, i=Py_ssize_t)
    cdef u64 kings(self, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(side=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, becomes=Py_ssize_t, kind=Py_ssize_t, here=Py_ssize_t, mover=Py_ssize_t, taken=Py_ssize_t, partner=Py_ssize_t, owner=Py_ssize_t, to=Py_ssize_t, place=Py_ssize_t, partner_man=Py_ssize_t, more=Py_ssize_t, i=Py_ssize_t, pattern=Py_ssize_t, slack=Py_ssize_t, spare=Py_ssize_t, goal=Py_ssize_t, other_slack=Py_ssize_t, other_spare=Py_ssize_t, change=Py_ssize_t, own_column=Py_ssize_t, taken_column=Py_ssize_t, partner_column=Py_ssize_t)
    cdef Py_ssize_t advance(self, Py_ssize_t p, u32 move, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, base=Py_ssize_t, gain=int)
    cdef void _note_gain(self, Py_ssize_t side, Py_ssize_t man, Py_ssize_t becomes, Py_ssize_t origin, Py_ssize_t target, Py_ssize_t goal) noexcept nogil
    @cython.locals(kept=Py_ssize_t, i=Py_ssize_t, pattern=Py_ssize_t)
    cdef Py_ssize_t refilter(self, Py_ssize_t p, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef inline Py_ssize_t _far(self, Py_ssize_t side, Py_ssize_t man, Py_ssize_t square, Py_ssize_t goal) noexcept nogil
    @cython.locals(square=Py_ssize_t)
    cdef void track_men(self, Py_ssize_t p, u32 move) noexcept nogil
