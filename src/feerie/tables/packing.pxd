# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint16_t as u16, uint8_t as u8, int64_t as i64

from feerie.kernel.compiled_rules cimport u8_view, u16_view
from feerie.tables.indexing cimport PositionIndex

@cython.locals(i=Py_ssize_t, cells=Py_ssize_t, source="u16 *", packed="u8 *", narrow="u8 *", words="u16 *", wide=bint, value=Py_ssize_t, outcome=int, length=Py_ssize_t)
cpdef pack(values, Py_ssize_t start, Py_ssize_t count, outcomes, moves)
@cython.locals(i=Py_ssize_t, cells=Py_ssize_t, target="u16 *", packed="u8 *", narrow="u8 *", words="u16 *", wide=bint, outcome=int, length=Py_ssize_t)
cpdef unpack(outcomes, moves, values, Py_ssize_t start)

cdef class Tally:
    cdef PositionIndex index
    cdef public list counts, zugzwangs, longest
    cdef u64 step, kings            # how the number of a position contains that of the king that is turned
    cdef u64 weights[64]            # by that number: how many squares the king stands for
    cdef u64 found[9]
    cdef i64 furthest[8]
    @cython.locals(i=Py_ssize_t, first=u64, cells=Py_ssize_t, at="u16 *")
    cpdef add(self, values, Py_ssize_t start, Py_ssize_t count)
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, turn=Py_ssize_t, value=Py_ssize_t, outcome=Py_ssize_t, weight=u64, white=int, black=int)
    cdef void count(self, u16 *at, u64 start, Py_ssize_t count) noexcept nogil
