# cython: language_level=3
# The tables of a genre as C structures, and the C types of compiled_rules.py. Arrays "by square" have SQUARES items.
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8, int32_t as i32

from feerie.kernel.bits cimport slot_index

cdef enum:                  # the constants of tables.py; see there
    NONE = 255
    PLAIN = 0
    EN_PASSANT = 1
    CASTLING = 2
    MEN = 8
    SQUARES = 64
    MOVE_TABLES = 24
    ATTACK_TABLES = 8
    FAMILIES = 4

cdef enum:
    KING_MOVE_TABLE = 2 * MOVE_TABLES   # index of the white king's move table; the black king's follows
    BOTH = 0                # modes of a movement: feerie.rules.movement.Mode
    QUIET = 1
    CAPTURE = 2
    ONE_KING = 0            # royalty doctrines: DOCTRINES
    MULTIPLEX = 1
    ULTRA = 2
    SIAMESE = 3

cdef struct Slot:           # a magic look-up: the squares reached from a square along a group of rays
    u64 mask, magic, empty  # relevant squares; magic factor; squares that must be empty for the group to count
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
    u64 empty, safe         # squares that must be empty; squares on which the king may not be attacked
    int king, partner, king_to, partner_to      # squares
    int right               # the bit of the right that it needs, 0 where it needs none
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
    int home_castle_count   # number of castles, if a right implies that king and partner are at home; else 0

cdef inline u64 reached_from(Slot *slots, Py_ssize_t square, Py_ssize_t segments, u64 occupied) noexcept nogil:
    """The squares reached from a square along all rays: one magic look-up a segment (see tables._pack)."""
    cdef Slot *slot = slots + square
    cdef u64 reached = slot.table[slot_index(occupied, slot.mask, slot.magic, slot.shift)]
    segments -= 1
    while segments:
        slot += SQUARES
        segments -= 1
        if not occupied & slot.empty:
            reached |= slot.table[slot_index(occupied, slot.mask, slot.magic, slot.shift)]
    return reached

cdef class CompiledRules:
    cdef public object tables   # the Tables; they own the arrays that the pointers lead into
    cdef list references        # arrays made here, kept alive for the same reason
    cdef Slot *slots            # of all components
    cdef u64 *paths             # squares between, path after path: see AttackTable.path_start
    cdef u64 *keys              # Zobrist keys of men: by side, kind and square
    cdef u64 *ep_keys           #   by en passant square
    cdef u64 *right_keys        #   by all rights and flags together
    cdef u64 turn_key           #   of Black to move
    cdef u8 *rights_mask        # by square: the rights and flags that a move from or to it leaves
    cdef u8 *double_step_over[2]        # by origin of a double step: the square passed over, NONE for other squares
    cdef u8 *double_step_to[2]          #   the square reached
    cdef u64 *ep_origins[2]     # by en passant square: squares from which men of the side could capture there
    # The tables of White come first, those of Black MOVE_TABLES, ATTACK_TABLES or FAMILIES further on.
    cdef MoveTable move_tables[KING_MOVE_TABLE + 2]     # the kings' come last
    cdef AttackTable attack_tables[2 * ATTACK_TABLES]
    cdef Family families[2 * FAMILIES]
    cdef Py_ssize_t move_table_count[2]
    cdef Py_ssize_t shifting[2]         # number of move tables that are translations; they come first
    cdef Py_ssize_t attack_table_count[2]
    cdef Py_ssize_t leaping[2]          # number of attack tables without rays longer than one square; they come first
    cdef Py_ssize_t family_count        # of each side
    cdef Py_ssize_t royal, ep_man       # kinds of men: the king; the man that captures en passant, NONE without one
    cdef Py_ssize_t kinds               # number of kinds of men
    cdef int doctrine
    cdef readonly int properties        # see rules/properties.py
    cdef int has_divergent_men          # some man captures differently from how it moves
    cdef u64 king_promotion_from[2]     # squares from which men promote to king
    cdef u64 goals[2]                   # of feerie.rules.ending.KingRun, as bits; 0 without one
    cdef u64 gates[4]                   #   the two of White, then the two of Black
    cdef u8 run_flags[2]

    @cython.locals(i=Py_ssize_t)
    cdef _add_side(self, Py_ssize_t side)
    @cython.locals(i=Py_ssize_t)
    cdef _add_slots(self)
    cdef _add_move_table(self, Py_ssize_t i, step)
    @cython.locals(start=Py_ssize_t, component=Py_ssize_t)
    cdef _add_attack_table(self, Py_ssize_t i, attack)
    @cython.locals(c=Py_ssize_t, records="Castle *")
    cdef _add_family(self, Py_ssize_t i, family)

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
