"""The engine as an opponent: searches in threads of their own, as many at a time as there are cores."""
from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from feerie.analysis import Clock, Engine
from feerie.apps.terminal import warn
from feerie.engine.levels import LEVELS
from feerie.game import Game
from feerie.position import Position

__all__ = ["FULL", "Opponents", "Question", "levels"]

FULL = "full"
OPPONENT_HASH_MB = 8
LONGEST = 10.0
"""Seconds a search may take where a level or a clock does not end it sooner."""


def levels() -> list[dict[str, Any]]:
    """The strengths to choose from, the weakest first: `key`, and `elo` where it is known."""
    return [{"key": level.name, "elo": level.elo} for level in LEVELS]


@dataclass
class Question:
    """What to play after some moves from a position. `answer` is called with the move's UCI text and the score in
    centipawns of the engine's side (None for a forced win or loss); not at all where the question was dropped.
    """

    start: Position
    moves: Sequence[str]
    level: str
    seconds: float
    clock: Clock | None
    answer: Callable[[str, int | None], None]
    dropped: threading.Event = field(default_factory=threading.Event)
    engine: Engine | None = None

    def drop(self) -> None:
        """The answer is no longer wanted."""
        self.dropped.set()
        if self.engine:
            self.engine.stop()


class Opponents:
    """Engines that answer questions. Each thread keeps one engine for each level."""

    def __init__(self, threads: int = 0) -> None:
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, "opponent")
        self._local = threading.local()

    def ask(self, question: Question) -> None:
        """Answer a question when a thread is free."""
        self._pool.submit(self._think, question).add_done_callback(_complain)

    def close(self) -> None:
        """Answer no more questions."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _engine(self, level: str) -> Engine:
        engines: dict[str, Engine] = self._local.__dict__.setdefault("engines", {})
        if level not in engines:
            engines[level] = Engine(hash_mb=OPPONENT_HASH_MB, level=None if level == FULL else level)
        return engines[level]

    def _think(self, question: Question) -> None:
        if question.dropped.is_set():
            return
        engine = self._engine(question.level)
        game = Game(question.start.genre, Position(question.start.genre, question.start.setup))
        for uci in question.moves:
            game.push(uci)
        question.engine = engine
        seconds = None if question.clock else min(question.seconds, LONGEST)
        searched = engine.search(game, seconds=seconds, clock=question.clock)
        game._forget(0)         # now, and not when the garbage collector comes by
        if searched.best and not question.dropped.is_set():
            score = searched.score.centipawns if searched.score else None
            question.answer(searched.best.uci(), score)


def _complain(done: Future[None]) -> None:
    """Say on standard error why a question was not answered."""
    error = None if done.cancelled() else done.exception()
    if error:
        warn(f"the engine failed: {type(error).__name__}: {error}")
