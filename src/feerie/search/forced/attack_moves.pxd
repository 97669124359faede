# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from feerie.kernel.bits cimport lowest
from feerie.kernel.verdict cimport Judge
from feerie.search.forced.forced_mates cimport ForcedMates
from feerie.search.goal.frontier cimport PROBED_REPLIES, FrontierPruning
from feerie.search.goal.goal_search cimport GOAL_MATE, GOAL_STALEMATE, GoalSearch
from feerie.search.goal.flights cimport FlightTest
from feerie.search.goal.move_order cimport MoveOrder
from feerie.search.goal.standing_replies cimport StandingReplies
from feerie.search.filters.kings_filter cimport KingsFilter
from feerie.search.forced.prunings cimport DROP_EVADED, FILTER_MATES, PRUNE_MET, PRUNE_REFUTED, PRUNE_SLOW, PRUNE_UNMATED

cdef enum:                  # kinds of play
    DIRECT = 0
    SELF = 1
    REFLEX = 2
    SEMI_REFLEX = 3

@cython.final
cdef class AttackMoves:
    cdef Judge judge
    cdef GoalSearch goals
    cdef FrontierPruning frontier
    cdef FlightTest flights
    cdef MoveOrder order
    cdef StandingReplies replies
    cdef int goal, play
    cdef bint exact, shortcuts
    cdef public int prunings                    # bits of Prunings
    cdef ForcedMates forced_mates
    cdef bint filters_mates                     # is the mate filter used?
    cdef KingsFilter kings_filter
    cdef bint filters_kings                     # is that of several kings used?
    cdef Py_ssize_t first_quiet                 # set by generate_attacks

    cpdef filter_mates(self, int attacker)
    @cython.locals(end=Py_ssize_t, next=Py_ssize_t)
    cdef Py_ssize_t generate_attacks(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length, u32 best, bint may_end) noexcept nogil
    cdef inline Py_ssize_t prune_attacks(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, Py_ssize_t length, bint may_end) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef Py_ssize_t list_before_mate(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t list_before_mate_of_kings(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(king=Py_ssize_t, step=u64, i=Py_ssize_t, j=Py_ssize_t, reply=u32, is_step=bint, kept=Py_ssize_t)
    cdef Py_ssize_t prune_unmated(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
