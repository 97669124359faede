# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uintptr_t
from feerie.kernel.bits cimport FULL

cdef enum:
    BUCKET = 4          # entries a line of the cache

cdef extern from *:
    const u64 PROVED "0xFFFFull"
    const u64 REFUTED "0xFFFF0000ull"

cdef struct Entry:
    u64 lock, data

cdef inline Entry *aligned(Entry *space) noexcept nogil:    # to the next line of the cache
    return <Entry *> ((<uintptr_t> space + 63) & ~(<uintptr_t> 63))

@cython.final
cdef class Memory:
    cdef public u64 places
    cdef Entry *space
    cdef Entry *entries

    @cython.locals(i=u64, j=u64, data=u64)
    cdef inline u64 find(self, u64 key) noexcept nogil
    @cython.locals(i=u64, j=u64, place=u64, least=u64, worth=u64, old=u64)
    cdef inline void keep(self, u64 key, u64 data) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void note_proved(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void note_refuted(self, u64 key, u64 length, u64 move) noexcept nogil
    cpdef absorb(self, Memory other)
    @cython.locals(i=u64, data=u64)
    cdef void take_over(self, Memory other) noexcept nogil
