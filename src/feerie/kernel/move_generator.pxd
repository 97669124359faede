# cython: language_level=3
# Positions, and the C types of move_generator.py. Arrays "by square" have SQUARES items.
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8

from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.compiled_rules cimport (ATTACK_TABLES, BOTH, CAPTURE, CASTLING, EN_PASSANT, FAMILIES,
                                           KING_MOVE_TABLE, MEN, MOVE_TABLES, MULTIPLEX, NONE, PLAIN, QUIET, SQUARES,
                                           ULTRA, AttackTable, CompiledRules, Family, MoveTable, reached_from)
from feerie.kernel.packed_move cimport (move_kind, move_man, move_origin, move_partner, move_partner_man,
                                        move_result, move_target)

cdef enum:
    MAX_MOVES = 8192        # no position has more moves
    MOVES_PER_PLY = 224     # places in the list for each ply, when it is allocated
    MARGIN = 32             # frames above the top that a verdict may need
    COUNTED = 0             # tasks of the generator, see the comment above MoveGenerator.add_moves
    LISTED = 1
    CHECKS_ONLY = 2
    GATHERED = 3
    SET = 1 << 30           # a bit no move has: see add_set

cdef struct Frame:          # a position
    u64 men[MEN]            # by kind of man, both sides together
    u64 sides[2]
    u64 key                 # Zobrist key
    u8 turn, rights
    u8 ep_square, ep_pawn   # square passed over and square of the man that did so; NONE where nobody can capture

cdef inline Py_ssize_t add_set(u32 *moves, Py_ssize_t n, u64 targets, u32 code, Py_ssize_t shift) noexcept nogil:
    """Append to a list, as four items, moves that differ by their squares only. plain.py has the same.

    `code`: a move but for its target. `shift`: origin of each = target - shift; 0 if the origin is in the code.
    """
    moves[n] = code | SET
    moves[n + 1] = <u32>targets
    moves[n + 2] = <u32>(targets >> 32)
    moves[n + 3] = <u32>(shift + SQUARES)
    return n + 4

cdef struct MoveSet:        # what add_set has packed
    u64 targets
    u32 code
    int shift

cdef inline u32 move_of(MoveSet *sets, Py_ssize_t k, Py_ssize_t target) noexcept nogil:
    """The move of a set to one of its targets. plain.py has the same."""
    return (target - sets[k].shift if sets[k].shift else 0) | target << 6 | sets[k].code

cdef inline int kind_on(Frame *frames, Py_ssize_t p, u64 bit) noexcept nogil:
    """MoveGenerator.kind_at for other modules, inlined; without a branch that nobody could foresee. plain.py has the same."""
    cdef u64 *men = frames[p].men
    return ((men[1] | men[3] | men[5] | men[7]) & bit != 0) | ((men[2] | men[3] | men[6] | men[7]) & bit != 0) << 1 \
        | ((men[4] | men[5] | men[6] | men[7]) & bit != 0) << 2

cdef class MoveGenerator:
    cdef public CompiledRules rules
    # From here to `running`: copies of the rules, see CompiledRules.
    cdef MoveTable *move_tables
    cdef AttackTable *attack_tables
    cdef Family *families
    cdef u64 *paths
    cdef u64 *keys
    cdef u64 *ep_keys
    cdef u64 *right_keys
    cdef u64 *gates
    cdef u8 *rights_mask
    cdef u8 **double_step_over
    cdef u8 **double_step_to
    cdef u64 **ep_origins
    cdef u64 turn_key
    cdef Py_ssize_t move_table_count[2]
    cdef Py_ssize_t shifting[2]
    cdef Py_ssize_t attack_table_count[2]
    cdef Py_ssize_t leaping[2]
    cdef Py_ssize_t family_count, kinds, royal, ep_man
    cdef readonly int properties        # rules/properties.py; `tails_are_rays` is one of them
    cdef int doctrine, tails_are_rays, has_divergent_men
    cdef u64 goals[2]
    cdef u8 run_flags[2]
    cdef u8 running             # both sides' run_flags together
    cdef Frame *frames
    cdef u32 *list              # packed moves, of all plies one after another
    cdef public Py_ssize_t ply          # the frame of the position on top
    cdef public Py_ssize_t capacity     # frames, MARGIN of them above the top
    cdef public bint stopped            # set from another thread: long work ends soon, its result is meaningless
    cdef public bint out_of_memory      # stopped for want of memory
    cdef Py_ssize_t list_reserve        # places in the list for the moves of a position and the verdict on each
    cdef u64 check_mask, pinned         # set by compute_masks, as are the five below
    cdef u64 pin_mask[SQUARES]          # of pinned men only
    cdef u64 king_check_mask[SQUARES]   # of several kings only
    cdef u64 king_to[SQUARES]           # of kings only
    cdef u64 ultra_mask[SQUARES]        # ULTRA: pin_mask while it is being computed
    cdef u64 tested_kings               # ULTRA: kings whose moves must be tried
    cdef u64 king_promotion_from[2]     # of the rules
    cdef u64 target_mask[3]             # set by prepare, by mode: the squares that men may go to
    cdef u64 promotion_zones[6]         # of the rules, by side and mode: where men promote
    cdef u64 check_squares[MEN]         # set by compute_check_info, by kind of man
    cdef u64 discoverers                # set by compute_check_info
    cdef u64 joint_squares[MEN]         # check_squares in the making: see compute_joint_check_info
    cdef Py_ssize_t quiet_count         # set by generate_checks and add_quiet_checks
    cdef public Py_ssize_t list_size    # places in the list; 0 while it is not allocated

    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, mode=Py_ssize_t)
    cdef _copy_rules(self, CompiledRules rules)
    cpdef bint has(self, int needs) noexcept
    cpdef ensure_list(self)
    @cython.locals(size=Py_ssize_t, grown="void *")
    cdef bint grow_list(self, Py_ssize_t n) noexcept nogil
    cdef inline u64 men_attacking_by(self, Py_ssize_t p, Py_ssize_t i) noexcept nogil
    cdef inline u64 men_moving_by(self, Py_ssize_t p, Py_ssize_t s) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline bint attacked(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied, u64 among) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, j=Py_ssize_t, origins=u64)
    cdef inline bint attacked_by_rider(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied, u64 among) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, j=Py_ssize_t, origins=u64, found=u64)
    cdef u64 attackers(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square) noexcept nogil
    @cython.locals(safe=bint)
    cdef bint kings_safe(self, Py_ssize_t p, Py_ssize_t us, u64 kings, u64 occupied, u64 among) noexcept nogil
    cdef bint safe(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(blockers=u64, square=Py_ssize_t)
    cdef inline void add_line(self, Py_ssize_t origin, u64 path, u64 occupied, u64 own) noexcept nogil
    @cython.locals(them=Py_ssize_t, own=u64, enemy=u64, occupied=u64, origins=u64, checking=u64, seen=u64, i=Py_ssize_t, origin=Py_ssize_t, j=Py_ssize_t)
    cdef inline u64 add_king_masks(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king, u64 targets) noexcept nogil
    @cython.locals(kings=u64, king=Py_ssize_t)
    cdef inline void compute_masks(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    cdef inline u64 king_targets(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king) noexcept nogil
    @cython.locals(kings=u64, check_mask=u64, king=Py_ssize_t)
    cdef void compute_masks_several(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(us=Py_ssize_t, own=u64, enemy=u64, kings=u64, seen=u64, bits=u64, left=u64, targets=u64)
    cdef bint has_safe_king_step(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, kings=u64)
    cdef void compute_check_info(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, kings=u64)
    cdef void compute_joint_check_info(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline void clear_check_squares(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, j=Py_ssize_t, own=u64, occupied=u64, origins=u64, seen=u64, blockers=u64)
    cdef inline void add_check_info(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king) noexcept nogil
    @cython.locals(becomes=u32, origin=u32)
    cdef inline bint may_check(self, u32 move) noexcept nogil
    @cython.locals(kings=u64, own=u64, bound=u64, rest=u64, square=Py_ssize_t)
    cdef void compute_masks_ultra(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(promoting=u64, target=Py_ssize_t, i=Py_ssize_t)
    cdef inline Py_ssize_t add_moves(self, Py_ssize_t n, Py_ssize_t step, Py_ssize_t shift, u64 targets, u64 wanted, u64 zone, u32 code, int task) noexcept nogil
    @cython.locals(restricted=u64, free=u64)
    cdef inline Py_ssize_t men_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t us, int task) noexcept nogil
    @cython.locals(check_mask=u64, target_mask=u64, zone=u64, wanted=u64, once=u64, twice=u64, s=Py_ssize_t, shift=Py_ssize_t, code=u32)
    cdef inline Py_ssize_t shifted_moves(self, Py_ssize_t p, Py_ssize_t n, u64 free, Py_ssize_t us, int task) noexcept nogil
    @cython.locals(occupied=u64, men=u64, targets=u64, zone=u64, s=Py_ssize_t, square=Py_ssize_t, segments=Py_ssize_t)
    cdef inline Py_ssize_t looked_up_moves(self, Py_ssize_t p, Py_ssize_t n, u64 free, Py_ssize_t us, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, occupied=u64, men=u64, targets=u64, s=Py_ssize_t, square=Py_ssize_t)
    cdef Py_ssize_t restricted_moves(self, Py_ssize_t p, Py_ssize_t n, u64 restricted, int task) noexcept nogil
    @cython.locals(man=Py_ssize_t, wanted=u64, code=u32)
    cdef inline Py_ssize_t add_man_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t step, Py_ssize_t square, u64 targets, u64 zone, int task) noexcept nogil
    @cython.locals(wanted=u64)
    cdef inline Py_ssize_t king_steps(self, Py_ssize_t n, Py_ssize_t us, Py_ssize_t king, u64 targets, int task) noexcept nogil
    @cython.locals(kings=u64, f=Py_ssize_t)
    cdef inline Py_ssize_t king_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t us, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, kings=u64, bits=u64, targets=u64, others=u64, king=Py_ssize_t)
    cdef Py_ssize_t several_kings_steps(self, Py_ssize_t p, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, own=u64, enemy=u64, kings=u64, after=u64, tested=bint, target=Py_ssize_t, code=u32)
    cdef Py_ssize_t ultra_steps(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t king, u64 targets, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, own=u64, kings=u64, occupied=u64, captured=u64, bits=u64, target=Py_ssize_t)
    cdef Py_ssize_t en_passant_moves(self, Py_ssize_t p, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, partner=Py_ssize_t, own=u64, enemy=u64, kings=u64, several=u64, occupied=u64, men=u64, among=u64, bits=u64, seen=u64, promoting=u64, c=Py_ssize_t, kind=int, code=u32, known=bint)
    cdef Py_ssize_t castlings(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t n, bint tested, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, c=Py_ssize_t, occupied=u64)
    cdef inline Py_ssize_t castlings_by_right(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, several=u64, bits=u64, home=u64, after=u64, kings=u64, own=u64, enemy=u64, king_bit=u64, partner_bit=u64, king_to=Py_ssize_t, partner_to=Py_ssize_t)
    cdef inline bint castles_safely(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c, Py_ssize_t king, Py_ssize_t partner, bint tested) noexcept nogil
    @cython.locals(seen=u64, men=u64, s=Py_ssize_t, i=Py_ssize_t)
    cdef u64 attacked_squares(self, Py_ssize_t p, Py_ssize_t by, u64 occupied) noexcept nogil
    @cython.locals(seen=u64, approach=u64, bits=u64, origins=u64, i=Py_ssize_t)
    cdef inline u64 attacks_near_kings(self, Py_ssize_t p, Py_ssize_t by, u64 kings, u64 occupied) noexcept nogil
    @cython.locals(i=int)
    cdef inline int kind_at(self, Py_ssize_t p, u64 bit) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef inline Py_ssize_t run_winner_at(self, Py_ssize_t p) noexcept nogil
    cdef inline bint king_run_won(self, Py_ssize_t p) noexcept nogil
    cdef inline bint has_run(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    cdef inline void prepare(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, square=Py_ssize_t, men=u64, targets=u64, occupied=u64, move=u32)
    cdef Py_ssize_t king_promotions(self, Py_ssize_t p, Py_ssize_t n, bint tested, int task) noexcept nogil
    cdef inline Py_ssize_t generate(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t us, int task) noexcept nogil
    cdef Py_ssize_t list_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t count_moves(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, mode=Py_ssize_t, enemy=u64, kings=u64)
    cdef Py_ssize_t list_noisy(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, empty=u64)
    cdef Py_ssize_t add_quiet_checks(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t generate_checks(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef void make(self, Py_ssize_t p, Py_ssize_t d, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef Py_ssize_t make_each(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t count_after_each(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, total=Py_ssize_t)
    cdef inline Py_ssize_t count_replies(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, Py_ssize_t us) noexcept nogil
    @cython.locals(them=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, becomes=Py_ssize_t, kind=Py_ssize_t, i=Py_ssize_t, leaving=u64, arriving=u64, stay=u64, key=u64, rights=u8, ep_square=u8)
    cdef inline void apply(self, Py_ssize_t p, Py_ssize_t d, u32 move, Py_ssize_t us, bint keyed) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, c=Py_ssize_t, king=Py_ssize_t, partner=Py_ssize_t, was=Py_ssize_t, becomes=Py_ssize_t, owner=Py_ssize_t, left=u64, reached=u64, key=u64, rights=u8)
    cdef void castle(self, Py_ssize_t p, Py_ssize_t d, u32 move) noexcept nogil
    cdef void null_move(self, Py_ssize_t p) noexcept nogil
    cdef void copy_frame(self, Py_ssize_t p, Py_ssize_t d) noexcept nogil
    @cython.locals(f=Py_ssize_t, c=Py_ssize_t)
    cdef Py_ssize_t partner_target(self, Py_ssize_t us, u32 move) noexcept nogil
    cdef bint in_check_at(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(i=Py_ssize_t, men=u64)
    cdef inline u64 partner_men(self, Py_ssize_t p, Py_ssize_t f) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, choice=Py_ssize_t)
    cdef Py_ssize_t promoting_partner(self, Py_ssize_t p, Py_ssize_t n, int kind, u32 code, bint tested, int task) noexcept nogil

cdef Py_ssize_t gather_moves(MoveGenerator state, Py_ssize_t p, Py_ssize_t n) noexcept nogil
