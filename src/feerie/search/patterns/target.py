# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Patterns of a given position: each of its squares is assigned to a man. All men without a target are to be captured.

This requires of a genre that each side has one king, now and in the wanted position, and can get no other.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import MEN, SQUARES
    from feerie.search.patterns.structs import NO_TARGET, Budget, make_target
    FAR = 99


class TargetPatterns(Patterns):
    """Patterns of a wanted position; `mating_side` is the side that makes the last move.

    `wanted`: the squares of the men, as bits, at 2 * kind + side.
    """

    def __init__(self, judge: Judge, mating_side: int, wanted: Sequence[int]) -> None:
        super().__init__(judge, mating_side)
        if not cython.compiled:
            self.wanted = [0] * (2 * MEN)
        for i in range(2 * self.judge.kinds):
            self.wanted[i] = wanted[i]
        p = self.judge.ply
        for side in range(2):
            kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[side]
            self.applicable = self.applicable and popcount(kings) == 1 \
                and popcount(self.wanted[2 * self.judge.royal + side]) == 1

    def _enumerate(self, mating_side_moves: int, victim_moves: int) -> None:
        victim = self.mating_side ^ 1
        king = lowest(self.wanted[2 * self.judge.royal + victim])
        distance = self.distances.king_distance[(victim * SQUARES + self.man_squares[self.man_count]) * SQUARES + king]
        self.king = king
        self.target[self.man_count] = make_target(king, self.judge.royal)
        if distance <= victim_moves:
            self._extend(Budget(mating_side_moves, victim_moves - distance, 0, distance), ONE << king, 0)

    def _extend(self, budget: Budget, placed: int, blocked: int) -> None:
        """Assign a man to the wanted square that has the fewest candidates; give up if the cheapest cost too much."""
        if self._count_step():
            return
        fewest, square, kind, side = 2 * SQUARES, -1, 0, 0
        mating_side_rest, victim_rest = budget.mating_side_moves, budget.victim_moves
        for i in range(2 * self.judge.kinds):
            bits = self.wanted[i] & ~placed
            while bits:
                count = self._count_candidates(lowest(bits), i >> 1, i & 1, budget)
                if not count:
                    return
                if i & 1 == self.mating_side:
                    mating_side_rest -= self.cheapest
                else:
                    victim_rest -= self.cheapest
                if count < fewest:
                    fewest, square, kind, side = count, lowest(bits), i >> 1, i & 1
                bits &= bits - 1
        if mating_side_rest < 0 or victim_rest < 0:
            return
        if square < 0:
            self._add_pattern(budget)
        else:
            self._fill(square, kind, side, budget, placed)

    def _fill(self, square: int, kind: int, side: int, budget: Budget, placed: int) -> None:
        """Extend the pattern by each man that may be the one wanted on a square."""
        exclusions = self.exclusion_count
        for man in range(self.man_count):
            if self._is_free(man, side):
                distance = self._moves_needed(man, side, kind, square)
                self._assign(man, make_target(square, kind), distance, budget, placed, 0)
        self._undo_exclusions(exclusions)

    def _count_candidates(self, square: int, kind: int, side: int, budget: Budget) -> int:
        """How many men without a target may be the one wanted on a square; `cheapest`: the fewest moves one needs."""
        moves = budget.mating_side_moves if side == self.mating_side else budget.victim_moves
        count, self.cheapest = 0, FAR
        for man in range(self.man_count):
            if not self._is_free(man, side):
                continue
            distance = self._moves_needed(man, side, kind, square)
            if self._is_transportable(man):
                distance = 0
            elif distance > moves:
                continue
            count += 1
            self.cheapest = min(self.cheapest, distance)
        return count

    def _is_free(self, man: int, side: int) -> bool:
        """Is a man one of a side, without a target yet?"""
        return (man < self.mating_side_men) == (side == self.mating_side) and self.target[man] == NO_TARGET

    def _moves_needed(self, man: int, side: int, kind: int, square: int) -> int:
        """The fewest moves that a man needs to be a man of a kind on a square."""
        if (kind == self.judge.royal) != (self.man_kinds[man] == self.judge.royal):
            return FAR
        if kind == self.judge.royal:
            return self.distances.king_distance[(side * SQUARES + self.man_squares[man]) * SQUARES + square]
        return self._distance(side, self.man_kinds[man], self.man_squares[man], make_target(square, kind))
