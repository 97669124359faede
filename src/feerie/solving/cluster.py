"""Clusters: the jobs of a problem done by the workers of a dask.distributed cluster.

The scheduler stays here; a worker gets the problem and a job, and sends back what came of it. It works on a job for
a bounded time and then asks for it to be split, so that a worker that dies takes little with it: the job is given to
another. A worker keeps its workers, and what it knows of positions, for the problems it had last.
"""
from __future__ import annotations

import itertools
import pickle
import queue
import threading
import time
import uuid
from collections import OrderedDict
from typing import Any, Self

from feerie import __version__
from feerie.errors import ClusterError
from feerie.solving.scheduler import Known, Report, GrowingTable
from feerie.solving.solve import entries_in, task_for
from feerie.solving.task import Task
from feerie.solving.jobs import Worker, Outcome, Job

__all__ = ["CONNECT", "DEATHS", "Cluster", "ClusterPool", "distributed"]

CONNECT, JOIN, GRACE = 5.0, 10.0, 5.0
"""Seconds to wait for a scheduler, for the first worker, and for a job that was told to end."""
BUDGET = 10.0
"""Seconds a worker spends on a job before it asks for it to be split."""
WAYS = ("tcp", "tls", "ws", "wss", "ucx")
"""What addresses may begin with."""
DEATHS = 20
"""How many workers a job may see die before it is held to be the cause."""


def distributed() -> Any:
    """The package of that name; ClusterError where it is not installed."""
    try:
        import distributed as package
    except ImportError:
        raise ClusterError("clusters need the package distributed: pip install 'feerie[cluster]'") from None
    return package


# ----------------------------------------------------------------------------------------- on the worker's side

class _Office:
    """A worker's workers for one problem, with their common table."""

    def __init__(self, task: Task, most: int) -> None:
        self.task = task
        self.table = GrowingTable(task.problem.plies, most)
        self.idle: list[Worker] = []
        self.nodes = 0


class _Offices:
    """All that a worker's process keeps; used by its threads at once."""

    MOST = 8
    FORGOTTEN = 10_000

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._offices: OrderedDict[str, _Office] = OrderedDict()
        self._running: dict[str, Worker] = {}
        self._unwanted: OrderedDict[str, None] = OrderedDict()

    def work(self, problem: bytes, limit: int, hash_mb: int | None, name: str, job: Job) -> Outcome:
        """Do a job, or as much as time allows."""
        home = name.split("/")[0]
        with self._lock:
            office = self._offices.get(home)
            if office is None:
                office = _Office(task_for(pickle.loads(problem), limit), entries_in(hash_mb) // self.MOST)
                self._offices[home] = office
                while len(self._offices) > self.MOST:
                    self._offices.popitem(last=False)
            self._offices.move_to_end(home)
            office.table.grow(office.nodes)
            table = office.table.table
            worker = office.idle.pop() if office.idle else office.task.worker(table)
            worker.ready(table)
            self._running[name] = worker
            if name in self._unwanted:
                worker.stop()
        timer = threading.Timer(BUDGET, self.interrupt, ([name],))
        timer.daemon = True
        timer.start()
        try:
            outcome = worker.work(job)
        finally:
            timer.cancel()
            with self._lock:
                del self._running[name]
        with self._lock:
            office.idle.append(worker)
            office.nodes += outcome.nodes
        return outcome

    def interrupt(self, names: list[str]) -> None:
        """End jobs soon, also those that come later."""
        with self._lock:
            for name in names:
                if name in self._running:
                    self._running[name].stop()
                else:
                    self._unwanted[name] = None
            while len(self._unwanted) > self.FORGOTTEN:
                self._unwanted.popitem(last=False)


_OFFICES = _Offices()


def perform(version: str, problem: bytes, limit: int, hash_mb: int | None, name: str, job: Job) -> Outcome:
    """What a worker does; `name`: the problem's and the job's, unlike all others."""
    if version != __version__:
        raise ClusterError(f"a worker of the cluster runs feerie {__version__}, not {version}")
    return _OFFICES.work(problem, limit, hash_mb, name, job)


def interrupt(names: list[str]) -> None:
    """What a worker is told when jobs are to end."""
    _OFFICES.interrupt(names)


def own_version() -> str:
    """What a worker says when it is asked."""
    return __version__


# ------------------------------------------------------------------------------------------------ on our side

class Cluster:
    """A connection to a scheduler ("tcp://host:8786", or "host:8786"), for one or several problems.

    ClusterError where there is none, where no worker joins in some seconds, or where one runs another version.
    """

    def __init__(self, address: str) -> None:
        package = distributed()
        self.address = address
        way, found, _ = address.partition("://")
        if (found and way not in WAYS) or not address.rpartition(":")[2].isdigit():
            raise ClusterError(f"a scheduler's address is written tcp://host:port, not {address!r}")
        try:
            self.client = package.Client(address, timeout=CONNECT, set_as_default=False, name="feerie")
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise ClusterError(f"no scheduler answers at {address}") from error
        try:
            self.client.wait_for_workers(1, timeout=JOIN)
            versions = set(self.client.run(own_version).values())
        except TimeoutError:
            self.close()
            raise ClusterError(f"no worker has joined the cluster at {address} (feerie worker {address})") from None
        except (ImportError, AttributeError) as error:
            self.close()
            raise ClusterError(f"a worker of the cluster at {address} has no feerie {__version__}") from error
        for version in sorted(versions - {__version__}):
            self.close()
            raise ClusterError(f"a worker of the cluster at {address} runs feerie {version}, not {__version__}")

    def threads(self) -> int:
        """How many jobs can be done at once."""
        return sum(self.client.nthreads().values())

    def tell(self, names: list[str]) -> threading.Thread:
        """Tell all workers to end jobs; the thread that does so, since one that is dead may take long to answer."""
        thread = threading.Thread(target=self.client.run, args=(interrupt, names), kwargs={"on_error": "ignore"},
                                  daemon=True)
        thread.start()
        return thread

    def close(self) -> None:
        """End the connection; the cluster lives on."""
        self.client.close(timeout=GRACE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()


class ClusterPool:
    """The workers of a cluster as pool for one problem; `own`: the connection is closed with them."""

    split_after = 1.0
    trial_seconds = 1.0
    LOOK = 1.0
    """Seconds between two counts of the workers."""

    def __init__(self, cluster: Cluster, task: Task, hash_mb: int | None, own: bool = False) -> None:
        self._cluster, self._own = cluster, own
        self._fixed = (__version__, pickle.dumps(task.problem), task.limit, hash_mb)
        self._home = uuid.uuid4().hex
        self._reports: queue.SimpleQueue[tuple[int, int, Any]] = queue.SimpleQueue()
        self._given: dict[int, tuple[Job, int, Any]] = {}      # with the number of its attempt, and its future
        self._asked: dict[int, float] = {}
        self._attempts = itertools.count()
        self._deaths: dict[int, int] = {}
        self._nodes = 0
        self._threads, self._counted = 0, float("-inf")

    def idle(self) -> int:
        """How many threads of workers have nothing to do."""
        now = time.monotonic()
        if now > self._counted + self.LOOK:
            self._threads, self._counted = self._cluster.threads(), now
        return self._threads - len(self._given)

    def give(self, number: int, job: Job) -> None:
        """Have a job done."""
        attempt = next(self._attempts)
        name = f"{self._home}/{number}"
        future = self._cluster.client.submit(perform, *self._fixed, name, job, key=f"feerie-{name}-{attempt}",
                                             pure=False, retries=0, priority=-number)
        self._given[number] = (job, attempt, future)
        future.add_done_callback(lambda done: self._reports.put((number, attempt, done)))

    def interrupt(self, number: int) -> None:
        """Have a job ended soon."""
        if number in self._given and number not in self._asked:
            self._asked[number] = time.monotonic()
            self._cluster.tell([f"{self._home}/{number}"])

    def report(self, timeout: float) -> Report | None:
        """The next report, if one comes in time."""
        for number, since in self._asked.items():
            if time.monotonic() - since > GRACE and number in self._given:
                self._given[number][2].cancel()
                return self._closed(number, Report(number, Outcome(None, 0, False)))
        try:
            number, attempt, future = self._reports.get(timeout=timeout) if timeout else self._reports.get_nowait()
        except queue.Empty:
            return None
        if number not in self._given or self._given[number][1] != attempt:
            return None
        if future.status == "finished":
            outcome = future.result()
            self._nodes += outcome.nodes
            return self._closed(number, Report(number, outcome))
        if future.status == "error":
            return self._failed(number, future.exception())
        return self._closed(number, Report(number, error=self._gone()))

    def _failed(self, number: int, error: BaseException) -> Report | None:
        """A job that saw a worker die is given to another."""
        if not isinstance(error, distributed().KilledWorker):
            return self._closed(number, Report(number, error=error))
        self._deaths[number] = self._deaths.get(number, 0) + 1
        if self._deaths[number] > DEATHS:
            return self._closed(number, Report(number, error=ClusterError("workers die of this problem, one by one")))
        self.give(number, self._given[number][0])
        return None

    def _closed(self, number: int, report: Report) -> Report:
        del self._given[number]
        self._asked.pop(number, None)
        return report

    def _gone(self) -> ClusterError:
        return ClusterError(f"the cluster at {self._cluster.address} is gone")

    def wants_larger_table(self) -> bool:
        """ClusterPool see to their memories when they begin a job, which is often."""
        return False

    def nodes(self) -> int:
        """Positions played, as far as reported."""
        return self._nodes

    def load(self, known: Known) -> None:
        """ClusterPool find out for themselves."""

    def tell(self) -> Known:
        """ClusterPool keep what they know."""
        return []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        """Cancel what is not done."""
        names = [f"{self._home}/{number}" for number in self._given]
        if names and self._cluster.client.status == "running":
            self._cluster.tell(names).join(GRACE)
            for _, _, future in self._given.values():
                future.cancel()
        if self._own:
            self._cluster.close()
