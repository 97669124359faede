"""Games as people paste them: PGN, or a list of moves, with the letters of any language."""
from __future__ import annotations

from feerie.base.errors import PgnError
from feerie.game.game import Game, starting_position
from feerie.game.pgn_reader import AnyLanguageReader
from feerie.notation.pgn import records

__all__ = ["read_game"]


def read_game(text: str, genre: str, language: str = "en") -> Game:
    """The first game of a text, at the end of its main line.

    PGN has English letters; if it cannot be read with them, those of `language` are tried, and then all others.
    GenreError, FenError or PgnError if there is no position to begin with, and the error of the first move that cannot
    be read.
    """
    record = next(records(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")), None)
    if record is None:
        raise PgnError("the text holds no game")
    start = starting_position(record, genre)
    game = Game.from_record(record, start, AnyLanguageReader(start.genre, "en", language))
    if game.errors:
        raise game.errors[0]
    return game
