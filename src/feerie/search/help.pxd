# cython: language_level=3
cimport cython
from libc.stdint cimport int64_t as i64, uint64_t as u64, uint32_t as u32
from feerie.kernel.verdict cimport Judge
from feerie.kernel.bits cimport FULL, ONE, SPREAD, popcount
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.compiled_rules cimport FAMILIES, MEN, NONE, PLAIN, SQUARES
from feerie.search.double_mate_filter cimport DoubleMateFilter
from feerie.search.kings_filter cimport KingsFilter
from feerie.search.patterns.base cimport Patterns, suits_patterns
from feerie.search.proof.structs cimport EARLY_TABLES, OPEN_CASE, USE_CASES
from feerie.search.line_records cimport MOST_ROOM
from feerie.search.line_endings cimport AT_GOAL, BY_OTHER, EITHER, FORCED, HELPED, LineEndings, OFFERED
from feerie.search.target_bounds cimport HELP, PARRY, PARRY_HELP, RETRY_INTERVAL, SAMPLED_LENGTHS, SERIES
from feerie.search.goal_search cimport (GOAL_AUTO_MATE, GOAL_AUTO_STALEMATE, GOAL_CASTLING, GOAL_DOUBLE_STALEMATE, GOAL_EN_PASSANT,
                                        GOAL_KING_RUN, GOAL_MATE, GOAL_MATE_OR_STALEMATE, GOAL_POSITION, GOAL_STALEMATE)

cdef enum:
    NOT_LISTED = -1             # in place of the end of a list of live patterns: which patterns are left is not known
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
    SHORT_PROOF = 3             # moves: with more, deductions are tried
    TRIAL_NODES = 4000          # of a search for a game, before it is done thoroughly
    MAX_FOLLOWED = 250          # positions on the judge's stack in which a proof bound follows men
    MAX_LATE_PATTERNS = 128     # in a series the same one move earlier
    MAX_LAST_PATTERNS = 32      # patterns: fewer are advanced by the move before mate, where the mate filter works too

cdef extern from *:
    const u64 ENDING_HASH "0x9E3779B97F4A7C15ULL"    # keys of positions that were searched for endings (golden ratio)

@cython.final
cdef class HelpSearch(LineEndings):
    cdef public bint shortcuts
    cdef public bint awaits_last            # EITHER: the patterns are those of the line's last move, after the ending's first
    cdef int unlisted_left                  # length and key of the last start with too many patterns; -1: none
    cdef u64 unlisted_key
    cdef bint of_own_king                   # are the patterns those of mates of the king whose side reaches the goal?
    cdef public Patterns patterns
    cdef KingsFilter kings_filter           # in place of mate_filter where the victim has several kings
    cdef bint suits_patterns
    cdef bint holds_list                    # are there patterns listed that moves on the stack still need?
    cdef public bint backwards              # the order of moves
    cdef public Py_ssize_t rotated
    cdef bint in_trial, trial_over          # is this a search without cases; did it not finish?
    cdef int rights, castling_sides         # of the position that patterns and filters were made for
    cdef bint memoizes                      # is it noted how lines go on from a position?
    cdef Py_ssize_t mating_side                   # side that reaches the goal, -1: not yet known
    cdef Py_ssize_t mating_side_moves, other_moves    # see `set_move_budgets`
    cdef u64 tried[SAMPLED_LENGTHS]         # by moves left: positions whose patterns were to be listed,
    cdef u64 failed[SAMPLED_LENGTHS]        #   those where they were too many or took too long,
    # by moves left: what tells whether patterns are advanced
    cdef i64 visits[SAMPLED_LENGTHS]        # positions with patterns
    cdef i64 pattern_cost[SAMPLED_LENGTHS]
    cdef i64 dropped_moves[SAMPLED_LENGTHS]     # moves that leave no pattern
    cdef i64 kept_moves[SAMPLED_LENGTHS]        # moves searched,
    cdef i64 nodes_after[SAMPLED_LENGTHS]       #   and positions searched after them
    cdef u64 skipped[SAMPLED_LENGTHS]       #   those not tried because others failed

    cdef inline void set_move_budgets(self, Py_ssize_t left) noexcept nogil
    cdef inline Py_ssize_t max_patterns(self, Py_ssize_t left) noexcept nogil
    cdef inline Py_ssize_t max_steps(self, Py_ssize_t left) noexcept nogil
    cdef inline u64 most_wasted_steps(self) noexcept nogil
    cdef inline bint is_run_too_far(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    cdef inline bint is_listing_worthwhile(self, Py_ssize_t left) noexcept nogil
    cdef inline Py_ssize_t list_patterns(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    @cython.locals(key=u64, most=Py_ssize_t, steps=Py_ssize_t, end=Py_ssize_t)
    cdef Py_ssize_t list_patterns_of_start(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    cdef inline bint needs_list(self, Py_ssize_t left, Py_ssize_t end) noexcept nogil
    cdef inline bint moves_last(self, Py_ssize_t left) noexcept nogil
    cdef inline int first_goal(self) noexcept nogil
    cdef inline bint is_before_mate(self, Py_ssize_t left) noexcept nogil
    cdef inline bint concerns_own_king(self) noexcept nogil
    cdef inline bint is_before_double_mate(self, Py_ssize_t left) noexcept nogil
    cdef inline bint is_before_stalemate(self, Py_ssize_t left) noexcept nogil
    cdef inline bint is_before_forcing(self, Py_ssize_t left) noexcept nogil
    cdef inline bint uses_table(self, Py_ssize_t left, Py_ssize_t end) noexcept nogil
    cdef inline bint probes_before_advancing(self, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef inline bint advances_patterns(self, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(f=Py_ssize_t)
    cdef bint has_castling_right(self, Py_ssize_t p) noexcept nogil
    cdef inline bint is_before_en_passant(self, Py_ssize_t left) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t)
    cdef Py_ssize_t keep_double_steps(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef bint is_advancing_worthwhile(self, Py_ssize_t left) noexcept nogil
    @cython.locals(gain=i64, length=Py_ssize_t)
    cdef i64 pattern_gain(self, Py_ssize_t left) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef bint has_duty(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef inline bint has_line_move(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef inline Py_ssize_t list_line_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left) noexcept nogil
    @cython.locals(key=u64, in_table=bint, listed=bint, found=Py_ssize_t, memoizes=bint, start=Py_ssize_t, generation=u64)
    cdef Py_ssize_t search(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(kept=Py_ssize_t)
    cdef inline Py_ssize_t keep_patterns(self, Py_ssize_t p, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef inline u64 memo_key(self, u64 key, Py_ssize_t left) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cdef inline Py_ssize_t copy_known_lines(self, u64 key, Py_ssize_t left, Py_ssize_t depth) noexcept nogil
    @cython.locals(length=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t search_on(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef inline bint only_shortest(self) noexcept nogil
    cpdef bint goes_on_after_goal(self) noexcept nogil
    @cython.locals(before=u64, found=Py_ssize_t)
    cdef Py_ssize_t search_with_deduction(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, count=Py_ssize_t, following=Py_ssize_t, announces=bint, stop=Py_ssize_t, after=Py_ssize_t, probes=bint, may_end=bint, advances=bint, found=Py_ssize_t,
                   noted=bint, before=u64)
    cdef inline Py_ssize_t search_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, key=u64)
    cdef inline void prefetch_move(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(refuted=Py_ssize_t)
    cdef inline bint is_refuted(self, u64 key, Py_ssize_t left) noexcept nogil
    cdef inline bint is_refuted_series(self, Py_ssize_t p, Py_ssize_t left, bint may_end) noexcept nogil
    cdef inline bint remembers_endings(self) noexcept nogil
    cdef inline bint has_no_ending(self, Py_ssize_t p) noexcept nogil
    @cython.locals(found=Py_ssize_t, memoizes=bint, start=Py_ssize_t, generation=u64, key=u64)
    cdef Py_ssize_t after_move(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cdef inline Py_ssize_t end_or_go_on(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, mating_side_moves=Py_ssize_t, other_moves=Py_ssize_t)
    cdef inline bint leaves_moves_unused(self, Py_ssize_t left, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, stop=Py_ssize_t, before=Py_ssize_t, found=Py_ssize_t, after=Py_ssize_t, lines=Py_ssize_t)
    cdef Py_ssize_t search_parries(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(wrong=u64, kings=u64, i=Py_ssize_t, side=Py_ssize_t, surplus=Py_ssize_t)
    cdef bint is_target_too_far(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil

    @cython.locals(left=Py_ssize_t, found=Py_ssize_t)
    cpdef Py_ssize_t search_after(self, u32 move, Py_ssize_t length) except -1
    @cython.locals(found=Py_ssize_t, some=Py_ssize_t, number=Py_ssize_t, white_case=int, black_case=int)
    cdef Py_ssize_t _search_for_game(self, u32 move, Py_ssize_t length) except -1
    @cython.locals(limit=u64, found=Py_ssize_t)
    cdef Py_ssize_t _try_plainly(self, u32 move, Py_ssize_t length) except -1
    @cython.locals(end=Py_ssize_t, after=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t search_first_move(self, Py_ssize_t p, u32 move, Py_ssize_t left) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cpdef Py_ssize_t search_endings(self) except -1
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef first_moves(self, Py_ssize_t length)
    cpdef bint must_reach_goal(self) except? True
