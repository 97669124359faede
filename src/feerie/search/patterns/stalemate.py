# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Stalemate patterns: how a side can still be stalemated in so many moves of both sides.

A pattern says where its king is_target_position, with every square around it blocked or seen, and where each of its other men
that is not taken is_target_position, every nearest square of which has one of its own men on it (for a pawn's: any man), or
leads out of a pin.

What it needs of a genre besides one king of that side: that no man sees a square by two ways.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.king_zone import KingZonePatterns

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import MEN, ATTACK_TABLES, SQUARES
    FAR, NOTHING = 99, 0xFFFF


class StalematePatterns(KingZonePatterns):
    """Patterns of stalemates by `mater`."""

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        for i in range(2 * ATTACK_TABLES):
            if i % ATTACK_TABLES < self.judge.attack_table_count[i // ATTACK_TABLES]:
                for square in range(SQUARES):
                    if self.judge.attack_tables[i].several[square]:
                        self.fits = False

    def _look(self, own: int, other: int) -> None:
        self.moves = own
        self.gone = 0
        self._locate(self.asked_at)
        KingZonePatterns._look(self, own, other)

    def _extend(self, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int, blocked: int) -> None:
        if self._count_step():
            return
        victim = self.mater ^ 1
        bans = self.ban_count
        need = self._uncovered(self.full & ~blocked, placed)
        if need:
            flight = self._hardest(need)
            square = self.distances.flights[(victim * SQUARES + self.king) * 8 + flight]
            self._block(square, own, other, mater_castling_spare, victim_castling_spare, placed, blocked | 1 << flight)
            self._cover(square, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)
            self._lift_bans(bans)
            return
        walls = ONE << self.king
        idle = 0
        for unit in range(self.units, self.total):
            if self.target[unit] != NOTHING:
                walls |= ONE << (self.target[unit] & 63)
            elif not self.gone >> unit & 1:
                idle += 1
        for unit in range(self.units, self.total):
            if self.target[unit] != NOTHING:
                steps = self._steps(self.target[unit] & 63, self.target[unit] >> 6, walls, placed)
                if steps:
                    self._hold(unit, lowest(steps), own, other, mater_castling_spare, victim_castling_spare, placed, blocked)
                    self._lift_bans(bans)
                    return
        for unit in range(self.units, self.total):
            if self.target[unit] == NOTHING and not self.gone >> unit & 1:
                self._settle(unit, idle - 1, own, other, mater_castling_spare, victim_castling_spare, walls, placed, blocked)
                self._lift_bans(bans)
                return
        self._keep(own, other, mater_castling_spare, victim_castling_spare)

    def _steps(self, here: int, kind: int, walls: int, placed: int) -> int:
        """Where a man of the victim, on a square, can step in the pattern so distance, pins observed."""
        man = ((self.mater ^ 1) * MEN + kind) * SQUARES + here
        steps = (self.distances.steps[man] | self.distances.pushes[man] & ~placed) & ~walls
        for unit in range(self.units):
            if self.target[unit] != NOTHING and steps:
                way = self.way(self.mater, self.target[unit] >> 6, self.king, self.target[unit] & 63)
                if way >> here & 1 and not way & placed & ~(ONE << here):
                    steps &= way | ONE << (self.target[unit] & 63)
        return steps

    def _flight(self, square: int) -> int:
        """The bit of a flight on a square; 0 where there is none."""
        at = (self.mater ^ 1) * SQUARES + self.king
        for flight in range(self.distances.flight_count[at]):
            if self.distances.flights[at * 8 + flight] == square:
                return 1 << flight
        return 0

    def _block(self, square: int, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int, blocked: int) -> None:
        """Extend the pattern by each man of the victim on a square."""
        if placed >> square & 1:
            return
        for unit in range(self.units, self.total):
            if self.target[unit] == NOTHING and not self.gone >> unit & 1:
                self._stop(unit, square, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)

    def _hold(self, unit: int, step: int, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int,
              blocked: int) -> None:
        """Extend the pattern by what keeps a man of the victim from a step: a man there, or a pin."""
        here, kind = self.target[unit] & 63, self.target[unit] >> 6
        self._block(step, own, other, mater_castling_spare, victim_castling_spare, placed, blocked | self._flight(step))
        if self.distances.pushes[((self.mater ^ 1) * MEN + kind) * SQUARES + here] >> step & 1 and not placed >> step & 1:
            for other_unit in range(self.units):
                if self.target[other_unit] == NOTHING:
                    self._stop(other_unit, step, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)
        for other_unit in range(self.units):
            if self.target[other_unit] == NOTHING and self.men[other_unit] != self.judge.royal:
                self._pin(other_unit, here, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)

    def _stop(self, unit: int, square: int, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int,
              blocked: int) -> None:
        """Extend the pattern by a man of either side on a square."""
        left = own if unit < self.units else other
        man = (self.mater if unit < self.units else self.mater ^ 1) * MEN + self.men[unit]
        if self.men[unit] == self.judge.royal:
            distance = self.distances.king_distance[(self.mater * SQUARES + self.squares[unit]) * SQUARES + square]
            if not self.near_king >> square & 1:
                self._assign(unit, square, self.judge.royal, distance, own, other, mater_castling_spare + distance, victim_castling_spare, placed, blocked)
            return
        for role in range(self.distances.role_start[man], self.distances.role_start[man + 1]):
            distance = self.distances.distance[(role * SQUARES + self.squares[unit]) * SQUARES + square]
            if distance <= left or self._leaps(unit):
                self._assign(unit, square, self.distances.role_type[role], distance, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)

    def _pin(self, unit: int, here: int, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int,
             blocked: int) -> None:
        """Extend the pattern by a man of the mater where it sees the king through a square."""
        man = self.mater * MEN + self.men[unit]
        for role in range(self.distances.role_start[man], self.distances.role_start[man + 1]):
            kind = self.distances.role_type[role]
            targets = self.distances.attack_origins[(self.mater * MEN + kind) * SQUARES + self.king] & ~placed
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                way = self.way(self.mater, kind, self.king, target)
                distance = self.distances.distance[(role * SQUARES + self.squares[unit]) * SQUARES + target]
                if (distance <= own or self._leaps(unit)) and way >> here & 1 and not way & placed & ~(ONE << here):
                    self._assign(unit, target, kind, distance, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)

    def _settle(self, unit: int, idle: int, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, walls: int, placed: int,
                blocked: int) -> None:
        """Extend the pattern by all that may become of a man of the victim; `idle` others have no place yet."""
        if popcount(self.gone) < self.moves:
            self.gone |= ONE << unit
            self._extend(own, other, mater_castling_spare, victim_castling_spare, placed, blocked)
            self.gone &= ~(ONE << unit)
        man = (self.mater ^ 1) * MEN + self.men[unit]
        for role in range(self.distances.role_start[man], self.distances.role_start[man + 1]):
            kind = self.distances.role_type[role]
            for square in range(SQUARES):
                distance = self.distances.distance[(role * SQUARES + self.squares[unit]) * SQUARES + square]
                if distance > other and not self._leaps(unit) or (walls | placed) >> square & 1:
                    continue
                steps = self._steps(square, kind, walls, placed)
                steps &= ~self.distances.pushes[((self.mater ^ 1) * MEN + kind) * SQUARES + square]
                if popcount(steps) > idle and not self._pinnable(square, own):
                    continue
                self._assign(unit, square, kind, distance, own, other, mater_castling_spare, victim_castling_spare, placed,
                            blocked | self._flight(square))

    def _pinnable(self, here: int, own: int) -> bool:
        """May a man of the mater come to see the king through a square?"""
        for unit in range(self.units):
            if self.target[unit] == NOTHING \
                    and self._comes(unit, self.king, FAR if self._leaps(unit) else own, ONE << here):
                return True
        return False
