"""What the engine of a command is given besides its search: a book of openings, tables of Syzygy."""
from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from feerie.game.book import Book
    from feerie.game.syzygy import Syzygy

__all__ = ["book_of", "book_option", "syzygy_of", "syzygy_option"]

book_option = click.option("--book", metavar="FILE", type=click.Path(exists=True, dir_okay=False),
                           help="A book of openings in the format of Polyglot, for orthodox chess.")
syzygy_option = click.option("--syzygy", metavar="FOLDER", help="The folder of endgame tables of Syzygy, or several, "
                             "separated as in PATH, for orthodox chess.")


def book_of(file: str | None, seed: int | None) -> Book | None:
    """The book of a file, None for none; its errors."""
    if file is None:
        return None
    from feerie.game.book import Book

    return Book(file, seed)


def syzygy_of(folders: str | None) -> Syzygy | None:
    """The tables of some folders, None for none; their errors."""
    if folders is None:
        return None
    from feerie.game.syzygy import Syzygy

    return Syzygy(folders)
