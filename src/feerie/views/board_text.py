"""A board in letters."""
from __future__ import annotations

from collections.abc import Callable, Collection

from feerie.rules.board import BLACK
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup
from feerie.rules.target import SIGNS
from feerie.rules.trait import Trait
from feerie.rules.unit import unit_of
from feerie.views.legend import letters_of

__all__ = ["board"]

BORDERS = {(False, False): " ", (False, True): "[", (True, True): "|", (True, False): "]"}
"""What is printed between two squares, by whether each of them is marked."""


def board(genre: Genre, setup: Setup, language: str = "en", *, problem: bool = False, turned: bool = False,
          marked: Collection[str] = ()) -> str:
    """The men as letters of a language, White's in upper case; "." is an empty square, a blank is a wall.

    A neutral man has "=" before its letters; if any man has more than one sign, all squares are as wide. The signs of
    unfinished diagrams (rules/target) stand for themselves.
    `problem`: the letters that problemists use (S for the knight). `turned`: Black sits below.
    `marked`: names of squares that are printed in brackets.
    """
    letters, squares = letters_of(genre, language, problem=problem), genre.board
    signs = {square: _sign(text, letters) for square, text in setup.pieces}
    wide, margin = max(map(len, signs.values()), default=1), len(str(squares.ranks))

    def sign(square: int) -> str:
        return ("" if square in squares.walls else signs.get(square, ".")).rjust(wide)

    indices = {squares.index(name) for name in marked}
    files = list(range(squares.files))[::-1 if turned else 1]
    ranks = list(range(squares.ranks))[::1 if turned else -1]
    lines = [f"{rank + 1:>{margin}}{_row([rank * squares.files + file for file in files], sign, indices)}"
             for rank in ranks]
    lines.append(" " * (margin + 1) + " ".join(squares.name(file)[0].rjust(wide) for file in files))
    return "\n".join(line.rstrip() for line in lines)


def _sign(text: str, letters: dict[str, str]) -> str:
    """What is printed for a man, or for a sign of an unfinished diagram."""
    if text in SIGNS:
        return text
    unit = unit_of(text)
    letter = letters[unit.letter]
    return "=" * (Trait.NEUTRAL in unit.traits) + (letter.lower() if unit.side == BLACK else letter)


def _row(row: list[int], sign: Callable[[int], str], marked: Collection[int]) -> str:
    """The squares of a rank with a blank before each and after the last; marked squares have brackets instead."""
    text = ""
    for before, square in zip([None, *row], row, strict=False):
        text += BORDERS[before in marked, square in marked] + sign(square)
    return text + ("]" if row[-1] in marked else "")
