"""What is asked about a move: its squares, legal or not."""
from __future__ import annotations

import re
from dataclasses import dataclass

from feerie.rules.board import Board
from feerie.rules.castling import Castling, CastlingFamily, Style
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.unit import kind_text, letter_of
from feerie.why.attempt import Attempt
from feerie.why.what_if import WhatIf

_CHOICE = re.compile(r"@([a-z][0-9]{1,2})?([a-z]|\.[a-z][a-z0-9])?")

__all__ = ["Pair", "choice_of", "named_square"]


@dataclass(frozen=True)
class Pair:
    """What is asked about: the two squares of UCI by number, the English letter of a promotion, the square of a man
    that is taken on the way, or where the man goes on after capturing, if the text names it, the letter of what is
    chosen for a man that a rule puts on a square, and that square if it is chosen.
    """

    origin: int
    target: int
    promotion: str | None = None
    taken: int | None = None
    chosen: str = ""
    placed: int | None = None

    @classmethod
    def of(cls, genre: Genre, move: Move) -> Pair:
        """The squares of a move."""
        index = genre.board.index
        return cls(index(move.origin), index(move.uci_target), letter_of(move.promotion) if move.promotion else None,
                   *choice_of(genre, move.choice))

    @classmethod
    def of_attempt(cls, attempt: Attempt, before: WhatIf) -> Pair:
        """The squares of an attempt."""
        target = named_square(*attempt.castling[:2]) if attempt.castling else attempt.target
        return cls(attempt.origin, target, attempt.promotion(before), attempt.aside(before),
                   attempt.chosen, attempt.placed)

    def uci(self, board: Board) -> str:
        """The UCI text."""
        promotion = kind_text(self.promotion) if self.promotion else None
        choice = "" if self.taken is None else f"@{board.name(self.taken)}"
        becomes = kind_text(self.chosen).lower() if self.chosen else ""
        place = "" if self.placed is None else board.name(self.placed)
        chosen = f"@{place}{becomes}" if place or becomes else ""
        return board.uci(self.origin, self.target, promotion) + choice + chosen


def named_square(family: CastlingFamily, castling: Castling) -> int:
    """The second square of a castling in UCI: the king's or, in Chess960, the partner's."""
    return castling.partner if family.style is Style.KING_TAKES_ROOK else castling.king_to


def choice_of(genre: Genre, text: str) -> tuple[int | None, str, int | None]:
    """What choices in UCI text name, "@c5", "@n", "@c5@n" or, where the player chooses where a man is put, "@b1n": a
    square, the letter of a man, that other square; None and "" where they do not.

    SquareError if it names a square that the board lacks.
    """
    squares, letter = list[int](), ""
    for match in _CHOICE.finditer(text):
        if match[1]:
            squares.append(genre.board.index(match[1]))
        letter = letter_of(match[2]) if match[2] else letter
    placed = squares.pop() if genre.has_places and squares else None
    return (squares[0] if squares else None), letter, placed
