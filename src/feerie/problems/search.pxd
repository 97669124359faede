# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16
from feerie.kernel.bits cimport ONE, lowest, popcount
from feerie.kernel.state cimport MEN, MULTIPLEX, PASSING, CASTLING, PLAIN
from feerie.kernel.verdict cimport Judge
from feerie.problems.memory cimport Memory

cdef enum:
    MATE = 0
    STALEMATE = 1
    MATE_OR_STALEMATE = 2
    DOUBLE_STALEMATE = 3
    AUTO_STALEMATE = 4
    DOUBLE_MATE = 5
    CHECK = 6
    CAPTURE = 7
    TARGET = 8
    ANY_MOVE = 9
    CASTLE = 10
    EN_PASSANT = 11
    POSITION = 12
    COUNTER_MATE = 13
    AUTO_MATE = 14

cdef class Search:
    cdef public Judge judge
    cdef public int goal
    cdef public Py_ssize_t square
    cdef public unsigned long long nodes
    cdef u64 wanted[2 * MEN]
    cdef public Memory memory

    cpdef want(self, setup)
    @cython.locals(victim=Py_ssize_t)
    cdef bint reached(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t)
    cdef bint stands(self, Py_ssize_t p) noexcept nogil
    @cython.locals(victim=Py_ssize_t, kings=u64)
    cdef bint dead_end(self, Py_ssize_t p, Py_ssize_t n, bint passed) noexcept nogil
    @cython.locals(us=Py_ssize_t, king=u64, other=u64)
    cdef bint king_steps(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, kings=u64)
    cdef Py_ssize_t goal_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef inline bint is_reckless(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef Py_ssize_t reckless_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef Py_ssize_t moves_to_goal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef options(self)
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cdef bint reaches(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
