"""Engine searches that Ctrl-C ends, keeping what they have found."""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from feerie.apps.shell.terminal import interruptible
from feerie.game.game import Game
from feerie.game.position import Position

if TYPE_CHECKING:
    from feerie.game.engine import Analysis, Engine

__all__ = ["think"]

POLL_SECONDS = 0.05
"""Seconds between two looks at Ctrl-C."""


def think(engine: Engine, subject: Position | Game, limits: dict[str, Any],
          report: Callable[[Analysis], None] | None = None) -> tuple[Analysis | None, bool]:
    """The last iteration, and whether the search ended by itself; `report` is called with every iteration.

    `limits`: those of Engine.iterate. The search has a thread of its own, so that Ctrl-C takes effect in the middle of
    an iteration; a second one raises KeyboardInterrupt.
    """
    found: list[Analysis] = []
    failed: list[BaseException] = []

    results = engine.iterate(subject, **limits)

    def search() -> None:
        try:
            for analysis in results:
                found.append(analysis)
                if report:
                    report(analysis)
        except BaseException as error:
            failed.append(error)

    with interruptible() as interrupted:
        try:
            thread = threading.Thread(target=search, daemon=True)
            thread.start()
        except RuntimeError:
            search()                # if no thread can be started, Ctrl-C takes effect after the iteration
        else:
            while thread.is_alive():
                thread.join(POLL_SECONDS)
                if interrupted.is_set():
                    engine.stop()
    if failed:
        raise failed[0]
    return found[-1] if found else None, not interrupted.is_set()
