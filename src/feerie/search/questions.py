"""What searches are asked, in their own numbers: `solving` makes these values of stipulations."""
from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["Finish", "LinePlay", "LineQuestion", "SearchGoal"]


class LinePlay(IntEnum):
    """Who makes the moves of a line. Compiled code has the numbers under the same names."""

    HELP = 0
    """Both sides in turn."""
    SERIES = 1
    """One side alone."""
    PARRY = 2
    """One side alone, but the other one parries checks; all its parries count."""
    PARRY_HELP = 3
    """The same, where any parry will do."""


class Finish(IntEnum):
    """How a line reaches its goal. Compiled code has the numbers under the same names."""

    AT_GOAL = 0
    """By its last move."""
    BY_OTHER = 1
    """By a move of the other side after it."""
    FORCED = 2
    """Every move of the other side reaches it."""
    OFFERED = 3
    """Some move of the other side, which then must be made, reaches it."""
    EITHER = 4
    """By either of the last two moves, one of each side."""
    HELPED = 5
    """After a move with which the other side helps, as FORCED."""


class SearchGoal(NamedTuple):
    """A goal. `number`: that of its `Aim`; `square`: the index of the square that it names, -1 for none."""

    number: int
    square: int = -1


class LineQuestion(NamedTuple):
    """Which lines of help or series play are wanted; their length is not part of it.

    `goal`: what the line reaches; `ending`: how. `own_goal`: the other side's goal, where the ending is EITHER.
    `exact`: no shorter lines.
    """

    play: LinePlay
    goal: SearchGoal
    ending: Finish = Finish.AT_GOAL
    own_goal: SearchGoal | None = None
    exact: bool = False
