# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint16_t as u16, uint8_t as u8, int32_t as i32
from feerie.kernel.compiled_rules cimport SQUARES, i32_view, u16_view, u64_view, u8_view
from feerie.search.proof.structs cimport CAPTURING, CASTLING_KING, GRAPH_NODES, QUIET_MOVE, TRANSPORT

@cython.final
cdef class MoveGraph:
    cdef public Py_ssize_t edge_count, castling_count
    cdef public int royal, ep_man
    cdef u8 *double_step_over[2]
    cdef u8 *double_step_to[2]
    cdef public bint castles_with_enemy
    cdef int once[2]            # a side castles once at most: each castling needs a right, and uses up all
    cdef u64 rights[2]          # the rights that some castling of the side needs
    cdef int needs_rights[2]    # every castling of the side needs one
    cdef int unmoved[2]         # castlings need rights, which imply that king and partner have not moved
    cdef i32 *first_leaving     # [side, node]: the first edge that leaves it; those of a node follow each other
    cdef i32 *first_entering    # [side, node]: the first place in `entering` for the edges that enter it
    cdef i32 *entering          # edges
    cdef u16 *origin            # by edge: nodes
    cdef u16 *target
    cdef u64 *path              # by edge: squares that must be empty, except the target
    cdef u8 *flags              # by edge
    cdef i32 *castling          # by edge: the castling it is part of, -1 for none
    cdef u8 *castling_side      # by castling
    cdef u64 *castling_right    # by castling: the right it needs (a bit), 0 for none
    cdef u64 *castling_name     # by castling: see graph.castling_name
    cdef list references
