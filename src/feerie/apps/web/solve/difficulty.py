"""How hard a problem is for people, judged by what the solver counts.

A solver's work is no measure of a person's, but it goes with it: how many positions the search needs, how many first
moves nearly solve, and whether the key is one of the moves that everybody looks at first.
"""
from __future__ import annotations

import math
from bisect import bisect_right
from typing import Literal, NamedTuple

from feerie.game.position import Position
from feerie.problems.solution import Solution
from feerie.solving.forced_task import ForcedTask
from feerie.solving.help_task import HelpTask

__all__ = ["GRADES", "KeyKind", "Measure", "key_kind", "measure"]

GRADES = (1, 2, 3, 4, 5)
"""From very easy to very hard."""
KeyKind = Literal["check", "capture", "quiet"]
_OBVIOUS: dict[str, float] = {"check": -2.0, "capture": -1.0, "quiet": 1.0}
"""What the kind of the first move adds to the points of a battle."""
_MOST_TRIES = 4
"""Further tries do not make a problem harder."""
_STEPS = (9.0, 10.5, 12.0, 13.5)
"""The points from which on the next grade is given."""


class Measure(NamedTuple):
    """What is counted: positions of a search without shortcuts, tries (first moves with a single refutation; none in
    help and series play), and the kind of the first move."""

    nodes: int
    tries: int
    key: KeyKind

    def points(self, *, is_battle: bool) -> float:
        """A doubling of the positions is a point; where the other side defends, a try is half a point."""
        found = math.log2(max(self.nodes, 1))
        return found + min(self.tries, _MOST_TRIES) / 2 + _OBVIOUS[self.key] if is_battle else found

    def grade(self, *, is_battle: bool) -> int:
        """The grade of the problem."""
        return GRADES[bisect_right(_STEPS, self.points(is_battle=is_battle))]


def measure(solution: Solution) -> Measure:
    """What is counted of a complete solution that has a key or a line; its problem asks for tries."""
    problem = solution.problem
    plain = ForcedTask(problem, shortcuts=False, variations=False) if problem.stipulation.play.is_battle \
        else HelpTask(problem, shortcuts=False)
    return Measure(plain.alone().nodes, len(solution.tries), key_kind(solution))


def key_kind(solution: Solution) -> KeyKind:
    """Whether the first move gives check, takes something, or does neither."""
    position = Position(solution.problem.genre, solution.problem.start)
    move = position.parse(solution.keys[0])
    return "check" if position.gives_check(move) else "capture" if move.captured_on else "quiet"
