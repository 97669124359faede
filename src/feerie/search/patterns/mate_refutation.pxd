# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport lowest, FULL, ONE
from feerie.kernel.compiled_rules cimport MEN, NONE, SQUARES
from feerie.search.patterns.distances cimport CHECKED, MAX_FLIGHTS, least_moves, squares_between
from feerie.search.patterns.men cimport CAPTURED
from feerie.search.patterns.obstacles cimport PASSED
from feerie.search.patterns.refutation cimport Refutation
from feerie.search.patterns.structs cimport (ANY_KIND, NO_TARGET, Check, Prospect, UsefulSquares, after_idle_move,
                                             smaller_two, target_kind, target_square)

cdef enum:
    FEW_SPARE_MOVES = 2     # the victim's: with more, men that parry are not counted, for they seldom need more

cdef class MateRefutation(Refutation):
    cdef u64 double_steps           # where double steps of the victim's men end
    cdef u64 parry_path             # see `_parries`

    cdef bint is_refuted(self, Py_ssize_t p, Prospect prospect) noexcept nogil
    @cython.locals(useful=UsefulSquares, check=Check, loose=u64, reach=Prospect, slack=Py_ssize_t, man=Py_ssize_t,
                   found=u64)
    cdef UsefulSquares useful_squares(self, Py_ssize_t p, Prospect prospect, bint by_mating_side) noexcept nogil
    @cython.locals(zone=u64, man=Py_ssize_t, target=Py_ssize_t)
    cdef bint _kings_meet(self, Prospect prospect) noexcept nogil
    @cython.locals(check=Check, loose=u64)
    cdef bint _is_parried(self, Py_ssize_t p, Prospect prospect) noexcept nogil
    @cython.locals(loose=u64, men=u64)
    cdef inline u64 _loose_squares(self, Py_ssize_t p, Prospect prospect) noexcept nogil
    @cython.locals(man=Py_ssize_t, target=Py_ssize_t, origin=Py_ssize_t, kind=Py_ssize_t, free=bint, stand=Py_ssize_t)
    cdef Py_ssize_t _parrying_man(self, Py_ssize_t p, Prospect prospect, Prospect reach, Check check, u64 loose,
                                  Py_ssize_t first) noexcept nogil
    @cython.locals(found=u64, man=Py_ssize_t)
    cdef u64 _comers(self, Prospect prospect, u64 squares, bint by_mating_side, Py_ssize_t moves) noexcept nogil
    cdef inline Py_ssize_t _kind_on_target(self, Py_ssize_t man, Py_ssize_t target) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t)
    cdef inline bint _comes_parrying(self, Py_ssize_t kind, Py_ssize_t origin, Check check) noexcept nogil
    cdef inline u64 _steps(self, Py_ssize_t side_kind, Py_ssize_t origin) noexcept nogil
    @cython.locals(victim=Py_ssize_t, side_kind=Py_ssize_t, target=Py_ssize_t, path=u64, goals=u64)
    cdef bint _parries(self, Prospect reach, Check check, Py_ssize_t kind, Py_ssize_t origin,
                       u64 occupied) noexcept nogil
    @cython.locals(alone=Py_ssize_t, crossed=Py_ssize_t, lines=u64, man=Py_ssize_t, origin=Py_ssize_t, path=u64)
    cdef Py_ssize_t _moves_to_stop_parries(self, Py_ssize_t p, Prospect prospect, Check check,
                                           u64 loose) noexcept nogil
    @cython.locals(victim=Py_ssize_t, side_kind=Py_ssize_t, found=u64, path=u64, target=Py_ssize_t, goals=u64)
    cdef u64 _parry_path(self, Py_ssize_t kind, Py_ssize_t origin, Check check, u64 occupied) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t)
    cdef inline u64 _quiet_path(self, Py_ssize_t victim, Py_ssize_t kind, Py_ssize_t origin,
                                Py_ssize_t target) noexcept nogil
    @cython.locals(man=Py_ssize_t, slack=Py_ssize_t)
    cdef bint _is_surely_empty(self, Prospect reach, u64 squares, u64 occupied) noexcept nogil
    @cython.locals(side=Py_ssize_t, kind=Py_ssize_t, origin=Py_ssize_t)
    cdef inline bint _may_come(self, Py_ssize_t man, u64 squares, Py_ssize_t moves) noexcept nogil
    @cython.locals(man=Py_ssize_t, king=Py_ssize_t, target=Py_ssize_t, kind=Py_ssize_t, origin=Py_ssize_t)
    cdef bint _may_be_pinned(self, Prospect prospect, Py_ssize_t square) noexcept nogil
    @cython.locals(check=Check, king=Py_ssize_t, man=Py_ssize_t, target=Py_ssize_t, kind=Py_ssize_t,
                   square=Py_ssize_t, between=u64)
    cdef Check _only_check(self, Prospect prospect) noexcept nogil
    @cython.locals(king=Py_ssize_t, adjacent=Py_ssize_t, man=Py_ssize_t, target=Py_ssize_t, kind=Py_ssize_t,
                   square=Py_ssize_t, line=u64, stays=bint, possible=bint)
    cdef bint _lacks_last_move(self, Prospect prospect) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _may_check_besides(self, Prospect prospect) noexcept nogil
    @cython.locals(man=Py_ssize_t, target=Py_ssize_t, slack=Py_ssize_t)
    cdef bint _may_be_opened(self, Prospect prospect, Py_ssize_t checker, u64 line) noexcept nogil
    cdef bint _is_hindered(self, Prospect prospect) noexcept nogil
    @cython.locals(king=Py_ssize_t, zone=Py_ssize_t, blocked=u64, taken=u64, man=Py_ssize_t, square=u64,
                   flight=Py_ssize_t, goal=Py_ssize_t)
    cdef bint _leaves_flight(self, Prospect prospect) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, slack=Py_ssize_t, man=Py_ssize_t, origin=Py_ssize_t, kind=Py_ssize_t,
                   target=Py_ssize_t)
    cdef bint _may_be_attacked(self, Prospect prospect, Py_ssize_t square, u64 taken) noexcept nogil
    @cython.locals(kings=int, king=Py_ssize_t, man=Py_ssize_t, target=Py_ssize_t, origin=Py_ssize_t, kind=Py_ssize_t)
    cdef bint _leaves_king_attacked(self, Prospect prospect) noexcept nogil
