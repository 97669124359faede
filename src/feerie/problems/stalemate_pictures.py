# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Stalemate pictures: how a side can still be stalemated in so many moves of both sides.

A picture says where its king stands, with every square around it blocked or seen, and where each of its other men
that is not taken stands, every nearest square of which has one of its own men on it (for a pawn's: any man), or
leads out of a pin.

What it needs of a genre besides one king of that side: that no man sees a square by two ways.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.problems.king_pictures import KingPictures

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import MEN, SIGHTS, SQUARES
    FAR, NOTHING = 99, 0xFFFF


class StalematePictures(KingPictures):
    """Pictures of stalemates by `mater`."""

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        for i in range(2 * SIGHTS):
            if i % SIGHTS < self.judge.sight_count[i // SIGHTS]:
                for square in range(SQUARES):
                    if self.judge.sights[i].several[square]:
                        self.fits = False

    def _look(self, own: int, other: int) -> None:
        self.moves = own
        self.gone = 0
        self._locate(self.asked_at)
        KingPictures._look(self, own, other)

    def _extend(self, own: int, other: int, mates: int, suffers: int, placed: int, blocked: int) -> None:
        if self._tires():
            return
        victim = self.mater ^ 1
        bans = self.ban_count
        need = self._uncovered(self.full & ~blocked, placed)
        if need:
            flight = self._hardest(need)
            square = self.reach.flights[(victim * SQUARES + self.king) * 8 + flight]
            self._block(square, own, other, mates, suffers, placed, blocked | 1 << flight)
            self._cover(square, own, other, mates, suffers, placed, blocked)
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
                    self._hold(unit, lowest(steps), own, other, mates, suffers, placed, blocked)
                    self._lift_bans(bans)
                    return
        for unit in range(self.units, self.total):
            if self.target[unit] == NOTHING and not self.gone >> unit & 1:
                self._settle(unit, idle - 1, own, other, mates, suffers, walls, placed, blocked)
                self._lift_bans(bans)
                return
        self._keep(own, other, mates, suffers)

    def _steps(self, here: int, kind: int, walls: int, placed: int) -> int:
        """Where a man of the victim, on a square, can step in the picture so far, pins observed."""
        man = ((self.mater ^ 1) * MEN + kind) * SQUARES + here
        steps = (self.reach.steps[man] | self.reach.pushes[man] & ~placed) & ~walls
        for unit in range(self.units):
            if self.target[unit] != NOTHING and steps:
                way = self.way(self.mater, self.target[unit] >> 6, self.king, self.target[unit] & 63)
                if way >> here & 1 and not way & placed & ~(ONE << here):
                    steps &= way | ONE << (self.target[unit] & 63)
        return steps

    def _flight(self, square: int) -> int:
        """The bit of a flight on a square; 0 where there is none."""
        at = (self.mater ^ 1) * SQUARES + self.king
        for flight in range(self.reach.flight_count[at]):
            if self.reach.flights[at * 8 + flight] == square:
                return 1 << flight
        return 0

    def _block(self, square: int, own: int, other: int, mates: int, suffers: int, placed: int, blocked: int) -> None:
        """Extend the picture by each man of the victim on a square."""
        if placed >> square & 1:
            return
        for unit in range(self.units, self.total):
            if self.target[unit] == NOTHING and not self.gone >> unit & 1:
                self._stop(unit, square, own, other, mates, suffers, placed, blocked)

    def _hold(self, unit: int, step: int, own: int, other: int, mates: int, suffers: int, placed: int,
              blocked: int) -> None:
        """Extend the picture by what keeps a man of the victim from a step: a man there, or a pin."""
        here, kind = self.target[unit] & 63, self.target[unit] >> 6
        self._block(step, own, other, mates, suffers, placed, blocked | self._flight(step))
        if self.reach.pushes[((self.mater ^ 1) * MEN + kind) * SQUARES + here] >> step & 1 and not placed >> step & 1:
            for other_unit in range(self.units):
                if self.target[other_unit] == NOTHING:
                    self._stop(other_unit, step, own, other, mates, suffers, placed, blocked)
        for other_unit in range(self.units):
            if self.target[other_unit] == NOTHING and self.men[other_unit] != self.judge.royal:
                self._pin(other_unit, here, own, other, mates, suffers, placed, blocked)

    def _stop(self, unit: int, square: int, own: int, other: int, mates: int, suffers: int, placed: int,
              blocked: int) -> None:
        """Extend the picture by a man of either side on a square."""
        left = own if unit < self.units else other
        man = (self.mater if unit < self.units else self.mater ^ 1) * MEN + self.men[unit]
        if self.men[unit] == self.judge.royal:
            far = self.reach.king_far[(self.mater * SQUARES + self.squares[unit]) * SQUARES + square]
            if not self.near_king >> square & 1:
                self._place(unit, square, self.judge.royal, far, own, other, mates + far, suffers, placed, blocked)
            return
        for role in range(self.reach.role_start[man], self.reach.role_start[man + 1]):
            far = self.reach.far[(role * SQUARES + self.squares[unit]) * SQUARES + square]
            if far <= left or self._leaps(unit):
                self._place(unit, square, self.reach.role_type[role], far, own, other, mates, suffers, placed, blocked)

    def _pin(self, unit: int, here: int, own: int, other: int, mates: int, suffers: int, placed: int,
             blocked: int) -> None:
        """Extend the picture by a man of the mater where it sees the king through a square."""
        man = self.mater * MEN + self.men[unit]
        for role in range(self.reach.role_start[man], self.reach.role_start[man + 1]):
            kind = self.reach.role_type[role]
            targets = self.reach.seen_from[(self.mater * MEN + kind) * SQUARES + self.king] & ~placed
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                way = self.way(self.mater, kind, self.king, target)
                far = self.reach.far[(role * SQUARES + self.squares[unit]) * SQUARES + target]
                if (far <= own or self._leaps(unit)) and way >> here & 1 and not way & placed & ~(ONE << here):
                    self._place(unit, target, kind, far, own, other, mates, suffers, placed, blocked)

    def _settle(self, unit: int, idle: int, own: int, other: int, mates: int, suffers: int, walls: int, placed: int,
                blocked: int) -> None:
        """Extend the picture by all that may become of a man of the victim; `idle` others have no place yet."""
        if popcount(self.gone) < self.moves:
            self.gone |= ONE << unit
            self._extend(own, other, mates, suffers, placed, blocked)
            self.gone &= ~(ONE << unit)
        man = (self.mater ^ 1) * MEN + self.men[unit]
        for role in range(self.reach.role_start[man], self.reach.role_start[man + 1]):
            kind = self.reach.role_type[role]
            for square in range(SQUARES):
                far = self.reach.far[(role * SQUARES + self.squares[unit]) * SQUARES + square]
                if far > other and not self._leaps(unit) or (walls | placed) >> square & 1:
                    continue
                steps = self._steps(square, kind, walls, placed)
                steps &= ~self.reach.pushes[((self.mater ^ 1) * MEN + kind) * SQUARES + square]
                if popcount(steps) > idle and not self._pinnable(square, own):
                    continue
                self._place(unit, square, kind, far, own, other, mates, suffers, placed,
                            blocked | self._flight(square))

    def _pinnable(self, here: int, own: int) -> bool:
        """May a man of the mater come to see the king through a square?"""
        for unit in range(self.units):
            if self.target[unit] == NOTHING \
                    and self._comes(unit, self.king, FAR if self._leaps(unit) else own, ONE << here):
                return True
        return False
