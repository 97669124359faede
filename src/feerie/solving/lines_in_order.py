"""The first lines of help and series play, in the order of the solution, while others are still searched for."""
from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from feerie.problems.solution import UciLine
from feerie.solving.limits import FoundLines

__all__ = ["MOST_IN_ORDER", "LinePlace", "LinesInOrder"]

MOST_IN_ORDER = 500
"""The most lines that are handed over or wait for it. Handling them must not hold up the search: printed, they fit in a
pipe that is not read."""

LAST = "~"
"""Sorted after every move."""

LinePlace = tuple[bool, UciLine]
"""A place in the order of a solution: set play (False) comes before actual play (True), and lines are sorted."""


class LinesInOrder:
    """Hands over lines as soon as no line that is still to be found can come before them: at most MOST_IN_ORDER.

    All that is handed over is the beginning of the solution, each line once.
    """

    def __init__(self, hand_over: FoundLines) -> None:
        self._hand_over = hand_over
        self._waiting: list[LinePlace] = []
        self._handed_over = 0
        self._end: LinePlace = (True, (LAST,))      # lines from here on are for the solution only

    @property
    def is_waiting(self) -> bool:
        """Whether there is anything to hand over."""
        return bool(self._waiting)

    def add(self, beginning: LinePlace, lines: Iterable[tuple[bool, UciLine]]) -> None:
        """Add lines that were found, none of which comes before `beginning`."""
        if beginning >= self._end:
            return
        room = MOST_IN_ORDER - self._handed_over - len(self._waiting)
        more = [(not is_set_play, line) for is_set_play, line in islice(lines, room + 1)]
        if len(more) > room:
            self._end, more = beginning, []
        self._waiting = [place for place in self._waiting + more if place < self._end]

    def release(self, before: LinePlace) -> None:
        """Hand over the lines that come before a place; from there on, lines may still be found."""
        ready = sorted({place for place in self._waiting if place < before})
        if ready:
            self._waiting = [place for place in self._waiting if place >= before]
            self._handed_over += len(ready)
            self._hand_over([(not is_actual, line) for is_actual, line in ready])
