"""Tasks: a search that runs in a thread of its own and can be stopped from another."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from feerie.errors import ProblemError
from feerie.kernel.verdict import Judge, program_of
from feerie.position import Position
from feerie.problems.direct import Stopped
from feerie.problems.problem import Problem
from feerie.problems.search import GOALS
from feerie.problems.solution import Solution
from feerie.problems.stipulation import Aim, Goal, Play
from feerie.rules.setup import Setup

__all__ = ["Progress", "Task"]

Progress = Callable[[int, int], None]
"""Called with how many first moves are done, and of how many."""


AIMS = {
    Aim.MATE: "mate", Aim.STALEMATE: "stalemate", Aim.MATE_OR_STALEMATE: "mate or stalemate",
    Aim.DOUBLE_STALEMATE: "double stalemate", Aim.AUTO_STALEMATE: "auto-stalemate",
    Aim.CHECK: "check", Aim.CAPTURE: "capture", Aim.TARGET: "target square", Aim.ANY_MOVE: "any move",
    Aim.CASTLING: "castling", Aim.EN_PASSANT: "en passant", Aim.POSITION: "position",
}
"""The goals that are solved."""


class Task:
    """One search: `run` in a thread, `stop` from another, then `solution`.

    `PLAYS`: the kinds of play it solves, in the order of the kernel's numbers for them.
    """

    PLAYS: ClassVar[Sequence[Play]] = ()

    def __init__(self, problem: Problem, judges: list[Judge]) -> None:
        self.problem = problem
        self.judges = judges
        self.finished = False
        self.error: Exception | None = None

    def run(self, progress: Progress | None) -> None:
        """Search; what goes wrong is kept in `error`."""
        try:
            self.search(progress)
            self.finished = not any(judge.stopped for judge in self.judges)
        except Stopped:
            pass
        except Exception as error:
            self.error = error

    def search(self, progress: Progress | None) -> None:
        """Find what there is; Stopped when stopped."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the search soon."""
        for judge in self.judges:
            judge.stopped = True

    def solution(self, seconds: float) -> Solution:
        """What was found."""
        raise NotImplementedError

    @classmethod
    def play_number(cls, problem: Problem) -> int:
        """The search's number for the kind of play."""
        return cls.PLAYS.index(problem.stipulation.play)

    @staticmethod
    def goal_number(goal: Goal) -> int:
        """The search's number for a goal."""
        return GOALS.index(AIMS[goal.aim])

    @staticmethod
    def goal_square(problem: Problem) -> int:
        """The number of the goal's square, -1 where it has none."""
        square = problem.stipulation.goal.square
        return -1 if square is None else problem.genre.board.index(square)

    @staticmethod
    def judge(problem: Problem, start: Setup, *, legal: bool = True) -> Judge:
        """A judge with the position on its stack; ProblemError where the diagram must be legal and is not."""
        status = Position(problem.genre, start).status()
        if legal and status.word == "illegal" and status.reason:
            where = f" ({status.man or 'king'} on {status.square})" if status.square else ""
            raise ProblemError(f"the diagram is illegal: {status.reason.value}{where}")
        judge = Judge(program_of(problem.genre), 2 * problem.plies + 8)
        judge.load(start)
        return judge
