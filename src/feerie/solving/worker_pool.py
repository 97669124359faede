"""Worker pools, which do the jobs: here, threads of this process; `cluster` has another kind."""
from __future__ import annotations

import queue
import threading
import time
from array import array
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple, Protocol, Self, TypeAlias

from feerie.search.transposition import TranspositionTable
from feerie.solving.jobs import Job, JobResult, Worker
from feerie.solving.task import Task

__all__ = ["Report", "TableEntries", "ThreadPool", "WorkerPool"]

TableEntries: TypeAlias = "array[int]"
"""What `TranspositionTable.export_deepest` returns."""


class Report(NamedTuple):
    """The end of the job with that number: its outcome, or the error that it raised."""

    number: int
    outcome: JobResult | None = None
    error: BaseException | None = None


class WorkerPool(Protocol):
    """Workers for one problem, numbered jobs in, reports out; leave its `with` block to release it.

    `split_after`: seconds a job may run before the scheduler splits it for idle workers. `trial_seconds`: seconds
    the whole problem runs as one job before it is split at all. `shares_table`: whether all workers share a table, so
    that the parts of a job that is split cost little more than the whole.
    """

    shares_table: bool
    @property
    def split_after(self) -> float: ...

    @property
    def trial_seconds(self) -> float: ...

    def idle(self) -> int:
        """How many workers have nothing to do."""

    def room(self) -> int:
        """How many more jobs may be submitted, some of which may wait."""

    def is_queued(self, number: int) -> bool:
        """Whether a job was submitted and waits behind others."""

    def submit(self, number: int, job: Job, budget: int | None = None) -> None:
        """Start a job; numbers increase. `budget`: positions after which it stops itself, None for no limit."""

    def interrupt(self, number: int) -> None:
        """Stop a job soon; there will be a report all the same."""

    def next_report(self, timeout: float) -> Report | None:
        """The next report; None if there is none within `timeout` seconds."""

    def nodes(self) -> int:
        """Positions played so far, as far as known."""

    def load(self, kept: Sequence[TableEntries]) -> None:
        """Add entries of an earlier run to the transposition table, and to further ones of the task, in order."""

    def export_deepest(self) -> Sequence[TableEntries]:
        """The entries of these tables that were the most expensive to compute."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *unused: object) -> None:
        """Stop all workers; jobs that still run are lost."""


class _Submitted(NamedTuple):
    """A job for a thread, with its number."""

    number: int
    job: Job
    budget: int | None


class ThreadPool:
    """Threads of this process that share one transposition table of at most `most` entries.

    Searches release the interpreter lock. Threads are started when there is work for them; all but the first only after
    `trial_seconds`: most problems are solved by then. A short problem is first tried in the calling thread, for
    `FIRST_POSITIONS`: in files of thousands, where most need less, starting a thread takes as long as the search.
    """

    SHORT, FIRST_POSITIONS = 6, 2000
    """The most half-moves of a short problem: longer ones may make lists of patterns for seconds and play no move."""

    MAX_EXPORTED = 1 << 19
    """The most entries of a table that are exported: eight megabytes."""
    JOIN_SECONDS = 1.0
    shares_table = True
    split_after = 0.1
    SHORT_TRIAL, LONG_TRIAL = 0.2, 1.0
    LISTING = 100_000
    """Positions a second: a search that plays fewer spends its time on lists of patterns."""

    def __init__(self, task: Task, count: int, most: int) -> None:
        self._task, self._count = task, count
        self._table = cache(partial(task.table, most))      # made with the searches of the first worker
        self._reports: queue.Queue[Report] = queue.Queue()      # not a SimpleQueue: see next_report
        self._threads: list[WorkerThread] = []
        self._begun = time.monotonic()
        self._busy: dict[int, WorkerThread] = {}

    @property
    def trial_seconds(self) -> float:
        """Longer where one thread is alone, since nobody waits for parts, and while patterns are listed: the lists of a
        search that is interrupted are lost, and its parts would make most of them again."""
        seconds = time.monotonic() - self._begun
        is_listing = self.nodes() < self.LISTING * seconds
        return self.LONG_TRIAL if self._count == 1 or is_listing else self.SHORT_TRIAL

    def idle(self) -> int:
        """Idle threads; after `trial_seconds` also those that could be started."""
        in_trial = time.monotonic() - self._begun <= self.trial_seconds
        return (max(1, len(self._threads)) if in_trial else self._count) - len(self._busy)

    def room(self) -> int:
        """No job waits here."""
        return self.idle()

    def is_queued(self, number: int) -> bool:
        """No job waits here."""
        return False

    def submit(self, number: int, job: Job, budget: int | None = None) -> None:
        """Give a job to an idle thread, or to a new one."""
        busy = self._busy.values()
        thread = next((thread for thread in self._threads if thread not in busy), None)
        if thread is None:
            thread = WorkerThread(self._task, self._table, self._reports, len(self._threads))
            self._threads.append(thread)
        self._busy[number] = thread
        submitted = _Submitted(number, job, budget)
        if number > 1 or self._task.problem.plies > self.SHORT or not thread.tries(submitted, self.FIRST_POSITIONS):
            thread.give(submitted)

    def interrupt(self, number: int) -> None:
        """Stop a job soon."""
        if number in self._busy:
            self._busy[number].interrupt(number)

    def next_report(self, timeout: float) -> Report | None:
        """The next report; None if there is none within `timeout` seconds.

        It must return even if a signal arrives meanwhile. A SimpleQueue of CPython (3.11 and others) waits for ever if
        the signal's handler returns after the timeout.
        """
        try:
            report = self._reports.get(timeout=timeout)
        except queue.Empty:
            return None
        del self._busy[report.number]
        return report

    def nodes(self) -> int:
        """Positions played so far."""
        return sum(thread.nodes() for thread in self._threads)

    def _tables(self) -> tuple[TranspositionTable, ...]:
        return self._table(), *self._task.further_tables

    def load(self, kept: Sequence[TableEntries]) -> None:
        """Add entries of an earlier run to the tables."""
        for table, entries in zip(self._tables(), kept):
            table.load(entries)

    def export_deepest(self) -> Sequence[TableEntries]:
        """The most expensive entries of each table."""
        return [table.export_deepest(self.MAX_EXPORTED) for table in self._tables()]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        """Stop all threads."""
        for number, thread in list(self._busy.items()):
            thread.interrupt(number)
        for thread in self._threads:
            thread.inbox.put(None)
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=self.JOIN_SECONDS)


class WorkerThread(threading.Thread):
    """A thread with a worker, started when it is given a job; it does the jobs of its inbox one after another, until it
    finds None there."""

    def __init__(self, task: Task, table: Callable[[], TranspositionTable], reports: queue.Queue[Report],
                 number: int) -> None:
        super().__init__(name="feerie solver", daemon=True)
        self.inbox: queue.SimpleQueue[_Submitted | None] = queue.SimpleQueue()
        self._worker: Worker = task.worker(table)
        self._worker.vary(number)
        self._reports = reports
        self._running = self._interrupted = 0       # numbers of jobs, 0 for none
        self._tried = 0                             # positions of a trial that came to nothing
        self._lock = threading.Lock()

    def give(self, submitted: _Submitted) -> None:
        """Have the thread do a job."""
        self.inbox.put(submitted)
        if not self.is_alive():
            self.start()

    def tries(self, submitted: _Submitted, positions: int) -> bool:
        """Try to do a job in the calling thread, with a limit of positions; True if there is a report."""
        number, job, budget = submitted
        self._worker.ready(positions if budget is None else min(budget, positions))
        try:
            outcome = self._worker.work(job)
        except Exception as error:
            self._reports.put(Report(number, error=error))
            return True
        is_over = outcome[2] or budget is not None and budget <= positions
        if is_over:
            self._reports.put(Report(number, outcome))
        else:
            self._tried = self._worker.nodes
        return is_over

    def run(self) -> None:
        """Do jobs until there are no more."""
        for number, job, budget in iter(self.inbox.get, None):
            try:
                with self._lock:
                    self._running = number
                    self._worker.ready(budget)
                    if number == self._interrupted:
                        self._worker.stop()
                report = Report(number, self._worker.work(job))
            except Exception as error:
                report = Report(number, error=error)
            with self._lock:
                self._running = 0
            self._reports.put(report)

    def interrupt(self, number: int) -> None:
        """Stop the job of that number soon, or as soon as it begins; nothing if it is done."""
        with self._lock:
            self._interrupted = number
            if self._running == number:
                self._worker.stop()

    def nodes(self) -> int:
        """Positions played so far."""
        return self._worker.nodes - self._tried
