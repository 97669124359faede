# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8
from feerie.kernel.bits cimport lowest
from feerie.kernel.compiled_rules cimport SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.proof.castling_group cimport CastlingGroup
from feerie.search.proof.castling_prices cimport CastlingPrices
from feerie.search.proof.deduction cimport Deduction
from feerie.search.proof.pair_deductions cimport PairDeductions
from feerie.search.proof.pair_tables cimport PairTables
from feerie.search.proof.triples cimport Triples
from feerie.search.proof.structs cimport (ALL_MEN, CASTLING_KING, DESTINIES, GRAPH_NODES, IS_CAPTURED, NO_REQUIRED_MOVE,
                                          OPEN_CASE, SIDE_LIMIT, TRANSPORT, UNREACHABLE, USE_ASSIGNMENT, USE_CASTLINGS,
                                          USE_PAIRS, USE_PRICES)
from feerie.search.proof.paths cimport Paths

cdef enum:
    NO_TRANSPORT = 3        # prices of a transport: 0, 1, 2 moves, and this: there is none
    CAPTURE_COUNT = 4       # beside them in costs: the captures that are needed
    BESIDE_GROUP = 5        #   and the moves of the men outside the castling group
    PRICED = 6              #   and what they pay where castlings have prices, in units: see CastlingPrices
    COSTS = 7
    MOST_CASTLINGS = 8      # of a side, that are counted
    FIRST_ROUNDS = 160      # of the search for prices: at first,
    LATER_ROUNDS = 20       #   and where there are some already

@cython.final
cdef class CostTables:
    cdef CostTables previous
    cdef Judge judge
    cdef Deduction deduction
    cdef Paths paths                              # those of the deduction, as are the pairs
    cdef PairDeductions pairs
    cdef int bounds
    cdef bint transports                        # castlings can move partners
    cdef bint counts_captures                   # some man may need captures
    cdef bint castles[2]                        # the side can castle
    cdef u8 *distance                           # [layer, man, destiny, node]: moves with at most 0 and 1 transports
    cdef u8 allowed[ALL_MEN * GRAPH_NODES]      # [man, node]: it may be there
    cdef int only_destiny[ALL_MEN]              # by man: its destiny where it has no other, else -1
    cdef int only_king[2]                       # by side: its single king, -1 where there may be several
    cdef u32 free_targets[2]                    # by side: targets (bits) of men with several destinies
    cdef u8 king_distance[2 * (MOST_CASTLINGS + 1) * GRAPH_NODES]   # [side, castlings, node]
    cdef CastlingGroup white_group, black_group     # those of the first bound
    cdef bint has_group[2]
    cdef Py_ssize_t partner[4]                  # [side, 0 or 1]: men of the group, -1 for none
    cdef CastlingPrices prices                  # None where no castling takes an enemy, or they are not used
    cdef bint priced                            # they apply
    cdef bint improves_prices                   # the search is a long one
    cdef Triples triples                        # those of the first bound; None unless it is for a long search
    cdef PairTables pair_tables                 # those of the first bound
    cdef int first_man[ALL_MEN]                 # by man: its number in the first bound
    cdef int man_of[ALL_MEN]                    # by number in the first bound: the man, -1 for none
    cdef int pair_of[ALL_MEN]                   # by man: its pair in `deduction`, -1 for none
    cdef u8 work[GRAPH_NODES]

    @cython.locals(side=Py_ssize_t, man=Py_ssize_t, destinies=u32, node=Py_ssize_t)
    cdef void prepare(self) noexcept nogil
    cdef void set_prices(self) noexcept nogil
    @cython.locals(side=Py_ssize_t, man=Py_ssize_t, i=Py_ssize_t)
    cdef void find_groups(self) noexcept nogil
    @cython.locals(man=Py_ssize_t, side=Py_ssize_t, i=Py_ssize_t, first=Py_ssize_t, second=Py_ssize_t)
    cdef void pair_up(self) noexcept nogil
    @cython.locals(side=Py_ssize_t)
    cdef bint _can_pair(self, Py_ssize_t man) noexcept nogil
    cdef void _choose_group(self, CastlingGroup group, Py_ssize_t side) noexcept nogil
    @cython.locals(destiny=Py_ssize_t, base=Py_ssize_t)
    cdef void _look_for_captures(self, Py_ssize_t man) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef void price_transports(self, Py_ssize_t side) noexcept nogil
    @cython.locals(i=Py_ssize_t, edge=Py_ssize_t)
    cdef void _look_for_castlings(self, Py_ssize_t side, Py_ssize_t man) noexcept nogil
    @cython.locals(man=Py_ssize_t, king=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t _single_king(self, Py_ssize_t side) noexcept nogil
    @cython.locals(destinies=u32, destiny=Py_ssize_t, node=Py_ssize_t, base=Py_ssize_t,
                   i=Py_ssize_t, edge=Py_ssize_t, cost=u8, size=Py_ssize_t)
    cdef void _fill_layers(self, Py_ssize_t man) noexcept nogil
    @cython.locals(node=Py_ssize_t, victims=u64)
    cdef void _set_sources(self, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
    @cython.locals(level=int, highest=int, node=Py_ssize_t, place=Py_ssize_t, edge=Py_ssize_t, row=Py_ssize_t,
                   side=Py_ssize_t, again=bint, cost=int)
    cdef void _relax(self, Py_ssize_t man, int barred) noexcept nogil
    @cython.locals(man=Py_ssize_t, castlings=Py_ssize_t, node=Py_ssize_t, edge=Py_ssize_t, row=Py_ssize_t,
                   i=Py_ssize_t, before=int, base=Py_ssize_t)
    cdef void _fill_king(self, Py_ssize_t side) noexcept nogil
    @cython.locals(base=Py_ssize_t, group=Py_ssize_t)
    cdef inline int cost_of(self, Py_ssize_t man, Py_ssize_t destiny, Py_ssize_t node, Py_ssize_t price,
                          bint is_open) noexcept nogil
    @cython.locals(size=Py_ssize_t)
    cdef int _priced(self, Py_ssize_t base, Py_ssize_t price) noexcept nogil
