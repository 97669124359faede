# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.compiled_rules cimport MEN, NONE, ONE_KING, SQUARES
from feerie.search.proof.limits cimport PathLimits
from feerie.search.proof.man_graphs cimport ManGraphs
from feerie.search.proof.structs cimport (ALL_MEN, CAPTURING, DESTINIES, GRAPH_NODES, IS_CAPTURED, NO_REQUIRED_MOVE, OPEN_CASE,
                                          QUIET_MOVE, SIDE_LIMIT, TO_CAPTURE, TO_CASTLE, TRANSPORT, UNREACHABLE,
                                          USE_REGIONS, USE_VICTIMS)

cdef enum:
    MOST_MOVES = 192        # of a man in `beside`; those with more are not there

cdef class Paths(ManGraphs):
    cdef int bounds
    cdef u64 wanted[2 * MEN]                    # [kind, side]: squares
    cdef bint fits                              # not too many men
    cdef bint knows_checks                      # a side has one king, and what checks it is known from squares alone
    cdef int men_count[2]
    cdef int target_count[2]
    cdef bint unfinished                        # the target leaves squares open
    cdef u64 open_squares[2]                    # by side: those on which it may have any man
    cdef int captures[2]                        # men of the side that are captured; where unfinished, at most
    cdef int moves[2]                           # moves that the side has
    cdef u16 target_node[2 * SIDE_LIMIT]        # [side, target]
    cdef u32 destinies[ALL_MEN]                 # by man: destinies (bits) that are possible
    cdef int budget[ALL_MEN * DESTINIES]        # moves that a man may make on its path to a destiny
    cdef int capture_budget[ALL_MEN * DESTINIES]
    cdef u64 squares[ALL_MEN]                   # by man: where it can ever be
    cdef u64 victim_squares[ALL_MEN]            # by man: where it can be captured
    cdef u64 capture_targets[2]                 # squares of enemy men that the side can capture
    cdef u64 passing_targets[2]                 # squares to which the side may capture en passant
    cdef u64 fixed                              # squares of men that never move and are not captured
    cdef u64 never_safe[2]                      # squares that such men attack, by the side of the king
    cdef bint dirty[ALL_MEN]                    # by man: its paths must be measured again
    cdef u8 former_at[SQUARES]                  # the man of an earlier deduction on a square
    cdef u8 *king_castles                       # by castling: its king may; its partner may
    cdef u8 *partner_castles
    cdef u8 forward[ALL_MEN * GRAPH_NODES]      # [man, node]: moves from home
    cdef u8 capture_forward[ALL_MEN * GRAPH_NODES]
    cdef u8 *back                               # [man, destiny, node]: moves to the destiny
    cdef u8 *capture_back
    cdef Py_ssize_t confined[ALL_MEN]           # men that are not captured and have few squares, but more than one
    cdef Py_ssize_t confined_count
    cdef int cases[2]                           # by side: the castling that it makes, OPEN_CASE, or NO_CASTLING
    cdef u32 former_open[2]                     # by side: men (bits) of an earlier deduction whose required move is not made
    cdef int required_move[ALL_MEN]
    cdef Py_ssize_t required_object[ALL_MEN]            # the castling, or the man to be captured
    cdef u64 required_squares[ALL_MEN]              # where that man can be captured
    cdef u64 required_passing[ALL_MEN]              #   and the squares captors enter that take it en passant
    cdef Py_ssize_t captor[ALL_MEN]             # by man: who alone can capture it, as its required move; -1 where not known
    cdef u8 done[ALL_MEN * GRAPH_NODES]         # [man, node]: moves from home with the required move made
    cdef u8 capture_done[ALL_MEN * GRAPH_NODES]
    cdef u8 *open_back                          # as `back`, with the required move still to be made
    cdef u8 *open_capture_back
    cdef PathLimits limits                          # the author's, None for none
    cdef bint uses_limits                       # at the position of this deduction
    cdef bint limited[ALL_MEN]                  # by man: it has limits
    cdef u64 taken_on[ALL_MEN]                  # by man: squares where they let it be captured
    cdef int least[ALL_MEN]                     # by man: moves that it must make by them
    cdef int longest[ALL_MEN * DESTINIES]       # [man, destiny]: moves that it may make by them, or by `PathLengths`
    cdef bint has_beside                        # `beside` is known: where others can stand during a man's moves
    cdef u64 *beside                            # [man, number of a move, man]: squares; kept by `Triples`
    cdef u32 *beside_edge                       # [man, number of a move]: the move
    cdef Py_ssize_t beside_count[ALL_MEN]       # by man: such moves
    cdef u32 beside_known[ALL_MEN]              # by man: other men (bits)
    cdef bint changed
    cdef int spare[2]                           # by side: its moves, less those of the assignment
    cdef int cost[ALL_MEN]                      # by man: its part of the assignment
    cdef int row_dual[ALL_MEN]                  # dual values of the assignment: by man,
    cdef int column_dual[2 * SIDE_LIMIT]        #   and by [side, column]

    cdef inline int cost_from_home(self, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
    cdef inline int most_moves(self, Py_ssize_t path) noexcept nogil
    cdef inline int captures_from_home(self, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void _allow_any_length(self, Py_ssize_t man) noexcept nogil
    @cython.locals(home=Py_ssize_t, i=Py_ssize_t, edge=Py_ssize_t, target=Py_ssize_t, kept=Py_ssize_t, other=Py_ssize_t)
    cdef void _limit(self, Py_ssize_t man) noexcept nogil
    @cython.locals(i=Py_ssize_t, edge=Py_ssize_t, case=int)
    cdef void _give_castling(self, Py_ssize_t man) noexcept nogil
    @cython.locals(man=Py_ssize_t, men=int)
    cdef bint has_castling(self, Py_ssize_t castling) noexcept nogil
    @cython.locals(man=Py_ssize_t, i=Py_ssize_t, former=Py_ssize_t, other=Py_ssize_t)
    cdef void _take_required_moves(self, Paths before) noexcept nogil
    @cython.locals(destiny=Py_ssize_t)
    cdef void _measure_required_move(self, Py_ssize_t man) noexcept nogil
    cdef void _measure_from_home(self, Py_ssize_t man, bint by_captures, u8 *table) noexcept nogil
    cdef void _measure_to(self, Py_ssize_t man, Py_ssize_t destiny, bint by_captures, u8 *table) noexcept nogil
    @cython.locals(i=Py_ssize_t, edge=Py_ssize_t, node=Py_ssize_t)
    cdef void _measure_done(self, Py_ssize_t man, bint by_captures, u8 *table) noexcept nogil
    @cython.locals(base=Py_ssize_t, i=Py_ssize_t, edge=Py_ssize_t, node=Py_ssize_t, cost=int)
    cdef void _measure_open(self, Py_ssize_t man, Py_ssize_t destiny, bint by_captures, u8 *after,
                            u8 *table) noexcept nogil
    cdef inline int _cost_of_required_move(self, Py_ssize_t man, Py_ssize_t edge, bint by_captures) noexcept nogil
    cdef bint is_required(self, Py_ssize_t man, Py_ssize_t edge) noexcept nogil
    @cython.locals(target=Py_ssize_t)
    cdef inline bint can_capture_on(self, Py_ssize_t edge, u64 squares, u64 passing) noexcept nogil
    @cython.locals(origin=Py_ssize_t, before=int)
    cdef int _cost_to(self, Py_ssize_t man, Py_ssize_t edge, bint by_captures) noexcept nogil
    @cython.locals(destinies=u32, destiny=Py_ssize_t, base=Py_ssize_t)
    cdef bint _is_on_way(self, Py_ssize_t man, int moves, int captures, Py_ssize_t node) noexcept nogil
    @cython.locals(origin=Py_ssize_t, target=Py_ssize_t, destinies=u32, destiny=Py_ssize_t, base=Py_ssize_t)
    cdef bint _is_on_way_with_required_move(self, Py_ssize_t man, Py_ssize_t edge, int cost, int capture) noexcept nogil
    @cython.locals(side=Py_ssize_t, kind=Py_ssize_t, men=u64, squares=u64)
    cdef bint number(self, Py_ssize_t p) noexcept nogil
    @cython.locals(side=Py_ssize_t, man=Py_ssize_t, i=Py_ssize_t, case=int)
    cdef void begin(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, man=Py_ssize_t, former=Py_ssize_t, edge=Py_ssize_t, possible=bint)
    cdef void go_on_from(self, Paths before) noexcept nogil
    @cython.locals(destiny=Py_ssize_t, node=Py_ssize_t, side=Py_ssize_t, captures=bint)
    cdef void measure(self, Py_ssize_t man) noexcept nogil
    @cython.locals(i=Py_ssize_t, victims=u64)
    cdef void _set_sources(self, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
    @cython.locals(victims=u64)
    cdef inline u64 ends_of_captured(self, Py_ssize_t man) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, edge=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, cost=int,
                   capture=int, possible=bint)
    cdef void restrict(self, Py_ssize_t man) noexcept nogil
    @cython.locals(base=Py_ssize_t)
    cdef bint _may_be_captured(self, Py_ssize_t man, Py_ssize_t node) noexcept nogil
    @cython.locals(i=Py_ssize_t, node=Py_ssize_t, squares=u64, victims=u64)
    cdef void find_squares(self, Py_ssize_t man) noexcept nogil
