"""Superfluous men: without one of them the problem has the same solution.

The same solution means, in forced play, the same keys with the same play after them, move for move (threats,
variations, duals); set play and tries may differ. In help and series play it means the same lines. Kings are kept.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from feerie.base.errors import ProblemError
from feerie.problems.problem import Problem
from feerie.problems.solution import Node, Role, Solution
from feerie.rules.trait import Trait
from feerie.rules.unit import letter_of, unit_of
from feerie.solving.limits import StopFlag

__all__ = ["Superfluous", "superfluous"]

Solve = Callable[[Problem], Solution]


@dataclass(frozen=True)
class Superfluous:
    """`men`: the superfluous men, as (FEN letter, square). `tried`: how many men were tried; `of`: all but kings."""

    men: tuple[tuple[str, str], ...]
    tried: int
    of: int

    @property
    def complete(self) -> bool:
        """Whether every man was tried, and none of the trials stopped early."""
        return self.tried == self.of

    def as_json(self) -> dict[str, Any]:
        """{"men": [{"man", "square"}], "tried", "of", "complete"}."""
        return {"men": [{"man": man, "square": square} for man, square in self.men], "tried": self.tried,
                "of": self.of, "complete": self.complete}


def superfluous(solution: Solution, solve: Solve, *, progress: Callable[[int, int], None] | None = None,
                stop: StopFlag | None = None) -> Superfluous:
    """The men that can be removed, one at a time, without changing the solution.

    `solution`: complete, with all its play; `solve`: solves a problem in full. ProblemError if the solution is not
    complete, if there is none, or if the goal is a position, which needs every man.

    >>> import feerie
    >>> solution = feerie.solve(feerie.Problem("orthodox", "k7/8/1K6/8/8/P7/8/6R1", "#1"))
    >>> superfluous(solution, feerie.solve).men
    (('P', 'a3'),)
    """
    problem = solution.problem
    if not solution.complete or not solution.variations:
        raise ProblemError("superfluous men are looked for where the whole solution is known")
    if not solution.count and not problem.is_post_key:
        raise ProblemError("superfluous men are looked for where there is a solution")
    if problem.end is not None:
        raise ProblemError("{}: every man of such a problem is needed", problem.stipulation)
    diagram, royal = problem.diagram, problem.genre.royal_letters
    men = [(square, man) for square, man in diagram.pieces
           if letter_of(man) not in royal and Trait.ROYAL not in unit_of(man).traits]
    found: list[tuple[str, str]] = []
    tried = 0
    for done, (square, man) in enumerate(men, 1):
        if stop is not None and stop.is_set():
            break
        left = tuple("" if at == square else letter for at, letter in enumerate(diagram.men))
        try:
            other = solve(replace(problem, diagram=replace(diagram, men=left, births=diagram.births_for(left)),
                                  options=replace(problem.options, set_play=False, defence=0)))
            tried += other.complete or not _is_same(solution, other, partly=True)
            if other.complete and _is_same(solution, other):
                found.append((man, problem.genre.board.name(square)))
        except ProblemError:            # without the man the diagram is illegal
            tried += 1
        if progress:
            progress(done, len(men))
    return Superfluous(tuple(found), tried, len(men))


def _is_same(solution: Solution, other: Solution, *, partly: bool = False) -> bool:
    """Whether two solutions are the same; `partly`: whether the other, incomplete one may still become the same."""
    if solution.tree is None or other.tree is None:
        return set(other.lines) <= set(solution.lines) if partly else other.lines == solution.lines
    if partly:                          # keys that are found are proved, however the search ended
        return set(other.keys) <= set(solution.keys)
    return _play(solution.tree) == _play(other.tree)


def _play(tree: Node) -> tuple[tuple[Node, ...], bool]:
    """The actual play: everything but set play and tries."""
    return tree.with_role(Role.KEY, Role.THREAT, Role.VARIATION), tree.zugzwang
