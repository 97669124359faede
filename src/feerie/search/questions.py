"""What searches are asked, in their own numbers: `solving` makes these values of stipulations."""
from __future__ import annotations

from typing import NamedTuple

__all__ = ["LineQuestion", "SearchGoal"]


class SearchGoal(NamedTuple):
    """A goal. `number`: that of its `Aim`; `square`: the index of the square that it names, -1 for none."""

    number: int
    square: int = -1


class LineQuestion(NamedTuple):
    """Which lines of help or series play are wanted; their length is not part of it.

    `play`: its number among search.help.PLAYS. `goal`: what the line reaches; `ending`: how, a number among
    search.help.ENDINGS. `own_goal`: the other side's goal, where the ending is EITHER. `exact`: no shorter lines.
    """

    play: int
    goal: SearchGoal
    ending: int = 0
    own_goal: SearchGoal | None = None
    exact: bool = False
