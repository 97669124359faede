"""The scheduler: solves one problem by giving jobs to a worker pool.

Parallel tree search by on-demand work splitting (V. N. Rao and V. Kumar, "Parallel depth first search", 1987; Chess
Programming Wiki, "Parallel Search"): when workers are idle and no job is waiting, the job that has run longest is
interrupted and split into smaller jobs by its plan. Little is searched twice if the workers share a transposition
table; where they do not, jobs are split for idle workers only. Waiting jobs are started in the order of their positions
in the job tree, which is the order of a sequential search.

For jobs in progress a checkpoint keeps the costliest entries of the transposition table. Where a job also finds lines,
it is split when it has played a certain number of positions. That number, and not the clock, decides, so that a run
with a checkpoint does what a run without one does, on a slow machine too. Other jobs are not split for their length.
Which worker does which job, and which jobs are split, affects times but no values.
"""
from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Iterator
from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING

from feerie.search.transposition import TranspositionTable
from feerie.solving.jobs import Batch, Job, Plan, StoppedWhole, Value, Worker
from feerie.solving.limits import NO_LIMITS, FirstMoves, FoundLines, Limits, Progress
from feerie.solving.line_store import beyond, united
from feerie.solving.lines_in_order import LinePlace, LinesInOrder
from feerie.solving.task import Task
from feerie.solving.worker_pool import Report, WorkerPool

if TYPE_CHECKING:
    from feerie.solving.checkpoint import ProgressLog

__all__ = ["Scheduler"]

POLL_SECONDS, SHORT_POLL_SECONDS = 0.05, 0.005
"""Time between two checks of limits and running jobs; the short one where there is something to react to soon."""
PLANNING_ENTRIES = 1 << 8
"""Size of the transposition table of the worker that makes plans."""


class JobState(Enum):
    """What is happening to a job. The usual way is WAITING, RUNNING, DONE."""

    WAITING = auto()
    """To be started when a worker is idle."""
    RUNNING = auto()
    INTERRUPTED = auto()
    """Still running, but told to stop; it will be split."""
    SPLIT = auto()
    """Smaller jobs are being done in its place."""
    RESUMABLE = auto()
    """Split, and its plan can go on: the values it waits for are known."""
    STOPPED = auto()
    """Ended by a limit; what it found until then is kept."""
    DONE = auto()
    DROPPED = auto()
    """Its value is not needed any more."""


class JobNode:
    """A job in the job tree and, if it is split, its plan and the jobs of the plan's current batch.

    `index`: position in the parent's batch; `path`: position in the tree, which orders the nodes as a sequential
    search would do the jobs. `number`, `since`: number and start of the latest run. `batch`, `children`, `values`:
    the current batch, its nodes and their values; `all_children`: of all batches.
    """

    def __init__(self, job: Job, parent: JobNode | None = None, index: int = 0) -> None:
        self.job, self.parent, self.index = job, parent, index
        self.state = JobState.WAITING
        self.value: Value = None
        self.number = 0
        self.since = 0.0
        self.plan: Plan | None = None
        self.batch: Batch | None = None
        self.batches = 0
        self.children: list[JobNode] = []
        self.all_children: list[JobNode] = []
        self.values: list[Value] = []
        self.progress_before = 0.0              # progress of the plan before this batch
        self.path: tuple[int, ...] = (*parent.path, parent.batches, index) if parent else ()

    def __lt__(self, other: JobNode) -> bool:
        return self.path < other.path

    @property
    def is_over(self) -> bool:
        """Whether the job has its value, or no longer needs one."""
        return self.state in (JobState.DONE, JobState.DROPPED)

    @property
    def is_batch_done(self) -> bool:
        """Whether the plan can go on."""
        assert self.batch is not None
        return all(child.is_over for child in self.children) or self.batch.enough(self.values)

    def begin_batch(self, batch: Batch) -> None:
        """Make nodes for the plan's next batch."""
        if self.batch is not None:
            self.progress_before = max(self.progress_before, min(1.0, self.batch.until))
        self.batch = batch
        self.batches += 1
        self.state = JobState.SPLIT
        self.children = [JobNode(job, self, index) for index, job in enumerate(batch.jobs)]
        self.all_children += self.children
        self.values = [None] * len(batch.jobs)

    def finish(self, value: Value) -> None:
        """Record the value; frees the memory of the plan, since long searches have many jobs."""
        self.state, self.value = JobState.DONE, value
        self.plan, self.children, self.all_children, self.values = None, [], [], []

    def progress(self) -> float:
        """The estimated share of the job that is done."""
        if self.is_over:
            return 1.0
        if self.batch is None or not self.children:
            return self.progress_before
        done = sum(child.progress() for child in self.children) / len(self.children)
        return self.progress_before + max(0.0, self.batch.until - self.progress_before) * done

    def unfinished(self) -> Iterator[JobNode]:
        """All nodes below this one that are not over."""
        for child in self.children:
            if not child.is_over:
                yield child
                yield from child.unfinished()


class Scheduler:
    """Solves one problem: `run` returns the value of the task's whole, None if nothing is known.

    Afterwards `complete` says whether the search ran to its end. `progress_log`: keeps finished jobs for a later run.
    `found`: gets the lines of each job when it is done, or was stopped; `in_order`: those that are sure to come next in
    the solution. `at_move`: gets the first moves, each when all before it are done; if their numbers are asked for, of
    short searches, too.
    """

    EXPORT_SHARE = 0.05
    """The share of the time that exporting the transposition table for checkpoints may take."""
    HAND_OVER_SECONDS = 1.0
    """Jobs that run longer are split if lines are wanted as they are found."""

    def __init__(self, task: Task, pool: WorkerPool, progress_log: ProgressLog | None = None,
                 limits: Limits = NO_LIMITS, progress: Progress | None = None,
                 found: FoundLines | None = None, in_order: FoundLines | None = None,
                 at_move: FirstMoves | None = None) -> None:
        self._task, self._pool, self._log, self._limits, self._progress = task, pool, progress_log, limits, progress
        self._found = found
        self._in_order = LinesInOrder(in_order) if in_order is not None else None
        self._at_move, self._told = at_move, 0          # how many jobs of the root's batch were told of
        self.complete = True
        self._root = JobNode(task.whole)
        self._trial = StoppedWhole({}, None, None)      # what was found before the whole was split
        self._waiting: list[JobNode] = []               # a heap
        self._resumable: list[JobNode] = []
        self._running: dict[int, JobNode] = {}          # by number, dropped ones included until they report
        self._numbers = itertools.count(1)
        self._begun = time.monotonic()
        self._shown_progress, self._next_check, self._next_export = 0.0, 0.0, 0.0

    def run(self) -> Value:
        """Solve. A KeyboardInterrupt acts like a limit; a second one ends the search at once."""
        if self._log is not None and self._log.tables:
            self._pool.load(self._log.tables)
        self._add(self._root)
        while True:
            try:
                self._resume_plans()
                if self._root.is_over:
                    self.complete = True        # the last job may have been done together with the limit
                    return self._root.value
                if not self.complete and not self._running:
                    self._export_table()
                    return self._conclude(self._root)
                self._start_jobs()
                self._take_reports()
                self._check()
            except KeyboardInterrupt:
                if not self.complete or self._is_stop_wanted():
                    raise
                self._stop()

    # ----------------------------------------------------------------------------------------- running jobs

    def _start_jobs(self) -> None:
        """Give waiting jobs to idle workers."""
        while self.complete and self._waiting and self._pool.room() > 0:
            node = heapq.heappop(self._waiting)
            if node.state is JobState.WAITING:
                node.state, node.number, node.since = JobState.RUNNING, next(self._numbers), time.monotonic()
                self._running[node.number] = node
                self._pool.submit(node.number, node.job, self._budget(node))

    def _budget(self, node: JobNode) -> int | None:
        """Positions after which a job stops itself, to be split; None for no limit.

        The whole stops where the limit of the search is reached, however late this thread wakes up.
        """
        if node is self._root:
            return self._limits.nodes
        return self._task.job_nodes if self._pool.shares_table and node.job.can_split(self._planner) else None

    def _take_reports(self) -> None:
        report = self._pool.next_report(SHORT_POLL_SECONDS if self._must_react_soon() else POLL_SECONDS)
        while report is not None:
            self._take(report)
            report = self._pool.next_report(0)

    def _take(self, report: Report) -> None:
        """Record the outcome of a job."""
        node = self._running.pop(report.number)
        if report.error is not None:
            raise report.error
        assert report.outcome is not None
        value, nodes, done = report.outcome
        if self._log is not None:
            self._log.count(nodes)
        if node.is_over:
            return
        if done:
            self._finish(node, value)
        elif node is self._root:
            self._trial = value or self._trial
            self._split(node)
        elif not self.complete:
            self._keep(node, value)
        elif node.job.can_split(self._planner):
            self._split(node)
        else:
            self._wait(node)

    def _keep(self, node: JobNode, value: Value) -> None:
        """Keep what a stopped job has found."""
        node.state, node.value = JobState.STOPPED, self._with_earlier(node, value)
        if self._log is not None and node.value:
            self._log.keep_partial(node.job, node.value)

    def _in_trial(self) -> bool:
        """Whether the whole problem is still being tried as one job."""
        return self._root.number in self._running

    def _must_react_soon(self) -> bool:
        return self._limits.nodes is not None or self._pool.idle() > 0 or self._in_trial()

    def _check(self) -> None:
        """Check limits, save, split jobs that run long, and report progress."""
        now = time.monotonic()
        if self._next_check > now and not self._must_react_soon():
            return
        self._next_check = now + POLL_SECONDS
        if self.complete and self._is_limit_reached(now):
            self._stop()
        if self._log is not None and self._log.is_due():
            if now > self._next_export and not self._root.is_over:
                self._export_table()
            self._log.save_if_due()
        if not self.complete:
            return
        self._interrupt_long_jobs(now)
        if self._in_order is not None and self._in_order.is_waiting:
            self._in_order.release(min(self._unfinished_places(self._root), default=(False, ())))
        self._tell_moves()
        if self._progress is not None and not self._root.is_over:
            self._shown_progress = max(self._shown_progress, self._root.progress())
            self._progress(self._shown_progress, 1.0)

    def _tell_moves(self) -> None:
        """Tell of the first moves that the search has come to."""
        batch, children = self._root.batch, self._root.children
        if self._at_move is None or batch is None or not children:
            return
        while self._told < len(batch.steps) and (self._told == 0 or children[self._told - 1].is_over):
            step = batch.steps[self._told]
            if step is not None:
                self._at_move(step)
            self._told += 1

    def _interrupt_long_jobs(self, now: float) -> None:
        """Interrupt jobs to be split: the longest-running ones for idle workers, and those whose lines are wanted."""
        running = [node for node in self._running.values() if node.state is JobState.RUNNING
                   and node.job.can_split(self._planner)]
        if self._in_trial():
            if running and now - self._root.since > self._pool.trial_seconds:
                self._interrupt(self._root)
            return
        for node in running:
            if self._pool.is_queued(node.number):
                node.since = now        # it has not begun
        running.sort(key=lambda node: node.since)
        interrupted = sum(node.state is JobState.INTERRUPTED for node in self._running.values())
        wanted = 0 if self._waiting else self._pool.idle() - interrupted
        finds_lines = (self._found is not None or self._in_order is not None) and self._task.job_nodes is not None \
            and self._pool.shares_table
        longest = self.HAND_OVER_SECONDS if finds_lines else float("inf")
        for node in running:
            age = now - node.since
            if (wanted > 0 and age > self._pool.split_after) or age > longest:
                wanted -= 1
                self._interrupt(node)

    def _interrupt(self, node: JobNode) -> None:
        node.state = JobState.INTERRUPTED
        self._pool.interrupt(node.number)

    def _is_limit_reached(self, now: float) -> bool:
        limits = self._limits
        return (limits.seconds is not None and now - self._begun > limits.seconds
                or limits.nodes is not None and self._pool.nodes() >= limits.nodes
                or self._is_stop_wanted())

    def _is_stop_wanted(self) -> bool:
        return self._limits.stop is not None and self._limits.stop.is_set()

    def _stop(self) -> None:
        """Stop all jobs."""
        self.complete = False
        for number in self._running:
            self._pool.interrupt(number)

    def _export_table(self) -> None:
        """Give the progress log the most expensive table entries; rarely, because a large table takes long to scan."""
        if self._log is not None:
            begun = time.monotonic()
            self._log.tables = self._pool.export_deepest()
            now = time.monotonic()
            self._next_export = now + (now - begun) / self.EXPORT_SHARE

    # ------------------------------------------------------------------------------------------- the job tree

    @cached_property
    def _planner(self) -> Worker:
        """The worker that makes plans."""
        return self._task.worker(lambda: TranspositionTable(PLANNING_ENTRIES))

    def _add(self, node: JobNode) -> None:
        """A new job: its value may be known already, or it may be known to take long."""
        known = self._log.find(node.job) if self._log is not None else None
        if known is not None:
            self._settle(node, known)
        elif node.job in self._trial.found:
            self._finish(node, self._trial.found[node.job])
        elif not self.complete and node.job == self._trial.in_hand:
            self._keep(node, self._trial.partial)
        elif self._log is not None and self._log.is_split(node.job) or node is self._root and self._shows_numbers:
            self._split(node)
        else:
            self._wait(node)

    @property
    def _shows_numbers(self) -> bool:
        """Whether the numbers of first moves are asked for, so that the whole is split at once."""
        return self._at_move is not None and self._task.problem.options.move_numbers

    def _wait(self, node: JobNode) -> None:
        node.state = JobState.WAITING
        heapq.heappush(self._waiting, node)

    def _split(self, node: JobNode) -> None:
        """Do smaller jobs in the job's place."""
        if self._log is not None:
            self._log.split(node.job)
        node.plan = node.job.plan(self._planner)
        self._make_resumable(node)

    def _make_resumable(self, node: JobNode) -> None:
        node.state = JobState.RESUMABLE
        self._resumable.append(node)

    def _resume_plans(self) -> None:
        """Resume the plans whose batches are done."""
        while self._resumable:
            node = self._resumable.pop()
            if node.is_over or node.plan is None:
                continue
            if node is self._root:
                self._tell_moves()
                self._told = 0
            self._drop_below(node)
            try:
                batch = next(node.plan) if node.batch is None else node.plan.send(node.values)
            except StopIteration as end:
                self._finish(node, end.value)
                continue
            node.begin_batch(batch)
            for child in node.children:
                self._add(child)
            self._check_batch(node)

    def _check_batch(self, node: JobNode) -> None:
        """Let the plan go on if its batch is done."""
        if node.state is JobState.SPLIT and node.is_batch_done:
            self._make_resumable(node)

    def _finish(self, node: JobNode, value: Value) -> None:
        """Record the value of a job, also in the progress log."""
        if self._log is not None:
            self._log.keep(node.job, value, [child.job for child in node.all_children])
        self._settle(node, value)

    def _settle(self, node: JobNode, value: Value) -> None:
        """Record the value of a job in the tree, and let the plan go on that waits for it."""
        if node.plan is None:
            self._hand_over(node, value)
        node.finish(value)
        parent = node.parent
        if parent is not None and not parent.is_over:
            parent.values[node.index] = value
            self._check_batch(parent)

    def _drop_below(self, parent: JobNode) -> None:
        """Nothing below this node is needed any more."""
        for node in list(parent.unfinished()):
            node.state = JobState.DROPPED
            if node.number in self._running:
                self._pool.interrupt(node.number)
            if node.plan is not None:
                node.plan.close()
                if self._log is not None:
                    self._log.forget([child.job for child in node.all_children])

    def _hand_over(self, node: JobNode, value: Value) -> None:
        """Hand over the lines that a job has found itself, not by smaller jobs."""
        if self._found is not None and value:
            self._found(self._task.lines_in(node.job, value))
        if self._in_order is not None and value:
            self._in_order.add(self._task.beginning(node.job), self._task.lines_in(node.job, value))

    def _unfinished_places(self, node: JobNode) -> Iterator[LinePlace]:
        """The places in the order of the solution from which on jobs that are not over may find lines."""
        if node.state is JobState.SPLIT and node.batch is not None and node.batch.until >= 1.0:     # the last batch
            for child in node.children:
                if not child.is_over:
                    yield from self._unfinished_places(child)
        else:
            yield self._task.beginning(node.job)

    def _with_earlier(self, node: JobNode, value: Value) -> Value:
        """What a stopped job has found, with what it had found when an earlier run was stopped (lines, if anything)."""
        earlier = self._log.find_partial(node.job) if self._log is not None else None
        return united(earlier, value or ()) if earlier else value

    def _conclude(self, node: JobNode) -> Value:
        """The value of a job that was stopped: its plan concludes with the values that are known."""
        if node.is_over:
            return node.value
        if node.state is JobState.STOPPED or node.plan is None or node.batch is None:
            value = node.value if node.state is JobState.STOPPED else self._with_earlier(node, None)
            self._hand_over(node, value)
            return value
        values = [self._conclude(child) for child in node.children]
        try:
            while True:
                batch = node.plan.send(values)
                values = [None] * len(batch.jobs)
        except StopIteration as end:
            value = self._with_earlier(node, end.value)
            if value is not end.value:
                self._hand_over(node, beyond(value, end.value or ()))
            return value
