# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind
from feerie.kernel.bits cimport FULL, lowest
from feerie.kernel.compiled_rules cimport CASTLING, EN_PASSANT, MULTIPLEX, SQUARES, ULTRA
from feerie.kernel.verdict cimport Judge

cdef enum:
    GOAL_MATE = 0
    GOAL_STALEMATE = 1
    GOAL_MATE_OR_STALEMATE = 2
    GOAL_DOUBLE_STALEMATE = 3
    GOAL_AUTO_STALEMATE = 4
    GOAL_DOUBLE_MATE = 5
    GOAL_CHECK = 6
    GOAL_CAPTURE = 7
    GOAL_TARGET = 8
    GOAL_ANY_MOVE = 9
    GOAL_CASTLING = 10
    GOAL_EN_PASSANT = 11
    GOAL_POSITION = 12
    GOAL_COUNTER_MATE = 13
    GOAL_AUTO_MATE = 14
    GOAL_KING_RUN = 15
    GOAL_WIN = 16                   # mate or king run

cdef enum:
    NO_RUN = 255                    # of feerie.kernel.king_run

cdef enum:
    MOST_SPECIES = 64               # the most kinds of men: SIDE of feerie.kernel.general_rules

@cython.final
cdef class GoalSearch:
    cdef public Judge judge
    cdef public int goal
    cdef public Py_ssize_t square
    cdef public unsigned long long nodes, node_limit
    cdef u64 target_men[2 * MOST_SPECIES]  # by kind of man and side: the squares it must stand on (goal "position")
    cdef public bint unfinished     # is the target unfinished, some of its squares not being known?
    cdef u64 known_squares          # those that are empty, or hold a man of known kind, in the target
    cdef u64 occupied_squares       # those that hold some man
    cdef u64 side_squares[2]        # those that hold some man of a side
    cdef u64 open_squares[2]        # by side: those on which the target lets it have any man
    cdef int least_men[2]           # how many men a side has in the target
    cdef int most_men[2]
    cdef bint finds_checks          # has the genre what NEEDS says?
    cdef bint regains               # do effects of moves give rights to castle?
    cdef public bint asks_all_kings # are checks left out that cannot mate because they do not attack every king?
    cdef int required_rights        # bits of castling rights and flags
    cdef unsigned char run_steps[4 * SQUARES]   # of feerie.kernel.king_run; 0 where there are castlings

    cpdef set_target(self, target)
    @cython.locals(victim=Py_ssize_t)
    cdef bint is_reached_at(self, Py_ssize_t p, Py_ssize_t n, u32 move) noexcept nogil
    cdef inline bint concerns_move(self) noexcept nogil
    cdef bint is_reached_by(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t)
    cdef bint is_target_position(self, Py_ssize_t p) noexcept nogil
    cdef bint fits_signs(self, Py_ssize_t p) noexcept nogil
    @cython.locals(kings=u64, flag=Py_ssize_t)
    cdef inline int fewest_run_moves(self, Py_ssize_t p, Py_ssize_t side) noexcept nogil
    cdef bint has_mated_itself(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    cdef bint has_no_move(self, Py_ssize_t p, Py_ssize_t n, bint passed) noexcept nogil
    @cython.locals(us=Py_ssize_t, king=u64, other=u64)
    cdef bint has_king_step(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, kings=u64)
    cdef Py_ssize_t goal_candidates(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(end=Py_ssize_t, kings=u64, i=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef Py_ssize_t goal_candidates_and_others(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, kept=Py_ssize_t)
    cdef inline Py_ssize_t keep_checks(self, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef inline bint is_king_exposing(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, move=u32)
    cdef Py_ssize_t king_exposing_moves(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(end=Py_ssize_t)
    cdef Py_ssize_t goal_side_moves_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef goal_side_moves(self)
    @cython.locals(i=Py_ssize_t, p=Py_ssize_t, end=Py_ssize_t)
    cpdef reaching_moves(self)
    cdef bint can_reach_goal_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef bint one_reaches_goal(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef bint is_mate_at(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
    @cython.locals(us=Py_ssize_t, king=Py_ssize_t)
    cdef bint has_quiet_king_step(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cdef bint every_move_reaches_goal(self, Py_ssize_t p, Py_ssize_t n) noexcept nogil
