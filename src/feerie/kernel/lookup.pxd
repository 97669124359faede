# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uint8_t as u8
from feerie.kernel.bits cimport lowest, popcount, slot_index, ONE, FULL, SPREAD

cdef enum:
    END = 255               # behind each of several rays in one array; no square
    SQUARES = 64
    ASKED = 3               # general_tables.IF_REACHED

@cython.final
cdef class LookupTables:
    cdef public list tables
    cdef public Py_ssize_t size
    cdef u64 seed

    @cython.locals(x=u64)
    cdef u64 sparse(self) noexcept
    @cython.locals(occupied=u64, reached=u64, square=u64, i=Py_ssize_t, j=Py_ssize_t)
    cdef int walk(self, u64 mask, const u8[::1] flat, u64[::1] occupancies, u64[::1] reaches) except -1
    @cython.locals(reached=u64, behind=u64, square=int, size=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t)
    cdef bint double(self, u64 mask, const u8[::1] flat, u64[::1] occupancies, u64[::1] reaches) except -1
    @cython.locals(size=Py_ssize_t)
    cpdef tuple add(self, u64 mask, rays)
    @cython.locals(size=Py_ssize_t)
    cpdef tuple add_lines(self, u64 mask, lines, patterns)
    @cython.locals(occupied=u64, reached=u64, found=u64, i=Py_ssize_t, j=Py_ssize_t, first=Py_ssize_t, start=Py_ssize_t, index=Py_ssize_t)
    cdef int follow(self, u64 mask, const u8[::1] flat, const u64[::1] patterns, u64[::1] occupancies, u64[::1] reaches) except -1
    @cython.locals(relevant=int, spare=int, shift=int, size=Py_ssize_t, magic=u64, known=u64, epoch=u32, table=u64[::1], stamps=u32[::1], at=u64[::1], reached=u64[::1])
    cdef tuple store(self, u64 mask, occupancies, reaches)
    @cython.locals(i=Py_ssize_t, h=Py_ssize_t)
    cdef bint fits(self, u64[::1] occupancies, u64[::1] reaches, u64 mask, u64 magic, int shift, u64[::1] table, u32[::1] stamps, u32 epoch) except -1

@cython.locals(near=u64[::1], far=u64[::1], several=u64[::1], leaps=u64[::1], bit=u64, leap=u64, passed=u64, origin=int, index=int, square=int, at=Py_ssize_t)
cpdef fill_attacks(component, Py_ssize_t base, tuple masks, u64[::1] between, u8[::1] ray_index)
@cython.locals(ever=u64[::1], onto=u64[::1], deciding=u64[::1], how=u8[::1], needed=u64[::1], lines=u8[::1], landing=u8[::1], targets=u8[::1], hows=u8[::1], needs=u64[::1], before=u64, wanted=u64, index=Py_ssize_t, square=Py_ssize_t, at=Py_ssize_t)
cpdef fill_strikes(tuple way, Py_ssize_t origin, int number, const u8[::1] line, tuple pattern)
@cython.locals(known=u64, shared=u64, attacked=int, origin=int, component=Py_ssize_t, other=Py_ssize_t, at=Py_ssize_t, other_at=Py_ssize_t)
cpdef bint have_same_lines(components, u64[::1] reach, u64[::1] between) except -1
@cython.locals(origins=u64, attacked=int, origin=int)
cpdef bint is_mutual(Py_ssize_t base, u64[::1] reach, u64[::1] between) except -1
