# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, MEN, NONE, SQUARES
from feerie.search.patterns.base cimport CAPTURED, NO_MAN
from feerie.search.patterns.king_zone cimport KingZonePatterns
from feerie.search.patterns.obstacles cimport CAPTURED_ON
from feerie.search.patterns.distances cimport FAR, NEAR, least_moves, squares_between
from feerie.search.patterns.structs cimport NO_TARGET, Budget, make_target, target_kind, target_square

cdef class StalematePatterns(KingZonePatterns):
    cdef Py_ssize_t max_captures    # the moves that the mating side has
    # set by `_cannot_be_prevented` for the pattern under way
    cdef Py_ssize_t step_man, step  # the step to be prevented first, and whose; NO_MAN if there is none
    cdef int step_cost              # the moves that this block costs at least

    cdef void _enumerate(self, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    @cython.locals(exclusions=Py_ssize_t, open_flights=u32)
    cdef void _extend(self, Budget budget, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(own_squares=u64, steps=u64, unplaced=Py_ssize_t, man=Py_ssize_t, flight=Py_ssize_t)
    cdef void _extend_by_next_square(self, u32 open_flights, Budget budget, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(i=Py_ssize_t, steps=u64, man=Py_ssize_t, line=u64, square=Py_ssize_t)
    cdef u64 _steps(self, Py_ssize_t origin, Py_ssize_t kind, u64 own_squares, u64 placed) noexcept nogil
    @cython.locals(square=Py_ssize_t, kind=Py_ssize_t, quiet=u64, step=Py_ssize_t, cost=int)
    cdef bint _cannot_be_prevented(self, Py_ssize_t man, u64 steps, Py_ssize_t unplaced, Budget budget,
                                   u64 placed) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _may_be_obstructed(self, Py_ssize_t square, Py_ssize_t moves) noexcept nogil
    @cython.locals(flight=Py_ssize_t)
    cdef u32 _flight_bit(self, Py_ssize_t square) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef void _block(self, Py_ssize_t square, Budget budget, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(square=Py_ssize_t, kind=Py_ssize_t, other=Py_ssize_t)
    cdef void _prevent_step(self, Py_ssize_t man, Py_ssize_t step, Budget budget, u64 placed,
                            u32 blocked) noexcept nogil
    @cython.locals(moves=Py_ssize_t, side_kind=Py_ssize_t, transition=Py_ssize_t, distance=Py_ssize_t)
    cdef void _obstruct(self, Py_ssize_t man, Py_ssize_t square, Budget budget, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t, transition=Py_ssize_t, kind=Py_ssize_t, targets=u64, target=Py_ssize_t,
                   line=u64, distance=Py_ssize_t)
    cdef void _pin(self, Py_ssize_t man, Py_ssize_t square, Budget budget, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t, transition=Py_ssize_t, kind=Py_ssize_t, square=Py_ssize_t, distance=Py_ssize_t,
                   steps=u64, squares=u64)
    cdef void _capture_or_place(self, Py_ssize_t man, Py_ssize_t unplaced, Budget budget, u64 own_squares, u64 placed,
                                u32 blocked) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _may_be_pinned(self, Py_ssize_t square, Py_ssize_t mating_side_moves) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _cannot_be_captured(self, Budget budget) noexcept nogil
    @cython.locals(captured=u64, man=Py_ssize_t)
    cdef bint _is_refuted(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t mating_side_slack,
                          Py_ssize_t victim_slack) noexcept nogil
    @cython.locals(moves=Py_ssize_t, man=Py_ssize_t)
    cdef bint _captures_cost_more(self, Py_ssize_t p, Py_ssize_t pattern, u64 captured, Py_ssize_t mating_side_slack,
                                  Py_ssize_t victim_slack) noexcept nogil
    @cython.locals(origin=Py_ssize_t, squares=u64, side_kind=Py_ssize_t, moves=Py_ssize_t, transition=Py_ssize_t)
    cdef Py_ssize_t _moves_to_be_captured(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t man,
                                          Py_ssize_t mating_side_slack, Py_ssize_t most) noexcept nogil
    @cython.locals(squares=u64, man=Py_ssize_t)
    cdef u64 _capture_squares(self, Py_ssize_t pattern, Py_ssize_t mating_side_slack) noexcept nogil
    @cython.locals(origin=Py_ssize_t, kind=Py_ssize_t, base=Py_ssize_t, distance=Py_ssize_t,
                   side_kind=Py_ssize_t, first=Py_ssize_t, origins=u64, step=Py_ssize_t, transition=Py_ssize_t,
                   onward=Py_ssize_t, promoted=Py_ssize_t)
    cdef Py_ssize_t _capturing_detour(self, Py_ssize_t man, Py_ssize_t target, Py_ssize_t square) noexcept nogil
