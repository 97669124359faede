"""Lines of problems with an author's constraints: which ones meet them, and which of those are solutions.

A line that reaches the wanted position in breach of a constraint is not a solution; play may go on and reach it again.
"""
from __future__ import annotations

from collections.abc import Iterable

from feerie.game.position import Position
from feerie.problems.journeys import journeys_of
from feerie.problems.line import LineTurns
from feerie.problems.problem import Problem
from feerie.problems.solution import UciLine

__all__ = ["ConstraintChecker"]


class ConstraintChecker:
    """Knows the constraints of a problem. `start`: the position before the first move of its lines."""

    def __init__(self, problem: Problem, start: Position) -> None:
        self.constraints, self.start, self.turns = problem.constraints, start, LineTurns(problem)

    def meets(self, line: UciLine) -> bool:
        """Whether a line of legal moves meets the constraints."""
        if not self.constraints:
            return True
        position, moves = self.start, []
        for number, uci in enumerate(line, 1):
            if self.turns.are_passed(position, uci, is_last=number == len(line)):
                position = position.pass_turn()
            moves.append(position.parse(uci))
            position = position.play(moves[-1]).without_clocks()
        return self.constraints.broken_by(journeys_of(self.start, moves)) is None

    def solutions(self, lines: Iterable[UciLine]) -> set[UciLine]:
        """The lines that are solutions: they meet the constraints, and none of the others is their beginning."""
        found = set(lines)
        if not self.constraints:
            return found
        found = {line for line in found if self.meets(line)}
        return {line for line in found if not any(line[:length] in found for length in range(1, len(line)))}
