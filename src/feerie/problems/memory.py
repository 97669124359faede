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
    from feerie.kernel.plain import FULL, Entry
    BUCKET, PROVED, REFUTED, WORTHS = 4, 0xFFFF, 0xFFFF << 16, 256

PLACES = 1 << 22 if cython.compiled else 1 << 14
"""Positions remembered where nothing else is said: 64 MB."""
FEWEST = 1 << 12


def places_for(plies: int, most: int = PLACES) -> int:
    """How many positions a search of so many plies should remember, a power of two and `most` at most.

    Memory that is touched costs time: small problems get little.
    """
    places = FEWEST
    while places < most and places < 1 << min(62, 5 * plies - 3):
        places *= 2
    return min(places, max(BUCKET, 1 << most.bit_length() - 1))


def worth_of(data: int) -> int:
    """How long it took to find this out: the lengths together; 0 for what is known at a glance."""
    worth = (data & 0xFFFF) + (data >> 16 & 0xFFFF)
    return worth if worth < WORTHS else 0


class Memory:
    """`places`: positions remembered at most, a power of two; 16 bytes each. MemoryError where there is no room.

    What is known of a position is one word, 0 for nothing: in how many moves something is proved (16 bits), in how
    many it is refuted (16 bits), and a move (32 bits).
    """

    def __init__(self, places: int = PLACES) -> None:
        self.places = places
        if cython.compiled:
            self.space = cython.cast(cython.pointer(Entry), calloc(places + BUCKET, cython.sizeof(Entry)))
            if not self.space:
                raise MemoryError
            self.entries = aligned(self.space)
        else:
            self.entries = [Entry() for _ in range(places)]
            self.tally = [0] * WORTHS

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.space)

    def find(self, key: int) -> int:
        """What is known of a position."""
        i = key & (self.places - BUCKET)
        for j in range(i, i + BUCKET):
            data = self.entries[j].data
            if self.entries[j].lock ^ data == key:
                return data
        return 0

    def keep(self, key: int, data: int) -> None:
        """Remember this of a position; of its bucket's others the one that cost least to find gives way."""
        i = key & (self.places - BUCKET)
        place = i
        least = FULL
        for j in range(i, i + BUCKET):
            old = self.entries[j].data
            if self.entries[j].lock ^ old == key:
                place = j
                break
            worth = (old & 0xFFFF) + (old >> 16 & 0xFFFF)
            if worth < least:
                least = worth
                place = j
        self.entries[place].lock = key ^ data
        self.entries[place].data = data

    def absorb(self, other: Memory) -> None:
        """Know what another memory knows; searches may go on meanwhile."""
        if cython.compiled:
            with cython.nogil:
                self.take_over(other)
        else:
            self.take_over(other)

    def take_over(self, other: Memory) -> None:
        """What `absorb` does, free of the interpreter."""
        for i in range(other.places):
            data = other.entries[i].data
            if data:
                self.keep(other.entries[i].lock ^ data, data)

    def dearest(self, most: int) -> list[tuple[int, int]]:
        """The keys and words of `most` positions at most, those that took the longest to find out."""
        if cython.compiled:
            with cython.nogil:
                self.weigh()
        else:
            self.weigh()
        least, count = WORTHS, 0
        while least > 1 and count + self.tally[least - 1] <= most:
            least -= 1
            count += self.tally[least]
        self.found: list[tuple[int, int]] = []
        bound = least
        if cython.compiled:
            with cython.nogil:
                self.collect(bound)
        else:
            self.collect(bound)
        found, self.found = self.found[:most], []
        return found

    def learn(self, known: list[tuple[int, int]]) -> None:
        """Know what `dearest` told."""
        for key, data in known:
            self.keep(key, data)

    def weigh(self) -> None:
        """Count the positions of each worth."""
        for i in range(WORTHS):
            self.tally[i] = 0
        for i in range(self.places):
            self.tally[worth_of(self.entries[i].data)] += 1

    def collect(self, least: int) -> None:
        """Find the positions of so much worth or more."""
        for i in range(self.places):
            data = self.entries[i].data
            if worth_of(data) >= least:
                key = self.entries[i].lock ^ data
                with cython.gil:
                    self.found.append((key, data))

    def note_proved(self, key: int, length: int, move: int) -> None:
        """Remember that something is proved in so many moves, the first of which is `move`."""
        data = self.find(key)
        self.keep(key, data & REFUTED | length | move << 32)

    def note_refuted(self, key: int, length: int, move: int) -> None:
        """Remember that something is refuted in so many moves, best by `move` (0: keep the move that is known)."""
        data = self.find(key)
        self.keep(key, data & PROVED | length << 16 | (move if move else data >> 32) << 32)
