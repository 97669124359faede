# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.bits cimport FULL, ONE, lowest
from feerie.kernel.state cimport BOTH, FAMILIES, KING_MOVE_TABLE, MEN, NONE, PLAIN, ATTACK_TABLES, SQUARES, MOVE_TABLES
from feerie.kernel.verdict cimport Judge
from feerie.search.transposition cimport TranspositionTable
from feerie.search.goal_search cimport GoalSearch

cdef enum:
    KILLERS = 512           # plies that killers are kept for
    STEADY = 4              # replies looked for
    MEASURED = 2            # of which so many are used to the end
    GAPS = 64               # sets of flights that checks may leave

cdef class FrontierPruning(GoalSearch):
    cdef u32 killers[2 * KILLERS]
    cdef u64 ways[STEADY * MEN]     # by reply and man: squares that the man may not go to, for the reply to stand
    cdef u32 steadies[STEADY]
    cdef Py_ssize_t steady
    cdef bint regular
    cdef u64 zone
    cdef u64 enemy, bare        # the defender's men, without and with the king off the board
    cdef u64 flights            # what measure found: squares to step to
    cdef u64 shields            # squares that men may uncover a check from
    cdef u64 checking[MEN]      # squares that men may check from
    cdef u64 gap[GAPS]
    cdef Py_ssize_t gaps

    @cython.locals(i=Py_ssize_t)
    cdef inline Py_ssize_t move_to_front(self, Py_ssize_t n, Py_ssize_t end, u32 move) noexcept nogil
    @cython.locals(at=Py_ssize_t)
    cdef inline void store_killer(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef inline Py_ssize_t checks_first(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, king=Py_ssize_t)
    cdef bint steps_quietly(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, kept=Py_ssize_t, move=u32, refuted=bint)
    cdef Py_ssize_t prune_refuted(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint quiet_count) noexcept nogil
    cdef inline bint holds(self, Py_ssize_t reply, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, end=Py_ssize_t, king=u64, target=u64, enemy=u64, risky=u64, open=u64, safe=u64, crossed=u64, way=u64, move=u32, man=Py_ssize_t)
    cdef bint find_steady(self, Py_ssize_t p, Py_ssize_t n, bint quiet_count) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, seen=u64)
    cdef void note_step(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t to, u64 occupied) noexcept nogil
    @cython.locals(i=Py_ssize_t, seen=u64)
    cdef u64 lines_from(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, enemy=u64, way=u64)
    cdef u64 way_of(self, Py_ssize_t p, Py_ssize_t by, u32 move, Py_ssize_t king) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, kept=Py_ssize_t, measured=Py_ssize_t)
    cdef Py_ssize_t prune_slow_mates(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, origin=Py_ssize_t, enemy=u64, bits=u64, seen=u64, targets=u64)
    cdef bint measure(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, c=Py_ssize_t, man=Py_ssize_t, to=Py_ssize_t, king=Py_ssize_t, seen=u64)
    cdef bint note_castlings(self, Py_ssize_t p, Py_ssize_t f) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline bint note_gap(self, u64 left) noexcept nogil
    @cython.locals(to=Py_ssize_t, left=u64)
    cdef bint note_gaps(self, Py_ssize_t us, Py_ssize_t man, u64 targets) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef bint note_promotions(self, Py_ssize_t us, u64 targets) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, to=Py_ssize_t, man=Py_ssize_t, covered=u64, targets=u64)
    cdef bint too_slow(self, Py_ssize_t p, u32 move, Py_ssize_t reply) noexcept nogil
    @cython.locals(i=Py_ssize_t, shift=Py_ssize_t, found=u64, once=u64)
    cdef u64 targets(self, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin) noexcept nogil
    @cython.locals(i=Py_ssize_t, seen=u64)
    cdef u64 seen_from(self, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin, u64 occupied) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, side=Py_ssize_t)
    cdef bint is_regular(self)
