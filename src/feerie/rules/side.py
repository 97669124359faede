"""The two sides as words. Setups, the kernel and the searches have their numbers: `rules.board.WHITE` and `BLACK`."""
from __future__ import annotations

from enum import StrEnum

__all__ = ["SIDES", "Side", "Word"]


class Word(StrEnum):
    """A word of a fixed list: it equals its text, is shown as it, and is written so in JSON."""

    __repr__ = str.__repr__


class Side(Word):
    """A side: "white" or "black". As an index it stands for its number, so that it chooses one of a pair."""

    WHITE = "white"
    BLACK = "black"

    def __index__(self) -> int:
        return self.number

    @property
    def number(self) -> int:
        """0 for White, 1 for Black."""
        return int(self is Side.BLACK)

    @property
    def other(self) -> Side:
        """The other side."""
        return Side.WHITE if self is Side.BLACK else Side.BLACK


SIDES = Side.WHITE, Side.BLACK
"""The sides by their numbers."""
