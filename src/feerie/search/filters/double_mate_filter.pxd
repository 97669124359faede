# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport FULL, ONE, lowest
from feerie.kernel.compiled_rules cimport EN_PASSANT, MEN, NONE, SQUARES
from feerie.kernel.packed_move cimport move_kind, move_origin, move_target
from feerie.kernel.verdict cimport Judge
from feerie.search.filters.mate_filter cimport MateFilter
from feerie.search.patterns.distances cimport SIDE_MEN

@cython.final
cdef class DoubleMateFilter:
    cdef readonly bint applicable
    cdef Judge judge
    cdef Py_ssize_t mating_side
    cdef bint mates_both
    cdef MateFilter theirs              # asks how the other king may be mated,
    cdef MateFilter own                 # and how the mating side's own
    cdef u64 mating_targets[SQUARES]    # see `find_mating_targets`

    cdef bint may_be_reached(self, Py_ssize_t p) noexcept nogil
    @cython.locals(kings=u64, king=Py_ssize_t, others=u64, targets=u64, target=Py_ssize_t)
    cdef bint may_mate_itself(self, Py_ssize_t p) noexcept nogil
    cdef Py_ssize_t filter_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(king=Py_ssize_t, others=u64, near=u64, flights=u64, stays=bint, king_targets=u64, bits=u64,
                   target=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t, origin=Py_ssize_t, keeps=bint)
    cdef Py_ssize_t list_last_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(victims=u64, king=Py_ssize_t, man=Py_ssize_t, square=Py_ssize_t, occupied=u64, found=bint)
    cdef bint find_mating_targets(self, Py_ssize_t p) noexcept nogil
    @cython.locals(man=Py_ssize_t, at=Py_ssize_t, unseen=u64)
    cdef bint covers_by_leaving(self, Py_ssize_t king, u64 others) noexcept nogil
