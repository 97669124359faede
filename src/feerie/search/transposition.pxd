# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uintptr_t
from feerie.kernel.bits cimport FULL

cdef enum:
    BUCKET = 4          # entries a line of the cache
    DEPTHS = 256

cdef extern from *:
    const u64 WIN "0xFFFFull"
    const u64 LOSS "0xFFFF0000ull"

cdef struct Entry:
    u64 lock, data

cdef inline Entry *aligned(Entry *allocation) noexcept nogil:    # to the next line of the cache
    return <Entry *> ((<uintptr_t> allocation + 63) & ~(<uintptr_t> 63))

@cython.locals(depth=u64)
cdef u64 depth_of(u64 data) noexcept nogil

@cython.final
cdef class TranspositionTable:
    cdef public u64 entries
    cdef Entry *allocation
    cdef Entry *slots
    cdef u64 depth_counts[DEPTHS]
    cdef list found

    @cython.locals(i=u64, j=u64, data=u64)
    cdef inline u64 probe(self, u64 key) noexcept nogil
    @cython.locals(i=u64, j=u64, place=u64, least=u64, depth=u64, old=u64)
    cdef inline void store(self, u64 key, u64 data) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void store_win(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void store_loss(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(least=u64, count=u64, bound=u64)
    cpdef list export_deepest(self, u64 most)
    @cython.locals(key=u64, data=u64)
    cpdef load(self, list known)
    @cython.locals(i=u64)
    cdef void count_depths(self) noexcept nogil
    @cython.locals(i=u64, key=u64, data=u64)
    cdef void collect_deep(self, u64 least) noexcept nogil
    cpdef copy_from(self, TranspositionTable other)
    @cython.locals(i=u64, data=u64)
    cdef void _copy_from(self, TranspositionTable other) noexcept nogil
