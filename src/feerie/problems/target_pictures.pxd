# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.state cimport MEN, SQUARES
from feerie.problems.pictures cimport NOTHING, Pictures
from feerie.problems.reach cimport FAR

cdef class TargetPictures(Pictures):
    cdef u64 wanted[2 * MEN]

    @cython.locals(victim=Py_ssize_t, king=Py_ssize_t, far=Py_ssize_t)
    cdef void _look(self, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    @cython.locals(fewest=Py_ssize_t, square=Py_ssize_t, kind=Py_ssize_t, side=Py_ssize_t, left=Py_ssize_t, rest=Py_ssize_t, i=Py_ssize_t, bits=u64, count=Py_ssize_t, least=Py_ssize_t, unit=Py_ssize_t, far=Py_ssize_t, bans=Py_ssize_t)
    cdef void _extend(self, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mates, Py_ssize_t suffers, u64 placed, u32 blocked) noexcept nogil
    cdef inline Py_ssize_t _way_of(self, Py_ssize_t unit, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square) noexcept nogil
