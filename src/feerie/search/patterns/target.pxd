# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport MEN, SQUARES
from feerie.search.patterns.base cimport Patterns
from feerie.search.patterns.distances cimport FAR
from feerie.search.patterns.enumeration cimport Enumeration
from feerie.search.patterns.men cimport moves_to_target
from feerie.search.patterns.structs cimport NO_TARGET, Draft, make_target

cdef class TargetEnumeration(Enumeration):
    cdef u64 wanted[2 * MEN]        # [kind, side]: squares
    cdef Py_ssize_t cheapest        # set by `_count_candidates`: the fewest moves a candidate needs

    @cython.locals(victim=Py_ssize_t, king=Py_ssize_t, distance=Py_ssize_t)
    cdef void _enumerate(self, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    @cython.locals(fewest=Py_ssize_t, square=Py_ssize_t, kind=Py_ssize_t, side=Py_ssize_t, mating_side_rest=Py_ssize_t,
                   victim_rest=Py_ssize_t, i=Py_ssize_t, bits=u64, count=Py_ssize_t)
    cdef void _extend(self, Draft draft) noexcept nogil
    @cython.locals(man=Py_ssize_t, distance=Py_ssize_t, exclusions=Py_ssize_t)
    cdef void _fill(self, Py_ssize_t square, Py_ssize_t kind, Py_ssize_t side, Draft draft) noexcept nogil
    @cython.locals(moves=Py_ssize_t, count=Py_ssize_t, man=Py_ssize_t, distance=Py_ssize_t)
    cdef Py_ssize_t _count_candidates(self, Py_ssize_t square, Py_ssize_t kind, Py_ssize_t side,
                                      Draft draft) noexcept nogil
    cdef inline bint _is_free(self, Py_ssize_t man, Py_ssize_t side) noexcept nogil
    cdef inline Py_ssize_t _moves_needed(self, Py_ssize_t man, Py_ssize_t side, Py_ssize_t kind,
                                         Py_ssize_t square) noexcept nogil

@cython.final
cdef class TargetPatterns(Patterns):
    pass
