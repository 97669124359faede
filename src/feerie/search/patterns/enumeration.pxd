# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport ONE
from feerie.kernel.compiled_rules cimport MEN, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.patterns.distances cimport SIDE_MEN
from feerie.search.patterns.men cimport MAX_PLY, TrackedMen, moves_to_target
from feerie.search.patterns.plans cimport CastlingPlans
from feerie.search.patterns.refutation cimport Refutation
from feerie.search.patterns.structs cimport (ANY_KIND, NO_CAPTURES, NO_TARGET, Draft, Pattern, Prospect, Transport,
                                             pattern_at, spend, target_kind, target_square)

cdef enum:
    TRANSPORTED = 16        # in excluded: kinds from this bit on are those of men that are transported
    MAX_EXCLUSIONS = 1 << 15

cdef class Enumeration:
    cdef Judge judge
    cdef TrackedMen men
    cdef CastlingPlans plans
    cdef Refutation refutation              # None: no pattern is tested
    cdef Pattern *patterns
    cdef Py_ssize_t pattern_room
    cdef Py_ssize_t count                   # the patterns listed
    cdef Py_ssize_t max_patterns, steps, max_steps
    cdef bint aborted
    # the pattern under way
    cdef Py_ssize_t p                       # its position
    cdef Py_ssize_t pending                 # the castlings that its lines contain, as in LivePattern
    cdef Py_ssize_t king                    # the square of the victim's king
    cdef u64 transported                    # men (bits) that castlings take to their targets
    cdef u32 excluded[2 * SIDE_MEN * SQUARES]       # [man, square]: kinds (bits) that are not tried there again
    cdef int exclusion_places[MAX_EXCLUSIONS]       # the exclusions in their order, so that they can be undone
    cdef u32 exclusion_bits[MAX_EXCLUSIONS]
    cdef Py_ssize_t exclusion_count

    cdef Py_ssize_t list_patterns(self, Py_ssize_t p, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves,
                                  Py_ssize_t max_patterns, Py_ssize_t max_steps) noexcept nogil
    @cython.locals(ours=Py_ssize_t, theirs=Py_ssize_t)
    cdef void _enumerate_by_plans(self, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    cdef void _enumerate(self, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    cdef void _extend(self, Draft draft) noexcept nogil
    cdef inline bint _count_step(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, kind=Py_ssize_t, square=Py_ssize_t, side=Py_ssize_t,
                   transport=Transport, by_mating_side=bint, transportable=bint, rest=Draft)
    cdef void _assign(self, Py_ssize_t man, Py_ssize_t target, Py_ssize_t distance, Draft draft) noexcept nogil
    cdef void _exclude(self, Py_ssize_t i, Py_ssize_t bit) noexcept nogil
    cdef inline void _undo_exclusions(self, Py_ssize_t count) noexcept nogil
    cdef inline bint _is_affordable(self, Draft draft) noexcept nogil
    @cython.locals(i=Py_ssize_t, man=Py_ssize_t)
    cdef void _add_pattern(self, Draft draft) noexcept nogil
    @cython.locals(man=Py_ssize_t, by_mating_side=bint, target=Py_ssize_t, side=Py_ssize_t, quiet=Py_ssize_t)
    cdef Draft _exclude_captures(self, Py_ssize_t pattern, Draft draft) noexcept nogil
    @cython.locals(man=Py_ssize_t, kings=int, left=int)
    cdef bint _leaves_capturable(self, Py_ssize_t pattern, bint by_mating_side) noexcept nogil
    @cython.locals(room=Py_ssize_t)
    cdef bint _reserve_patterns(self, Py_ssize_t count) noexcept nogil
