# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.bits cimport FULL, ONE, lowest, popcount
from feerie.kernel.compiled_rules cimport (ATTACK_TABLES, FAMILIES, MEN, NONE, PLAIN, SQUARES, reached_from)
from feerie.kernel.verdict cimport Judge
from feerie.search.filters.mate_filter cimport MateFilter
from feerie.search.goal.flights cimport FlightTest
from feerie.search.goal.goal_search cimport GoalSearch
from feerie.search.goal.reach cimport Reach
from feerie.search.goal.standing_replies cimport StandingReplies
from feerie.search.lines.uncovered_lines cimport UncoveredLines

cdef enum:
    MAX_REPLIES = 16            # standing replies that are collected
    REPLIES_OF_A_MAN = 4        #   and of them for one man
    MAX_KING_REPLIES = 4        #   and steps of the king besides
    ALL_REPLIES = 20            # both together
    MAX_MET = 256               # moves that are remembered as met quietly
    MAX_KING_TARGETS = 64       # squares to which castlings may take the victim's king

@cython.final
cdef class ForcedEndings:
    cdef Judge judge
    cdef GoalSearch goals
    cdef Reach reach
    cdef StandingReplies replies
    cdef FlightTest flights
    cdef UncoveredLines uncovered_lines
    cdef MateFilter closing                 # of the victim's checks: `mating_side` is the victim there
    cdef bint filters_closing
    cdef Py_ssize_t reply_count, castling_count
    cdef Py_ssize_t men_replies             # the first of the replies, those of other men than the king
    cdef u64 targets_by_kind[MEN]           # by kind: where the victim's men stand and may move to
    cdef u64 king_goals                     # where the victim's king may step
    cdef u64 free_goals                     #   those where he can step to now
    cdef u64 goal_lines[SQUARES]            # by such a square: lines to it that a man of the mating side's may close
    cdef u64 tied                           # the same to the kings where they are
    cdef u64 direct_targets                 # what other men of the victim's attack
    cdef u64 promotion_targets              # where they may promote
    cdef u64 victim_targets                 # where other men of the victim's may move to
    cdef Py_ssize_t reply_ply               # the position that the replies belong to
    cdef u64 reply_key
    cdef Py_ssize_t met_count
    cdef u32 met_moves[MAX_MET]             # those that `keep_forcing` has kept last and that are met quietly
    cdef bint is_closeable                  # was there a square on which the mating side's king may be left without a flight?
    cdef u32 closing_move                   # the mating side's move that `needs_check_now` was asked about last
    cdef u32 castling_replies[MAX_KING_TARGETS]         # see `find_replies_to_castlings`
    cdef int castling_kings[MAX_KING_TARGETS]
    cdef u64 castling_arrivals[MAX_KING_TARGETS]
    cdef u64 castling_ties[MAX_KING_TARGETS]
    cdef u64 castling_crossings[MAX_KING_TARGETS]
    cdef u64 reached[2 * ATTACK_TABLES]
    cdef int reply_origins[ALL_REPLIES]
    cdef u64 reply_paths[ALL_REPLIES]
    cdef u64 reply_squares[ALL_REPLIES]
    cdef u64 reply_kings[ALL_REPLIES]

    cpdef filter_closing(self, int mating_side)
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, kept=Py_ssize_t, mateable=u64, closeable=u64, own_king=Py_ssize_t,
                   king=Py_ssize_t, move=u32, checks=bint)
    cdef Py_ssize_t keep_forcing(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(found=u64)
    cdef u64 closeable_squares(self, Py_ssize_t p, u64 mateable) noexcept nogil
    @cython.locals(us=Py_ssize_t, king=Py_ssize_t, end=Py_ssize_t)
    cdef Py_ssize_t closing_checks(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline bint needs_check_now(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, f=Py_ssize_t, partners=u64, partner=Py_ssize_t, c=Py_ssize_t, target=int,
                   i=Py_ssize_t, j=Py_ssize_t)
    cdef void find_replies_to_castlings(self, Py_ssize_t p, Py_ssize_t king) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, men=u64, own_king=Py_ssize_t, king_to=Py_ssize_t,
                   partner_to=Py_ssize_t, kind=Py_ssize_t)
    cdef u64 ties_of_partner(self, Py_ssize_t p, Py_ssize_t f, Py_ssize_t c, Py_ssize_t partner) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, men=u64, own_king=Py_ssize_t, king=Py_ssize_t, tied=u64,
                   origin=Py_ssize_t, of_a_man=Py_ssize_t, i=Py_ssize_t, move=u32, attacked=u64, path=u64,
                   paths=u64, kings=u64, occupied=u64)
    cdef void find_quiet_replies(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(us=Py_ssize_t, men=u64, steps=int, i=Py_ssize_t, move=u32, target=Py_ssize_t, path=u64)
    cdef void add_king_replies(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, Py_ssize_t own_king) noexcept nogil
    @cython.locals(found=u64, kind=Py_ssize_t, origins=u64, standing=u64, line=u64)
    cdef u64 attackers_of_step(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t target, u64 men) noexcept nogil
    @cython.locals(goals=u64, goal=Py_ssize_t, lines=u64, j=Py_ssize_t)
    cdef void add_lines_to_goals(self, Py_ssize_t p, Py_ssize_t us, u64 men) noexcept nogil
    @cython.locals(found=u64, seen=u64, ends=u64, i=Py_ssize_t, _=Py_ssize_t)
    cdef u64 lines_past_one(self, Py_ssize_t by, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(tables=Py_ssize_t, occupied=u64, i=Py_ssize_t, kind=Py_ssize_t, men=u64, squares=u64, seen=u64,
                   at=Py_ssize_t, transition=Py_ssize_t)
    cdef void find_reached(self, Py_ssize_t p, Py_ssize_t by, bint waits) noexcept nogil
    @cython.locals(at=Py_ssize_t, transition=Py_ssize_t, men=u64, found=u64)
    cdef u64 targets_of_pawns(self, Py_ssize_t p, Py_ssize_t by) noexcept nogil
    @cython.locals(lines=u64, j=Py_ssize_t)
    cdef u64 untied_replies(self, u64 replies, Py_ssize_t king, u64 arrivals) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, men=u64, king=u64, occupied=u64, attacked=u64, j=Py_ssize_t)
    cdef bint cannot_interfere(self, Py_ssize_t p, u32 move, u64 paths, u64 kings, u64 castlings) noexcept nogil
    @cython.locals(found=u64, kind=Py_ssize_t, men=u64)
    cdef u64 targets_of_men(self, Py_ssize_t p, Py_ssize_t side, u64 occupied) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void add_reached(self, Py_ssize_t by, Py_ssize_t kind, u64 squares) noexcept nogil
    @cython.locals(origin=Py_ssize_t, target=Py_ssize_t, us=Py_ssize_t, tied=u64, paths=u64, kings=u64, standing=u32,
                   j=Py_ssize_t, back=u64, castlings=u64, replies=u64, occupied=u64)
    cdef bint is_met_quietly(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(man=Py_ssize_t, origin=Py_ssize_t, target=Py_ssize_t, us=Py_ssize_t, occupied=u64, king=Py_ssize_t,
                   between=u64, blockers=u64)
    cdef u64 path_back(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(found=u64, goals=u64, goal=Py_ssize_t)
    cdef u64 kings_against_return(self, Py_ssize_t us, u32 move, u64 back) noexcept nogil
