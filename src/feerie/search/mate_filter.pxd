# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_target
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.state cimport CAPTURE, CASTLING, FAMILIES, MEN, QUIET, SQUARES, MOVE_TABLES
from feerie.search.patterns.distances cimport CHECKED, SIDE_MEN, SideView

cdef enum:
    CASTLINGS = 64          # more than there are, or else nothing is known of them

@cython.final
cdef class MateFilter(SideView):
    cdef Py_ssize_t units   # men of the mater: their squares and kinds come first
    cdef u64 openers[9]
    cdef bint open          # any move but the king's may do
    cdef u64 leave, arrive  # moves from and to these squares may
    cdef u64 flee           # the king's moves to these squares may
    cdef u64 hope           # squares on which the king may be mated at all
    cdef u64 seen, twice    # squares that men of the mater see, and more than one of them
    cdef Py_ssize_t castlings
    cdef u64 castled[CASTLINGS]         # what king and partner see after castlings of the mater
    cdef int castled_from[CASTLINGS]    # the king's squares before
    cdef Py_ssize_t king

    @cython.locals(victim=Py_ssize_t, king=Py_ssize_t, others=u64, targets=u64, target=Py_ssize_t, f=Py_ssize_t)
    cdef u64 mateable_squares(self, Py_ssize_t p, u64 kings) noexcept nogil
    @cython.locals(occupied=u64, partners=u64, partner=Py_ssize_t, c=Py_ssize_t, target=Py_ssize_t, arrived=Py_ssize_t, moved=u64, carried=Py_ssize_t, unit=Py_ssize_t)
    cdef void hope_castling(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t king, u64 kings, u64 others) noexcept nogil
    @cython.locals(mater=Py_ssize_t, unit=Py_ssize_t, attacks=u64, f=Py_ssize_t)
    cdef void collect_attacks(self, u64 others) noexcept nogil
    @cython.locals(mater=Py_ssize_t, unit=Py_ssize_t, square=Py_ssize_t, c=Py_ssize_t, role=Py_ssize_t)
    cdef void collect_castling_attacks(self, Py_ssize_t f, Py_ssize_t origin, u64 others) noexcept nogil
    cdef void note_castling_attacks(self, Py_ssize_t origin, Py_ssize_t target, u64 attacks) noexcept nogil
    @cython.locals(need=u64, rest=u64, unit=Py_ssize_t, man=Py_ssize_t, open=u64)
    cdef bint coverable(self, Py_ssize_t king, u64 others, int spare) noexcept nogil
    cdef inline bint is_enough(self, u64 rest, Py_ssize_t king, int spare) noexcept nogil
    @cython.locals(man=Py_ssize_t, royal=bint, role=Py_ssize_t, kind=Py_ssize_t, targets=u64, rest=u64)
    cdef bint moves_to_cover(self, Py_ssize_t unit, Py_ssize_t king, u64 need, int spare) noexcept nogil
    @cython.locals(i=Py_ssize_t, rest=u64)
    cdef bint castles_to_cover(self, Py_ssize_t origin, Py_ssize_t king, u64 need, int spare) noexcept nogil
    @cython.locals(victim=Py_ssize_t, royal=u64, king=Py_ssize_t, occupied=u64, others=u64, bits=u64, target=Py_ssize_t, i=Py_ssize_t, kept=Py_ssize_t)
    cdef Py_ssize_t filter_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef inline bint keeps(self, u32 move) noexcept nogil
    @cython.locals(men=u64, bits=u64, man=Py_ssize_t)
    cdef void count_units(self, Py_ssize_t p) noexcept nogil
    @cython.locals(mater=Py_ssize_t, shields=u64, lanes=u64, between=u64, unit=Py_ssize_t, found=bint, origin=Py_ssize_t, targets=u64, s=Py_ssize_t)
    cdef bint mates(self, Py_ssize_t p, Py_ssize_t king, u64 occupied, u64 others, bint moves) noexcept nogil
    @cython.locals(mater=Py_ssize_t, origin=Py_ssize_t, man=Py_ssize_t, own=u64, targets=u64, zone=u64, reached=u64, i=Py_ssize_t, found=bint, target=Py_ssize_t, stand_in=u64, blockers=u64)
    cdef bint step_mates(self, Py_ssize_t p, Py_ssize_t unit, Py_ssize_t s, Py_ssize_t king, u64 occupied, u64 others, bint moves, bint shield) noexcept nogil
    @cython.locals(mater=Py_ssize_t, origin=Py_ssize_t, own=u64, found=bint, f=Py_ssize_t, partners=u64, partner=Py_ssize_t, c=Py_ssize_t, blockers=u64, king_to=Py_ssize_t, partner_to=Py_ssize_t, uncovers=bint, kind=Py_ssize_t, role=Py_ssize_t, becomes=Py_ssize_t)
    cdef bint castling_mates(self, Py_ssize_t p, Py_ssize_t unit, Py_ssize_t king, u64 occupied, u64 others, bint moves, u64 shields, u64 lanes) noexcept nogil
    @cython.locals(mater=Py_ssize_t, at=Py_ssize_t, full=u32, arrived=u64, covered=u32, flight=Py_ssize_t, other=Py_ssize_t, square=Py_ssize_t, man=Py_ssize_t, bits=u32, between=u64, need=u32, leaving=u64, found=bint, candidates=u64, left=u64, rest=u32)
    cdef bint can_mate(self, Py_ssize_t unit, Py_ssize_t target, Py_ssize_t kind, u64 partner, Py_ssize_t partner_to, Py_ssize_t becomes, Py_ssize_t king, u64 occupied, u64 others, bint moves, u64 blockers, u64 stand_in) noexcept nogil
