# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.engine.evaluation cimport Evaluation
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, EN_PASSANT, PLAIN, SQUARES
from feerie.kernel.move_generator cimport kind_on
from feerie.kernel.verdict cimport Judge

cdef enum:
    ROYAL_VALUE = 20000

cdef class StaticExchange:
    cdef Judge judge
    cdef Evaluation evaluation          # which owns the values
    cdef int *values
    cdef bint applies
    cdef Py_ssize_t kinds, royal

    @cython.locals(found=u64, origins=u64, i=Py_ssize_t, origin=Py_ssize_t, j=Py_ssize_t)
    cdef u64 attackers_left(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(kind=Py_ssize_t, best=Py_ssize_t)
    cdef inline Py_ssize_t least_attacker(self, Py_ssize_t p, u64 attackers) noexcept nogil
    @cython.locals(us=Py_ssize_t, target=Py_ssize_t, side=Py_ssize_t, kind=Py_ssize_t, occupied=u64, attackers=u64, bits=u64, standing=int, balance=int)
    cdef bint wins(self, Py_ssize_t p, u32 move, int least) noexcept nogil
    cdef int captured_value(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef int mover_value(self, Py_ssize_t p, u32 move) noexcept nogil
