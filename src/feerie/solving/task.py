"""What a task is: a problem together with the jobs and workers that solve it."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from feerie.base.errors import ProblemError
from feerie.game.position import Position
from feerie.game.status_text import illegality
from feerie.kernel.judges import new_judge
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution, UciLine
from feerie.problems.stipulation import Aim, Goal, Play
from feerie.rules.setup import Setup
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable, entries_for
from feerie.solving.jobs import Job, Value, Whole, Worker
from feerie.solving.lines_in_order import LinePlace
from feerie.solving.table_sizes import table_of

__all__ = ["Task"]


class Task:
    """A problem to be solved; there is one subclass for forced play and one for help play.

    `PLAYS`: the kinds of play it solves. `whole`: the job that solves the problem. `job_nodes`: positions after which a
    long job is split; None if jobs are split for idle workers only. `limit`: the most solutions wanted, 0 for all.
    `shortcuts`: whether searches may skip what cannot change the solution. ProblemError for an illegal diagram.
    """

    PLAYS: ClassVar[Sequence[Play]]
    whole: Whole
    job_nodes: int | None = None

    def __init__(self, problem: Problem, limit: int = 0, *, shortcuts: bool = True) -> None:
        self.problem, self.limit, self.shortcuts = problem, limit, shortcuts
        start = Position(problem.genre, problem.start)
        if not start.is_valid():
            raise ProblemError("the diagram is illegal: {}", illegality(start))

    def table(self, most: int) -> TranspositionTable:
        """The transposition table that the workers of a process share; it grows to `most` entries at most."""
        return table_of(self.problem.plies, most)

    @property
    def further_tables(self) -> Sequence[TranspositionTable]:
        """What the workers share besides `table`, once that has been made."""
        return ()

    def worker(self, table: Callable[[], TranspositionTable]) -> Worker:
        """A new worker; `table`: gives the transposition table for its searches, when these are made."""
        raise NotImplementedError

    def alone(self) -> Solution:
        """The solution, found in the calling thread, without limits."""
        value, nodes, done = self.worker(lambda: TranspositionTable(entries_for(self.problem.plies))).work(self.whole)
        return self.solution(value, done, nodes, 0.0)

    def lines_in(self, job: Job, value: Value) -> Iterator[tuple[bool, UciLine]]:
        """The lines in the value of a job: whether it is set play, and the moves in UCI; none in forced play."""
        return iter(())

    def beginning(self, job: Job) -> LinePlace:
        """A place in the order of the solution before which the job finds no lines."""
        return False, ()

    @property
    def keeps_lines(self) -> bool:
        """Whether every line that a job finds belongs to the solution."""
        return not self.limit and not self.problem.options.stop_on_short_solutions

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """The solution from the value of `whole`; None means that nothing was found."""
        raise NotImplementedError

    @staticmethod
    def search_goal(problem: Problem, goal: Goal) -> SearchGoal:
        """A goal of a problem in the numbers of the searches; ProblemError for a goal that is not solved.

        A proof game reaches a position as `a=>b` does: `Problem.end`.
        """
        number = (Aim.POSITION if goal.aim is Aim.DIAGRAM else goal.aim).number
        if number is None:
            raise ProblemError("the goal {} is not solved by this version", goal)
        return SearchGoal(number, -1 if goal.square is None else problem.genre.board.index(goal.square))

    @staticmethod
    def judge(problem: Problem, start: Setup) -> Judge:
        """A judge with the position on its stack, and room for the moves of the problem."""
        judge = new_judge(compiled_rules(problem.genre), 2 * problem.plies + 8)
        judge.load(start)
        return judge
