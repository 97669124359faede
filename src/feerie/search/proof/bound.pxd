# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8
from feerie.kernel.bits cimport lowest, popcount, FULL, SPREAD
from feerie.kernel.packed_move cimport move_kind, move_origin, move_partner, move_target
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.proof.castling_group cimport OFF_BOARD, PLACES
from feerie.search.proof.castling_prices cimport UNIT
from feerie.search.proof.deduction cimport Deduction
from feerie.search.proof.pair_deductions cimport PAIR_SIZE, PairDeductions
from feerie.search.proof.limits cimport PathLimits
from feerie.search.proof.matching cimport Matching
from feerie.search.proof.cost_tables cimport (BESIDE_GROUP, CAPTURE_COUNT, COSTS, MOST_CASTLINGS, NO_TRANSPORT, PRICED,
                                              CostTables)
from feerie.search.proof.structs cimport (
    ALL_MEN, DESTINIES, EARLY_TABLES, GRAPH_NODES, IMPOSSIBLE, IS_CAPTURED, NO_CASTLING, NO_REQUIRED_MOVE, OPEN_CASE,
    SIDE_LIMIT, TO_CAPTURE, TO_CASTLE, UNREACHABLE, USE_ASSIGNMENT, USE_CAPTURES, USE_CASTLINGS, USE_TRIPLES,
    USE_VICTIMS)
from feerie.search.proof.paths cimport Paths

cdef enum:
    PLIES = 256             # positions on the judge's stack in which men are followed
    NO_MAN = 255
    TOO_FEW = -99
    OPEN_SLACK = 99
    LATE_TABLES = 2000      # positions of a search before tables of pairs are made
    TRIPLES = 1 << 15       # entries, a power of two

cdef struct BoundFrame:     # a position on the judge's stack: where the men are, and what they need
    u64 path_key            # see `ProofBound.path_key`
    u64 key[2]              # by side: hash of its men with several destinies
    u32 alive[2]            # by side: men (bits)
    u32 open[2]             # by side: men (bits) whose required move is not made
    int fixed_cost[2 * COSTS]       # [side, price]: what its men with one destiny need
    int spare[2]            # see `ProofBound`
    int paid[2]             # by side: what its men but the king pay where castlings have prices
    int slack[2]            # moves beyond those needed, OPEN_SLACK where these are not known
    u16 node[ALL_MEN]       # by man
    u8 man_at[SQUARES]

cdef struct Memo:           # what the men of a side with several destinies need
    u64 key
    short cost[COSTS]

@cython.final
cdef class ProofBound:
    cdef Judge judge
    cdef int bounds
    cdef ProofBound previous                    # None for the first
    cdef CostTables tables
    cdef readonly Deduction deduction           # that of the tables, as are its paths and pairs
    cdef Paths paths
    cdef PairDeductions pairs
    cdef Matching matching
    cdef public Py_ssize_t level
    cdef public bint applicable, feasible
    cdef u64 advances                           # moves followed since the first deduction
    cdef BoundFrame *frames
    cdef Memo *memo
    cdef u64 *man_keys                          # [man, node]: those of the first bound, which owns them
    cdef u64 *own_keys
    cdef u64 generation                         # how often `begin` has deduced
    cdef Py_ssize_t begun_at                    # the last question to `begin`
    cdef u64 begun_key
    cdef int begun_white, begun_black

    @cython.locals(state=u64, i=Py_ssize_t)
    cdef int _make_keys(self) except -1
    @cython.locals(i=Py_ssize_t)
    cpdef list cases_of(self, Py_ssize_t side)
    cpdef set_limits(self, PathLimits limits)
    cpdef set_cases(self, int white, int black)
    @cython.locals(square=Py_ssize_t, side=Py_ssize_t)
    cpdef bint begin(self, Py_ssize_t p, int white_moves, int black_moves) noexcept nogil
    @cython.locals(first=Py_ssize_t, second=Py_ssize_t, state=Py_ssize_t)
    cdef inline int _group_moves(self, Py_ssize_t p, Py_ssize_t side) noexcept nogil
    cdef inline Py_ssize_t _place(self, Py_ssize_t p, Py_ssize_t man) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, price=Py_ssize_t, man=Py_ssize_t, node=Py_ssize_t)
    cdef void _fill_first_frame(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, mover=Py_ssize_t, square=Py_ssize_t, partner=Py_ssize_t,
                   goal=Py_ssize_t, enemy_too=bint)
    cdef bint advance(self, Py_ssize_t p, u32 move, int our_moves, int their_moves) noexcept nogil
    @cython.locals(man=Py_ssize_t, before=int, after=int)
    cdef int waste(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(best=int, is_open=bint, destinies=u32, place=Py_ssize_t)
    cdef int _nearest(self, Py_ssize_t p, Py_ssize_t man, Py_ssize_t node) noexcept nogil
    @cython.locals(row=Py_ssize_t, others=u32, other=Py_ssize_t)
    cdef bint _can_stand(self, Py_ssize_t p, Py_ssize_t man) noexcept nogil
    @cython.locals(side=Py_ssize_t)
    cdef bint _may_castle(self, Py_ssize_t p, Py_ssize_t king, Py_ssize_t partner) noexcept nogil
    cdef inline bint _fulfil_capture(self, Py_ssize_t p, Py_ssize_t captor, Py_ssize_t victim) noexcept nogil
    cdef inline u64 path_key(self, Py_ssize_t p) noexcept nogil
    @cython.locals(row=Py_ssize_t, step=u64)
    cdef void _note_step(self, Py_ssize_t p, Py_ssize_t man, Py_ssize_t node) noexcept nogil
    cdef inline bint _is_open(self, Py_ssize_t p, Py_ssize_t man) noexcept nogil
    cdef void _fulfil(self, Py_ssize_t p, Py_ssize_t man) noexcept nogil
    @cython.locals(side=Py_ssize_t, man=Py_ssize_t)
    cdef inline bint _keeps_rights(self, Py_ssize_t p) noexcept nogil
    @cython.locals(side=Py_ssize_t, row=Py_ssize_t, cost=int, square=Py_ssize_t, i=Py_ssize_t, other=Py_ssize_t,
                   place=Py_ssize_t, excess=int)
    cdef bint _can_pass(self, Py_ssize_t p, Py_ssize_t man) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cdef inline int _cost_alone(self, Py_ssize_t p, Py_ssize_t man) noexcept nogil
    @cython.locals(side=Py_ssize_t, first=Py_ssize_t, second=Py_ssize_t)
    cdef int _excess_counted(self, Py_ssize_t p, Py_ssize_t man) noexcept nogil
    cdef inline bint _is_possible(self, Py_ssize_t p) noexcept nogil
    cdef inline bint _is_paid(self, Py_ssize_t p, int moves) noexcept nogil
    @cython.locals(side=Py_ssize_t, node=Py_ssize_t, destiny=Py_ssize_t, price=Py_ssize_t, is_open=bint)
    cdef void _add_man(self, Py_ssize_t p, Py_ssize_t man, int sign) noexcept nogil
    @cython.locals(first=Py_ssize_t, second=Py_ssize_t, base=Py_ssize_t, needed=int)
    cdef void _add_pair(self, Py_ssize_t p, Py_ssize_t pair, int sign) noexcept nogil
    @cython.locals(destinies=u32, destiny=Py_ssize_t, best=int)
    cdef int _least_captures(self, Py_ssize_t man, Py_ssize_t node) noexcept nogil
    cdef bint _move_man(self, Py_ssize_t p, Py_ssize_t man, Py_ssize_t node) noexcept nogil
    @cython.locals(side=Py_ssize_t)
    cdef bint _remove_man(self, Py_ssize_t p, Py_ssize_t man, Py_ssize_t square) noexcept nogil
    @cython.locals(surplus=int, captures=int, i=Py_ssize_t, base=Py_ssize_t, unmoved=int, kept=int, best=int, most=int,
                   castlings=int, rest=int, needed=int)
    cdef int _spare(self, Py_ssize_t p, Py_ssize_t side, int moves) noexcept nogil
    @cython.locals(king=Py_ssize_t)
    cdef inline int _king_moves(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t castlings) noexcept nogil
    cdef inline int _most_castlings(self, Py_ssize_t p, Py_ssize_t side) noexcept nogil
    @cython.locals(key=u64, i=Py_ssize_t, price=Py_ssize_t)
    cdef Py_ssize_t _remember_costs(self, Py_ssize_t p, Py_ssize_t side, int surplus) noexcept nogil
    @cython.locals(size=Py_ssize_t, columns=Py_ssize_t, men=u32, man=Py_ssize_t, targets=u32, i=Py_ssize_t,
                   destiny=Py_ssize_t, distance=int)
    cdef int _matched(self, Py_ssize_t p, Py_ssize_t side, Py_ssize_t price, int surplus) noexcept nogil
