# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint8_t as u8
from feerie.kernel.bits cimport FULL, ONE
from feerie.kernel.compiled_rules cimport NONE, SQUARES

cdef enum:
    MANY_MOVES = 150   # that are told apart; distances stay below UNREACHABLE

@cython.final
cdef class PathLimits:
    cdef u64 never
    cdef bint limited[SQUARES]
    cdef bint has_path[SQUARES]
    cdef u8 last[SQUARES]
    cdef int captured[SQUARES]
    cdef u64 taken_on[SQUARES]
    cdef u8 taken_by[SQUARES]
    cdef u64 steps[SQUARES * SQUARES]

    cdef int least[SQUARES]
    cdef int most[SQUARES]

    cpdef set_moves(self, Py_ssize_t square, int least, int most)
    @cython.locals(before=Py_ssize_t, after=Py_ssize_t)
    cpdef add(self, Py_ssize_t square, path, captured, on, by)
