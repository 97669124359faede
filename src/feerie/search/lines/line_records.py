# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The lines that a help search has found, and which of them continue from which position.

How lines continue from a position with a given number of moves left does not depend on the moves before it. So the
continuations are found once; where the position recurs, they are copied with the moves that led to it in front
(memoization: D. Michie, "'Memo' functions and machine learning", Nature 218, 1968). Problems with many lines reach most
of their positions in many ways.
"""
from __future__ import annotations

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.feerie.kernel.memory import has_grown  # type: ignore[import-not-found]
    from cython.cimports.libc.stdlib import calloc, free, malloc  # type: ignore[import-not-found]
    from cython.cimports.libc.string import memcpy  # type: ignore[import-not-found]
else:
    from feerie.search.search_structs import Continuations
    FIRST_ROOM, MOST_ROOM, NOTED_POSITIONS, MOST_TUPLES = 1 << 13, 1 << 20, 1 << 14, 64


class LineRecords:
    """Lines in the order in which they were found: for each, the number of its moves, then the moves, in moves[:size].

    Those from `handed` on have not been handed over. `generation` counts how often `clear` has emptied the list: what
    was noted in another generation is forgotten. MemoryError if there is no memory for a small list.
    """

    def __init__(self) -> None:
        self.size = self.handed = 0
        self.room, self.generation, self.knows_any = FIRST_ROOM, 1, False
        if cython.compiled:
            self.moves = cython.cast(cython.pointer(u32), malloc(FIRST_ROOM * cython.sizeof(u32)))
            if not self.moves:
                raise MemoryError
        else:
            self.moves, self.memo = [0] * FIRST_ROOM, []

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.moves)
            free(self.memo)

    def makes_room(self, size: int) -> bool:
        """Is there room for `size` more numbers? Makes it if need be, up to MOST_ROOM in all."""
        if self.size + size <= self.room:
            return True
        room = self.room
        while room < self.size + size:
            room *= 2
        if room > MOST_ROOM:
            return False
        if cython.compiled:
            if not has_grown(cython.cast(cython.pointer(cython.p_void), cython.address(self.moves)),
                             room * cython.sizeof(u32)):
                return False
        else:
            self.moves.extend([0] * (room - self.room))
        self.room = room
        return True

    def add(self, line: Any, depth: int) -> None:
        """Add the line of the first `depth` moves of `line`; there must be room for it."""
        self.moves[self.size] = depth
        for i in range(depth):
            self.moves[self.size + 1 + i] = line[i]
        self.size += depth + 1

    def clear(self) -> None:
        """Forget all lines; they must have been handed over."""
        self.size = self.handed = 0
        self.generation += 1
        self.knows_any = False

    def hand_over(self, lines: Any) -> None:
        """Add the lines that have not been handed over yet to `lines`: by `append` as tuples if they are few, else
        together by `add_packed`."""
        count = width = 0
        least = MOST_ROOM
        i = self.handed
        while i < self.size:
            width, least = max(width, self.moves[i]), min(least, self.moves[i])
            i += self.moves[i] + 1
            count += 1
        if count > MOST_TUPLES and cython.compiled:
            lines.add_packed(self._packed(count, width), width, least == width)
        else:
            i = self.handed
            while i < self.size:
                end = i + self.moves[i] + 1
                lines.append(tuple([self.moves[j] for j in range(i + 1, end)]))
                i = end
        self.handed = self.size

    def _packed(self, count: int, width: int) -> bytes:
        """The `count` lines that have not been handed over yet, as native machine words: `width` for each, shorter
        lines padded with 0."""
        words = cython.cast(cython.pointer(u32), calloc(count * width, cython.sizeof(u32)))
        if not words:
            raise MemoryError
        i = self.handed
        for j in range(count):
            memcpy(words + j * width, self.moves + i + 1, self.moves[i] * cython.sizeof(u32))
            i += self.moves[i] + 1
        packed = cython.cast(cython.p_char, words)[:count * width * cython.sizeof(u32)]
        free(words)
        return packed

    def note(self, key: int, start: int, generation: int, depth: int, count: int) -> None:
        """Note that moves[start:size] are `count` lines, all that continue from the position of a key, which they reach
        after `depth` moves. `generation`: the one in which `start` was the end."""
        if generation != self.generation or not self.memo and not self._makes_memo():
            return
        slot = key & NOTED_POSITIONS - 1
        self.memo[slot].key, self.memo[slot].generation, self.memo[slot].count = key, generation, count
        self.memo[slot].start, self.memo[slot].depth = start, depth
        self.memo[slot].end = self.size
        self.knows_any = True

    def _makes_memo(self) -> bool:
        """Make the table of what is noted; False if there is no memory for it."""
        if not cython.compiled:
            self.memo.extend(Continuations() for _ in range(NOTED_POSITIONS))
            return True
        self.memo = cython.cast(cython.pointer(Continuations), calloc(NOTED_POSITIONS, cython.sizeof(Continuations)))
        return self.memo != cython.NULL

    def copy(self, key: int, line: Any, depth: int, most: int) -> int:
        """Add the lines noted for a key, `most` at most, with the first `depth` moves of `line` in place of their own.

        Returns how many; 0 if none are noted, or if there is no room for all of them.
        """
        if not self.knows_any:
            return 0
        slot = key & NOTED_POSITIONS - 1
        if self.memo[slot].key != key or self.memo[slot].generation != self.generation:
            return 0
        count, own = self.memo[slot].count, self.memo[slot].depth
        if not self.makes_room(self.memo[slot].end - self.memo[slot].start + count * depth):
            return 0
        if count > most:
            count = most
        at = self.memo[slot].start
        for _ in range(count):
            length = self.moves[at] - own
            self.moves[self.size] = depth + length
            for i in range(depth):
                self.moves[self.size + 1 + i] = line[i]
            for i in range(length):
                self.moves[self.size + 1 + depth + i] = self.moves[at + 1 + own + i]
            self.size += depth + length + 1
            at += own + length + 1
        return count
