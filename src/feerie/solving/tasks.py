"""Which task solves a problem."""
from __future__ import annotations

from feerie.base.errors import ProblemError
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Aim
from feerie.solving.task import Task

__all__ = ["task_for"]

MAX_PLIES, MAX_PLIES_TO_POSITION = 300, 200
"""The longest play that is searched; lower bounds on the way to a position count no further than the second."""
UNSOLVED = ("goal_is_end", "null_moves", "castling_exclusive")
"""Options that change what a solution is, and that no search implements: such problems are refused."""


def task_for(problem: Problem, limit: int = 0, *, variations: bool = True) -> Task:
    """The task that finds all solutions, or `limit` of them; ProblemError for problems that cannot be solved here.

    `variations`: in direct, self and reflex play, with the play after keys and tries.
    """
    if problem.twins or problem.options.duplex:
        raise ProblemError("a problem with twins or duplex is solved part by part "
                           "(Problem.twins_applied, Problem.colours)")
    stipulation = problem.stipulation
    if problem.options.keep_mating_piece and stipulation.goal.aim is not Aim.MATE:     # no king mates alone
        raise ProblemError("the option {} is solved by this version only for mate", _word("keep_mating_piece"))
    for name in ("start_move", "up_to_move"):
        if len(getattr(problem.options, name)) > 1 or getattr(problem.options, name) and problem.is_post_key:
            raise ProblemError("the option {} is solved by this version only for first moves", _word(name))
    for name in UNSOLVED:
        if getattr(problem.options, name) != getattr(Options(), name):
            raise ProblemError("the option {} is not solved by this version", _word(name))
    solved = stipulation.goal.aim.number is not None or stipulation.goal.aim is Aim.DIAGRAM
    longest = MAX_PLIES_TO_POSITION if stipulation.goal.aim.is_position else MAX_PLIES
    if solved and problem.plies > longest:
        raise ProblemError("{}: plays of more than {} single moves are not solved", stipulation, longest)
    if solved:
        if stipulation.play.is_battle and not stipulation.introductory:
            from feerie.solving.forced_task import ForcedTask

            return ForcedTask(problem, limit, variations=variations)
        from feerie.solving.help_task import HelpTask

        if stipulation.play in HelpTask.PLAYS:
            return HelpTask(problem, limit)
    raise ProblemError("{} is not solved by this version", stipulation)


def _word(option: str) -> str:
    """Popeye's word for an option."""
    from feerie.formats.popeye.words import option_word  # needed by few problems

    return option_word(option, "en")
