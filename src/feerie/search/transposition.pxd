# cython: language_level=3
cimport cython
from libc.stdint cimport uint64_t as u64, uintptr_t
from libc.stdlib cimport calloc, free
from feerie.kernel.bits cimport FULL
from feerie.kernel.memory cimport LARGE_PAGE, fetch_ahead, full_barrier, use_large_pages
from feerie.search.table_entry cimport LOSS_FIELD, NEVER, WIN_FIELD, entry_depth, entry_move, loss_entry, win_entry

cdef enum:
    BUCKET_SIZE = 4         # entries: 64 bytes, a cache line
    CACHE_LINE = 64         # bytes
    DEPTHS = 256            # depths that export_deepest tells apart
    LARGE = 4               # pages: tables of that size or more lie on large ones
    SAMPLE_SHIFT = 58       # only new entries whose keys have no bit from here on are counted

cdef struct TableEntry:
    u64 lock, data          # lock: key ^ data

cdef struct Area:           # it takes a cache line, then come its entries
    u64 mask                # of a key: the number of the first entry of its bucket
    Area *smaller           # the one used before, in which other threads may still be looking
    void *allocation

cdef inline TableEntry *entries_of(Area *area) noexcept nogil:
    return <TableEntry *> (<char *> area + CACHE_LINE)

cdef inline Area *new_area(u64 entries, Area *smaller) noexcept nogil:
    """An empty area; NULL if there is no memory for it."""
    cdef u64 size = CACHE_LINE + entries * sizeof(TableEntry)
    cdef u64 unit = LARGE_PAGE if size >= LARGE * LARGE_PAGE else CACHE_LINE
    cdef void *allocation = calloc(size + unit, 1)
    if not allocation:
        return NULL
    cdef Area *area = <Area *> ((<uintptr_t> allocation + unit - 1) & ~(unit - 1))
    if unit == LARGE_PAGE:
        use_large_pages(area, size)
    area.mask, area.smaller, area.allocation = entries - BUCKET_SIZE, smaller, allocation
    return area

cdef inline void free_areas(Area *area) noexcept nogil:
    """Free an area and those used before it."""
    cdef Area *smaller
    while area:
        smaller = area.smaller
        free(area.allocation)
        area = smaller

@cython.locals(depth=u64)
cdef u64 export_depth(u64 data) noexcept nogil

@cython.final
cdef class TranspositionTable:
    cdef public u64 entries
    cdef u64 largest, most          # entries: of one area, and of all together
    cdef u64 filled, full           # about so many are filled; and the number beyond which the table grows
    cdef bint grows                 # a thread is making a larger area
    cdef Area *area                 # the one in use
    cdef u64 depth_counts[DEPTHS]
    cdef u64[::1] exported

    cdef inline void prefetch(self, u64 key) noexcept nogil
    @cython.locals(i=u64, j=u64, data=u64, area='Area *', slots='TableEntry *')
    cdef inline u64 probe(self, u64 key) noexcept nogil
    cdef inline void store(self, u64 key, u64 data) noexcept nogil
    @cython.locals(i=u64, j=u64, slot=u64, least=u64, depth=u64, old=u64, slots='TableEntry *')
    cdef inline bint store_in(self, Area *area, u64 key, u64 data) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void store_win(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(data=u64)
    cdef inline void store_loss(self, u64 key, u64 length, u64 move) noexcept nogil
    @cython.locals(used=u64, area='Area *')
    cdef u64 next_size(self)
    cdef _set_full(self)
    @cython.locals(entries=u64, area='Area *')
    cdef void grow(self) noexcept nogil
    @cython.locals(least=u64, count=u64)
    cpdef export_deepest(self, u64 most)
    @cython.locals(i=Py_ssize_t)
    cpdef load(self, const u64[::1] exported)
    @cython.locals(i=u64, area='Area *', slots='TableEntry *')
    cdef void count_depths(self) noexcept nogil
    @cython.locals(i=u64, data=u64, at=Py_ssize_t, end=Py_ssize_t, area='Area *', slots='TableEntry *')
    cdef u64 collect_deep(self, u64 least) noexcept nogil
    @cython.locals(i=u64, data=u64, slots='TableEntry *')
    cdef void copy_entries(self, Area *old, Area *new) noexcept nogil
