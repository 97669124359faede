# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from feerie.kernel.bits cimport FULL, ONE, lowest, popcount
from feerie.kernel.compiled_rules cimport CAPTURE, CASTLING, FAMILIES, MEN, MOVE_TABLES, QUIET, SQUARES, reached_from
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.search.filters.mateable_squares cimport MateableSquares
from feerie.search.patterns.distances cimport CHECKED, SIDE_MEN, squares_between

cdef enum:
    ON_KING = 8             # index of the king's own square beside those of his flights (0 to 7)

cdef struct MateQuestion:   # whether the mating side's next move can mate the king on this square
    Py_ssize_t king         # his square
    u64 occupied            # all men but him
    u64 mating_side_men           # men of the mating side
    u64 victim_men          # men of the victim but him
    bint victim_moves       # one of these moves first
    u64 discoverers         # men, two on a line at most, that block lines of attack to the king
    u64 check_lines         # with victim_moves: all squares of such lines that one man at most blocks

cdef struct MatingMove:     # a move of the mating side, and what the victim's move before it must have done
    Py_ssize_t man          # number of the man that moves
    Py_ssize_t target, kind # where it arrives, as which kind
    u64 partner             # square (bit) of the castling partner, 0: no castling
    Py_ssize_t partner_target, partner_kind     # the kind counts only where the partner is the mating side's
    u64 blockers            # squares (bits) of men that must have left: one of the victim's at most
    u64 arrival             # square (bit) on which a man of the victim must have arrived, 0: none

@cython.final
cdef class MateFilter(MateableSquares):
    cdef bint stays_attacked, is_joint
    cdef u64 allowed[SIDE_MEN]
    cdef u64 found[SIDE_MEN]
    cdef u64 single_blockers[9]         # by flight and ON_KING: men of the victim that alone block an attack on it
    cdef bint keeps_all                 # what `filter_moves` keeps: any move of the victim's men but the king,
    cdef u64 kept_origins, kept_targets #   moves of these men from and to these squares,
    cdef u64 kept_king_targets          #   the king's moves to these squares

    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t)
    cdef Py_ssize_t filter_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(victim=Py_ssize_t, king=Py_ssize_t, occupied=u64, others=u64, bits=u64, target=Py_ssize_t, i=Py_ssize_t)
    cdef void find_kept_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef inline bint is_special(self, u32 move) noexcept nogil
    cdef inline void keep_none(self) noexcept nogil
    cdef inline bint keeps(self, u32 move) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, discoverers=u64, check_lines=u64, line=u64, between=u64, man=Py_ssize_t, kind=Py_ssize_t, origin=Py_ssize_t, found=bint, s=Py_ssize_t, at=Py_ssize_t, covering=u64, zone=u64, question=MateQuestion)
    cdef bint can_be_mated(self, Py_ssize_t p, Py_ssize_t king, u64 occupied, u64 victim_men, bint victim_moves) noexcept nogil
    @cython.locals(targets=u64, arrival=u64, move=MatingMove, found=bint)
    cdef bint king_step_mates(self, MateQuestion question, Py_ssize_t man) noexcept nogil
    @cython.locals(targets=u64, zone=u64, target=Py_ssize_t, i=Py_ssize_t, found=bint, move=MatingMove)
    cdef bint step_mates(self, MateQuestion question, Py_ssize_t man, Py_ssize_t s, u64 covering) noexcept nogil
    @cython.locals(at=Py_ssize_t, origin=Py_ssize_t, targets=u64, zone=u64, plain=u64, promoted=u64, i=Py_ssize_t)
    cdef inline u64 mating_targets(self, MateQuestion question, Py_ssize_t man, Py_ssize_t s) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, origin=Py_ssize_t, kind=Py_ssize_t, blockers=u64, arrival=u64)
    cdef inline MatingMove mating_step(self, MateQuestion question, Py_ssize_t man, Py_ssize_t s, Py_ssize_t target) noexcept nogil
    cdef inline bint can_be_prepared(self, MateQuestion question, u64 blockers, u64 arrival) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, origin=Py_ssize_t, found=bint, f=Py_ssize_t, partners=u64, partner=Py_ssize_t, c=Py_ssize_t)
    cdef bint castling_mates(self, MateQuestion question, Py_ssize_t p, Py_ssize_t man) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, royal=Py_ssize_t, discovers=bint, either=bint, kind=Py_ssize_t, at=Py_ssize_t, role=Py_ssize_t, found=bint, king_discovers=bint, move=MatingMove)
    cdef inline bint one_castling_mates(self, MateQuestion question, Py_ssize_t p, Py_ssize_t man, Py_ssize_t partner, Py_ssize_t f, Py_ssize_t c) noexcept nogil
    cdef inline bint can_mate(self, MateQuestion question, MatingMove move) noexcept nogil
    @cython.locals(need=u32, must_leave=u64)
    cdef bint mates(self, MateQuestion question, MatingMove move) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, king=Py_ssize_t, at=Py_ssize_t, full=u32, arrived=u64, occupied=u64, victim_men=u64, covered=u32, flight=Py_ssize_t, man=Py_ssize_t, square=Py_ssize_t, kind=Py_ssize_t, bits=u32, between=u64)
    cdef inline u32 uncovered(self, MateQuestion question, MatingMove move) noexcept nogil
    @cython.locals(block=u64, found=bint)
    cdef inline bint keep_preparations(self, Py_ssize_t king, u32 need, u64 must_leave, u64 arrival) noexcept nogil
    @cython.locals(candidates=u64, bits=u32, leaving=u64, rest=u32, found=bint)
    cdef inline bint keep_line_openers(self, u32 need, u64 must_leave, u64 arrival) noexcept nogil
