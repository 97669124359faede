"""When a search ends early, and how it reports its progress."""
from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

from feerie.base.errors import ArgumentError, check_number, check_whole, wrong_type

__all__ = ["MOST_SOLUTIONS", "NO_LIMITS", "FirstMove", "FirstMoves", "FoundLines", "Limits", "Progress", "StopFlag",
           "check_limits"]

Progress = Callable[[float, float], None]
"""Called with the amount of work done and the total; both are estimates."""

FoundLines = Callable[[Iterable[tuple[bool, tuple[str, ...]]]], None]
"""Called with lines of help and series play as they are found: whether it is set play, and the moves in UCI."""


class FirstMove(NamedTuple):
    """A first move in the list of all: its number, from 1, how many there are, and its UCI text."""

    number: int
    of: int
    uci: str


FirstMoves = Callable[[FirstMove], None]
"""Called with each first move that a search comes to, when all before it are done."""


class StopFlag(Protocol):
    """Tells a search to stop: a threading.Event, for example."""

    def is_set(self) -> bool: ...


class Limits(NamedTuple):
    """Limits of one search; None means no limit. `nodes`: positions played, observed approximately."""

    seconds: float | None = None
    nodes: int | None = None
    stop: StopFlag | None = None


NO_LIMITS = Limits()

MOST_SOLUTIONS = sys.maxsize
"""A greater number of solutions is reduced to this one: no list is longer, and the searches count in 64 bits."""


def check_limits(stop: StopFlag | None, seconds: Mapping[str, float | None], whole: Mapping[str, int | None]) -> None:
    """TypeError for what is not a limit, ArgumentError for one below 0; limits by the names of the arguments."""
    check_whole(**whole)
    if stop is not None and not hasattr(stop, "is_set"):
        raise wrong_type("stop", "a threading.Event or None", stop)
    check_number(**seconds)
    for name, given in (*whole.items(), *seconds.items()):
        if given is not None and not given >= 0:        # nan, too
            raise ArgumentError("{} must not be negative, and is {}", name, given)
