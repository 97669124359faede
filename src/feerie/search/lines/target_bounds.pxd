# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport FULL, SPREAD
from feerie.kernel.verdict cimport Judge
from feerie.search.goal.goal_search cimport GoalSearch
from feerie.search.proof.bound cimport ProofBound
from feerie.search.proof.limits cimport PathLimits
from feerie.search.proof.structs cimport OPEN_CASE, USE_CASES, USE_TRIPLES, USE_PRICES

cdef enum:                  # kinds of play
    HELP = 0
    SERIES = 1
    PARRY = 2
    PARRY_HELP = 3

cdef enum:
    SAMPLED_LENGTHS = 64        # numbers of moves left for which successes are counted, 0 to 63
    RETRY_INTERVAL = 16         #   for one position in this many
    MAX_DEDUCTIONS = 16         # one after another
    ROUND_NODES = 100           # positions that can be played in the time of one round of deductions,
    EFFORT_PER_NODE = 60        #   and of one position for this many moves looked at
    LARGE_SUBTREE = 1000        # positions: deductions are tried where a position costs as many
    WORTH_A_TRIAL = 8           #   and this part of the time of the first deduction

@cython.final
cdef class TargetBounds:
    cdef Judge judge
    cdef GoalSearch goals
    cdef int play
    cdef bint exact                  # lines have just the given length
    cdef public int bounds                  # see search/proof/structs
    cdef public PathLimits limits
    cdef public object played
    cdef object cases                       # by number of a case of castlings: its proof bounds
    cdef int proof_rights
    cdef u64 case_rights[2]                 # by side: the rights with which its case is told apart from others,
    cdef u64 case_keys[2]                   #   and its part of the keys of the table
    cdef bint trial_failed                  # such a search has come to no end
    cdef ProofBound proof_bound             # the one in use, of `proof_bounds`
    cdef list proof_bounds
    cdef bint lacks_memory                  # for more of them
    cdef Py_ssize_t first_effort            # moves looked at by the first deduction
    cdef public Py_ssize_t deductions       # made so far, at positions after the first
    cdef bint uses_proof_bound, proof_possible
    cdef double plain_mean[SAMPLED_LENGTHS]     # by moves left: positions played after one without a deduction,
    cdef double deduced_mean[SAMPLED_LENGTHS]   #   after one with a deduction
    cdef u64 plain_count[SAMPLED_LENGTHS]       #   how many of them there were
    cdef u64 deduced_count[SAMPLED_LENGTHS]

    @cython.locals(key=u64, side=int)
    cdef inline u64 case_key(self, Py_ssize_t p) noexcept nogil
    cdef bint can_end_at_target(self, Py_ssize_t p, u32 move, Py_ssize_t left) noexcept nogil
    cdef void learn_plain(self, Py_ssize_t left, u64 nodes) noexcept nogil
    @cython.locals(cost=double)
    cdef void learn_deduced(self, Py_ssize_t left, u64 nodes) noexcept nogil
    cdef ProofBound bound_at_level(self, Py_ssize_t level)
    @cython.locals(large=double)
    cdef bint is_deduction_worthwhile(self, Py_ssize_t left) noexcept nogil
    @cython.locals(p=Py_ssize_t, first=Py_ssize_t, i=Py_ssize_t, possible=bint)
    cpdef bint begin_at_root(self, Py_ssize_t length)
    cdef bint takes_next_bound(self) noexcept nogil
    cdef void return_to_last_bound(self) noexcept nogil
    cdef tuple cases_of_sides(self)
    cdef bint begin_case(self, Py_ssize_t number, int white, int black, Py_ssize_t length) except? True
    cdef leave_cases(self, list plain)
    cdef bint has_thorough_search(self) noexcept nogil
    @cython.locals(ours=int, theirs=int)
    cdef bint begin_proof(self, Py_ssize_t p, Py_ssize_t left) noexcept nogil
