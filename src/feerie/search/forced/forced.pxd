# cython: language_level=3
cimport cython
from cpython.exc cimport PyErr_CheckSignals as check_signals
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from feerie.kernel.bits cimport FULL
from feerie.kernel.verdict cimport Judge
from feerie.search.forced.attack_moves cimport DIRECT, REFLEX, SELF, AttackMoves
from feerie.search.goal.flights cimport FlightTest
from feerie.search.goal.move_order cimport KILLER_PLIES, MoveOrder
from feerie.search.goal.standing_replies cimport StandingReplies
from feerie.search.goal.goal_search cimport GOAL_KING_RUN, GOAL_MATE, GoalSearch
from feerie.search.forced.prunings cimport DROP_EVADED
from feerie.search.table_entry cimport NEVER, entry_move, loss_entry, loss_length, win_entry, win_length
from feerie.search.transposition cimport TranspositionTable

cdef enum:
    NO_LIMIT = -1                   # of the defender's freedom
    ORDERING_MOVES = 4              # tried before the other defences: table move, countermove, two killers
    COUNT_REPLIES_FROM = 3          # length from which on fewest_replies_first orders the defences
    PROBE_REPLIES_FROM = 5          # length from which on it looks them up in the table
    FEW_REPLIES_TO_CHECK = 2        # a check that leaves the attacker this few moves ends the count
    FEW_REPLIES = 8                 # another defence that leaves this few ends it
    SMALL_TABLE_ENTRIES = 8192
    SQUARES_OF_MOVE = 0xFFF         # origin and target of a packed move
    COUNTERMOVES = 4096             # one for each value of these

cdef extern from *:
    const u64 ALLOWANCE_HASH "0x9E3779B97F4A7C15ULL"    # spreads allowances over keys (golden ratio)

@cython.final
cdef class ForcedSearch:
    cdef readonly Judge judge
    cdef readonly GoalSearch goals
    cdef readonly AttackMoves attacks
    cdef FlightTest flights                     # those of `attacks`
    cdef MoveOrder order
    cdef StandingReplies replies
    cdef readonly TranspositionTable table
    cdef readonly int goal, play
    cdef readonly bint exact, shortcuts
    cdef public bint quodlibet                  # the attacker may also reach the goal himself
    # the defender's freedom, NO_LIMIT for none: see set_limits()
    cdef bint tries_known                       # are known defences tried before all are listed?
    cdef bint foresees_mates                    # are defences looked for that leave mate out of reach?
    cdef bint limited
    cdef Py_ssize_t max_threat, max_flights, non_trivial
    cdef readonly Py_ssize_t allowance          # non-trivial defences that the rest of the play may still have
    cdef TranspositionTable small_table
    cdef u32 fewest_moves[KILLER_PLIES]         # by ply: what fewest_replies_first put in front last,
    cdef Py_ssize_t fewest_counts[KILLER_PLIES] #   and how many moves it left
    cdef u32 countermoves[COUNTERMOVES]         # by origin and target of the attacker's move

    # the position at a frame
    @cython.locals(key=u64, known=u64, refuted=Py_ssize_t, proved=Py_ssize_t)
    cdef bint attacker_wins_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(runner=Py_ssize_t)
    cdef bint is_run_too_far(self, Py_ssize_t p, Py_ssize_t length) noexcept nogil
    @cython.locals(known=u64)
    cdef inline bint attacker_wins_in_one(self, Py_ssize_t p, Py_ssize_t n, u64 key) noexcept nogil
    @cython.locals(short=Py_ssize_t)
    cdef inline bint deepen(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length, u64 key, u64 known) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, first_quiet=Py_ssize_t)
    cdef bint try_attacks(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length, u32 best, bint may_end) noexcept nogil
    cdef inline bint attack_wins(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t i, Py_ssize_t length, Py_ssize_t first_quiet, bint may_end) noexcept nogil
    @cython.locals(j=Py_ssize_t)
    cdef bint standing_reply_refutes(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef bint may_end_play_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef bint forces_goal_at(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length, bint may_end) noexcept nogil
    @cython.locals(key=u64, known=u64, refuted=Py_ssize_t, proved=Py_ssize_t, wins=bint, small=bint)
    cdef inline bint probe_defences(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length) noexcept nogil
    @cython.locals(kept=Py_ssize_t)
    cdef bint is_mate_out_of_reach(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t end) noexcept nogil
    @cython.locals(number=Py_ssize_t, reply=u32)
    cdef bint known_defence_refutes(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length, u32 best) noexcept nogil
    cdef inline bint defence_refutes(self, Py_ssize_t p, Py_ssize_t n, u32 move, u32 reply, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, tried=Py_ssize_t)
    cdef bint try_defences(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length, u32 best) noexcept nogil
    @cython.locals(i=Py_ssize_t, count=Py_ssize_t, least=Py_ssize_t, place=Py_ssize_t, first_quiet=Py_ssize_t, j=Py_ssize_t, slot=Py_ssize_t, enough=Py_ssize_t)
    cdef void fewest_replies_first(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, Py_ssize_t length) noexcept nogil
    cdef inline u32 ordering_move(self, Py_ssize_t p, u32 move, u32 best, Py_ssize_t number) noexcept nogil
    @cython.locals(short=Py_ssize_t)
    cdef Py_ssize_t shortest_win_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, first_quiet=Py_ssize_t)
    cdef Py_ssize_t winning_moves_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil

    # limits
    cpdef set_limits(self, Py_ssize_t threat, Py_ssize_t flights, Py_ssize_t trivial, Py_ssize_t allowance)
    cdef bint is_within_limits_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, flights=Py_ssize_t)
    cdef bint has_few_flights(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    cdef bint is_limited_by_allowance(self, Py_ssize_t length) noexcept nogil
    @cython.locals(found=Py_ssize_t, allowance=Py_ssize_t, wins=bint)
    cdef bint forces_goal_within_allowance(self, Py_ssize_t p, Py_ssize_t n, u32 move, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, found=Py_ssize_t, moves=Py_ssize_t)
    cdef Py_ssize_t count_non_trivial(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(before=Py_ssize_t)
    cpdef Py_ssize_t charge_allowance(self, Py_ssize_t length) except -1
    cpdef restore_allowance(self, Py_ssize_t allowance)

    # the current position
    cdef int raise_if_stopped(self) except -1
    @cython.locals(found=bint)
    cpdef bint attacker_wins(self, Py_ssize_t length) except? True
    @cython.locals(found=bint)
    cpdef bint forces_goal(self, u32 move, Py_ssize_t length) except? True
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef list winning_moves(self, Py_ssize_t length)
    @cython.locals(found=bint)
    cpdef bint is_within_limits(self, Py_ssize_t length, bint threats=?, bint trivial=?) except? True
    cpdef bint is_reached(self, u32 move) except? True
    cpdef bint can_reach_goal(self) except? True
    cpdef attacker_moves(self)
    cpdef defender_moves(self)
