# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.search.goal_search cimport GOAL_MATE
from feerie.search.line_endings cimport FORCED
from feerie.search.line_filters cimport NOT_LISTED
from feerie.search.pattern_choice cimport PatternChoice
from feerie.search.target_bounds cimport PARRY, SERIES

cdef extern from *:
    const u64 ENDING_HASH "0x9E3779B97F4A7C15ULL"    # keys of positions that were searched for endings (golden ratio)

cdef class SeriesPlay(PatternChoice):
    cdef Py_ssize_t search(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t go_on_in_series(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    @cython.locals(length=Py_ssize_t, found=Py_ssize_t)
    cdef Py_ssize_t search_on(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef inline bint only_shortest(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, stop=Py_ssize_t, before=Py_ssize_t, found=Py_ssize_t, after=Py_ssize_t, lines=Py_ssize_t)
    cdef Py_ssize_t search_parries(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t left, Py_ssize_t depth, Py_ssize_t first, Py_ssize_t end) noexcept nogil
    cdef bint must_go_on(self, Py_ssize_t p, bint may_end) noexcept nogil
    cdef inline bint remembers_endings(self) noexcept nogil
    cdef void note_no_ending(self, Py_ssize_t p) noexcept nogil
    cdef inline bint has_no_ending(self, Py_ssize_t p) noexcept nogil
