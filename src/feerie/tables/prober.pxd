# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint8_t as u8, int64_t as i64

from feerie.kernel.bits cimport popcount
from feerie.kernel.compiled_rules cimport NONE, u8_view
from feerie.kernel.move_generator cimport Frame
from feerie.tables.indexing cimport IndexScheme, PositionIndex, index_of
from feerie.tables.retrograde cimport signature_of

cdef enum:
    PROBED = 512            # tables that a prober may know
    NO_TABLE = -1

cdef struct Probed:         # a table
    IndexScheme *scheme
    u8 *outcomes
    u64 signature
    Py_ssize_t exchanged

cdef class Prober:
    cdef Probed tables[PROBED]
    cdef Py_ssize_t count, men      # tables; the most men of one
    cdef list references
    cdef _add(self, u64 signature, PositionIndex index, outcomes, bint exchanged)
    @cython.locals(i=Py_ssize_t, signature=u64, cell=i64)
    cdef int outcome_at(self, Frame *frames, Py_ssize_t p) noexcept nogil
