"""When a search ends early, and how it reports its progress."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

__all__ = ["NO_LIMITS", "FoundLines", "Limits", "Progress", "StopFlag"]

Progress = Callable[[float, float], None]
"""Called with the amount of work done and the total; both are estimates."""

FoundLines = Callable[[Iterable[tuple[bool, tuple[str, ...]]]], None]
"""Called with lines of help and series play as they are found: whether it is set play, and the moves in UCI."""


class StopFlag(Protocol):
    """Tells a search to stop: a threading.Event, for example."""

    def is_set(self) -> bool: ...


class Limits(NamedTuple):
    """Limits of one search; None means no limit. `nodes`: positions played, observed approximately."""

    seconds: float | None = None
    nodes: int | None = None
    stop: StopFlag | None = None


NO_LIMITS = Limits()
