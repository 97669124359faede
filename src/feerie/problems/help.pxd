# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.verdict cimport Judge
from feerie.problems.search cimport MATE, STALEMATE, Search

cdef enum:
    HELP = 0
    SERIES = 1
    SERIES_HELP = 2
    LINE = 2048

@cython.final
cdef class Helpers(Search):
    cdef public int play
    cdef public bint exact
    cdef public list lines
    cdef public Py_ssize_t limit
    cdef u32 line[LINE]

    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, key=u64, found=Py_ssize_t)
    cdef Py_ssize_t explore(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cdef Py_ssize_t follow(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t finish(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef Py_ssize_t record(self, Py_ssize_t depth) noexcept nogil
    @cython.locals(found=Py_ssize_t, left=Py_ssize_t)
    cpdef Py_ssize_t begin(self, u32 move, Py_ssize_t length) except -1
