# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8

from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport MEN, NONE, SQUARES
from feerie.kernel.move_generator cimport MARGIN, Frame, MoveGenerator

cdef class State(MoveGenerator):
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, bits=u64, key=u64)
    cdef u64 full_key(self, Py_ssize_t p) noexcept nogil
    @cython.locals(number=Py_ssize_t, side=Py_ssize_t, square=Py_ssize_t, bit=u64, rights=u8)
    cpdef load(self, setup)
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, ep_pawn=u8)
    cdef _load_ep_square(self, Py_ssize_t ep_square, Py_ssize_t by)
    @cython.locals(p=Py_ssize_t, i=Py_ssize_t)
    cpdef str man_at(self, Py_ssize_t square)
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, bits=u64)
    cdef list _men_by_square(self, Py_ssize_t size, tuple letters)
    cpdef u64 men_of(self, Py_ssize_t kind, Py_ssize_t side)
    @cython.locals(p=Py_ssize_t, i=Py_ssize_t)
    cpdef bint has_same_men(self, State other)
    cpdef restore(self, bytes snapshot)
    @cython.locals(p=Py_ssize_t)
    cpdef copy_from(self, State other)
    cpdef push(self, u32 move)
    cpdef drop_history(self)
    cpdef pop(self)
