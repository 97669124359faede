# cython: language_level=3
# The C face of the kernel: its structures, and the C types of state.py's functions.
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8, int32_t as i32

from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_partner, move_partner_man, move_result, move_target
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
    LIST = 8192             # more moves than any position has
    MOST = 224              # more than a position that comes up in play has: the list begins with so many a ply
    MARGIN = 32             # frames a verdict may need above the top
    ONE_KING = 0
    MULTIPLEX = 1
    ULTRA = 2
    SIAMESE = 3
    COUNTED = 0
    LISTED = 1
    CHECKS_ONLY = 2

cdef struct Slot:           # one look-up: the squares reached from a square along a group of rays
    u64 mask, magic, gate   # relevant squares; multiplier; squares that must be empty for the group to count
    u64 *table
    int shift

cdef struct MoveTable:           # one movement of one kind of man of one side
    Slot *slots             # by square; further segments SQUARES slots on
    u32 *codes              # man and what it becomes, as in a move: plain, then each promotion
    u64 zone                # where it promotes
    u64 leave, onward       # a translation: squares it can leave; squares from which a second step follows
    u64 crowning            # squares from which it can promote to king
    u32 crown               # the code of that promotion, 0 for none
    u32 other_code          # the code of the other kind of man
    u64 *leaps              # leaping, that is where no ray is longer than a step: where it leads, by square
    int man, other          # the two kinds of men that move so (the same twice where it is one)
    int mode, segments, choices, shift, translation, last, leaping

cdef struct AttackTable:          # one component by which men of a side see squares
    u64 *near               # by seen square: origins with nothing between
    u64 *far                #   origins with squares between
    u64 *reach              #   both
    u64 *several            #   origins with more than one way
    u64 *between            # by seen square and origin: the squares between
    i32 *first              #   all ways of an origin with several: ways[first[i]:first[i + 1]]
    u8 *ray                 # by seen square and origin: which ray of the origin it is
    u64 *approach           # by the other side's king's square: origins that may see a square it can step to
    Slot *slots             # the same component looked at from the origin
    u64 *leaps              # the same for those that see no further than a step
    int man, other          # the two kinds of men that see so (the same twice where it is one)
    int segments, mutual    # mutual: a square sees another exactly when that sees it

cdef struct Castle:         # one castling, see feerie.rules.castling.Castling
    u64 empty, safe
    int king, partner, king_to, partner_to, right
    int barred, promotes    # kinds of men (bits) that may not arrive there as partners, or promote there

cdef struct Family:         # one kind of castling of one side
    u64 *partners           # by king's square: squares of possible partners
    u16 *record             # by king's and partner's square: number of the castle
    Castle *castles
    int men[MEN]            # kinds of men that may be partners (inverted: that may not)
    int count, inverted, either, rights, in_check, swap, spends
    int few                 # so many castles that need rights: looked through one by one (0: found by their squares)

cdef struct Frame:          # a position
    u64 men[MEN]
    u64 sides[2]
    u64 key
    u8 turn, rights, ep_square, ep_pawn

@cython.final
cdef class CompiledRules:
    cdef public object tables
    cdef list kept
    cdef Slot *slots
    cdef u64 *ways
    cdef u64 *keys
    cdef u64 *passed_keys
    cdef u64 *right_keys
    cdef u8 *keep
    cdef u8 *passed_over[2]
    cdef u8 *double_to[2]
    cdef u64 *passers[2]    # by passed square: where men of the side can take in passing from
    cdef u64 turn_key
    cdef MoveTable move_tables[2 * MOVE_TABLES + 2]      # the kings' come last
    cdef AttackTable attack_tables[2 * ATTACK_TABLES]
    cdef Family families[2 * FAMILIES]
    cdef Py_ssize_t move_table_count[2]
    cdef Py_ssize_t shifting[2]         # so many move tables are translations: they come first
    cdef Py_ssize_t attack_table_count[2]
    cdef Py_ssize_t leaping[2]
    cdef Py_ssize_t family_count
    cdef Py_ssize_t royal, ep_man, kinds
    cdef int doctrine, tails
    cdef int partial                    # some man has a movement that only takes, or never does
    cdef u64 king_promotion_from[2]
    cdef u64 goals[2]
    cdef u64 gates[4]
    cdef u8 run_flags[2]

    @cython.locals(i=Py_ssize_t)
    cdef _step(self, Py_ssize_t i, step)
    @cython.locals(start=Py_ssize_t, component=Py_ssize_t)
    cdef _sight(self, Py_ssize_t i, sight)
    @cython.locals(c=Py_ssize_t, records="Castle *")
    cdef _family(self, Py_ssize_t i, family)

cdef class State:
    cdef public CompiledRules rules
    cdef MoveTable *move_tables
    cdef AttackTable *attack_tables
    cdef Family *families
    cdef u64 *ways
    cdef u64 *keys
    cdef u64 *passed_keys
    cdef u64 *right_keys
    cdef u64 *gates
    cdef u8 *keep
    cdef u8 **passed_over
    cdef u8 **double_to
    cdef u64 **passers
    cdef u64 turn_key
    cdef Py_ssize_t move_table_count[2]
    cdef Py_ssize_t shifting[2]
    cdef Py_ssize_t attack_table_count[2]
    cdef Py_ssize_t leaping[2]
    cdef Py_ssize_t family_count, kinds, royal, ep_man
    cdef int doctrine, tails, partial
    cdef u64 goals[2]
    cdef u8 run_flags[2]
    cdef u8 running             # both sides' flags
    cdef Frame *frames
    cdef u32 *list
    cdef public Py_ssize_t ply, capacity
    cdef public bint stopped            # set from another thread: long work ends soon, its result is void
    cdef public bint out_of_memory            # stopped for want of memory
    cdef Py_ssize_t list_reserve               # room in the list for one position's moves and a verdict's questions after them
    cdef u64 check, pinned
    cdef u64 pin[SQUARES]
    cdef u64 way[SQUARES]
    cdef u64 king_check[SQUARES]
    cdef u64 king_to[SQUARES]
    cdef u64 tied               # ULTRA: kings that may not step where they like
    cdef u64 king_promotion_from[2]
    cdef u64 target_mask[3]
    cdef u64 direct[MEN]        # what compute_check_info found
    cdef u64 discover
    cdef Py_ssize_t quiet_count
    cdef public Py_ssize_t list_size

    @cython.locals(side=Py_ssize_t)
    cdef _adopt(self, CompiledRules rules)
    cpdef ensure_list(self)
    @cython.locals(size=Py_ssize_t, grown="void *")
    cdef bint grow_list(self, Py_ssize_t n) noexcept nogil
    cpdef release_list(self)
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
    cdef inline void line(self, Py_ssize_t origin, u64 way, u64 occupied, u64 own) noexcept nogil
    @cython.locals(them=Py_ssize_t, own=u64, enemy=u64, occupied=u64, origins=u64, checking=u64, seen=u64, i=Py_ssize_t, origin=Py_ssize_t, j=Py_ssize_t)
    cdef inline u64 king_lines(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king, u64 targets) noexcept nogil
    @cython.locals(kings=u64, king=Py_ssize_t)
    cdef inline void royal_lines(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    cdef inline u64 king_targets(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t king) noexcept nogil
    @cython.locals(kings=u64, check=u64, king=Py_ssize_t)
    cdef void several_lines(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(us=Py_ssize_t, own=u64, enemy=u64, kings=u64, seen=u64, bits=u64, left=u64, targets=u64)
    cdef bint king_flees(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, origin=Py_ssize_t, j=Py_ssize_t, kings=u64, own=u64, occupied=u64, origins=u64, seen=u64, blockers=u64)
    cdef void compute_check_info(self, Py_ssize_t p) noexcept nogil
    @cython.locals(becomes=u32, origin=u32)
    cdef inline bint may_check(self, u32 move) noexcept nogil
    @cython.locals(kings=u64, own=u64, bound=u64, rest=u64, square=Py_ssize_t)
    cdef void ultra_lines(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(promoting=u64, target=Py_ssize_t, i=Py_ssize_t)
    cdef inline Py_ssize_t emit(self, Py_ssize_t n, Py_ssize_t step, Py_ssize_t origin, Py_ssize_t back, u64 targets, u64 wanted, u64 zone, u32 code, int task) noexcept nogil
    @cython.locals(single=u64, free=u64)
    cdef inline Py_ssize_t men_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t us, int task) noexcept nogil
    @cython.locals(check=u64, target_mask=u64, zone=u64, wanted=u64, once=u64, twice=u64, s=Py_ssize_t, shift=Py_ssize_t, code=u32)
    cdef inline Py_ssize_t shifted_moves(self, Py_ssize_t p, Py_ssize_t n, u64 free, Py_ssize_t us, int task) noexcept nogil
    @cython.locals(occupied=u64, men=u64, targets=u64, zone=u64, s=Py_ssize_t, square=Py_ssize_t, segments=Py_ssize_t)
    cdef inline Py_ssize_t looked_up_moves(self, Py_ssize_t p, Py_ssize_t n, u64 free, Py_ssize_t us, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, occupied=u64, men=u64, targets=u64, s=Py_ssize_t, square=Py_ssize_t)
    cdef Py_ssize_t single_moves(self, Py_ssize_t p, Py_ssize_t n, u64 single, int task) noexcept nogil
    @cython.locals(man=Py_ssize_t, wanted=u64, code=u32)
    cdef inline Py_ssize_t single(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t step, Py_ssize_t square, u64 targets, u64 zone, int task) noexcept nogil
    @cython.locals(wanted=u64)
    cdef inline Py_ssize_t king_steps(self, Py_ssize_t n, Py_ssize_t us, Py_ssize_t king, u64 targets, int task) noexcept nogil
    @cython.locals(kings=u64, f=Py_ssize_t)
    cdef inline Py_ssize_t king_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t us, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, kings=u64, bits=u64, targets=u64, others=u64, king=Py_ssize_t)
    cdef Py_ssize_t several_kings_steps(self, Py_ssize_t p, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, own=u64, enemy=u64, kings=u64, after=u64, tied=bint, target=Py_ssize_t, code=u32)
    cdef Py_ssize_t ultra_steps(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t king, u64 targets, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, own=u64, kings=u64, occupied=u64, victim=u64, bits=u64, i=Py_ssize_t, target=Py_ssize_t, code=u32)
    cdef Py_ssize_t en_passant_moves(self, Py_ssize_t p, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, partner=Py_ssize_t, own=u64, enemy=u64, kings=u64, several=u64, occupied=u64, men=u64, among=u64, bits=u64, seen=u64, promoting=u64, c=Py_ssize_t, kind=int, choice=Py_ssize_t, code=u32, known=bint)
    cdef Py_ssize_t castlings(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, c=Py_ssize_t, occupied=u64)
    cdef inline Py_ssize_t castlings_by_right(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t n, int task) noexcept nogil
    @cython.locals(us=Py_ssize_t, several=u64, bits=u64, home=u64, after=u64, kings=u64, own=u64, enemy=u64, king_bit=u64, partner_bit=u64, king_to=Py_ssize_t, partner_to=Py_ssize_t)
    cdef inline bint castles_safely(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c, Py_ssize_t king, Py_ssize_t partner) noexcept nogil
    @cython.locals(seen=u64, men=u64, s=Py_ssize_t, i=Py_ssize_t)
    cdef u64 all_seen(self, Py_ssize_t p, Py_ssize_t by, u64 occupied) noexcept nogil
    @cython.locals(seen=u64, approach=u64, bits=u64, origins=u64, i=Py_ssize_t)
    cdef inline u64 seen_near(self, Py_ssize_t p, Py_ssize_t by, u64 kings, u64 occupied) noexcept nogil
    @cython.locals(i=int)
    cdef inline int kind_at(self, Py_ssize_t p, u64 bit) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef inline bint run_won(self, Py_ssize_t p) noexcept nogil
    cdef inline void prepare(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(us=Py_ssize_t, s=Py_ssize_t, square=Py_ssize_t, men=u64, targets=u64, occupied=u64, move=u32)
    cdef Py_ssize_t king_promotions(self, Py_ssize_t p, Py_ssize_t n, bint tested, int task) noexcept nogil
    cdef inline Py_ssize_t generate(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t us, int task) noexcept nogil
    cdef Py_ssize_t list_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t count_moves(self, Py_ssize_t p) noexcept nogil
    cdef Py_ssize_t generate_checks(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef void make(self, Py_ssize_t p, Py_ssize_t d, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef Py_ssize_t make_each(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t count_after_each(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, total=Py_ssize_t)
    cdef inline Py_ssize_t count_replies(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, Py_ssize_t us) noexcept nogil
    @cython.locals(them=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, becomes=Py_ssize_t, kind=Py_ssize_t, i=Py_ssize_t, leaving=u64, arriving=u64, stay=u64, key=u64, rights=u8, passed=u8)
    cdef inline void apply(self, Py_ssize_t p, Py_ssize_t d, u32 move, Py_ssize_t us, bint keyed) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, c=Py_ssize_t, king=Py_ssize_t, partner=Py_ssize_t, was=Py_ssize_t, becomes=Py_ssize_t, owner=Py_ssize_t, left=u64, reached=u64, key=u64, rights=u8)
    cdef void castle(self, Py_ssize_t p, Py_ssize_t d, u32 move) noexcept nogil
    cdef void null_move(self, Py_ssize_t p) noexcept nogil
    cdef inline void copy_frame(self, Py_ssize_t p, Py_ssize_t d) noexcept nogil
    @cython.locals(f=Py_ssize_t)
    cdef Py_ssize_t partner_target(self, Py_ssize_t us, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, bits=u64, key=u64)
    cdef u64 full_key(self, Py_ssize_t p) noexcept nogil
    cdef bint in_check_at(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, choice=Py_ssize_t)
    cdef Py_ssize_t promoting_partner(self, Py_ssize_t p, Py_ssize_t n, int kind, u32 code, int task) noexcept nogil
    @cython.locals(number=Py_ssize_t, side=Py_ssize_t, square=Py_ssize_t, bit=u64, rights=u8)
    cpdef load(self, setup)
    @cython.locals(us=Py_ssize_t, origin=Py_ssize_t, victim=u8)
    cdef _load_passed(self, Py_ssize_t passed, Py_ssize_t by)
    @cython.locals(p=Py_ssize_t, i=Py_ssize_t)
    cpdef str man_at(self, Py_ssize_t square)
    @cython.locals(p=Py_ssize_t, i=Py_ssize_t)
    cpdef copy_top(self, State other)
    cpdef push(self, u32 move)
    cpdef play_alone(self, u32 move)
    cpdef pop(self)

@cython.locals(at=u64[::1])
cdef u64 *words(values, Py_ssize_t start)
@cython.locals(at=i32[::1])
cdef i32 *numbers(values, Py_ssize_t start)
@cython.locals(at=u16[::1])
cdef u16 *shorts(values, Py_ssize_t start)
@cython.locals(at=u8[::1])
cdef u8 *octets(values, Py_ssize_t start)
@cython.locals(at=u32[::1])
cdef u32 *codes_from(values)
cdef Slot *slots_from(Slot *slots, Py_ssize_t start)
