"""The problems of files, read one after another while they are solved, and how many a stopped run has not reached."""
from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from feerie.apps.shell.terminal import file_error
from feerie.base.errors import Message
from feerie.problems.place import Place
from feerie.problems.problem import ProblemEntry

if TYPE_CHECKING:
    from feerie.problems.report import Unreached

__all__ = ["Reading", "Source"]

Source = tuple[str, Iterable[ProblemEntry] | OSError]
"""The path of a file with its problems, which may be iterated over several times, or why it cannot be read."""


class Reading:
    """Each problem of some files with its file's path; instead of a problem, why a file has none.

    `of`: the number of problems, 0 where they have not been counted.
    """

    COUNTING_SECONDS = 0.3
    """Time for counting what was not reached; what is not read by then is estimated."""

    def __init__(self, sources: Sequence[Source], of: int = 0) -> None:
        self._sources, self._of = sources, of
        self._file = self._read = 0
        self._entries = self._all()

    def __iter__(self) -> Iterator[tuple[str, ProblemEntry | Message]]:
        return self._entries

    def _all(self) -> Iterator[tuple[str, ProblemEntry | Message]]:
        for file, (path, entries) in enumerate(self._sources):
            self._file, before = file, self._read
            for entry in () if isinstance(entries, OSError) else entries:
                self._read += 1
                yield path, entry
            if isinstance(entries, OSError):
                yield path, file_error(entries)
            elif self._read == before:
                yield path, Message("{}: no problem could be read", path)

    def unreached(self, path: str, first: ProblemEntry | Message) -> Unreached:
        """What is left of the problems from the one on that was yielded last; nothing more can be read afterwards."""
        from feerie.problems.report import Unreached

        place, last = Place(path or None), first
        if isinstance(first, ProblemEntry):
            place = Place(path or None, first.number, first.line if path else None)
        reached = self._read - isinstance(first, ProblemEntry)
        end = time.monotonic() + self.COUNTING_SECONDS
        for _, last in () if self._of else self._entries:
            if time.monotonic() > end:
                return Unreached(place, self._read - reached + self._estimated(last), exact=False)
        return Unreached(place, (self._of or self._read) - reached, exact=True)

    def _estimated(self, last: ProblemEntry | Message) -> int:
        """About how many problems follow, if each has as many lines as those of this file up to the last one."""
        later = self._sources[self._file:]
        lines = sum(getattr(entries, "lines", 0) for _, entries in later)
        if not isinstance(last, ProblemEntry):
            return 0
        return round((lines - last.line) / max(1.0, last.line / last.number))
