"""What a move does to the board: changes of squares, one after another."""
from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["Change", "Stage"]


class Stage(IntEnum):
    """When in a move something happens; a later stage finds the board as the earlier ones left it."""

    ARRIVE = 0
    """Men leave, are taken, and arrive; in a castling both men leave before either arrives."""
    VANISH = 1
    """A man that captured is gone by a trait of its own, before it could promote."""
    PROMOTE = 2
    TRANSMUTE = 3
    """The man that moved, and its partner in a castling, become others."""
    RETURN = 4
    """A man that captured goes on to another square."""
    RECOLOUR = 5
    """The man that moved changes sides."""
    EXCHANGE = 6
    """Kings exchange places."""
    REBIRTH = 7
    """A man that was taken is put on a square."""
    EFFECT = 8
    """What else rules of a genre file do."""


class Change(NamedTuple):
    """A square that is no longer as it was. `before`, `after`: the texts of the men (rules/unit.py), "" for none."""

    square: str
    before: str
    after: str
    stage: Stage
