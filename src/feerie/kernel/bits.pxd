# cython: language_level=3
# What the kernel takes from the machine; plain.py spells the same in Python.
from libc.stdint cimport uint64_t as u64

cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __forceinline int feerie_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    #define feerie_popcount(x) ((int)__popcnt64(x))
    #else
    #define feerie_lowest(x) __builtin_ctzll(x)
    #define feerie_popcount(x) __builtin_popcountll(x)
    #endif
    #define feerie_slot_index(occupied, mask, magic, shift) ((((occupied) & (mask)) * (magic)) >> (shift))
    """
    int lowest "feerie_lowest" (u64 x)
    int popcount "feerie_popcount" (u64 x)
    u64 slot_index "feerie_slot_index" (u64 occupied, u64 mask, u64 magic, int shift)
    const u64 FULL "0xFFFFFFFFFFFFFFFFull"
    const u64 ONE "1ull"
    const u64 SPREAD "2685821657736338717ull"
