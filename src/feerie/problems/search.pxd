# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16
from feerie.kernel.bits cimport ONE
from feerie.kernel.verdict cimport Judge

cdef enum:
    MATE = 0
    STALEMATE = 1

cdef struct Memory:         # what is known of a position
    u64 key
    u16 proved              # the goal is forced (found) in so many moves; 0: not known
    u16 refuted             # it is not in so many moves (plies) or fewer; 0: not known

cdef class Search:
    cdef public Judge judge
    cdef public int goal
    cdef public unsigned long long nodes
    cdef Memory *memory
    cdef u64 places

    @cython.locals(i=u64)
    cdef u64 place(self, u64 key) noexcept nogil
    @cython.locals(i=u64)
    cdef inline u32 proved(self, u64 key) noexcept nogil
    @cython.locals(i=u64)
    cdef inline u32 refuted(self, u64 key) noexcept nogil
    @cython.locals(i=u64)
    cdef inline void note_proved(self, u64 key, u32 length) noexcept nogil
    @cython.locals(i=u64)
    cdef inline void note_refuted(self, u64 key, u32 length) noexcept nogil
    @cython.locals(victim=Py_ssize_t)
    cdef bint reached(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t)
    cdef Py_ssize_t goal_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cdef bint reaches(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
