# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport FULL, lowest, popcount
from feerie.kernel.packed_move cimport move_kind, move_man, move_target
from feerie.kernel.compiled_rules cimport MEN, PLAIN, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.filters.mate_filter cimport MateFilter

cdef enum:
    TRIAL_QUESTIONS = 4096              # this many are asked before deciding whether that pays
    SLOW_TRIAL_QUESTIONS = 1024         # the same for questions about two moves
    SLOW_QUESTIONS_A_REJECTION = 4      # with more for each "no", moves that come two moves before mate are not pruned
    MEN_FOR_ALL = 16                    # with this many men of the defender's, all answers would have to be "nowhere"

@cython.final
cdef class ForcedMates:
    cdef readonly bint applicable
    cdef Judge judge
    cdef MateFilter filter
    cdef MateFilter slow                # another, for two moves: the last answer of the first is still read
    cdef Py_ssize_t attacker
    cdef bint can_remember              # does every castling need a right?
    # of the last answer: the attacker's king, SQUARES for none, the defender's men, and the attacker's near his king
    cdef Py_ssize_t known_king
    cdef u64 known_side, known_near
    cdef u64 known_men[MEN]
    cdef long long questions, rejections, man_count
    cdef long long slow_questions, slow_rejections
    cdef u64 vicinity[SQUARES]          # squares within two steps of a king

    cdef bint pays(self) noexcept nogil
    cdef bint slow_pays(self) noexcept nogil
    cdef bint cannot_be_mated_in_two(self, Py_ssize_t p) noexcept nogil
    cdef inline bint may_castle(self, Py_ssize_t p) noexcept nogil
    @cython.locals(found=u64)
    cdef u64 mateable_squares(self, Py_ssize_t p) noexcept nogil
    @cython.locals(own=u64, side=u64, men=u64, near=u64, king=Py_ssize_t, kind=Py_ssize_t, known=bint)
    cdef u64 find_mateable_squares(self, Py_ssize_t p) noexcept nogil
    @cython.locals(king=Py_ssize_t, square=Py_ssize_t, kept=Py_ssize_t, i=Py_ssize_t, move=u32)
    cdef Py_ssize_t keep_mateable(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t filter_moves(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
