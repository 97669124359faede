# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport FULL, ONE, lowest
from feerie.kernel.state cimport NONE, PLAIN, SIGHTS, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.problems.memory cimport Memory
from feerie.problems.search cimport MATE, STALEMATE, Search

cdef enum:
    DIRECT = 0
    SELF = 1
    REFLEX = 2
    SEMI_REFLEX = 3
    KILLERS = 512           # plies that killers are kept for
    WAYS = 4096             # moves by squares: origin and target
    NEAR = 8192
    STEADY = 4              # replies looked for

@cython.final
cdef class Battle(Search):
    cdef public int play
    cdef public bint exact, shortcuts
    cdef u32 killers[2 * KILLERS]
    cdef Memory near        # of questions so quickly answered that the large memory would cost more
    cdef u32 parries[WAYS]
    cdef u64 ways[STEADY]
    cdef Py_ssize_t steady
    cdef long long stat[256]
    cpdef stats(self)

    @cython.locals(key=u64, known=u64, refuted=Py_ssize_t, proved=Py_ssize_t, short=Py_ssize_t)
    cdef bint attack(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, next=Py_ssize_t)
    cdef bint attack_in(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length, u32 best) noexcept nogil
    @cython.locals(key=u64, known=u64, refuted=Py_ssize_t, proved=Py_ssize_t, wins=bint)
    cdef bint forced(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, next=Py_ssize_t)
    cdef bint forced_in(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length, u32 best) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, kept=Py_ssize_t, move=u32, refuted=bint)
    cdef Py_ssize_t unanswered(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t, king=u64, target=u64, enemy=u64, risky=u64, crossed=u64, way=u64, move=u32, man=Py_ssize_t)
    cdef bint find_steady(self, Py_ssize_t p, Py_ssize_t n, bint harmless) noexcept nogil
    @cython.locals(i=Py_ssize_t, seen=u64)
    cdef u64 lines_from(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, enemy=u64, way=u64)
    cdef u64 way_of(self, Py_ssize_t p, Py_ssize_t by, u32 move, Py_ssize_t king) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline Py_ssize_t front(self, Py_ssize_t n, Py_ssize_t end, u32 move) noexcept nogil
    @cython.locals(at=Py_ssize_t)
    cdef inline void killed(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef inline Py_ssize_t checks_first(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(found=bint, moves=Py_ssize_t)
    cpdef bint wins(self, Py_ssize_t length) except? True
    @cython.locals(found=bint, moves=Py_ssize_t)
    cpdef bint succeeds(self, u32 move, Py_ssize_t length) except? True
    cpdef bint is_reached(self, u32 move) except? True
    cpdef bint can_reach(self) except? True
