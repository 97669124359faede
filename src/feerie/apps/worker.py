"""`feerie scheduler` and `feerie worker`: a cluster that `feerie solve --cluster` spreads problems over."""
from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import click

from feerie.apps.terminal import DONE, emit, json_option
from feerie.errors import ClusterError
from feerie.solving.cluster import CONNECT, DEATHS, distributed

__all__ = ["scheduler", "worker"]


@click.command(short_help="Join a cluster that solves problems.")
@click.argument("address")
@click.option("--threads", type=click.IntRange(0, 256), default=0, help="Units of work at a time; one for each core "
              "if not given.")
@json_option
def worker(address: str, threads: int, as_json: bool) -> int:
    """Join the cluster of the scheduler at ADDRESS (tcp://host:8786) and work until Ctrl-C.

    \b
    Example:
      feerie worker tcp://192.168.0.2:8786
    """
    return _run(_work(address, threads or os.cpu_count() or 1, as_json))


async def _work(address: str, threads: int, as_json: bool) -> None:
    package = distributed()
    with tempfile.TemporaryDirectory(prefix="feerie-") as folder:
        joined = await _started(lambda: package.Worker(address, nthreads=threads, memory_limit=0, dashboard=False,
                                                       local_directory=folder, death_timeout=CONNECT),
                                f"no scheduler answers at {address}")
        _say(as_json, f"working for {address}, {threads} at a time", address=joined.address, threads=threads)
        await _until_told(joined)


@click.command(short_help="Start the scheduler of a cluster.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0 for all networks.")
@click.option("--port", type=click.IntRange(0, 65535), default=8786, show_default=True, help="Port; 0 for any.")
@json_option
def scheduler(host: str, port: int, as_json: bool) -> int:
    """Start a scheduler, which workers join and `feerie solve --cluster` gives work to, until Ctrl-C.

    Whoever reaches it can run programs on the workers: only for networks where all are trusted.

    \b
    Example:
      feerie scheduler --host 0.0.0.0
    """
    return _run(_schedule(host, port, as_json))


async def _schedule(host: str, port: int, as_json: bool) -> None:
    package = distributed()
    started = await _started(lambda: package.Scheduler(host=host, port=port, dashboard=False,
                                                       dashboard_address=f"{host}:0", allowed_failures=DEATHS),
                             f"no scheduler can be started at {host}:{port}")
    _say(as_json, f"scheduler at {started.address}", address=started.address)
    await _until_told(started)


async def _started(make: Callable[[], Any], otherwise: str) -> Any:
    """A service that has begun; ClusterError where it cannot."""
    try:
        return await make()
    except (OSError, ValueError, TypeError, RuntimeError) as error:     # whatever the network's layers make of it
        raise ClusterError(otherwise) from error


def _run(service: Coroutine[Any, Any, None]) -> int:
    """Serve until Ctrl-C, without the services' own messages."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    try:
        asyncio.run(service)
    except KeyboardInterrupt:       # where there are no handlers of signals
        pass
    return DONE


async def _until_told(service: Any) -> None:
    """Wait for the end of a service, or for a signal, then end it."""
    told = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, RuntimeError):       # not on every system, nor in every thread
            asyncio.get_running_loop().add_signal_handler(number, told.set)
    ends = [asyncio.ensure_future(service.finished()), asyncio.ensure_future(told.wait())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    for end in ends:
        end.cancel()
    await service.close()


def _say(as_json: bool, line: str, **values: Any) -> None:
    """Tell, now, that the service has begun."""
    if as_json:
        emit(values)
    else:
        print(line)
    sys.stdout.flush()
