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
    EFFECT = 3
    """What else rules of a genre file do."""


class Change(NamedTuple):
    """A square that is no longer as it was. `before`, `after`: the texts of the men (rules/unit.py), "" for none."""

    square: str
    before: str
    after: str
    stage: Stage
