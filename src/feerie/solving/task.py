"""Tasks: how a problem of some kind of play is solved, as a plan of jobs of work."""
from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from feerie.errors import ProblemError
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.position import Position
from feerie.search.transposition import TranspositionTable, entries_for
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.problems.stipulation import Goal, Play
from feerie.solving.jobs import WHOLE, Worker, Value
from feerie.rules.setup import Setup

__all__ = ["Task"]


class Task:
    """A problem to be solved: `worker` makes places to work at, `solution` reads the value of the whole.

    `PLAYS`: the kinds of play it solves, in the order of the kernel's numbers for them. `limit`: so many solutions
    are enough, 0 for all; `shortcuts`: whether searches may leave out what cannot matter. ProblemError for an illegal diagram.
    """

    PLAYS: ClassVar[Sequence[Play]] = ()

    def __init__(self, problem: Problem, limit: int = 0, *, shortcuts: bool = True) -> None:
        self.problem, self.limit, self.shortcuts = problem, limit, shortcuts
        status = Position(problem.genre, problem.start).status()
        if not problem.stipulation.introductory and status.word == "illegal" and status.reason:
            where = f" ({status.man or 'king'} on {status.square})" if status.square else ""
            raise ProblemError(f"the diagram is illegal: {status.reason.value}{where}")

    def worker(self, table: TranspositionTable) -> Worker:
        """A place for one worker."""
        raise NotImplementedError

    def alone(self) -> Solution:
        """The solution, found here and now, without limits."""
        value, nodes, done = self.worker(TranspositionTable(entries_for(self.problem.plies))).work(WHOLE)
        return self.solution(value, done, nodes, 0.0)

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """What the value of the whole means; None as a value means nothing was found."""
        raise NotImplementedError

    @classmethod
    def play_number(cls, problem: Problem) -> int:
        """The search's number for the kind of play."""
        return cls.PLAYS.index(problem.stipulation.play)

    @staticmethod
    def goal_number(goal: Goal) -> int:
        """The search's number for a goal; ProblemError for a goal that is not solved."""
        if goal.aim.number is None:
            raise ProblemError(f"the goal {goal} is not solved by this version")
        return goal.aim.number

    @staticmethod
    def goal_square(problem: Problem, goal: Goal) -> int:
        """The number of a goal's square, -1 where it has none."""
        return -1 if goal.square is None else problem.genre.board.index(goal.square)

    @staticmethod
    def judge(problem: Problem, start: Setup) -> Judge:
        """A judge with the position on its stack."""
        judge = Judge(compiled_rules(problem.genre), 2 * problem.plies + 8)
        judge.load(start)
        return judge
