# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uintptr_t
from feerie.kernel.bits cimport FULL
from feerie.kernel.memory cimport LARGE_PAGE, fetch_ahead, use_large_pages
from feerie.search.table_entry cimport LOSS_FIELD, WIN_FIELD, entry_depth, entry_move, loss_entry, win_entry

cdef enum:
    BUCKET_SIZE = 4         # entries: 64 bytes, a cache line
    DEPTHS = 256            # depths that export_deepest tells apart
    CACHE_LINE = 64         # bytes
    LARGE = 4               # pages: tables of that size or more lie on large ones

cdef struct Entry:
    u64 lock, data          # lock: key ^ data

cdef inline Entry *aligned(Entry *allocation, uintptr_t size) noexcept nogil:
    return <Entry *> ((<uintptr_t> allocation + size - 1) & ~(size - 1))

@cython.locals(depth=u64)
cdef u64 export_depth(u64 data) noexcept nogil

@cython.final
cdef class TranspositionTable:
    cdef public u64 entries
    cdef Entry *allocation
    cdef Entry *slots               # the allocation from its first whole cache line or large page on
    cdef u64 depth_counts[DEPTHS]
    cdef list exported

    cdef inline void fetch(self, u64 key) noexcept nogil
    @cython.locals(i=u64, j=u64, data=u64)
    cdef inline u64 probe(self, u64 key) noexcept nogil
    @cython.locals(i=u64, j=u64, slot=u64, least=u64, depth=u64, old=u64)
    cdef inline void store(self, u64 key, u64 data) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void store_win(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void store_loss(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(least=u64, count=u64)
    cpdef list export_deepest(self, u64 most)
    @cython.locals(key=u64, data=u64)
    cpdef load(self, list exported)
    @cython.locals(i=u64)
    cdef void count_depths(self) noexcept nogil
    @cython.locals(i=u64, key=u64, data=u64)
    cdef void collect_deep(self, u64 least) noexcept nogil
    cpdef copy_from(self, TranspositionTable other)
    @cython.locals(i=u64, data=u64)
    cdef void copy_entries(self, TranspositionTable other) noexcept nogil
