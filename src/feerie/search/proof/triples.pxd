# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport SQUARES
from feerie.search.proof.pairs cimport Pairs
from feerie.search.proof.structs cimport ALL_MEN
from feerie.search.proof.paths cimport MOST_MOVES, Paths

@cython.final
cdef class Triples:
    cdef Paths paths
    cdef Pairs pairs
    cdef u64 *joint                             # [man, square, man]
    cdef u64 *fresh                             # [man, move, man]: squares of the other man during the move
    cdef u64 *beside                            # the same when all others have squares, too
    cdef u32 *beside_edge
    cdef Py_ssize_t total
    cdef u32 known[ALL_MEN]
    cdef u64 where[ALL_MEN]                     # by man: squares during the move that is looked at

    @cython.locals(man=Py_ssize_t)
    cdef void begin(self) noexcept nogil
    @cython.locals(most=int, square=Py_ssize_t, i=Py_ssize_t)
    cdef void add(self, Py_ssize_t first, Py_ssize_t second, int first_more, int second_more) noexcept nogil
    @cython.locals(again=bint, man=Py_ssize_t, other=Py_ssize_t, others=u32, before=Py_ssize_t)
    cdef bint restrict(self) noexcept nogil
    @cython.locals(removed=bint, common=u32, square=Py_ssize_t, row=Py_ssize_t, places=u64, place=Py_ssize_t,
                   others=u32, possible=bint, third=Py_ssize_t)
    cdef bint _restrict_pair(self, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    @cython.locals(kept=Py_ssize_t, i=Py_ssize_t, edge=Py_ssize_t, others=u32)
    cdef void _restrict_moves(self, Py_ssize_t man) noexcept nogil
    @cython.locals(others=u32, other=Py_ssize_t, again=bint, left=u64)
    cdef bint _can_be_made(self, Py_ssize_t man, Py_ssize_t move) noexcept nogil
    @cython.locals(left=u64, squares=u64, square=Py_ssize_t, row=Py_ssize_t, rest=u32, possible=bint)
    cdef u64 _supported(self, Py_ssize_t man, u32 others) noexcept nogil
