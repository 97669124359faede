# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The transposition table: what searches found out about positions, by their Zobrist keys.

Searches in several threads share one table without locks (Hyatt & Mann, "A Lock-less Transposition-Table
Implementation for Parallel Search Chess Engines", ICGA Journal 25(1), 2002): an entry is two words, and the first
is the key xor the second. An entry of which another thread has written one word only does not match its key.

Entries stand in buckets of four, a cache line. A new entry replaces the shallowest of its bucket, however deep it
is itself. An entry's depth is its proof length plus its refutation length.
"""
from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import FULL
    from feerie.search.plain import Entry
    from feerie.search.table_entry import LOSS_FIELD, WIN_FIELD, entry_depth, entry_move, loss_entry, win_entry
    BUCKET_SIZE, DEPTHS, CACHE_LINE, LARGE, LARGE_PAGE = 4, 256, 64, 4, 2097152

DEFAULT_ENTRIES = 1 << 22 if cython.compiled else 1 << 14
"""Entries of a table unless a size is given: 64 MB."""
MIN_ENTRIES = 1 << 12
"""Entries of the smallest table that entries_for proposes, unless `most` is less."""


def entries_for(plies: int, most: int = DEFAULT_ENTRIES) -> int:
    """The number of entries for a search of `plies` plies: a power of two, `most` at most.

    The first use of each page of a table takes time, so short problems get small tables.
    """
    entries = MIN_ENTRIES
    while entries < most and entries < 1 << min(62, 5 * plies - 3):
        entries *= 2
    return min(entries, max(BUCKET_SIZE, 1 << most.bit_length() - 1))


def export_depth(data: int) -> int:
    """An entry's depth as export_deepest ranks it, below DEPTHS; 0 for NEVER, which is seen without a search."""
    depth = entry_depth(data)
    return depth if depth < DEPTHS else 0


class TranspositionTable:
    """A hash table of `entries` entries, a power of two, of 16 bytes each; MemoryError if there is not enough memory.

    What is known of a position is one word, 0 for nothing: see table_entry.py.
    """

    def __init__(self, entries: int = DEFAULT_ENTRIES) -> None:
        self.entries = entries
        if cython.compiled:
            size = entries * cython.sizeof(Entry)
            unit = LARGE_PAGE if size >= LARGE * LARGE_PAGE else CACHE_LINE
            self.allocation = cython.cast(cython.pointer(Entry), calloc(size + unit, 1))
            if not self.allocation:
                raise MemoryError
            self.slots = aligned(self.allocation, unit)
            if unit == LARGE_PAGE:
                use_large_pages(self.slots, size)
        else:
            self.slots = [Entry() for _ in range(entries)]
            self.depth_counts = [0] * DEPTHS

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.allocation)

    def fetch(self, key: int) -> None:
        """Say that this key will soon be asked for, so that the processor can fetch it meanwhile."""
        if cython.compiled:
            fetch_ahead(cython.address(self.slots[key & (self.entries - BUCKET_SIZE)]))

    def probe(self, key: int) -> int:
        """The data of the position with this key, 0 if there is none."""
        i = key & (self.entries - BUCKET_SIZE)
        for j in range(i, i + BUCKET_SIZE):
            data = self.slots[j].data
            if self.slots[j].lock ^ data == key:
                return data
        return 0

    def store(self, key: int, data: int) -> None:
        """Store the data of a position, in its own entry or in place of the shallowest one of the bucket."""
        i = key & (self.entries - BUCKET_SIZE)
        slot = i
        least = FULL
        for j in range(i, i + BUCKET_SIZE):
            old = self.slots[j].data
            if self.slots[j].lock ^ old == key:
                slot = j
                break
            depth = entry_depth(old)
            if depth < least:
                least = depth
                slot = j
        self.slots[slot].lock = key ^ data
        self.slots[slot].data = data

    def store_win(self, key: int, length: int, move: int) -> None:
        """Store that the goal can be forced in `length` moves, and the move to try first; keep the loss length."""
        data = self.probe(key)
        self.store(key, data & LOSS_FIELD | win_entry(length) | move << 32)

    def store_loss(self, key: int, length: int, move: int) -> None:
        """Store that the goal cannot be forced in `length` moves, and the move to try first; keep the win length.

        Move 0 leaves the move of the entry as it is.
        """
        data = self.probe(key)
        self.store(key, data & WIN_FIELD | loss_entry(length) | (move if move else entry_move(data)) << 32)

    # ---------------------------------------------------------------------------------- from table to table

    def copy_from(self, other: TranspositionTable) -> None:
        """Store all entries of another table; searches may use both meanwhile."""
        with cython.nogil:
            self.copy_entries(other)

    def copy_entries(self, other: TranspositionTable) -> None:
        """copy_from without the interpreter's lock."""
        for i in range(other.entries):
            data = other.slots[i].data
            if data:
                self.store(other.slots[i].lock ^ data, data)

    def export_deepest(self, most: int) -> list[tuple[int, int]]:
        """Keys and data of the deepest entries, `most` at most."""
        with cython.nogil:
            self.count_depths()
        least, count = DEPTHS, 0
        while least > 1 and count + self.depth_counts[least - 1] <= most:
            least -= 1
            count += self.depth_counts[least]
        self.exported: list[tuple[int, int]] = []
        with cython.nogil:
            self.collect_deep(least)
        exported, self.exported = self.exported[:most], []
        return exported

    def load(self, exported: list[tuple[int, int]]) -> None:
        """Store what `export_deepest` returned."""
        for key, data in exported:
            self.store(key, data)

    def count_depths(self) -> None:
        """Count the entries of each depth."""
        for i in range(DEPTHS):
            self.depth_counts[i] = 0
        for i in range(self.entries):
            self.depth_counts[export_depth(self.slots[i].data)] += 1

    def collect_deep(self, least: int) -> None:
        """Append the entries of depth `least` or more to `exported`."""
        for i in range(self.entries):
            data = self.slots[i].data
            if export_depth(data) >= least:
                key = self.slots[i].lock ^ data
                with cython.gil:
                    self.exported.append((key, data))
