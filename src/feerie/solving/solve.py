"""Solving a problem: chooses the task, the workers and the limits, and runs the scheduler.

The searches run in other threads, without the interpreter lock, or in a cluster. The calling thread schedules their
jobs, reports progress, and stops the search at a limit, on request or at Ctrl-C. What was found by then is kept.
"""
from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, cast

from feerie.base.errors import check_callable, require_path, wrong_type
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.solving.limits import MOST_SOLUTIONS, FirstMoves, FoundLines, Limits, Progress, StopFlag, check_limits
from feerie.solving.scheduler import Scheduler
from feerie.solving.table_sizes import entries_in
from feerie.solving.task import Task
from feerie.solving.tasks import task_for
from feerie.solving.worker_pool import ThreadPool, WorkerPool

if TYPE_CHECKING:
    from feerie.solving.checkpoint import Checkpoint, ProgressLog
    from feerie.solving.cluster import Cluster

__all__ = ["solve", "task_for"]

MOST_FACTS = 1 << 16
"""The most proofs and refutations that the search for one forced line hands over: a megabyte."""


def solve(problem: Problem, *, threads: int | None = None, hash_mb: int | None = None,
          max_solutions: int | None = None, max_seconds: float | None = None, max_nodes: int | None = None,
          progress: Progress | None = None, stop: StopFlag | None = None,
          checkpoint: str | os.PathLike[str] | ProgressLog | None = None, cluster: str | Cluster | None = None,
          found: FoundLines | None = None, in_order: FoundLines | None = None, find: bool = False,
          variations: bool = True, at_move: FirstMoves | None = None) -> Solution:
    """Find all solutions of a problem without twins (see Problem.twins_applied and Problem.colours).

    `threads`: None for all processors; the solution does not depend on it. `hash_mb`: megabytes for the
    transposition table, None for a quarter of the memory. `max_solutions`, `max_seconds`, `max_nodes`
    (positions played, approximately), `stop` and Ctrl-C end the search early: what was found is kept, and the
    solution says that it is not complete. Without `max_solutions`, or if it is 0, the problem's own options say how
    many are wanted: all if they do not. `progress` is called with the work done and the total: an estimate.

    `checkpoint`: a file that keeps what is finished, saved every few seconds and at the end; if it is there already
    the search continues from it. `cluster`: the address of a dask.distributed scheduler (or a Cluster): its workers
    search instead of this process; `threads` is not used then, and `hash_mb` is for each worker. For an address on
    another machine, or a scheduler that feerie did not start, give a Cluster with a Protection. If a cluster is lost,
    what was found is kept, the solution is not complete, and `Cluster.troubles` says why.

    `found` is called with lines of help and series play as they are found, in no particular order, unless the number of
    solutions is limited or only the shortest count. The solution contains them all again. `in_order` is called with
    lines, too: with at most 500 that begin the solution, set play first, as soon as no other can come before them.

    `find`: in direct and self play for mate or stalemate, look for one forced line first (see find_mate): `found` is
    called with it, its first move is tried before others, and what was proved is used. `variations`: without them, in
    direct, self and reflex play, there are only keys, tries and the refutations of tries. That can be much quicker, but
    duals are not seen. `at_move` is called with each first move (FirstMove) that the search comes to, when all before
    it are done; if it takes less than a second, only where the options ask for `move_numbers`.

    Studies and words are not searched: the verdict is "kept". Raises ArgumentError for a negative limit, ProblemError
    for an illegal diagram or a stipulation that is not supported, CheckpointError for a checkpoint of something else or
    in use, ClusterError if the cluster cannot be used, and OSError if the checkpoint cannot be written.
    """
    if not isinstance(problem, Problem):
        raise wrong_type("problem", "a Problem", problem, "feerie.Problem(genre, fen, stipulation) makes one")
    check_limits(stop, {"max_seconds": max_seconds}, {"threads": threads, "hash_mb": hash_mb,
                                                      "max_solutions": max_solutions, "max_nodes": max_nodes})
    check_callable(progress=progress, found=found, in_order=in_order, at_move=at_move)
    if problem.stipulation.is_kept and not problem.twins:
        return Solution(problem, complete=True)
    limit = min(max_solutions or problem.options.max_solutions or 0, MOST_SOLUTIONS)
    task = task_for(problem, limit, variations=variations)
    file, log = _opened(checkpoint, problem, limit)
    begun = time.monotonic()
    with _pool(task, threads, hash_mb, cluster) as pool, ExitStack() as ends:
        limits = Limits(max_seconds if max_seconds is not None else problem.options.max_time, max_nodes,
                        stop if cluster is None else _EitherFlag(stop, cast(StopFlag, pool)))
        if file is not None:
            ends.callback(file.close)
            ends.callback(file.save)
        if log is not None:
            ends.enter_context(log)
        if find:
            _find_first(task, pool, limits, hash_mb, found)
        lines = (found, in_order) if task.keeps_lines else (None, None)
        scheduler = Scheduler(task, pool, log, limits, progress, *lines, at_move)
        value = scheduler.run()
        spent = (pool.nodes(), time.monotonic() - begun) if log is None else (log.nodes, log.seconds)
    return task.solution(value, scheduler.complete, *spent)


def _opened(checkpoint: str | os.PathLike[str] | ProgressLog | None, problem: Problem, limit: int) \
        -> tuple[Checkpoint | None, ProgressLog | None]:
    """The file of a checkpoint, None unless it is given by its path; and the problem's log, if there is one."""
    if checkpoint is None:
        return None, None
    from feerie.solving.checkpoint import Checkpoint, ProgressLog, identity

    if isinstance(checkpoint, ProgressLog):
        return None, checkpoint
    require_path(checkpoint=checkpoint)
    file = Checkpoint(checkpoint, [identity(problem, limit)])
    return file, file.progress_log(0)


def _find_first(task: Task, pool: WorkerPool, limits: Limits, hash_mb: int | None, found: FoundLines | None) -> None:
    """Look for one forced line, if the problem asks for any, and tell task and workers what was found out."""
    from feerie.solving.find_mate import MateSearch, can_find, deepen
    from feerie.solving.forced_task import ForcedTask
    from feerie.solving.length_bounds import LengthBounds

    if not can_find(task.problem):
        return
    search = MateSearch(task.problem, limits, hash_mb)
    bounds = LengthBounds(task.problem.stipulation.moves, False)
    for length in deepen(search, bounds):
        if isinstance(task, ForcedTask):
            task.first = search.winning_move(length)
        if found:
            found([(False, search.line(length))])
    pool.load([search.table.export_deepest(MOST_FACTS)])


class _EitherFlag:
    """Set when either of two flags is."""

    def __init__(self, first: StopFlag | None, second: StopFlag) -> None:
        self._first, self._second = first, second

    def is_set(self) -> bool:
        """Whether one of them is."""
        return self._second.is_set() or (self._first is not None and self._first.is_set())


def _pool(task: Task, threads: int | None, hash_mb: int | None, cluster: str | Cluster | None) -> WorkerPool:
    """The workers: threads, or those of a cluster."""
    if cluster is None:
        if sys.platform == "emscripten":        # Python in a browser has no threads
            from feerie.solving.inline_pool import InlinePool

            return InlinePool(task, entries_in(hash_mb))
        return ThreadPool(task, threads or _processors(), entries_in(hash_mb))
    from feerie.solving.cluster import Cluster, ClusterPool

    if isinstance(cluster, Cluster):
        return ClusterPool(cluster, task, hash_mb)
    return ClusterPool(Cluster(cluster), task, hash_mb, own=True)


def _processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:      # not on every system
        return os.cpu_count() or 1
