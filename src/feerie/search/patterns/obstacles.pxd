# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport lowest, FULL, ONE, SPREAD
from feerie.kernel.compiled_rules cimport MEN, NONE, SQUARES
from feerie.search.patterns.distances cimport FAR, NEAR, least_moves, squares_between
from feerie.search.patterns.men cimport CAPTURED, TrackedMen, is_on_target, moves_to, moves_to_target
from feerie.search.patterns.structs cimport (ANY_KIND, NO_TARGET, TARGET_MASK, Prospect, after_idle_move, target_kind,
                                             target_square)

cdef enum:
    FIRST_TESTS = 1000      # made before it is asked whether they pay; they do
    WORTHWHILE_TESTS = 6    #   if one in this many succeeds
    RETRY_TESTS = 16        # one in this many is made where they do not pay
    AMPLE_SLACK = 16        # spare moves of a man with which it is assumed to come anywhere on its path
    KEPT_SETS = 1 << 12     # answers of `SquareSets.kept`
    KEPT_SHIFT = 40         # the bits of a hash from which their places are taken
    PASSED = 0              # what it answers
    CAPTURED_ON = 1
    APPROACHES = 2
    ATTACKED_NEXT = 3
    OBSTRUCTED = 0          # tests: `Refutation.is_obstructed`
    FREEING = 1             #   and `Obstacles.freeing_squares`
    MAX_PATH_STEPS = 64      # of the search for a path; it counts as found where there are more

@cython.final
cdef class SquareSets:
    cdef TrackedMen men
    cdef u64 kept_keys[KEPT_SETS]   # see `kept`; 0: none
    cdef u64 kept_squares[KEPT_SETS]

    cdef u64 within(self, Py_ssize_t man, Py_ssize_t target, Py_ssize_t slack, Py_ssize_t question) noexcept nogil
    @cython.locals(key=u64, place=Py_ssize_t, squares=u64, square=Py_ssize_t)
    cdef u64 kept(self, Py_ssize_t question, Py_ssize_t man, Py_ssize_t target, Py_ssize_t slack) noexcept nogil
    @cython.locals(side=Py_ssize_t)
    cdef bint _is_kept(self, Py_ssize_t question, Py_ssize_t man, Py_ssize_t target, Py_ssize_t slack,
                       Py_ssize_t square) noexcept nogil
    @cython.locals(side_kind=Py_ssize_t, origin=Py_ssize_t, first=Py_ssize_t, found=u64, transition=Py_ssize_t,
                   origins=u64)
    cdef u64 _free_squares(self, Py_ssize_t question, Py_ssize_t man, Py_ssize_t slack) noexcept nogil
    @cython.locals(origin=Py_ssize_t, kind=Py_ssize_t, found=u64, side=Py_ssize_t, moves=Py_ssize_t, square=Py_ssize_t,
                   transition=Py_ssize_t, goals=u64)
    cdef u64 _approaches_of(self, Py_ssize_t man, Py_ssize_t target) noexcept nogil
    @cython.locals(origin=Py_ssize_t, kind=Py_ssize_t, side=Py_ssize_t, distance=Py_ssize_t, onward=Py_ssize_t)
    cdef Py_ssize_t _detour(self, Py_ssize_t man, Py_ssize_t target, Py_ssize_t square) noexcept nogil
    @cython.locals(best=Py_ssize_t, transition=Py_ssize_t, moves=Py_ssize_t)
    cdef Py_ssize_t _least_promoted(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square,
                                    Py_ssize_t goal) noexcept nogil
    cdef bint attacks_next(self, Py_ssize_t side, Py_ssize_t kind, Py_ssize_t square, Py_ssize_t origin) noexcept nogil
    @cython.locals(origin=Py_ssize_t, kind=Py_ssize_t, base=Py_ssize_t, distance=Py_ssize_t,
                   side_kind=Py_ssize_t, first=Py_ssize_t, origins=u64, step=Py_ssize_t, transition=Py_ssize_t,
                   onward=Py_ssize_t, promoted=Py_ssize_t)
    cdef Py_ssize_t _capturing_detour(self, Py_ssize_t man, Py_ssize_t target, Py_ssize_t square) noexcept nogil

@cython.final
cdef class Obstacles:
    cdef TrackedMen men
    cdef SquareSets sets
    cdef u64 fixed
    cdef u64 standing[2]
    cdef u64 met                    # see `lacks_path`
    cdef bint collects
    cdef u64 forbidden[2]           # to the mating side's and the victim's king, see `_set_forbidden`
    cdef bint knows_forbidden[2]
    cdef int king_counts[2]         # the mating side's and the victim's kings
    cdef Py_ssize_t path_steps       # of the search under way
    cdef u64 tests[2]               # OBSTRUCTED and FREEING: those made,
    cdef u64 obstructed[2]          #   those that found no path,
    cdef u64 skipped[2]             #   and those not made

    cdef bint is_due(self, Py_ssize_t test) noexcept nogil
    @cython.locals(man=Py_ssize_t, origin=Py_ssize_t, slack=Py_ssize_t, target=Py_ssize_t)
    cdef void place(self, Prospect prospect) noexcept nogil
    @cython.locals(i=Py_ssize_t, man=Py_ssize_t, passed=u64)
    cdef void drop_capturable(self, Py_ssize_t p, Prospect prospect) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint may_be_captured(self, Py_ssize_t p, Prospect prospect, Py_ssize_t square) noexcept nogil
    cdef inline u64 _passed_squares(self, Py_ssize_t man, Py_ssize_t target, Py_ssize_t slack) noexcept nogil
    @cython.locals(left=Prospect, lacks_path=bint, found=u64, slack=Py_ssize_t, man=Py_ssize_t, target=Py_ssize_t)
    cdef u64 freeing_squares(self, Py_ssize_t p, Prospect prospect, bint by_mating_side) noexcept nogil
    @cython.locals(mating_side_slack=Py_ssize_t, victim_slack=Py_ssize_t, met=u64, man=Py_ssize_t, target=Py_ssize_t,
                   side=Py_ssize_t, slack=Py_ssize_t, kind=Py_ssize_t, origin=Py_ssize_t, moves=Py_ssize_t,
                   more=Py_ssize_t)
    cdef bint lacks_path(self, Prospect prospect) noexcept nogil
    @cython.locals(side=Py_ssize_t, barred=u64, goals=u64, goal=Py_ssize_t, side_kind=Py_ssize_t,
                   transition=Py_ssize_t, arrival=Py_ssize_t, end=Py_ssize_t, wanted=Py_ssize_t, onward=Py_ssize_t,
                   rest=Py_ssize_t)
    cdef bint _has_path(self, bint by_victim, Py_ssize_t kind, Py_ssize_t square, Py_ssize_t target,
                       Py_ssize_t moves) noexcept nogil
    @cython.locals(staying=u64, man=Py_ssize_t)
    cdef void _set_forbidden(self, bint by_victim) noexcept nogil
    @cython.locals(staying=u64, man=Py_ssize_t, attacked=u64)
    cdef void _add_forbidding(self, bint by_victim, u64 squares) noexcept nogil
    @cython.locals(side=Py_ssize_t, side_kind=Py_ssize_t, obstacles=u64, passed=Py_ssize_t)
    cdef bint _is_open(self, bint by_victim, Py_ssize_t kind, Py_ssize_t square, Py_ssize_t goal) noexcept nogil
