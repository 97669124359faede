# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.engine.exchange cimport ROYAL_VALUE, StaticExchange
from feerie.engine.general_evaluation cimport GeneralEvaluation
from feerie.kernel.bits cimport lowest, ONE
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT
from feerie.kernel.general_judge cimport GeneralJudge
from feerie.kernel.general_move cimport ASIDE_BIT
from feerie.kernel.packed_move cimport move_kind, move_origin, move_partner, move_target

cdef class GeneralExchange(StaticExchange):
    cdef GeneralEvaluation general      # `evaluation` and `judge`, by their own types
    cdef GeneralJudge men

    cdef inline int worth_on(self, Py_ssize_t p, Py_ssize_t square) noexcept nogil
    cdef Py_ssize_t captured_on(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef int captured_value(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef int mover_value(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef int gain(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef int partner_gain(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef inline bint vanishes(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(bits=u64, square=Py_ssize_t, best=Py_ssize_t)
    cdef Py_ssize_t least_on(self, Py_ssize_t p, u64 attackers) noexcept nogil
    @cython.locals(us=Py_ssize_t, side=Py_ssize_t, target=Py_ssize_t, square=Py_ssize_t, occupied=u64, attackers=u64, standing=int, balance=int)
    cdef bint wins(self, Py_ssize_t p, u32 move, int least) noexcept nogil
