"""A worker pool without threads, for systems that have none (Python in a browser): jobs are done when asked for."""
from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Self

from feerie.solving.jobs import Job, Worker
from feerie.solving.task import Task
from feerie.solving.worker_pool import Report, TableEntries

__all__ = ["InlinePool"]


class InlinePool:
    """One worker, which works while `next_report` is called; only its budget interrupts it."""

    shares_table = True
    split_after = 3600.0
    trial_seconds = 3600.0

    def __init__(self, task: Task, most: int) -> None:
        self._table = cache(partial(task.table, most))
        self._worker: Worker | None = None
        self._task = task
        self._waiting: tuple[int, Job, int | None] | None = None

    def idle(self) -> int:
        """1 while nothing waits to be done."""
        return 0 if self._waiting else 1

    def room(self) -> int:
        """No job waits here."""
        return self.idle()

    def is_queued(self, number: int) -> bool:
        """No job waits here."""
        return False

    def submit(self, number: int, job: Job, budget: int | None = None) -> None:
        """Take a job, to be done when a report is asked for."""
        self._waiting = number, job, budget

    def interrupt(self, number: int) -> None:
        """Nothing can be interrupted."""

    def next_report(self, timeout: float) -> Report | None:
        """Do the job that waits, however long it takes; None if there is none."""
        if self._waiting is None:
            return None
        number, job, budget = self._waiting
        self._waiting = None
        if self._worker is None:
            self._worker = self._task.worker(self._table)
        self._worker.ready(budget)
        try:
            return Report(number, self._worker.work(job))
        except Exception as error:
            return Report(number, error=error)

    def nodes(self) -> int:
        """Positions played so far."""
        return self._worker.nodes if self._worker else 0

    def load(self, kept: Sequence[TableEntries]) -> None:
        """Add entries of an earlier run to the table."""
        self._table().load(kept[0])

    def export_deepest(self) -> Sequence[TableEntries]:
        """None: what is solved here is short."""
        return []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        """There is nothing to stop."""
