# cython: language_level=3
cimport cython
from libc.stdint cimport int64_t as i64, uint64_t as u64
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.goal_search cimport GOAL_MATE, GOAL_STALEMATE, GoalSearch
from feerie.search.lines.line_filters cimport AT_GOAL, FORCED, HELPED, NOT_LISTED, LineFilters
from feerie.search.lines.target_bounds cimport HELP, PARRY, RETRY_INTERVAL, SAMPLED_LENGTHS, SERIES

cdef enum:
    # limits of the pattern search; none of them changes what is found
    MAX_PATTERNS = 1 << 15      # patterns of a position with many moves left; with few, see `max_patterns`
    STEPS_PER_PATTERN = 16      # steps of the pattern search for each pattern that it may list
    LONG_SEARCH_STEPS = 1 << 22     # steps instead of that where many moves are left: the search below costs more
    MAX_WASTED_STEPS = 1 << 18  # steps without result, and half a step for each position: after these no more lists are made
    CASTLING_STEPS = 1 << 14    # in place of each of these limits where castlings move men
    MIN_SAMPLE = 100            # positions: until this many are tried nothing is concluded from failures
    FEW_SAMPLES = 20            # instead before forced endings, where lists are seldom short enough
    HOPELESS_OF_64 = 63         # failures out of 64: from then on lists are made only now and then,
    POSITION_COST = 64          # of a position, in the unit of the costs of patterns; a pattern and a move cost 1
    REFILTER_COST = 24          # of a pattern that is tested again
    IDLE_COST = 32              # of a pattern for which idle moves are noted
    TRIAL_COST = 1 << 15        # until it has cost this, advancing patterns is tried; in any case
    RETRY_ADVANCING = 31        #   at one of so many positions
    LONG_LIST = 64              # patterns: with more, positions after moves are looked up before patterns are advanced
    SHORT_LIST = 8              # the same in a series
    MAX_LATE_PATTERNS = 128     # in a series the same one move earlier
    MAX_LAST_PATTERNS = 32      # patterns: fewer are advanced by the move before mate, where the mate filter works too

@cython.final
cdef class PatternLists:
    cdef readonly Judge judge
    cdef readonly GoalSearch goals
    cdef readonly LineFilters filters
    cdef int play, ending, goal
    cdef bint of_own_king                   # are the patterns those of mates of the king whose side reaches the goal?
    cdef int unlisted_left                  # length and key of the last start with too many patterns; -1: none
    cdef u64 unlisted_key
    cdef bint holds_list                    # are there patterns listed that moves on the stack still need?
    cdef Py_ssize_t mating_side_moves, other_moves    # see `set_move_budgets`
    cdef u64 tried[SAMPLED_LENGTHS]         # by moves left: positions whose patterns were to be listed,
    cdef u64 failed[SAMPLED_LENGTHS]        #   those where they were too many or took too long,
    cdef u64 skipped[SAMPLED_LENGTHS]       #   those not tried because others failed
    # by moves left: what tells whether patterns are advanced
    cdef i64 visits[SAMPLED_LENGTHS]        # positions with patterns
    cdef i64 pattern_cost[SAMPLED_LENGTHS]
    cdef i64 dropped_moves[SAMPLED_LENGTHS]     # moves that leave no pattern
    cdef i64 kept_moves[SAMPLED_LENGTHS]        # moves searched,
    cdef i64 nodes_after[SAMPLED_LENGTHS]       #   and positions searched after them

    cdef inline void set_move_budgets(self, Py_ssize_t left) noexcept nogil
    cdef inline Py_ssize_t max_patterns(self, Py_ssize_t left) noexcept nogil
    cdef inline Py_ssize_t max_steps(self, Py_ssize_t left) noexcept nogil
    cdef inline u64 most_wasted_steps(self) noexcept nogil
    cdef inline bint needs_list(self, Py_ssize_t left, Py_ssize_t end) noexcept nogil
    cdef inline bint is_listing_worthwhile(self, Py_ssize_t left) noexcept nogil
    cdef inline Py_ssize_t list_patterns(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef Py_ssize_t list_patterns_later(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    @cython.locals(key=u64, most=Py_ssize_t, steps=Py_ssize_t, end=Py_ssize_t)
    cdef Py_ssize_t list_patterns_of_start(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    cdef inline bint advances_patterns(self, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef bint is_advancing_worthwhile(self, Py_ssize_t left) noexcept nogil
    @cython.locals(gain=i64, length=Py_ssize_t)
    cdef i64 pattern_gain(self, Py_ssize_t left) noexcept nogil
    cdef void note_moves(self, Py_ssize_t left, i64 cost, i64 dropped, i64 kept, i64 nodes) noexcept nogil
    @cython.locals(kept=Py_ssize_t)
    cdef inline Py_ssize_t keep_patterns(self, Py_ssize_t p, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef inline bint probes_before_advancing(self, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, mating_side_moves=Py_ssize_t, other_moves=Py_ssize_t)
    cdef inline bint leaves_moves_unused(self, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
