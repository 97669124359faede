# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Patterns of one position: which man goes to which of its squares. All other men are to be taken.

What it needs of a genre: each side has one king, there and here, and can get no other.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import MEN, SQUARES
    FAR, NOTHING = 99, 0xFFFF


class TargetPatterns(Patterns):
    """Ways to the men `wanted`, squares as bits by twice the kind and side; `mater` makes the last move."""

    def __init__(self, judge: Judge, mater: int, wanted: Sequence[int]) -> None:
        super().__init__(judge, mater)
        if not cython.compiled:
            self.wanted = [0] * (2 * MEN)
        for i in range(2 * self.judge.kinds):
            self.wanted[i] = wanted[i]
        for side in range(2):
            kings = self.judge.frames[self.judge.ply].men[self.judge.royal] & self.judge.frames[self.judge.ply].sides[side]
            self.fits = self.fits and popcount(kings) == 1 and popcount(self.wanted[2 * self.judge.royal + side]) == 1

    def _look(self, own: int, other: int) -> None:
        victim = self.mater ^ 1
        king = lowest(self.wanted[2 * self.judge.royal + victim])
        distance = self.distances.king_distance[(victim * SQUARES + self.squares[self.total]) * SQUARES + king]
        self.king = king
        self.target[self.total] = king | self.judge.royal << 6
        if distance <= other:
            self._extend(own, other - distance, 0, distance, ONE << king, 0)

    def _extend(self, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int, blocked: int) -> None:
        if self._count_step():
            return
        fewest, square, kind, side = 2 * SQUARES, -1, 0, 0
        left, rest = own, other
        for i in range(2 * self.judge.kinds):
            bits = self.wanted[i] & ~placed
            while bits:
                count, least = 0, FAR
                for unit in range(self.total):
                    if (unit < self.units) != (i & 1 == self.mater) or self.target[unit] != NOTHING:
                        continue
                    distance = self._way_of(unit, i & 1, i >> 1, lowest(bits))
                    if self._leaps(unit):
                        distance = 0
                    elif distance > (own if i & 1 == self.mater else other):
                        continue
                    count += 1
                    if distance < least:
                        least = distance
                if not count:
                    return
                if i & 1 == self.mater:
                    left -= least
                else:
                    rest -= least
                if count < fewest:
                    fewest, square, kind, side = count, lowest(bits), i >> 1, i & 1
                bits &= bits - 1
        if left < 0 or rest < 0:
            return
        if square < 0:
            self._keep(own, other, mater_castling_spare, victim_castling_spare)
            return
        bans = self.ban_count
        for unit in range(self.total):
            if (unit < self.units) == (side == self.mater) and self.target[unit] == NOTHING:
                distance = self._way_of(unit, side, kind, square)
                self._assign(unit, square, kind, distance, own, other, mater_castling_spare + distance if kind == self.judge.royal else mater_castling_spare,
                            victim_castling_spare, placed, 0)
        self._lift_bans(bans)

    def _way_of(self, unit: int, side: int, kind: int, square: int) -> int:
        """How many moves a man needs to be a man of a kind on a square."""
        if (kind == self.judge.royal) != (self.men[unit] == self.judge.royal):
            return FAR
        if kind == self.judge.royal:
            return self.distances.king_distance[(side * SQUARES + self.squares[unit]) * SQUARES + square]
        return self._far(side, self.men[unit], self.squares[unit], square | kind << 6)
