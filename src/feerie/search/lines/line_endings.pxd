# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32
from feerie.kernel.bits cimport FULL
from feerie.search.filters.double_mate_filter cimport DoubleMateFilter
from feerie.search.goal.goal_search cimport GOAL_MATE
from feerie.search.lines.line_records cimport LineRecords
from feerie.search.filters.mate_filter cimport MateFilter
from feerie.search.filters.stalemate_filter cimport StalemateFilter
from feerie.search.lines.target_bounds cimport PARRY, TargetBounds

cdef enum:                  # endings of a line: see help.py
    AT_GOAL = 0
    BY_OTHER = 1
    FORCED = 2
    OFFERED = 3
    EITHER = 4
    HELPED = 5

cdef enum:
    MAX_LINE = 2048             # moves of a line

cdef class LineEndings(TargetBounds):
    cdef public int ending, own_goal
    cdef public Py_ssize_t own_square
    cdef public object lines                # see HelpSearch
    cdef public Py_ssize_t limit
    cdef public bint uses_patterns
    cdef MateFilter mate_filter
    cdef StalemateFilter stalemate_filter
    cdef DoubleMateFilter double_mate_filter
    cdef Py_ssize_t count                   # lines found
    cdef u32 line[MAX_LINE]                 # the moves that led to the current position
    cdef LineRecords records                # lines found last

    cdef Py_ssize_t record_endings(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t record_goal_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    cdef Py_ssize_t list_goal_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t king_exposing_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t, filters=bint, checks=bint)
    cdef Py_ssize_t record_helped(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t, goal=int, square=Py_ssize_t)
    cdef Py_ssize_t record_reciprocal(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    cdef Py_ssize_t record_reciprocal_after_series(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, goal=int, square=Py_ssize_t, found=bint)
    cdef bint has_reciprocal_ending(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t record_line(self, Py_ssize_t depth) noexcept nogil
    cdef void flush_lines(self) noexcept nogil
    cdef void drop_lines(self, Py_ssize_t before) noexcept nogil
