# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport popcount
from feerie.kernel.verdict cimport Judge

cdef enum:
    PARTS = 8                       # most parts of the board to which men are bound

@cython.final
cdef class DeadMen:
    cdef Judge judge
    cdef Py_ssize_t kinds, royal, king  # royal: of frames; king: the kind of man
    cdef u64 minors                     # kinds (bits) that cannot win alone
    cdef bint applies                   # whether the genre has the rule
    cdef Py_ssize_t part_count          # parts of the board in which bound men cannot mate, see dead_material.py
    cdef u64 part_squares[PARTS]
    cdef int part_kinds[PARTS]          # a bit for each kind that is bound to it

    @cython.locals(kind=Py_ssize_t, i=Py_ssize_t, men=u64, kings=u64, rest=u64)
    cdef bint is_dead(self, Py_ssize_t p) noexcept nogil
    cdef u64 men_of(self, Py_ssize_t p, Py_ssize_t kind) noexcept nogil
