# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.compiled_rules cimport NONE, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.proof.structs cimport (CAPTURING, DESTINIES, GRAPH_NODES, IS_CAPTURED, NO_REQUIRED_MOVE, QUIET_MOVE,
                                          SIDE_LIMIT, TO_CAPTURE, USE_CAPTURES)
from feerie.search.proof.paths cimport Paths

@cython.final
cdef class CaptorDeductions:
    cdef Judge judge
    cdef Paths paths
    cdef int bounds

    @cython.locals(man=Py_ssize_t)
    cdef bint find(self, Py_ssize_t side) noexcept nogil
    @cython.locals(side=Py_ssize_t, count=int, captor=Py_ssize_t, other=Py_ssize_t, passing=u64)
    cdef bint _find_captor(self, Py_ssize_t man) noexcept nogil
    @cython.locals(capture=int, destinies=u32, destiny=Py_ssize_t, place=Py_ssize_t)
    cdef bint may_capture(self, Py_ssize_t man, Py_ssize_t edge) noexcept nogil
    @cython.locals(i=Py_ssize_t, edge=Py_ssize_t)
    cdef bint _can_capture(self, Py_ssize_t man, Py_ssize_t victim, u64 passing) noexcept nogil
    @cython.locals(passing=u64, square=Py_ssize_t)
    cdef u64 _passed_squares(self, Py_ssize_t man, Py_ssize_t side) noexcept nogil
