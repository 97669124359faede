# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, FULL, ONE
from feerie.kernel.state cimport MEN, SQUARES
from feerie.search.patterns.base cimport NOTHING, Patterns
from feerie.search.patterns.distances cimport FAR

cdef class KingZonePatterns(Patterns):
    cdef u32 full           # the flights, as bits
    cdef u64 near_king      # squares that the king sees
    cdef int cost[8]        # moves that a block of each flight costs at least

    @cython.locals(victim=Py_ssize_t, here=Py_ssize_t, king=Py_ssize_t, distance=Py_ssize_t)
    cdef void _look(self, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    @cython.locals(victim=Py_ssize_t, at=Py_ssize_t, flight=Py_ssize_t, square=Py_ssize_t, unit=Py_ssize_t, cost=int)
    cdef void _surround(self, Py_ssize_t king) noexcept nogil
    @cython.locals(mater=Py_ssize_t, at=Py_ssize_t, unit=Py_ssize_t, square=Py_ssize_t, kind=Py_ssize_t, bits=u32, flight=Py_ssize_t)
    cdef u32 _uncovered(self, u32 need, u64 placed) noexcept nogil
    @cython.locals(found=Py_ssize_t, distance=int)
    cdef Py_ssize_t _hardest(self, u32 need) noexcept nogil
    @cython.locals(mater=Py_ssize_t, unit=Py_ssize_t, man=Py_ssize_t, here=Py_ssize_t, role=Py_ssize_t, kind=Py_ssize_t, targets=u64, target=Py_ssize_t, distance=Py_ssize_t)
    cdef void _cover(self, Py_ssize_t square, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(kind=Py_ssize_t, man=Py_ssize_t, role=Py_ssize_t, targets=u64, target=Py_ssize_t)
    cdef bint _comes(self, Py_ssize_t unit, Py_ssize_t seen, Py_ssize_t own, u64 through) noexcept nogil
