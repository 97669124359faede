"""The options of `feerie solve`, `feerie scheduler` and `feerie worker` that protect the connections of a cluster."""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from feerie.solving.cluster_security import Protection

__all__ = ["protection_options"]

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
