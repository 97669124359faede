# cython: language_level=3
# The structures of the kernel, and the C types of state.py. Arrays "by square" have SQUARES items.
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8, int32_t as i32

from feerie.kernel.packed_move cimport (move_kind, move_man, move_origin, move_partner, move_partner_man,
                                        move_result, move_target)
from feerie.kernel.bits cimport lowest, popcount, slot_index, FULL, ONE

cdef enum:
    NONE = 255
    PLAIN = 0
    EN_PASSANT = 1
    CASTLING = 2
    BOTH = 0
    QUIET = 1
    CAPTURE = 2
    MEN = 8
    SQUARES = 64
    MOVE_TABLES = 24
    KING_MOVE_TABLE = 48
    ATTACK_TABLES = 8
    FAMILIES = 4
    MAX_MOVES = 8192        # no position has more moves
    MOVES_PER_PLY = 224     # places in the list for each ply, when it is allocated
    MARGIN = 32             # frames above the top that a verdict may need
    ONE_KING = 0
    MULTIPLEX = 1
    ULTRA = 2
    SIAMESE = 3
    COUNTED = 0
    LISTED = 1
    CHECKS_ONLY = 2

cdef struct Slot:           # a magic look-up: the squares reached from a square along a group of rays
    u64 mask, magic, gate   # relevant squares; magic factor; squares that must be empty for the group to count
    u64 *table
    int shift

cdef struct MoveTable:      # a movement of a kind of man of a side
    Slot *slots             # by square; those of the next segment follow SQUARES further on
    u32 *codes              # fields man and result of a move: of a plain move, then of each promotion
    u64 zone                # where the man promotes
    u64 leave, onward       # of a translation: squares it can leave; squares from which a second step follows
    u64 king_promotion_origins      # squares from which it can promote to king
    u32 king_promotion_code         # the code of that promotion, 0 where there is none
    u32 other_code          # codes[0] of the other kind of man
    u64 *leaps              # by square: the targets on an empty board
    int man, other          # the two kinds of men that move so (twice the same where there is one)
    int mode                # BOTH, QUIET or CAPTURE
    int segments, choices   # segments of slots; kinds of men to promote to, 1 where there is no promotion
    int shift, translation  # translation: every target is its origin + shift
    int last                # not set: another translation of the same movement follows
    int leaping             # set: no ray is longer than one square

cdef struct AttackTable:    # a component by which men of a side attack
    u64 *near               # by attacked square: origins with nothing between
    u64 *far                #   origins with squares between
    u64 *reach              #   both
    u64 *several            #   origins with more than one path to the square
    u64 *between            # by attacked square and origin: the squares between (of the last path)
    i32 *path_start         #   the paths of an origin with several: paths[path_start[i]:path_start[i + 1]]
    u8 *ray_index           #   the number of the origin's ray on which the square lies
    u64 *approach           # by square of an enemy king: origins that may attack it or a square next to it
    Slot *slots             # by origin: the magic look-ups of the same component
    u64 *leaps              # by origin: the squares attacked on an empty board
    int man, other          # the two kinds of men that attack so (twice the same where there is one)
    int segments, mutual    # mutual: square a attacks b exactly when b attacks a, along the same path

cdef struct Castle:         # one castling, see feerie.rules.castling.Castling
    u64 empty, safe
    int king, partner, king_to, partner_to, right
    int barred, promotes    # kinds of men (bits) that may not arrive there as partners, or promote there

cdef struct Family:         # a family of castlings of a side
    u64 *partners           # by king's square: squares of possible partners
    u16 *record             # by king's square and partner's square: index into castles
    Castle *castles
    int men[MEN]            # kinds of men that may be partners (inverted: that may not)
    int count, inverted     # count: items of men
    int either              # partners may be of either side
    int rights              # rights of which some is needed, 0 where none is
    int in_check            # also legal in check
    int swap                # king and partner always change places
    int spends_right        # a castling uses up its right
    int few                 # number of castles, if a right implies that king and partner are at home; else 0

cdef struct Frame:          # a position
    u64 men[MEN]            # by kind of man, both sides together
    u64 sides[2]
    u64 key                 # Zobrist key
    u8 turn, rights
    u8 ep_square, ep_pawn   # square passed over and square of the man that did so; NONE where nobody can capture

cdef inline u64 reached_from(Slot *slots, Py_ssize_t square, Py_ssize_t segments, u64 occupied) noexcept nogil:
    """State.look_up for other modules, inlined; plain.py has the same."""
    cdef Slot *slot = slots + square
    cdef u64 reached = slot.table[slot_index(occupied, slot.mask, slot.magic, slot.shift)]
    segments -= 1
    while segments:
        slot += SQUARES
        segments -= 1
        if not occupied & slot.gate:
            reached |= slot.table[slot_index(occupied, slot.mask, slot.magic, slot.shift)]
    return reached

cdef inline int kind_on(Frame *frames, Py_ssize_t p, u64 bit) noexcept nogil:
    """State.kind_at for other modules, inlined; without a branch that nobody could foresee. plain.py has the same."""
    cdef u64 *men = frames[p].men
    return ((men[1] | men[3] | men[5] | men[7]) & bit != 0) | ((men[2] | men[3] | men[6] | men[7]) & bit != 0) << 1 \
        | ((men[4] | men[5] | men[6] | men[7]) & bit != 0) << 2

@cython.final
cdef class CompiledRules:
    cdef public object tables
    cdef list references
    cdef Slot *slots
    cdef u64 *paths
    cdef u64 *keys
    cdef u64 *ep_keys
    cdef u64 *right_keys
    cdef u8 *rights_mask
    cdef u8 *double_step_over[2]
    cdef u8 *double_step_to[2]
    cdef u64 *ep_origins[2]     # by en passant square: squares from which men of the side could capture there
    cdef u64 turn_key
    cdef MoveTable move_tables[2 * MOVE_TABLES + 2]     # of White, of Black, of the white king, of the black king
    cdef AttackTable attack_tables[2 * ATTACK_TABLES]
    cdef Family families[2 * FAMILIES]
    cdef Py_ssize_t move_table_count[2]
    cdef Py_ssize_t shifting[2]         # number of move tables that are translations; they come first
    cdef Py_ssize_t attack_table_count[2]
    cdef Py_ssize_t leaping[2]
    cdef Py_ssize_t family_count
    cdef Py_ssize_t royal, ep_man, kinds
    cdef int doctrine, tails
    cdef int has_divergent_men          # some man moves otherwise than it captures
    cdef u64 king_promotion_from[2]
    cdef u64 goals[2]
    cdef u64 gates[4]
    cdef u8 run_flags[2]

    @cython.locals(i=Py_ssize_t)
    cdef _add_side(self, Py_ssize_t side)
    @cython.locals(i=Py_ssize_t)
    cdef _add_slots(self, tables)
    cdef _add_move_table(self, Py_ssize_t i, step)
    @cython.locals(start=Py_ssize_t, component=Py_ssize_t)
    cdef _add_attack_table(self, Py_ssize_t i, sight)
    @cython.locals(c=Py_ssize_t, records="Castle *")
    cdef _add_family(self, Py_ssize_t i, family)

cdef class State:
    cdef public CompiledRules rules
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
    cdef int doctrine, tails, has_divergent_men
    cdef u64 goals[2]
    cdef u8 run_flags[2]
    cdef u8 running             # both sides' flags
    cdef Frame *frames
    cdef u32 *list
    cdef public Py_ssize_t ply, capacity
    cdef public bint stopped            # set from another thread: long work ends soon, its result is void
    cdef public bint out_of_memory      # stopped for want of memory
    cdef Py_ssize_t list_reserve        # places in the list for the moves of a position and the verdict on each
    cdef u64 check_mask, pinned         # set by compute_masks
    cdef u64 pin_mask[SQUARES]
    cdef u64 king_check_mask[SQUARES]
    cdef u64 king_to[SQUARES]
    cdef u64 ultra_mask[SQUARES]        # ULTRA: pin_mask in the making
    cdef u64 tested_kings               # ULTRA: kings whose moves must be tried
    cdef u64 king_promotion_from[2]
    cdef u64 target_mask[3]             # by mode
    cdef u64 promotion_zones[6]         # by side and mode: where men promote
    cdef u64 check_squares[MEN]         # set by compute_check_info
    cdef u64 discoverers
    cdef Py_ssize_t quiet_count         # set by generate_checks
    cdef public Py_ssize_t list_size

    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, mode=Py_ssize_t)
    cdef _copy_rules(self, CompiledRules rules)
    cpdef ensure_list(self)
    @cython.locals(size=Py_ssize_t, grown="void *")
    cdef bint grow_list(self, Py_ssize_t n) noexcept nogil
    cpdef release_list(self)
    cdef inline u64 men_attacking_by(self, Py_ssize_t p, Py_ssize_t i) noexcept nogil
    cdef inline u64 men_moving_by(self, Py_ssize_t p, Py_ssize_t s) noexcept nogil
    @cython.locals(i=Py_ssize_t, reached=u64)
    cdef inline u64 look_up(self, Slot *slots, Py_ssize_t square, Py_ssize_t segments, u64 occupied) noexcept nogil
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
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, origin=Py_ssize_t, j=Py_ssize_t, kings=u64, own=u64, occupied=u64, origins=u64, seen=u64, blockers=u64)
    cdef void compute_check_info(self, Py_ssize_t p) noexcept nogil
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
    cdef Py_ssize_t castlings(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, c=Py_ssize_t, occupied=u64)
    cdef inline Py_ssize_t castlings_by_right(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, several=u64, bits=u64, home=u64, after=u64, kings=u64, own=u64, enemy=u64, king_bit=u64, partner_bit=u64, king_to=Py_ssize_t, partner_to=Py_ssize_t)
    cdef inline bint castles_safely(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c, Py_ssize_t king, Py_ssize_t partner) noexcept nogil
    @cython.locals(seen=u64, men=u64, s=Py_ssize_t, i=Py_ssize_t)
    cdef u64 attacked_squares(self, Py_ssize_t p, Py_ssize_t by, u64 occupied) noexcept nogil
    @cython.locals(seen=u64, approach=u64, bits=u64, origins=u64, i=Py_ssize_t)
    cdef inline u64 attacks_near_kings(self, Py_ssize_t p, Py_ssize_t by, u64 kings, u64 occupied) noexcept nogil
    @cython.locals(i=int)
    cdef inline int kind_at(self, Py_ssize_t p, u64 bit) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef inline bint king_run_won(self, Py_ssize_t p) noexcept nogil
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
    cdef inline void copy_frame(self, Py_ssize_t p, Py_ssize_t d) noexcept nogil
    @cython.locals(f=Py_ssize_t, c=Py_ssize_t)
    cdef Py_ssize_t partner_target(self, Py_ssize_t us, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, bits=u64, key=u64)
    cdef u64 full_key(self, Py_ssize_t p) noexcept nogil
    cdef bint in_check_at(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(i=Py_ssize_t, men=u64)
    cdef inline u64 partner_men(self, Py_ssize_t p, Py_ssize_t f) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, choice=Py_ssize_t)
    cdef Py_ssize_t promoting_partner(self, Py_ssize_t p, Py_ssize_t n, int kind, u32 code, int task) noexcept nogil
    @cython.locals(number=Py_ssize_t, side=Py_ssize_t, square=Py_ssize_t, bit=u64, rights=u8)
    cpdef load(self, setup)
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, ep_pawn=u8)
    cdef _load_ep_square(self, Py_ssize_t ep_square, Py_ssize_t by)
    @cython.locals(p=Py_ssize_t, i=Py_ssize_t)
    cpdef str man_at(self, Py_ssize_t square)
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, bits=u64)
    cdef list _men_by_square(self, Py_ssize_t size, tuple letters)
    cpdef u64 men_of(self, Py_ssize_t kind, Py_ssize_t side)
    @cython.locals(p=Py_ssize_t, i=Py_ssize_t)
    cpdef bint has_same_men(self, State other)
    @cython.locals(p=Py_ssize_t)
    cpdef copy_from(self, State other)
    cpdef push(self, u32 move)
    cpdef drop_history(self)
    cpdef pop(self)

@cython.locals(at=u64[::1])
cdef u64 *u64_view(values, Py_ssize_t start)
@cython.locals(at=i32[::1])
cdef i32 *i32_view(values, Py_ssize_t start)
@cython.locals(at=u16[::1])
cdef u16 *u16_view(values, Py_ssize_t start)
@cython.locals(at=u8[::1])
cdef u8 *u8_view(values, Py_ssize_t start)
@cython.locals(at=u32[::1])
cdef u32 *u32_view(values)
cdef Slot *slots_from(Slot *slots, Py_ssize_t start)
