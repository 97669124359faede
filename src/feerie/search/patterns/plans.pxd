# cython: language_level=3
cimport cython
from libc.stdint cimport uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_origin, move_target
from feerie.kernel.compiled_rules cimport CASTLING
from feerie.search.patterns.distances cimport SideView
from feerie.search.patterns.structs cimport Plan

cdef enum:
    MAX_PLANS = 8           # castlings that lines may contain, of both sides

cdef class CastlingPlans(SideView):
    cdef Plan plans[MAX_PLANS]
    cdef Py_ssize_t plan_count

    @cython.locals(i=Py_ssize_t, side=Py_ssize_t)
    cdef _plan_castlings(self)
    cdef bint _is_possible(self, Py_ssize_t p, Py_ssize_t plan, Py_ssize_t side) noexcept nogil
    @cython.locals(plan=Py_ssize_t, origin=Py_ssize_t)
    cdef bint _keeps_to_plan(self, u32 move, Py_ssize_t us, Py_ssize_t pending) noexcept nogil
