# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.bits cimport FULL, ONE, lowest
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, MEN, NONE, PLAIN, SQUARES, reached_from
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.move_order cimport MoveOrder
from feerie.search.goal.reach cimport Reach

cdef enum:
    STANDING_REPLIES = 4    # found at most

@cython.final
cdef class StandingReplies:
    cdef Judge judge
    cdef Reach reach
    cdef MoveOrder order
    cdef bint applicable
    cdef u32 moves[STANDING_REPLIES]
    cdef Py_ssize_t count
    cdef u64 crossed                        # squares that the replies of other men than the king depend on
    cdef u64 king_steps                     # squares; with steps_are_quiet: see find_standing_replies
    cdef bint steps_are_quiet
    # by standing reply and kind of attacker's man: squares where that man would make the reply illegal
    cdef u64 interference[STANDING_REPLIES * MEN]

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
