"""Opening books in the format of Polyglot, which python-chess reads (the extra `books`).

Source of the format: Fabien Letouzey's description in Polyglot, and `chess.polyglot`, which implements it.
"""
from __future__ import annotations

import os
import random
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from feerie import genres
from feerie.base.errors import Error
from feerie.base.extras import load
from feerie.game.position import Position
from feerie.rules.move import Move

__all__ = ["Book", "BookEntry", "BookError"]


ENTRY_BYTES = 16


class BookError(Error, RuntimeError):
    """A book cannot be read: the package that does this is missing, or the file is no book."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A move of a book. `weight`: how often it is played, in proportion to the others. `learn`: what programs note."""

    move: Move
    weight: int
    learn: int = 0


class Book:
    """A book of openings in orthodox chess, as a file; to be closed, or used in a `with` block. Any thread may ask it.

    `seed`: of the choice among moves. BookError without python-chess and for a file that is no book, OSError for one
    that cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str], seed: int | str | None = None) -> None:
        load("chess", "chess", "books", BookError)
        from chess import Board, polyglot

        self.path, self.seed = path, seed
        self.begin(seed)
        self._board = Board
        size = os.path.getsize(path)
        if not size or size % ENTRY_BYTES:
            raise BookError("{}: not a book of Polyglot, which has 16 bytes an entry", os.fspath(path))
        self._reader = polyglot.open_reader(os.fspath(path))

    def __repr__(self) -> str:
        return f"<Book {os.fspath(self.path)!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied or pickled, it opens its file again."""
        return type(self), (self.path, self.seed)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 traceback: TracebackType | None) -> None:
        self.close()

    def begin(self, seed: int | str | None) -> None:
        """Choose by this seed from now on."""
        self._chance = random.Random(seed)

    def close(self) -> None:
        """Close the file."""
        self._reader.close()

    def entries(self, position: Position) -> list[BookEntry]:
        """The legal moves that the book has for a position, the heaviest first; [] in other genres."""
        if position.genre != genres.ORTHODOX or not position.is_valid() or position.is_game_over():
            return []
        found = (BookEntry(position.parse(entry.move.uci()), entry.weight, entry.learn)
                 for entry in self._reader.find_all(self._board(position.fen())))
        return sorted(found, key=lambda entry: -entry.weight)

    def choose(self, position: Position) -> Move | None:
        """One of the book's moves by chance, according to their weights; None if it has none."""
        entries = self.entries(position)
        if not entries:
            return None
        return self._chance.choices(entries, [entry.weight for entry in entries])[0].move
