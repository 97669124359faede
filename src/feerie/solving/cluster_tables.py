"""Endgame tables made by the workers of a cluster, which need see no folder of this machine.

Each table is made by one worker. It is sent the tables that moves lead to, and sends back the file. A table whose
worker dies is begun again by another one: what takes hours is the number of tables.
"""
from __future__ import annotations

import pickle
import time
import uuid
import warnings
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, NamedTuple, Self

from feerie import __version__
from feerie.base.errors import ClusterError, Error
from feerie.base.replacing import replace_file
from feerie.solving.cluster import MAX_DEATHS, STOP_SECONDS, Cluster, job_key, running
from feerie.solving.cluster_security import distributed
from feerie.tables.making import (
    Made,
    Progress,
    TablePart,
    claim,
    make_table,
    make_tables,
    open_table,
    path_of,
    tables_needed,
)
from feerie.tables.material import Material

__all__ = ["make_in_cluster"]


class SentTable(NamedTuple):
    """A table that a worker process shall make. `smaller`: by name, the files of the tables that its moves lead to."""

    version: str
    material: bytes
    smaller: dict[str, bytes]
    memory: int | None


class _Flag(Event):
    """A flag that is set to stop a table in the making."""

    def stop(self) -> None:
        """Set it."""
        self.set()


def make_sent(sent: SentTable, name: str) -> bytes:
    """Make a table in a worker process; returns its file. TablePart if it was interrupted under this name."""
    if sent.version != __version__:
        raise ClusterError("a worker of the cluster runs feerie {}, not {}", __version__, sent.version)
    material, stop = pickle.loads(sent.material), _Flag()
    with TemporaryDirectory(prefix="feerie-tables-") as temporary, running(name, stop):
        folder = Path(temporary)
        for other in {other.canonical for other in material.next}:
            path = path_of(folder, other)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(sent.smaller[other.name])
        make_table(material, folder, sent.memory, stop, lambda name, done: None)
        return path_of(folder, material).read_bytes()


def make_in_cluster(materials: Iterable[Material], folder: Path, cluster: Cluster, *, memory: int | None = None,
                    stop: Event | None = None, progress: Progress | None = None) -> list[Made]:
    """make_tables, with workers of a cluster that make as many tables at a time as it has threads.

    `memory`: bytes that a table may take at a worker. `progress` gets the names of those in the making, and the share
    of tables that are there. Raises what make_tables does, TablePart too if the cluster is lost, and `Cluster.troubles`
    says why; ClusterError if a worker fails. Tables that have arrived are kept.
    """
    materials = list(materials)
    with _TablesUnderWay(folder, cluster, memory, len(tables_needed(materials)), progress) as maker:
        return make_tables(materials, folder, stop=stop, maker=maker)


class _UnderWay(NamedTuple):
    """A table that a worker makes; `claimed` is closed when it is done."""

    future: Any
    attempt: int
    began: float
    claimed: ExitStack


class _TablesUnderWay:
    """A Maker that has the workers of a cluster make tables."""

    def __init__(self, folder: Path, cluster: Cluster, memory: int | None, count: int,
                 progress: Progress | None) -> None:
        self._folder, self._cluster, self._memory = folder, cluster, memory
        self._count, self._there, self._progress = count, 0, progress or (lambda name, done: None)
        self._run = uuid.uuid4().hex
        self._under_way: dict[Material, _UnderWay] = {}

    def __call__(self, material: Material) -> Made | None:
        path = path_of(self._folder, material)
        known = self._under_way.get(material)
        made = None
        if known is not None and known.future.done():
            made = self._received(material, path, known)
        elif known is not None:
            if self._cluster.lost.is_set():
                raise TablePart
        elif path.exists():
            open_table(path, material).close()
            made = Made(material, path, was_there=True)
        elif len(self._under_way) < self._cluster.threads():
            with ExitStack() as claimed:
                if claimed.enter_context(claim(path)) and not path.exists():
                    future = self._submit(material, 0)
                    self._under_way[material] = _UnderWay(future, 0, time.monotonic(), claimed.pop_all())
        self._there += made is not None
        self._progress(" ".join(other.name for other in self._under_way), self._there / self._count)
        return made

    def _submit(self, material: Material, attempt: int) -> Any:
        """Give a table to the cluster; returns its future."""
        smaller = {other.name: path_of(self._folder, other).read_bytes()
                   for other in {other.canonical for other in material.next}}
        sent = SentTable(__version__, pickle.dumps(material), smaller, self._memory)
        name = self._name(material)
        try:
            with warnings.catch_warnings():     # of the size of what is sent
                warnings.simplefilter("ignore")
                return self._cluster.client.submit(make_sent, sent, name, key=job_key(name, attempt), pure=False,
                                                   retries=0, workers=self._cluster.eligible())
        except Exception:       # whatever the layers of the network raise
            self._cluster.give_up()
            raise TablePart from None

    def _name(self, material: Material) -> str:
        """The name of a table in the worker processes."""
        return f"{self._run}/{material.name}"

    def _received(self, material: Material, path: Path, known: _UnderWay) -> Made | None:
        """Keep the table that a worker has made; if it could not, one is asked again."""
        if known.future.status == "finished":
            replace_file(path, [known.future.result()])
            open_table(path, material).close()
            known.claimed.close()
            del self._under_way[material]
            return Made(material, path, time.monotonic() - known.began)
        if known.future.status != "error":
            self._cluster.give_up()
            raise TablePart
        error = known.future.exception()
        if not isinstance(error, (distributed().KilledWorker, TablePart)):
            raise error if isinstance(error, Error) else ClusterError(
                "a worker of the cluster at {} failed ({}: {})", self._cluster.address, type(error).__name__, error)
        if known.attempt == MAX_DEATHS:
            raise ClusterError("workers die one after another on this problem")
        self._under_way[material] = known._replace(future=self._submit(material, known.attempt + 1),
                                                   attempt=known.attempt + 1)
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        """Stop what is under way; the end of the connection takes it from the cluster."""
        if self._under_way and not self._cluster.lost.is_set():
            self._cluster.interrupt([self._name(material) for material in self._under_way]).wait(STOP_SECONDS)
        for known in self._under_way.values():
            known.claimed.close()
