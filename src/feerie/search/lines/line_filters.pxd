# cython: language_level=3
cimport cython
from feerie.kernel.bits cimport FULL
from feerie.kernel.compiled_rules cimport FAMILIES, NONE, PLAIN
from feerie.kernel.packed_move cimport move_kind, move_man
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.goal_search cimport GOAL_CASTLING, GOAL_EN_PASSANT, GOAL_MATE
from feerie.search.filters.kings_filter cimport KingsFilter
from feerie.search.lines.line_endings cimport AT_GOAL, EITHER, FORCED, HELPED, OFFERED, LineEndings
from feerie.search.patterns.base cimport Patterns
from feerie.search.lines.target_bounds cimport HELP, SERIES

cdef enum:
    NOT_LISTED = -1             # in place of the end of a list of live patterns: which patterns are left is not known

cdef class LineFilters(LineEndings):
    cdef public bint shortcuts
    cdef public bint awaits_last            # EITHER: the patterns are those of the line's last move, after the ending's first
    cdef public Patterns patterns
    cdef KingsFilter kings_filter           # in place of mate_filter where the victim has several kings
    cdef Py_ssize_t mating_side             # side that reaches the goal, -1: not yet known

    cdef inline bint moves_last(self, Py_ssize_t left) noexcept nogil
    cdef inline int first_goal(self) noexcept nogil
    cdef inline bint is_before_mate(self, Py_ssize_t left) noexcept nogil
    cdef inline bint is_before_double_mate(self, Py_ssize_t left) noexcept nogil
    cdef inline bint is_before_stalemate(self, Py_ssize_t left) noexcept nogil
    cdef inline bint is_before_forcing(self, Py_ssize_t left) noexcept nogil
    cdef inline bint is_before_en_passant(self, Py_ssize_t left) noexcept nogil
    cdef inline bint has_line_move(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(f=Py_ssize_t)
    cdef bint has_castling_right(self, Py_ssize_t p) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef bint has_duty(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef inline Py_ssize_t list_line_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t)
    cdef Py_ssize_t keep_double_steps(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
