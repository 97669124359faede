# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32, uint16_t as u16, uint8_t as u8
from feerie.kernel.verdict cimport Judge
from feerie.search.proof.graph cimport MoveGraph
from feerie.search.proof.structs cimport ALL_MEN, GRAPH_NODES, QUIET_MOVE, SIDE_LIMIT, TRANSPORT, UNREACHABLE

cdef enum:
    FRESH = 255             # in work: a node just listed

cdef class ManGraphs:
    cdef Judge judge
    cdef MoveGraph graph
    cdef u16 home[ALL_MEN]                      # by man: its node; man i of a side is 16 * side + i
    cdef u8 *alive                              # [man, edge of its side]: it may make this move
    cdef u32 *edges                             # [man, place]: the moves that it may still make, `edge_count` of them
    cdef Py_ssize_t edge_count[ALL_MEN]
    cdef Py_ssize_t most_edges
    cdef u8 work[GRAPH_NODES]
    cdef u16 queue[2 * GRAPH_NODES]
    cdef u16 later[2 * GRAPH_NODES]
    cdef Py_ssize_t queue_end, later_end
    cdef u16 nodes[GRAPH_NODES]                 # those that the moves of the man being measured reach
    cdef Py_ssize_t node_count
    cdef public Py_ssize_t effort               # moves looked at

    @cython.locals(side=Py_ssize_t, edge=Py_ssize_t, node=Py_ssize_t, level=int, row=Py_ssize_t, cost=int)
    cdef void _collect(self, Py_ssize_t man, int most) noexcept nogil
    @cython.locals(captures=bint, i=Py_ssize_t, node=Py_ssize_t)
    cdef bint _list_nodes(self, Py_ssize_t man) noexcept nogil
    @cython.locals(i=Py_ssize_t, listed=bint)
    cdef bint _is_listed(self, Py_ssize_t node) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void _clear(self) noexcept nogil
    cdef inline void _add_source(self, Py_ssize_t node) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline void _store(self, u8 *table, Py_ssize_t start) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline void _store_no_captures(self, u8 *table, Py_ssize_t start) noexcept nogil
    @cython.locals(level=int, i=Py_ssize_t)
    cdef void _relax(self, Py_ssize_t man, bint forward, bint by_captures) noexcept nogil
    @cython.locals(level=int, again=int, i=Py_ssize_t, node=Py_ssize_t)
    cdef void _relax_levels(self, Py_ssize_t man, bint forward, bint by_captures) noexcept nogil
    @cython.locals(node=Py_ssize_t)
    cdef void _relax_queue(self, Py_ssize_t man, int level, bint forward, bint by_captures) noexcept nogil
    @cython.locals(edge=Py_ssize_t, end=Py_ssize_t, i=Py_ssize_t, cost=int, reached=Py_ssize_t, side=Py_ssize_t,
                   row=Py_ssize_t, place=Py_ssize_t)
    cdef void _relax_node(self, Py_ssize_t man, Py_ssize_t node, int level, bint forward,
                          bint by_captures) noexcept nogil
