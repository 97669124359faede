"""`feerie scheduler` and `feerie worker`: a cluster that `feerie solve --cluster` spreads problems over."""
from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import Coroutine
from typing import Any

import click

from feerie.apps.terminal import DONE
from feerie.errors import ClusterError
from feerie.problems.cluster import CONNECT, DEATHS, distributed

__all__ = ["scheduler", "worker"]


@click.command(short_help="Join a cluster that solves problems.")
@click.argument("address")
@click.option("--threads", type=click.IntRange(0, 256), default=0, help="Units of work at a time; one for each core "
              "if not given.")
def worker(address: str, threads: int) -> int:
    """Join the cluster of the scheduler at ADDRESS (tcp://host:8786) and work until Ctrl-C.

    \b
    Example:
      feerie worker tcp://192.168.0.2:8786
    """
    return _run(_work(address, threads or os.cpu_count() or 1))


async def _work(address: str, threads: int) -> None:
    package = distributed()
    with tempfile.TemporaryDirectory(prefix="feerie-") as folder:
        try:
            async with package.Worker(address, nthreads=threads, memory_limit=0, dashboard=False, local_directory=folder,
                                      death_timeout=CONNECT) as joined:
                print(f"working for {address} with {threads} threads", flush=True)
                await joined.finished()
        except (OSError, ValueError, TypeError) as error:       # a TimeoutError is an OSError
            raise ClusterError(f"no scheduler answers at {address}") from error


@click.command(short_help="Start the scheduler of a cluster.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0 for all networks.")
@click.option("--port", type=click.IntRange(0, 65535), default=8786, show_default=True, help="Port; 0 for any.")
def scheduler(host: str, port: int) -> int:
    """Start a scheduler, which workers join and `feerie solve --cluster` gives work to, until Ctrl-C.

    Whoever reaches it can run programs on the workers: only for networks where all are trusted.
    """
    return _run(_schedule(host, port))


async def _schedule(host: str, port: int) -> None:
    package = distributed()
    try:
        async with package.Scheduler(host=host, port=port, dashboard=False, allowed_failures=DEATHS) as started:
            print(f"scheduler at {started.address}", flush=True)
            await started.finished()
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler can be started at {host}:{port}: {error}") from error


def _run(service: Coroutine[Any, Any, None]) -> int:
    """Serve until Ctrl-C, without the services' own messages."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        asyncio.run(service)
    except KeyboardInterrupt:
        pass
    return DONE
