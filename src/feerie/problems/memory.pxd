# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uintptr_t
from feerie.kernel.bits cimport FULL

cdef enum:
    BUCKET = 4          # entries a line of the cache
    WORTHS = 256

cdef extern from *:
    const u64 PROVED "0xFFFFull"
    const u64 REFUTED "0xFFFF0000ull"

cdef struct Entry:
    u64 lock, data

cdef inline Entry *aligned(Entry *space) noexcept nogil:    # to the next line of the cache
    return <Entry *> ((<uintptr_t> space + 63) & ~(<uintptr_t> 63))

@cython.locals(worth=u64)
cdef u64 worth_of(u64 data) noexcept nogil

@cython.final
cdef class Memory:
    cdef public u64 places
    cdef Entry *space
    cdef Entry *entries
    cdef u64 tally[WORTHS]
    cdef list found

    @cython.locals(i=u64, j=u64, data=u64)
    cdef inline u64 find(self, u64 key) noexcept nogil
    @cython.locals(i=u64, j=u64, place=u64, least=u64, worth=u64, old=u64)
    cdef inline void keep(self, u64 key, u64 data) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void note_proved(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void note_refuted(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(least=u64, count=u64, bound=u64)
    cpdef list dearest(self, u64 most)
    @cython.locals(key=u64, data=u64)
    cpdef learn(self, list known)
    @cython.locals(i=u64)
    cdef void weigh(self) noexcept nogil
    @cython.locals(i=u64, key=u64, data=u64)
    cdef void collect(self, u64 least) noexcept nogil
    cpdef absorb(self, Memory other)
    @cython.locals(i=u64, data=u64)
    cdef void take_over(self, Memory other) noexcept nogil
