"""Games as people paste them: PGN, or a list of moves, with the letters of any language."""
from __future__ import annotations

from itertools import islice

from feerie.base.errors import PgnError
from feerie.game.game import Game, starting_position
from feerie.game.pgn_reader import AnyLanguageReader
from feerie.notation.pgn import Record, records

__all__ = ["read_game", "read_games"]


def read_game(text: str, genre: str, language: str = "en") -> Game:
    """The first game of a text, at the end of its main line.

    PGN has English letters; if it cannot be read with them, those of `language` are tried, and then all others.
    GenreError, FenError or PgnError if there is no position to begin with, and the error of the first move that cannot
    be read.
    """
    return _read(_records(text, 1)[0], genre, language)


def read_games(text: str, genre: str, language: str, most: int) -> list[Game]:
    """The games of a text, at most so many: those after the first begin with headers. Errors as in `read_game`."""
    first, *others = _records(text, most)
    return [_read(record, genre, language) for record in (first, *(each for each in others if each.headers))]


def _records(text: str, most: int) -> list[Record]:
    found = list(islice(records(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")), most))
    if not found:
        raise PgnError("the text holds no game")
    return found


def _read(record: Record, genre: str, language: str) -> Game:
    start = starting_position(record, genre)
    game = Game.from_record(record, start, AnyLanguageReader(start.genre, "en", language))
    if game.errors:
        raise game.errors[0]
    return game
