# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.engine.evaluation cimport Evaluation
from feerie.engine.general_evaluation cimport GeneralEvaluation
from feerie.engine.search cimport Search
from feerie.kernel.bits cimport FULL
from feerie.kernel.packed_move cimport move_kind, move_target
from feerie.kernel.compiled_rules cimport PLAIN
from feerie.kernel.verdict cimport Judge

cdef extern from *:
    const u64 INCREMENT "0x9E3779B97F4A7C15ULL"
    const u64 FIRST_FACTOR "0xBF58476D1CE4E5B9ULL"
    const u64 SECOND_FACTOR "0x94D049BB133111EBULL"

cdef enum:
    MOST_OVERSIGHT = 900

cdef class FallibleEvaluation(Evaluation):
    cdef int inaccuracy
    cdef public u64 seed

    cdef int evaluate(self, Py_ssize_t p) noexcept nogil

cdef class FallibleGeneralEvaluation(GeneralEvaluation):
    cdef int inaccuracy
    cdef public u64 seed

    cdef int evaluate(self, Py_ssize_t p) noexcept nogil

cdef class FallibleSearch(Search):
    cdef int oversight
    cdef u64 seed                       # and that of the evaluation

    cpdef set_seed(self, u64 seed)
    cpdef set_root(self, Judge position, past, int quiet_plies, moves)
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef Py_ssize_t noticed(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t, end=Py_ssize_t, move=u32)
    cdef Py_ssize_t noisy_moves(self, Py_ssize_t p, Py_ssize_t n, bint checks, Py_ssize_t needed, u32 first) noexcept nogil
    @cython.locals(drawn=Py_ssize_t)
    cdef bint notices(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(chance=Py_ssize_t, last=u32)
    cdef Py_ssize_t chance(self, Py_ssize_t p, u32 move) noexcept nogil

cdef int error_of(u64 bits, int inaccuracy) noexcept nogil
cdef u64 mixed(u64 bits, u32 move) noexcept nogil
