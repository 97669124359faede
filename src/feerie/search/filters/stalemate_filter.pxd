# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_origin, move_target
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, CASTLING, MEN, PLAIN, SQUARES
from feerie.search.filters.mate_filter cimport MateFilter
from feerie.search.patterns.distances cimport SIDE_MEN, SideView

@cython.final
cdef class StalemateFilter(SideView):
    cdef readonly bint applicable
    cdef MateFilter king_filter             # asks for squares where the king has no flight, in check or not
    cdef u64 lines[ATTACK_TABLES * SQUARES]
    cdef u64 promoting_from[MEN]
    cdef u64 capturing, stepping, steps, only_step

    @cython.locals(i=Py_ssize_t, table=Py_ssize_t, king=Py_ssize_t, origins=u64)
    cdef void _fill_lines(self) noexcept
    @cython.locals(kind=Py_ssize_t, side_kind=Py_ssize_t, role=Py_ssize_t, square=Py_ssize_t)
    cdef void _fill_promoting(self) noexcept
    @cython.locals(lined=u64, i=Py_ssize_t, kind=Py_ssize_t, men=u64)
    cdef u64 lined_squares(self, Py_ssize_t p, Py_ssize_t king, Py_ssize_t moves) noexcept nogil
    @cython.locals(victim=Py_ssize_t, occupied=u64, able=u64, kind=Py_ssize_t, men=u64, at=Py_ssize_t, steps=u64)
    cdef void find_free(self, Py_ssize_t p, Py_ssize_t king, u64 own, int least, Py_ssize_t moves) noexcept nogil
    cdef inline Py_ssize_t king_square(self, Py_ssize_t p) noexcept nogil
    @cython.locals(own=u64, king=Py_ssize_t, count=int, end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t list_stalemating(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef inline bint are_too_many(self) noexcept nogil
    cdef bint leaves_no_flight(self, Py_ssize_t p, Py_ssize_t king, u64 own) noexcept nogil
    @cython.locals(free=u64, target=u64, arrivals=u64)
    cdef bint deals_with_all(self, u32 move, int count) noexcept nogil
    @cython.locals(stalemateable=u64, own=u64, king=Py_ssize_t, least=int, free=u64, kept=Py_ssize_t, i=Py_ssize_t, move=u32, keeps=bint)
    cdef Py_ssize_t filter_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(least=int)
    cdef bint takes_longer(self, Py_ssize_t p, Py_ssize_t moves) noexcept nogil
