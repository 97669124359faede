# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.state cimport MEN, ATTACK_TABLES, SQUARES
from feerie.search.patterns.king_zone cimport KingZonePatterns
from feerie.search.patterns.base cimport NOTHING
from feerie.search.patterns.distances cimport FAR

cdef class StalematePatterns(KingZonePatterns):
    cdef Py_ssize_t moves   # of the mater, that is captures
    cdef u64 gone           # men of the victim (bits) that are taken

    cdef void _look(self, Py_ssize_t own, Py_ssize_t other) noexcept nogil
    @cython.locals(victim=Py_ssize_t, bans=Py_ssize_t, need=u32, flight=Py_ssize_t, square=Py_ssize_t, walls=u64, idle=Py_ssize_t, unit=Py_ssize_t, steps=u64)
    cdef void _extend(self, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(man=Py_ssize_t, steps=u64, unit=Py_ssize_t, way=u64)
    cdef u64 _steps(self, Py_ssize_t here, Py_ssize_t kind, u64 walls, u64 placed) noexcept nogil
    @cython.locals(at=Py_ssize_t, flight=Py_ssize_t)
    cdef u32 _flight(self, Py_ssize_t square) noexcept nogil
    @cython.locals(unit=Py_ssize_t)
    cdef void _block(self, Py_ssize_t square, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(here=Py_ssize_t, kind=Py_ssize_t, other_unit=Py_ssize_t)
    cdef void _hold(self, Py_ssize_t unit, Py_ssize_t step, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(left=Py_ssize_t, man=Py_ssize_t, role=Py_ssize_t, distance=Py_ssize_t)
    cdef void _stop(self, Py_ssize_t unit, Py_ssize_t square, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(man=Py_ssize_t, role=Py_ssize_t, kind=Py_ssize_t, targets=u64, target=Py_ssize_t, way=u64, distance=Py_ssize_t)
    cdef void _pin(self, Py_ssize_t unit, Py_ssize_t here, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(man=Py_ssize_t, role=Py_ssize_t, kind=Py_ssize_t, square=Py_ssize_t, distance=Py_ssize_t, steps=u64)
    cdef void _settle(self, Py_ssize_t unit, Py_ssize_t idle, Py_ssize_t own, Py_ssize_t other, Py_ssize_t mater_castling_spare, Py_ssize_t victim_castling_spare, u64 walls, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(unit=Py_ssize_t)
    cdef bint _pinnable(self, Py_ssize_t here, Py_ssize_t own) noexcept nogil
