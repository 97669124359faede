# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.bits cimport ONE, lowest
from feerie.kernel.compiled_rules cimport PLAIN
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.flights cimport FlightTest
from feerie.search.goal.goal_search cimport GoalSearch
from feerie.search.goal.mating_checks cimport MatingChecks
from feerie.search.goal.move_order cimport MoveOrder
from feerie.search.goal.reach cimport Reach
from feerie.search.goal.standing_replies cimport StandingReplies

cdef enum:
    PROBED_REPLIES = 2      # standing replies that are tried by prune_slow_mates, at most

@cython.final
cdef class FrontierPruning:
    cdef Judge judge
    cdef readonly Reach reach
    cdef readonly MoveOrder order
    cdef readonly StandingReplies replies
    cdef readonly FlightTest flights
    cdef MatingChecks checks
    cdef bint meets_checks                  # is the standing reply that is tried legal after checks, too?

    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, kept=Py_ssize_t, probed=Py_ssize_t)
    cdef Py_ssize_t prune_slow_mates(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef Py_ssize_t prune_slow_series(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, covered=u64, targets=u64, onward=Py_ssize_t)
    cdef bint cannot_mate_next(self, Py_ssize_t p, Py_ssize_t q, u32 move) noexcept nogil
    @cython.locals(others=u64, flights=u64, onward=Py_ssize_t)
    cdef bint cannot_mate_after_capture(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t square, u64 targets) noexcept nogil
