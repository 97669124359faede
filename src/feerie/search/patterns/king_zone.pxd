# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.bits cimport lowest, FULL, ONE
from feerie.kernel.compiled_rules cimport MEN, SQUARES
from feerie.search.patterns.distances cimport FAR, MAX_FLIGHTS, NEAR, SIDE_MEN, least_moves, squares_between
from feerie.search.patterns.enumeration cimport Enumeration
from feerie.search.patterns.men cimport TrackedMen
from feerie.search.patterns.structs cimport NO_TARGET, Draft, make_target, spend, target_kind, target_square

@cython.final
cdef class KingZone:
    cdef TrackedMen men
    cdef Py_ssize_t king            # his square
    cdef u32 all_flights            # all flights of the king, as bits
    cdef u64 king_attacks           # squares that the king attacks
    cdef int block_cost[MAX_FLIGHTS]        # by flight: the moves that a block costs at least
    cdef int guard_cost[(MAX_FLIGHTS + 1) * SIDE_MEN]   # [flight, man]: see `find_guards`
    cdef u32 guards_known           # flights (bits) for which it is set
    cdef u64 needed                 # squares that must be blocked in the pattern under way
    cdef int blocks_cost            # the moves that this costs at least

    @cython.locals(victim=Py_ssize_t, zone=Py_ssize_t, flight=Py_ssize_t, square=Py_ssize_t, man=Py_ssize_t, cost=int)
    cdef void put_king(self, Py_ssize_t king) noexcept nogil
    cdef Py_ssize_t flight_square(self, Py_ssize_t flight) noexcept nogil
    @cython.locals(flight=Py_ssize_t)
    cdef u32 flight_bit(self, Py_ssize_t square) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, zone=Py_ssize_t, man=Py_ssize_t, square=Py_ssize_t, kind=Py_ssize_t, bits=u32,
                   flight=Py_ssize_t, attacked=Py_ssize_t)
    cdef u32 unguarded(self, u32 flights, u64 placed) noexcept nogil
    @cython.locals(found=Py_ssize_t, cost=int)
    cdef Py_ssize_t most_expensive_flight(self, u32 flights) noexcept nogil
    @cython.locals(flight=Py_ssize_t)
    cdef bint are_unaffordable(self, u32 flights, Draft draft) noexcept nogil
    @cython.locals(cost=int, man=Py_ssize_t, moves=int)
    cdef int cost_of_block(self, Py_ssize_t square) noexcept nogil
    @cython.locals(man=Py_ssize_t)
    cdef bint _may_be_guarded(self, Py_ssize_t flight, Py_ssize_t moves) noexcept nogil
    @cython.locals(square=Py_ssize_t, man=Py_ssize_t, side_kind=Py_ssize_t, origin=Py_ssize_t, cost=int, targets=u64,
                   transition=Py_ssize_t, moves=int)
    cdef void find_guards(self, Py_ssize_t flight) noexcept nogil

cdef class KingEnumeration(Enumeration):
    cdef KingZone zone

    @cython.locals(victim=Py_ssize_t, origin=Py_ssize_t, king=Py_ssize_t, distance=Py_ssize_t, draft=Draft)
    cdef void _enumerate(self, Py_ssize_t mating_side_moves, Py_ssize_t victim_moves) noexcept nogil
    @cython.locals(man=Py_ssize_t, targets=u64, target=Py_ssize_t, distance=Py_ssize_t)
    cdef void _add_meetings(self, Draft draft) noexcept nogil
    @cython.locals(mating_side=Py_ssize_t, square=Py_ssize_t, man=Py_ssize_t, side_kind=Py_ssize_t, origin=Py_ssize_t,
                   transition=Py_ssize_t, kind=Py_ssize_t, targets=u64, target=Py_ssize_t, distance=Py_ssize_t)
    cdef void _guard(self, Py_ssize_t flight, Draft draft) noexcept nogil
    cdef inline u64 _reachable(self, Py_ssize_t man, Py_ssize_t transition, Py_ssize_t moves) noexcept nogil
