# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, FULL, ONE
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, MEN, NONE, SQUARES
from feerie.search.patterns.base cimport CAPTURED
from feerie.search.patterns.king_zone cimport KingZonePatterns
from feerie.search.patterns.obstacles cimport PASSED
from feerie.search.patterns.distances cimport CHECKED, FAR, MAX_FLIGHTS, least_moves, squares_between
from feerie.search.patterns.structs cimport ANY_KIND, NO_TARGET, Budget, make_target, target_kind, target_square

cdef enum:
    FEW_SPARE_MOVES = 2     # the victim's: with more, men that parry are not counted, for they seldom need more

cdef class MatePatterns(KingZonePatterns):
    cdef u64 double_steps           # where double steps of the victim's men end
    cdef u64 parry_path             # see `_parries`

    @cython.locals(open_flights=u32, exclusions=Py_ssize_t, flight=Py_ssize_t, square=Py_ssize_t, man=Py_ssize_t)
    cdef void _extend(self, Budget budget, u64 placed, u32 blocked) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t, first=Py_ssize_t, end=Py_ssize_t, transition=Py_ssize_t)
    cdef void _block(self, Py_ssize_t man, Py_ssize_t square, Budget budget, u64 placed, u32 blocked) noexcept nogil
    cdef inline Py_ssize_t _kind_on_target(self, Py_ssize_t man, Py_ssize_t target) noexcept nogil
    @cython.locals(man=Py_ssize_t, target=int, square=Py_ssize_t, rest=u32, flight=Py_ssize_t, needless=bint)
    cdef bint _is_minimal(self, u64 placed, u32 blocked) noexcept nogil
    cdef bint _is_hindered(self, Py_ssize_t pattern, Py_ssize_t mating_side_slack, Py_ssize_t victim_slack) noexcept nogil
    @cython.locals(king=Py_ssize_t, zone=Py_ssize_t, blocked=u64, taken=u64, man=Py_ssize_t, square=u64,
                   flight=Py_ssize_t, goal=Py_ssize_t)
    cdef bint _leaves_flight(self, Py_ssize_t pattern, Py_ssize_t mating_side_slack) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, man=Py_ssize_t, origin=Py_ssize_t, kind=Py_ssize_t, target=Py_ssize_t)
    cdef bint _may_be_attacked(self, Py_ssize_t pattern, Py_ssize_t square, u64 taken,
                               Py_ssize_t mating_side_slack) noexcept nogil
    @cython.locals(kings=int, king=Py_ssize_t, man=Py_ssize_t, target=Py_ssize_t, origin=Py_ssize_t, kind=Py_ssize_t)
    cdef bint _leaves_king_attacked(self, Py_ssize_t pattern) noexcept nogil
    @cython.locals(placed=u64, loose=u64)
    cdef bint _is_refuted(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t mating_side_slack,
                          Py_ssize_t victim_slack) noexcept nogil
    @cython.locals(king=Py_ssize_t, between=u64, checker=Py_ssize_t, target=Py_ssize_t, square=Py_ssize_t)
    cdef bint _is_parried(self, Py_ssize_t p, Py_ssize_t pattern, u64 placed, u64 loose, Py_ssize_t mating_side_slack,
                          Py_ssize_t victim_slack) noexcept nogil
    @cython.locals(loose=u64, men=u64)
    cdef inline u64 _loose_squares(self, Py_ssize_t p, Py_ssize_t pattern) noexcept nogil
    @cython.locals(placed=u64, loose=u64, man=Py_ssize_t, target=Py_ssize_t, origin=Py_ssize_t, kind=Py_ssize_t,
                   free=bint, stand=Py_ssize_t)
    cdef Py_ssize_t _parrying_man(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t first, Py_ssize_t square,
                                  u64 between, Py_ssize_t mating_side_slack, Py_ssize_t mating_side_reach,
                                  Py_ssize_t victim_slack) noexcept nogil
    @cython.locals(pattern=Py_ssize_t, mating_side_slack=Py_ssize_t, victim_slack=Py_ssize_t, checker=Py_ssize_t,
                   target=Py_ssize_t, square=Py_ssize_t, between=u64, slack=Py_ssize_t, man=Py_ssize_t,
                   found=u64)
    cdef void _note_useful_squares(self, Py_ssize_t p, Py_ssize_t i, bint by_mating_side) noexcept nogil
    @cython.locals(found=u64, man=Py_ssize_t)
    cdef u64 _comers(self, Py_ssize_t pattern, u64 squares, bint by_mating_side, Py_ssize_t moves) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t)
    cdef inline bint _comes_parrying(self, Py_ssize_t kind, Py_ssize_t origin, Py_ssize_t checker_square,
                                     u64 between) noexcept nogil
    @cython.locals(alone=Py_ssize_t, crossed=Py_ssize_t, lines=u64, man=Py_ssize_t, origin=Py_ssize_t,
                   path=u64)
    cdef Py_ssize_t _moves_to_stop_parries(self, Py_ssize_t p, Py_ssize_t pattern, Py_ssize_t square, u64 between,
                                           u64 placed, u64 loose, Py_ssize_t mating_side_slack) noexcept nogil
    @cython.locals(victim=Py_ssize_t, side_kind=Py_ssize_t, found=u64, path=u64, target=Py_ssize_t)
    cdef u64 _parry_path(self, Py_ssize_t kind, Py_ssize_t origin, Py_ssize_t checker_square, u64 between,
                         u64 occupied) noexcept nogil
    @cython.locals(king=Py_ssize_t, adjacent=Py_ssize_t, man=Py_ssize_t, target=Py_ssize_t, kind=Py_ssize_t,
                   square=Py_ssize_t, line=u64, stays=bint, possible=bint)
    cdef bint _lacks_last_move(self, Py_ssize_t pattern, u64 placed, Py_ssize_t mating_side_slack) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _may_check_besides(self, Py_ssize_t pattern, Py_ssize_t king, Py_ssize_t mating_side_slack) noexcept nogil
    @cython.locals(man=Py_ssize_t, target=Py_ssize_t, away=bint)
    cdef bint _may_be_opened(self, Py_ssize_t pattern, Py_ssize_t checker, u64 line,
                             Py_ssize_t mating_side_slack) noexcept nogil
    @cython.locals(man=Py_ssize_t, found=Py_ssize_t, target=Py_ssize_t, king=Py_ssize_t, kind=Py_ssize_t,
                   square=Py_ssize_t)
    cdef inline Py_ssize_t _only_checker(self, Py_ssize_t pattern, u64 placed, Py_ssize_t mating_side_slack) noexcept nogil
    @cython.locals(victim=Py_ssize_t, side_kind=Py_ssize_t, target=Py_ssize_t, path=u64, goals=u64)
    cdef bint _parries(self, Py_ssize_t pattern, Py_ssize_t kind, Py_ssize_t origin, Py_ssize_t checker_square,
                       u64 between, u64 occupied, Py_ssize_t mating_side_slack, Py_ssize_t victim_slack) noexcept nogil
    @cython.locals(man=Py_ssize_t, slack=Py_ssize_t)
    cdef bint _is_surely_empty(self, Py_ssize_t pattern, u64 squares, u64 occupied, Py_ssize_t mating_side_slack,
                               Py_ssize_t victim_slack) noexcept nogil
    @cython.locals(side=Py_ssize_t, kind=Py_ssize_t, origin=Py_ssize_t)
    cdef inline bint _may_come(self, Py_ssize_t man, u64 squares, Py_ssize_t moves) noexcept nogil
    @cython.locals(man=Py_ssize_t, king=Py_ssize_t, target=Py_ssize_t, kind=Py_ssize_t, origin=Py_ssize_t)
    cdef bint _may_be_pinned(self, Py_ssize_t pattern, Py_ssize_t square, Py_ssize_t mating_side_slack) noexcept nogil
