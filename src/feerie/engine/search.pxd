# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.engine.endings cimport MATE, NO_SCORE
from feerie.engine.evaluation cimport LONGEST_LINE
from feerie.engine.ordering cimport BAD_CAPTURE, FIRST, KILLER, MAY_CHECK, MOVE_BITS
from feerie.engine.playing_table cimport (EXACT, LOWER, NO_STATIC, UPPER, WON, counted_from, stored_bound, stored_depth,
                                          stored_move, stored_score)
from feerie.engine.quiescence cimport INFINITE, Quiescence
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_target
from feerie.kernel.compiled_rules cimport PLAIN
from feerie.kernel.verdict cimport Judge

cdef enum:
    REDUCTIONS = 64
    CAPTURE_MARGIN = 160            # by how much a capture must exceed beta to decide the score of a node
    ROOT_REDUCED_LESS = 384         # how much less late moves at the root are reduced, in 256ths of a ply

cdef enum:                          # what is known of the moves of a node:
    NONE_LISTED = 0
    TABLE_MOVE_LISTED = 1
    ALL_LISTED = 2                  # only the table's move is scored
    NOISY_SCORED = 3                # those that are not quiet
    ALL_SCORED = 4

cdef class Search(Quiescence):
    cdef public Py_ssize_t root_end, root_depth
    cdef int reductions[REDUCTIONS * REDUCTIONS]
    cdef bint learns_errors             # of the static evaluation
    cdef bint makes_null_moves
    cdef bint trusts_table              # the table's move is tried before moves are listed

    @cython.locals(i=Py_ssize_t)
    cpdef set_root(self, Judge position, past, int quiet_plies, moves)
    cpdef list root_moves(self)
    cpdef list line(self)
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, score=Py_ssize_t, move=u32)
    cdef Py_ssize_t capture_score(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t beta, u64 data) noexcept nogil
    @cython.locals(error=Py_ssize_t)
    cdef void learn_error(self, Py_ssize_t p, u32 move, Py_ssize_t score, Py_ssize_t bound, Py_ssize_t depth) noexcept nogil
    @cython.locals(score=Py_ssize_t)
    cpdef Py_ssize_t search_root(self, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, Py_ssize_t first)
    @cython.locals(r=Py_ssize_t)
    cdef Py_ssize_t root_reduction(self, Py_ssize_t depth, Py_ssize_t number, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, score=Py_ssize_t, best=Py_ssize_t, move=u32, reduced=Py_ssize_t)
    cdef Py_ssize_t root(self, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, Py_ssize_t first) noexcept nogil
    @cython.locals(data=u64, static=Py_ssize_t, score=Py_ssize_t, bound=Py_ssize_t)
    cdef Py_ssize_t search(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, bint cut) noexcept nogil
    @cython.locals(margin=Py_ssize_t, score=Py_ssize_t)
    cdef inline Py_ssize_t early_score(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, Py_ssize_t static, u64 data) noexcept nogil
    @cython.locals(pv=bint, late=bint, picked=bint, stage=int, middle=Py_ssize_t, ahead=Py_ssize_t, move=u32, best_move=u32, first=u32, score=Py_ssize_t, best=Py_ssize_t, bound=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t, tried=Py_ssize_t, extension=Py_ssize_t, alpha_before=Py_ssize_t)
    cdef Py_ssize_t search_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, bint cut, u64 data) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef inline Py_ssize_t list_noticed(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, own=u64)
    cdef inline bint is_plausible(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef Py_ssize_t noticed(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(pv=bint, quiet=bint, move=u32, score=Py_ssize_t, reduced=Py_ssize_t)
    cdef Py_ssize_t search_move(self, Py_ssize_t p, Py_ssize_t end, Py_ssize_t i, Py_ssize_t depth, Py_ssize_t alpha, Py_ssize_t beta, bint cut, Py_ssize_t tried) noexcept nogil
    @cython.locals(move=u32, left=Py_ssize_t)
    cdef bint is_pruned(self, Py_ssize_t p, Py_ssize_t i, Py_ssize_t depth, Py_ssize_t tried, Py_ssize_t alpha, bint pv) noexcept nogil
    cdef inline bint leaves_out_quiet(self, Py_ssize_t p, Py_ssize_t depth, Py_ssize_t tried, Py_ssize_t alpha, bint pv) noexcept nogil
    @cython.locals(score=Py_ssize_t, least=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t singular_extension(self, Py_ssize_t p, Py_ssize_t end, Py_ssize_t depth, Py_ssize_t beta, bint cut, u64 data) noexcept nogil
    cdef void restore_node(self, Py_ssize_t p) noexcept nogil
    @cython.locals(j=Py_ssize_t, move=u32, bonus=int)
    cdef void learn(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t i, Py_ssize_t depth) noexcept nogil
    @cython.locals(score=Py_ssize_t, reduced=Py_ssize_t, waiting=int, move=u32)
    cdef inline Py_ssize_t null_score(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth, Py_ssize_t beta, Py_ssize_t static) noexcept nogil
    @cython.locals(r=Py_ssize_t)
    cdef inline Py_ssize_t reduction(self, Py_ssize_t p, Py_ssize_t i, Py_ssize_t depth, Py_ssize_t tried, bint pv, bint cut) noexcept nogil
