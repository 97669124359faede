"""Where conditions put men after a capture: on squares of the game array, where they stood in the diagram, ...

A *place* is a value with a method `square`, which sees the capture, and perhaps `home`, if the square depends on the
man and on where it was taken alone: then it is tabulated.
"""
from __future__ import annotations

from typing import NamedTuple, Protocol

from feerie.base.frozen import frozen
from feerie.rules.board import BLACK, Board
from feerie.rules.genre import Genre
from feerie.rules.promotion import PromotionRank

__all__ = ["ARRAY", "BIRTHPLACE", "BY_VECTOR", "LEFT", "OF_FILE", "OF_RANK", "Birthplace", "ByVector", "Capture",
           "Home", "HomeOfRank", "Left", "Opposite", "Place", "Reflected", "Struck"]

_FILES = ("d", "ah", "cf", "bg")
"""The files of `Genre.officers` in the game array."""


class Capture(NamedTuple):
    """The squares of a capture: where the capturer left, where it arrived, and where a man was taken.

    `birth`: where the man was born that a place is asked for; None if it has no birthplace, or nobody asks.
    """

    origin: int
    target: int
    struck: int
    birth: int | None = None


class Place(Protocol):
    """Where a man (by the letter of its kind, as one of `side`) is put after a capture; None for nowhere."""

    def square(self, genre: Genre, letter: str, side: int, capture: Capture) -> int | None: ...


class _Tabulated:
    """A place that depends on the man and on where a man was taken alone."""

    def home(self, genre: Genre, letter: str, side: int, struck: int) -> int | None:
        raise NotImplementedError

    def square(self, genre: Genre, letter: str, side: int, capture: Capture) -> int | None:
        return self.home(genre, letter, side, capture.struck)


@frozen
class Home(_Tabulated):
    """A square of the game array.

    Of rooks, bishops and knights the one of the colour of the square of the capture; a pawn is at home on the second
    rank of that file, a man that the array lacks where pawns of that file promote. `of_file`: officers are at home on
    the first rank of the file. `other_side`: the squares are those of the other side.
    """

    of_file: bool = False
    other_side: bool = False

    def home(self, genre: Genre, letter: str, side: int, struck: int) -> int | None:
        """The home of a man for a capture on a square; None if the board has a hole there."""
        board, side = genre.board, side ^ self.other_side
        file = board.file(struck)
        if genre.man(letter).is_pawn:
            rank = 1
        elif not (files := _files_of(genre, letter)):
            rank = board.ranks - 1 - sum(rule.before_last for rule in genre.rules if isinstance(rule, PromotionRank))
        else:
            rank = 0
            if not self.of_file:
                file = _file_of_array(board, files, board.ranks - 1 if side == BLACK else 0, struck)
        square = file + board.files * (board.ranks - 1 - rank if side == BLACK else rank)
        return square if square in board.squares else None


def _files_of(genre: Genre, letter: str) -> str:
    """The files of the game array on which a king or an officer stands, "" for other men."""
    return "e" if letter == "K" else dict(zip(genre.officers, _FILES, strict=True)).get(letter, "")


def _file_of_array(board: Board, names: str, rank: int, struck: int) -> int:
    """The file on which a man stands in the game array; of two the one on which a rank has the colour of a square."""
    files = ["abcdefgh".index(name) for name in names]
    colour = (board.file(struck) + board.rank(struck)) % 2
    return next((file for file in files if (file + rank) % 2 == colour), files[0])


@frozen
class HomeOfRank(_Tabulated):
    """The square on the rank of the capture, on the file on which the man stands in the game array.

    Of rooks, bishops and knights the file on which that square has the colour of the square of the capture; other men
    than officers, whose file is that of the capture, have no other square than this.
    """

    def home(self, genre: Genre, letter: str, side: int, struck: int) -> int | None:
        files = _files_of(genre, letter)
        if not files:
            return struck
        board, rank = genre.board, genre.board.rank(struck)
        square = _file_of_array(board, files, rank, struck) + board.files * rank
        return square if square in board.squares else None


@frozen
class Struck(_Tabulated):
    """The square of the capture."""

    def home(self, genre: Genre, letter: str, side: int, struck: int) -> int | None:
        return struck


@frozen
class Reflected(_Tabulated):
    """What a place becomes when the board is reflected: files change places with files, ranks with ranks."""

    place: Home | Struck
    files: bool = True
    ranks: bool = True

    def home(self, genre: Genre, letter: str, side: int, struck: int) -> int | None:
        square, board = self.place.home(genre, letter, side, struck), genre.board
        if square is None:
            return None
        file, rank = board.file(square), board.rank(square)
        found = (board.files - 1 - file if self.files else file) \
            + board.files * (board.ranks - 1 - rank if self.ranks else rank)
        return found if found in board.squares else None


@frozen
class Opposite(_Tabulated):
    """Half a board from the square of the capture, both ways: four files and four ranks on the usual one."""

    def home(self, genre: Genre, letter: str, side: int, struck: int) -> int | None:
        board = genre.board
        square = (board.file(struck) + board.files // 2) % board.files \
            + board.files * ((board.rank(struck) + board.ranks // 2) % board.ranks)
        return square if square in board.squares else None


@frozen
class Left:
    """The square that the capturer left."""

    def square(self, genre: Genre, letter: str, side: int, capture: Capture) -> int | None:
        return capture.origin


@frozen
class Birthplace:
    """The square on which the man stood in the diagram, whatever it is now."""

    def square(self, genre: Genre, letter: str, side: int, capture: Capture) -> int | None:
        return capture.birth


@frozen
class ByVector:
    """As far from the square of the capture, and in the same direction, as the capturer went."""

    def square(self, genre: Genre, letter: str, side: int, capture: Capture) -> int | None:
        board, (origin, target, struck, _) = genre.board, capture
        file = board.file(struck) + board.file(target) - board.file(origin)
        rank = board.rank(struck) + board.rank(target) - board.rank(origin)
        if not (0 <= file < board.files and 0 <= rank < board.ranks):
            return None
        square = file + board.files * rank
        return square if square in board.squares else None


ARRAY, OF_FILE, OF_RANK, LEFT, BY_VECTOR = Home(), Home(of_file=True), HomeOfRank(), Left(), ByVector()
BIRTHPLACE = Birthplace()
