# cython: language_level=3
cimport cython
from feerie.kernel.bits cimport FULL
from feerie.search.patterns.men cimport TrackedMen
from feerie.search.patterns.obstacles cimport FREEING, OBSTRUCTED, Obstacles, SquareSets
from feerie.search.patterns.structs cimport Prospect, UsefulSquares

cdef class Refutation:
    cdef TrackedMen men
    cdef SquareSets sets
    cdef Obstacles obstacles

    cdef bint is_refuted(self, Py_ssize_t p, Prospect prospect) noexcept nogil
    cdef bint is_obstructed(self, Py_ssize_t p, Prospect prospect) noexcept nogil
    cdef bint _is_hindered(self, Prospect prospect) noexcept nogil
    cdef UsefulSquares useful_squares(self, Py_ssize_t p, Prospect prospect, bint by_mating_side) noexcept nogil
