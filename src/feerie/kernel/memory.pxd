# cython: language_level=3
# Large tables in memory: pages of two megabytes where the system has them (Linux), prefetching, and memory barriers;
# and lists that grow.
from libc.stdlib cimport realloc

cdef extern from * nogil:
    """
    #if defined(__linux__)
    #include <sys/mman.h>
    #define feerie_large_pages(address, size) ((void) madvise((address), (size), MADV_HUGEPAGE))
    #else
    #define feerie_large_pages(address, size) ((void) 0)
    #endif
    #if defined(__GNUC__)
    #define feerie_prefetch(address) __builtin_prefetch(address)
    #define feerie_barrier() __sync_synchronize()
    #else
    #define feerie_prefetch(address) ((void) 0)
    #define feerie_barrier() ((void) 0)
    #endif
    """
    void fetch_ahead "feerie_prefetch" (void *address)
    void full_barrier "feerie_barrier" ()
    void use_large_pages "feerie_large_pages" (void *address, size_t size)

cdef enum:
    LARGE_PAGE = 2097152    # bytes

cdef inline bint has_grown(void **items, size_t size) noexcept nogil:
    """Give a list room for this many bytes, keeping its items; False, with the list unchanged, if memory is short."""
    cdef void *grown = realloc(items[0], size)
    if not grown:
        return False
    items[0] = grown
    return True
