"""One forced mate as a value: what was asked, what was found, and its proof.

The proof is a tree of nodes with roles, as in solutions, but of another kind: each move of the attacker (the key,
continuations) is followed by all legal replies (variations), and each reply by one move that is enough (a
continuation), the shortest known, which need not be the shortest there is.
"""
from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from feerie.game.position import Position
from feerie.problems.problem import Problem
from feerie.problems.solution import PROGRAM, Node, UciLine

__all__ = ["LONGEST_MATE", "STIPULATIONS", "ForcedMate", "MateVerdict", "main_line", "mate_problem"]

LONGEST_MATE = 200
"""The longest mate that is looked for."""
STIPULATIONS = {("direct", "mate"): "#", ("direct", "stalemate"): "=", ("self", "mate"): "s#",
                ("self", "stalemate"): "s=", ("direct", "run"): "run", ("self", "run"): "srun"}
"""The beginning of a stipulation, by kind of play and goal."""


class MateVerdict(Enum):
    """What is known."""

    FOUND = "mate found"
    """Or a stalemate or king run, if that is the goal."""
    NONE = "none within n"
    """There is none in the number of moves asked for or fewer; without a number, none within LONGEST_MATE."""
    UNDECIDED = "undecided"


def mate_problem(position: Position, moves: int, goal: str = "mate", play: str = "direct") -> Problem:
    """The problem "the side to move forces the goal in `moves` moves" with the position as its diagram.

    Raises ProblemError for a king run in a genre that has none.
    """
    return Problem(position.genre, position.setup, f"{STIPULATIONS[play, goal]}{moves}")


@dataclass(frozen=True, repr=False)
class ForcedMate:
    """The result of a search for one forced mate (or stalemate, or king run) in a position.

    `moves`: the number of attacker's moves in which the goal is forced; None if nothing was found. `asked`: the number
    of moves within which it was looked for, None for any number. `refuted`: the number of moves in which the goal is
    known not to be forceable, 0 if nothing is known. `complete`: whether the question was answered; False if a limit or
    a stop ended the search before that. `problem`: the position with `moves` as its stipulation, or with `asked` if
    nothing was found; None without either. `tree`: the proof, with all replies of the defender; None if nothing was
    found, or no proof was wanted. `nodes`: positions searched, `seconds`: wall time.
    """

    position: Position
    goal: str
    play: str
    moves: int | None
    asked: int | None
    refuted: int
    complete: bool
    problem: Problem | None = None
    tree: Node | None = None
    line: UciLine = ()
    nodes: int = 0
    seconds: float = 0.0

    def __bool__(self) -> bool:
        """Whether the goal can be forced."""
        return self.moves is not None

    def __repr__(self) -> str:
        """One line: genre, verdict and main line."""
        what = f"{STIPULATIONS[self.play, self.goal]}{self.moves or self.asked or '?'}"
        said = " ".join(self.line) if self.moves else self.verdict.value
        return f"<ForcedMate {what} {self.position.genre.name}: {said}>"

    @property
    def verdict(self) -> MateVerdict:
        """Found, none within the moves asked for, or undecided."""
        if self.moves is not None:
            return MateVerdict.FOUND
        return MateVerdict.NONE if self.refuted >= (self.asked or LONGEST_MATE) else MateVerdict.UNDECIDED

    @property
    def is_shortest(self) -> bool:
        """Whether it is proved that the goal cannot be forced in fewer moves."""
        return self.moves is not None and self.refuted >= self.moves - 1

    def as_json(self) -> dict[str, Any]:
        """The document that the command line prints and `feerie verify` reads."""
        return {
            "genre": self.position.genre.name, "fen": self.position.fen(), "goal": self.goal, "play": self.play,
            "asked": self.asked, "mate": self.moves, "line": list(self.line), "verdict": self.verdict.value,
            "shortest": self.is_shortest, "none_within": self.refuted, "complete": self.complete,
            "problem": self.problem.as_json() if self.problem else None,
            "tree": self.tree.as_json() if self.tree else {}, "nodes": self.nodes,
            "seconds": round(self.seconds, 3), "program": PROGRAM,
        }


def main_line(tree: Node) -> UciLine:
    """The line of a proof in which the defender holds out longest; among equals, the first."""
    lengths: dict[int, int] = {}

    def length(node: Node) -> int:
        """The number of moves of the play below a node; shared nodes are visited once."""
        if id(node) not in lengths:
            lengths[id(node)] = max((1 + length(child) for child in node.children), default=0)
        return lengths[id(node)]

    line, node = [], tree
    while node.children:
        node = max(node.children, key=length)
        line.append(str(node.move))
    return tuple(line)
