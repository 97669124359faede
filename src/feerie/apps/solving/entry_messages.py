"""Errors and warnings about the entries of files, of which there may be very many."""
from __future__ import annotations

from collections import Counter
from typing import Self

from feerie.apps.shell.terminal import complain
from feerie.base.errors import Message, at_line
from feerie.problems.place import Place

__all__ = ["EntryMessages", "located"]


def located(place: Place, message: str) -> str:
    """A message with the file and line of the problem and the label of the twin, unless it has them already."""
    if place.label and f"{place.label}) " not in message:
        message = Message("{}) {}", place.label, message)
    return message if place.line is None else Message("{}: {}", place.file, at_line(place.line, message))


class EntryMessages:
    """Prints errors and warnings about entries: the first MOST of each kind, and at the end how many more there are."""

    MOST = 100

    has_errors: bool
    """Whether an entry could not be used, also after `close`."""

    def __init__(self) -> None:
        self.has_errors = False
        self._counts = Counter[str]()

    def error(self, message: str) -> None:
        """An entry cannot be used."""
        self.has_errors = True
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
            complain(Message("errors that are not shown: {}", errors), "note")
        if warnings > 0:
            complain(Message("warnings that are not shown: {}", warnings), "note")
        self._counts.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()
