# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.verdict cimport Judge

cdef class Replay:
    cdef Judge judge
    cdef object texts           # UCI texts by packed move
    cdef dict found
    cdef list frames            # of the last line: the frame before each move, after a null move
    cdef Py_ssize_t longest     # moves for which there is room

    @cython.locals(p=Py_ssize_t, number=Py_ssize_t, move=u32, verdict=u64, checks=u64)
    cpdef list moves(self, line, Py_ssize_t same)
    @cython.locals(end=Py_ssize_t, i=Py_ssize_t, found=u32)
    cdef u32 find(self, Py_ssize_t p, text) except? 0
