"""When a search ends early, and how it reports its progress."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

__all__ = ["NO_LIMITS", "Limits", "Progress", "StopFlag"]

Progress = Callable[[float, float], None]
"""Called with the amount of work done and the total; both are estimates."""


class StopFlag(Protocol):
    """Tells a search to stop: a threading.Event, for example."""

    def is_set(self) -> bool: ...


class Limits(NamedTuple):
    """Limits of one search; None means no limit. `nodes`: positions played, observed approximately."""

    seconds: float | None = None
    nodes: int | None = None
    stop: StopFlag | None = None


NO_LIMITS = Limits()
