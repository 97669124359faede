# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport MEN, NONE, SQUARES
from feerie.search.patterns.base cimport Patterns
from feerie.search.patterns.distances cimport FAR, NEAR, least_moves, squares_between
from feerie.search.patterns.king_zone cimport KingEnumeration
from feerie.search.patterns.men cimport CAPTURED, NO_MAN, moves_to
from feerie.search.patterns.obstacles cimport CAPTURED_ON
from feerie.search.patterns.refutation cimport Refutation
from feerie.search.patterns.structs cimport (NO_TARGET, Draft, Prospect, block, make_target, pattern_at, target_kind,
                                             target_square)

cdef class StalemateRefutation(Refutation):
    @cython.locals(captured=u64, man=Py_ssize_t)
    cdef bint is_refuted(self, Py_ssize_t p, Prospect prospect) noexcept nogil
    @cython.locals(moves=Py_ssize_t, victim_slack=Py_ssize_t, man=Py_ssize_t, squares=u64)
    cdef bint cost_more(self, Py_ssize_t p, Prospect prospect, u64 captured) noexcept nogil
    @cython.locals(origin=Py_ssize_t, side_kind=Py_ssize_t, moves=Py_ssize_t, transition=Py_ssize_t)
    cdef Py_ssize_t _moves_to_be_captured(self, Py_ssize_t p, Py_ssize_t man, u64 squares,
                                          Py_ssize_t most) noexcept nogil
    @cython.locals(squares=u64, man=Py_ssize_t)
    cdef u64 _capture_squares(self, Prospect prospect) noexcept nogil

cdef class StalemateEnumeration(KingEnumeration):
    cdef StalemateRefutation captures
    cdef Py_ssize_t max_captures    # the moves that the mating side has
    # set by `_cannot_be_prevented` for the pattern under way
    cdef Py_ssize_t step_man, step  # the step to be prevented first, and whose; NO_MAN if there is none
    cdef int step_cost              # the moves that this block costs at least

    cdef void _enumerate(self, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    @cython.locals(exclusions=Py_ssize_t, open_flights=u32)
    cdef void _extend(self, Draft draft) noexcept nogil
    @cython.locals(own_squares=u64, steps=u64, unplaced=Py_ssize_t, man=Py_ssize_t, flight=Py_ssize_t)
    cdef void _extend_by_next_square(self, u32 open_flights, Draft draft) noexcept nogil
    @cython.locals(i=Py_ssize_t, steps=u64, man=Py_ssize_t, line=u64, square=Py_ssize_t,
                   pinning=Py_ssize_t)
    cdef u64 _steps(self, Py_ssize_t origin, Py_ssize_t kind, u64 own_squares, u64 placed) noexcept nogil
    @cython.locals(square=Py_ssize_t, kind=Py_ssize_t, quiet=u64, step=Py_ssize_t, cost=int)
    cdef bint _cannot_be_prevented(self, Py_ssize_t man, u64 steps, Py_ssize_t unplaced, Draft draft) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _may_be_obstructed(self, Py_ssize_t square, Py_ssize_t moves) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef void _block(self, Py_ssize_t square, Draft draft) noexcept nogil
    @cython.locals(square=Py_ssize_t, kind=Py_ssize_t, quiet=u64, other=Py_ssize_t)
    cdef void _prevent_step(self, Py_ssize_t man, Py_ssize_t step, Draft draft) noexcept nogil
    @cython.locals(moves=Py_ssize_t, side_kind=Py_ssize_t, transition=Py_ssize_t, distance=Py_ssize_t)
    cdef void _obstruct(self, Py_ssize_t man, Py_ssize_t square, Draft draft) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t, transition=Py_ssize_t, kind=Py_ssize_t, targets=u64, target=Py_ssize_t,
                   line=u64, distance=Py_ssize_t)
    cdef void _pin(self, Py_ssize_t man, Py_ssize_t square, Draft draft) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t, transition=Py_ssize_t, kind=Py_ssize_t, square=Py_ssize_t, distance=Py_ssize_t,
                   steps=u64, squares=u64)
    cdef void _capture_or_place(self, Py_ssize_t man, Py_ssize_t unplaced, u64 own_squares, Draft draft) noexcept nogil
    @cython.locals(man=Py_ssize_t, moves=Py_ssize_t)
    cdef bint _may_be_pinned(self, Py_ssize_t square, Py_ssize_t mating_side_moves) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _cannot_be_captured(self, Draft draft) noexcept nogil

@cython.final
cdef class StalematePatterns(Patterns):
    pass
