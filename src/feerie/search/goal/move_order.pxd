# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.goal_search cimport GoalSearch

cdef enum:
    KILLER_PLIES = 512      # a power of two: deeper frames share slots

@cython.final
cdef class MoveOrder:
    cdef Judge judge
    cdef GoalSearch goals
    cdef u32 killers[2 * KILLER_PLIES]      # two a frame, the latest first

    @cython.locals(i=Py_ssize_t)
    cdef inline Py_ssize_t move_to_front(self, Py_ssize_t n, Py_ssize_t end, u32 move) noexcept nogil
    cdef inline u32 killer(self, Py_ssize_t p, Py_ssize_t number) noexcept nogil
    @cython.locals(slot=Py_ssize_t)
    cdef inline void store_killer(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef inline Py_ssize_t checks_first(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
