"""Dialogues with `feerie uci` and `feerie xboard` as raw text, and the runner of those in data/.

A dialogue is a list of lines: "> TEXT" is sent; "< TEXT" is the next line received; "<* TEXT" is received after any
lines that do not match it; "..." stands for anything.
"""
from __future__ import annotations

import doctest
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from waiting import PATIENCE

import feerie

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(feerie.__file__).parent.parent)}
MATCHES = doctest.OutputChecker().check_output


def fits(found: str, wanted: str) -> bool:
    """Whether a line is the wanted one."""
    return MATCHES(wanted + "\n", found + "\n", doctest.ELLIPSIS)


class Program:
    """A process that speaks a protocol. `arguments`: those of `feerie`."""

    def __init__(self, *arguments: str, **values: Any) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", "feerie", *arguments], env=ENVIRONMENT,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **values)
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as stream:
            for line in stream:
                self._lines.put(line.decode().rstrip("\r\n"))
        self._lines.put(None)

    def send(self, text: str) -> None:
        """Send a line."""
        self.send_bytes(text.encode() + b"\n")

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self) -> str:
        """The next line. Raises AssertionError if none comes in time, or the program has ended."""
        try:
            line = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise AssertionError("nothing comes") from None
        assert line is not None, "the program has ended"
        return line

    def until(self, wanted: str) -> list[str]:
        """The lines up to the first that is the wanted one."""
        lines = [self.line()]
        while not fits(lines[-1], wanted):
            lines.append(self.line())
        return lines

    def talk(self, dialogue: list[str]) -> None:
        """Send and receive what a dialogue says."""
        for step in dialogue:
            mark, _, text = step.partition(" ")
            if mark == ">":
                self.send(text)
            elif mark == "<*":
                self.until(text)
            else:
                assert mark == "<", f"no such step: {step}"
                found = self.line()
                assert fits(found, text), f"{found!r} instead of {text!r}"

    def end(self) -> tuple[int, list[str], str]:
        """Close its input; returns the exit status, the lines still to be read, and what it wrote to standard error."""
        assert self.process.stdin and self.process.stderr
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        errors = self.process.stderr.read().decode()
        status = self.process.wait(timeout=PATIENCE)
        self.process.stderr.close()
        lines = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            lines.append(line)
        return status, lines, errors
