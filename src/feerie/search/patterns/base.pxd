# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_partner, move_result, move_target
from feerie.kernel.bits cimport lowest, FULL, ONE
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT, MEN, MULTIPLEX, SQUARES, ULTRA
from feerie.kernel.verdict cimport Judge
from feerie.search.patterns.distances cimport Distances
from feerie.search.patterns.enumeration cimport Enumeration
from feerie.search.patterns.men cimport CAPTURED, TrackedMen, moves_to_target
from feerie.search.patterns.obstacles cimport APPROACHES
from feerie.search.patterns.refutation cimport Refutation
from feerie.search.patterns.structs cimport (
    BY_TRANSPORT, NO_TARGET, TARGET_MASK, Gain, LivePattern, LivePatternPointer, PatternPointer, Prospect,
    TargetPointer, Transport, UsefulSquares, pattern_at, target_square, touched_squares)

@cython.locals(origins=u64, distances=Distances, kind=Py_ssize_t, men=u64, square=Py_ssize_t, targets=u64)
cdef bint may_get_king(Judge judge, Py_ssize_t side, Py_ssize_t moves) except? True
@cython.locals(kings=u64)
cdef bint has_one_king(Judge judge, Py_ssize_t side, Py_ssize_t moves) except? True
cpdef bint suits_patterns(Judge judge, Py_ssize_t mating_side, Py_ssize_t moves) except? True

cdef class Patterns:
    cdef public Judge judge
    cdef public Py_ssize_t mating_side
    cdef public bint applicable             # the genre and position are as the patterns need them
    cdef public Py_ssize_t wasted_steps     # steps of enumerations that were given up
    cdef TrackedMen men
    cdef Enumeration enumeration
    cdef Refutation refutation
    cdef LivePattern *live
    cdef UsefulSquares *useful_squares      # of live patterns, by their places; set by `note_idle_moves`
    cdef u16 *targets_by_man                # [man, pattern]: targets, BY_TRANSPORT set for men that are transported
    cdef Py_ssize_t count                   # patterns in a row of these
    cdef Gain gains[TARGET_MASK + 1]        # by target, for the call of `advance` under way
    cdef u64 serial                         # of that call
    cdef u64 approaches[SQUARES]            # see `drop_idle_moves`
    cdef u64 freeing
    cdef Py_ssize_t live_room, useful_room, target_room
    # the last question to `find`, and its answer
    cdef Py_ssize_t last_ply, last_mating_side_moves, last_victim_moves, last_max_patterns, last_answer
    cdef u64 last_key

    cdef bint moves_men_by_castling(self) noexcept nogil
    @cython.locals(key=u64)
    cdef Py_ssize_t find(self, Py_ssize_t p, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves, Py_ssize_t max_patterns,
                         Py_ssize_t max_steps) noexcept nogil
    @cython.locals(size=Py_ssize_t, i=Py_ssize_t, pattern=PatternPointer, man=Py_ssize_t)
    cdef bint _fill_lists(self, Py_ssize_t count) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint _reserve_live(self, Py_ssize_t count) noexcept nogil
    @cython.locals(found=u64, i=Py_ssize_t)
    cdef u64 kings(self, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(side=Py_ssize_t, us=Py_ssize_t, them=Py_ssize_t, captured=Py_ssize_t, castles=bint,
                   castling_movable=bint, live=LivePatternPointer, targets=TargetPointer, serial=u64,
                   has_plans=bint, more=Py_ssize_t, partner=Py_ssize_t, new_end=Py_ssize_t, mover_row=Py_ssize_t,
                   captured_row=Py_ssize_t, partner_row=Py_ssize_t, i=Py_ssize_t, pattern=Py_ssize_t, target=Py_ssize_t,
                   slack=Py_ssize_t, spare=Py_ssize_t, their_slack=Py_ssize_t, their_spare=Py_ssize_t, touched=u64)
    cdef Py_ssize_t advance(self, Py_ssize_t p, u32 move, Py_ssize_t first, Py_ssize_t end,
                            bint noted) noexcept nogil
    cdef inline void _append_castled(self, Py_ssize_t i, Py_ssize_t new_end, Py_ssize_t us) noexcept nogil
    @cython.locals(i=Py_ssize_t, kind=Py_ssize_t, result=Py_ssize_t, origin=Py_ssize_t, goal=Py_ssize_t,
                   base=Py_ssize_t, gain=int, before=Transport, after=Transport)
    cdef void _note_gain(self, Py_ssize_t side, u32 move, Py_ssize_t target) noexcept nogil
    cdef void track_men(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(kept=Py_ssize_t, i=Py_ssize_t, changed=int)
    cdef Py_ssize_t refilter(self, Py_ssize_t p, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(by_mating_side=bint, i=Py_ssize_t)
    cdef bint note_idle_moves(self, Py_ssize_t p, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef inline Prospect _prospect(self, Py_ssize_t i) noexcept nogil
    @cython.locals(movers=u64, i=Py_ssize_t, pattern=PatternPointer, men=u64, man=Py_ssize_t)
    cdef void _note_approaches(self, Py_ssize_t first, Py_ssize_t end, bint by_mating_side) noexcept nogil
    @cython.locals(kept=Py_ssize_t, i=Py_ssize_t, move=u32)
    cdef Py_ssize_t drop_idle_moves(self, Py_ssize_t n, Py_ssize_t stop) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint _reserve_useful_squares(self, Py_ssize_t count) noexcept nogil
