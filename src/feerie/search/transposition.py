# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The transposition table: what searches found out about positions, by their Zobrist keys.

Searches in several threads share one table without locks (Hyatt & Mann, "A Lock-less Transposition-Table
Implementation for Parallel Search Chess Engines", ICGA Journal 25(1), 2002): an entry is two words, and the first
is the key xor the second. An entry of which another thread has written one word only does not match its key.

Entries stand in buckets of four, a cache line. A new entry replaces the shallowest of its bucket, however deep it
is itself. An entry's depth is its proof length plus its refutation length.

A table may begin small, because the first use of each page of memory takes time, and grow while searches use it: an
area of memory, once in use, is neither moved nor freed before the table is, and one pointer tells which is in use.
"""
from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from feerie.kernel.plain import FULL
    from feerie.search.search_structs import Area, entries_of, full_barrier, new_area
    from feerie.search.table_entry import LOSS_FIELD, NEVER, WIN_FIELD, entry_depth, entry_move, loss_entry, win_entry
    BUCKET_SIZE, DEPTHS, SAMPLE_SHIFT = 4, 256, 58

DEFAULT_ENTRIES = 1 << 22 if cython.compiled else 1 << 14
"""Entries of a table unless a size is given: 64 MB."""
MIN_ENTRIES = 1 << 12
"""Entries of the smallest table that entries_for proposes, unless `most` is less."""
ENTRY_BYTES = 16
"""Bytes of an entry: two words."""
GROWTH = 4, 2
"""A table that is half full becomes larger by the first of these factors for which there is room."""


def entries_for(plies: int, most: int = DEFAULT_ENTRIES) -> int:
    """The number of entries for a search of `plies` plies: a power of two, `most` at most.

    The first use of each page of a table takes time, so short problems get small tables.
    """
    entries = MIN_ENTRIES
    while entries < most and entries < 1 << min(62, max(0, 5 * plies - 3)):
        entries *= 2
    return min(entries, max(BUCKET_SIZE, 1 << most.bit_length() - 1))


def export_depth(data: int) -> int:
    """An entry's depth as export_deepest ranks it, below DEPTHS; 0 for NEVER, which is seen without a search."""
    depth = entry_depth(data)
    if data & LOSS_FIELD == loss_entry(NEVER):
        return 0
    return depth if depth < DEPTHS else DEPTHS - 1


class TranspositionTable:
    """A hash table of `entries` entries, a power of two, of 16 bytes each; MemoryError if there is not enough memory.

    While it is used it grows to `largest` entries at most, a power of two, as long as all the areas that it has used
    have no more than `most` entries together. What is known of a position is one word, 0 for nothing: see
    table_entry.py.
    """

    def __init__(self, entries: int = DEFAULT_ENTRIES, largest: int = 0, most: int = 0) -> None:
        self.largest, self.most = largest, most
        self.filled, self.grows = 0, False
        self.exported: array[int] | None = None
        if cython.compiled:
            self.area = new_area(entries, cython.NULL)
            if not self.area:
                raise MemoryError
        else:
            self.area = Area(entries)
            self.depth_counts = [0] * DEPTHS
        self.entries = entries
        self._set_full()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free_areas(self.area)

    def prefetch(self, key: int) -> None:
        """Announce that this key will soon be probed, so that the processor can prefetch its bucket."""
        if cython.compiled:
            fetch_ahead(cython.address(entries_of(self.area)[key & self.area.mask]))

    def probe(self, key: int) -> int:
        """The data of the position with this key, 0 if there is none."""
        area = self.area
        slots = entries_of(area)
        i = key & area.mask
        for j in range(i, i + BUCKET_SIZE):
            data = slots[j].data
            if slots[j].lock ^ data == key:
                return data
        return 0

    def store(self, key: int, data: int) -> None:
        """Store the data of a position, in its own entry or in place of the shallowest one of the bucket.

        Of new entries only one in 64 is counted, by its key: threads that share a table need not wait for each other.
        """
        if self.store_in(self.area, key, data) and not key >> SAMPLE_SHIFT:
            self.filled += 1 << 64 - SAMPLE_SHIFT
            if self.filled > self.full:
                self.grow()

    def store_in(self, area: Area, key: int, data: int) -> bool:
        """`store` in an area; whether the entry was empty."""
        slots = entries_of(area)
        i = key & area.mask
        slot = i
        least = FULL
        for j in range(i, i + BUCKET_SIZE):
            old = slots[j].data
            if slots[j].lock ^ old == key:
                slot = j
                least = FULL
                break
            depth = entry_depth(old)
            if depth < least:
                least = depth
                slot = j
        slots[slot].lock = key ^ data
        slots[slot].data = data
        return least == 0

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

    # ------------------------------------------------------------------------------------------------ growth

    def next_size(self) -> int:
        """The number of entries of the next area, 0 if there is no room for one."""
        used, area = 0, self.area
        while area:
            used += area.mask + BUCKET_SIZE
            area = area.smaller
        for factor in GROWTH:
            if factor * self.entries <= self.largest and factor * self.entries + used <= self.most:
                return factor * self.entries
        return 0

    def _set_full(self) -> None:
        """Set the number of entries beyond which the table grows."""
        self.full = self.entries // 2 if self.next_size() else FULL

    def grow(self) -> None:
        """Go on in a larger area with the same entries, unless another thread is doing that or there is no memory.

        What other threads store while entries are copied may be lost.
        """
        with cython.gil:
            entries = 0 if self.grows or self.filled <= self.full else self.next_size()
            if not entries:
                return
            self.grows = True
        area = new_area(entries, self.area)
        if area:
            self.copy_entries(self.area, area)
            full_barrier()
            self.area = area
        with cython.gil:
            if area:
                self.entries = entries
            else:
                self.largest = 0
            self._set_full()
            self.grows = False

    def copy_entries(self, old: Area, new: Area) -> None:
        """Store all entries of an area in another one."""
        slots = entries_of(old)
        for i in range(old.mask + BUCKET_SIZE):
            data = slots[i].data
            if data:
                self.store_in(new, slots[i].lock ^ data, data)

    # ---------------------------------------------------------------------------------- from table to table

    def export_deepest(self, most: int) -> array[int]:
        """The deepest entries, `most` at most: words of 64 bits, of each its key and its data."""
        with cython.nogil:
            self.count_depths()
        least, count = DEPTHS - 1, self.depth_counts[DEPTHS - 1]
        while least > 1 and count + self.depth_counts[least - 1] <= most:
            least -= 1
            count += self.depth_counts[least]
        words = array("Q", bytes(ENTRY_BYTES * (count if count < most else most)))
        self.exported = words
        with cython.nogil:
            count = self.collect_deep(least)
        self.exported = None
        del words[2 * count:]
        return words

    def load(self, exported: array[int]) -> None:
        """Store what `export_deepest` returned."""
        for i in range(0, len(exported), 2):
            self.store(exported[i], exported[i + 1])

    def count_depths(self) -> None:
        """Count the entries of each depth."""
        area = self.area        # looked at once: another thread may grow the table meanwhile
        slots = entries_of(area)
        for i in range(DEPTHS):
            self.depth_counts[i] = 0
        for i in range(area.mask + BUCKET_SIZE):
            self.depth_counts[export_depth(slots[i].data)] += 1

    def collect_deep(self, least: int) -> int:
        """Write entries of depth `least` or more to `exported`, as many as there is room for; returns how many."""
        area = self.area
        slots = entries_of(area)
        end = len(self.exported)
        at = 0
        for i in range(area.mask + BUCKET_SIZE):
            data = slots[i].data
            if export_depth(data) >= least and at < end:
                self.exported[at] = slots[i].lock ^ data
                self.exported[at + 1] = data
                at += 2
        return at // 2
