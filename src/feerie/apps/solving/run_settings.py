"""What the command line says about how problems are solved: options that override those of a file, and resources."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from feerie.base.frozen import frozen
from feerie.problems.problem import Problem

__all__ = ["SolvingOptions", "SolvingResources"]


@frozen
class SolvingOptions:
    """Options of the command line that override those of a file; None if not given."""

    set_play: bool | None = None
    tries: bool | None = None
    refutations: int | None = None
    variations: bool = True
    max_solutions: int | None = None
    seconds: float | None = None
    superfluous: bool = False
    move_numbers: bool = False
    start_move: int | None = None
    up_to_move: int | None = None

    def applied(self, problem: Problem) -> Problem:
        """The problem with these options."""
        changes: dict[str, Any] = {}
        if self.set_play is not None:
            changes["set_play"] = self.set_play
        if self.refutations is not None or self.tries is not None:
            changes["defence"] = 0 if self.tries is False else self.refutations or problem.options.defence or 1
        if self.move_numbers:
            changes["move_numbers"] = True
        if self.start_move is not None:
            changes["start_move"] = (self.start_move,)
        if self.up_to_move is not None:
            changes["up_to_move"] = (self.up_to_move,)
        return replace(problem, options=replace(problem.options, **changes)) if changes else problem


@frozen
class SolvingResources:
    """How problems are solved.

    `resume`: the path of a checkpoint; `cluster`: the address of a scheduler; `find`: look for one forced line first.
    """

    threads: int | None = None
    hash_mb: int | None = None
    nodes: int | None = None
    resume: str | None = None
    cluster: str | None = None
    find: bool = False
