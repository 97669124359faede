# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, FULL, ONE
from feerie.kernel.state cimport MEN, SQUARES
from feerie.search.patterns.king_zone cimport KingZonePatterns
from feerie.search.patterns.base cimport NOTHING
from feerie.search.patterns.distances cimport ANY, CHECKED, FAR, NOWHERE

cdef class MatePatterns(KingZonePatterns):
    @cython.locals(victim=Py_ssize_t, need=u32, bans=Py_ssize_t, flight=Py_ssize_t, square=Py_ssize_t, unit=Py_ssize_t, distance=Py_ssize_t)
    cdef void _extend(self, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(victim=Py_ssize_t, unit=Py_ssize_t, goal=int, rest=u32, flight=Py_ssize_t, needless=bint)
    cdef bint _is_minimal(self, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(mater=Py_ssize_t, victim=Py_ssize_t, king=Py_ssize_t, placed=u64, loose=u64, unit=Py_ssize_t, checker=Py_ssize_t, goal=Py_ssize_t, square=Py_ssize_t, between=u64, here=Py_ssize_t, kind=Py_ssize_t, role=Py_ssize_t)
    cdef bint _is_parried(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    @cython.locals(best=Py_ssize_t, role=Py_ssize_t)
    cdef Py_ssize_t _promoted(self, Py_ssize_t man, Py_ssize_t here, Py_ssize_t square) noexcept nogil
    @cython.locals(unit=Py_ssize_t, here=Py_ssize_t, man=Py_ssize_t, goal=Py_ssize_t, base=Py_ssize_t, distance=Py_ssize_t, onward=Py_ssize_t)
    cdef bint _taken(self, Py_ssize_t pattern, Py_ssize_t square, Py_ssize_t own) noexcept nogil
    @cython.locals(man=Py_ssize_t, target=Py_ssize_t, way=u64)
    cdef bint _parries(self, Py_ssize_t pattern, Py_ssize_t victim, Py_ssize_t kind, Py_ssize_t here, Py_ssize_t square, u64 between, u64 placed, u64 loose, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    @cython.locals(unit=Py_ssize_t, left=Py_ssize_t, side=Py_ssize_t, squares=u64, square=Py_ssize_t)
    cdef bint _free(self, Py_ssize_t pattern, u64 way, u64 placed, u64 loose, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    @cython.locals(unit=Py_ssize_t, goal=Py_ssize_t)
    cdef bint _pins(self, Py_ssize_t pattern, Py_ssize_t king, Py_ssize_t here, Py_ssize_t own) noexcept nogil
