# cython: language_level=3
cimport cython
from cpython.exc cimport PyErr_CheckSignals as check_signals
from libc.stdint cimport uint32_t as u32
from feerie.search.attack_moves cimport DIRECT, SELF
from feerie.search.forced_play cimport SQUARES_OF_MOVE, ForcedPlay

cdef enum:
    # classify_defence: length, kind, number of winning moves
    LENGTH_MASK = 0x1FFF
    KIND_SHIFT = 13
    COUNT_SHIFT = 16
    # the kinds: DefenceKind
    REFUTATION = 1
    REACHES_GOAL = 2
    MAYBE_INEFFECTIVE = 3
    INEFFECTIVE = 4

@cython.final
cdef class ForcedSearch(ForcedPlay):
    @cython.locals(short=Py_ssize_t)
    cdef Py_ssize_t shortest_win_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, kept=Py_ssize_t, first_quiet=Py_ssize_t)
    cdef Py_ssize_t winning_moves_at(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t length) noexcept nogil
    @cython.locals(short=Py_ssize_t, last=Py_ssize_t, answer=u32, found=bint, similar=bint, i=Py_ssize_t, j=Py_ssize_t)
    cdef u32 classify_defence(self, Py_ssize_t p, Py_ssize_t n, Py_ssize_t end, Py_ssize_t spare, u32 reply, Py_ssize_t length, Py_ssize_t least) noexcept nogil
    cdef inline int raise_if_stopped(self) except -1
    @cython.locals(found=bint)
    cpdef bint attacker_wins(self, Py_ssize_t length) except? True
    @cython.locals(found=bint)
    cpdef bint forces_goal(self, u32 move, Py_ssize_t length) except? True
    @cython.locals(found=Py_ssize_t)
    cpdef Py_ssize_t shortest_win(self, Py_ssize_t length) except -1
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t)
    cpdef list winning_moves(self, Py_ssize_t length)
    @cython.locals(found=bint)
    cpdef bint is_within_limits(self, Py_ssize_t length, bint threats=?, bint trivial=?) except? True
    @cython.locals(n=Py_ssize_t, end=Py_ssize_t, last=Py_ssize_t, kept=Py_ssize_t, answer=u32, i=Py_ssize_t, j=Py_ssize_t)
    cpdef list classify_defences(self, replies, Py_ssize_t length, threats, Py_ssize_t least)
    @cython.locals(n=Py_ssize_t, end=Py_ssize_t, total=Py_ssize_t, move=u32)
    cdef Py_ssize_t load_list(self, replies, threats) except -1
    cpdef bint is_reached(self, u32 move) except? True
    cpdef bint can_reach_goal(self) except? True
    cpdef attacker_moves(self)
    cpdef defender_moves(self)
