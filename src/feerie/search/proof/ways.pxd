# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.state cimport MEN, ONE_KING, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.proof.graph cimport MoveGraph
from feerie.search.proof.structs cimport (ALL_MEN, DESTINIES, GRAPH_NODES, IS_CAPTURED, QUIET_MOVE, SIDE_LIMIT,
                                          TRANSPORT, UNREACHABLE, USE_REGIONS, USE_VICTIMS)

cdef enum:
    FRESH = 255             # in work: a node just listed

cdef class Ways:
    cdef Judge judge
    cdef MoveGraph graph
    cdef int bounds
    cdef u64 wanted[2 * MEN]                    # [kind, side]: squares
    cdef bint fits                              # not too many men
    cdef bint feasible                          # no contradiction
    cdef int men_count[2]
    cdef int target_count[2]
    cdef int captures[2]                        # men of the side that must be captured
    cdef int moves[2]                           # moves that the side has
    cdef u16 home[ALL_MEN]                      # by man: its node; man i of a side is 16 * side + i
    cdef u16 target_node[2 * SIDE_LIMIT]        # [side, target]
    cdef u32 destinies[ALL_MEN]                 # by man: destinies (bits) that are possible
    cdef int budget[ALL_MEN * DESTINIES]        # moves that a man may make on its way to a destiny
    cdef int capture_budget[ALL_MEN * DESTINIES]
    cdef u64 squares[ALL_MEN]                   # by man: where it can ever be
    cdef u64 victim_squares[ALL_MEN]            # by man: where it can be captured
    cdef u64 capture_targets[2]                 # squares of enemy men that the side can capture
    cdef u64 passing_targets[2]                 # squares to which the side may capture en passant
    cdef u64 fixed                              # squares of men that never move and are not captured
    cdef u64 never_safe[2]                      # squares that such men attack, by the side of the king
    cdef u8 *alive                              # [man, edge of its side]: it may make this move
    cdef u32 *edges                             # [man, place]: the moves that it may still make, `edge_count` of them
    cdef Py_ssize_t edge_count[ALL_MEN]
    cdef bint dirty[ALL_MEN]                    # by man: its ways must be measured again
    cdef u8 former_at[SQUARES]                  # the man of an earlier deduction on a square
    cdef u8 *king_castles                       # by castling: its king may; its partner may
    cdef u8 *partner_castles
    cdef Py_ssize_t most_edges
    cdef u8 forward[ALL_MEN * GRAPH_NODES]            # [man, node]: moves from home
    cdef u8 capture_forward[ALL_MEN * GRAPH_NODES]
    cdef u8 back[ALL_MEN * DESTINIES * GRAPH_NODES]   # [man, destiny, node]: moves to the destiny
    cdef u8 capture_back[ALL_MEN * DESTINIES * GRAPH_NODES]
    cdef u8 work[GRAPH_NODES]
    cdef u16 queue[2 * GRAPH_NODES]
    cdef u16 later[2 * GRAPH_NODES]
    cdef Py_ssize_t queue_end, later_end
    cdef u16 nodes[GRAPH_NODES]                       # those that the moves of the man being measured reach
    cdef Py_ssize_t node_count
    cdef Py_ssize_t confined[ALL_MEN]           # men that are not captured and have few squares, but more than one
    cdef Py_ssize_t confined_count
    cdef bint changed
    cdef u8 *pair_tables                        # moves that pairs of men need: see `Pairs.fill`
    cdef public Py_ssize_t rounds, effort       # of the last `run`; effort: moves looked at

    @cython.locals(man=Py_ssize_t, destiny=Py_ssize_t, node=int)
    cpdef list facts(self)
    @cython.locals(side=Py_ssize_t, kind=Py_ssize_t, men=u64, squares=u64)
    cdef bint _number(self, Py_ssize_t p) noexcept nogil
    @cython.locals(side=Py_ssize_t, man=Py_ssize_t, i=Py_ssize_t)
    cdef void _begin(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, man=Py_ssize_t, former=Py_ssize_t, edge=Py_ssize_t)
    cdef void _go_on_from(self, Ways before) noexcept nogil
    @cython.locals(side=Py_ssize_t, edge=Py_ssize_t, node=Py_ssize_t, level=int, row=Py_ssize_t, cost=int)
    cdef void _collect(self, Py_ssize_t man) noexcept nogil
    @cython.locals(destiny=Py_ssize_t, node=Py_ssize_t, side=Py_ssize_t, by_captures=int, i=Py_ssize_t)
    cdef void _measure(self, Py_ssize_t man) noexcept nogil
    @cython.locals(i=Py_ssize_t, listed=bint)
    cdef bint _is_listed(self, Py_ssize_t node) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void _clear(self) noexcept nogil
    cdef inline void _add_source(self, Py_ssize_t node) noexcept nogil
    @cython.locals(i=Py_ssize_t, victims=u64)
    cdef void _set_sources(self, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
    @cython.locals(node=Py_ssize_t, level=int, i=Py_ssize_t)
    cdef void _relax(self, Py_ssize_t man, bint forward, bint by_captures) noexcept nogil
    @cython.locals(edge=Py_ssize_t, end=Py_ssize_t, i=Py_ssize_t, cost=int, reached=Py_ssize_t, side=Py_ssize_t,
                   row=Py_ssize_t, place=Py_ssize_t)
    cdef void _relax_node(self, Py_ssize_t man, Py_ssize_t node, int level, bint forward,
                          bint by_captures) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, edge=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, cost=int,
                   capture=int, destinies=u32, destiny=Py_ssize_t, possible=bint, base=Py_ssize_t)
    cdef void _restrict(self, Py_ssize_t man) noexcept nogil
    @cython.locals(base=Py_ssize_t)
    cdef bint _may_be_captured(self, Py_ssize_t man, Py_ssize_t node) noexcept nogil
    @cython.locals(i=Py_ssize_t, node=Py_ssize_t, squares=u64, victims=u64)
    cdef void _find_squares(self, Py_ssize_t man) noexcept nogil
