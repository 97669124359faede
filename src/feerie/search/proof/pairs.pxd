# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, SQUARES
from feerie.search.proof.structs cimport (ALL_MEN, CASTLING_KING, DESTINIES, IS_CAPTURED, SIDE_LIMIT, TRANSPORT,
                                          UNREACHABLE, USE_KING_ATTACKS)
from feerie.search.proof.paths cimport MOST_MOVES, Paths

cdef enum:
    LEVELS = 40             # numbers of moves that are told apart
    PAIR_MOVES = 2048       # of a man
    FREE_MOVES = 16         # of a man in a pair: what castlings may do with it

cdef struct PairMove:
    u64 path                # squares on which the other man must not stand
    u8 origin, target
    u8 cost                 # 0 for what a castling does with its partner, else 1

cdef struct Goal:           # a destiny of either man, by number
    u8 first, second
    int late                # moves fewer than for another goal

@cython.final
cdef class Pairs:
    cdef Paths paths
    cdef Py_ssize_t first, second
    cdef bint enemies                           # men of both sides
    cdef bint closed                            # no other man can have their destinies
    cdef bint meets                             # one may stand in the other's way; else each goes as it would alone
    cdef Goal goals[SIDE_LIMIT * SIDE_LIMIT]
    cdef Py_ssize_t goal_count
    cdef bint has_free_moves                    # of cost 0
    cdef PairMove moves[2 * PAIR_MOVES]         # of the first man; from PAIR_MOVES on of the second
    cdef Py_ssize_t move_count[2]
    cdef u64 squares[2]                         # of each man
    cdef u64 rows                               # of the first man: those squares, and where it may end
    cdef u64 ahead[LEVELS * SQUARES]
    cdef u64 behind[LEVELS * SQUARES]
    cdef u64 fresh[SQUARES]
    cdef u64 found[SQUARES]
    cdef u64 column[SQUARES]                    # `fresh` by the second man's square
    cdef u64 shifted[SQUARES]                   # what its moves make of it

    @cython.locals(either=u64, first_flags=int, second_flags=int)
    cdef bint begin(self, Py_ssize_t first, Py_ssize_t second) noexcept nogil
    @cython.locals(every=int, free=int, count=Py_ssize_t, i=Py_ssize_t, edge=Py_ssize_t, flags=int, origin=Py_ssize_t,
                   target=Py_ssize_t)
    cdef int _list_moves(self, Py_ssize_t man, Py_ssize_t slot) noexcept nogil
    @cython.locals(number=Py_ssize_t, i=Py_ssize_t, edge=Py_ssize_t)
    cdef void _keep_others(self, Py_ssize_t man, Py_ssize_t other, Py_ssize_t start) noexcept nogil
    @cython.locals(king=Py_ssize_t, other=Py_ssize_t, side=Py_ssize_t, kind=Py_ssize_t, by=Py_ssize_t,
                   square=Py_ssize_t, i=Py_ssize_t, places=u64, start=Py_ssize_t)
    cdef void _forbid_checks(self, Py_ssize_t slot) noexcept nogil
    @cython.locals(i=Py_ssize_t, start=Py_ssize_t, paths=u64)
    cdef bint _can_meet(self, Py_ssize_t slot) noexcept nogil
    @cython.locals(first=Py_ssize_t, second=Py_ssize_t, level=Py_ssize_t)
    cdef int needed(self, int most) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, destinies=u32, others=u32)
    cdef void _find_goals(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, best=int)
    cdef int _delay_goals(self, int first_more, int second_more) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, both=int)
    cdef int _most(self, Py_ssize_t goal, int first_more, int second_more) noexcept nogil
    @cython.locals(i=Py_ssize_t, square=Py_ssize_t, other=Py_ssize_t, later=bint)
    cdef bint _add_goals(self, Py_ssize_t level) noexcept nogil
    @cython.locals(most=int, last=Py_ssize_t, level=Py_ssize_t)
    cdef int spread_both(self, int first_more, int second_more) noexcept nogil
    @cython.locals(found=u64, level=Py_ssize_t)
    cdef u64 squares_beside(self, Py_ssize_t square, int most) noexcept nogil
    @cython.locals(found=u64, level=Py_ssize_t, cost=int)
    cdef u64 squares_during(self, Py_ssize_t move, int most) noexcept nogil
    @cython.locals(most=int)
    cdef int restrict(self, int first_more, int second_more) noexcept nogil
    @cython.locals(man=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t, edge=Py_ssize_t)
    cdef bint _restrict_moves(self, Py_ssize_t slot, int most) noexcept nogil
    @cython.locals(origin=Py_ssize_t, target=Py_ssize_t, level=Py_ssize_t)
    cdef inline bint _is_used(self, Py_ssize_t move, int most) noexcept nogil
    @cython.locals(origin=Py_ssize_t, target=Py_ssize_t, level=Py_ssize_t, places=u64, square=Py_ssize_t)
    cdef inline bint _is_used_by_second(self, Py_ssize_t move, int most) noexcept nogil
    @cython.locals(last=Py_ssize_t, square=Py_ssize_t, other=Py_ssize_t, level=Py_ssize_t, places=u64)
    cdef void fill(self, u8 *table, Py_ssize_t start) noexcept nogil
    @cython.locals(square=Py_ssize_t, rows=u64)
    cdef inline void _copy(self, u64 *levels, Py_ssize_t to, Py_ssize_t source) noexcept nogil
    @cython.locals(level=Py_ssize_t, some=bint, later=bint, square=Py_ssize_t, rows=u64)
    cdef Py_ssize_t _spread(self, u64 *levels, int most, bint forward, Py_ssize_t first,
                            Py_ssize_t second) noexcept nogil
    @cython.locals(some=bint, square=Py_ssize_t, rows=u64)
    cdef bint _add_found(self, u64 *levels, Py_ssize_t level) noexcept nogil
    @cython.locals(square=Py_ssize_t, rows=u64)
    cdef void _step(self, bint cost, bint forward) noexcept nogil
    @cython.locals(square=Py_ssize_t, places=u64)
    cdef inline void _transpose(self, u64 squares, u64 *source, u64 *result) noexcept nogil
    @cython.locals(i=Py_ssize_t, start=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t)
    cdef inline void _shift(self, Py_ssize_t slot, bint cost, bint forward, u64 *source, u64 *result) noexcept nogil
