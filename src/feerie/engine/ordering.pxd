# cython: language_level=3
cimport cython
from libc.stdint cimport int64_t as i64, uint64_t as u64, uint32_t as u32
from feerie.engine.evaluation cimport Evaluation, SearchNode
from feerie.engine.exchange cimport StaticExchange
from feerie.kernel.bits cimport FULL, ONE
from feerie.kernel.packed_move cimport (move_kind, move_man, move_origin, move_partner, move_partner_man, move_result,
                                        move_target)
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT, FAMILIES, MEN, PLAIN, SQUARES
from feerie.kernel.move_generator cimport kind_on
from feerie.kernel.verdict cimport Judge

cdef enum:
    CASTLING_HISTORY = 512          # where castlings begin: after MEN * SQUARES
    HISTORY_SIZE = 16896            # CASTLING_HISTORY + FAMILIES * SQUARES * SQUARES
    REPLIES = 1024                  # a side's man on a square: 2 * MEN * SQUARES
    CAPTURES = 8192                 # a side's man on a square, and the man captured: 2 * MEN * SQUARES * MEN
    CORRECTIONS = 16384             # by structure of pawns, a power of two
    FIRST = 1073741824              # scores by which moves are ordered
    WINS = 268435456
    GOOD_CAPTURE = 67108864
    KILLER = 16777216
    BAD_CAPTURE = -67108864

cdef extern from *:
    const u32 MAY_CHECK "0x80000000u"   # a bit no move has: the move may give check
    const u32 MOVE_BITS "0x7FFFFFFFu"

cdef class Ordering:
    cdef Judge judge
    cdef Evaluation evaluation          # which owns what the next two point to
    cdef SearchNode *nodes_at
    cdef int *values
    cdef StaticExchange exchange
    cdef Py_ssize_t royal
    cdef bint has_runs
    cdef bint finds_checks              # those that may be given are told from other moves
    cdef int *order                 # by index of the move list
    cdef Py_ssize_t order_size
    cdef short history[4 * 2 * HISTORY_SIZE]    # by what enemy pawns attack, then by side
    cdef short replies[2 * REPLIES * 512]   # by the move before and the move; then by the own move before and the move
    cdef u32 countermoves[REPLIES]
    cdef short captures[CAPTURES]
    cdef short corrections[2 * CORRECTIONS]
    cdef short reply_corrections[REPLIES]

    @cython.locals(grown="void *")
    cdef bint ensure_order(self, Py_ssize_t size) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cpdef forget(self)
    cdef u64 pawn_attacked(self, Py_ssize_t p) noexcept nogil
    cdef inline Py_ssize_t history_index(self, Py_ssize_t us, u32 move, u64 attacked) noexcept nogil
    @cython.locals(us=Py_ssize_t, enemy=u64, captured=Py_ssize_t)
    cdef Py_ssize_t capture_index(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef inline Py_ssize_t castling_index(self, u32 move) noexcept nogil
    cdef inline bint is_swap(self, Py_ssize_t us, u32 move) noexcept nogil
    cdef inline Py_ssize_t man_index(self, Py_ssize_t us, u32 move) noexcept nogil
    @cython.locals(square=Py_ssize_t)
    cdef Py_ssize_t side_index(self, Py_ssize_t us, u32 move) noexcept nogil
    cdef inline Py_ssize_t reply_index(self, Py_ssize_t p) noexcept nogil
    cdef inline Py_ssize_t follow_index(self, Py_ssize_t p) noexcept nogil
    cdef bint is_quiet(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint reaches_goal(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, middle=Py_ssize_t)
    cdef void score_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, u32 first, bint checks) noexcept nogil
    @cython.locals(us=Py_ssize_t, enemy=u64, i=Py_ssize_t, middle=Py_ssize_t, move=u32, score=int)
    cdef Py_ssize_t score_noisy(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint checks) noexcept nogil
    cdef bint marks_check(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, score=int, at=Py_ssize_t, man=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, move=u32, attacked=u64, discoverers=u64, counter=u32, killer=u32, other_killer=u32, before=Py_ssize_t, own_before=Py_ssize_t)
    cdef void score_quiet(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint checks) noexcept nogil
    cdef inline int refuting(self, u32 move, u32 killer, u32 other_killer, u32 counter) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef Py_ssize_t bring_first(self, Py_ssize_t n, Py_ssize_t end, u32 first) noexcept nogil
    cdef int noisy_score(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef int gain(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(move=u32, gain=int)
    cdef bint demote(self, Py_ssize_t p, Py_ssize_t i) noexcept nogil
    @cython.locals(j=Py_ssize_t, best=Py_ssize_t, move=u32, score=i64, largest=i64)
    cdef inline u32 pick(self, Py_ssize_t i, Py_ssize_t end) noexcept nogil
    cdef bint pick_noisy(self, Py_ssize_t p, Py_ssize_t i, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, at=Py_ssize_t, score=int)
    cdef int history_score(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, us=Py_ssize_t, at=Py_ssize_t, size=int)
    cdef inline void add_history(self, Py_ssize_t p, u32 move, int bonus) noexcept nogil
    @cython.locals(i=Py_ssize_t, size=int)
    cdef void add_capture_history(self, Py_ssize_t p, u32 move, int bonus) noexcept nogil
    cdef void reward(self, Py_ssize_t p, u32 move, Py_ssize_t depth) noexcept nogil
    cdef inline int bonus(self, Py_ssize_t depth) noexcept nogil
    cdef inline Py_ssize_t correction_index(self, Py_ssize_t p) noexcept nogil
    @cython.locals(found=int)
    cdef inline Py_ssize_t correction(self, Py_ssize_t p) noexcept nogil
    @cython.locals(bonus=int, size=int, i=Py_ssize_t)
    cdef void correct(self, Py_ssize_t p, int error, int depth) noexcept nogil
