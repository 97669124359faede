"""A notice on a terminal while something takes time."""
from __future__ import annotations

import threading
from contextlib import suppress
from typing import Self, TextIO

from feerie.notation.control import printable

__all__ = ["Notice"]


class Notice:
    """Shows a text on the last line of a terminal, after a moment and as long as the block lasts; never in a file."""

    SHOWN_AFTER = 0.5
    """Seconds."""

    def __init__(self, text: str, stream: TextIO) -> None:
        self._text, self._stream = printable(text), stream
        self._lock = threading.Lock()
        self._over = self._shown = False
        self._timer = threading.Timer(self.SHOWN_AFTER, self._show)
        self._timer.daemon = True

    def _show(self) -> None:
        with self._lock:
            if not self._over:
                self._shown = True
                self._write(self._text)

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()

    def __enter__(self) -> Self:
        if self._stream.isatty():
            with suppress(RuntimeError):        # where no thread can be started there is no notice
                self._timer.start()
        return self

    def __exit__(self, *unused: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._shown:
                # Ctrl-C may have echoed its two characters after it
                self._write(f"\r{' ' * (len(self._text) + 2)}\r")
