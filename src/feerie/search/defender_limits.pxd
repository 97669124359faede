# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32
from feerie.kernel.packed_move cimport move_man
from feerie.kernel.verdict cimport Judge
from feerie.search.attack_moves cimport DIRECT, SELF, AttackMoves
from feerie.search.transposition cimport TranspositionTable

cdef enum:
    NO_LIMIT = -1

cdef class DefenderLimits(AttackMoves):
    # the defender's freedom, NO_LIMIT for none: see set_limits()
    cdef bint limited
    cdef Py_ssize_t max_threat, max_flights, non_trivial
    cdef readonly Py_ssize_t allowance          # non-trivial defences that the rest of the play may still have

    cdef bint attacker_wins_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    cdef bint try_defences(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length, u32 best) noexcept nogil
    cpdef set_limits(self, Py_ssize_t threat, Py_ssize_t flights, Py_ssize_t trivial, Py_ssize_t allowance)
    cdef bint is_within_limits_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, flights=Py_ssize_t)
    cdef bint has_few_flights(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    cdef bint is_limited_by_allowance(self, Py_ssize_t length) noexcept nogil
    @cython.locals(found=Py_ssize_t, allowance=Py_ssize_t, wins=bint)
    cdef bint forces_goal_within_allowance(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t, moves=Py_ssize_t)
    cdef Py_ssize_t count_non_trivial(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(before=Py_ssize_t)
    cpdef Py_ssize_t charge_allowance(self, Py_ssize_t length) except -1
    cpdef restore_allowance(self, Py_ssize_t allowance)
