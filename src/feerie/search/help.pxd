# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from feerie.kernel.bits cimport FULL, ONE, SPREAD
from feerie.kernel.compiled_rules cimport MEN, NONE, PLAIN, SQUARES
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.verdict cimport Judge
from feerie.search.goal_search cimport GOAL_KING_RUN, GOAL_MATE, GOAL_MATE_OR_STALEMATE, GOAL_POSITION, GOAL_STALEMATE
from feerie.search.line_endings cimport AT_GOAL, EITHER, OFFERED
from feerie.search.line_filters cimport NOT_LISTED
from feerie.search.line_records cimport MOST_ROOM
from feerie.search.pattern_lists cimport IDLE_COST
from feerie.search.target_bounds cimport HELP, SERIES
from feerie.search.target_play cimport TargetPlay

cdef enum:
    SHORT_PROOF = 3             # moves: with more, deductions are tried

cdef class HelpSearch(TargetPlay):
    cdef public bint backwards              # the order of moves
    cdef public Py_ssize_t rotated
    cdef bint memoizes                      # is it noted how lines go on from a position?
    cdef readonly bint goes_on_after_goal   # see the class

    @cython.locals(key=u64, in_table=bint, listed=bint, found=Py_ssize_t, memoizes=bint, start=Py_ssize_t, generation=u64)
    cdef Py_ssize_t search(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef inline bint is_run_too_far(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    cdef inline bint uses_table(self, Py_ssize_t left, Py_ssize_t end) noexcept nogil
    @cython.locals(refuted=Py_ssize_t)
    cdef inline bint is_refuted(self, u64 key, Py_ssize_t left) noexcept nogil
    cdef inline u64 memo_key(self, u64 key, Py_ssize_t left) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cdef inline Py_ssize_t copy_known_lines(self, u64 key, Py_ssize_t left, Py_ssize_t depth) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, count=Py_ssize_t, following=Py_ssize_t, announces=bint, stop=Py_ssize_t, after=Py_ssize_t, probes=bint, may_end=bint, advances=bint, found=Py_ssize_t, kept=Py_ssize_t, dropped=Py_ssize_t,
                   noted=bint, before=u64)
    cdef Py_ssize_t search_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, key=u64)
    cdef inline void prefetch_move(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(found=Py_ssize_t, memoizes=bint, start=Py_ssize_t, generation=u64, key=u64)
    cdef inline Py_ssize_t after_move(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cdef inline Py_ssize_t end_or_go_on(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(left=Py_ssize_t, found=Py_ssize_t)
    cpdef Py_ssize_t search_after(self, u32 move, Py_ssize_t length) except -1
    @cython.locals(end=Py_ssize_t, after=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t search_first_move(self, Py_ssize_t p, u32 move, Py_ssize_t left) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cpdef Py_ssize_t search_endings(self) except -1
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef first_moves(self, Py_ssize_t length)
    cpdef bint must_reach_goal(self) except? True
