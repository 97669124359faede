# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32
from feerie.kernel.bits cimport FULL
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.goal_search cimport GOAL_MATE, GoalSearch
from feerie.search.goal.standing_replies cimport StandingReplies
from feerie.search.lines.forced_endings cimport ForcedEndings
from feerie.search.lines.line_filters cimport EITHER, FORCED, HELPED, LineFilters
from feerie.search.lines.line_records cimport LineRecords
from feerie.search.lines.target_bounds cimport PARRY

cdef enum:
    MAX_LINE = 2048             # moves of a line

@cython.final
cdef class LineEndings:
    cdef Judge judge
    cdef GoalSearch goals
    cdef LineFilters filters
    cdef StandingReplies replies            # those of `filters`
    cdef ForcedEndings forced_endings
    cdef int play, ending, goal, own_goal
    cdef Py_ssize_t own_square
    cdef public object lines                # see HelpSearch
    cdef readonly Py_ssize_t limit
    cdef Py_ssize_t count                   # lines found
    cdef u32 line[MAX_LINE]                 # the moves that led to the current position
    cdef LineRecords records                # lines found last

    cdef Py_ssize_t record_endings(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t record_goal_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    cdef inline bint needs_check(self, Py_ssize_t p, Py_ssize_t depth) noexcept nogil
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
