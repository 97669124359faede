"""The two sides as words. Setups, the kernel and the searches have their numbers: `rules.board.WHITE` and `BLACK`."""
from __future__ import annotations

from enum import StrEnum
from typing import Self

__all__ = ["SIDES", "Side", "Word"]


class Word(StrEnum):
    """A word of a fixed list: it equals its text, is shown as it, and is written so in JSON."""

    __repr__ = str.__repr__


class Side(Word):
    """A side: "white" or "black". As an index it stands for its number, so that it chooses one of a pair."""

    number: int
    """0 for White, 1 for Black."""

    WHITE = "white", 0
    BLACK = "black", 1

    def __new__(cls, word: str, number: int = 0) -> Self:
        made = str.__new__(cls, word)
        made._value_, made.number = word, number
        return made

    def __index__(self) -> int:
        return self.number

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.WHITE if self is Side.BLACK else Side.BLACK


SIDES = Side.WHITE, Side.BLACK
"""The sides by their numbers."""
