# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.verdict cimport Judge
from feerie.kernel.bits cimport FULL, popcount
from feerie.search.mate_filter cimport MateFilter
from feerie.search.patterns.base cimport Patterns
from feerie.search.goal_search cimport GOAL_MATE, GOAL_POSITION, GOAL_STALEMATE, GoalSearch

cdef enum:
    HELP = 0
    SERIES = 1
    PARRY = 2
    PARRY_HELP = 3
    LINE = 2048
    LEVELS = 64
    ENOUGH = 100            # so many questions show whether asking pays
    FEW = 32                # patterns that are followed to the last move
    LONG = 64               # so many are not followed in vain
    MANY = 1 << 15
    STEPS_PER_PATTERN = 16              # steps a pattern that is allowed
    LABOUR = 1 << 22        # steps where the search is long
    WASTE = 1 << 18         # so many steps in vain are allowed, and some more for each position
    AT_GOAL = 0
    BY_OTHER = 1
    FORCED = 2
    OFFERED = 3
    EITHER = 4
    HELPED = 5

@cython.final
cdef class HelpSearch(GoalSearch):
    cdef public int play, ending, own_goal
    cdef public Py_ssize_t own_square
    cdef public bint exact, shortcuts, follows_patterns
    cdef public Patterns patterns
    cdef MateFilter mate_filter
    cdef Py_ssize_t mater, own, other, count
    cdef public list lines
    cdef public Py_ssize_t limit
    cdef u32 line[LINE]
    cdef u64 asked[LEVELS]  # by moves left: positions asked for mate patterns, and those that had too many
    cdef u64 passed[LEVELS]
    cdef u64 skipped[LEVELS]

    cdef inline Py_ssize_t patience(self, Py_ssize_t left) noexcept nogil
    cdef inline bint asks(self, Py_ssize_t left) noexcept nogil
    cdef inline void set_move_budgets(self, Py_ssize_t left) noexcept nogil
    cdef inline Py_ssize_t allowed(self, Py_ssize_t left) noexcept nogil
    @cython.locals(i=Py_ssize_t, stop=Py_ssize_t, more=Py_ssize_t, key=u64, remembered=bint, knows=bint, last=bint, found=Py_ssize_t)
    cdef Py_ssize_t search(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(refuted=Py_ssize_t)
    cdef inline bint is_refuted(self, u64 key, Py_ssize_t left) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cdef Py_ssize_t after_move(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t live) noexcept nogil
    @cython.locals(end=Py_ssize_t, more=Py_ssize_t)
    cdef Py_ssize_t _follow_first(self, Py_ssize_t p, u32 move, Py_ssize_t left) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t finish(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, fits=bint)
    cdef bint all_reach(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, own=Py_ssize_t, other=Py_ssize_t, goal=int, square=Py_ssize_t)
    cdef Py_ssize_t finish_both(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(wrong=u64, kings=u64, i=Py_ssize_t, side=Py_ssize_t, surplus=Py_ssize_t)
    cdef bint too_far(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    @cython.locals(i=Py_ssize_t, stop=Py_ssize_t, before=Py_ssize_t, found=Py_ssize_t, more=Py_ssize_t, lines=Py_ssize_t)
    cdef Py_ssize_t parry(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef void forget(self, Py_ssize_t before) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t helped(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef Py_ssize_t record(self, Py_ssize_t depth) noexcept nogil
    @cython.locals(found=Py_ssize_t, left=Py_ssize_t)
    cpdef Py_ssize_t search_after(self, u32 move, Py_ssize_t length) except -1
    @cython.locals(found=Py_ssize_t)
    cpdef Py_ssize_t search_endings(self) except -1
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef first_moves(self, Py_ssize_t length)
    cpdef bint must_reach_goal(self) except? True
