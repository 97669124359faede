# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Patterns of a given position: each of its squares is assigned to a man. All men without a target are to be captured.

This requires of a genre that each side has one king, now and in the wanted position, and can get no other.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns
from feerie.search.patterns.enumeration import Enumeration
from feerie.search.patterns.men import TrackedMen

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import MEN, SQUARES
    from feerie.search.patterns.structs import NO_TARGET, Draft, make_target, moves_to_target
    FAR = 99


class TargetEnumeration(Enumeration):
    """Lists the ways in which the men may be assigned to the squares of a wanted position."""

    def __init__(self, men: TrackedMen, wanted: Sequence[int]) -> None:
        super().__init__(men, None)
        if not cython.compiled:
            self.wanted = [0] * (2 * MEN)
        for i in range(2 * self.judge.kinds):
            self.wanted[i] = wanted[i]

    def _enumerate(self, mating_side_moves: int, victim_moves: int) -> None:
        victim = self.men.mating_side ^ 1
        king = lowest(self.wanted[2 * self.judge.royal + victim])
        distance = self.men.distances.king_distance[
            (victim * SQUARES + self.men.man_squares[self.men.man_count]) * SQUARES + king]
        self.king = king
        self.men.target[self.men.man_count] = make_target(king, self.judge.royal)
        if distance <= victim_moves:
            self._extend(Draft(mating_side_moves, victim_moves - distance, 0, distance, ONE << king, 0))

    def _extend(self, draft: Draft) -> None:
        """Assign a man to the wanted square that has the fewest candidates; give up if the cheapest cost too much."""
        if self._count_step():
            return
        fewest, square, kind, side = 2 * SQUARES, -1, 0, 0
        mating_side_rest, victim_rest = draft.mating_side_moves, draft.victim_moves
        for i in range(2 * self.judge.kinds):
            bits = self.wanted[i] & ~draft.placed
            while bits:
                count = self._count_candidates(lowest(bits), i >> 1, i & 1, draft)
                if not count:
                    return
                if i & 1 == self.men.mating_side:
                    mating_side_rest -= self.cheapest
                else:
                    victim_rest -= self.cheapest
                if count < fewest:
                    fewest, square, kind, side = count, lowest(bits), i >> 1, i & 1
                bits &= bits - 1
        if mating_side_rest < 0 or victim_rest < 0:
            return
        if square < 0:
            self._add_pattern(draft)
        else:
            self._fill(square, kind, side, draft)

    def _fill(self, square: int, kind: int, side: int, draft: Draft) -> None:
        """Extend the pattern by each man that may be the one wanted on a square."""
        exclusions = self.exclusion_count
        for man in range(self.men.man_count):
            if self._is_free(man, side):
                distance = self._moves_needed(man, side, kind, square)
                self._assign(man, make_target(square, kind), distance, draft)
        self._undo_exclusions(exclusions)

    def _count_candidates(self, square: int, kind: int, side: int, draft: Draft) -> int:
        """How many men without a target may be the one wanted on a square; `cheapest`: the fewest moves one needs."""
        moves = draft.mating_side_moves if side == self.men.mating_side else draft.victim_moves
        count, self.cheapest = 0, FAR
        for man in range(self.men.man_count):
            if not self._is_free(man, side):
                continue
            distance = self._moves_needed(man, side, kind, square)
            if self.men.transportable >> man & 1:
                distance = 0
            elif distance > moves:
                continue
            count += 1
            self.cheapest = min(self.cheapest, distance)
        return count

    def _is_free(self, man: int, side: int) -> bool:
        """Whether a man is one of a side, without a target yet."""
        return (man < self.men.mating_side_men) == (side == self.men.mating_side) and self.men.target[man] == NO_TARGET

    def _moves_needed(self, man: int, side: int, kind: int, square: int) -> int:
        """The fewest moves that a man needs to be a man of a kind on a square."""
        if (kind == self.judge.royal) != (self.men.man_kinds[man] == self.judge.royal):
            return FAR
        if kind == self.judge.royal:
            return self.men.distances.king_distance[(side * SQUARES + self.men.man_squares[man]) * SQUARES + square]
        return moves_to_target(self.men, side, self.men.man_kinds[man], self.men.man_squares[man],
                               make_target(square, kind))


class TargetPatterns(Patterns):
    """Patterns of a wanted position; `mating_side` is the side that makes the last move.

    `wanted`: the squares of the men, as bits, at 2 * kind + side.
    """

    def __init__(self, judge: Judge, mating_side: int, wanted: Sequence[int]) -> None:
        super().__init__(judge, mating_side)
        self.enumeration = TargetEnumeration(self.men, wanted)
        p = self.judge.ply
        for side in range(2):
            kings: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[side]
            self.applicable = self.applicable and popcount(kings) == 1 \
                and popcount(wanted[2 * self.judge.royal + side]) == 1
