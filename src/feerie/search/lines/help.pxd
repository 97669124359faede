# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from feerie.kernel.bits cimport FULL, ONE, SPREAD, popcount
from feerie.kernel.compiled_rules cimport FAMILIES, MEN, NONE, PLAIN, SQUARES
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.goal_search cimport (GOAL_KING_RUN, GOAL_MATE, GOAL_MATE_OR_STALEMATE,
                                             GOAL_POSITION, GOAL_STALEMATE, GoalSearch)
from feerie.search.lines.line_endings cimport LineEndings
from feerie.search.lines.line_filters cimport AT_GOAL, EITHER, FORCED, NOT_LISTED, OFFERED, LineFilters
from feerie.search.lines.line_records cimport MOST_ROOM, LineRecords
from feerie.search.lines.pattern_choice cimport PatternChoice
from feerie.search.lines.pattern_lists cimport IDLE_COST, PatternLists
from feerie.search.proof.structs cimport EARLY_TABLES
from feerie.search.lines.target_bounds cimport HELP, PARRY, SERIES, TargetBounds
from feerie.search.transposition cimport TranspositionTable

cdef enum:
    SHORT_PROOF = 3             # moves: with more, deductions are tried
    TRIAL_NODES = 4000          # of a search for a game, before it is done thoroughly

cdef extern from *:
    const u64 ENDING_HASH "0x9E3779B97F4A7C15ULL"    # keys of positions that were searched for endings (golden ratio)

cdef struct LineNode:       # a node of the search
    Py_ssize_t p            # the frame of its position
    Py_ssize_t n            # the list is free for its moves from there on
    Py_ssize_t left         # moves before the ending, see line_filters.py
    Py_ssize_t depth        # moves that have led to it
    Py_ssize_t first, end   # the live patterns, see line_filters.py

@cython.final
cdef class HelpSearch:
    cdef readonly Judge judge
    cdef readonly TranspositionTable table
    cdef readonly GoalSearch goals
    cdef LineFilters filters
    cdef readonly LineEndings endings
    cdef LineRecords records                # those of `endings`
    cdef PatternLists lists
    cdef readonly TargetBounds target
    cdef PatternChoice choice
    cdef int play, ending, goal
    cdef readonly bint exact                # lines have just the given length
    cdef bint shortcuts
    cdef public bint backwards              # the order of moves
    cdef public Py_ssize_t rotated
    cdef bint memoizes                      # is it noted how lines go on from a position?
    cdef bint skips_refuted                 # are moves to positions that the table refutes not even made?
    cdef bint counts_squares, counts_men    # has the genre what is_target_too_far needs, of squares and of men?
    cdef bint counts_places                 # has it what places_too_many needs, and is that not counted already?
    cdef readonly bint goes_on_after_goal   # see the class
    cdef bint in_trial, trial_over          # is this a search without cases; did it not finish?
    cdef u64 thorough_key                   # of the position for which bounds were last deduced thoroughly

    @cython.locals(p=Py_ssize_t, left=Py_ssize_t, first=Py_ssize_t, end=Py_ssize_t, key=u64, in_table=bint, listed=bint, found=Py_ssize_t, memoizes=bint, start=Py_ssize_t, generation=u64)
    cdef Py_ssize_t search(self, LineNode node) noexcept nogil
    cdef inline bint is_run_too_far(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    cdef inline bint uses_table(self, Py_ssize_t left, Py_ssize_t end) noexcept nogil
    @cython.locals(refuted=Py_ssize_t)
    cdef inline bint is_refuted(self, u64 key, Py_ssize_t left) noexcept nogil
    cdef inline u64 table_key(self, u64 key, Py_ssize_t left) noexcept nogil
    cdef inline u64 memo_key(self, u64 key, Py_ssize_t left) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cdef inline Py_ssize_t copy_known_lines(self, u64 key, Py_ssize_t left, Py_ssize_t depth) noexcept nogil
    @cython.locals(p=Py_ssize_t, left=Py_ssize_t, cost=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, count=Py_ssize_t, ordered=bint, announces=bint, stop=Py_ssize_t, after=Py_ssize_t, probes=bint, may_end=bint, advances=bint, found=Py_ssize_t, kept=Py_ssize_t, dropped=Py_ssize_t,
                   noted=bint, before=u64, skips=bint, ahead=u64, key=u64)
    cdef Py_ssize_t search_moves(self, LineNode node) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline Py_ssize_t place_in_order(self, Py_ssize_t j, Py_ssize_t n, Py_ssize_t count) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, count=Py_ssize_t, waste=u32)
    cdef void order_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t stop) noexcept nogil
    @cython.locals(us=Py_ssize_t, key=u64)
    cdef inline void prefetch_move(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(key=u64)
    cdef inline u64 look_ahead(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(found=Py_ssize_t, memoizes=bint, start=Py_ssize_t, generation=u64, key=u64)
    cdef inline Py_ssize_t after_move(self, LineNode node, u32 move) noexcept nogil
    @cython.locals(p=Py_ssize_t, left=Py_ssize_t, found=Py_ssize_t)
    cdef inline Py_ssize_t end_or_go_on(self, LineNode node, u32 move) noexcept nogil
    @cython.locals(left=Py_ssize_t, found=Py_ssize_t)
    cpdef Py_ssize_t search_after(self, u32 move, Py_ssize_t length) except -1
    @cython.locals(end=Py_ssize_t, after=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t search_first_move(self, Py_ssize_t p, u32 move, Py_ssize_t left) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cpdef Py_ssize_t search_endings(self) except -1
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef first_moves(self, Py_ssize_t length)
    cpdef bint must_reach_goal(self) except? True

    # series
    cdef Py_ssize_t go_on_in_series(self, LineNode node) noexcept nogil
    @cython.locals(end=Py_ssize_t, length=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t search_on(self, LineNode node) noexcept nogil
    cdef inline bint only_shortest(self) noexcept nogil
    @cython.locals(p=Py_ssize_t, i=Py_ssize_t, stop=Py_ssize_t, before=Py_ssize_t, found=Py_ssize_t, after=Py_ssize_t, lines=Py_ssize_t)
    cdef Py_ssize_t search_parries(self, LineNode node) noexcept nogil
    cdef bint must_go_on(self, Py_ssize_t p, bint may_end) noexcept nogil
    cdef inline bint remembers_endings(self) noexcept nogil
    cdef void note_no_ending(self, Py_ssize_t p) noexcept nogil
    cdef inline bint has_no_ending(self, Py_ssize_t p) noexcept nogil

    # play to a position
    @cython.locals(wrong=u64, kings=u64, i=Py_ssize_t, side=Py_ssize_t)
    cdef bint is_target_too_far(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    @cython.locals(side=Py_ssize_t, surplus=Py_ssize_t)
    cdef bint men_too_many(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    @cython.locals(moves=Py_ssize_t, others=Py_ssize_t, side=Py_ssize_t, i=Py_ssize_t, missing=u64)
    cdef bint places_too_many(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    @cython.locals(f=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t most_castlings(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t moves) noexcept nogil
    @cython.locals(f=Py_ssize_t)
    cdef bint castles_with_enemy(self) noexcept nogil
    @cython.locals(f=Py_ssize_t)
    cdef bint may_castle(self, Py_ssize_t p) noexcept nogil
    @cython.locals(wrong=u64, i=Py_ssize_t, side=Py_ssize_t)
    cdef Py_ssize_t wrong_squares(self, Py_ssize_t p) noexcept nogil
    @cython.locals(before=u64, found=Py_ssize_t)
    cdef Py_ssize_t search_with_deduction(self, LineNode node) noexcept nogil
    @cython.locals(found=Py_ssize_t, some=Py_ssize_t, number=Py_ssize_t, key=u64, is_short=bint, white_case=int,
                   black_case=int)
    cdef Py_ssize_t _search_for_game(self, u32 move, Py_ssize_t length) except -1
    @cython.locals(limit=u64, until=u64, found=Py_ssize_t)
    cdef Py_ssize_t _try_plainly(self, u32 move, Py_ssize_t length) except -1
