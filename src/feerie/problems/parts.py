"""The parts of a problem: its twins, and the two sides of a duplex; as they are asked, and with their solutions."""
from __future__ import annotations

from dataclasses import replace

from feerie.base.errors import ProblemError
from feerie.base.frozen import frozen
from feerie.problems.place import Place
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.rules.side import SIDES

__all__ = ["AskedPart", "Part", "Solved", "parts_of"]


@frozen
class AskedPart:
    """A part of a problem, or the problem itself.

    `problem`: None if the part cannot be made; then `error` says why, beginning with the line or the label. `label`:
    "a" of a twin; `is_duplex`: whether it is one of the two sides of a duplex.
    """

    problem: Problem | None
    label: str = ""
    is_duplex: bool = False
    error: str = ""

    def get(self) -> Problem:
        """The problem; ProblemError if the part cannot be made."""
        if self.problem is None:
            raise ProblemError(self.error)
        return self.problem

    def at(self, place: Place) -> Place:
        """The place of the part of a problem at a place: with its label and, in a duplex, the side that begins."""
        side = SIDES[self.problem.first_side] if self.problem is not None and self.is_duplex else ""
        return replace(place, label=self.label, side=side)


@frozen
class Part:
    """A problem, or a part of one, with its solution.

    `label`: "a" for a twin; `is_duplex`: whether it is one of the two sides of a duplex. `report`: lines printed after
    the verdict, in the document's language; they replace the usual "C+".
    """

    solution: Solution
    label: str = ""
    is_duplex: bool = False
    report: tuple[str, ...] = ()

    @property
    def asked(self) -> AskedPart:
        """The part without its solution."""
        return AskedPart(self.solution.problem, self.label, self.is_duplex)


@frozen
class Solved:
    """A problem with the solutions of its parts. `error`: why some are missing, or ""."""

    problem: Problem
    parts: tuple[Part, ...] = ()
    error: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether every part that can be made has its solution."""
        return len(self.parts) == sum(part.problem is not None for part in parts_of(self.problem))


def parts_of(problem: Problem) -> list[AskedPart]:
    """The parts of a problem in order: its twins, or the problem itself, and of a duplex each side."""
    found: list[AskedPart] = []
    for label, part in problem.parts():
        if isinstance(part, ProblemError):
            found.append(AskedPart(None, label, error=str(part)))
        else:
            found += [AskedPart(side, label, part.options.duplex) for side in part.colours()]
    return found
