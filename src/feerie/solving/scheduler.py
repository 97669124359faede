"""The crew: workers that do the jobs of one problem, and the scheduler who pool them out.

The scheduler walks the plans: jobs wait in the order of their places in the tree of plans, idle pool take the first.
When pool are idle and nothing waits, the job that has run longest is interrupted and split; what it has found out is
in the pool' common table, so little is done twice. So is a job that has run long where there is a checkpoint,
which only knows what is finished. Which thread does what, and what is split, changes times, not values.
"""
from __future__ import annotations

import heapq
import itertools
import queue
import threading
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import NamedTuple, Protocol, Self

from feerie.solving.checkpoint import ProgressLog
from feerie.search.transposition import TranspositionTable, entries_for
from feerie.solving.task import Task
from feerie.solving.jobs import WHOLE, Batch, Worker, Outcome, Plan, Job, Value

__all__ = ["Flag", "Scheduler", "WorkerPool", "Limits", "Progress", "Report", "GrowingTable", "ThreadPool"]

Known = list[tuple[int, int]]
"""What memories know of positions, some of it."""

Progress = Callable[[float, float], None]
"""Called with how much is done, and of how much: an estimate."""

POLL, SHORT_POLL = 0.05, 0.005
"""Seconds between two looks at limits, and where limits, idle pool or the trial of the whole ask for more haste."""


class Flag(Protocol):
    """What can tell a search to stop: threading.Event, for one."""

    def is_set(self) -> bool: ...


class Report(NamedTuple):
    """What a thread says of the job of that number; `error`: what went wrong instead."""

    number: int
    outcome: Outcome | None = None
    error: BaseException | None = None


class WorkerPool(Protocol):
    """Those who do jobs. `split_after`: seconds a job may take before idle pool ask for a part of it;
    `trial_seconds`: seconds the whole problem is tried as one job before it is split at all."""

    split_after: float
    trial_seconds: float

    def idle(self) -> int:
        """How many more jobs could be done at this trial_seconds."""

    def give(self, number: int, job: Job) -> None:
        """Have a job done."""

    def interrupt(self, number: int) -> None:
        """Have a job ended soon; it is reported all the same."""

    def report(self, timeout: float) -> Report | None:
        """The next report, if one comes in time."""

    def wants_larger_table(self) -> bool:
        """Whether pool that work on would do better if their jobs were split."""

    def nodes(self) -> int:
        """Positions played so far, as far as known."""

    def load(self, known: Known) -> None:
        """Know what others told of positions."""

    def tell(self) -> Known:
        """What is export_deepest of what is known of positions."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *unused: object) -> None:
        """Let the pool go."""


class Limits(NamedTuple):
    """When to stop: after so many seconds, about so many positions, or when told to."""

    seconds: float | None = None
    nodes: int | None = None
    stop: Flag | None = None


# ------------------------------------------------------------------------------------------------- threads

class GrowingTable:
    """A memory of `most` positions at most, which begins small and is replaced by larger ones as it is used.

    TranspositionTable that is touched costs time.
    """

    FIRST = 1 << 17
    """Positions there is room for at the beginning: two megabytes."""
    FILLED = 4
    """A memory is too small when so many times its places were played."""

    def __init__(self, plies: int, most: int) -> None:
        self.table = TranspositionTable(entries_for(plies, min(most, self.FIRST)))
        self._room, self._most = entries_for(plies, most), most

    def is_small(self, nodes: int) -> bool:
        """Whether it should be replaced now that so many positions were played."""
        return nodes > self.FILLED * self.table.entries and self._larger() > 0

    def grow(self, nodes: int) -> None:
        """Replace it, if it is small."""
        if self.is_small(nodes):
            try:
                table = TranspositionTable(self._larger())
            except MemoryError:
                self._most = 0
                return
            table.copy_from(self.table)
            self.table = table

    def _larger(self) -> int:
        """The size of the next table, 0 for none: both must find room while what is known moves over."""
        sizes = (factor * self.table.entries for factor in (4, 2))
        return next((places for places in sizes
                     if places <= self._room and places + self.table.entries <= self._most), 0)


class ThreadPool:
    """WorkerPool that are threads of this process, each with a worker, all with one memory of `most` positions at most.

    They are hired when there is work for them, all but the first after a trial_seconds.
    """

    TOLD = 1 << 16
    """How many positions are told of at most: a megabyte."""
    split_after = 0.1
    trial_seconds = 0.02

    def __init__(self, task: Task, count: int, most: int) -> None:
        self._task, self._count = task, count
        self._table = GrowingTable(task.problem.plies, most)
        self._reports: queue.SimpleQueue[Report] = queue.SimpleQueue()
        self._pool: list[_WorkerThread] = []
        self._begun = time.monotonic()
        self._busy: dict[int, _WorkerThread] = {}

    def idle(self) -> int:
        """Those hired and idle, and after a trial_seconds those who could be hired."""
        late = time.monotonic() - self._begun > self.trial_seconds
        return (self._count if late else max(1, len(self._pool))) - len(self._busy)

    def give(self, number: int, job: Job) -> None:
        """Have a job done."""
        self._table.grow(self.nodes())
        table = self._table.table
        thread = next((thread for thread in self._pool if thread not in self._busy.values()), None)
        if thread is None:
            thread = _WorkerThread(self._task, table, self._reports)
            self._pool.append(thread)
        self._busy[number] = thread
        thread.inbox.put((number, job, table))

    def wants_larger_table(self) -> bool:
        """Whether a larger memory is wanted; pool take it when they begin a job."""
        return self._table.is_small(self.nodes())

    def interrupt(self, number: int) -> None:
        """Have a job ended soon."""
        if number in self._busy:
            self._busy[number].interrupt(number)

    def report(self, timeout: float) -> Report | None:
        """The next report, if one comes in time."""
        try:
            report = self._reports.get(timeout=timeout)
        except queue.Empty:
            return None
        del self._busy[report.number]
        return report

    def nodes(self) -> int:
        """Positions played so far."""
        return sum(thread.nodes() for thread in self._pool)

    def load(self, known: Known) -> None:
        """Know what another run told of positions."""
        self._table.table.load(known)

    def tell(self) -> Known:
        """What took longest of what is known of positions."""
        return self._table.table.export_deepest(self.TOLD)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        """Let the pool go; what they do is void."""
        for number, thread in list(self._busy.items()):
            thread.interrupt(number)
        for thread in self._pool:
            thread.inbox.put(None)
        for thread in self._pool:
            thread.join(timeout=1)


class _WorkerThread(threading.Thread):
    """A thread that does one job after another at its worker."""

    def __init__(self, task: Task, table: TranspositionTable, reports: queue.SimpleQueue[Report]) -> None:
        super().__init__(name="feerie solver", daemon=True)
        self.inbox: queue.SimpleQueue[tuple[int, Job, TranspositionTable] | None] = queue.SimpleQueue()
        self._worker: Worker = task.worker(table)
        self._reports = reports
        self._number = self._unwanted = 0
        self._lock = threading.Lock()
        self.start()

    def run(self) -> None:
        """Work until there is None to do."""
        for number, job, table in iter(self.inbox.get, None):
            with self._lock:
                self._number = number
                self._worker.ready(table)
                if number == self._unwanted:
                    self._worker.stop()
            try:
                report = Report(number, self._worker.work(job))
            except Exception as error:
                report = Report(number, error=error)
            with self._lock:
                self._number = 0
            self._reports.put(report)

    def interrupt(self, number: int) -> None:
        """End the job of that number, if it is not done; or when it is begun."""
        with self._lock:
            self._unwanted = number
            if self._number == number:
                self._worker.stop()

    def nodes(self) -> int:
        """Positions played so far."""
        return self._worker.nodes


# ------------------------------------------------------------------------------------------------- scheduler

class _JobNode:
    """A job in the tree of plans, with its plan where it is split."""

    def __init__(self, job: Job, parent: _JobNode | None = None, place: int = 0) -> None:
        self.job, self.parent, self.place = job, parent, place
        self.batches = 0
        self.path: tuple[int, ...] = (*parent.path, parent.batches, place) if parent else ()
        self.plan: Plan | None = None
        self.batch: Batch | None = None
        self.children: list[_JobNode] = []        # of this batch
        self.made: list[_JobNode] = []            # of all batches
        self.values: list[Value] = []           # of this batch
        self.value: Value = None
        self.before = 0.0                       # how far the plan was before this batch
        self.number = 0                         # while a thread has it
        self.since = 0.0
        self.interrupted = self.due = False
        self.over = False                       # has its value, or needs none any more

    def take(self, batch: Batch) -> None:
        """Its plan's next batch."""
        if self.batch is not None:
            self.before = max(self.before, min(1.0, self.batch.until))
        self.batch = batch
        self.batches += 1
        self.children = [_JobNode(job, self, place) for place, job in enumerate(batch.jobs)]
        self.made += self.children
        self.values = [None] * len(batch.jobs)

    def __lt__(self, other: _JobNode) -> bool:
        return self.path < other.path

    def part_done(self) -> float:
        """The estimated part of its work that is done."""
        if self.over:
            return 1.0
        if self.batch is None or not self.children:
            return self.before
        done = sum(child.part_done() for child in self.children) / len(self.children)
        return self.before + max(0.0, self.batch.until - self.before) * done

    def below(self) -> Iterator[_JobNode]:
        """All shares of the tree under this one that are not over."""
        for child in self.children:
            if not child.over:
                yield child
                yield from child.below()


class Scheduler:
    """Has one problem solved: `run` gives the value of the whole, None where nothing is known.

    `complete` then says whether nothing was left out. `progress_log`: what is finished, kept for a later run.
    """

    NOTING = 0.05
    """The most of the time that looking through the memory may take."""
    BUDGET = 4.0
    """Seconds a job may take before it is split so that a checkpoint can keep parts of it."""

    def __init__(self, task: Task, pool: WorkerPool, progress_log: ProgressLog | None = None, limits: Limits = Limits(),
                 progress: Progress | None = None) -> None:
        self._task, self._pool, self._progress_log, self._limits, self._progress = task, pool, progress_log, limits, progress
        self._known: dict[Job, Value] = {}     # what was found before the whole was split
        self.complete = True
        self._root = _JobNode(WHOLE)
        self._ready: list[_JobNode] = []
        self._due: list[_JobNode] = []            # whose plans may go on
        self._given: dict[int, _JobNode] = {}
        self._numbers = itertools.count(1)
        self._shown, self._next_look, self._next_note = 0.0, 0.0, 0.0
        self._begun = time.monotonic()

    def run(self) -> Value:
        """Solve. KeyboardInterrupt stops it as a limit does, a second one at once."""
        if self._progress_log is not None and self._progress_log.known:
            self._pool.load(self._progress_log.known)
        self._admit(self._root)
        while True:
            try:
                self._go_on()
                if self._root.over:
                    self.complete = True        # the last job came in together with the limit
                    return self._root.value
                if not self.complete and not self._given:
                    self._note()
                    return self._finish(self._root)
                self._step()
            except KeyboardInterrupt:
                if not self.complete:
                    raise
                self._stop()

    def _step(self) -> None:
        while self.complete and self._ready and self._pool.idle() > 0:
            node = heapq.heappop(self._ready)
            if not node.over and not node.plan:
                node.number, node.since, node.interrupted = next(self._numbers), time.monotonic(), False
                self._given[node.number] = node
                self._pool.give(node.number, node.job)
        hurried = self._limits.nodes is not None or self._pool.idle() > 0 or self._root.number in self._given
        report = self._pool.report(SHORT_POLL if hurried else POLL)
        while report is not None:
            self._take(report)
            report = self._pool.report(0)
        self._look()

    def _take(self, report: Report) -> None:
        """What a thread reports."""
        node = self._given.pop(report.number)
        if report.error is not None:
            raise report.error
        assert report.outcome is not None
        value, nodes, done = report.outcome
        if self._progress_log is not None:
            self._progress_log.count(nodes)
        if node.over:
            return
        if done:
            self._settle(node, value)
        elif node is self._root:
            self._known = value or {}
            self._open(node)
        elif not self.complete:
            node.value = value
        elif self._worker.can_split(node.job):
            self._open(node)
        else:
            self._await(node)

    def _look(self) -> None:
        """Limits, long jobs, progress."""
        now = time.monotonic()
        waits = self._limits.nodes is None and not self._pool.idle() and self._root.number not in self._given
        if self._next_look > now and waits:
            return
        self._next_look = now + POLL
        if self.complete and self._is_limit_reached(now):
            self._stop()
        if self._progress_log is not None and self._progress_log.is_due():
            if now > self._next_note and not self._root.over:
                self._note()
            self._progress_log.save_sometimes()
        if not self.complete:
            return
        running = [node for node in self._given.values() if not node.interrupted and not node.over
                   and self._worker.can_split(node.job)]
        running.sort(key=lambda node: node.since)
        wanted = 0 if self._ready else self._pool.idle() - sum(node.interrupted for node in self._given.values())
        if self._root.number in self._given and now - self._root.since > self._pool.trial_seconds and running:
            self._interrupt(self._root)
            return
        keep_parts = self._progress_log is not None or self._pool.wants_larger_table()
        for node in running:
            age = now - node.since
            if (wanted > 0 and age > self._pool.split_after) or (keep_parts and age > self.BUDGET):
                wanted -= 1
                self._interrupt(node)
        if self._progress is not None and not self._root.over:
            self._shown = max(self._shown, self._root.part_done())
            self._progress(self._shown, 1.0)

    def _note(self) -> None:
        """Have the progress_log keep what is known of positions: not too often, a large memory takes long to look through."""
        if self._progress_log is not None:
            begun = time.monotonic()
            self._progress_log.known = self._pool.tell()
            now = time.monotonic()
            self._next_note = now + (now - begun) / self.NOTING

    def _interrupt(self, node: _JobNode) -> None:
        node.interrupted = True
        self._pool.interrupt(node.number)

    def _is_limit_reached(self, now: float) -> bool:
        limits = self._limits
        return (limits.seconds is not None and now - self._begun > limits.seconds
                or limits.nodes is not None and self._pool.nodes() >= limits.nodes
                or limits.stop is not None and limits.stop.is_set())

    # ------------------------------------------------------------------------------------ the tree of plans

    @cached_property
    def _worker(self) -> Worker:
        """Where plans are made."""
        return self._task.worker(TranspositionTable(1 << 8))

    def _open(self, node: _JobNode) -> None:
        """Split a job by its plan."""
        if self._progress_log is not None:
            self._progress_log.split(node.job)
        node.plan = self._worker.plan(node.job)
        self._due.append(node)

    def _go_on(self) -> None:
        """Let all plans go on whose batches are done."""
        while self._due:
            node = self._due.pop()
            if node.over or node.plan is None:
                continue
            self._drop(node)
            node.due = False
            try:
                batch = node.plan.send(node.values if node.batch else None)  # type: ignore[arg-type]
            except StopIteration as end:
                self._settle(node, end.value)
                continue
            node.take(batch)
            for child in node.children:
                self._admit(child)
            self._check(node)

    def _check(self, node: _JobNode) -> None:
        """Its plan may go on if its batch is done."""
        assert node.batch is not None
        done = all(child.over for child in node.children) or node.batch.enough(node.values)
        if done and not node.due:
            node.due = True
            self._due.append(node)

    def _admit(self, node: _JobNode) -> None:
        """A new job: known already, known to be long, or to be done."""
        known = self._progress_log.find(node.job) if self._progress_log is not None else None
        if known is not None:
            self._settle(node, known, new=False)
        elif node.job in self._known:
            self._settle(node, self._known[node.job])
        elif self._progress_log is not None and self._progress_log.is_split(node.job):
            self._open(node)
        else:
            self._await(node)

    def _await(self, node: _JobNode) -> None:
        heapq.heappush(self._ready, node)

    def _settle(self, node: _JobNode, value: Value, new: bool = True) -> None:
        """A job has its value; so the plan it belongs to may go on."""
        node.over = True
        node.value = value
        if self._progress_log is not None and new:
            self._progress_log.keep(node.job, value, [child.job for child in node.made])
        node.plan, node.children, node.made, node.values = None, [], [], []     # long searches have many
        parent = node.parent
        if parent is not None and not parent.over:
            parent.values[node.place] = value
            self._check(parent)

    def _drop(self, parent: _JobNode) -> None:
        """Nothing below needs to be done any more."""
        for node in list(parent.below()):
            node.over = True
            if node.number in self._given:
                self._pool.interrupt(node.number)
            if node.plan is not None:
                node.plan.close()
                if self._progress_log is not None:
                    self._progress_log.forget([child.job for child in node.made])

    def _stop(self) -> None:
        """Have everything ended."""
        self.complete = False
        for number in self._given:
            self._pool.interrupt(number)

    def _finish(self, node: _JobNode) -> Value:
        """What can be said of a job that was stopped: its plan goes on with what is known."""
        if node.over or node.plan is None or node.batch is None:
            return node.value
        values = [self._finish(child) for child in node.children]
        try:
            while True:
                batch = node.plan.send(values)
                values = [None] * len(batch.jobs)
        except StopIteration as end:
            return end.value
