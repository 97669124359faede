# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.compiled_rules cimport SQUARES
from feerie.search.proof.pairs cimport Pairs
from feerie.search.proof.triples cimport Triples
from feerie.search.proof.structs cimport (ALL_MEN, DESTINIES, GRAPH_NODES, IS_CAPTURED, SIDE_LIMIT, USE_PAIRS,
                                          USE_TRIPLES)
from feerie.search.proof.paths cimport Paths

cdef enum:
    MOST_PAIRS = 16         # of both sides, that have a table
    PAIR_SIZE = SQUARES * SQUARES

@cython.final
cdef class PairDeductions:
    cdef Paths paths
    cdef int bounds
    cdef bint owns_tables
    cdef u8 *pair_tables                        # moves that pairs of men need: see `Pairs.fill`
    cdef Pairs pairs                            # None for deductions that go on from others
    cdef Triples triples                        # None unless it is thorough
    cdef u8 needs[2 * SIDE_LIMIT * SIDE_LIMIT]  # [side, man, man]: moves that a pair needs, 0: not known
    cdef u64 measured[ALL_MEN * ALL_MEN]        # [man, man with a higher number]: what a pair was measured with
    cdef int weighed[2 * SIDE_LIMIT * SIDE_LIMIT]   # 1 + the excess of all placings, 0: not known
    cdef int chosen_count[2]                    # disjoint groups of men with an excess; of [side, place]:
    cdef u32 chosen_men[2 * SIDE_LIMIT]         #   its men (bits)
    cdef int chosen_excess[2 * SIDE_LIMIT]
    cdef Py_ssize_t pair_count                  # pairs with tables; the number of a table is that of its pair
    cdef Py_ssize_t pair_first[MOST_PAIRS]      # by pair: its men; -1 where it no longer exists
    cdef Py_ssize_t pair_second[MOST_PAIRS]

    @cython.locals(i=Py_ssize_t)
    cdef void begin(self) noexcept nogil
    cdef int be_thorough(self) except -1
    @cython.locals(i=Py_ssize_t, first=Py_ssize_t, side=Py_ssize_t, second=Py_ssize_t, first_more=int,
                   second_more=int, reserved=int)
    cdef bint measure_triples(self) noexcept nogil
    cdef bint _moves_and_stays(self, Py_ssize_t man) noexcept nogil
    @cython.locals(first=Py_ssize_t, second=Py_ssize_t, changed=bint)
    cdef bint measure(self) noexcept nogil
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, place=Py_ssize_t, changed=bint, enemies=bint, swapped=bint,
                   reserved=int, first_more=int, second_more=int, spare=int, least=int, removed=int)
    cdef bint _measure_pair(self, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    cdef inline u64 _mark(self, u64 spare, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    @cython.locals(i=Py_ssize_t, total=int)
    cdef int reserved(self, Py_ssize_t side, u32 men) noexcept nogil
    @cython.locals(first=Py_ssize_t, second=Py_ssize_t, used=u32, best=int, best_men=u32, excess=int)
    cdef void choose_groups(self, Py_ssize_t side) noexcept nogil
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, men=u32, first=Py_ssize_t, second=Py_ssize_t, used=u32, best=int,
                   best_first=Py_ssize_t, best_second=Py_ssize_t)
    cdef void make_tables(self) noexcept nogil
    cdef void _make_table(self, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    @cython.locals(total=int, own=Py_ssize_t, other=Py_ssize_t, base=Py_ssize_t, other_base=Py_ssize_t, squares=u64,
                   places=u64, square=Py_ssize_t, place=Py_ssize_t, excess=int)
    cdef int _excess_of_placings(self, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, man=Py_ssize_t, first=Py_ssize_t, second=Py_ssize_t)
    cdef void take_over(self, PairDeductions before) noexcept nogil
