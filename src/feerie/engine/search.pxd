# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.engine.evaluation cimport FRAMES, LONGEST_LINE
from feerie.engine.ordering cimport BAD_CAPTURE, FIRST, GOOD_CAPTURE, KILLER, MAY_CHECK, MOVE_BITS, WINS, Ordering
from feerie.engine.playing_table cimport (EXACT, LOWER, NO_STATIC, UPPER, PlayingTable, stored_bound, stored_depth, stored_move,
                                          stored_score)
from feerie.kernel.verdict cimport Judge
from feerie.kernel.bits cimport lowest, popcount, FULL, ONE
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.state cimport CASTLING, MEN, MULTIPLEX, NONE, PLAIN, SQUARES

cdef enum:
    MATE = 32000
    INFINITE = 32500
    WON = 31000                     # scores from here on are forced wins
    NO_SCORE = 32767
    PAST = 256                      # positions before the root that count for repetition
    REDUCTIONS = 64
    CAPTURE_MARGIN = 160            # by what a capture must exceed beta to tell the score of a node
    ATTACKER_SPREAD = 512                    # how much the capturing man changes the order of a capture at most

cdef enum:                          # what is known of the moves of a node:
    NONE_LISTED = 0
    TABLE_MOVE_LISTED = 1
    ALL_LISTED = 2                  # none of them scored but the table's
    NOISY_SCORED = 3                # those that are no quiet moves
    ALL_SCORED = 4

cdef class Search(Ordering):
    cdef readonly PlayingTable table
    cdef public u64 nodes, max_nodes
    cdef public object poll             # called now and then; the search stops where it says True
    cdef public object error            # what it raised
    cdef public Py_ssize_t poll_interval
    cdef Py_ssize_t countdown
    cdef public Py_ssize_t selective_depth, root_end, root_depth
    cdef u64 past[PAST]
    cdef Py_ssize_t past_count
    cdef u32 pv[FRAMES * FRAMES]
    cdef Py_ssize_t pv_length[FRAMES]
    cdef int reductions[REDUCTIONS * REDUCTIONS]
    cdef Py_ssize_t repetition          # the occurrence of a position that is a draw, 0 for none
    cdef Py_ssize_t move_rule           # plies without progress that are a draw, 0 for none
    cdef int minor[8]                   # dead material: kinds that cannot win alone
    cdef bint has_dead_material
    cdef bint learns_errors             # those of the evaluation
    cdef bint trusts_table              # the table's move is tried before moves are listed

    @cython.locals(i=Py_ssize_t)
    cpdef set_root(self, Judge position, past, int quiet_plies, moves)
    cpdef list root_moves(self)
    cpdef list line(self)
    @cython.final
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, score=Py_ssize_t, move=u32)
    cdef Py_ssize_t capture_score(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t beta, u64 data) noexcept nogil
    @cython.final
    @cython.locals(error=Py_ssize_t)
    cdef void learn_error(self, Py_ssize_t p, u32 move, Py_ssize_t score, Py_ssize_t bound, Py_ssize_t depth) noexcept nogil
    @cython.final
    cdef inline bint visit(self, Py_ssize_t p) noexcept nogil
    @cython.final
    cdef void ask(self) noexcept nogil
    cdef _ask(self)
    @cython.final
    @cython.locals(us=Py_ssize_t)
    cdef Py_ssize_t run_result(self, Py_ssize_t p) noexcept nogil
    @cython.final
    @cython.locals(kind=Py_ssize_t, men=u64)
    cdef bint is_dead(self, Py_ssize_t p) noexcept nogil
    @cython.final
    @cython.locals(i=Py_ssize_t, found=Py_ssize_t, key=u64, last=Py_ssize_t)
    cdef bint repeats(self, Py_ssize_t p) noexcept nogil
    @cython.final
    cdef bint drawn(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.final
    cdef inline void step(self, Py_ssize_t p, u32 move, bint may_check) noexcept nogil
    @cython.final
    @cython.locals(kind=Py_ssize_t, men=u64)
    cdef inline int waiting_men(self, Py_ssize_t p) noexcept nogil
    @cython.final
    cdef inline bint run_is_near(self, Py_ssize_t p) noexcept nogil
    @cython.final
    @cython.locals(us=Py_ssize_t, key=u64)
    cdef inline void announce_move(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.final
    @cython.locals(i=Py_ssize_t)
    cdef void keep_line(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.final
    cdef inline Py_ssize_t to_table(self, Py_ssize_t score, Py_ssize_t p) noexcept nogil
    @cython.final
    cdef inline Py_ssize_t from_table(self, Py_ssize_t score, Py_ssize_t p) noexcept nogil
    @cython.locals(score=Py_ssize_t)
    cpdef Py_ssize_t search_root(self, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, Py_ssize_t first)
    @cython.final
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, score=Py_ssize_t, best=Py_ssize_t, move=u32)
    cdef Py_ssize_t root(self, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, Py_ssize_t first) noexcept nogil
    @cython.final
    @cython.locals(data=u64, static=Py_ssize_t, score=Py_ssize_t, bound=Py_ssize_t)
    cdef Py_ssize_t search(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, bint cut) noexcept nogil
    @cython.final
    @cython.locals(static=Py_ssize_t)
    cdef Py_ssize_t known_static(self, Py_ssize_t p, u64 data) noexcept nogil
    @cython.final
    @cython.locals(static=Py_ssize_t, score=Py_ssize_t, bound=Py_ssize_t)
    cdef inline Py_ssize_t stand_pat(self, Py_ssize_t p, u64 data) noexcept nogil
    @cython.final
    cdef inline Py_ssize_t stored_static(self, Py_ssize_t p) noexcept nogil
    @cython.final
    @cython.locals(margin=Py_ssize_t, score=Py_ssize_t)
    cdef inline Py_ssize_t early_score(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, Py_ssize_t static, u64 data) noexcept nogil
    @cython.final
    @cython.locals(pv=bint, late=bint, stage=int, middle=Py_ssize_t, ahead=Py_ssize_t, move=u32, best_move=u32, first=u32, score=Py_ssize_t, best=Py_ssize_t, bound=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t, tried=Py_ssize_t, extension=Py_ssize_t, alpha_before=Py_ssize_t)
    cdef Py_ssize_t search_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, bint cut, u64 data) noexcept nogil
    @cython.final
    @cython.locals(end=Py_ssize_t)
    cdef inline Py_ssize_t list_noticed(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.final
    cdef inline void remember(self, Py_ssize_t p, u32 move, Py_ssize_t score, Py_ssize_t depth, Py_ssize_t bound) noexcept nogil
    @cython.final
    @cython.locals(us=Py_ssize_t, own=u64)
    cdef inline bint is_plausible(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef Py_ssize_t noticed(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.final
    @cython.locals(pv=bint, quiet=bint, move=u32, score=Py_ssize_t, reduced=Py_ssize_t)
    cdef Py_ssize_t search_move(self, Py_ssize_t p, Py_ssize_t end, Py_ssize_t i, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, bint cut, Py_ssize_t tried) noexcept nogil
    @cython.final
    @cython.locals(move=u32, left=Py_ssize_t)
    cdef bint is_pruned(self, Py_ssize_t p, Py_ssize_t i, Py_ssize_t depth, Py_ssize_t tried, Py_ssize_t alpha, bint pv) noexcept nogil
    @cython.final
    cdef inline bint leaves_out_quiet(self, Py_ssize_t p, Py_ssize_t depth, Py_ssize_t tried, Py_ssize_t alpha, bint pv) noexcept nogil
    @cython.final
    @cython.locals(score=Py_ssize_t, least=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t singular_extension(self, Py_ssize_t p, Py_ssize_t end, Py_ssize_t depth, Py_ssize_t beta, bint cut, u64 data) noexcept nogil
    @cython.final
    cdef void restore_node(self, Py_ssize_t p) noexcept nogil
    @cython.final
    @cython.locals(j=Py_ssize_t)
    cdef void learn(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t i, Py_ssize_t depth) noexcept nogil
    @cython.final
    @cython.locals(score=Py_ssize_t, reduced=Py_ssize_t, waiting=int, move=u32)
    cdef inline Py_ssize_t null_score(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t beta, Py_ssize_t static) noexcept nogil
    @cython.final
    @cython.locals(r=Py_ssize_t)
    cdef inline Py_ssize_t reduction(self, Py_ssize_t p, Py_ssize_t i, Py_ssize_t depth, Py_ssize_t tried, bint pv, bint cut) noexcept nogil
    @cython.final
    @cython.locals(pv=bint, in_check=bint, data=u64, key=u64, move=u32, best_move=u32, first=u32, score=Py_ssize_t, best=Py_ssize_t, bound=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, alpha_before=Py_ssize_t)
    cdef Py_ssize_t quiesce(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t level, Py_ssize_t alpha, Py_ssize_t beta) noexcept nogil
    @cython.final
    @cython.locals(score=Py_ssize_t)
    cdef inline Py_ssize_t end_score(self, Py_ssize_t p, bint in_check) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, middle=Py_ssize_t, end=Py_ssize_t, move=u32, several=u64)
    cdef Py_ssize_t noisy_moves(self, Py_ssize_t p, Py_ssize_t n, bint checks, Py_ssize_t needed, u32 first) noexcept nogil
