# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport popcount, ONE
from feerie.kernel.compiled_rules cimport ATTACK_TABLES, NONE, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.search.proof.captor_deductions cimport CaptorDeductions
from feerie.search.proof.graph cimport MoveGraph
from feerie.search.proof.matching cimport Matching
from feerie.search.proof.pair_deductions cimport PairDeductions
from feerie.search.proof.path_lengths cimport PathLengths
from feerie.search.proof.paths cimport Paths
from feerie.search.proof.structs cimport (
    ALL_MEN, CAPTURING, CASTLING_KING, DESTINIES, IMPOSSIBLE, IS_CAPTURED, OPEN_CASE, QUIET_MOVE, SIDE_LIMIT,
    TO_CASTLE, TRANSPORT, UNREACHABLE, USE_CAPTORS, USE_CAPTURES, USE_KING_ATTACKS, USE_OBSTRUCTION, USE_PARITY,
    USE_VICTIMS)

cdef enum:
    MAX_ROUNDS = 24         # of the deductions; each takes about a millisecond
    FEW_SQUARES = 7         # men confined to at most this many squares may obstruct a move

@cython.final
cdef class Deduction:
    cdef Judge judge
    cdef int bounds
    cdef readonly Paths paths
    cdef MoveGraph graph
    cdef PairDeductions pairs
    cdef CaptorDeductions captors
    cdef Matching matching
    cdef PathLengths path_lengths               # None where they are not used
    cdef public Py_ssize_t rounds               # of the last `run`
    cdef public bint has_given_moves            # each side makes exactly its number of moves, not fewer
    cdef public int refuted_by_parity           # by the last `run`: a side whose men cannot, -1 for none

    @cython.locals(man=Py_ssize_t, destiny=Py_ssize_t, node=int)
    cpdef list facts(self)
    @cython.locals(side=Py_ssize_t)
    cdef bint run(self, Py_ssize_t p, int white_moves, int black_moves, Deduction before) noexcept nogil
    @cython.locals(side=Py_ssize_t, man=Py_ssize_t)
    cdef bint _round(self, Py_ssize_t p) noexcept nogil
    @cython.locals(result=int)
    cdef bint _restrict_lengths(self, Py_ssize_t side) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void _keep_duals(self, Py_ssize_t side) noexcept nogil
    @cython.locals(side=Py_ssize_t, man=Py_ssize_t)
    cdef void _find_fixed(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, square=Py_ssize_t, found=u64, kind=Py_ssize_t)
    cdef u64 _attacked_by(self, Py_ssize_t side, Py_ssize_t node) noexcept nogil
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, man=Py_ssize_t, edge=Py_ssize_t, passed=u64, before=u64,
                   passing_before=u64, captured=u64, entered=u64)
    cdef void _find_captures(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, edge=Py_ssize_t, square=Py_ssize_t, over=Py_ssize_t, passed=u64)
    cdef u64 _double_steps(self, Py_ssize_t man, Py_ssize_t side, u64 entered) noexcept nogil
    @cython.locals(side=Py_ssize_t, i=Py_ssize_t, kept=Py_ssize_t, edge=Py_ssize_t, path=u64, target=Py_ssize_t,
                   flags=int, victims=u64, castling=Py_ssize_t, other=Py_ssize_t, possible=bint)
    cdef void _drop_edges(self, Py_ssize_t man) noexcept nogil
    @cython.locals(i=Py_ssize_t, own=u64)
    cdef bint _is_obstructed(self, Py_ssize_t man, u64 path) noexcept nogil
    @cython.locals(i=Py_ssize_t, man=Py_ssize_t, j=Py_ssize_t, total=int, destiny=Py_ssize_t, count=Py_ssize_t,
                   most=int, allowed=int, distance=int, reserved=int)
    cdef bint _assign(self, Py_ssize_t side, bint by_captures) noexcept nogil
    @cython.locals(man=Py_ssize_t, destiny=Py_ssize_t)
    cdef bint _forbid_captures(self, Py_ssize_t side) noexcept nogil
    @cython.locals(i=Py_ssize_t, man=Py_ssize_t, edge=Py_ssize_t, castling=Py_ssize_t)
    cdef void _find_castlings(self) noexcept nogil
