# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.engine.general_exchange cimport GeneralExchange
from feerie.engine.ordering cimport BAD_CAPTURE, GOOD_CAPTURE, KILLER, MAY_CHECK, MOVE_BITS, WINS, Ordering
from feerie.kernel.compiled_rules cimport CASTLING, MEN, PLAIN, SQUARES
from feerie.kernel.general_judge cimport PROMOTION_BIT, GeneralJudge
from feerie.kernel.packed_move cimport move_kind, move_origin, move_partner, move_target

cdef class GeneralOrdering(Ordering):
    cdef GeneralExchange general        # `exchange` and `judge`, by their own types
    cdef GeneralJudge men

    cdef u64 pawn_attacked(self, Py_ssize_t p) noexcept nogil
    @cython.locals(us=Py_ssize_t, man=Py_ssize_t, captured=Py_ssize_t)
    cdef Py_ssize_t capture_index(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef Py_ssize_t side_index(self, Py_ssize_t us, u32 move) noexcept nogil
    cdef bint is_quiet(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint reaches_goal(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef bint marks_check(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, middle=Py_ssize_t, move=u32, score=int)
    cdef Py_ssize_t score_noisy(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint checks) noexcept nogil
    @cython.locals(i=Py_ssize_t, score=int, move=u32, counter=u32, killer=u32, other_killer=u32)
    cdef void score_quiet(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, bint checks) noexcept nogil
    cdef int noisy_score(self, Py_ssize_t p, u32 move) noexcept nogil
    cdef int gain(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(move=u32, gain=int)
    cdef bint demote(self, Py_ssize_t p, Py_ssize_t i) noexcept nogil
