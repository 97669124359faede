"""Men on a board, and where their movements lead them, whatever rules say and whoever is attacked.

Squares are numbers, men their texts in setups, sides 0 (White) and 1. A neutral man is one of either side.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from feerie.rules.along import Arrival
from feerie.rules.board import Ray
from feerie.rules.genre import Genre
from feerie.rules.movement import Mode
from feerie.rules.setup import Setup
from feerie.rules.unit import Unit, letter_of, side_of
from feerie.why.ways import Attack, Way, is_royal, plain_ways, ways_of, ways_over

__all__ = ["Diagram"]


class Diagram:
    """A setup, and the lines of the men in it."""

    def __init__(self, genre: Genre, setup: Setup) -> None:
        self.genre, self.setup, self.men = genre, setup, setup.men

    @cached_property
    def occupied(self) -> frozenset[int]:
        """The squares on which men stand."""
        return frozenset(square for square, _ in self.setup.pieces)

    def is_royal(self, square: int) -> bool:
        """Whether a royal man stands on a square."""
        return bool(self.men[square]) and is_royal(self.genre, self.men[square])

    def is_own(self, square: int, side: int) -> bool:
        """Whether a man stands on a square that a side may move."""
        man = self.men[square]
        return bool(man) and (man[0] == "=" or side_of(man) == side)

    def ways(self, origin: int, side: int) -> tuple[Way, ...]:
        """The lines of the man on a square, moved by a side."""
        return (*ways_of(self.genre, letter_of(self.men[origin]), origin, side),
                *plain_ways(self.genre, self.men, origin, side))

    def ways_to(self, origin: int, target: int, side: int) -> tuple[Way, ...]:
        """The lines of the man on a square, moved by a side, on which another square lies."""
        return (*ways_over(self.genre, letter_of(self.men[origin]), origin, side).get(target, ()),
                *(way for way in plain_ways(self.genre, self.men, origin, side) if target in way.line))

    def arrivals(self, origin: int, side: int) -> Iterator[tuple[Way, Arrival]]:
        """Where the lines of the man on a square lead it as the men stand, whoever stands there."""
        for way in self.ways(origin, side):
            for arrival in way.along.arrivals(way.line, self.occupied):
                yield way, arrival

    def taken_aside(self, origin: int, target: int) -> tuple[int, ...]:
        """The squares of the men that the man on a square would take on its way to another one, without going there."""
        return tuple(course.struck for way in self.ways_to(origin, target, self.setup.turn)
                     if (course := way.course(self.occupied, target)) and course.obstacle is None
                     and course.struck is not None and course.struck != target)

    def kings(self, side: int) -> list[int]:
        """The squares of the kings of a side, and of its other royal men."""
        return [square for square, man in self.setup.pieces if self.is_own(square, side) and is_royal(self.genre, man)]

    def has_kings_of(self, before: Diagram, side: int) -> bool:
        """Whether a side has as many kings as in a setup before, or more."""
        return len(self.kings(side)) >= len(before.kings(side))

    def strikes_on(self, square: int, by: int) -> dict[tuple[int, int], Attack]:
        """How the men of a side strike a square by their movements, whatever rules say: (man's square, number of its
        line) -> the attack. On an empty square the other king is thought to stand.
        """
        if not self.men[square] and self.genre.has_plain_movements:
            king = str(Unit(self.genre.royal.letter, by ^ 1))
            there = replace(self.setup, men=(*self.men[:square], king, *self.men[square + 1:]))
            return Diagram(self.genre, there).strikes_on(square, by)
        return {(origin, way.number): attack for origin, _ in self.setup.pieces if self.is_own(origin, by)
                for way in self.ways_to(origin, square, by)
                if way.mode is not Mode.QUIET and (attack := self._attack(way, square))}

    def _attack(self, way: Way, square: int) -> Attack | None:
        """The attack along a line on one of its squares, as if a man stood there; None if there is none."""
        occupied = self.occupied | {square}
        for struck, target in way.along.arrivals(way.line, occupied):
            if struck == square:
                course = way.course(occupied, target)
                hurdles = course.passed if course and struck == target else ()
                return Attack(way.line[:way.line.index(square) + 1], target, hurdles)
        return None

    def paths_to(self, square: int, men: Iterable[int]) -> list[Ray]:
        """The free paths by which men on some squares reach another one, to go there or to attack, origins first."""
        found = ((origin, *way.line[:way.line.index(square) + 1]) for origin in men if self.men[origin]
                 for side in (0, 1) if self.is_own(origin, side)
                 for way, arrival in self.arrivals(origin, side) if square in arrival)
        return list(dict.fromkeys(found))

    def blocker(self, path: Ray) -> int | None:
        """The square of the first man on a path; None if the path is free."""
        return next((square for square in path if self.men[square]), None)
