# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE, SPREAD
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_partner_man, move_result, move_target
from feerie.kernel.compiled_rules cimport (
    ATTACK_TABLES, EN_PASSANT, FAMILIES, KING_MOVE_TABLE, MEN, MOVE_TABLES, PLAIN, QUIET, SQUARES, Slot, reached_from)
from feerie.kernel.move_generator cimport kind_on
from feerie.kernel.verdict cimport Judge
from feerie.engine.net cimport Accumulator
from feerie.engine.scaling cimport Scaling

cdef enum:
    STRUCTURES = 2048               # entries of the table of pawn structures, a power of two
    LONGEST_LINE = 120
    ATTACK_LOOKUPS = 48                     # twice MOVE_TABLES
    FRAMES = 160                    # frames of a line: LONGEST_LINE and some more
    KING_STEP = 20                  # centipawns for each step by which the kings are nearer than five, see mop_up

cdef struct SearchNode:             # what the search knows of the position at a frame
    int mg, eg, phase               # sums over men and squares, White's less Black's
    int quiet_plies                 # for the move rule
    int irreversible                # plies since the last move that cannot be undone
    int raw                         # evaluation for the side to move, NO_STATIC until it is known
    int static                      # the same, corrected by what searches have found
    int in_check, improving
    int prunes                      # moves may be left out, or the position scored without looking at them
    u32 move                        # that led here, 0 for a null move
    u32 skipped                     # move left out by a singular search
    u32 killers[2]
    u64 structure                   # structure_key

cdef struct Structure:              # what is known of the men that promote or all move by the same shifts
    u64 key
    u64 attacked[2]                 # by side: squares they attack
    u64 pawns[2]                    # by side: men that promote
    u64 passed[2]                   # those of them that no enemy pawn can stop
    int mg, eg                      # White's less Black's

cdef struct AttackLookup:           # a kind of man of a side, and a move table by which it attacks
    Slot *slots                     # of the move table, as are the next three
    u64 *leaps
    Py_ssize_t segments
    int leaping
    int man, more_valuable          # more_valuable: how many kinds in by_value are more valuable
    int mobility, attack            # mobility_weight and attack_weight of the kind

cdef struct RiderTable:             # an attack table of riders whose lines are the same from both ends
    Slot *slots
    Py_ssize_t segments
    int man, other

cdef class Evaluation:
    cdef readonly Judge judge
    cdef readonly object weights
    cdef Scaling scaling
    cdef Accumulator net            # evaluates instead of the tables where uses_net is set
    cdef bint uses_net, net_adds
    cdef bint keeps_sums                # they are changed move by move
    cdef SearchNode nodes_at[FRAMES]
    cdef int mg_square[2 * MEN * SQUARES]
    cdef int eg_square[2 * MEN * SQUARES]
    cdef int values[MEN]
    cdef int phases[MEN]
    cdef Py_ssize_t structural[MEN]     # kinds that promote or all move by the same shifts
    cdef Py_ssize_t structural_count
    cdef bint is_structural[MEN]        # whether a kind is among them
    cdef Structure structures[STRUCTURES]
    cdef int irreversible[2 * MEN]
    cdef int promoting[MEN]
    cdef int reversible[MEN]
    cdef int runs[4 * SQUARES]
    cdef int mobility_weight[MEN]
    cdef int attack_weight[MEN]
    cdef u64 ways[2 * SQUARES]          # by side and square: where a man that promotes can get to by quiet moves
    cdef u64 helpers[2 * SQUARES]       # from where own men can come to guard it or its way
    cdef int nearness[2 * SQUARES]      # 256 on the last square before promotion, less the further away
    cdef unsigned char steps[SQUARES * SQUARES]     # moves of a king from a square to another, 5 at most
    cdef Py_ssize_t by_value[MEN]       # kinds except kings and pawns, the most valuable first
    cdef AttackLookup attack_lookups[2 * ATTACK_LOOKUPS]    # by side, see _list_attack_lookups
    cdef Py_ssize_t attack_lookup_count[2]
    cdef RiderTable lines[2 * ATTACK_TABLES]    # by side
    cdef Py_ssize_t line_count[2]
    cdef Py_ssize_t paired[MEN]         # kinds that have `parts`
    cdef Py_ssize_t pair_count
    cdef u64 seen[2]                    # squares that men other than kings attack
    cdef u64 zones[2]                   # squares round the kings
    cdef int pressure[2]
    cdef int attackers[2]
    cdef int lesser, weak, hanging, shelter, most_pressure, doubled, doubled_eg, isolated, isolated_eg
    cdef int king_far, king_near, way_free, way_safe
    cdef u64 stoppers[2 * SQUARES]      # by side and square: where enemy men stop a man on its way to promotion
    cdef bint riders[MEN]
    cdef int mop_up_squares[3 * SQUARES]    # see mop_up: by place and square of the lone king, see Weights
    cdef u64 parts[MEN]                 # one part of the board of a kind that cannot reach the other, else 0
    cdef int passed_mg[2 * SQUARES]
    cdef int passed_eg[2 * SQUARES]
    cdef int mg, eg                     # of the evaluation in progress
    cdef int full_phase, danger_divisor, open_line, tempo, guarded, threat
    cdef int pair, pair_eg
    cdef int right, partner, exchange_promotion
    cdef int promotion_nearness[2 * SQUARES]    # by side and king's square, see Weights
    cdef bint has_runs
    cdef bint has_exchanges             # or castlings that spend a right
    cdef public bint plain_castlings    # for measurements: castlings are ordered and evaluated as ordinary king moves
    cdef Py_ssize_t kinds, royal

    @cython.locals(i=Py_ssize_t)
    cdef _fill(self)
    @cython.locals(kind=Py_ssize_t)
    cdef _list_structural(self)
    cdef _order_by_value(self)
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, at=Py_ssize_t)
    cdef _list_attack_lookups(self)
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, at=Py_ssize_t)
    cdef _list_lines(self)
    cdef _fill_scale(self, scale)
    cpdef use_net(self, net)
    cpdef int score_of(self, Judge position)
    @cython.locals(mg=int, eg=int, phase=int, side=Py_ssize_t, kind=Py_ssize_t, at=Py_ssize_t, bits=u64)
    cdef void sum_up(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, man=Py_ssize_t, becomes=Py_ssize_t, captured=Py_ssize_t, a=Py_ssize_t, b=Py_ssize_t, mg=int, eg=int, sign=int, lasting=bint, structural=int)
    cdef void advance(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef void make_null(self, Py_ssize_t p) noexcept nogil
    @cython.locals(kind=Py_ssize_t, men=u64)
    cdef int waiting_men(self, Py_ssize_t p) noexcept nogil
    @cython.locals(king=u64, others=u64, own_king=u64, men=u64, kind=Py_ssize_t, value=int, parts=int, place=int, riders=bint, free=bint)
    cdef int mop_up(self, Py_ssize_t p, Py_ssize_t lone) noexcept nogil
    @cython.locals(value=int, side=Py_ssize_t)
    cdef int evaluate(self, Py_ssize_t p) noexcept nogil
    cdef bint is_final(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef inline int scaled(self, Py_ssize_t p, int value) noexcept nogil
    @cython.locals(score=int, i=Py_ssize_t)
    cdef int by_tables(self, Py_ssize_t p) noexcept nogil
    @cython.locals(phase=int, us=Py_ssize_t, score=int)
    cdef inline int blended(self, Py_ssize_t p) noexcept nogil
    @cython.locals(f=Py_ssize_t, king=Py_ssize_t, men=u64, kings=u64)
    cdef void add_castlings(self, Py_ssize_t p, Py_ssize_t us, int sign, u64 pawns) noexcept nogil
    @cython.locals(i=Py_ssize_t, key=u64, men=u64)
    cdef inline u64 structure_key(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, key=u64)
    cdef Py_ssize_t structure(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, joined=Py_ssize_t, square=Py_ssize_t, own=u64, enemy=u64, occupied=u64, free=u64, zone=u64, men=u64, reached=u64, bits=u64, dear=u64, seen=u64, attackers=u64, threatened=u64, total=int, pressure=int, moves=int, near=int)
    cdef void add_activity(self, Py_ssize_t p, Py_ssize_t us, int sign, u64 attacked) noexcept nogil
    @cython.locals(enemy=u64, loose=u64, pressure=int, danger=int, hanging=int)
    cdef void add_safety(self, Py_ssize_t p, Py_ssize_t us, int sign, u64 pawns) noexcept nogil
    @cython.locals(own_kings=u64, kings=u64, occupied=u64, way=u64, own_king=Py_ssize_t, king=Py_ssize_t, square=Py_ssize_t, value=int, worth=int)
    cdef void add_passers(self, Py_ssize_t p, Py_ssize_t us, int sign, u64 men) noexcept nogil
    @cython.locals(i=Py_ssize_t, square=Py_ssize_t, kings=u64, enemy=u64, seen=u64)
    cdef int exposure(self, Py_ssize_t p, Py_ssize_t us, u64 occupied) noexcept nogil
    @cython.locals(i=Py_ssize_t, men=u64, seen=u64, shift=Py_ssize_t)
    cdef u64 pawn_attacks(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    @cython.locals(kind=Py_ssize_t, square=Py_ssize_t, own=u64, enemy=u64, men=u64, score=int)
    cdef void add_pawns(self, Py_ssize_t p, Py_ssize_t us, int sign, Py_ssize_t i) noexcept nogil
    @cython.locals(i=Py_ssize_t, kind=Py_ssize_t, men=u64, found=int)
    cdef inline int pairs(self, Py_ssize_t p, Py_ssize_t us) noexcept nogil
    cdef inline int threats(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t i) noexcept nogil
    @cython.locals(side=Py_ssize_t, flag=Py_ssize_t, kings=u64, total=int, worth=int)
    cdef int run_score(self, Py_ssize_t p) noexcept nogil
