"""From a problem to its solution: which task answers it, and who does its work.

The searches run in threads of their own, free of the interpreter, or in a cluster; the caller's thread pool out the
work, reports progress and stops it: after a time, when told to, or at Ctrl-C. What was found until then is kept.
"""
from __future__ import annotations

import os
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from feerie.errors import ProblemError
from feerie.solving.forced_task import ForcedTask
from feerie.solving.checkpoint import Checkpoint, ProgressLog, identity
from feerie.solving.scheduler import Flag, Scheduler, WorkerPool, Limits, Progress, ThreadPool
from feerie.solving.help_task import HelpTask
from feerie.search.transposition import DEFAULT_ENTRIES
from feerie.problems.options import Options
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution
from feerie.problems.stipulation import Aim
from feerie.solving.task import Task

if TYPE_CHECKING:
    from feerie.solving.cluster import Cluster

__all__ = ["entries_in", "solve", "task_for"]

LONGEST = 200
UNSOLVED = ("goal_is_end", "null_moves", "castling_exclusive", "start_move", "up_to_move")
"""Options that change what a solution is and that no search here knows: better none than a wrong one."""
ENTRY = 16
"""Bytes a position takes in a table."""


def solve(problem: Problem, *, threads: int | None = None, hash_mb: int | None = None,
          max_solutions: int | None = None, max_seconds: float | None = None, max_nodes: int | None = None,
          progress: Progress | None = None, stop: Flag | None = None,
          checkpoint: str | os.PathLike[str] | ProgressLog | None = None,
          cluster: str | Cluster | None = None) -> Solution:
    """All solutions of a problem without twins (see Problem.twins_applied and Problem.colours).

    `threads`: None for all processors; what is found does not depend on them. `hash_mb`: megabytes for what is known
    of positions, None for a quarter of the machine's table. `max_solutions`, `max_seconds`, `max_nodes` (about so
    many positions played), `stop` and Ctrl-C end the search early: what was found is kept, and the solution says
    that it is not complete. `progress` is called with how much is done, and of how much: an estimate.

    `checkpoint`: a file that keeps what is finished, written every ten seconds and at the end; where it is there
    already the search goes on from it. `cluster`: the address of a dask.distributed scheduler (or a Cluster): its
    workers search instead of this process; `threads` then is not used and `hash_mb` is for each worker.

    ProblemError for an illegal diagram and for stipulations that are not solved, CheckpointError for a checkpoint of
    something else, ClusterError where the cluster cannot be used; OSError where the checkpoint cannot be written.
    """
    limit = max_solutions or problem.options.max_solutions or 0
    task = task_for(problem, limit)
    file = None
    if checkpoint is not None and not isinstance(checkpoint, ProgressLog):
        file = Checkpoint(checkpoint, [identity(problem, limit)])
    progress_log = file.progress_log(0) if file else checkpoint if isinstance(checkpoint, ProgressLog) else None
    limits = Limits(max_seconds if max_seconds is not None else problem.options.max_time, max_nodes, stop)
    begun = time.monotonic()
    with _pool(task, threads, hash_mb, cluster) as pool, ExitStack() as ends:
        if file is not None:
            ends.callback(file.save)
        if progress_log is not None:
            ends.enter_context(progress_log)
        scheduler = Scheduler(task, pool, progress_log, limits, progress)
        value = scheduler.run()
        nodes, seconds = pool.nodes(), time.monotonic() - begun
        if progress_log is not None:
            nodes, seconds = progress_log.nodes, progress_log.seconds
    return task.solution(value, scheduler.complete, nodes, seconds)


def _pool(task: Task, threads: int | None, hash_mb: int | None, cluster: str | Cluster | None) -> WorkerPool:
    """Those who do the work."""
    if cluster is None:
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


def entries_in(megabytes: int | None) -> int:
    """How many positions find room in so many megabytes, or in a quarter of this machine's table."""
    if megabytes is not None:
        return max(1, megabytes * (1 << 20) // ENTRY)
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4 // ENTRY
    except (AttributeError, OSError, ValueError):       # the system does not tell
        return DEFAULT_ENTRIES


def task_for(problem: Problem, limit: int = 0) -> Task:
    """The task that solves a problem, or finds `limit` solutions; ProblemError where there is none."""
    if problem.twins or problem.options.duplex:
        raise ProblemError("a problem with twins or duplex is solved part by part")
    stipulation = problem.stipulation
    if problem.options.keep_mating_piece and stipulation.goal.aim is not Aim.MATE:     # no king mates alone
        raise ProblemError("the option keep mating piece is not solved by this version but for mate")
    for name in UNSOLVED:
        if getattr(problem.options, name) != getattr(Options(), name):
            raise ProblemError(f"the option {name.replace('_', ' ')} is not solved by this version")
    if stipulation.goal.aim.number is not None and problem.plies <= LONGEST:
        if stipulation.play in ForcedTask.PLAYS and not stipulation.introductory:
            return ForcedTask(problem, limit)
        if stipulation.play in HelpTask.PLAYS:
            return HelpTask(problem, limit)
    raise ProblemError(f"{stipulation} is not solved by this version")
