"""The men of the dictionary once more, each a movement in Python as a genre file may have it (rules/facet.py).

They are written from the definitions of the men and share no line, step or table with `feerie.men`: a man walks over
the board square by square and looks who stands there.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from feerie.rules.along import Arrival, lines_of
from feerie.rules.board import Board
from feerie.rules.compound import Compound
from feerie.rules.facet import Men, is_plain_movement
from feerie.rules.genre import Man
from feerie.rules.movement import Mode
from feerie.rules.unit import side_of

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
ALL = STRAIGHT + DIAGONAL
KNIGHTLY = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
Steps = tuple[tuple[int, int], ...]


def walk(board: Board, square: int, step: tuple[int, int]) -> Iterator[int]:
    """The squares met in equal steps, until the board ends or the man is back."""
    at = board.step(square, *step)
    while at is not None and at != square:
        yield at
        at = board.step(at, *step)


@dataclass(frozen=True)
class PlainRider:
    """Over empty squares, and onto the first man."""

    steps: Steps

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        for step in self.steps:
            for at in walk(board, square, step):
                yield at
                if men[at]:
                    break


@dataclass(frozen=True)
class PlainHopper:
    """Over one man: just behind it or, as a `lion`, any number of empty squares on, and onto the next man."""

    steps: Steps
    lion: bool = False

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        for step in self.steps:
            is_behind = False
            for at in walk(board, square, step):
                if is_behind:
                    yield at
                    if men[at] or not self.lion:
                        break
                elif men[at]:
                    is_behind = True


@dataclass(frozen=True)
class PlainLeaper:
    """To squares a number of files and ranks away, either way round."""

    near: int
    far: int

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        for x in range(-self.far, self.far + 1):
            for y in range(-self.far, self.far + 1):
                at = board.step(square, x, y) if {abs(x), abs(y)} == {self.near, self.far} else None
                if at is not None:
                    yield at


@dataclass(frozen=True)
class PlainMao:
    """A square straight on, which must be empty, then one diagonally further on."""

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        for x, y in STRAIGHT:
            leg = board.step(square, x, y)
            if leg is not None and not men[leg]:
                for aside in (-1, 1):
                    end = board.step(leg, x or aside, y or aside)
                    if end is not None:
                        yield end


@dataclass(frozen=True)
class PlainLocust:
    """Over the first man, an enemy, which it takes, onto the square behind, which is empty."""

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[Arrival]:
        for step in ALL:
            line = list(walk(board, square, step))
            first = next((place for place, at in enumerate(line) if men[at]), len(line))
            if first + 1 < len(line) and not men[line[first + 1]] and side_of(men[line[first]]) != side:
                yield Arrival(line[first], line[first + 1])


@dataclass(frozen=True)
class PlainBerolina:
    """Diagonally ahead, twice from its second rank; it takes straight ahead."""

    takes: bool

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        ahead = -1 if side else 1
        for x in (0,) if self.takes else (-1, 1):
            once = board.step(square, x, ahead)
            if once is None:
                continue
            yield once
            if not self.takes and board.rank(square) == (6 if side else 1) and not men[once]:
                twice = board.step(once, x, ahead)
                if twice is not None:
                    yield twice


@dataclass(frozen=True)
class AlongLines:
    """A movement of `feerie.men` by its plain methods, one line after another, without its look-ups."""

    movement: object

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[Arrival]:
        occupied = {at for at, man in enumerate(men) if man}
        for line, along in lines_of(self.movement, board, square, side):
            yield from along.arrivals(line, occupied)


@dataclass(frozen=True)
class ByItself:
    """A compound movement by its plain method, which the kernel does not know."""

    movement: Compound

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        yield from self.movement.moves(board, men, square, side)


PLAIN = {
    "G": ((PlainHopper(ALL), Mode.BOTH),),
    "NR": ((PlainRider(KNIGHTLY), Mode.BOTH),),
    "LI": ((PlainHopper(ALL, lion=True), Mode.BOTH),),
    "NH": ((PlainHopper(KNIGHTLY), Mode.BOTH),),
    "PA": ((PlainRider(STRAIGHT), Mode.QUIET), (PlainHopper(STRAIGHT, lion=True), Mode.CAPTURE)),
    "VA": ((PlainRider(DIAGONAL), Mode.QUIET), (PlainHopper(DIAGONAL, lion=True), Mode.CAPTURE)),
    "LE": ((PlainRider(ALL), Mode.QUIET), (PlainHopper(ALL, lion=True), Mode.CAPTURE)),
    "MA": ((PlainMao(), Mode.BOTH),),
    "CA": ((PlainLeaper(1, 3), Mode.BOTH),),
    "Z": ((PlainLeaper(2, 3), Mode.BOTH),),
    "L": ((PlainLocust(), Mode.CAPTURE),),
    "BP": ((PlainBerolina(False), Mode.QUIET), (PlainBerolina(True), Mode.CAPTURE)),
}
"""The movements of the oldest men by their letters."""


def in_plain_terms(man: Man) -> Man:
    """A man of the dictionary whose movements are written in Python; nothing passes it en passant."""
    moves = PLAIN.get(man.letter) or tuple((_in_plain_terms(movement), mode) for movement, mode in man.moves)
    return replace(man, moves=moves, en_passant=False)


def _in_plain_terms(movement: object) -> object:
    if isinstance(movement, Compound):
        return ByItself(movement)
    return movement if is_plain_movement(movement) else AlongLines(movement)
