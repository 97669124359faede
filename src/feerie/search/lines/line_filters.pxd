# cython: language_level=3
cimport cython
from feerie.kernel.bits cimport FULL
from feerie.kernel.compiled_rules cimport FAMILIES, NONE, PLAIN
from feerie.kernel.packed_move cimport move_kind, move_man
from feerie.kernel.verdict cimport Judge
from feerie.search.filters.double_mate_filter cimport DoubleMateFilter
from feerie.search.filters.kings_filter cimport KingsFilter
from feerie.search.filters.mate_filter cimport MateFilter
from feerie.search.filters.stalemate_filter cimport StalemateFilter
from feerie.search.goal.flights cimport FlightTest
from feerie.search.goal.frontier cimport FrontierPruning
from feerie.search.goal.goal_search cimport GOAL_CASTLING, GOAL_EN_PASSANT, GOAL_MATE, GoalSearch
from feerie.search.goal.standing_replies cimport StandingReplies
from feerie.search.lines.forced_endings cimport ForcedEndings
from feerie.search.lines.target_bounds cimport HELP, SERIES
from feerie.search.patterns.base cimport Patterns

cdef enum:                  # endings of a line: see help.py
    AT_GOAL = 0
    BY_OTHER = 1
    FORCED = 2
    OFFERED = 3
    EITHER = 4
    HELPED = 5

cdef enum:
    NOT_LISTED = -1             # in place of the end of a list of live patterns: which patterns are left is not known

@cython.final
cdef class LineFilters:
    cdef Judge judge
    cdef GoalSearch goals
    cdef FrontierPruning frontier
    cdef readonly StandingReplies replies   # those of `frontier`
    cdef FlightTest flights
    cdef readonly ForcedEndings forced_endings
    cdef int play, ending, goal, own_goal
    cdef bint shortcuts
    cdef bint checks_only                   # must the victim's last move give check?
    cdef bint foresees_mates                # are the victim's last moves those of Judge.keep_before_mate?
    cdef bint uses_patterns
    cdef bint awaits_last                   # EITHER: the patterns are those of the line's last move, after the ending's first
    cdef Patterns patterns
    cdef MateFilter mate_filter             # used where `uses_patterns` says so
    cdef KingsFilter kings_filter           # in place of mate_filter where the victim has several kings
    cdef StalemateFilter stalemate_filter
    cdef DoubleMateFilter double_mate_filter
    cdef Py_ssize_t mating_side             # side that reaches the goal, -1: not yet known
    cdef bint counts_rights                 # must the side that castles have a right to it?

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
    cdef Py_ssize_t list_goal_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t goal_candidates(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef Py_ssize_t goal_side_moves_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef bint exposes_in_vain(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
