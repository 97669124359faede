# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, FULL, ONE
from feerie.search.proof.pair_deductions cimport PairDeductions
from feerie.search.proof.structs cimport DESTINIES, GRAPH_NODES, IS_CAPTURED, SIDE_LIMIT, TRANSPORT
from feerie.search.proof.paths cimport Paths

cdef enum:
    MOST_LENGTH = 60        # of a path, and
    MOST_SPARE = 31         #   spare moves of a side, that are told apart

@cython.final
cdef class PathLengths:
    cdef Paths men
    cdef PairDeductions pairs
    cdef u64 lengths[SIDE_LIMIT * DESTINIES]    # [man of the side, destiny]: those of its paths (bits)
    cdef u64 excess[SIDE_LIMIT]                 # by man of the side: those that it can have (bits)
    cdef u64 before[GRAPH_NODES]                # by node: lengths (bits) with the required move still to be made
    cdef u64 after[GRAPH_NODES]                 #   and done
    cdef Py_ssize_t order[SIDE_LIMIT]           # men of the side, those with most moves first
    cdef Py_ssize_t unit_count
    cdef u32 unit_men[SIDE_LIMIT]               # by unit: its men (bits)
    cdef int unit_least[SIDE_LIMIT]             #   the least excess they have together
    cdef u64 unit_excess[SIDE_LIMIT]            #   those that they can have (bits)
    cdef u64 other_sums[SIDE_LIMIT]             #   those that all others can have together

    @cython.locals(spare=int, found=int, unit=Py_ssize_t, men=u32, man=Py_ssize_t, allowed=u64)
    cdef int restrict(self, Py_ssize_t side) noexcept nogil
    @cython.locals(count=Py_ssize_t, i=Py_ssize_t, place=Py_ssize_t)
    cdef bint _measure_side(self, Py_ssize_t side, int spare) noexcept nogil
    @cython.locals(man=Py_ssize_t, most=int, destinies=u32, destiny=Py_ssize_t, i=Py_ssize_t, lengths=u64, least=int,
                   column=Py_ssize_t)
    cdef bint _measure(self, Py_ssize_t side, Py_ssize_t number, int spare) noexcept nogil
    cdef inline u64 _excess_of(self, u64 lengths, int dual) noexcept nogil
    cdef inline Py_ssize_t _first_column(self, Py_ssize_t side, Py_ssize_t destiny) noexcept nogil
    cdef inline Py_ssize_t _end_column(self, Py_ssize_t side, Py_ssize_t destiny) noexcept nogil
    @cython.locals(base=Py_ssize_t, required=int, i=Py_ssize_t, edge=Py_ssize_t, level=int, again=bint, origin=Py_ssize_t,
                   target=Py_ssize_t, bit=u64, reached=bint)
    cdef void _find_lengths(self, Py_ssize_t man, int most) noexcept nogil
    @cython.locals(base=Py_ssize_t, found=u64, i=Py_ssize_t, node=Py_ssize_t)
    cdef u64 _lengths_to(self, Py_ssize_t man, Py_ssize_t destiny) noexcept nogil
    cdef inline u64 _lengths_at(self, Py_ssize_t man, Py_ssize_t node) noexcept nogil
    @cython.locals(used=u32, i=Py_ssize_t, men=u32, sums=u64)
    cdef void _group(self, Py_ssize_t side, int spare) noexcept nogil
    cdef void _add_unit(self, u32 men, int least, u64 sums) noexcept nogil
    @cython.locals(found=u64)
    cdef inline u64 _sums(self, u64 first, u64 second, int spare) noexcept nogil
    @cython.locals(sums=u64, unit=Py_ssize_t)
    cdef bint _sum_up(self, int spare) noexcept nogil
    @cython.locals(found=u64, excess=u64, own=Py_ssize_t, sums=u64, partner=u32)
    cdef u64 _allowed(self, Py_ssize_t unit, Py_ssize_t man, int spare) noexcept nogil
    @cython.locals(man=Py_ssize_t, found=bint, destinies=u32, destiny=Py_ssize_t, longest=int, length=Py_ssize_t,
                   i=Py_ssize_t)
    cdef bint _keep(self, Py_ssize_t side, Py_ssize_t number, u64 allowed) noexcept nogil
    @cython.locals(column=Py_ssize_t, excess=int)
    cdef bint _has(self, Py_ssize_t side, Py_ssize_t number, Py_ssize_t destiny, int length, u64 allowed) noexcept nogil
