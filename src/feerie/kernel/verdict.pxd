# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32

from feerie.kernel.packed_move cimport (move_kind, move_man, move_origin, move_partner, move_partner_man,
                                         move_result, move_target)
from feerie.kernel.bits cimport lowest, FULL, ONE
from feerie.kernel.compiled_rules cimport (ATTACK_TABLES, BOTH, CAPTURE, CASTLING, EN_PASSANT, FAMILIES, KING_MOVE_TABLE,
                                           MULTIPLEX, NONE, PLAIN, QUIET, SQUARES)
from feerie.kernel.move_generator cimport LISTED
from feerie.kernel.state cimport State

cdef enum:
    RECURSION = 6
    MEMO_SIZE = 4096        # entries, a power of two and at least 256
    MOST_ATTACKS = 1024       # attacks on a square, each along its line
    VERDICT_OK = 0          # the members of PositionVerdict
    VERDICT_CHECK = 1
    VERDICT_MATE = 2
    VERDICT_STALEMATE = 3
    VERDICT_RUN = 4
    VERDICT_EXPOSED = 5
    VERDICT_UNPARRYABLE = 6

cdef extern from *:
    const u32 MAY_CHECK "0x80000000u"   # a bit no move has: the move may give check

cdef class Judge(State):
    cdef u32 pairs_before[MOST_ATTACKS]
    cdef u32 pairs_after[MOST_ATTACKS]
    cdef u64 *memo              # MULTIPLEX: the table of check_is_legal_memo
    cdef Py_ssize_t max_depth   # how deep check_is_legal_memo has recursed

    @cython.locals(end=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t, kings=u64)
    cdef Py_ssize_t list_legal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(kings=u64, moves=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t)
    cdef Py_ssize_t count_legal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef inline bint check_is_legal(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(kings=u64, us=Py_ssize_t)
    cdef bint check_is_clearly_legal(self, Py_ssize_t p, bint unexposed) noexcept nogil
    @cython.locals(key=u64, entry=u64, legal=u64, i=Py_ssize_t, stored_depth=Py_ssize_t, below=Py_ssize_t, before=Py_ssize_t)
    cdef bint check_is_legal_memo(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, bint unexposed) noexcept nogil
    @cython.locals(kings=u64, us=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t)
    cdef bint can_parry(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, bint unexposed) noexcept nogil
    @cython.locals(kings=u64, bits=u64, us=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef bint every_king_mated(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    cdef Py_ssize_t keep_parries(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, king_now=Py_ssize_t, other=Py_ssize_t, kings=u64)
    cdef bint saves_king(self, Py_ssize_t p, u32 move, Py_ssize_t king) noexcept nogil
    cdef Py_ssize_t king_before(self, Py_ssize_t p, u32 move, Py_ssize_t king) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t)
    cdef Py_ssize_t castlings_out_of_check(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(before=int, after=int, i=int, j=int, old=bint)
    cdef bint no_new_attack(self, Py_ssize_t p, Py_ssize_t was, Py_ssize_t now, Py_ssize_t by) noexcept nogil
    @cython.locals(i=Py_ssize_t, origin=Py_ssize_t, origins=u64, occupied=u64, found=int)
    cdef int attack_pairs(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u32 *out) noexcept nogil
    @cython.locals(us=Py_ssize_t, target=Py_ssize_t, origin=Py_ssize_t, bits=u64, targets=u64, occupied=u64)
    cdef Py_ssize_t pseudo_legal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, kings=u64, origins=u64, king=Py_ssize_t, origin=Py_ssize_t, man=Py_ssize_t)
    cdef bint can_capture_king(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, kings=u64)
    cdef bint mated(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t)
    cdef int verdict_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, kings=u64)
    cdef inline int verdict_with_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t moves) noexcept nogil
    @cython.locals(us=u64, found=u64, square=u64, kind=u64)
    cdef u64 extended(self, Py_ssize_t p, u32 move) noexcept nogil
    cpdef Judge child(self, u32 move)
    @cython.locals(p=Py_ssize_t, end=Py_ssize_t, i=Py_ssize_t, verdict=int)
    cpdef tuple survey(self)
    @cython.locals(verdict=int)
    cpdef verdict_after(self, u32 move)
    @cython.locals(winner=Py_ssize_t)
    cpdef run_winner(self)
    @cython.locals(p=Py_ssize_t, by=Py_ssize_t, i=Py_ssize_t, king=Py_ssize_t, kings=u64, found=u64)
    cpdef list pinners(self, Py_ssize_t square)
    cdef bint gives_check_at(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint attacked_at(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square) noexcept nogil
    cdef Py_ssize_t list_mating(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t keep_before_mate(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef bint is_checkmate_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef bint is_legal_at(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    cdef Py_ssize_t checks_to_front(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef u64 key_after(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint has_legal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t list_checks(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef Py_ssize_t arrives_on(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint is_capture_at(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint moves_king_at(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef Py_ssize_t kind_after(self, u32 move) noexcept nogil
    cdef u64 men_at(self, Py_ssize_t p, Py_ssize_t kind, Py_ssize_t side) noexcept nogil
