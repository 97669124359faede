"""What commands with a cluster share: the options that protect its connections, and a connection to it."""
from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from feerie.apps.shell.terminal import warn
from feerie.base.errors import Message
from feerie.solving.cluster_security import Protection

if TYPE_CHECKING:
    from feerie.solving.cluster import Cluster

__all__ = ["joined", "protection_options"]

_FILE = click.Path(exists=True, dir_okay=False)


def protection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options --tls-ca, --tls-cert, --tls-key and --insecure; the command gets one value, `protection`."""
    @click.option("--tls-ca", type=_FILE, metavar="FILE", help="Certificate of the authority that signs those of the "
                  "cluster (PEM).")
    @click.option("--tls-cert", type=_FILE, metavar="FILE", help="This machine's certificate (PEM).")
    @click.option("--tls-key", type=_FILE, metavar="FILE", help="The key of that certificate (PEM).")
    @click.option("--insecure", is_flag=True, help="Allow a cluster without certificates, or on one machine without "
                  "the user's secret: anyone who can connect to it can run programs in it.")
    @wraps(command)
    def protected(*, tls_ca: str | None, tls_cert: str | None, tls_key: str | None, insecure: bool,
                  **others: Any) -> Any:
        return command(protection=Protection(tls_ca, tls_cert, tls_key, insecure), **others)

    return protected


@contextmanager
def joined(address: str, protection: Protection) -> Iterator[Cluster]:
    """A connection to a cluster, without log messages of its package; workers that get no jobs are named at the end."""
    from feerie.solving.cluster import Cluster

    logging.disable(logging.CRITICAL)       # the package logs every lost connection
    try:
        with Cluster(address, protection) as cluster:
            try:
                yield cluster
            finally:
                for stranger in cluster.strangers:
                    warn(Message("{}: it gets no jobs", stranger))
    finally:
        logging.disable(logging.NOTSET)
