# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.engine.endings cimport MATE, NO_SCORE, Endings
from feerie.engine.evaluation cimport FRAMES, LONGEST_LINE, Evaluation, SearchNode
from feerie.engine.exchange cimport StaticExchange
from feerie.engine.general_evaluation cimport GeneralEvaluation
from feerie.engine.general_exchange cimport GeneralExchange
from feerie.engine.general_ordering cimport GeneralOrdering
from feerie.engine.ordering cimport BAD_CAPTURE, GOOD_CAPTURE, KILLER, WINS, Ordering
from feerie.engine.playing_table cimport (EXACT, LOWER, NO_STATIC, UPPER, WON, PlayingTable, counted_from, stored_bound,
                                          stored_move, stored_score)
from feerie.kernel.bits cimport ONE
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.compiled_rules cimport MEN, MULTIPLEX, NONE, PLAIN, SQUARES
from feerie.kernel.move_generator cimport kind_on
from feerie.kernel.verdict cimport Judge

cdef enum:
    INFINITE = 32500
    ATTACKER_SPREAD = 512           # the most by which the capturing man changes the score of a capture

cdef class Quiescence:
    cdef readonly Judge judge
    cdef readonly Evaluation evaluation
    cdef SearchNode *nodes_at           # those of the evaluation
    cdef StaticExchange exchange
    cdef readonly Ordering ordering
    cdef readonly Endings endings
    cdef readonly PlayingTable table
    cdef bint uses_table, prefetches
    cdef public bint shortcuts
    cdef public u64 nodes, max_nodes
    cdef public object poll             # called now and then; the search stops if it returns True
    cdef public object error            # what it raised
    cdef public Py_ssize_t poll_interval
    cdef Py_ssize_t countdown
    cdef Py_ssize_t deepest             # the level of the last half-move
    cdef u32 pv[FRAMES * FRAMES]
    cdef Py_ssize_t pv_length[FRAMES]
    cdef public Py_ssize_t selective_depth

    cdef inline bint visit(self, Py_ssize_t p) noexcept nogil
    cdef void ask(self) noexcept nogil
    cdef _ask(self)
    cdef inline void step(self, Py_ssize_t p, u32 move, bint may_check) noexcept nogil
    @cython.locals(us=Py_ssize_t, key=u64)
    cdef inline void prefetch_move(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void keep_line(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(static=Py_ssize_t)
    cdef Py_ssize_t known_static(self, Py_ssize_t p, u64 data) noexcept nogil
    @cython.locals(static=Py_ssize_t, score=Py_ssize_t, bound=Py_ssize_t)
    cdef inline Py_ssize_t stand_pat(self, Py_ssize_t p, u64 data) noexcept nogil
    cdef inline Py_ssize_t stored_static(self, Py_ssize_t p) noexcept nogil
    @cython.locals(bound=Py_ssize_t)
    cdef Py_ssize_t conclude(self, Py_ssize_t p, u32 move, Py_ssize_t score, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta) noexcept nogil
    @cython.locals(pv=bint, in_check=bint, data=u64, key=u64, move=u32, best_move=u32, first=u32, score=Py_ssize_t, best=Py_ssize_t, bound=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t, alpha_before=Py_ssize_t)
    cdef Py_ssize_t quiesce(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t level, Py_ssize_t alpha, Py_ssize_t beta) noexcept nogil
    @cython.locals(score=Py_ssize_t)
    cdef inline Py_ssize_t end_score(self, Py_ssize_t p, bint in_check, Py_ssize_t level) noexcept nogil
    cdef inline bint is_illegal_check(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, middle=Py_ssize_t, end=Py_ssize_t, move=u32)
    cdef Py_ssize_t noisy_moves(self, Py_ssize_t p, Py_ssize_t n, bint checks, Py_ssize_t needed, u32 first) noexcept nogil
