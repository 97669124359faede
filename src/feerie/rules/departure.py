"""Men that first go elsewhere: Mars Circe, where they capture from their home in the game array."""
from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.along import Along, Arrival, Course, Obstacle, along_of, course_of, lines_of
from feerie.rules.board import WHITE, Board, Ray
from feerie.rules.facet import InTables
from feerie.rules.genre import Genre, Man
from feerie.rules.home import Home
from feerie.rules.move import Move
from feerie.rules.movement import Mode
from feerie.rules.unit import letter_of, side_of

__all__ = ["Departure", "FromElsewhere"]

Homes = tuple[tuple[int | None, ...], ...]
"""By side and square: the home of a man that stands there, None for nowhere."""


@frozen
class FromElsewhere:
    """Along lines of another square, which stands before each of them and must be empty.

    `own`: where on the line the square is that the man has left, which is empty then; 0 where the line does not meet
    it. The man does not arrive there, nor takes there.
    """

    along: Along
    own: int = 0

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        if line[0] in occupied:
            return
        left = set(line[self.own:self.own + 1]) if self.own else set[int]()
        yield from (arrival for arrival in self.along.arrivals(line[1:], occupied - left)
                    if not left & {arrival.struck, arrival.target})

    def course(self, line: Ray, occupied: Set[int], target: int) -> Course | None:
        left = set(line[self.own:self.own + 1]) if self.own else set[int]()
        if target == line[0] or target in left:
            return None
        if line[0] in occupied:
            return Course(target, (), Obstacle.BLOCKED, line[:1])
        return course_of(self.along, line[1:], occupied - left, target)


@frozen
class _AtHome:
    """A movement of those that stand at home."""

    movement: object
    homes: Homes
    along: Along

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        if self.homes[side][square] != square:
            return ()
        return tuple(line for line, _ in lines_of(self.movement, board, square, side))


@frozen
class _FromHome:
    """A movement of those that stand elsewhere, from home: its lines that meet their own square as `along` says."""

    movement: object
    homes: Homes
    along: FromElsewhere

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(line for line, own in _lines_from(self.movement, self.homes, board, square, side)
                     if own == self.along.own)


def _lines_from(movement: object, homes: Homes, board: Board, square: int, side: int) -> Iterator[tuple[Ray, int]]:
    """The lines from the home of a man that does not stand there, behind that, each with where it meets its own."""
    home = homes[side][square]
    if home is not None and home != square:
        for line, _ in lines_of(movement, board, home, side):
            yield (home, *line), line.index(square) + 1 if square in line else 0


@frozen
class Departure(InTables):
    """What men take, they take from their home: they first go there, and it must be empty, or they stand on it."""

    home: Home

    slot: ClassVar[Message] = Message("from where men take")

    def adapt(self, genre: Genre) -> Genre:
        return replace(genre, men=tuple(replace(man, moves=tuple(self._moves(genre, man))) for man in genre.men))

    def departs(self, genre: Genre, move: Move) -> str:
        """The square from which a man makes a move; "" for that on which it stands."""
        if not move.is_capture or move.partner:
            return ""
        board = genre.board
        home = self.home.home(genre, letter_of(move.man), side_of(move.man), board.index(move.origin))
        return "" if home is None or board.name(home) == move.origin else board.name(home)

    def _moves(self, genre: Genre, man: Man) -> Iterator[tuple[object, Mode]]:
        board, squares = genre.board, set(genre.board.squares)
        homes = tuple(tuple(self.home.home(genre, man.letter, side, square) if square in squares else None
                            for square in range(max(squares) + 1)) for side in (WHITE, 1 - WHITE))
        for movement, mode in man.moves:
            if mode is not Mode.CAPTURE:
                yield movement, Mode.QUIET
            if mode is not Mode.QUIET:
                along = along_of(movement)
                yield _AtHome(movement, homes, along), Mode.CAPTURE
                for own in sorted({own for side in (0, 1) for square in board.squares
                                   for _, own in _lines_from(movement, homes, board, square, side)}):
                    yield _FromHome(movement, homes, FromElsewhere(along, own)), Mode.CAPTURE
