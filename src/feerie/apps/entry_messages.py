"""Errors and warnings about the entries of files, of which there may be very many."""
from __future__ import annotations

from collections import Counter
from typing import Self

from feerie.apps.terminal import complain

__all__ = ["EntryMessages"]


class EntryMessages:
    """Prints errors and warnings about entries: the first MOST of each kind, and at the end how many more there are."""

    MOST = 100

    def __init__(self) -> None:
        self._counts = Counter[str]()

    def error(self, message: str) -> None:
        """An entry cannot be used."""
        self._say(message, "error")

    def warn(self, message: str) -> None:
        """An entry is doubtful."""
        self._say(message, "warning")

    def _say(self, message: str, kind: str) -> None:
        self._counts[kind] += 1
        if self._counts[kind] <= self.MOST:
            complain(message, kind)

    def close(self) -> None:
        """Say how many were not printed."""
        errors, warnings = (self._counts[kind] - self.MOST for kind in ("error", "warning"))
        if errors > 0:
            complain(f"errors that are not shown: {errors}", "note")
        if warnings > 0:
            complain(f"warnings that are not shown: {warnings}", "note")
        self._counts.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()
