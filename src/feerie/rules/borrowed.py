"""Men that go as others do: Bolero, by the file on which they stand."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import CHESSBOARD, Board, Ray
from feerie.rules.facet import InTables
from feerie.rules.genre import Genre, GenreError, Man
from feerie.rules.movement import Mode, Movement
from feerie.rules.properties import NO_PROPERTY, Property

__all__ = ["FileWalk"]

_ARRAY = "RNBQKBNR"


@frozen
class _OfFile:
    """As the man of the game array on the file of the square does."""

    files: tuple[tuple[Movement, ...], ...]

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(ray for movement in self.files[board.file(square)] for ray in movement.rays(board, square, side))


@frozen
class FileWalk(InTables):
    """Men but pawns move without capture as the man of the game array on whose file they stand; what they take they
    take as ever. `takes`: the other way round. `kings`: royal men, too.
    """

    takes: bool = False
    kings: bool = False

    slot: ClassVar[Message] = Message("as what men move")

    @property
    def loses(self) -> Property:
        return Property.FREE | Property.STEPS if self.kings else NO_PROPERTY

    def adapt(self, genre: Genre) -> Genre:
        if (genre.board.files, genre.board.ranks) != (CHESSBOARD.files, CHESSBOARD.ranks):
            raise GenreError("{}: men are at home on the chessboard alone", genre.name)
        files = tuple(tuple(movement for movement, _ in genre.man(letter).moves) for letter in _ARRAY)
        return replace(genre, men=tuple(
            man if man.promotion or man.letter in genre.royal_letters and not self.kings
            else replace(man, moves=tuple(self._moves(man, _OfFile(files)))) for man in genre.men))

    def _moves(self, man: Man, of_file: _OfFile) -> Iterator[tuple[Movement, Mode]]:
        own, others = (Mode.QUIET, Mode.CAPTURE) if self.takes else (Mode.CAPTURE, Mode.QUIET)
        yield from ((movement, own) for movement, mode in man.moves if mode in (own, Mode.BOTH))
        yield of_file, others
