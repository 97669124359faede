"""The secret that the processes of a cluster on one machine share, and connections that begin with it.

Everybody who is logged in to a machine can connect to its loopback interface. So both ends of such a connection prove
that they know a secret that only this user can read, before anything else is said: challenge and response by HMAC
(RFC 2104). The secret is made when it is first needed, and the user's other processes find it in the same file.
"""
from __future__ import annotations

import asyncio
import hmac
import os
import secrets
import time
from functools import cache
from pathlib import Path
from typing import Any

from feerie.base.errors import ClusterError, system_reason
from feerie.base.user_folder import user_data

__all__ = ["register", "secret"]

FILE = "cluster-secret"
BYTES = 32
"""Length of the secret, of a challenge, and of a response."""
PROOF_SECONDS = 5.0
"""Time for the other end to prove that it knows the secret."""


def secret() -> bytes:
    """The user's secret, made if there is none; ClusterError if it cannot be kept, or if others can read it."""
    path = user_data() / FILE
    try:
        _make(path)
        for _ in range(20):         # another process may be writing it
            found = path.read_bytes()
            if len(found) == BYTES:
                break
            time.sleep(0.05)
        status = path.stat()
    except OSError as error:
        raise ClusterError("{}: the secret of clusters cannot be kept here: {}", path, system_reason(error)) from None
    if os.name == "posix" and (status.st_mode & 0o077 or status.st_uid != os.getuid()) or len(found) != BYTES:
        raise ClusterError("{}: this must be a secret of {} bytes that you alone can read; remove it to get a new one",
                           path, BYTES)
    return found


def _make(path: Path) -> None:
    """Make the file of the secret, unless it is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    try:
        os.write(file, secrets.token_bytes(BYTES))
    finally:
        os.close(file)


def _response(known: bytes, end: bytes, challenges: bytes) -> bytes:
    """What proves that one end, b"server" or b"client", knows the secret."""
    return hmac.digest(known, end + challenges, "sha256")


async def _serve(stream: Any, known: bytes) -> bool:
    """Prove the secret to whoever has connected, after he has; whether he could."""
    challenge = secrets.token_bytes(BYTES)
    await stream.write(challenge)
    answer = await stream.read_bytes(2 * BYTES)
    challenges = challenge + answer[:BYTES]
    if not hmac.compare_digest(answer[BYTES:], _response(known, b"client", challenges)):
        return False
    await stream.write(_response(known, b"server", challenges))
    return True


async def _connect(stream: Any, known: bytes) -> bool:
    """Prove the secret to the server; whether it can, too."""
    own = secrets.token_bytes(BYTES)
    challenges = await stream.read_bytes(BYTES) + own
    await stream.write(own + _response(known, b"client", challenges))
    return hmac.compare_digest(await stream.read_bytes(BYTES), _response(known, b"server", challenges))


@cache
def register(scheme: str) -> None:
    """Make connections with the user's secret known to the package distributed, for addresses that begin with `scheme`.

    ClusterError as for `secret`.
    """
    from distributed.comm.core import FatalCommClosedError
    from distributed.comm.registry import backends
    from distributed.comm.tcp import TCPBackend, TCPConnector, TCPListener

    known = secret()

    class SecretConnector(TCPConnector):
        prefix = f"{scheme}://"

        async def connect(self, *address: Any, **settings: Any) -> Any:
            comm = await super().connect(*address, **settings)
            try:
                is_known = await asyncio.wait_for(_connect(comm.stream, known), PROOF_SECONDS)
            except BaseException:
                comm.abort()
                raise
            if not is_known:
                comm.abort()
                raise FatalCommClosedError
            return comm

    class SecretListener(TCPListener):
        prefix = f"{scheme}://"

        async def _prepare_stream(self, stream: Any, address: str) -> Any:
            try:
                if await asyncio.wait_for(_serve(stream, known), PROOF_SECONDS):
                    return stream
            except (OSError, TimeoutError):
                pass
            stream.close()
            return None

    class SecretBackend(TCPBackend):
        _connector_class, _listener_class = SecretConnector, SecretListener

    backends[scheme] = SecretBackend()
