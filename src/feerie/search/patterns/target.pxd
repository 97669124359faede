# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.state cimport MEN, SQUARES
from feerie.search.patterns.base cimport NOTHING, Patterns
from feerie.search.patterns.distances cimport FAR

cdef class TargetPatterns(Patterns):
    cdef u64 wanted[2 * MEN]

    @cython.locals(victim=Py_ssize_t, king=Py_ssize_t, distance=Py_ssize_t)
    cdef void _look(self, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    @cython.locals(fewest=Py_ssize_t, square=Py_ssize_t, kind=Py_ssize_t, side=Py_ssize_t, left=Py_ssize_t, rest=Py_ssize_t, i=Py_ssize_t, bits=u64, count=Py_ssize_t, least=Py_ssize_t, unit=Py_ssize_t, distance=Py_ssize_t, bans=Py_ssize_t)
    cdef void _extend(self, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    cdef inline Py_ssize_t _way_of(self, Py_ssize_t unit, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square) noexcept nogil
