# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.engine.evaluation cimport Evaluation
from feerie.kernel.bits cimport lowest, popcount, ONE
from feerie.kernel.compiled_rules cimport CAPTURE, QUIET, SQUARES
from feerie.kernel.general_judge cimport ZEROING_BIT, GeneralJudge
from feerie.kernel.general_rules cimport SIDE
from feerie.kernel.verdict cimport Judge

cdef class GeneralEvaluation(Evaluation):
    cdef GeneralJudge general           # `judge`, by its own type
    cdef bint may_return                # men may come back to where they were after a capture or a pawn's move
    cdef int mg_of[2 * SIDE * SQUARES]  # by side, species and square
    cdef int eg_of[2 * SIDE * SQUARES]
    cdef int worth[SIDE]                # by species, as are the next four
    cdef int phase_of[SIDE]
    cdef int mobility_of[SIDE]
    cdef int attack_of[SIDE]
    cdef int waits[SIDE]
    cdef u64 around[SQUARES]            # by a king's square: those next to it

    @cython.locals(i=Py_ssize_t)
    cdef _fill(self)
    @cython.locals(side=Py_ssize_t, s=Py_ssize_t, at=Py_ssize_t, square=Py_ssize_t, bits=u64, key=u64, mg=int, eg=int, phase=int)
    cdef void sum_up(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, sign=int, s=Py_ssize_t, square=Py_ssize_t, mg=int, eg=int, phase=int, key=u64, lasting=bint)
    cdef void advance(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, men=u64, found=int)
    cdef int waiting_men(self, Py_ssize_t p) noexcept nogil
    @cython.locals(pawns=u64, others=u64)
    cdef int evaluate(self, Py_ssize_t p) noexcept nogil
    cdef bint is_final(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, w=Py_ssize_t, s=Py_ssize_t, origin=Py_ssize_t, both=u64, own=u64, enemy=u64, occupied=u64, zone=u64, bits=u64, men=u64, seen=u64, reached=u64, struck=u64, quiet=u64, pawns=u64, total=int, pressure=int, attackers=int)
    cdef u64 add_men(self, Py_ssize_t p, Py_ssize_t us, int sign) noexcept nogil

cpdef Evaluation new_evaluation(Judge judge, bint learned)
