# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.bits cimport ONE, lowest, popcount
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT, FAMILIES, MEN, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.filters.mate_filter cimport MateFilter

@cython.final
cdef class UncoveredLines:
    cdef Judge judge
    cdef MateFilter closing                 # of the victim's checks: `mating_side` is the victim there
    cdef u64 goals[2]                       # see `find_uncovering`
    cdef u64 uncovered[2]
    cdef u64 crossed_squares[2]
    cdef bint uncovers_now[2]
    cdef u64 uncovering[2 * MEN]

    @cython.locals(checking=Py_ssize_t)
    cdef void find_uncovering(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, men=u64, own_king=Py_ssize_t, king=Py_ssize_t, kind=Py_ssize_t, goals=u64,
                   goal=Py_ssize_t, behind=u64, origins=u64, line=u64, captured=u64, steps_check=bint)
    cdef void find_lines(self, Py_ssize_t p, Py_ssize_t checking) noexcept nogil
    @cython.locals(behind=u64, kind=Py_ssize_t)
    cdef bint is_on_line(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t king, Py_ssize_t square) noexcept nogil
    @cython.locals(us=Py_ssize_t, kings=u64)
    cdef bint may_be_cleared(self, Py_ssize_t p, u64 line, int movers) noexcept nogil
    @cython.locals(them=Py_ssize_t, f=Py_ssize_t, partners=u64, partner=Py_ssize_t, c=Py_ssize_t, line=u64)
    cdef void add_castling_goals(self, Py_ssize_t p, Py_ssize_t king, Py_ssize_t own_king, Py_ssize_t checking, bint steps_check) noexcept nogil
    @cython.locals(them=Py_ssize_t, kind=Py_ssize_t)
    cdef bint partner_checks(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c, Py_ssize_t partner, Py_ssize_t own_king) noexcept nogil
    @cython.locals(target=Py_ssize_t, goals=u64, line=u64, checking=Py_ssize_t)
    cdef bint uncovers(self, Py_ssize_t p, u32 move, Py_ssize_t king, bint checks) noexcept nogil
    @cython.locals(goals=u64)
    cdef bint is_behind(self, Py_ssize_t king, Py_ssize_t square) noexcept nogil
    @cython.locals(right=int, them=Py_ssize_t, blockers=u64)
    cdef inline bint may_castle_next(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c) noexcept nogil
    cdef inline u64 possible_partners(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t king) noexcept nogil
