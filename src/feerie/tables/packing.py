# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Tables as files hold them: outcomes of two bits, four in a byte, and the moves to mate in one byte or two each.

What a position without meaning has is free: it repeats what stands before it, which compresses best.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from feerie.tables.indexing import PositionIndex

if not cython.compiled:
    from feerie.kernel.compiled_rules import u8_view, u16_view


def pack(values: Any, start: int, count: int, outcomes: bytearray, moves: Any) -> None:
    """Write `count` values from `start` on, as Retrograde has them, to arrays of zeros; `moves` has bytes or words."""
    source, packed = u16_view(values, start), u8_view(outcomes, 0)
    wide = moves.itemsize == 2
    narrow = u8_view(moves, 0) if not wide else packed
    words = u16_view(moves, 0) if wide else source
    cells: int = count
    outcome, length = 0, 0
    with cython.nogil:
        for i in range(cells):
            value = source[i]
            if value != 1:
                outcome = 0 if not value else 1 if value & 1 else 2
            packed[i >> 2] |= outcome << 2 * (i & 3)
            if value >= 2:
                length = (value - 1) >> 1
            if wide:
                words[i] = length
            else:
                narrow[i] = length


def unpack(outcomes: Any, moves: Any, values: Any, start: int) -> None:
    """Write what `pack` has packed back to values, from `start` on; there is no telling what is no position."""
    target, packed = u16_view(values, start), u8_view(outcomes, 0)
    wide = moves.itemsize == 2
    narrow = u8_view(moves, 0) if not wide else packed
    words = u16_view(moves, 0) if wide else target
    cells: int = len(moves)
    with cython.nogil:
        for i in range(cells):
            outcome = packed[i >> 2] >> 2 * (i & 3) & 3
            length = words[i] if wide else narrow[i]
            target[i] = 0 if not outcome else 2 * length + outcome


class Tally:
    """What the positions of a table come to. A position counts as often as the board can be turned.

    `counts`: by side to move, how many draws, wins and losses, 3 numbers each. `zugzwangs`: positions in which having
    the move costs White a draw (won if Black is to move), costs Black one, or costs either side the game: full-point
    ones. `longest`: by side to move, the number and the plies of a longest win, then of a longest loss; -1 for none.
    """

    def __init__(self, index: PositionIndex) -> None:
        self.index = index
        self.counts, self.zugzwangs, self.longest = [0] * 6, [0] * 3, [-1] * 8
        self.step, self.kings = 1, 1
        weights: Sequence[int] = [1]
        if self.index.scheme.folding >= 0:
            for g in range(self.index.scheme.group_count):
                if self.index.scheme.groups[g].side == self.index.scheme.folding \
                        and self.index.scheme.groups[g].kind == self.index.scheme.king:
                    self.step, self.kings = self.index.scheme.groups[g].step, self.index.scheme.groups[g].size
                    weights = [self.index.orbits[int(self.index.scheme.groups[g].sets[i]).bit_length() - 1]
                               for i in range(self.kings)]
        if not cython.compiled:
            self.weights, self.found, self.furthest = [0] * 64, [0] * 9, [0] * 8
        for i in range(len(weights)):
            self.weights[i] = weights[i]

    def add(self, values: Any, start: int, count: int) -> None:
        """Count the positions from `start` on, an even number, as Retrograde has them."""
        at = u16_view(values, start)
        for i in range(8):
            self.furthest[i] = -1
        for i in range(9):
            self.found[i] = 0
        first, cells = start, count
        with cython.nogil:
            self.count(at, first, cells)
        for i in range(6):
            self.counts[i] += self.found[i]
        for i in range(3):
            self.zugzwangs[i] += self.found[6 + i]
        for i in range(0, 8, 2):
            if self.furthest[i + 1] > self.longest[i + 1]:
                self.longest[i], self.longest[i + 1] = self.furthest[i], self.furthest[i + 1]

    def count(self, at: Any, start: int, count: int) -> None:
        """`add` without the interpreter's lock."""
        for i in range(count):
            value = at[i]
            if value == 1:
                continue
            turn = i & 1
            weight = self.weights[(start + i) // self.step % self.kings]
            outcome = 0 if not value else 1 if value & 1 else 2
            self.found[3 * turn + outcome] += weight
            if outcome:
                j = 4 * turn + 2 * (outcome - 1)
                if value - 2 > self.furthest[j + 1]:
                    self.furthest[j], self.furthest[j + 1] = start + i, value - 2
            if turn and at[i - 1] != 1:
                white = 0 if not at[i - 1] else 1 if at[i - 1] & 1 else -1
                black = 0 if not value else -1 if value & 1 else 1
                if white < black:
                    self.found[6 if white == 0 else 7 if black == 0 else 8] += weight
