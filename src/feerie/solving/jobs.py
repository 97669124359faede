"""Units of work: what threads, checkpoints and clusters have in common.

A problem is solved by a *plan*, a generator that yields batches of jobs and is sent their values; what it returns
is the value of the whole. A job is a question about the position after some moves. A *worker* answers it, or, where
that takes too long, gives a plan that answers it by smaller jobs. A value depends on nothing but the problem and
the job: who found it, when, and by which smaller ones does not matter. So any job may be done anywhere, and twice.
"""
from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from feerie.kernel.verdict import Judge
from feerie.search.forced import Stopped
from feerie.search.transposition import TranspositionTable
from feerie.problems.solution import Node, Role

__all__ = ["PASS", "WHOLE", "Batch", "Worker", "Outcome", "Plan", "Job", "Value", "decode", "drive", "encode"]

PASS = 0
"""In the line of a job: the side to move passes."""

Value = Any
"""Truth, number, text, Node, or tuples of these; never None, which stands for "not known"."""


@dataclass(frozen=True)
class Job:
    """`kind`: what is asked; `line`: the moves (numbers) from where `part` of the problem begins; `length`: how many
    moves the question is about; `more`: what else it depends on."""

    kind: str
    line: tuple[int, ...] = ()
    length: int = 0
    part: int = 0
    more: tuple[Value, ...] = ()

    @property
    def name(self) -> str:
        """A text that tells the job from all others of its problem."""
        more = f" {self.more!r}" if self.more else ""
        return f"{self.kind} {self.part} {self.length} {'.'.join(map(str, self.line))}{more}"


WHOLE = Job("whole")
"""Everything."""


def _all_needed(values: Sequence[Value]) -> bool:
    return False


@dataclass(frozen=True)
class Batch:
    """Units that may be done at the same time.

    `enough`: told the values known so far (None: not yet), whether the others can be left. `until`: how far the
    plan has come once the batch is done, from 0 to 1, as far as one can tell.
    """

    jobs: Sequence[Job]
    enough: Callable[[Sequence[Value]], bool] = _all_needed
    until: float = 1.0


Plan = Generator[Batch, list[Value], Value]
"""Sent None in the place of a value that is not known, a plan goes on with what is known: it was stopped."""


class Outcome(NamedTuple):
    """What came of a job: its value, or where it was not `done` in time what was found of it (None: nothing).

    Of the whole that is a dictionary with the values of jobs that are done. `nodes`: positions played.
    """

    value: Value
    nodes: int
    done: bool


class Searching(Protocol):
    """What a worker must know of a search."""

    judge: Judge
    table: TranspositionTable
    nodes: int


class Worker:
    """One worker's boards and searches; used by one thread at a time. `searches`: one for each part."""

    def __init__(self, searches: Sequence[Searching]) -> None:
        self._searches = searches

    def do(self, job: Job) -> Value:
        """Answer a job; Stopped when stopped."""
        raise NotImplementedError

    def plan(self, job: Job) -> Plan:
        """Answer a job by smaller ones."""
        raise NotImplementedError

    def can_split(self, job: Job) -> bool:
        """Whether a job has a plan."""
        raise NotImplementedError

    def salvage(self) -> Value:
        """What was found of a job that was stopped; None for nothing worth keeping."""
        return None

    def work(self, job: Job) -> Outcome:
        """Answer a job until it is answered or stopped."""
        before = self.nodes
        found: dict[Job, Value] = {}
        try:
            value = drive(self, self.plan(job), found) if job == WHOLE else self.do(job)
            return Outcome(value, self.nodes - before, True)
        except Stopped:
            return Outcome(found if job == WHOLE else self.salvage(), self.nodes - before, False)

    @property
    def nodes(self) -> int:
        """Positions played at this worker; may be read while it works."""
        return sum(search.nodes for search in self._searches)

    def stop(self) -> None:
        """End what is being done soon; called from another thread."""
        for search in self._searches:
            search.judge.stopped = True

    def ready(self, table: TranspositionTable) -> None:
        """Be able to work after `stop`, with this table."""
        for search in self._searches:
            search.judge.stopped = False
            search.table = table


def drive(worker: Worker, plan: Plan, found: dict[Job, Value]) -> Value:
    """The value of a plan, its jobs done one after another; `found` gets their values."""
    try:
        batch = next(plan)
        while True:
            values: list[Value] = [None] * len(batch.jobs)
            for i, job in enumerate(batch.jobs):
                values[i] = found[job] = worker.do(job)
                if batch.enough(values):
                    break
            batch = plan.send(values)
    except StopIteration as end:
        return end.value


# --------------------------------------------------------------------------------------------- values as JSON

def encode(value: Value) -> Any:
    """A value as JSON has it: lists are tuples, objects nodes."""
    if isinstance(value, Node):
        return value.as_json()
    return [encode(item) for item in value] if isinstance(value, (tuple, list)) else value


def decode(value: Any) -> Value:
    """The value that `encode` wrote."""
    if isinstance(value, dict):
        return Node(value["move"], Role(value["role"]), tuple(decode(child) for child in value["children"]),
                    value.get("zugzwang", False))
    return tuple(decode(item) for item in value) if isinstance(value, list) else value
