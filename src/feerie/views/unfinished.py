"""How diagrams with unknown squares are drawn: their signs are marks on the board."""
from __future__ import annotations

from dataclasses import dataclass, replace

from feerie.position import Position
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.rules.target import SIGNS

__all__ = ["Marks", "Shown", "drawable"]


Marks = tuple[tuple[str, str], ...]
"""Names of squares, each with the text that is put on it."""


@dataclass(frozen=True)
class Shown:
    """The known men of a diagram, for `draw`."""

    genre: Genre
    setup: Setup


def drawable(genre: Genre, setup: Setup) -> tuple[Position | Shown, Marks]:
    """What is drawn for the diagram of a problem, which may be unfinished, and its marks."""
    marks = tuple((genre.board.name(square), sign) for square, sign in setup.pieces if sign in SIGNS)
    if not marks:
        return Position(genre, setup), ()
    return Shown(genre, replace(setup, men=tuple("" if man in SIGNS else man for man in setup.men))), marks
