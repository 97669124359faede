# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport lowest, popcount, FULL
from feerie.kernel.compiled_rules cimport KING_MOVE_TABLE, MEN, SQUARES
from feerie.kernel.verdict cimport Judge
from feerie.tables.retrograde cimport signature_of

cdef enum:
    WHOLE = 64                      # a lead of which nothing is lost
    KNOWN_SHARES = 64               # materials
    MOST_STEPS = 5                  # moves of a king that are counted, as in weights.py

cdef class Scaling:
    cdef Judge judge
    cdef Py_ssize_t royal, pawn_count, paired_count, known, most_men
    cdef bint exchanges             # king and partner may change places
    cdef Py_ssize_t pawn_kinds[MEN]
    cdef Py_ssize_t paired[MEN]     # kinds with `parts`
    cdef u64 parts[MEN]             # of these, in the same order
    cdef u64 signatures[KNOWN_SHARES]
    cdef int shares[KNOWN_SHARES]
    cdef u64 corners
    cdef u64 fronts[2 * SQUARES]    # by side and square, see Weights
    cdef u64 bites[2 * SQUARES]
    cdef u64 ends[2 * SQUARES]
    cdef u64 stoppers[2 * SQUARES]
    cdef int moves_left[2 * SQUARES]
    cdef unsigned char steps[SQUARES * SQUARES]
    cdef int cornered, nearer, opposite, opposite_passed, locked

    @cython.locals(i=Py_ssize_t)
    cdef _fill(self, weights)
    @cython.locals(i=Py_ssize_t, share=int, own=u64, enemy=u64, kings=u64, pawns=u64, bishops=u64)
    cdef int share(self, Py_ssize_t p, Py_ssize_t strong) noexcept nogil
    @cython.locals(i=Py_ssize_t, signature=u64)
    cdef int share_of_material(self, Py_ssize_t p, Py_ssize_t strong) noexcept nogil
    cdef bint knows_material(self, Py_ssize_t p) noexcept nogil
    @cython.locals(i=Py_ssize_t, ends=u64, part=u64, end=Py_ssize_t, square=Py_ssize_t, left=int, count=int, kings=u64, own=int, lone=int, moves=int)
    cdef int against_lone_king(self, Py_ssize_t p, Py_ssize_t strong, u64 pawns, u64 bishops) noexcept nogil
    @cython.locals(i=Py_ssize_t, here=u64, there=u64)
    cdef bint are_opposite(self, Py_ssize_t p, u64 own, u64 enemy) noexcept nogil
    @cython.locals(found=int, square=Py_ssize_t)
    cdef int passed(self, Py_ssize_t strong, u64 own, u64 enemy) noexcept nogil
    @cython.locals(i=Py_ssize_t, side=Py_ssize_t, square=Py_ssize_t, own=u64, enemy=u64, bits=u64, guarded=u64, part=u64, seen=u64, new=u64)
    cdef bint is_locked(self, Py_ssize_t p, Py_ssize_t strong, u64 pawns) noexcept nogil
