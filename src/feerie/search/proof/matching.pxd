# cython: language_level=3
cimport cython
from feerie.search.proof.structs cimport SIDE_LIMIT, UNREACHABLE

@cython.final
cdef class Matching:
    cdef int cost[SIDE_LIMIT * SIDE_LIMIT]          # [row, column]
    cdef Py_ssize_t size                            # rows and columns
    cdef int total                                  # the least total cost
    cdef int row_dual[SIDE_LIMIT + 1]               # from 1 on, as the three below
    cdef int column_dual[SIDE_LIMIT + 1]
    cdef Py_ssize_t row_of[SIDE_LIMIT + 1]          # by column
    cdef Py_ssize_t column_of[SIDE_LIMIT]           # by row, both from 0 on
    cdef Py_ssize_t previous[SIDE_LIMIT + 1]
    cdef int least[SIDE_LIMIT + 1]
    cdef bint used[SIDE_LIMIT + 1]
    cdef int exchange[SIDE_LIMIT * SIDE_LIMIT]      # [row, row]

    @cython.locals(row=Py_ssize_t, column=Py_ssize_t, before=Py_ssize_t)
    cdef int solve(self, Py_ssize_t size) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, column=Py_ssize_t, next_column=Py_ssize_t, delta=int, reduced=int)
    cdef Py_ssize_t _augment(self, Py_ssize_t row) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, k=Py_ssize_t, reduced=int, through=int)
    cdef void find_exchanges(self) noexcept nogil
    @cython.locals(reduced=int)
    cdef int total_with(self, Py_ssize_t row, Py_ssize_t column) noexcept nogil
