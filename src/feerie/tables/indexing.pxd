# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8, int64_t as i64

from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.compiled_rules cimport MEN, NONE, SQUARES, CompiledRules, u64_view
from feerie.kernel.move_generator cimport Frame, MoveGenerator
from feerie.kernel.state cimport State

cdef struct Group:              # the men of a kind and a side
    int side, kind, count
    u64 size, step              # how many sets of squares they have; the weight of the set's number in that of a cell
    u64 *sets                   # by number, as bits
    u8 ranks[SQUARES]           # the number of a square among those they may stand on, NONE for others

cdef struct IndexScheme:
    int group_count, king       # the kind of the king
    int image_count             # images of the board that keep the rules
    int folding                 # the side of the king that images bring to certain squares, -1 for none
    u64 flag_sets, size         # sets of run flags; cells
    Group groups[16]
    u8 images[16 * SQUARES]     # by image and square: those of the board, then the same with sides exchanged
    u8 fold[2 * SQUARES]        # by exchange and the king's square: the image that it needs
    u8 flag_number[2 * 256]     # by exchange and rights: the number of the set of flags, NONE for castling rights
    u8 flag_rights[256]         # by that number
    u32 binomials[SQUARES * 8]

@cython.locals(king=Py_ssize_t)
cdef i64 index_of(IndexScheme *scheme, Frame *frames, Py_ssize_t p, Py_ssize_t exchanged) noexcept nogil
@cython.locals(g=Py_ssize_t, rank=u64, cell=u64, bits=u64, seen=u64, chosen=Py_ssize_t)
cdef i64 index_in_image(IndexScheme *scheme, Frame *frames, Py_ssize_t p, Py_ssize_t exchanged, Py_ssize_t image) noexcept nogil
@cython.locals(g=Py_ssize_t, rest=u64, bits=u64)
cdef bint place_cell(IndexScheme *scheme, Frame *frames, Py_ssize_t p, u64 cell) noexcept nogil

cdef class PositionIndex:
    cdef IndexScheme scheme
    cdef public object material
    cdef public dict orbits
    cdef list references

    cpdef i64 number(self, MoveGenerator judge, bint exchanged)
    @cython.locals(placed=bint)
    cpdef bint put(self, State judge, u64 cell)
    cdef _number_flags(self, tables)
    @cython.locals(i=Py_ssize_t)
    cdef _fold(self, int folding, images, exchange)
    cdef list _squares(self, genre, Py_ssize_t side, Py_ssize_t kind)
    @cython.locals(square=Py_ssize_t)
    cdef _add_group(self, Py_ssize_t g, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t number, list squares)
