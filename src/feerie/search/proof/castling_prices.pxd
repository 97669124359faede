# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint16_t as u16, uint8_t as u8
from feerie.kernel.bits cimport lowest
from feerie.kernel.compiled_rules cimport SQUARES
from feerie.search.proof.matching cimport Matching
from feerie.search.proof.structs cimport (ALL_MEN, CASTLING_KING, DESTINIES, GRAPH_NODES, IMPOSSIBLE, IS_CAPTURED,
                                          SIDE_LIMIT, TRANSPORT, UNREACHABLE)
from feerie.search.proof.paths cimport Paths

cdef enum:
    UNIT = 4                # of cost in a move; a castling has a price of 0 to UNIT
    MOST_COST = 199         # the largest cost below UNREACHABLE; higher ones are not told apart

@cython.final
cdef class CastlingPrices:
    cdef Paths paths
    cdef Matching matching
    cdef public bint applies                    # both sides have one king, which castles with men of either
    cdef int king[2]                            # by side: the man
    cdef u8 *price                              # by castling
    cdef u8 *best                               # those with which the men need most
    cdef int *used                              # by castling: transports by it, less the king's castlings
    cdef u8 *distance                           # [man, destiny, node]
    cdef u8 king_distance[2 * GRAPH_NODES]      # [side, node]
    cdef u8 work[GRAPH_NODES]
    cdef u32 came_by[SIDE_LIMIT * GRAPH_NODES]  # [man of a side, node]: the last move of the cheapest path
    cdef u16 buckets[(UNIT + 1) * GRAPH_NODES]  # nodes by cost, of UNIT + 1 costs that follow each other
    cdef Py_ssize_t filled[UNIT + 1]
    cdef u16 ends[SIDE_LIMIT * (SIDE_LIMIT + 1)]    # [man, destiny by column]: the node where its path ends
    cdef Py_ssize_t rows[SIDE_LIMIT]            # men of the side that are assigned, its king not among them
    cdef Py_ssize_t row_count

    @cython.locals(i=Py_ssize_t)
    cdef void begin(self, int white_king, int black_king, CastlingPrices before) noexcept nogil
    @cython.locals(i=Py_ssize_t, total=int, most=int, price=int, changed=bint)
    cdef int improve(self, int most_rounds, int moves) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, man=Py_ssize_t, column=Py_ssize_t, destiny=Py_ssize_t,
                   king_target=Py_ssize_t, distance=int)
    cdef int _assign(self, Py_ssize_t side) noexcept nogil
    @cython.locals(i=Py_ssize_t, best=int, node=Py_ssize_t, victims=u64)
    cdef int _cheapest_end(self, Py_ssize_t row, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
    @cython.locals(edge=Py_ssize_t)
    cdef void _note_path(self, Py_ssize_t man, Py_ssize_t node) noexcept nogil
    cdef int _king(self, Py_ssize_t side) noexcept nogil
    @cython.locals(node=Py_ssize_t)
    cdef void _clear(self) noexcept nogil
    cdef inline void _add(self, Py_ssize_t node, int cost) noexcept nogil
    @cython.locals(level=int, left=Py_ssize_t, node=Py_ssize_t, side=Py_ssize_t, row=Py_ssize_t, place=Py_ssize_t,
                   edge=Py_ssize_t, reached=Py_ssize_t, cost=int, slot=Py_ssize_t, end=Py_ssize_t)
    cdef void _relax(self, Py_ssize_t man, bint forward) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, man=Py_ssize_t, destinies=u32)
    cdef void measure(self) noexcept nogil
    @cython.locals(node=Py_ssize_t, base=Py_ssize_t, victims=u64)
    cdef void _measure_to(self, Py_ssize_t side, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
