"""A board in letters, for a terminal."""
from __future__ import annotations

from feerie.notation.languages import language as language_of
from feerie.rules.genre import Genre
from feerie.rules.setup import Setup

__all__ = ["board"]


def board(genre: Genre, setup: Setup, language: str = "en", *, problem: bool = False, turned: bool = False) -> str:
    """The men as letters of a language, White's upper case; "." is an empty square, a blank a wall.

    `problem`: the letters that problemists use (S for the knight). `turned`: Black sits below.
    """
    words, squares = language_of(language, genre), genre.board
    margin = len(str(squares.ranks))

    def sign(square: int) -> str:
        man = setup.men[square]
        letter = words.letter(man.upper(), problem) if man else "."
        return " " if square in squares.walls else letter if man.isupper() else letter.lower()

    files = list(range(squares.files))[::-1 if turned else 1]
    ranks = list(range(squares.ranks))[::1 if turned else -1]
    lines = [f"{rank + 1:>{margin}} {' '.join(sign(rank * squares.files + file) for file in files)}" for rank in ranks]
    lines.append(" " * (margin + 1) + " ".join(squares.name(file)[0] for file in files))
    return "\n".join(line.rstrip() for line in lines)
