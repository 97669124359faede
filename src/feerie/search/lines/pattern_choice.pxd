# cython: language_level=3
from libc.stdint cimport uint64_t as u64
from feerie.kernel.verdict cimport Judge
from feerie.search.filters.double_mate_filter cimport DoubleMateFilter
from feerie.search.goal.goal_search cimport (GOAL_AUTO_MATE, GOAL_AUTO_STALEMATE, GOAL_DOUBLE_STALEMATE, GOAL_MATE,
                                        GOAL_POSITION, GOAL_STALEMATE)
from feerie.search.filters.kings_filter cimport KingsFilter
from feerie.search.lines.line_endings cimport AT_GOAL, BY_OTHER, EITHER, FORCED, HELPED, OFFERED
from feerie.search.lines.line_filters cimport NOT_LISTED
from feerie.search.lines.pattern_lists cimport PatternLists
from feerie.search.patterns.base cimport suits_patterns
from feerie.search.lines.target_bounds cimport HELP, SERIES

cdef enum:
    MAX_FOLLOWED = 250          # positions on the judge's stack in which a proof bound follows men

cdef class PatternChoice(PatternLists):
    cdef bint suits_patterns
    cdef int rights, castling_sides         # of the position that patterns and filters were made for
    cdef u64 asked_key                      # the last question to `sides_that_may_castle`,
    cdef int asked_moves, may_castle        #   and its answer

    cdef int _sides_that_may_castle(self, int moves) except -1
    cdef inline bint concerns_own_king(self) noexcept nogil
