"""From a problem to its solution: which search answers it, and how what it answers becomes a solution.

The searches run in a thread of their own, free of the interpreter; the caller's thread waits, reports progress
and stops them: after a time, when told to, or at Ctrl-C. What was found until then is kept.
"""
from __future__ import annotations

import threading
import time
from typing import Protocol

from feerie.errors import ProblemError
from feerie.problems.battles import BattleTask
from feerie.problems.lines import HelpTask
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.problems.task import AIMS, Progress, Task

__all__ = ["solve"]

LONGEST = 200
UNSOLVED = ("threat", "max_flights", "non_trivial", "keep_mating_piece", "quodlibet", "goal_is_end", "mates_in_1",
            "null_moves", "castling_exclusive", "start_move", "up_to_move")
"""Options that change what a solution is and that no search here knows: better none than a wrong one."""
POLL = 0.05


class Flag(Protocol):
    """What can tell a search to stop: threading.Event, for one."""

    def is_set(self) -> bool: ...


def solve(problem: Problem, *, max_solutions: int | None = None, max_seconds: float | None = None,
          progress: Progress | None = None, stop: Flag | None = None) -> Solution:
    """All solutions of a problem without twins (see Problem.twins_applied and Problem.colours).

    `max_solutions`, `max_seconds`, `stop` and Ctrl-C end the search early: what was found is kept, and the
    solution says that it is not complete. `progress` is called with how many first moves are done, and of how
    many. ProblemError for an illegal diagram and for stipulations that are not solved.
    """
    if problem.twins or problem.options.duplex:
        raise ProblemError("a problem with twins or duplex is solved part by part")
    task = _task(problem, max_solutions or problem.options.max_solutions)
    limit = max_seconds if max_seconds is not None else problem.options.max_time
    started = time.monotonic()
    worker = threading.Thread(target=task.run, args=(progress,), daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(POLL)
            if (limit is not None and time.monotonic() - started > limit) or (stop is not None and stop.is_set()):
                task.stop()
    except KeyboardInterrupt:
        task.stop()
        worker.join()
    if task.error is not None:
        raise task.error
    return task.solution(time.monotonic() - started)


def _task(problem: Problem, max_solutions: int | None) -> Task:
    """The task that solves a problem; ProblemError where there is none."""
    stipulation = problem.stipulation
    for name in UNSOLVED:
        if getattr(problem.options, name) != getattr(Options(), name):
            raise ProblemError(f"the option {name.replace('_', ' ')} is not solved by this version")
    if stipulation.goal.aim in AIMS and problem.plies <= LONGEST:
        if stipulation.play in BattleTask.PLAYS and not stipulation.introductory:
            return BattleTask(problem)
        if stipulation.play in HelpTask.PLAYS:
            return HelpTask(problem, max_solutions or 0)
    raise ProblemError(f"{stipulation} is not solved by this version")
