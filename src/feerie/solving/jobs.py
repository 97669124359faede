"""Jobs: the units of work that threads, checkpoints and clusters share.

A job is a question about the position after a line of moves. It is answered by a search, or it is split: its *plan*
is a generator that yields batches of smaller jobs, receives their values and returns the value of the job itself.
A value depends on the problem and the job alone, not on who found it, when, or by which smaller jobs. So a job can
be done anywhere, and more than once.
"""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import fields
from typing import Any, NamedTuple, Protocol

from feerie.base.frozen import frozen
from feerie.kernel.verdict import Judge
from feerie.problems.solution import Node, Role
from feerie.search.forced.forced import Stopped
from feerie.search.goal.goal_search import NO_NODE_LIMIT, GoalSearch
from feerie.search.transposition import TranspositionTable
from feerie.solving.limits import FirstMove
from feerie.solving.line_store import LineList, PackedLine

__all__ = [
    "PASS",
    "Batch",
    "Job",
    "JobResult",
    "LinePlayed",
    "PackedLine",
    "Plan",
    "StoppedWhole",
    "Value",
    "Whole",
    "Worker",
    "decode",
    "drive",
    "encode",
]

PASS = 0
"""In a packed line: the side to move passes."""

Value = Any
"""A truth value, number, text, Node, or tuples of these; None means "not known" and is never the value of a job."""


class Job(ABC):
    """A question; its subclasses are frozen dataclasses, one for each kind. Jobs are pickled for clusters.

    `worker` is always a worker of the task the job belongs to.
    """

    @abstractmethod
    def answer(self, worker: Any) -> Value:
        """The value, found by the worker's searches; Stopped when they are stopped."""

    def plan(self, worker: Any) -> Plan:
        """The plan that answers the job by smaller ones; only where `can_split` holds."""
        raise NotImplementedError

    def can_split(self, worker: Any) -> bool:
        """Whether the job has a plan."""
        return False

    @property
    def name(self) -> str:
        """A text that identifies the job among all jobs of its problem; checkpoints use it."""
        values = (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        return " ".join((type(self).__name__, *map(_field_text, values)))


def _field_text(value: Any) -> str:
    if isinstance(value, Role):
        return value.name
    return ".".join(map(str, value)) if isinstance(value, tuple) else str(value)


class StoppedWhole(NamedTuple):
    """What is known of a whole that was stopped: the values of finished jobs, the job in hand, and what that found."""

    found: dict[Job, Value]
    in_hand: Job | None
    partial: Value


@frozen
class Whole(Job):
    """Everything that is asked of a problem: the root of the tree of jobs."""

    def answer(self, worker: Worker) -> Value:
        """The value; when stopped, `worker.partial` is a StoppedWhole."""
        found: dict[Job, Value] = {}
        in_hand: Job | None = None

        def answer(job: Job) -> Value:
            nonlocal in_hand
            in_hand = job
            return job.answer(worker)

        try:
            return drive(self.plan(worker), answer, found)
        except Stopped:
            worker.partial = StoppedWhole(found, None if in_hand in found else in_hand, worker.partial)
            raise

    def can_split(self, worker: Worker) -> bool:
        """Always."""
        return True


def _all_needed(values: Sequence[Value]) -> bool:
    return False


@frozen
class Batch:
    """Jobs that may be done at the same time.

    `enough`: given the values known so far (None: not yet), whether the remaining jobs may be left out.
    `until`: estimated share of the plan that is done after this batch, from 0 to 1. `steps`: for each job, the first
    move that it is about, None for others; or nothing.
    """

    jobs: Sequence[Job]
    enough: Callable[[Sequence[Value]], bool] = _all_needed
    until: float = 1.0
    steps: Sequence[FirstMove | None] = ()


Plan = Generator[Batch, list[Value], Value]
"""A plan that receives None in place of a value was stopped; it then concludes with the values that are known."""


class JobResult(NamedTuple):
    """The result of working on a job.

    `value`: the value if `done`; otherwise what was found before the stop, None for nothing. Of Whole that is a
    StoppedWhole. `nodes`: positions played.
    """

    value: Value
    nodes: int
    done: bool


class Searching(Protocol):
    """What a worker needs from a search."""

    @property
    def judge(self) -> Judge: ...
    @property
    def table(self) -> TranspositionTable: ...
    @property
    def goals(self) -> GoalSearch: ...


class Worker:
    """Boards and searches for one problem; used by one thread at a time.

    `searches`: one for each part of the problem (actual play, set play). `partial`: what an interrupted job leaves
    behind, None for nothing; jobs set it before they raise Stopped. `stop_wanted`: the job in hand is to stop, whatever
    else stops its searches.
    """

    def __init__(self) -> None:
        self._searches: Sequence[Searching] = ()
        self.partial: Value = None
        self.stop_wanted = False

    def search_with(self, searches: Sequence[Searching]) -> None:
        """Take these searches."""
        self._searches = searches

    def work(self, job: Job) -> JobResult:
        """Work on a job until it is answered or stopped. Raises what a rule in Python has raised meanwhile."""
        before = self.nodes
        self.partial = None
        try:
            value = job.answer(self)
            result = JobResult(value, self.nodes - before, True)
        except Stopped:
            result = JobResult(self.partial, self.nodes - before, False)
        for search in self._searches:
            search.judge.raise_failure()
        return result

    @property
    def nodes(self) -> int:
        """Positions played by this worker; may be read while it works."""
        return sum(search.goals.nodes for search in self._searches)

    def vary(self, number: int) -> None:
        """Search in an order of its own, where the order is free, by its number among the workers that share a table.

        Otherwise these come to the same positions at the same time, and none learns from the table what another found.
        """

    def stop(self) -> None:
        """Stop the current job soon; called from another thread."""
        self.stop_wanted = True
        for search in self._searches:
            search.judge.stopped = True

    def ready(self, budget: int | None = None) -> None:
        """Get ready for the next job, also after `stop`.

        `budget`: positions after which the job stops itself, None for no limit.
        """
        self.stop_wanted = False
        for search in self._searches:
            search.judge.stopped = False
            search.goals.node_limit = NO_NODE_LIMIT if budget is None \
                else min(NO_NODE_LIMIT, search.goals.nodes + budget)


class LinePlayed:
    """A block in which the moves of a line are on the board of the judge and at the end of `history`.

    A class, because it is faster than a generator.
    """

    __slots__ = ("history", "judge", "line")

    def __init__(self, judge: Judge, line: PackedLine, history: list[int] | None = None) -> None:
        self.judge, self.line, self.history = judge, line, [] if history is None else history

    def __enter__(self) -> None:
        for move in self.line:
            if move == PASS:
                self.judge.pass_turn()
            else:
                self.judge.push(move)
        self.history += self.line

    def __exit__(self, *unused: object) -> None:
        for _ in self.line:
            self.judge.pop()
            self.history.pop()


def drive(plan: Plan, answer: Callable[[Job], Value], found: dict[Job, Value]) -> Value:
    """The value of a plan whose jobs are answered one after another; their values are added to `found`."""
    try:
        batch = next(plan)
        while True:
            values: list[Value] = [None] * len(batch.jobs)
            for i, job in enumerate(batch.jobs):
                values[i] = found[job] = answer(job)
                if batch.enough(values):
                    break
            batch = plan.send(values)
    except StopIteration as end:
        return end.value


# --------------------------------------------------------------------------------------------- values as JSON

def encode(value: Value) -> Any:
    """A value as JSON: tuples become lists, nodes become objects. Lists of many lines are left as they are."""
    if isinstance(value, Node):
        return value.as_json()
    return [encode(item) for item in value] if isinstance(value, (tuple, list)) else value


def decode(value: Any, lines: Callable[[dict[str, Any]], LineList]) -> Value:
    """The value that `encode` wrote. `lines`: the list for what was written in the place of a list of many lines."""
    if isinstance(value, dict):
        if "chunks" in value:
            return lines(value)
        return Node(value["move"], Role(value["role"]), tuple(decode(child, lines) for child in value["children"]),
                    value.get("zugzwang", False))
    return tuple(decode(item, lines) for item in value) if isinstance(value, list) else value
