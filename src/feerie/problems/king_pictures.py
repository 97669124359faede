# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Pictures around a king: every square it can step to has one of its own men on it, or is seen by an enemy.

A man of a picture bars the lines of others where it stands.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.problems.pictures import Pictures

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import MEN, SQUARES
    FAR, NOTHING = 99, 0xFFFF


class KingPictures(Pictures):
    """What pictures of mates and stalemates have in common: for each square of the king they are extended apart."""

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        if not cython.compiled:
            self.cost = [0] * 8

    def _look(self, own: int, other: int) -> None:
        victim = self.mater ^ 1
        here = self.squares[self.total]
        for king in range(SQUARES):
            far = self.reach.king_far[(victim * SQUARES + here) * SQUARES + king]
            if far > other or self.over:
                continue
            self._surround(king)
            self._extend(own, other - far, 0, far, 0, 0)

    def _surround(self, king: int) -> None:
        """Look at the squares around the king on a square: what blocks cost at least, and how near the other may be."""
        victim = self.mater ^ 1
        self.king = king
        self.target[self.total] = king | self.judge.royal << 6
        at = victim * SQUARES + king
        self.full = (1 << self.reach.flight_count[at]) - 1
        for flight in range(self.reach.flight_count[at]):
            square = self.reach.flights[at * 8 + flight]
            self.cost[flight] = FAR
            for unit in range(self.units, self.total):
                cost = self.reach.nearest[((victim * MEN + self.men[unit]) * SQUARES + self.squares[unit]) * SQUARES
                                          + square]
                if cost < self.cost[flight]:
                    self.cost[flight] = cost
        self.near_king = 0
        for square in range(SQUARES):
            if self.reach.seen_from[(victim * MEN + self.judge.royal) * SQUARES + square] >> king & 1:
                self.near_king |= ONE << square

    def _uncovered(self, need: int, placed: int) -> int:
        """Those of some flights (bits), and of the king, that no man of the mater in the picture sees."""
        mater, at = self.mater, (self.mater ^ 1) * SQUARES + self.king
        for unit in range(self.units):
            if self.target[unit] == NOTHING:
                continue
            square = self.target[unit] & 63
            kind = self.target[unit] >> 6
            bits = self.reach.aims[((mater * MEN + kind) * SQUARES + self.king) * SQUARES + square] & need
            while bits:
                flight = lowest(bits)
                if not self.way(mater, kind, self.king if flight == 8 else self.reach.flights[at * 8 + flight], square) \
                        & placed:
                    need &= ~(1 << flight)
                bits &= bits - 1
        return need

    def _hardest(self, need: int) -> int:
        """The flight that costs most to block."""
        found, far = 0, -1
        while need:
            if self.cost[lowest(need)] > far:
                found = lowest(need)
                far = self.cost[found]
            need &= need - 1
        return found

    def _cover(self, square: int, own: int, other: int, mates: int, suffers: int, placed: int, blocked: int) -> None:
        """Extend the picture by each man of the mater where it sees a square."""
        mater = self.mater
        for unit in range(self.units):
            if self.target[unit] != NOTHING:
                continue
            man = mater * MEN + self.men[unit]
            here = self.squares[unit]
            if self.men[unit] == self.judge.royal:
                if square == self.king:
                    continue
                targets = self.reach.seen_from[man * SQUARES + square] & ~(placed | self.near_king | ONE << self.king)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    far = self.reach.king_far[(mater * SQUARES + here) * SQUARES + target]
                    self._place(unit, target, self.judge.royal, far, own, other, mates + far, suffers, placed, blocked)
                continue
            for role in range(self.reach.role_start[man], self.reach.role_start[man + 1]):
                kind = self.reach.role_type[role]
                targets = self.reach.seen_from[(mater * MEN + kind) * SQUARES + square] & ~(placed | ONE << self.king)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    far = self.reach.far[(role * SQUARES + here) * SQUARES + target]
                    if (far <= own or self._leaps(unit)) and not self.way(mater, kind, square, target) & placed:
                        self._place(unit, target, kind, far, own, other, mates, suffers, placed, blocked)

    def _comes(self, unit: int, seen: int, own: int, through: int) -> bool:
        """May a man of the mater see a square after so many moves, through one of some squares (FULL: any way)?"""
        kind = self.kinds[unit]
        man = self.mater * MEN + kind
        if kind == self.judge.royal:
            return False
        for role in range(self.reach.role_start[man], self.reach.role_start[man + 1]):
            targets = self.reach.seen_from[(self.mater * MEN + self.reach.role_type[role]) * SQUARES + seen]
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                if self.reach.far[(role * SQUARES + self.there[unit]) * SQUARES + target] <= own \
                        and (through == FULL or self.way(self.mater, self.reach.role_type[role], seen, target) & through):
                    return True
        return False
