# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64
from feerie.kernel.bits cimport FULL, ONE
from feerie.kernel.compiled_rules cimport (ATTACK_TABLES, CAPTURE, KING_MOVE_TABLE, MEN, MOVE_TABLES, NONE, SQUARES,
                                           reached_from)
from feerie.kernel.verdict cimport Judge

@cython.final
cdef class Reach:
    cdef Judge judge
    cdef unsigned char man_attack_tables[2 * MEN * ATTACK_TABLES]   # by side and kind of man: the numbers of its attack tables
    cdef unsigned char man_attack_table_counts[2 * MEN]             # how many these are

    @cython.locals(side=Py_ssize_t, man=Py_ssize_t, i=Py_ssize_t, count=Py_ssize_t, at=Py_ssize_t)
    cdef list_man_attack_tables(self)
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, at=Py_ssize_t, seen=u64)
    cdef inline u64 attacks_from(self, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin, u64 occupied) noexcept nogil
    @cython.locals(i=Py_ssize_t, shift=Py_ssize_t, found=u64, once=u64)
    cdef u64 possible_targets(self, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin, u64 enemies) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef u64 line_between(self, Py_ssize_t us, Py_ssize_t man, Py_ssize_t square, Py_ssize_t origin) noexcept nogil
    cdef inline u64 way_between(self, Py_ssize_t p, Py_ssize_t us, Py_ssize_t man, Py_ssize_t origin, Py_ssize_t target) noexcept nogil
    @cython.locals(i=Py_ssize_t, seen=u64)
    cdef u64 lines_to(self, Py_ssize_t p, Py_ssize_t by, Py_ssize_t square, u64 occupied) noexcept nogil
    cdef inline u64 pawns(self, Py_ssize_t p) noexcept nogil
