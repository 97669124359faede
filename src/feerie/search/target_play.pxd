# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from feerie.kernel.bits cimport popcount
from feerie.kernel.verdict cimport Judge
from feerie.search.line_filters cimport NOT_LISTED
from feerie.search.proof.structs cimport EARLY_TABLES, OPEN_CASE, USE_CASES
from feerie.search.series_play cimport SeriesPlay
from feerie.search.target_bounds cimport SERIES

cdef enum:
    TRIAL_NODES = 4000          # of a search for a game, before it is done thoroughly

cdef class TargetPlay(SeriesPlay):
    cdef bint in_trial, trial_over          # is this a search without cases; did it not finish?

    cdef Py_ssize_t search_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t search_first_move(self, Py_ssize_t p, u32 move, Py_ssize_t left) noexcept nogil
    @cython.locals(wrong=u64, kings=u64, i=Py_ssize_t, side=Py_ssize_t, surplus=Py_ssize_t)
    cdef bint is_target_too_far(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
    @cython.locals(before=u64, found=Py_ssize_t)
    cdef Py_ssize_t search_with_deduction(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth) noexcept nogil
    @cython.locals(found=Py_ssize_t, some=Py_ssize_t, number=Py_ssize_t, white_case=int, black_case=int)
    cdef Py_ssize_t _search_for_game(self, u32 move, Py_ssize_t length) except -1
    @cython.locals(limit=u64, found=Py_ssize_t)
    cdef Py_ssize_t _try_plainly(self, u32 move, Py_ssize_t length) except -1
