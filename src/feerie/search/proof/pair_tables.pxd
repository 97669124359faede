# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.compiled_rules cimport SQUARES
from feerie.search.proof.pairs cimport Pairs
from feerie.search.proof.pair_deductions cimport PAIR_SIZE
from feerie.search.proof.structs cimport ALL_MEN, DESTINIES, GRAPH_NODES, IS_CAPTURED, SIDE_LIMIT
from feerie.search.proof.paths cimport Paths

cdef enum:
    MOST_PAIR_TABLES = 512

@cython.final
cdef class PairTables:
    cdef Paths paths
    cdef Pairs pairs
    cdef bint made
    cdef u8 *tables
    cdef int count[ALL_MEN]
    cdef int other[ALL_MEN * ALL_MEN]           # [man, place among its pairs]
    cdef int place[ALL_MEN * ALL_MEN]

    @cython.locals(first=Py_ssize_t, second=Py_ssize_t, made=Py_ssize_t)
    cdef void make(self) noexcept nogil
    cdef void _add(self, Py_ssize_t man, Py_ssize_t other, Py_ssize_t place) noexcept nogil
    @cython.locals(destinies=u32)
    cdef bint _has_one_destiny(self, Py_ssize_t man) noexcept nogil
    @cython.locals(base=Py_ssize_t, other_base=Py_ssize_t, squares=u64, places=u64, square=Py_ssize_t,
                   place=Py_ssize_t)
    cdef bint _has_excess(self, Py_ssize_t first, Py_ssize_t second, Py_ssize_t table) noexcept nogil
    cdef Py_ssize_t _cost_table(self, Py_ssize_t man) noexcept nogil
