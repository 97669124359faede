"""`feerie scheduler` and `feerie worker`, which make up a cluster for `feerie solve --cluster`."""
from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import click

from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import wording
from feerie.apps.shell.terminal import DONE, emit, json_option
from feerie.apps.solving.cluster_options import protection_options
from feerie.base.errors import ClusterError, Message
from feerie.solving.cluster import CONNECT_SECONDS, FROZEN_SECONDS, MAX_DEATHS, interrupt_all, limit_memory
from feerie.solving.cluster_security import Protection, distributed

__all__ = ["scheduler", "worker"]

REJOIN_SECONDS, REJOIN_PAUSE = 600.0, 1.0
"""Time for which a worker tries to join a scheduler again that has ended, and the time between two attempts."""
HEARTBEAT_SECONDS = FROZEN_SECONDS / 5
"""Time between two signs of life of a worker: one takes it some milliseconds, and the package wants one a second."""


@click.command(cls=Program, short_help="Join a cluster that solves problems.")
@click.argument("address")
@click.option("--threads", type=click.IntRange(0, 256), default=0, help="Jobs at a time; one for each core "
              "if not given.")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 1 << 30), metavar="MB",
              help="Megabytes for transposition tables; what the solver says if not given.")
@protection_options
@json_option
def worker(address: str, threads: int, hash_mb: int | None, protection: Protection, as_json: bool) -> int:
    """Join the cluster of the scheduler at ADDRESS (tcp://host:8786) and work until Ctrl-C.

    If the scheduler ends, the worker joins again when it is restarted within ten minutes.

    The worker listens on the network interface towards the scheduler only. Between machines, certificates are needed.

    \b
    Examples:
      feerie worker tcp://127.0.0.1:8786
      feerie worker tls://192.168.0.2:8786 --tls-ca ca.pem --tls-cert me.pem --tls-key me.key
    """
    limit_memory(hash_mb)
    return _run(lambda: _work(address, threads or os.cpu_count() or 1, protection, as_json))


async def _work(address: str, threads: int, protection: Protection, as_json: bool) -> None:
    package = distributed()
    target = protection.address(address)
    security = protection.security()
    failure = protection.silence(address)
    try:
        host = package.utils.get_ip(package.comm.addressing.get_address_host(target))
    except (OSError, ValueError) as error:
        raise ClusterError(failure) from error
    protection.require_for(host)
    stop = _stopped_by_signals()

    async def join(folder: str) -> Any:
        return await _started(lambda: _with_few_heartbeats(_without_http(package.Worker))(
            target, host=host, nthreads=threads, memory_limit=0, dashboard=False, security=security,
            local_directory=folder, death_timeout=CONNECT_SECONDS), failure)

    with tempfile.TemporaryDirectory(prefix="feerie-") as folder:
        joined = await join(folder)
        _announce(as_json, wording("working for {}, {} at a time", address, threads),
                  address=protection.shown(joined.address), threads=threads)
        while joined:
            await _until_stopped(joined, stop, interrupt_all)
            joined, end = None, time.monotonic() + REJOIN_SECONDS
            while not joined and not stop.is_set() and time.monotonic() < end:
                with suppress(ClusterError):
                    joined = await join(folder)
                await asyncio.sleep(0 if joined else REJOIN_PAUSE)


@click.command(cls=Program, short_help="Start the scheduler of a cluster.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0 for all networks.")
@click.option("--port", type=click.IntRange(0, 65535), default=8786, show_default=True, help="Port; 0 for any.")
@protection_options
@json_option
def scheduler(host: str, port: int, protection: Protection, as_json: bool) -> int:
    """Start the scheduler of a cluster, and run it until Ctrl-C.

    Workers join it, and `feerie solve --cluster` sends it problems.

    Anyone who can connect to it can run programs on the workers. So it listens on this machine only, to programs that
    know this user's secret; any other address needs certificates, or --insecure.

    \b
    Examples:
      feerie scheduler
      feerie scheduler --host 0.0.0.0 --tls-ca ca.pem --tls-cert me.pem --tls-key me.key
    """
    return _run(lambda: _schedule(host, port, protection, as_json))


async def _schedule(host: str, port: int, protection: Protection, as_json: bool) -> None:
    package = distributed()
    protection.require_for(host)
    security = protection.security()
    stop = _stopped_by_signals()
    started = await _started(lambda: _without_http(package.Scheduler)(
        host=host, port=port, protocol=protection.protocol, dashboard=False, security=security,
        allowed_failures=MAX_DEATHS, worker_ttl=FROZEN_SECONDS),
        Message("no scheduler can be started at {}:{}", host, port))
    address = protection.shown(started.address)
    _announce(as_json, wording("scheduler at {}", address), address=address)
    await _until_stopped(started, stop)


def _without_http(node: type[Any]) -> type[Any]:
    """The class of a scheduler or worker without its HTTP server, for which the package has no setting."""
    return type(node.__name__, (node,), {"start_http_server": lambda *unused, **settings: None})


def _with_few_heartbeats(node: type[Any]) -> type[Any]:
    """The class of a worker that gives a sign of life every HEARTBEAT_SECONDS, however often its scheduler wants it."""
    async def heartbeat(self: Any) -> None:
        await node.heartbeat(self)
        self.periodic_callbacks["heartbeat"].callback_time = HEARTBEAT_SECONDS * 1000

    return type(node.__name__, (node,), {"heartbeat": heartbeat})


async def _started(make: Callable[[], Any], failure: str) -> Any:
    """A service that has started; ClusterError with the message `failure` if it cannot."""
    try:
        return await make()
    except (OSError, ValueError, TypeError, RuntimeError) as error:     # what the network layers raise
        raise ClusterError(failure) from error


def _run(service: Callable[[], Coroutine[Any, Any, None]]) -> int:
    """Run a service until Ctrl-C, without log messages of its package and without its measurements of itself, which
    take more time than all else."""
    distributed()
    import dask

    dask.config.set({"distributed.worker.profile.enabled": False, "distributed.admin.system-monitor.interval": "10s",
                     "distributed.admin.tick.interval": "1s"})
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    with suppress(KeyboardInterrupt):       # where signal handlers are not supported
        asyncio.run(service())
    return DONE


def _stopped_by_signals() -> asyncio.Event:
    """An event that SIGINT and SIGTERM set from now on."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, RuntimeError):       # not on every system, nor in every thread
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def _until_stopped(service: Any, stop: asyncio.Event, before: Callable[[], None] = lambda: None) -> None:
    """Wait until a service ends or is to stop, then close it, after `before`."""
    ends = [asyncio.ensure_future(service.finished()), asyncio.ensure_future(stop.wait())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    for end in ends:
        end.cancel()
    before()
    await service.close()


def _announce(as_json: bool, line: str, **values: Any) -> None:
    """Print at once that the service has started."""
    if as_json:
        emit(values)
    else:
        print(line)
    sys.stdout.flush()
