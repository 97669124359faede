"""A board in letters, for a terminal."""
from __future__ import annotations

from collections.abc import Callable, Collection

from feerie.notation.languages import language as language_of
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

__all__ = ["board"]

BORDERS = {(False, False): " ", (False, True): "[", (True, True): "|", (True, False): "]"}
"""What is printed between two squares, by whether each of them is marked."""


def board(genre: Genre, setup: Setup, language: str = "en", *, problem: bool = False, turned: bool = False,
          marked: Collection[str] = ()) -> str:
    """The men as letters of a language, White's in upper case; "." is an empty square, a blank is a wall.

    The signs of unfinished diagrams (rules/target) stand for themselves.
    `problem`: the letters that problemists use (S for the knight). `turned`: Black sits below.
    `marked`: names of squares that are printed in brackets.
    """
    words, squares = language_of(language, genre), genre.board
    margin = len(str(squares.ranks))

    def sign(square: int) -> str:
        man = setup.men[square]
        if square in squares.walls:
            return " "
        if not man.isalpha():
            return man or "."
        letter = words.letter(man.upper(), problem)
        return letter if man.isupper() else letter.lower()

    indices = {squares.index(name) for name in marked}
    files = list(range(squares.files))[::-1 if turned else 1]
    ranks = list(range(squares.ranks))[::1 if turned else -1]
    lines = [f"{rank + 1:>{margin}}{_row([rank * squares.files + file for file in files], sign, indices)}"
             for rank in ranks]
    lines.append(" " * (margin + 1) + " ".join(squares.name(file)[0] for file in files))
    return "\n".join(line.rstrip() for line in lines)


def _row(row: list[int], sign: Callable[[int], str], marked: Collection[int]) -> str:
    """The squares of a rank with a blank before each and after the last; marked squares have brackets instead."""
    text = ""
    for before, square in zip([None, *row], row, strict=False):
        text += BORDERS[before in marked, square in marked] + sign(square)
    return text + ("]" if row[-1] in marked else "")
