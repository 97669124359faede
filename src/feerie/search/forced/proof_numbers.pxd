# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport FULL
from feerie.kernel.verdict cimport Judge
from feerie.search.forced.attack_moves cimport DIRECT, SELF
from feerie.search.forced.forced cimport ForcedSearch
from feerie.search.goal.goal_search cimport GOAL_MATE, GoalSearch
from feerie.search.table_entry cimport entry_move, loss_length, win_length
from feerie.search.transposition cimport TranspositionTable

cdef enum:
    DECIDED = 60000         # phi or delta of a node that is decided
    NUMBER_MASK = 0xFFFF
    MOST_EFFORT = 0xFFFF
    EFFORT_SHIFT = 4        # an entry's effort: moves made, divided by 16
    SLACK_SHIFT = 2         # a child may exceed the second best by a quarter
    FIRST_CHILDREN = 4096   # room for children at first

cdef extern from *:
    const u64 LENGTH_HASH "0x9E3779B97F4A7C15ULL"   # spreads lengths over keys (golden ratio)

cdef struct Child:          # a move of a node that is being searched, and the node it leads to
    u64 key
    u32 move
    u32 phi, delta          # from the view of the side to move in the child
    u32 length              # where the goal is forced: in how many moves, those of the attacker still to come

@cython.final
cdef class ProofNumberSearch:
    cdef readonly ForcedSearch forced
    cdef GoalSearch goals                       # that of `forced`
    cdef readonly Judge judge
    cdef public TranspositionTable table        # proofs and refutations, see table_entry
    cdef public TranspositionTable numbers      # by key and length: effort, phi from bit 32, delta from bit 48
    cdef Py_ssize_t leaf                        # greatest length that ForcedSearch decides
    cdef Child *children
    cdef Py_ssize_t room                        # children there is room for
    cdef u32 phi, delta, length                 # of the node searched last
    cdef u32 second, others                     # see weigh
    cdef Py_ssize_t best

    @cython.locals(size=Py_ssize_t, grown="void *")
    cdef bint reserve(self, Py_ssize_t c) noexcept nogil
    @cython.locals(end=Py_ssize_t, left=Py_ssize_t, best=Py_ssize_t, before=u64, key=u64, child_phi=u32, child_delta=u32)
    cdef void search_node(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t c, Py_ssize_t length, bint attacks, u32 most_phi, u32 most_delta) noexcept nogil
    @cython.locals(i=Py_ssize_t, total=u32, most=u32, count=u32)
    cdef inline void weigh(self, Py_ssize_t c, Py_ssize_t end, bint attacks) noexcept nogil
    @cython.locals(limit=u32)
    cdef inline u32 limit_for(self, u32 most_phi) noexcept nogil
    @cython.locals(i=Py_ssize_t, effort=u64)
    cdef void store(self, u64 key, Py_ssize_t c, Py_ssize_t end, Py_ssize_t length, bint attacks, u64 effort) noexcept nogil
    @cython.locals(i=Py_ssize_t, count=Py_ssize_t, end=Py_ssize_t)
    cdef Py_ssize_t expand(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t c, Py_ssize_t length, bint attacks) noexcept nogil
    @cython.locals(replies=Py_ssize_t)
    cdef void assess_attack(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t c, Py_ssize_t length) noexcept nogil
    cdef void assess_defence(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t c, Py_ssize_t length) noexcept nogil
    @cython.locals(known=u64, proved=Py_ssize_t, refuted=Py_ssize_t)
    cdef bint is_known(self, Py_ssize_t c, Py_ssize_t length, bint attacks) noexcept nogil
    cdef inline void decide(self, Py_ssize_t c, bint attacks, bint forced, Py_ssize_t length) noexcept nogil
    @cython.locals(forced=bint)
    cdef void decide_leaf(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length, bint attacks) noexcept nogil
    @cython.locals(short=Py_ssize_t, proved=Py_ssize_t)
    cdef Py_ssize_t prove_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil

    cdef bint attacker_wins_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(known=u64)
    cdef bint forces_goal_at(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length) noexcept nogil
    @cython.locals(end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t winning_moves_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil

    # the current position
    cpdef bint attacker_wins(self, Py_ssize_t length) except *
    @cython.locals(found=bint)
    cpdef bint forces_goal(self, u32 move, Py_ssize_t length) except *
    @cython.locals(found=Py_ssize_t)
    cpdef Py_ssize_t prove(self, Py_ssize_t length) except? -2
    @cython.locals(move=u32, i=Py_ssize_t, end=Py_ssize_t, found=u64)
    cpdef u32 winning_move(self, Py_ssize_t length) except? 0
