# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_origin, move_target
from feerie.kernel.compiled_rules cimport CASTLING, SQUARES
from feerie.search.patterns.men cimport TrackedMen
from feerie.search.patterns.structs cimport Plan

cdef enum:
    MAX_PLANS = 8           # castlings that lines may contain, of both sides

@cython.final
cdef class CastlingPlans:
    cdef TrackedMen men
    cdef Plan plans[MAX_PLANS]
    cdef Py_ssize_t count

    @cython.locals(i=Py_ssize_t, side=Py_ssize_t)
    cdef tell_apart(self)
    cdef bint is_possible(self, Py_ssize_t p, Py_ssize_t plan, Py_ssize_t side) noexcept nogil
    @cython.locals(made=Plan)
    cdef void make(self, Py_ssize_t p, Py_ssize_t plan, bint is_made) noexcept nogil
    @cython.locals(plan=Py_ssize_t, origin=Py_ssize_t)
    cdef bint keeps_to(self, u32 move, Py_ssize_t us, Py_ssize_t pending) noexcept nogil
