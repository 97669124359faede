# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Patterns around a king: every square it can step to has one of its own men on it, or is seen by an enemy.

A man of a pattern bars the lines of others where it is_target_position.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.base import Patterns

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import MEN, SQUARES
    FAR, NOTHING = 99, 0xFFFF


class KingZonePatterns(Patterns):
    """What patterns of mater_castling_spare and stalemates have in common: for each square of the king they are extended apart."""

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        if not cython.compiled:
            self.cost = [0] * 8

    def _look(self, own: int, other: int) -> None:
        victim = self.mater ^ 1
        here = self.squares[self.total]
        for king in range(SQUARES):
            distance = self.distances.king_distance[(victim * SQUARES + here) * SQUARES + king]
            if distance > other or self.over:
                continue
            self._surround(king)
            self._extend(own, other - distance, 0, distance, 0, 0)

    def _surround(self, king: int) -> None:
        """Look at the squares around the king on a square: what blocks cost at least, and how near the other may be."""
        victim = self.mater ^ 1
        self.king = king
        self.target[self.total] = king | self.judge.royal << 6
        at = victim * SQUARES + king
        self.full = (1 << self.distances.flight_count[at]) - 1
        for flight in range(self.distances.flight_count[at]):
            square = self.distances.flights[at * 8 + flight]
            self.cost[flight] = FAR
            for unit in range(self.units, self.total):
                cost = self.distances.nearest[((victim * MEN + self.men[unit]) * SQUARES + self.squares[unit]) * SQUARES
                                          + square]
                if cost < self.cost[flight]:
                    self.cost[flight] = cost
        self.near_king = 0
        for square in range(SQUARES):
            if self.distances.attack_origins[(victim * MEN + self.judge.royal) * SQUARES + square] >> king & 1:
                self.near_king |= ONE << square

    def _uncovered(self, need: int, placed: int) -> int:
        """Those of some flights (bits), and of the king, that no man of the mater in the pattern sees."""
        mater, at = self.mater, (self.mater ^ 1) * SQUARES + self.king
        for unit in range(self.units):
            if self.target[unit] == NOTHING:
                continue
            square = self.target[unit] & 63
            kind = self.target[unit] >> 6
            bits = self.distances.zone_attacks[((mater * MEN + kind) * SQUARES + self.king) * SQUARES + square] & need
            while bits:
                flight = lowest(bits)
                if not self.way(mater, kind, self.king if flight == 8 else self.distances.flights[at * 8 + flight], square) \
                        & placed:
                    need &= ~(1 << flight)
                bits &= bits - 1
        return need

    def _hardest(self, need: int) -> int:
        """The flight that costs most to block."""
        found, distance = 0, -1
        while need:
            if self.cost[lowest(need)] > distance:
                found = lowest(need)
                distance = self.cost[found]
            need &= need - 1
        return found

    def _cover(self, square: int, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int, blocked: int) -> None:
        """Extend the pattern by each man of the mater where it sees a square."""
        mater = self.mater
        for unit in range(self.units):
            if self.target[unit] != NOTHING:
                continue
            man = mater * MEN + self.men[unit]
            here = self.squares[unit]
            if self.men[unit] == self.judge.royal:
                if square == self.king:
                    continue
                targets = self.distances.attack_origins[man * SQUARES + square] & ~(placed | self.near_king | ONE << self.king)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    distance = self.distances.king_distance[(mater * SQUARES + here) * SQUARES + target]
                    self._assign(unit, target, self.judge.royal, distance, own, other, mater_castling_spare + distance, victim_castling_spare, placed, blocked)
                continue
            for role in range(self.distances.role_start[man], self.distances.role_start[man + 1]):
                kind = self.distances.role_type[role]
                targets = self.distances.attack_origins[(mater * MEN + kind) * SQUARES + square] & ~(placed | ONE << self.king)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    distance = self.distances.distance[(role * SQUARES + here) * SQUARES + target]
                    if (distance <= own or self._leaps(unit)) and not self.way(mater, kind, square, target) & placed:
                        self._assign(unit, target, kind, distance, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)

    def _comes(self, unit: int, seen: int, own: int, through: int) -> bool:
        """May a man of the mater see a square after so many moves, through one of some squares (FULL: any way)?"""
        kind = self.kinds[unit]
        man = self.mater * MEN + kind
        if kind == self.judge.royal:
            return False
        for role in range(self.distances.role_start[man], self.distances.role_start[man + 1]):
            targets = self.distances.attack_origins[(self.mater * MEN + self.distances.role_type[role]) * SQUARES + seen]
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                if self.distances.distance[(role * SQUARES + self.there[unit]) * SQUARES + target] <= own \
                        and (through == FULL or self.way(self.mater, self.distances.role_type[role], seen, target) & through):
                    return True
        return False
