# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_man
from feerie.kernel.bits cimport FULL
from feerie.kernel.verdict cimport Judge
from feerie.search.transposition cimport TranspositionTable
from feerie.search.goal_search cimport GOAL_MATE, GOAL_STALEMATE
from feerie.search.frontier cimport KILLERS, FrontierPruning

cdef enum:
    DIRECT = 0
    SELF = 1
    REFLEX = 2
    SEMI_REFLEX = 3
    WAYS = 4096             # moves by squares: origin and target
    HINTS = 4
    TIGHT = 3               # length from which on the tightest reply is tried first
    FEW = 8                 # moves left to the attacker by a check that is tight enough
    NEAR = 8192             # positions remembered near at hand
    ENDS = 1 << 16          # what a reply leaves, besides a number of moves
    PERHAPS = 2 << 16
    SAME = 3 << 16
    LENGTHS = 0xFFFF        # the part of it that is a number of moves
    COUNTED = 18            # bits of it; above is_target_position how many moves do so
    SQUARES_OF_MOVE = 0xFFF # of a move: origin and target

cdef extern from *:
    const u64 ALLOWED "0x9E3779B97F4A7C15ULL"   # spreads allowances over keys

@cython.final
cdef class ForcedSearch(FrontierPruning):
    cdef public int play
    cdef public bint exact, shortcuts
    cdef public bint either     # the attacker may reach the goal himself
    cdef bint limited
    cdef Py_ssize_t most_threat, most_flights, trivial
    cdef readonly Py_ssize_t allowance
    cdef TranspositionTable small_table        # of questions so quickly answered that the large memory would cost more
    cdef u32 countermoves[WAYS]
    cdef Py_ssize_t quiet   # what candidates() says besides

    @cython.locals(key=u64, known=u64, refuted=Py_ssize_t, proved=Py_ssize_t, short=Py_ssize_t)
    cdef bint attacker_can_win(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, quiet=Py_ssize_t)
    cdef bint try_attacks(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length, u32 best) noexcept nogil
    @cython.locals(end=Py_ssize_t, next=Py_ssize_t)
    cdef Py_ssize_t ordered_attacks(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length, u32 best) noexcept nogil
    cdef inline bint move_wins(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t i, Py_ssize_t length, Py_ssize_t quiet) noexcept nogil
    @cython.locals(j=Py_ssize_t)
    cdef bint answered(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    @cython.locals(key=u64, known=u64, refuted=Py_ssize_t, proved=Py_ssize_t, wins=bint)
    cdef bint defender_loses(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, count=Py_ssize_t, least=Py_ssize_t, place=Py_ssize_t, quiet=Py_ssize_t)
    cdef void fewest_replies_first(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef inline u32 ordering_move(self, Py_ssize_t p, u32 move, u32 best, Py_ssize_t number) noexcept nogil
    cpdef limit(self, Py_ssize_t threat, Py_ssize_t flights, Py_ssize_t trivial, Py_ssize_t allowance)
    @cython.locals(found=Py_ssize_t, allowance=Py_ssize_t, wins=bint)
    cdef bint defender_loses_within_allowance(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t, moves=Py_ssize_t)
    cdef Py_ssize_t not_trivial(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(before=Py_ssize_t)
    cpdef Py_ssize_t spend(self, Py_ssize_t length) except -1
    cpdef refund(self, Py_ssize_t allowance)
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, flights=Py_ssize_t)
    cdef bint has_few_flights(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    cdef bint within_limits(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, hints=Py_ssize_t)
    cdef bint try_defences(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length, u32 best) noexcept nogil
    @cython.locals(found=bint, moves=Py_ssize_t)
    cpdef bint attacker_wins(self, Py_ssize_t length) except? True
    @cython.locals(found=bint, moves=Py_ssize_t)
    cpdef bint forces_goal(self, u32 move, Py_ssize_t length) except? True
    cpdef bint is_reached(self, u32 move) except? True
    cpdef bint can_reach(self) except? True
    @cython.locals(found=Py_ssize_t, moves=Py_ssize_t)
    cpdef Py_ssize_t shortest_win(self, Py_ssize_t length) except -1
    @cython.locals(short=Py_ssize_t)
    cdef Py_ssize_t shortest_win_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(moves=Py_ssize_t, quick=Py_ssize_t, p=Py_ssize_t, n=Py_ssize_t, end=Py_ssize_t, last=Py_ssize_t, kept=Py_ssize_t, left=u32, i=Py_ssize_t, j=Py_ssize_t, move=u32)
    cpdef list classify_defences(self, replies, Py_ssize_t length, threats, Py_ssize_t least)
    @cython.locals(short=Py_ssize_t, last=Py_ssize_t, said=u32, found=bint, similar=bint, i=Py_ssize_t, j=Py_ssize_t)
    cdef u32 classify_defence(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, Py_ssize_t spare, u32 reply, Py_ssize_t length, Py_ssize_t least) noexcept nogil
    @cython.locals(moves=Py_ssize_t, i=Py_ssize_t, end=Py_ssize_t)
    cpdef winning_moves(self, Py_ssize_t length)
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, quiet=Py_ssize_t)
    cdef Py_ssize_t winning_moves_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(found=bint, moves=Py_ssize_t)
    cpdef bint is_within_limits(self, Py_ssize_t length, bint threats=?, bint trivial=?) except? True
    cpdef attacks(self)
    cpdef replies(self)
