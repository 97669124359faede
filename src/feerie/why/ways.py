"""The lines of men by square, castlings by the king's square, what men become: what the rules say of an empty board."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from feerie.base.frozen import frozen
from feerie.rules.along import RIDE, Along, Arrival, Course, course_of, lines_of
from feerie.rules.board import Ray
from feerie.rules.castling import Castling, CastlingFamily
from feerie.rules.facet import is_plain_movement, plain_arrivals
from feerie.rules.genre import Genre
from feerie.rules.movement import Mode
from feerie.rules.trait import Trait, Traits
from feerie.rules.unit import Unit, letter_of, unit_of

__all__ = ["Attack", "Way", "arriving", "castlings_of", "choices", "double_steps", "is_double_step", "is_royal",
           "passes", "plain_ways", "promoted", "traits_of", "ways_of", "ways_over"]


FIRST_PLAIN_LINE = 1000
"""The number of the first way of a movement in Python."""


class Way(NamedTuple):
    """A line of a man: its number among the lines of this man, what it is for, its squares, how the man goes along it.
    """

    number: int
    mode: Mode
    line: Ray
    along: Along

    def course(self, occupied: frozenset[int], target: int) -> Course | None:
        """How the man goes to a square of the line, or what keeps it from going there; None if nothing leads there."""
        return course_of(self.along, self.line, occupied, target)


@lru_cache(maxsize=1 << 13)
def ways_of(genre: Genre, letter: str, square: int, side: int) -> tuple[Way, ...]:
    """All lines of a man of a side, by its letter, from a square."""
    lines = ((mode, line) for movement, mode in genre.man(letter).moves
             for line in lines_of(movement, genre.board, square, side))
    return tuple(Way(number, mode, *line) for number, (mode, line) in enumerate(lines))


@lru_cache(maxsize=1 << 13)
def ways_over(genre: Genre, letter: str, square: int, side: int) -> Mapping[int, tuple[Way, ...]]:
    """The lines of a man of a side from a square, by the squares on them."""
    found: dict[int, list[Way]] = {}
    for way in ways_of(genre, letter, square, side):
        for at in way.line:
            found.setdefault(at, []).append(way)
    return MappingProxyType({at: tuple(ways) for at, ways in found.items()})


def traits_of(man: str) -> Traits:
    """The traits of a man."""
    return unit_of(man).traits if len(man) > 1 else frozenset()


def is_royal(genre: Genre, man: str) -> bool:
    """Whether a man is a king or another royal man."""
    return letter_of(man) in genre.royal_letters or Trait.ROYAL in traits_of(man)


def is_double_step(genre: Genre, man: str, side: int, shift: int) -> bool:
    """Whether `shift` (target minus origin) is that of a double step of a man that can be captured en passant."""
    return genre.man(man).en_passant and any(
        passes(way) and len(way.line) == 2 and way.line[1] - square == shift
        for square in genre.board.squares for way in ways_of(genre, letter_of(man), square, side))


@lru_cache(maxsize=1 << 10)
def double_steps(genre: Genre, side: int, passed: int) -> tuple[tuple[int, str, Ray], ...]:
    """The double and longer steps of a side that pass a square first: where they end, the letter of the man, and all
    squares that they pass.
    """
    found = {(target, man.letter, way.line[:number])
             for man in genre.men if man.en_passant for square in genre.board.squares
             for way in ways_of(genre, man.letter, square, side) if passes(way) and way.line[0] == passed
             for number, target in enumerate(way.line) if number}
    return tuple(sorted(found))


def passes(way: Way) -> bool:
    """Whether a man that may be captured en passant goes along a line by a double or longer step at its end."""
    return way.mode is Mode.QUIET and way.along == RIDE and len(way.line) > 1


@lru_cache(maxsize=64)
def castlings_of(genre: Genre, side: int) -> tuple[tuple[CastlingFamily, Mapping[int, tuple[Castling, ...]]], ...]:
    """The kinds of castling of a genre, each with its castlings by the king's square."""
    families = []
    for family in genre.castlings:
        found: dict[int, list[Castling]] = {square: [] for square in genre.board.squares}
        for castling in family.castlings(genre.board, side):
            found[castling.king].append(castling)
        families.append((family, MappingProxyType({king: tuple(of) for king, of in found.items()})))
    return tuple(families)


@frozen
class _Fixed:
    """To one square, by a movement in Python that says nothing of how."""

    arrival: Arrival

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        yield self.arrival


def plain_ways(genre: Genre, men: Sequence[str], origin: int, side: int) -> Iterator[Way]:
    """What movements in Python of the man on a square let it do as the men stand, numbered behind its lines."""
    man = genre.man(letter_of(men[origin]))
    plain = [(movement, mode) for movement, mode in man.moves if is_plain_movement(movement)]
    for number, (arrival, mode) in enumerate(plain_arrivals(plain, genre.board, men, origin, side), FIRST_PLAIN_LINE):
        yield Way(number, mode, tuple(dict.fromkeys(arrival)), _Fixed(arrival))


class Attack(NamedTuple):
    """How a man attacks a square: the squares of its line up to that one, where it would arrive, whom it passes over.
    """

    path: Ray
    arrival: int
    hurdles: Ray = ()

    def needs_empty(self, square: int) -> bool:
        """Whether the attack needs a square to be empty."""
        return square in self.path[:-1] and square not in self.hurdles or square == self.arrival != self.path[-1]


def arriving(genre: Genre, man: str, target: int, side: int, captures: bool = False) -> list[str]:
    """The texts that a man, moved by a side, may have on arriving on a square."""
    return [promoted(man, letter) for letter in choices(genre, man, target, side, captures)] or [man]


@lru_cache(maxsize=1 << 10)
def promoted(man: str, letter: str) -> str:
    """The text of what a man becomes, with its side and its traits."""
    unit = unit_of(man)
    return str(Unit(letter, unit.side, unit.traits))


def choices(genre: Genre, man: str, target: int, side: int, captures: bool = False) -> tuple[str, ...]:
    """What a man, moved by a side, must promote to on a square; () if it does not promote there.

    A kamikaze man that takes another one is gone before it could promote, unless a rule puts it somewhere.
    """
    promotion = genre.man(man).promotion
    if promotion is None or target not in promotion.zones[side] or \
            captures and not genre.revives and Trait.KAMIKAZE in traits_of(man):
        return ()
    return promotion.to
