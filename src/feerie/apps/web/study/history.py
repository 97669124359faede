"""What is undone and redone in a study: its states before its last changes, and those that were undone."""
from __future__ import annotations

import zlib
from typing import NamedTuple

__all__ = ["History", "Past"]

MOST_UNDONE = 200
"""Changes that can be undone, one after another."""
MOST_BYTES = 200_000
"""Of all texts of a study that are kept for undoing, compressed."""


class Past(NamedTuple):
    """A study as it was. `line`: the moves that lead to what was changed, in UCI; `place`: that of the chapter among
    the others, None where it is not what was changed."""

    title: str
    pgn: str
    line: tuple[str, ...]
    place: int | None = None


class _Packed(NamedTuple):
    title: str
    pgn: bytes
    line: tuple[str, ...]
    place: int | None


class History:
    """The states of a study before its changes, the last one last, and those that were undone; kept compressed."""

    def __init__(self) -> None:
        self._before, self._after = list[_Packed](), list[_Packed]()

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change that was undone."""
        return bool(self._after)

    def add(self, before: Past) -> None:
        """There is a change: what was undone before it can no longer be redone."""
        self._after.clear()
        self._before.append(_packed(before))
        kept = sum(len(each.pgn) for each in self._before)
        while self._before and (len(self._before) > MOST_UNDONE or kept > MOST_BYTES):
            kept -= len(self._before.pop(0).pgn)

    def next(self, back: bool) -> Past | None:
        """The state before the last change or, not `back`, after the one undone last; None where there is none."""
        kept = self._before if back else self._after
        if not kept:
            return None
        title, text, line, place = kept[-1]
        return Past(title, zlib.decompress(text).decode(), line, place)

    def step(self, back: bool, shown: Past) -> None:
        """Go to the `next` state from the present one."""
        source, target = (self._before, self._after) if back else (self._after, self._before)
        source.pop()
        target.append(_packed(shown))


def _packed(past: Past) -> _Packed:
    return _Packed(past.title, zlib.compress(past.pgn.encode()), past.line, past.place)
