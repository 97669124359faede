"""Clusters: the jobs of a problem are done by the workers of a dask.distributed cluster.

The scheduler of `scheduler` stays in this process; a worker process receives the problem and a job, and returns the
outcome. It works on a job for a bounded time and then returns it to be split, so a process that dies loses little:
its jobs are given to others. Worker processes keep boards and transposition tables of the problems they had last.
"""
from __future__ import annotations

import itertools
import pickle
import queue
import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

from feerie import __version__
from feerie.errors import ClusterError
from feerie.solving.growing_table import GrowingTable, entries_in
from feerie.solving.jobs import Job, JobResult, Worker
from feerie.solving.task import Task
from feerie.solving.tasks import task_for
from feerie.solving.worker_pool import Report, TableEntries

__all__ = ["CONNECT_SECONDS", "MAX_DEATHS", "Cluster", "ClusterPool", "distributed"]

CONNECT_SECONDS, JOIN_SECONDS, STOP_SECONDS = 5.0, 10.0, 5.0
"""Time to wait for the cluster's scheduler, for its first worker, and for the end of interrupted jobs."""
MAX_JOB_SECONDS = 10.0
"""Time a worker process spends on a job before it returns it to be split."""
PROTOCOLS = ("tcp", "tls", "ws", "wss", "ucx")
"""What an address may begin with."""
MAX_DEATHS = 20
"""A job during which more worker processes died than this is taken to be the cause."""


def distributed() -> Any:
    """The package of that name; ClusterError if it is not installed."""
    try:
        import distributed as package
    except ImportError:
        raise ClusterError("clusters need the package distributed: pip install 'feerie[cluster]'") from None
    return package


# ------------------------------------------------------------------------------------- in the worker process

class SentProblem(NamedTuple):
    """A problem as it is sent to worker processes. `run`: identifies the run of the solver that it belongs to."""

    version: str
    run: str
    problem: bytes
    limit: int
    hash_mb: int | None


class _ProblemState:
    """What a worker process keeps of a problem: its task, the shared table, and the workers that are idle."""

    def __init__(self, task: Task, most: int) -> None:
        self.task = task
        self.table = GrowingTable(task.problem.plies, most)
        self.idle: list[Worker] = []
        self.nodes = 0


class _WorkerProcess:
    """Does the jobs that a worker process receives, several at a time in threads of the cluster's package.

    The state of the problems used last is kept. Interrupted jobs that have not come yet are remembered by name.
    """

    MAX_PROBLEMS = 8
    MAX_REMEMBERED = 10_000

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._problems: OrderedDict[str, _ProblemState] = OrderedDict()
        self._running: dict[str, Worker] = {}
        self._interrupted: OrderedDict[str, None] = OrderedDict()

    def work(self, sent: SentProblem, name: str, job: Job) -> JobResult:
        """Do a job, or as much as possible within MAX_JOB_SECONDS."""
        with self._lock:
            state = self._state(sent)
            state.table.grow(state.nodes)
            table = state.table.table
            worker = state.idle.pop() if state.idle else state.task.worker(table)
            worker.ready(table)
            self._running[name] = worker
            if name in self._interrupted:
                worker.stop()
        try:
            with self._time_limit(name):
                outcome = worker.work(job)
        finally:
            with self._lock:
                del self._running[name]
        with self._lock:
            state.idle.append(worker)
            state.nodes += outcome.nodes
        return outcome

    def _state(self, sent: SentProblem) -> _ProblemState:
        """The state of a problem, made if it is new; the one not used for longest gives way."""
        state = self._problems.get(sent.run)
        if state is None:
            state = _ProblemState(task_for(pickle.loads(sent.problem), sent.limit),
                                  entries_in(sent.hash_mb) // self.MAX_PROBLEMS)
            self._problems[sent.run] = state
            while len(self._problems) > self.MAX_PROBLEMS:
                self._problems.popitem(last=False)
        self._problems.move_to_end(sent.run)
        return state

    @contextmanager
    def _time_limit(self, name: str) -> Iterator[None]:
        timer = threading.Timer(MAX_JOB_SECONDS, self.interrupt, ([name],))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def interrupt(self, names: list[str]) -> None:
        """Stop jobs soon, also those that have not come yet."""
        with self._lock:
            for name in names:
                if name in self._running:
                    self._running[name].stop()
                else:
                    self._interrupted[name] = None
            while len(self._interrupted) > self.MAX_REMEMBERED:
                self._interrupted.popitem(last=False)


_PROCESS = _WorkerProcess()


def perform(sent: SentProblem, name: str, job: Job) -> JobResult:
    """Do a job in a worker process; `name`: identifies the job among all jobs of all problems."""
    if sent.version != __version__:
        raise ClusterError(f"a worker of the cluster runs feerie {__version__}, not {sent.version}")
    return _PROCESS.work(sent, name, job)


def interrupt(names: list[str]) -> None:
    """Stop jobs in a worker process."""
    _PROCESS.interrupt(names)


def own_version() -> str:
    """The version of a worker process."""
    return __version__


# ------------------------------------------------------------------------------------- in the solver's process

class Cluster:
    """A connection to the scheduler of a cluster ("tcp://host:8786", or "host:8786"), for one or several problems.

    ClusterError if there is no scheduler, if no worker joins in time, or if one runs another version.
    """

    def __init__(self, address: str) -> None:
        package = distributed()
        self.address = address
        protocol, found, _ = address.partition("://")
        if (found and protocol not in PROTOCOLS) or not address.rpartition(":")[2].isdigit():
            raise ClusterError(f"a scheduler's address is written tcp://host:port, not {address!r}")
        try:
            self.client = package.Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="feerie")
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise ClusterError(f"no scheduler answers at {address}") from error
        try:
            self.client.wait_for_workers(1, timeout=JOIN_SECONDS)
            versions = self._versions(package.comm.CommClosedError)
        except TimeoutError:
            self.close()
            raise ClusterError(f"no worker has joined the cluster at {address} (feerie worker {address})") from None
        except (ImportError, AttributeError) as error:
            self.close()
            raise ClusterError(f"a worker of the cluster at {address} has no feerie {__version__}") from error
        for version in sorted(versions - {__version__}):
            self.close()
            raise ClusterError(f"a worker of the cluster at {address} runs feerie {version}, not {__version__}")

    def _versions(self, lost: type[OSError]) -> set[str]:
        """The versions that workers run; asked again when a worker dies (`lost`) before it answers."""
        for _ in range(MAX_DEATHS):
            try:
                return set(self.client.run(own_version).values())
            except lost:
                continue
        raise ClusterError(f"the workers of the cluster at {self.address} die")

    def threads(self) -> int:
        """How many jobs the cluster can do at the same time."""
        return sum(self.client.nthreads().values())

    def interrupt(self, names: list[str]) -> threading.Thread:
        """Stop jobs on all workers. Returns the thread that does so, since a dead worker may be slow to answer."""
        thread = threading.Thread(target=self.client.run, args=(interrupt, names), kwargs={"on_error": "ignore"},
                                  daemon=True)
        thread.start()
        return thread

    def close(self) -> None:
        """End the connection; the cluster goes on."""
        self.client.close(timeout=STOP_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()


class _Submitted(NamedTuple):
    """A job that was given to the cluster. `attempt`: a number for this try, since it may have to be tried again."""

    job: Job
    attempt: int
    future: Any


class ClusterPool:
    """The workers of a cluster as a WorkerPool; `own`: the connection is closed together with the pool."""

    split_after = 1.0
    trial_seconds = 1.0
    COUNT_SECONDS = 1.0
    """Time between two counts of the cluster's workers."""

    def __init__(self, cluster: Cluster, task: Task, hash_mb: int | None, own: bool = False) -> None:
        self._cluster, self._own = cluster, own
        self._run = uuid.uuid4().hex
        self._sent = SentProblem(__version__, self._run, pickle.dumps(task.problem), task.limit, hash_mb)
        self._reports: queue.SimpleQueue[tuple[int, int, Any]] = queue.SimpleQueue()    # number, attempt, future
        self._submitted: dict[int, _Submitted] = {}
        self._interrupted: dict[int, float] = {}        # number and time
        self._attempts = itertools.count()
        self._deaths: dict[int, int] = {}
        self._nodes = 0
        self._threads, self._counted = 0, float("-inf")

    def _name(self, number: int) -> str:
        """The name of a job in the worker processes."""
        return f"{self._run}/{number}"

    def idle(self) -> int:
        """How many threads of workers are idle."""
        now = time.monotonic()
        if now > self._counted + self.COUNT_SECONDS:
            self._threads, self._counted = self._cluster.threads(), now
        return self._threads - len(self._submitted)

    def submit(self, number: int, job: Job) -> None:
        """Give a job to the cluster; earlier ones have priority."""
        attempt = next(self._attempts)
        name = self._name(number)
        future = self._cluster.client.submit(perform, self._sent, name, job, key=f"feerie-{name}-{attempt}",
                                             pure=False, retries=0, priority=-number)
        self._submitted[number] = _Submitted(job, attempt, future)
        future.add_done_callback(lambda done: self._reports.put((number, attempt, done)))

    def interrupt(self, number: int) -> None:
        """Stop a job soon."""
        if number in self._submitted and number not in self._interrupted:
            self._interrupted[number] = time.monotonic()
            self._cluster.interrupt([self._name(number)])

    def next_report(self, timeout: float) -> Report | None:
        """The next report; None if there is none within `timeout` seconds, or if a job must be tried again."""
        for number, since in self._interrupted.items():
            if time.monotonic() - since > STOP_SECONDS and number in self._submitted:
                self._submitted[number].future.cancel()
                return self._closed(Report(number, JobResult(None, 0, False)))
        try:
            number, attempt, future = self._reports.get(timeout=timeout) if timeout else self._reports.get_nowait()
        except queue.Empty:
            return None
        if number not in self._submitted or self._submitted[number].attempt != attempt:
            return None
        if future.status == "finished":
            outcome = future.result()
            self._nodes += outcome.nodes
            return self._closed(Report(number, outcome))
        if future.status == "error":
            return self._failed(number, future.exception())
        lost = ClusterError(f"the cluster at {self._cluster.address} is gone")
        return self._closed(Report(number, error=lost))

    def _failed(self, number: int, error: BaseException) -> Report | None:
        """A job during which a worker died is given to another one."""
        if not isinstance(error, distributed().KilledWorker):
            return self._closed(Report(number, error=error))
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] > MAX_DEATHS:
            return self._closed(Report(number, error=ClusterError("workers die of this problem, one by one")))
        self.submit(number, self._submitted[number].job)
        return None

    def _closed(self, report: Report) -> Report:
        """The report of a job that is not submitted any more."""
        del self._submitted[report.number]
        self._interrupted.pop(report.number, None)
        return report

    def wants_larger_table(self) -> bool:
        """Never: jobs are short, and tables grow between them."""
        return False

    def nodes(self) -> int:
        """Positions played, as far as reported."""
        return self._nodes

    def load(self, entries: TableEntries) -> None:
        """Nothing: table entries are not sent to workers."""

    def export_deepest(self) -> TableEntries:
        """Nothing: table entries stay with the workers."""
        return []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        """Cancel all jobs."""
        names = [self._name(number) for number in self._submitted]
        if names and self._cluster.client.status == "running":
            self._cluster.interrupt(names).join(STOP_SECONDS)
            for submitted in self._submitted.values():
                submitted.future.cancel()
        if self._own:
            self._cluster.close()
