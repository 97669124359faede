"""Games as people paste them: PGN, or a list of moves, in English letters or in those of the page's language."""
from __future__ import annotations

from feerie.errors import PgnError
from feerie.game import Game, starting_position
from feerie.movetext import MovetextReader
from feerie.notation.pgn import Record, records

__all__ = ["read_game"]


def read_game(text: str, genre: str, language: str = "en", *, null_moves: bool = False) -> Game:
    """The first game of a text, at the end of its main line.

    PGN has English letters; where it cannot be read with them, those of `language` are tried. `null_moves`: as of
    MovetextReader. GenreError, FenError or PgnError where there is nothing to begin with, and the error of the first
    move that cannot be read.
    """
    record = next(records(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")), None)
    if record is None:
        raise PgnError("the text holds no game")
    game = _read(record, genre, "en", null_moves)
    if game.errors and language != "en":
        own = _read(record, genre, language, null_moves)
        game = game if own.errors else own
    if game.errors:
        raise game.errors[0]
    return game


def _read(record: Record, genre: str, language: str, null_moves: bool) -> Game:
    start = starting_position(record, genre)
    return Game.from_record(record, start, MovetextReader(start.genre, language, null_moves=null_moves))
