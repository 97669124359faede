# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32
from feerie.kernel.packed_move cimport move_kind, move_man, move_origin, move_result, move_target
from feerie.kernel.bits cimport FULL, ONE, lowest
from feerie.kernel.state cimport ATTACK_TABLES, FAMILIES, MEN, NONE, PLAIN, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.frontier cimport FrontierPruning
from feerie.search.mate_filter cimport MateFilter
from feerie.search.patterns.distances cimport squares_between

cdef enum:
    MAX_REPLIES = 12            # standing replies that are collected
    REPLIES_OF_A_MAN = 2        #   and of them for one man

cdef class ForcedEndings(FrontierPruning):
    cdef MateFilter closing                 # of the victim's checks: `mater` is the victim there
    cdef public bint filters_closing
    cdef Py_ssize_t reply_count
    cdef u64 king_goals                     # where the victim's king may step
    cdef Py_ssize_t reply_ply               # of which position the replies are
    cdef u64 reply_key
    cdef bint checks_only                   # must the victim's last move give check?
    cdef u64 reached[2 * ATTACK_TABLES]
    cdef int reply_origins[MAX_REPLIES]
    cdef u64 reply_paths[MAX_REPLIES]
    cdef u64 reply_squares[MAX_REPLIES]
    cdef u64 reply_kings[MAX_REPLIES]

    cpdef filter_closing(self, int mater)
    @cython.locals(us=Py_ssize_t, i=Py_ssize_t, kept=Py_ssize_t, mateable=u64, closeable=u64, own_king=Py_ssize_t,
                   king=Py_ssize_t, move=u32)
    cdef Py_ssize_t keep_forcing(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    cdef inline bint needs_check_now(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(f=Py_ssize_t, king=Py_ssize_t)
    cdef bint may_castle(self, Py_ssize_t p, Py_ssize_t side) noexcept nogil
    @cython.locals(us=Py_ssize_t, them=Py_ssize_t, men=u64, own_king=Py_ssize_t, king=Py_ssize_t, tied=u64,
                   origin=Py_ssize_t, of_a_man=Py_ssize_t, i=Py_ssize_t, move=u32, attacked=u64, path=u64)
    cdef void find_quiet_replies(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end) noexcept nogil
    @cython.locals(goals=u64, goal=Py_ssize_t, lines=u64, j=Py_ssize_t)
    cdef void add_lines_to_goals(self, Py_ssize_t p, Py_ssize_t us, u64 men) noexcept nogil
    @cython.locals(found=u64, seen=u64, ends=u64, i=Py_ssize_t, _=Py_ssize_t)
    cdef u64 lines_past_one(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied) noexcept nogil
    @cython.locals(tables=Py_ssize_t, occupied=u64, i=Py_ssize_t, kind=Py_ssize_t, men=u64, squares=u64, seen=u64,
                   at=Py_ssize_t, transition=Py_ssize_t)
    cdef void find_reached(self, Py_ssize_t p, Py_ssize_t by, bint waits) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void add_reached(self, Py_ssize_t by, Py_ssize_t kind, u64 squares) noexcept nogil
    @cython.locals(origin=Py_ssize_t, target=Py_ssize_t, us=Py_ssize_t, tied=u64, paths=u64, kings=u64, j=Py_ssize_t)
    cdef bint is_met_quietly(self, Py_ssize_t p, u32 move) noexcept nogil
    @cython.locals(us=Py_ssize_t, own_king=Py_ssize_t, king=Py_ssize_t, own_zone=u64, zone=u64, goal=Py_ssize_t, kind=Py_ssize_t)
    cdef bint king_may_uncover(self, Py_ssize_t p) noexcept nogil
    @cython.locals(men=u64, at=Py_ssize_t, origins=u64, reached=u64, movers=u64, transition=Py_ssize_t, arrival=Py_ssize_t)
    cdef bint has_line_over_king(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t kind, Py_ssize_t goal, Py_ssize_t own_king, u64 own_zone) noexcept nogil
