# cython: language_level=3
# The functions of table_entry.py for compiled modules; see there for the fields.
from libc.stdint cimport uint64_t as u64, uint32_t as u32

cdef extern from *:
    const u64 WIN_FIELD "0xFFFFull"
    const u64 LOSS_FIELD "0xFFFF0000ull"

cdef enum:
    NEVER = 999

cdef inline u64 win_entry(u64 length) noexcept nogil:
    return length

cdef inline u64 loss_entry(u64 length) noexcept nogil:
    return length << 16

cdef inline u64 win_length(u64 entry) noexcept nogil:
    return entry & 0xFFFF

cdef inline u64 loss_length(u64 entry) noexcept nogil:
    return entry >> 16 & 0xFFFF

cdef inline u64 entry_depth(u64 entry) noexcept nogil:
    return (entry & 0xFFFF) + (entry >> 16 & 0xFFFF)

cdef inline u32 entry_move(u64 entry) noexcept nogil:
    return <u32> (entry >> 32)
