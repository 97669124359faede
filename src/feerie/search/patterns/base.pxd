# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8
from feerie.kernel.packed_move cimport (move_kind, move_man, move_origin, move_partner, move_partner_man, move_result,
                                        move_target)
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT, MEN, MULTIPLEX, SQUARES, ULTRA
from feerie.kernel.verdict cimport Judge
from feerie.search.patterns.distances cimport Distances, SIDE_MEN, least_moves
from feerie.search.patterns.plans cimport CastlingPlans
from feerie.search.patterns.structs cimport (ANY_KIND, BY_TRANSPORT, NO_CAPTURES, NO_TARGET, TARGET_MASK, Budget, Gain,
                                             LivePattern, Pattern, Plan, UsefulSquares, spend, target_kind, target_square,
                                             touched_squares)

cdef enum:
    MAX_PLY = 160           # positions on the judge's stack in which men are tracked
    NO_MAN = 255            # in man_at: not a man that is tracked
    CAPTURED = 128          # in current_squares: the man has been captured
    TRANSPORTED = 16        # in excluded: kinds from this bit on are those of men that are transported
    MAX_EXCLUSIONS = 1 << 15

@cython.locals(origins=u64, distances=Distances, kind=Py_ssize_t, men=u64, square=Py_ssize_t, targets=u64)
cdef bint may_get_king(Judge judge, Py_ssize_t side, Py_ssize_t moves) except? True
@cython.locals(kings=u64)
cdef bint has_one_king(Judge judge, Py_ssize_t side, Py_ssize_t moves) except? True
cpdef bint suits_patterns(Judge judge, Py_ssize_t mating_side, Py_ssize_t moves) except? True

cdef class Patterns(CastlingPlans):
    cdef public bint applicable             # the genre and position are as the patterns need them
    cdef public Py_ssize_t wasted_steps     # steps of enumerations that were given up
    cdef Pattern *patterns
    cdef LivePattern *live
    cdef UsefulSquares *useful_squares      # of live patterns, by their places; set by `note_idle_moves`
    cdef u16 *targets_by_man                # [man, pattern]: targets, BY_TRANSPORT set for men that are transported
    cdef Gain gains[TARGET_MASK + 1]        # by target, for the call of `advance` under way
    cdef u64 approaches[SQUARES]            # see `drop_idle_moves`
    cdef u64 freeing
    cdef u64 serial                         # of that call
    cdef Py_ssize_t pattern_room, live_room, useful_room, target_room
    cdef u8 man_at[MAX_PLY * SQUARES]       # [place on the judge's stack, square]: index of the man
    cdef Py_ssize_t mating_side_men         # men 0 to mating_side_men - 1 are the mating side's
    cdef Py_ssize_t man_count               # men but the victim's king, whose index it is
    cdef bint castling_movable              # castlings may move men other than kings
    cdef u64 transportable                  # men (bits) that castlings may move, at once or later
    # the enumeration under way
    cdef Py_ssize_t pending                 # the castlings that its lines contain, as in LivePattern
    cdef Py_ssize_t count, max_patterns, steps, max_steps
    cdef bint aborted
    cdef Py_ssize_t king                    # the square of the victim's king
    cdef u16 target[2 * SIDE_MEN]           # by man
    cdef u64 transported                    # men (bits) that castlings take to their targets
    cdef u32 excluded[2 * SIDE_MEN * SQUARES]       # [man, square]: kinds (bits) that are not tried there again
    cdef int exclusion_places[MAX_EXCLUSIONS]       # the exclusions in their order, so that they can be undone
    cdef u32 exclusion_bits[MAX_EXCLUSIONS]
    cdef Py_ssize_t exclusion_count
    # the last question to `find`, and its answer
    cdef Py_ssize_t last_ply, last_mating_side_moves, last_victim_moves, last_max_patterns, last_answer
    cdef u64 last_key
    # where the men are now
    cdef bint located                       # the two below hold for the current live patterns
    cdef int current_squares[2 * SIDE_MEN]  # by man, or CAPTURED
    cdef int current_kinds[2 * SIDE_MEN]

    @cython.locals(key=u64)
    cdef Py_ssize_t find(self, Py_ssize_t p, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves, Py_ssize_t max_patterns,
                         Py_ssize_t max_steps) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef Py_ssize_t _find(self, Py_ssize_t p, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves, Py_ssize_t max_patterns,
                          Py_ssize_t max_steps) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t)
    cdef void _note_castlings(self) noexcept
    cdef bint moves_men_by_castling(self) noexcept nogil
    @cython.locals(ours=Py_ssize_t, theirs=Py_ssize_t)
    cdef void _enumerate_by_plans(self, Py_ssize_t p, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    @cython.locals(made=Plan)
    cdef void _make_plan(self, Py_ssize_t p, Py_ssize_t plan, bint is_made) noexcept nogil
    cdef void _enumerate(self, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    cdef void _extend(self, Budget budget, u64 placed, u32 blocked) noexcept nogil
    cdef bint _is_refuted(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t mating_side_slack,
                          Py_ssize_t victim_slack) noexcept nogil
    cdef bint _is_obstructed(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t mating_side_slack,
                             Py_ssize_t victim_slack) noexcept nogil
    cdef inline bint _count_step(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, kind=Py_ssize_t, square=Py_ssize_t, side=Py_ssize_t, moves=Py_ssize_t,
                   transports=Py_ssize_t, by_mating_side=bint, transportable=bint, rest=Budget)
    cdef void _assign(self, Py_ssize_t man, Py_ssize_t target, Py_ssize_t distance, Budget budget, u64 placed,
                      u32 blocked) noexcept nogil
    cdef void _exclude(self, Py_ssize_t i, Py_ssize_t bit) noexcept nogil
    cdef inline void _undo_exclusions(self, Py_ssize_t count) noexcept nogil
    cdef inline bint _is_affordable(self, Budget budget) noexcept nogil
    @cython.locals(i=Py_ssize_t, man=Py_ssize_t)
    cdef void _add_pattern(self, Budget budget) noexcept nogil
    @cython.locals(man=Py_ssize_t, by_mating_side=bint, target=int, side=Py_ssize_t, quiet=int)
    cdef Budget _exclude_captures(self, Py_ssize_t pattern, Budget budget) noexcept nogil
    @cython.locals(kings=int, left=int, man=Py_ssize_t)
    cdef bint _leaves_capturable(self, Py_ssize_t pattern, bint by_mating_side) noexcept nogil
    @cython.locals(size=Py_ssize_t, man=Py_ssize_t, i=Py_ssize_t)
    cdef bint _transpose(self) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint _reserve_patterns(self, Py_ssize_t count) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint _reserve_live(self, Py_ssize_t count) noexcept nogil
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, men=u64, king=u64)
    cdef bint _number_men(self, Py_ssize_t p) noexcept nogil
    cdef void _number_man(self, Py_ssize_t p, Py_ssize_t square) noexcept nogil
    @cython.locals(man=Py_ssize_t, men=u64, square=Py_ssize_t)
    cdef void _locate(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline Py_ssize_t _distance(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square,
                                     Py_ssize_t target) noexcept nogil
    cdef inline bint _is_transportable(self, Py_ssize_t man) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t)
    cdef bint _can_be_transported(self, Py_ssize_t man, Py_ssize_t moves) noexcept nogil
    cdef inline Py_ssize_t _moves_until_transportable(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square,
                                                      Py_ssize_t target) noexcept nogil
    @cython.locals(goal=Py_ssize_t, side_kind=Py_ssize_t)
    cdef inline Py_ssize_t _transports(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square,
                                       Py_ssize_t target) noexcept nogil
    @cython.locals(found=u64, i=Py_ssize_t)
    cdef u64 kings(self, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(side=Py_ssize_t, us=Py_ssize_t, them=Py_ssize_t, captured=Py_ssize_t, partner=Py_ssize_t,
                   new_end=Py_ssize_t, mover_row=Py_ssize_t, captured_row=Py_ssize_t, partner_row=Py_ssize_t,
                   i=Py_ssize_t, pattern=Py_ssize_t, target=Py_ssize_t, slack=Py_ssize_t, spare=Py_ssize_t,
                   their_slack=Py_ssize_t, their_spare=Py_ssize_t, touched=u64)
    cdef Py_ssize_t advance(self, Py_ssize_t p, u32 move, Py_ssize_t first, Py_ssize_t end,
                            bint noted) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint _reserve_useful_squares(self, Py_ssize_t count) noexcept nogil
    cdef bint note_idle_moves(self, Py_ssize_t p, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(kept=Py_ssize_t, i=Py_ssize_t, move=u32)
    cdef Py_ssize_t drop_idle_moves(self, Py_ssize_t n, Py_ssize_t stop) noexcept nogil
    cdef inline void _append_castled(self, Py_ssize_t i, Py_ssize_t new_end, Py_ssize_t us) noexcept nogil
    @cython.locals(side=Py_ssize_t)
    cdef inline Py_ssize_t _captured_man(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, kind=Py_ssize_t, result=Py_ssize_t, origin=Py_ssize_t, goal=Py_ssize_t,
                   base=Py_ssize_t, gain=int)
    cdef void _note_gain(self, Py_ssize_t side, u32 move, Py_ssize_t target) noexcept nogil
    @cython.locals(side=Py_ssize_t, owner=Py_ssize_t)
    cdef Py_ssize_t _more_transports(self, Py_ssize_t p, u32 move, Py_ssize_t target) noexcept nogil
    @cython.locals(kept=Py_ssize_t, i=Py_ssize_t, pattern=Py_ssize_t, changed=int)
    cdef Py_ssize_t refilter(self, Py_ssize_t p, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(square=Py_ssize_t)
    cdef void track_men(self, Py_ssize_t p, u32 move) noexcept nogil
