# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.bits cimport FULL, ONE, lowest
from feerie.kernel.compiled_rules cimport (ATTACK_TABLES, BOTH, FAMILIES, MEN, MOVE_TABLES, NONE, PLAIN, SQUARES,
                                           reached_from)
from feerie.kernel.verdict cimport Judge
from feerie.search.transposition cimport TranspositionTable
from feerie.search.goal.goal_search cimport GOAL_MATE
from feerie.search.goal.flights cimport FlightTest

cdef enum:
    KILLER_PLIES = 512      # a power of two: deeper frames share slots
    STANDING_REPLIES = 4    # found at most
    PROBED_REPLIES = 2      # of those, tried at most by prune_slow_mates

cdef class FrontierPruning(FlightTest):
    cdef u32 killers[2 * KILLER_PLIES]      # two a frame, the latest first
    cdef u32 standing_replies[STANDING_REPLIES]
    cdef Py_ssize_t standing_count
    cdef bint meets_checks                  # is the standing reply that is tried legal after checks, too?
    cdef u64 crossed                        # squares that the replies of other men than the king depend on
    cdef u64 king_steps                     # squares; with steps_are_quiet: see find_standing_replies
    cdef bint steps_are_quiet
    # by standing reply and kind of attacker's man: squares where that man would make the reply illegal
    cdef u64 interference[STANDING_REPLIES * MEN]
    cdef bint can_prune                     # is the genre one for which the proofs hold?
    cdef bint free_castlings[2]             # by side: has it castlings from any squares?

    @cython.locals(i=Py_ssize_t)
    cdef inline Py_ssize_t move_to_front(self, Py_ssize_t n, Py_ssize_t end, u32 move) noexcept nogil
    cdef inline u32 killer(self, Py_ssize_t p, Py_ssize_t number) noexcept nogil
    @cython.locals(slot=Py_ssize_t)
    cdef inline void store_killer(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef inline Py_ssize_t checks_first(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, king=Py_ssize_t)
    cdef bint has_quiet_king_step(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cdef bint every_move_reaches_goal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, kept=Py_ssize_t, refuted=bint)
    cdef Py_ssize_t prune_refuted(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t)
    cdef Py_ssize_t prune_met_quietly(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, man=Py_ssize_t, target=Py_ssize_t, others=u64, j=Py_ssize_t)
    cdef bint is_met_by_reply(self, Py_ssize_t p, u32 move, Py_ssize_t first, Py_ssize_t end, u64 steps) noexcept nogil
    @cython.locals(target=Py_ssize_t, enemy=u64, king=Py_ssize_t, lines=u64, reply=u32, j=Py_ssize_t)
    cdef bint is_king_met(self, Py_ssize_t p, Py_ssize_t us, u32 move, u64 others, Py_ssize_t first, Py_ssize_t end, u64 steps) noexcept nogil
    cdef inline bint stands(self, Py_ssize_t reply, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, king=u64, target=u64)
    cdef bint may_have_standing_replies(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t, king=Py_ssize_t, unchecked=Py_ssize_t, enemy=u64, discovering=u64, tied=u64, safe=u64, move=u32)
    cdef bint find_standing_replies(self, Py_ssize_t p, Py_ssize_t n, bint quiet) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef Py_ssize_t list_replies(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, target=Py_ssize_t, seen=u64)
    cdef void add_king_step(self, Py_ssize_t us, u32 move, u64 occupied) noexcept nogil
    @cython.locals(j=Py_ssize_t)
    cdef void add_reply(self, u32 move, u64 path) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, enemy=u64, path=u64)
    cdef u64 path_of(self, Py_ssize_t p, Py_ssize_t by, u32 move, Py_ssize_t king) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, kept=Py_ssize_t, probed=Py_ssize_t)
    cdef Py_ssize_t prune_slow_mates(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef Py_ssize_t prune_slow_series(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, covered=u64, targets=u64, onward=Py_ssize_t)
    cdef bint cannot_mate_next(self, Py_ssize_t p, Py_ssize_t q, u32 move) noexcept nogil
    @cython.locals(others=u64, flights=u64, onward=Py_ssize_t)
    cdef bint cannot_mate_after_capture(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t square, u64 targets) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t)
    cdef void find_promotion_zone(self) noexcept nogil
