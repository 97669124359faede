# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.compiled_rules cimport NONE, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.proof.structs cimport (CAPTURING, DESTINIES, GRAPH_NODES, IS_CAPTURED, NO_REQUIRED_MOVE, QUIET_MOVE,
                                          SIDE_LIMIT, TO_CAPTURE, UNREACHABLE, USE_CAPTORS, USE_CAPTURES, USE_DETOURS)
from feerie.search.proof.ways cimport Ways

@cython.final
cdef class CaptorDeductions:
    cdef Judge judge
    cdef Ways ways
    cdef int bounds
    cdef Py_ssize_t detour_count                # of men of a side that are captured, those that cost a detour,
    cdef int detour_least[SIDE_LIMIT]           #   by length: the least
    cdef u32 detour_captors[SIDE_LIMIT]         #   who can make one (bits)

    @cython.locals(man=Py_ssize_t, passing=u64)
    cdef bint find(self, Py_ssize_t side) noexcept nogil
    @cython.locals(side=Py_ssize_t, count=int, captor=Py_ssize_t, other=Py_ssize_t)
    cdef bint _find_captor(self, Py_ssize_t man, u64 passing) noexcept nogil
    @cython.locals(side=Py_ssize_t, captors=u32, least=int, man=Py_ssize_t, detour=int, place=Py_ssize_t)
    cdef void _measure_detours(self, Py_ssize_t victim, u64 passing) noexcept nogil
    @cython.locals(best=int, i=Py_ssize_t, edge=Py_ssize_t, before=int, destinies=u32, destiny=Py_ssize_t)
    cdef int _detour(self, Py_ssize_t man, Py_ssize_t victim, u64 passing) noexcept nogil
    @cython.locals(side=Py_ssize_t, best=int, i=Py_ssize_t)
    cdef int _dual(self, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
    @cython.locals(man=Py_ssize_t, left=int, destinies=u32, destiny=Py_ssize_t, most=int)
    cdef bint _leave_detours(self, Py_ssize_t side) noexcept nogil
    @cython.locals(total=int, used=u32, i=Py_ssize_t)
    cdef int _detours_without(self, u32 men) noexcept nogil
    @cython.locals(capture=int, destinies=u32, destiny=Py_ssize_t, place=Py_ssize_t)
    cdef bint may_capture(self, Py_ssize_t man, Py_ssize_t edge) noexcept nogil
    @cython.locals(i=Py_ssize_t, edge=Py_ssize_t)
    cdef bint _can_capture(self, Py_ssize_t man, Py_ssize_t victim, u64 passing) noexcept nogil
    @cython.locals(passing=u64, square=Py_ssize_t)
    cdef u64 _passed_squares(self, Py_ssize_t man, Py_ssize_t side) noexcept nogil
