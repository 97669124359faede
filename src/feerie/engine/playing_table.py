# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The transposition table of the playing search: scores with their bounds, depths and best moves.

It differs from search/transposition.py in what it holds (bounds of scores, not lengths of proofs) and in what it
replaces: the shallowest entry of a bucket, entries of earlier searches first. Threads share it without locks (Hyatt
and Mann, ICGA Journal 25(1), 2002): an entry is two words, and the first is the key xor the second, except for its
lowest 16 bits. The place in the table gives nearly all of these bits of the key, so they hold the evaluation instead,
NO_STATIC if there is none.

| bits  | field      |                                                               |
|-------|------------|---------------------------------------------------------------|
| 0-29  | move       | the best move, packed, 0 for none                             |
| 30-45 | score      | from the position on, not from the root, plus 0x8000          |
| 46-53 | depth      | plies searched, 0 in quiescence                               |
| 54-55 | bound      | the score is at most (UPPER), at least (LOWER) or EXACTly it  |
| 56-61 | generation | the number of the search modulo GENERATIONS                   |
"""
from __future__ import annotations

import cython

from feerie.rules.properties import Property

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
    from cython.cimports.libc.string import memset  # type: ignore[import-not-found]
else:
    from feerie.engine.engine_structs import PlayingEntry
    BUCKET, UPPER, LOWER, EXACT, GENERATIONS, LARGE_PAGE, NO_STATIC = 4, 1, 2, 3, 64, 2097152, 32767
    WON = 31000

    def stored_move(data: int) -> int:
        return data & 0x3FFFFFFF

    def stored_score(data: int) -> int:
        return (data >> 30 & 0xFFFF) - 0x8000

    def stored_depth(data: int) -> int:
        return data >> 46 & 0xFF

    def stored_bound(data: int) -> int:
        return data >> 54 & 3

    def counted_from(p: int, score: int) -> int:
        return score - p if score >= WON else score + p if score <= -WON else score

NEEDS = Property.KEYED
"""What was found of a position holds for all with its key."""
ENTRY_BYTES = 16
SAMPLE = 1000


class PlayingTable:
    """A table of at most `megabytes`, with a power of two of entries; MemoryError if there is not enough memory."""

    def __init__(self, megabytes: int) -> None:
        entries: int = 1 << ((megabytes << 20) // ENTRY_BYTES).bit_length() - 1
        if not cython.compiled:
            entries = min(entries, 1 << 14)
        self.entries = entries
        self.generation = 0
        if cython.compiled:
            self.allocation = cython.cast(cython.pointer(PlayingEntry),
                                          calloc(self.entries + LARGE_PAGE // ENTRY_BYTES, ENTRY_BYTES))
            if not self.allocation:
                raise MemoryError
            self.slots = playing_aligned(self.allocation)
            use_large_pages(self.slots, self.entries * ENTRY_BYTES)
        else:
            self.slots = [PlayingEntry() for _ in range(entries)]

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.allocation)

    def clear(self) -> None:
        """Forget everything; no search may run meanwhile."""
        self.generation = 0
        if cython.compiled:
            memset(self.slots, 0, self.entries * cython.sizeof(PlayingEntry))
        else:
            self.slots = [PlayingEntry() for _ in range(self.entries)]

    def new_search(self) -> None:
        """Let the entries of earlier searches be replaced first."""
        self.generation = (self.generation + 1) % GENERATIONS

    def probe(self, key: int) -> int:
        """The data of the position with this key, 0 if there is none."""
        i = key & (self.entries - BUCKET)
        for j in range(i, i + BUCKET):
            data = self.slots[j].data
            if not (self.slots[j].lock ^ data ^ key) >> 16:
                return data
        return 0

    def static_of(self, key: int) -> int:
        """The evaluation stored with the position with this key, NO_STATIC if there is none."""
        i = key & (self.entries - BUCKET)
        for j in range(i, i + BUCKET):
            lock = self.slots[j].lock
            if not (lock ^ self.slots[j].data ^ key) >> 16:
                return (lock & 0xFFFF) - 0x8000
        return NO_STATIC

    def prefetch(self, key: int) -> None:
        """Prefetch the entries of a key that will soon be probed."""
        if cython.compiled:
            fetch_ahead(cython.address(self.slots[key & (self.entries - BUCKET)]))

    def store(self, key: int, move: int, score: int, depth: int, bound: int, static: int) -> None:
        """Store what is known of a position; without a move, the one stored before is kept."""
        i = key & (self.entries - BUCKET)
        slot = i
        least = 1 << 20
        for j in range(i, i + BUCKET):
            old = self.slots[j].data
            if not (self.slots[j].lock ^ old ^ key) >> 16:
                slot = j
                if not move:
                    move = stored_move(old)
                if bound != EXACT and stored_depth(old) > depth + 3 and old >> 56 == self.generation:
                    return
                break
            worth = stored_depth(old) + (0 if old >> 56 == self.generation else -256)
            if worth < least:
                least = worth
                slot = j
        data = self.pack(move, score, depth, bound)
        self.slots[slot].lock = (key ^ data) >> 16 << 16 | static + 0x8000
        self.slots[slot].data = data

    def pack(self, move: int, score: int, depth: int, bound: int) -> int:
        """The fields of an entry as one word. Whether a move has a choice (general_move.py) is left out."""
        word = self.generation << 56
        fields = bound << 54 | depth << 46 | score + 0x8000 << 30
        return word | fields | move & 0x3FFFFFFF

    def per_mille_used(self) -> int:
        """How full of entries of this search the table is, per mille, from a sample."""
        used = 0
        for i in range(SAMPLE):
            used += self.slots[i].data != 0 and self.slots[i].data >> 56 == self.generation
        return used
