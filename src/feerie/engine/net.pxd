# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, int16_t as i16, int32_t as i32, uintptr_t
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.state cimport MEN, SQUARES
from feerie.kernel.verdict cimport Judge

cdef enum:
    BLOCK = 64                      # hidden units summed up at a time
    MOST_HIDDEN = 256
    SLOTS = 9                       # kinds of men and the king with its run flag set
    ACTIVE = 255                    # what a hidden unit gives at most
    OUTPUT_SHIFT = 13
    MOST = 20000                    # centipawns

cdef inline i16 *net_aligned(i16 *allocation) noexcept nogil:
    return <i16 *> ((<uintptr_t> allocation + 63) & ~(<uintptr_t> 63))

@cython.final
cdef class Net:
    cdef readonly object file
    cdef readonly Py_ssize_t hidden
    cdef i16 *allocation
    cdef i16 *rows                  # by enemy (0 own, 1 enemy man), slot and square as the mover sees it
    cdef i16 biases[MOST_HIDDEN]
    cdef i16 output[MOST_HIDDEN]
    cdef i32 output_bias
    cdef int mirror[2 * SQUARES]
    cdef Py_ssize_t kinds, royal
    cdef bint flagged

    @cython.locals(row=Py_ssize_t, j=Py_ssize_t)
    cdef _fill(self, inputs)
    @cython.locals(men=Py_ssize_t[SQUARES], count=Py_ssize_t, kind=Py_ssize_t, slot=Py_ssize_t, us=Py_ssize_t, square=Py_ssize_t, enemy=Py_ssize_t, bits=u64, own=u64)
    cdef int evaluate(self, Judge judge, Py_ssize_t p) noexcept nogil
    @cython.locals(sums=i16[BLOCK], i=Py_ssize_t, j=Py_ssize_t, unit=Py_ssize_t, x=i16, product=i16, total=i32)
    cdef i32 propagate(self, Py_ssize_t *men, Py_ssize_t count) noexcept nogil
    cpdef int evaluation_of(self, Judge judge)
