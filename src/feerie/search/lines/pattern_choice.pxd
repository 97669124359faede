# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.verdict cimport Judge
from feerie.search.filters.double_mate_filter cimport DoubleMateFilter
from feerie.search.goal.goal_search cimport (GOAL_AUTO_MATE, GOAL_AUTO_STALEMATE, GOAL_DOUBLE_STALEMATE, GOAL_MATE,
                                        GOAL_POSITION, GOAL_STALEMATE, GoalSearch)
from feerie.search.filters.kings_filter cimport KingsFilter
from feerie.search.lines.forced_endings cimport ForcedEndings
from feerie.search.lines.line_filters cimport (AT_GOAL, BY_OTHER, EITHER, FORCED, HELPED, NOT_LISTED, OFFERED,
                                               LineFilters)
from feerie.search.lines.pattern_lists cimport PatternLists
from feerie.search.patterns.base cimport suits_patterns
from feerie.search.lines.target_bounds cimport HELP, SERIES, TargetBounds

cdef enum:
    MAX_FOLLOWED = 250          # positions on the judge's stack in which a proof bound follows men

@cython.final
cdef class PatternChoice:
    cdef Judge judge
    cdef GoalSearch goals
    cdef LineFilters filters
    cdef PatternLists lists
    cdef TargetBounds target
    cdef ForcedEndings forced_endings
    cdef int play, ending, goal, own_goal
    cdef bint shortcuts
    cdef bint suits_patterns
    cdef int rights, castling_sides         # of the position that patterns and filters were made for
    cdef u64 asked_key                      # the last question to `sides_that_may_castle`,
    cdef int asked_moves, may_castle        #   and its answer

    @cython.locals(mating_side=Py_ssize_t, moves=Py_ssize_t, suits=bint, rights=int, castling_sides=int, chooses=bint,
                   filters=LineFilters, i=Py_ssize_t)
    cdef choose(self, Py_ssize_t length)
    @cython.locals(filters=LineFilters, mating_side=Py_ssize_t)
    cdef _make_filters(self)
    cdef int _sides_that_may_castle(self, int moves) except -1
    @cython.locals(filters=LineFilters, mating_side=Py_ssize_t, most=Py_ssize_t, count=Py_ssize_t)
    cdef _choose_side(self, Py_ssize_t length)
    @cython.locals(filters=LineFilters, mating_side=Py_ssize_t, exposes=bint, fewest=Py_ssize_t, count=Py_ssize_t,
                   of_own_king=int, was_own=bint)
    cdef _choose_king(self, Py_ssize_t length)
    cdef inline bint concerns_own_king(self) noexcept nogil
