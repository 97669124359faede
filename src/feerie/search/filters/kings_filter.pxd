# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport FULL, ONE, lowest
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, CASTLING, MEN, MULTIPLEX, SIAMESE, SQUARES, ULTRA
from feerie.kernel.verdict cimport Judge
from feerie.search.filters.mate_filter cimport MateFilter
from feerie.search.patterns.distances cimport SIDE_MEN

cdef enum:              # marks on moves in the list, above their fields
    ATTACKED = 1 << 30
cdef extern from *:
    const u32 KEPT "0x80000000U"

@cython.final
cdef class KingsFilter:
    cdef readonly bint applicable
    cdef Judge judge
    cdef Py_ssize_t mating_side
    cdef MateFilter filter
    cdef u64 shielded[SQUARES]          # see `find_shielded`
    cdef bint knows                     # whether it knows anything of the position asked for last
    cdef u64 kings                      # the victim's
    cdef bint asks_check_only           # whether steps of his kings, even to squares not attacked, may be illegal

    @cython.locals(i=Py_ssize_t, table_end=Py_ssize_t, attacked=Py_ssize_t, origin=Py_ssize_t, origins=u64, line=u64)
    cdef void find_shielded(self) noexcept
    @cython.locals(men=u64, own=u64)
    cdef bint applies(self, Py_ssize_t p) noexcept nogil
    @cython.locals(moving=Py_ssize_t, kings=u64, mateable=u64, found=bint)
    cdef bint may_be_mated(self, Py_ssize_t p) noexcept nogil
    @cython.locals(needs_guards=int)
    cdef Py_ssize_t filter_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(kings=u64)
    cdef Py_ssize_t keep_for_all(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint needs_guards) noexcept nogil
    @cython.locals(kept=Py_ssize_t, i=Py_ssize_t, man=Py_ssize_t, shields=bint, knows_all=bint)
    cdef Py_ssize_t keep_for_king(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint needs_guards) noexcept nogil
    @cython.locals(kings=u64, kept=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t keep_for_one_or_two(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef void allow_all(self) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void mark_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef void ask(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint needs_guards) noexcept nogil
    @cython.locals(king=Py_ssize_t, others=u64)
    cdef inline bint may_shield(self, u32 move) noexcept nogil
