"""A server of the page in a process of its own, which may be killed."""
from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from facts import PACKAGE
from waiting import PATIENCE


class Server:
    """`feerie serve` on a free port that stays the same when it is restarted; the end of a `with` block ends it."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.options, self.port = data, options, 0
        self.start()

    def start(self) -> None:
        """Start it, or restart it with the same data and port."""
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
        options = ("--port", str(self.port), "--data", str(self.data), "--threads", "1", "--no-browser", *self.options)
        self.process = subprocess.Popen([sys.executable, "-m", "feerie", "serve", *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip().partition("?")[0].rstrip("/")
        assert self.address.startswith("http"), self.process.communicate()
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.communicate()

    def ask(self, path: str, body: object = None, method: str = "", headers: dict[str, str] | None = None
            ) -> tuple[int, Any, dict[str, str]]:
        """Status, answer (parsed if it is JSON) and headers of a request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
            sent = {"Content-Type": "application/json", **(headers or {})}
            connection.request(method or ("GET" if body is None else "POST"), path, raw, sent)
            answer = connection.getresponse()
            text, kind = answer.read(), answer.getheader("content-type") or ""
            return answer.status, json.loads(text) if kind.startswith("application/json") else text.decode(), \
                {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.kill()
