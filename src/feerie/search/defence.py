"""How a defence fares against the attacker's last move: the answer of ForcedSearch.classify_defences."""
from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["Defence", "DefenceKind"]


class DefenceKind(IntEnum):
    """What a defence does."""

    VARIATION = 0
    """The attacker still forces the goal, but not by all his threats, or not as quickly."""
    REFUTATION = 1
    """The attacker cannot force the goal in the moves that are left."""
    REACHES_GOAL = 2
    """The defence itself reaches the goal (self and reflex play)."""
    MAYBE_INEFFECTIVE = 3
    """Every threat still works, if moves with the same origin and target are the same move."""
    INEFFECTIVE = 4
    """Every threat still works, or something quicker does; such a defence is not reported."""


class Defence(NamedTuple):
    """A defence that is reported."""

    move: int
    """The packed move."""
    kind: DefenceKind
    length: int
    """The fewest moves in which the attacker then forces the goal; 0 for none, or if the defence reached it."""
    winning_moves: list[int]
    """All packed moves that force the goal in `length`; empty where that is 0."""
