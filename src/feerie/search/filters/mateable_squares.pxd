# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from feerie.kernel.bits cimport FULL, ONE, lowest, popcount
from feerie.kernel.compiled_rules cimport FAMILIES, MEN, NONE, SQUARES
from feerie.search.patterns.distances cimport SIDE_MEN, SideView

cdef enum:
    MAX_CASTLINGS = 64      # castlings whose attacks are stored; with more, every castling counts as covering all

cdef class MateableSquares(SideView):
    cdef readonly bint applicable
    cdef bint needs_check, needs_guards, kings_meet
    cdef int block_count
    cdef Py_ssize_t man_count           # men of the mating side; SIDE_MEN + 1: too many to be looked at
    cdef u32 partner_kinds[2 * FAMILIES]    # by family: kinds of men that may be partners
    cdef u64 mateable                   # the last result of `mateable_squares`
    cdef u64 seen, twice, reachable     # see `collect_attacks`
    cdef u64 all_seen, all_twice        # the first two of the position that `mateable_squares` was asked about last
    cdef Py_ssize_t castling_count      # castlings of the mating side
    cdef u64 castling_reach             # all squares that they attack
    cdef u64 castling_attacks[MAX_CASTLINGS]    # squares that king and partner attack after a castling
    cdef int castling_origins[MAX_CASTLINGS]    # where its king comes from
    cdef Py_ssize_t king                # the victim's king

    cdef u64 mateable_squares(self, Py_ssize_t p, u64 kings) noexcept nogil
    @cython.locals(victim=Py_ssize_t, king=Py_ssize_t, others=u64, targets=u64, target=Py_ssize_t, f=Py_ssize_t)
    cdef u64 find_mateable(self, Py_ssize_t p, u64 kings) noexcept nogil
    @cython.locals(near=u64, others=u64, targets=u64, target=Py_ssize_t, far=u64)
    cdef bint is_mateable_in_two(self, Py_ssize_t p) noexcept nogil
    @cython.locals(kind=Py_ssize_t, men=u64, bits=u64)
    cdef void list_men(self, Py_ssize_t p) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, man=Py_ssize_t, at=Py_ssize_t, attacks=u64, f=Py_ssize_t)
    cdef void collect_attacks(self, Py_ssize_t p, u64 occupied, bint victim_moves) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, man=Py_ssize_t, square=Py_ssize_t, moved=Py_ssize_t, c=Py_ssize_t, role=Py_ssize_t, kind=Py_ssize_t, attacks=u64, others=u64)
    cdef void collect_castling_attacks(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t origin, u64 occupied, bint victim_moves) noexcept nogil
    @cython.locals(right=int, blockers=u64)
    cdef inline bint may_castle_next(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c, u64 occupied, bint victim_moves) noexcept nogil
    cdef void add_castling_attacks(self, Py_ssize_t origin, Py_ssize_t target, u64 attacks) noexcept nogil
    @cython.locals(occupied=u64, partners=u64, partner=Py_ssize_t, c=Py_ssize_t, target=Py_ssize_t, arrived=Py_ssize_t, after=u64, now=u64, moved=Py_ssize_t, man=Py_ssize_t)
    cdef void add_castling_targets(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t king, u64 kings, u64 others) noexcept nogil
    @cython.locals(zone=u64, rest=u64, man=Py_ssize_t, at=Py_ssize_t, unseen=u64)
    cdef bint is_coverable(self, Py_ssize_t king, u64 others, int gaps) noexcept nogil
    cdef inline bint is_covered(self, u64 rest, Py_ssize_t king, int gaps) noexcept nogil
    @cython.locals(at=Py_ssize_t, royal=bint, role=Py_ssize_t, attackers=Py_ssize_t, flights=u64, origins=u64, none=u64, one=u64, two=u64, found=u64)
    cdef u64 covering_targets(self, Py_ssize_t man, Py_ssize_t king, u64 need, int gaps) noexcept nogil
    @cython.locals(i=Py_ssize_t, rest=u64)
    cdef bint covers_by_castling(self, Py_ssize_t origin, Py_ssize_t king, u64 need, int gaps) noexcept nogil
