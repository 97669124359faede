"""How the diagrams of problems are drawn, those with unknown squares too: their signs are marks on the board."""
from __future__ import annotations

from dataclasses import dataclass, replace

from feerie.game.position import Position
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.rules.target import SIGNS
from feerie.views.diagram import Diagram, draw

__all__ = ["Marks", "Shown", "draw_setup", "drawable"]

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


def draw_setup(genre: Genre, setup: Setup, size: int, *, caption: str = "", defined: bool = True,
               legend: str = "") -> Diagram:
    """The drawing of a problem's diagram or of a position to be reached, without signs of check.

    It shows the way ahead in a genre that is played in one direction; the rest is as for `draw`.
    """
    drawn, marks = drawable(genre, setup)
    return draw(drawn, size=size, check=(), marks=marks, caption=caption, defined=defined, flow=bool(genre.arrows),
                legend=legend)
