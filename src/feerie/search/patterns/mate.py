# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Mate patterns: how a king can still be mated in so many moves of both sides.

A pattern says where the king is_target_position and what makes it mate: a man that sees it, and for each square around it
either one of its own men on it or an enemy that sees it. Every mate of a single king contains such a pattern, by
whatever rules the other men move. Where a king in check may castle away, or a man may be put between, there are fewer
mater_castling_spare than patterns, never more.
"""
from __future__ import annotations

import cython

from feerie.search.patterns.king_zone import KingZonePatterns

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import MEN, SQUARES
    ANY, CHECKED, FAR, NOTHING, NOWHERE = 8, 256, 99, 0xFFFF, 128


class MatePatterns(KingZonePatterns):
    """Patterns of mater_castling_spare by `mater`."""

    def _extend(self, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int, blocked: int) -> None:
        if self._count_step():
            return
        victim = self.mater ^ 1
        need = self._uncovered((self.full | CHECKED) & ~blocked, placed)
        if not need:
            # jumps make long lists: only there it pays
            if not self.castling_movable or self._is_minimal(placed, blocked):
                self._keep(own, other, mater_castling_spare, victim_castling_spare)
            return
        bans = self.ban_count
        if need & CHECKED:
            self._cover(self.king, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)
            self._lift_bans(bans)
            return
        flight = self._hardest(need)
        square = self.distances.flights[(victim * SQUARES + self.king) * 8 + flight]
        if not placed >> square & 1:
            for unit in range(self.units, self.total):
                if self.target[unit] == NOTHING:
                    distance = self.distances.nearest[((victim * MEN + self.men[unit]) * SQUARES + self.squares[unit]) * SQUARES
                                             + square]
                    self._assign(unit, square, ANY, distance, own, other, mater_castling_spare, victim_castling_spare, placed, blocked | 1 << flight)
        self._cover(square, own, other, mater_castling_spare, victim_castling_spare, placed, blocked)
        self._lift_bans(bans)

    def _is_minimal(self, placed: int, blocked: int) -> bool:
        """Does the pattern need each of its men? If not, another contains no more than it needs of them."""
        victim = self.mater ^ 1
        for unit in range(self.total):
            goal = self.target[unit]
            if goal == NOTHING:
                continue
            rest = blocked
            if unit >= self.units:
                for flight in range(self.distances.flight_count[victim * SQUARES + self.king]):
                    if self.distances.flights[(victim * SQUARES + self.king) * 8 + flight] == goal & 63:
                        rest &= ~(1 << flight)
            self.target[unit] = NOTHING
            needless = not self._uncovered((self.full | CHECKED) & ~rest, placed & ~(ONE << (goal & 63)))
            self.target[unit] = goal
            if needless:
                return False
        return True

    def _is_parried(self, p: int, pattern: int, own: int, other: int) -> bool:
        """Is the mate of a pattern none, whatever the rest of the men does, with so much slack?

        It is none if a man of the victim is_target_position for certain where it takes the one man that checks, or steps between.
        Needs that no castling can move men, and nothing else of a genre: where it cannot be told, it may be a mate.
        """
        mater, victim = self.mater, self.mater ^ 1
        self._locate(p)
        king = self.patterns[pattern].king
        placed = loose = 0
        for unit in range(self.total):
            if self.there[unit] == NOWHERE:
                continue
            if self.patterns[pattern].target[unit] != NOTHING:
                placed |= ONE << (self.patterns[pattern].target[unit] & 63)
            else:
                loose |= ONE << self.there[unit]
        checker = -1
        for unit in range(self.units):
            goal = self.patterns[pattern].target[unit]
            if goal != NOTHING:
                if self.distances.zone_attacks[((mater * MEN + (goal >> 6)) * SQUARES + king) * SQUARES + (goal & 63)] & CHECKED \
                        and not self.way(mater, goal >> 6, king, goal & 63) & placed:
                    if checker >= 0:
                        return False
                    checker = unit
            elif self.there[unit] != NOWHERE and self._comes(unit, king, own, FULL):
                return False
        if checker < 0:
            return False
        goal = self.patterns[pattern].target[checker]
        square = goal & 63
        between = self.way(mater, goal >> 6, king, square)
        for unit in range(self.units, self.total):
            here = self.there[unit]
            if here == NOWHERE:
                continue
            kind = self.kinds[unit]
            goal = self.patterns[pattern].target[unit]
            if goal != NOTHING:
                role = self.distances.role_start[victim * MEN + kind]
                if self.distances.role_start[victim * MEN + kind + 1] - role > 1 and self.distances.nearest[
                        ((victim * MEN + kind) * SQUARES + here) * SQUARES + (goal & 63)] + other \
                        >= self._promoted(victim * MEN + kind, here, goal & 63):
                    continue
                here = goal & 63
            elif other or self._taken(pattern, here, own):
                continue
            if self._parries(pattern, victim, kind, here, square, between, placed | ONE << king, loose & ~(ONE << here), own,
                             other) \
                    and not self._pins(pattern, king, here, own):
                return True
        return False

    def _promoted(self, man: int, here: int, square: int) -> int:
        """How many moves take a man to a square as what it is not, at least."""
        best = FAR
        for role in range(self.distances.role_start[man] + 1, self.distances.role_start[man + 1]):
            if self.distances.distance[(role * SQUARES + here) * SQUARES + square] < best:
                best = self.distances.distance[(role * SQUARES + here) * SQUARES + square]
        return best

    def _taken(self, pattern: int, square: int, own: int) -> bool:
        """May the mater have taken a man on a square, on its men's ways to their places and with so many moves more?"""
        for unit in range(self.units):
            here = self.there[unit]
            if here == NOWHERE:
                continue
            man = self.mater * MEN + self.kinds[unit]
            goal = self.patterns[pattern].target[unit]
            if self.kinds[unit] == self.judge.royal:
                base = self.mater * SQUARES
                distance = self.distances.king_distance[(base + here) * SQUARES + square]
                if goal != NOTHING:
                    distance += self.distances.king_distance[(base + square) * SQUARES + (goal & 63)] \
                        - self.distances.king_distance[(base + here) * SQUARES + (goal & 63)]
            else:
                distance = self.distances.nearest[(man * SQUARES + here) * SQUARES + square]
                if goal != NOTHING:
                    onward = self._far(self.mater, self.kinds[unit], square, goal)
                    if goal >> 6 != self.kinds[unit] and self._far(self.mater, goal >> 6, square, goal) < onward:
                        onward = self._far(self.mater, goal >> 6, square, goal)
                    distance += onward - self._far(self.mater, self.kinds[unit], here, goal)
            if distance <= own:
                return True
        return False

    def _parries(self, pattern: int, victim: int, kind: int, here: int, square: int, between: int, placed: int,
                 loose: int, own: int, other: int) -> bool:
        """Can a man of the victim for certain take on a square, or step on one of some others?"""
        man = victim * MEN + kind
        if self.distances.attack_origins[man * SQUARES + square] >> here & 1 \
                and self._free(pattern, self.way(victim, kind, square, here), placed, loose, own, other):
            return True
        while between:
            target = lowest(between)
            between &= between - 1
            if self.distances.once[self.distances.role_start[man] * SQUARES + here] >> target & 1:
                way = ONE << target
                if self.distances.attack_origins[man * SQUARES + target] >> here & 1:
                    if kind == self.judge.ep_man:
                        continue
                    way |= self.way(victim, kind, target, here)
                elif self.judge.double_to[victim][here] == target:
                    way |= ONE << self.judge.passed_over[victim][here]
                if self._free(pattern, way, placed, loose, own, other):
                    return True
        return False

    def _free(self, pattern: int, way: int, placed: int, loose: int, own: int, other: int) -> bool:
        """Are these squares free for certain? Those that have no place may come there with the moves that are left."""
        if way & (placed | loose):
            return False
        for unit in range(self.total):
            left = own if unit < self.units else other
            if not left or self.patterns[pattern].target[unit] != NOTHING or self.there[unit] == NOWHERE:
                continue
            side = self.mater if unit < self.units else self.mater ^ 1
            squares = way
            while squares:
                square = lowest(squares)
                squares &= squares - 1
                if self.kinds[unit] == self.judge.royal:
                    if self.distances.king_distance[(side * SQUARES + self.there[unit]) * SQUARES + square] <= left:
                        return False
                elif self.distances.nearest[((side * MEN + self.kinds[unit]) * SQUARES + self.there[unit]) * SQUARES
                                        + square] <= left:
                    return False
        return True

    def _pins(self, pattern: int, king: int, here: int, own: int) -> bool:
        """May a man of the mater see the king through a square?"""
        for unit in range(self.units):
            goal = self.patterns[pattern].target[unit]
            if goal != NOTHING:
                if self.way(self.mater, goal >> 6, king, goal & 63) >> here & 1:
                    return True
            elif self.there[unit] != NOWHERE and self._comes(unit, king, own, ONE << here):
                return True
        return False
