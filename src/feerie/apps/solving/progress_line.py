"""One line of progress over many problems on standard error, where that is a terminal."""
from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import TextIO

from feerie.apps.shell.terminal import remaining

__all__ = ["ProgressLine"]


class ProgressLine:
    """Number of problems done, and how long the others will take. It is shown after a second, and never in a file.

    `of`: number of problems; `text`: the text for a number of problems done. Calling the object reports the progress of
    the current problem.
    """

    SHOWN_AFTER, EVERY = 1.0, 0.2
    """Seconds before it is shown first, and between two changes."""

    def __init__(self, of: int, text: Callable[[int], str], stream: TextIO | None = None) -> None:
        self.of, self._text = max(1, of), text
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._done, self._began = 0, time.monotonic()
        self._next = self._began + self.SHOWN_AFTER
        self._width = 0
        self._told = ""
        self._lock = threading.Lock()

    def __call__(self, done: float, of: float) -> None:
        """So much of the current problem is done, out of so much."""
        if self._terminal and time.monotonic() >= self._next:
            self._show(done / of if of else 0.0)

    def advance(self) -> None:
        """One more problem is done."""
        self._done += 1
        self._told = ""
        self(0, 1)

    def tell(self, text: str) -> None:
        """Show a text about the current problem, too."""
        self._told = text

    def clear(self) -> None:
        """Remove the line, so that something else can be printed."""
        with self._lock:
            self._write("")

    def _show(self, part: float) -> None:
        now = time.monotonic()
        left = remaining(now - self._began, 0.0, min(1.0, (self._done + part) / self.of))
        with self._lock:
            self._next = now + self.EVERY
            self._write(", ".join(filter(None, (self._text(self._done), self._told, left))))

    def _write(self, text: str) -> None:
        """Replace the line, with blanks over the rest of a longer one."""
        if self._width or text:
            self._stream.write(f"\r{text.ljust(self._width)}{'' if text else chr(13)}")
            self._stream.flush()
            self._width = len(text)
