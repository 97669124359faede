"""A program that communicates by lines over pipes, and that does not outlive the match."""
from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from feerie.base.errors import Message, system_reason
from feerie.match.player import Failure, Fault, PlayerError

__all__ = ["EngineProcess"]

LINE_BYTES = 1 << 16
"""A longer line is read in pieces."""
WAITING_LINES = 4096
"""A program that prints more before they are read has to wait."""
SLICE = 0.1
"""Seconds between two checks whether the match was stopped."""
_DIE_WITH_PARENT = ("import ctypes, os, sys; ctypes.CDLL(None).prctl(1, 9); "
                    "os.getppid() == int(sys.argv[1]) and os.execv(sys.argv[2], sys.argv[2:])")
"""Linux: asks to be killed when the parent ends, however that happens, and then becomes the program (prctl(2))."""


class EngineProcess:
    """A running program in a process group of its own. PlayerError if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = command[0]
        program = shutil.which(command[0])
        if program is None:
            raise PlayerError("{} is not a command that can be run", repr(command[0][:80]))
        arguments = [os.path.abspath(program), *command[1:]]
        if sys.platform == "linux":
            arguments = [sys.executable, "-I", "-S", "-c", _DIE_WITH_PARENT, str(os.getpid()), *arguments]
        self._closing = False
        self._last_cpu = 0.0
        self._lines: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        started: queue.Queue[subprocess.Popen[bytes] | OSError] = queue.Queue(1)
        self._reader = threading.Thread(target=self._start, args=(arguments, started), daemon=True,
                                        name=f"reader of {self.name}")
        self._reader.start()
        process = started.get()
        if isinstance(process, OSError):
            raise PlayerError("{} cannot be started: {}", repr(command[0][:80]), system_reason(process)) from None
        self._process = process

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def _start(self, arguments: list[str], started: queue.Queue[subprocess.Popen[bytes] | OSError]) -> None:
        """Start the program and read from it: the parent of whose end Linux tells it is this thread, not its starter's.
        """
        try:
            process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
        except OSError as error:
            started.put(error)
            return
        started.put(process)
        self._read(process)

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        """Hand lines over until the program closes its output; None is the end."""
        assert process.stdout
        with suppress(OSError, ValueError):
            while line := process.stdout.readline(LINE_BYTES):
                if not self._put(line.decode(errors="replace").strip()):
                    return
        self._put(None)

    def _put(self, line: str | None) -> bool:
        while not self._closing:
            with suppress(queue.Full):
                self._lines.put(line, timeout=SLICE)
                return True
        return False

    def send(self, line: str) -> None:
        """Write a line; Failure if the program is gone."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Failure(Fault.DIED, self._end()) from None

    def receive(self, seconds: float) -> str | None:
        """The next line, None if none comes in time; Failure if the program is gone."""
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)       # the end stays the end
            raise Failure(Fault.DIED, self._end())
        return line

    def wait_for(self, first_word: str, seconds: float) -> list[str]:
        """All lines up to the one with this first word; Failure if it does not come in time."""
        end = time.monotonic() + seconds
        lines = []
        while (left := end - time.monotonic()) > 0:
            line = self.receive(min(left, SLICE))
            if line is not None:
                lines.append(line)
                if line.split(maxsplit=1)[:1] == [first_word]:
                    return lines
                del lines[:-WAITING_LINES]
        raise Failure(Fault.HANGS, Message("no {} in {} s", first_word, f"{seconds:g}"))

    def cpu_seconds(self) -> float:
        """The processor time that the process has used, including its threads but not its children."""
        if sys.platform == "linux":         # the clock that clock_getcpuclockid(3) gives
            with suppress(OSError):
                self._last_cpu = time.clock_gettime((~self.pid << 3) | 2)
        return self._last_cpu

    def _end(self) -> Message:
        """How the program ended."""
        try:
            code = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return Message("closed its pipes")
        return Message("signal {}", -code) if code < 0 else Message("exit status {}", code)

    def close(self, farewell: str = "quit", seconds: float = 0.3) -> None:
        """Say goodbye, then end the program and all that it has started in its process group."""
        self.cpu_seconds()
        self._closing = True
        if self._process.poll() is None:
            with suppress(Failure):
                self.send(farewell)
            with suppress(OSError):
                if self._process.stdin:
                    self._process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        if os.name == "posix":
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._reader.join(2)
        for stream in (self._process.stdin, self._process.stdout):
            if stream and not self._reader.is_alive():
                with suppress(OSError):
                    stream.close()
