"""What is asked about a move: its squares, legal or not."""
from __future__ import annotations

from dataclasses import dataclass

from feerie.rules.board import Board
from feerie.rules.genre import Genre
from feerie.rules.move import Move
from feerie.rules.unit import kind_text, letter_of
from feerie.why.attempt import Attempt
from feerie.why.what_if import WhatIf

__all__ = ["Pair"]


@dataclass(frozen=True)
class Pair:
    """What is asked about: two squares by number, the English letter of a promotion, the square of a man that is taken
    on the way if the text names it.
    """

    origin: int
    target: int
    promotion: str | None = None
    taken: int | None = None

    @classmethod
    def of(cls, genre: Genre, move: Move) -> Pair:
        """The squares of a move."""
        index = genre.board.index
        return cls(index(move.origin), index(move.target), letter_of(move.promotion) if move.promotion else None,
                   index(move.choice[1:]) if move.choice else None)

    @classmethod
    def of_attempt(cls, attempt: Attempt, before: WhatIf) -> Pair:
        """The squares of an attempt."""
        return cls(attempt.origin, attempt.target, attempt.promotion(before), attempt.choice(before))

    def uci(self, board: Board) -> str:
        """The UCI text."""
        promotion = kind_text(self.promotion) if self.promotion else None
        choice = "" if self.taken is None else f"@{board.name(self.taken)}"
        return board.uci(self.origin, self.target, promotion) + choice
