# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uint32_t as u32, uintptr_t
from feerie.kernel.memory cimport LARGE_PAGE, fetch_ahead, use_large_pages

cdef enum:
    BUCKET = 4              # entries: 64 bytes, a cache line
    UPPER = 1
    LOWER = 2
    EXACT = 3
    GENERATIONS = 64
    NO_STATIC = 32767
    WON = 31000             # scores from here on are forced wins

cdef struct PlayingEntry:
    u64 lock, data          # lock: key ^ data, in the lowest 16 bits the evaluation

cdef inline PlayingEntry *playing_aligned(PlayingEntry *allocation) noexcept nogil:
    return <PlayingEntry *> ((<uintptr_t> allocation + LARGE_PAGE - 1) & ~(<uintptr_t> LARGE_PAGE - 1))

cdef inline u32 stored_move(u64 data) noexcept nogil:
    return <u32> (data & 0x3FFFFFFF)

cdef inline Py_ssize_t stored_score(u64 data) noexcept nogil:
    return <Py_ssize_t> (data >> 30 & 0xFFFF) - 0x8000

cdef inline Py_ssize_t stored_depth(u64 data) noexcept nogil:
    return <Py_ssize_t> (data >> 46 & 0xFF)

cdef inline Py_ssize_t stored_bound(u64 data) noexcept nogil:
    return <Py_ssize_t> (data >> 54 & 3)

# The score at ply p of a position whose wins are counted from it, with wins counted from the root; with -p the reverse.
cdef inline Py_ssize_t counted_from(Py_ssize_t p, Py_ssize_t score) noexcept nogil:
    return score - p if score >= WON else score + p if score <= -WON else score

@cython.final
cdef class PlayingTable:
    cdef readonly u64 entries
    cdef PlayingEntry *allocation
    cdef PlayingEntry *slots
    cdef u64 generation

    cpdef clear(self)
    cpdef new_search(self)
    @cython.locals(i=u64, j=u64, data=u64)
    cdef u64 probe(self, u64 key) noexcept nogil
    @cython.locals(i=u64, j=u64, lock=u64)
    cdef Py_ssize_t static_of(self, u64 key) noexcept nogil
    cdef void prefetch(self, u64 key) noexcept nogil
    @cython.locals(i=u64, j=u64, slot=u64, data=u64, old=u64, worth=Py_ssize_t, least=Py_ssize_t)
    cdef void store(self, u64 key, u32 move, Py_ssize_t score, Py_ssize_t depth, Py_ssize_t bound, u64 static) noexcept nogil
    @cython.locals(word=u64, fields=u64)
    cdef inline u64 pack(self, u64 move, u64 score, u64 depth, u64 bound) noexcept nogil
    @cython.locals(i=Py_ssize_t, used=Py_ssize_t)
    cpdef Py_ssize_t per_mille_used(self)
