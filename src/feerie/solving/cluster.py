"""Clusters: the jobs of a problem are done by the workers of a dask.distributed cluster.

The scheduler of `scheduler` stays in this process; a worker process receives the problem and a job, and returns the
outcome. It works on a job for a bounded time and then returns it to be split, so a process that dies loses little:
its jobs are given to others. Worker processes keep boards and transposition tables of the problems they had last.

Each has a table of its own. So that the parts of an interrupted job do not find out again what the job had found out,
its costliest table entries are sent to all workers: a transposition table replicated in part (M. G. Brockington, "A
Taxonomy of Parallel Game-Tree Search Algorithms", ICCA Journal 19(3), 1996).

Whoever can connect to a process of a cluster can run programs in it. So the connections of a cluster are encrypted,
and both ends show a certificate (`Protection`); those within this machine begin with a secret of the user's.

A cluster that is lost while it works (its scheduler dies) ends the searches as a limit does: what was found is kept,
and `Cluster.troubles` says why. Workers of another version get no jobs, and `Cluster.strangers` names them. Jobs of a
worker that freezes are given to others when the cluster's scheduler has not heard from it for FROZEN_SECONDS.
"""
from __future__ import annotations

import asyncio
import pickle
import queue
import threading
import time
import uuid
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import chain, count
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from feerie import __version__
from feerie.base.errors import ClusterError, Message
from feerie.solving.cluster_security import UNPROTECTED, Protection, distributed
from feerie.solving.jobs import Job, JobResult, Worker
from feerie.solving.table_sizes import entries_in
from feerie.solving.task import Task
from feerie.solving.tasks import task_for
from feerie.solving.worker_pool import Report, TableEntries

__all__ = ["CONNECT_SECONDS", "FROZEN_SECONDS", "MAX_DEATHS", "STOP_SECONDS", "Cluster", "ClusterPool", "interrupt_all",
           "job_key", "limit_memory", "running"]

Order = TypeVar("Order")
CONNECT_SECONDS, JOIN_SECONDS, STOP_SECONDS = 5.0, 10.0, 5.0
"""Time to wait for the cluster's scheduler, for its first worker, and for the end of interrupted jobs."""
FROZEN_SECONDS = 15.0
"""A worker that says nothing for this time is taken for dead."""
AHEAD = 2
"""Jobs that wait at the workers for each of their threads, so that none is idle until the next one arrives."""
MAX_JOB_SECONDS = 10.0
"""Time a worker process spends on a job before it returns it to be split."""
MOST_SHARED = 1 << 12
"""The most table entries of an interrupted job that are sent to all workers: 64 kilobytes."""
MOST_SENT = 1 << 18
"""The most table entries of which it is remembered that they were sent."""
MAX_DEATHS = 20
"""A job during which more worker processes died than this is taken to be the cause."""


# ------------------------------------------------------------------------------------- in the worker process

class SentProblem(NamedTuple):
    """A problem as it is sent to worker processes. `run`: identifies the run of the solver that it belongs to."""

    version: str
    run: str
    problem: bytes
    limit: int
    hash_mb: int | None


class Worked(NamedTuple):
    """The outcome of a job and, if it is not done, the costliest entries of the worker's table.

    `seconds`, `processor_seconds`: how long it took, and how long a processor worked on it.
    """

    outcome: JobResult
    entries: TableEntries
    seconds: float
    processor_seconds: float


class Stoppable(Protocol):
    """Work of a worker process that can be stopped from another thread."""

    def stop(self) -> None:
        """Stop soon."""


class _ProblemState:
    """What a worker process keeps of a problem: its task, the shared table, and the workers that are idle."""

    def __init__(self, task: Task, most: int) -> None:
        self.task = task
        self.table = task.table(most)
        self.idle: list[Worker] = []


class _WorkerProcess:
    """Does the jobs that a worker process receives, several at a time in threads of the cluster's package.

    The state of the problems used last is kept. Interrupted jobs that have not arrived yet are remembered by name.
    `hash_mb`: megabytes for transposition tables, None for what the solver says.
    """

    MAX_PROBLEMS = 8
    MAX_REMEMBERED = 10_000

    def __init__(self) -> None:
        self.hash_mb: int | None = None
        self._lock = threading.Lock()
        self._problems: OrderedDict[str, _ProblemState] = OrderedDict()
        self._running: dict[str, Stoppable] = {}
        self._interrupted: OrderedDict[str, None] = OrderedDict()

    def work(self, sent: SentProblem, name: str, job: Job, budget: int | None) -> Worked:
        """Do a job, or as much as possible within MAX_JOB_SECONDS and a budget of positions."""
        with self._lock:
            state = self._state(sent)
            worker = state.idle.pop() if state.idle else state.task.worker(lambda: state.table)
            worker.ready(budget)
        begun, used = time.monotonic(), time.thread_time()
        with self.running(name, worker), self._time_limit(name):
            outcome = worker.work(job)
        with self._lock:
            state.idle.append(worker)
        seconds, processor_seconds = time.monotonic() - begun, time.thread_time() - used
        entries = array("Q") if outcome.done else state.table.export_deepest(MOST_SHARED)
        return Worked(outcome, entries, seconds, processor_seconds)

    @contextmanager
    def running(self, name: str, job: Stoppable) -> Iterator[None]:
        """While the work of this name is done: it is stopped if it is interrupted, or was already."""
        with self._lock:
            self._running[name] = job
            if name in self._interrupted:
                job.stop()
        try:
            yield
        finally:
            with self._lock:
                del self._running[name]

    def interrupt_all(self) -> None:
        """Stop all work soon."""
        with self._lock:
            for job in self._running.values():
                job.stop()

    def learn(self, sent: SentProblem, entries: TableEntries) -> None:
        """Add table entries to those of a problem."""
        with self._lock:
            table = self._state(sent).table
        table.load(entries)

    def _state(self, sent: SentProblem) -> _ProblemState:
        """The state of a problem, made if it is new; the least recently used one is then dropped."""
        state = self._problems.get(sent.run)
        if state is None:
            state = _ProblemState(task_for(pickle.loads(sent.problem), sent.limit),
                                  entries_in(self.hash_mb or sent.hash_mb) // self.MAX_PROBLEMS)
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
        """Stop jobs soon, including those that have not arrived yet."""
        with self._lock:
            for name in names:
                if name in self._running:
                    self._running[name].stop()
                else:
                    self._interrupted[name] = None
            while len(self._interrupted) > self.MAX_REMEMBERED:
                self._interrupted.popitem(last=False)


_PROCESS = _WorkerProcess()


def perform(sent: SentProblem, name: str, job: Job, budget: int | None) -> Worked:
    """Do a job in a worker process; `name`: identifies the job among all jobs of all problems."""
    if sent.version != __version__:
        raise ClusterError("a worker of the cluster runs feerie {}, not {}", __version__, sent.version)
    return _PROCESS.work(sent, name, job, budget)


def interrupt(names: list[str]) -> None:
    """Stop jobs in a worker process."""
    _PROCESS.interrupt(names)


def running(name: str, job: Stoppable) -> AbstractContextManager[None]:
    """While a worker process does the work of this name, which can be interrupted like a job."""
    return _PROCESS.running(name, job)


def interrupt_all() -> None:
    """Stop all work in a worker process."""
    _PROCESS.interrupt_all()


def learn(sent: SentProblem, entries: TableEntries) -> None:
    """Add table entries to those of a worker process."""
    _PROCESS.learn(sent, entries)


def limit_memory(hash_mb: int | None) -> None:
    """Set the megabytes for the transposition tables of this worker process."""
    _PROCESS.hash_mb = hash_mb


def own_version() -> str:
    """The version of a worker process."""
    return __version__


# ------------------------------------------------------------------------------------- in the solver's process

class Cluster:
    """A connection to the scheduler of a cluster ("tcp://host:8786", or "host:8786"), for one or several problems.

    `troubles`: what went wrong since, one line each; `lost`: set when the cluster cannot be used any more. `strangers`:
    a line for each worker of another version: it gets no jobs. ClusterError if there is no scheduler, if no worker of
    this version joins in time, or if the scheduler is on another machine and there are no certificates.
    """

    COUNT_SECONDS = 1.0
    """Time between two counts of the cluster's workers."""

    def __init__(self, address: str, protection: Protection = UNPROTECTED) -> None:
        package = distributed()
        self._contact = protection.address(address)
        self.address = protection.shown(self._contact)
        self.lost = threading.Event()
        self.troubles: list[str] = []
        self.strangers: list[str] = []
        self._closed = threading.Event()
        self._versions: dict[str, str] = {}         # of workers by address, "" where there is no such package
        self._workers: dict[str, int] = {}          # threads of those of this version
        self._to_interrupt: queue.Queue[tuple[list[str], threading.Event]] = queue.Queue()
        self._to_share: queue.Queue[tuple[SentProblem, TableEntries]] = queue.Queue()
        security = protection.security()
        silent = protection.silence(address)
        if not _is_scheduler(self._contact, security):
            raise ClusterError(silent)
        try:
            self.client = package.Client(self._contact, timeout=CONNECT_SECONDS, set_as_default=False, name="feerie",
                                         security=security)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise ClusterError(silent) from error
        try:
            self.client.wait_for_workers(1, timeout=JOIN_SECONDS)
            self._count()
        except TimeoutError:
            self.close()
            raise ClusterError("no worker has joined the cluster at {} (feerie worker {})", address, address) from None
        except (OSError, RuntimeError) as error:
            self.close()
            raise ClusterError("the cluster at {} is gone", address) from error
        if not self._workers:
            self.close()
            raise ClusterError(next(iter(self.strangers), Message("the workers of the cluster at {} die", address)))
        for work in self._watch, self._interrupt, self._share:
            threading.Thread(target=work, name="feerie cluster", daemon=True).start()

    def _watch(self) -> None:
        """Count the workers and notice the end of the scheduler; in a thread, since a dead one may be slow to fail."""
        while not self._closed.wait(self.COUNT_SECONDS):
            try:
                if self.client.status != "running":
                    raise OSError
                self._count()
            except Exception:       # whatever the layers of the network raise
                if not self._closed.is_set():
                    self.give_up()
                return

    def _count(self) -> None:
        """Count the workers; new ones are asked for their version."""
        threads = self.client.nthreads()
        new = [worker for worker in threads if worker not in self._versions]
        answers = self.client.run(own_version, workers=new, on_error="return") if new else {}
        for worker, answer in answers.items():
            if isinstance(answer, OSError):         # it died before it answered
                continue
            self._versions[worker] = answer if isinstance(answer, str) else ""
            named = Protection.shown(worker)
            if not isinstance(answer, str):
                self.strangers.append(Message("the worker {} has no feerie {}", named, __version__))
            elif answer != __version__:
                self.strangers.append(Message("the worker {} runs feerie {}, not {}", named, answer, __version__))
        self._workers = {worker: number for worker, number in threads.items()
                         if self._versions.get(worker) == __version__}

    def give_up(self, trouble: str = "") -> None:
        """The cluster cannot be used any more; `trouble`: why, if not because its scheduler is gone."""
        if not self.lost.is_set():
            self.troubles.append(trouble or Message("the cluster at {} is gone", self.address))
            self.lost.set()

    def threads(self) -> int:
        """How many jobs the cluster can do at the same time, as counted last."""
        return sum(self._workers.values())

    def eligible(self) -> list[str] | None:
        """The workers that may get jobs; None for all."""
        return list(self._workers) if self.strangers else None

    def interrupt(self, names: list[str]) -> threading.Event:
        """Stop jobs at the workers that have them. Returns an event that is set when these have been told."""
        told = threading.Event()
        self._to_interrupt.put((names, told))
        return told

    def _interrupt(self) -> None:
        """Tell workers of interrupted jobs, of several together; in a thread, since a dead one may be slow to answer.
        """
        for orders in self._waiting(self._to_interrupt):
            with suppress(Exception):       # whatever the layers of the network raise
                self._tell([name for names, _ in orders for name in names])
            for _, told in orders:
                told.set()

    def _waiting(self, orders: queue.Queue[Order]) -> Iterator[list[Order]]:
        """What comes into a queue until the connection ends, all that waits together."""
        while not self._closed.is_set():
            with suppress(queue.Empty):
                found = [orders.get(timeout=self.COUNT_SECONDS)]
                while not orders.empty():
                    found.append(orders.get())
                yield found

    def _tell(self, names: list[str]) -> None:
        """Interrupt jobs at the workers to which the scheduler has given them."""
        wanted = set(names)
        holders = [worker for worker, keys in self.client.processing().items()
                   if not wanted.isdisjoint(map(_name_in, keys))]
        if holders:
            self.client.run(interrupt, names, workers=holders, on_error="ignore")

    def share(self, sent: SentProblem, entries: TableEntries) -> None:
        """Send table entries of a problem to all workers, soon."""
        self._to_share.put((sent, entries))

    def _share(self) -> None:
        """Send table entries, of several jobs together; in a thread, since a dead worker may be slow to answer."""
        for orders in self._waiting(self._to_share):
            for sent in dict.fromkeys(sent for sent, _ in orders):
                entries = array("Q", chain.from_iterable(some for other, some in orders if other == sent))
                with suppress(Exception):       # whatever the layers of the network raise
                    self.client.run(learn, sent, entries, workers=list(self._workers), on_error="ignore")

    def close(self) -> None:
        """End the connection; the cluster goes on."""
        self._closed.set()
        with suppress(Exception):       # whatever the layers of the network raise about a lost connection
            self.client.close(timeout=STOP_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()


def job_key(name: str, attempt: int) -> str:
    """What a job is called in the cluster."""
    return f"feerie-{name}-{attempt}"


def _name_in(key: object) -> str:
    """The name of the job in a key."""
    return str(key).removeprefix("feerie-").rpartition("-")[0]


def _is_scheduler(address: str, security: Any) -> bool:
    """Whether a scheduler answers soon: the package's client waits for ever for a program that says nothing."""
    async def ask() -> bool:
        comm = await distributed().comm.connect(address, CONNECT_SECONDS, **security.get_connection_args("client"))
        try:
            await comm.write({"op": "identity", "reply": True})
            answer = await comm.read()
        finally:
            comm.abort()
        return isinstance(answer, dict) and "workers" in answer

    async def ask_in_time() -> bool:
        return await asyncio.wait_for(ask(), CONNECT_SECONDS)

    with ThreadPoolExecutor(1) as thread:       # a notebook has a loop of its own in this one
        try:
            return thread.submit(asyncio.run, ask_in_time()).result()
        except Exception:       # whatever the layers of the network raise
            return False


UNKNOWN = JobResult(None, 0, False)
"""The outcome of a job about which nothing is known."""


class _Submitted(NamedTuple):
    """A job that was given to the cluster. `attempt`: a number for this try, since it may have to be tried again.

    `future`: None if the cluster was lost before.
    """

    job: Job
    budget: int | None
    attempt: int
    future: Any


class ClusterPool:
    """The workers of a cluster as a WorkerPool; `own`: the connection is closed together with the pool.

    When the cluster is lost, or fails with this problem, `is_set` becomes true (the pool is a StopFlag) and all jobs
    end as interrupted ones do.
    """

    SPLIT_AFTER = 1.0
    shares_table = False
    trial_seconds = 1.0

    def __init__(self, cluster: Cluster, task: Task, hash_mb: int | None, own: bool = False) -> None:
        self._cluster, self._own = cluster, own
        self._run = uuid.uuid4().hex
        self._sent = SentProblem(__version__, self._run, pickle.dumps(task.problem), task.limit, hash_mb)
        self._reports: queue.Queue[tuple[int, int, Any]] = queue.Queue()    # number, attempt, future; see ThreadPool
        self._submitted: dict[int, _Submitted] = {}
        self._interrupted: dict[int, float] = {}        # number and time
        self._attempts = count()
        self._deaths: dict[int, int] = {}
        self._shared: set[tuple[int, int]] = set()
        self._nodes = 0
        self._seconds = self._processor_seconds = self.SPLIT_AFTER      # spent on jobs
        self._hopeless = False

    def is_set(self) -> bool:
        """Whether the search has to end, because the cluster cannot go on with it."""
        return self._hopeless or self._cluster.lost.is_set()

    @property
    def split_after(self) -> float:
        """Longer where workers share processors, with each other or with other work: jobs take longer there."""
        return self.SPLIT_AFTER * max(1.0, self._seconds / self._processor_seconds)

    def _name(self, number: int) -> str:
        """The name of a job in the worker processes."""
        return f"{self._run}/{number}"

    def idle(self) -> int:
        """How many threads of workers are idle."""
        return 0 if self.is_set() else self._cluster.threads() - len(self._submitted)

    def room(self) -> int:
        """How many more jobs the workers take, those that wait there included."""
        return 0 if self.is_set() else (1 + AHEAD) * self._cluster.threads() - len(self._submitted)

    def is_queued(self, number: int) -> bool:
        """Whether a job waits at a worker: the cluster begins with those of the lowest numbers."""
        if len(self._submitted) <= self._cluster.threads():
            return False
        return sum(other < number for other in self._submitted) >= self._cluster.threads()

    def submit(self, number: int, job: Job, budget: int | None = None) -> None:
        """Give a job to the cluster; earlier ones have priority."""
        attempt = next(self._attempts)
        name = self._name(number)
        future = None
        try:
            if not self.is_set():
                future = self._cluster.client.submit(perform, self._sent, name, job, budget,
                                                     key=job_key(name, attempt), pure=False, retries=0,
                                                     priority=-number, workers=self._cluster.eligible())
        except Exception:       # whatever the layers of the network raise
            self._cluster.give_up()
        self._submitted[number] = _Submitted(job, budget, attempt, future)
        if future is not None:
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
                self._cancel([number])
                return self._closed(Report(number, UNKNOWN))
        try:
            number, attempt, future = self._reports.get(timeout=timeout) if timeout else self._reports.get_nowait()
        except queue.Empty:
            if self.is_set() and self._submitted:
                return self._closed(Report(next(iter(self._submitted)), UNKNOWN))
            return None
        if number not in self._submitted or self._submitted[number].attempt != attempt:
            return None
        try:
            if future.status == "finished":
                worked = future.result(timeout=STOP_SECONDS)
                self._nodes += worked.outcome.nodes
                self._seconds += worked.seconds
                self._processor_seconds += worked.processor_seconds
                self._share(worked.entries)
                return self._closed(Report(number, worked.outcome))
            failure = future.exception() if future.status == "error" else None
        except TimeoutError:            # it has to be fetched, and the scheduler or the worker hangs: asked again
            self._reports.put((number, attempt, future))
            return None
        except Exception as error:      # what was sent back cannot be read, or the connection is lost
            failure = error
        return self._failed(number, failure)

    def _share(self, entries: TableEntries) -> None:
        """Send what is new of these table entries to all workers."""
        if len(self._shared) > MOST_SENT:
            self._shared.clear()
        if new := set(zip(entries[::2], entries[1::2], strict=True)) - self._shared:
            self._shared |= new
            self._cluster.share(self._sent, array("Q", chain.from_iterable(new)))

    def _failed(self, number: int, error: BaseException | None) -> Report | None:
        """A job during which a worker died, or that a worker of another version got, is given to another one.

        Any other failure ends the search. `error`: what the worker or the network raised; None if the scheduler is
        gone.
        """
        address = self._cluster.address
        if isinstance(error, (distributed().KilledWorker, ClusterError, ImportError, AttributeError)):
            self._deaths[number] = self._deaths.get(number, 0) + 1
            if self._deaths[number] <= MAX_DEATHS:
                again = self._submitted[number]
                self.submit(number, again.job, again.budget)
                return None
            self._hopeless = True
            self._cluster.troubles.append(Message("workers die one after another on this problem"))
        elif error is None or isinstance(error, OSError):
            self._cluster.give_up()
        else:
            self._cluster.give_up(Message("a worker of the cluster at {} failed ({}: {})", address,
                                          type(error).__name__, error))
        return self._closed(Report(number, UNKNOWN))

    def _cancel(self, numbers: Iterable[int]) -> None:
        """Cancel jobs, in a thread, since a dead scheduler may be slow to answer."""
        futures = [self._submitted[number].future for number in numbers]

        def cancel() -> None:
            with suppress(Exception):
                for future in futures:
                    if future is not None:
                        future.cancel()

        thread = threading.Thread(target=cancel, daemon=True)
        thread.start()
        thread.join(STOP_SECONDS)

    def _closed(self, report: Report) -> Report:
        """The report of a job, which is then no longer submitted."""
        del self._submitted[report.number]
        self._interrupted.pop(report.number, None)
        return report

    def nodes(self) -> int:
        """Positions played, as far as reported."""
        return self._nodes

    def load(self, kept: Sequence[TableEntries]) -> None:
        """Nothing: table entries are not sent to workers."""

    def export_deepest(self) -> Sequence[TableEntries]:
        """Nothing: table entries stay with the workers."""
        return []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        """Cancel all jobs."""
        names = [self._name(number) for number in self._submitted]
        if names and not self._cluster.lost.is_set() and self._cluster.client.status == "running":
            self._cluster.interrupt(names).wait(STOP_SECONDS)
            self._cancel(self._submitted)
        if self._own:
            self._cluster.close()
