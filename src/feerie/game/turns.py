"""Whose turn it is when an engine is asked for several searches: one at a time."""
from __future__ import annotations

from collections.abc import Generator, Iterator
from threading import Condition
from typing import Generic, TypeVar

from feerie.base.errors import EngineError
from feerie.game.analysis import Analysis

__all__ = ["Run", "Turns"]


class Run:
    """A search that was asked for. It may be stopped before it begins.

    `is_running`: whether it is at work on its next result; `results`: where they come from, once it has begun.
    """

    def __init__(self) -> None:
        self.stopped = False
        self.is_running = False
        self.results: Generator[Analysis, None, None] | None = None

    def stop(self) -> None:
        """End the search soon; from any thread."""
        self.stopped = True


R = TypeVar("R", bound=Run)


class Turns(Generic[R]):
    """The runs of an engine, from any thread. `newest`: the last one that was asked for."""

    def __init__(self) -> None:
        self._turn = Condition()
        self.newest: R | None = None
        self._active: R | None = None       # the run that has the engine; `_turn` guards this and its is_running

    def announce(self, run: R) -> None:
        """From now on `stop` ends this run; EngineError while another is running."""
        with self._turn:
            self._refuse_second()
            self.newest = run

    def stop(self) -> None:
        """Stop what is running and what was asked for."""
        for run in (self.newest, self._active):
            if run:
                run.stop()

    def _refuse_second(self) -> None:
        """EngineError while a search is running that has not been stopped."""
        if self._active and self._active.is_running and not self._active.stopped:
            raise EngineError("the engine is searching already: one search at a time, so each thread has an Engine of "
                              "its own, or stop() comes first")

    def results(self, run: R, results: Generator[Analysis, None, None]) -> Iterator[Analysis]:
        """The results of a run while no other has the engine.

        A run that waits between two results gives way to a new one and ends; one that is stopped is waited for.
        """
        with self._turn:
            self._refuse_second()
            while self._active and self._active.is_running:
                self._turn.wait()
            if self._active and self._active.results:
                self._active.results.close()
            self.newest = self._active = run
            run.results, run.is_running = results, True
        try:
            while self._active is run:
                found = next(results, None)
                if found is None:
                    return
                with self._turn:
                    run.is_running = False
                    self._turn.notify_all()
                yield found
                with self._turn:
                    run.is_running = self._active is run
        finally:
            with self._turn:
                if self._active is run:
                    results.close()
                    self._active = None
                run.is_running = False
                self._turn.notify_all()
