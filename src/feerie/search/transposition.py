# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The memory of searches: what is known of positions, by their keys.

One memory may serve searches in several threads at once, without locks: an entry is two words, of which the first
is the key combined with the second, so that an entry of which another thread has written half is not found.
"""
from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import FULL
    from feerie.search.plain import Entry
    BUCKET, WIN, LOSS, DEPTHS = 4, 0xFFFF, 0xFFFF << 16, 256

DEFAULT_ENTRIES = 1 << 22 if cython.compiled else 1 << 14
"""Positions remembered where nothing else is said: 64 MB."""
FEWEST_ENTRIES = 1 << 12


def entries_for(plies: int, most: int = DEFAULT_ENTRIES) -> int:
    """How many positions a search of so many plies should remember, a power of two and `most` at most.

    TranspositionTable that is touched costs time: small problems get little.
    """
    entries = FEWEST_ENTRIES
    while entries < most and entries < 1 << min(62, 5 * plies - 3):
        entries *= 2
    return min(entries, max(BUCKET, 1 << most.bit_length() - 1))


def depth_of(data: int) -> int:
    """How long it took to find this out: the lengths together; 0 for what is known at a glance."""
    depth = (data & 0xFFFF) + (data >> 16 & 0xFFFF)
    return depth if depth < DEPTHS else 0


class TranspositionTable:
    """`entries`: positions remembered at most, a power of two; 16 bytes each. MemoryError where there is no room.

    What is known of a position is one word, 0 for nothing: in how many moves something is proved (16 bits), in how
    many it is refuted (16 bits), and a move (32 bits).
    """

    def __init__(self, entries: int = DEFAULT_ENTRIES) -> None:
        self.entries = entries
        if cython.compiled:
            self.allocation = cython.cast(cython.pointer(Entry), calloc(entries + BUCKET, cython.sizeof(Entry)))
            if not self.allocation:
                raise MemoryError
            self.slots = aligned(self.allocation)
        else:
            self.slots = [Entry() for _ in range(entries)]
            self.depth_counts = [0] * DEPTHS

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.allocation)

    def probe(self, key: int) -> int:
        """What is known of a position."""
        i = key & (self.entries - BUCKET)
        for j in range(i, i + BUCKET):
            data = self.slots[j].data
            if self.slots[j].lock ^ data == key:
                return data
        return 0

    def store(self, key: int, data: int) -> None:
        """Remember this of a position; of its bucket's others the one that cost least to find gives way."""
        i = key & (self.entries - BUCKET)
        place = i
        least = FULL
        for j in range(i, i + BUCKET):
            old = self.slots[j].data
            if self.slots[j].lock ^ old == key:
                place = j
                break
            depth = (old & 0xFFFF) + (old >> 16 & 0xFFFF)
            if depth < least:
                least = depth
                place = j
        self.slots[place].lock = key ^ data
        self.slots[place].data = data

    def copy_from(self, other: TranspositionTable) -> None:
        """Know what another memory knows; searches may go on meanwhile."""
        if cython.compiled:
            with cython.nogil:
                self._copy_from(other)
        else:
            self._copy_from(other)

    def _copy_from(self, other: TranspositionTable) -> None:
        """What `copy_from` does, free of the interpreter."""
        for i in range(other.entries):
            data = other.slots[i].data
            if data:
                self.store(other.slots[i].lock ^ data, data)

    def export_deepest(self, most: int) -> list[tuple[int, int]]:
        """The keys and words of `most` positions at most, those that took the longest to find out."""
        if cython.compiled:
            with cython.nogil:
                self.count_depths()
        else:
            self.count_depths()
        least, count = DEPTHS, 0
        while least > 1 and count + self.depth_counts[least - 1] <= most:
            least -= 1
            count += self.depth_counts[least]
        self.found: list[tuple[int, int]] = []
        bound = least
        if cython.compiled:
            with cython.nogil:
                self.collect_deep(bound)
        else:
            self.collect_deep(bound)
        found, self.found = self.found[:most], []
        return found

    def load(self, known: list[tuple[int, int]]) -> None:
        """Know what `export_deepest` told."""
        for key, data in known:
            self.store(key, data)

    def count_depths(self) -> None:
        """Count the positions of each depth."""
        for i in range(DEPTHS):
            self.depth_counts[i] = 0
        for i in range(self.entries):
            self.depth_counts[depth_of(self.slots[i].data)] += 1

    def collect_deep(self, least: int) -> None:
        """Find the positions of so much depth or more."""
        for i in range(self.entries):
            data = self.slots[i].data
            if depth_of(data) >= least:
                key = self.slots[i].lock ^ data
                with cython.gil:
                    self.found.append((key, data))

    def store_win(self, key: int, length: int, move: int) -> None:
        """Remember that something is proved in so many moves, the first of which is `move`."""
        data = self.probe(key)
        self.store(key, data & LOSS | length | move << 32)

    def store_loss(self, key: int, length: int, move: int) -> None:
        """Remember that something is refuted in so many moves, best by `move` (0: keep the move that is known)."""
        data = self.probe(key)
        self.store(key, data & WIN | length << 16 | (move if move else data >> 32) << 32)
