"""The engine as an opponent: searches in a pool of threads, as many at a time as there are cores."""
from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from feerie.apps.shell.terminal import warn
from feerie.apps.web.serving.turns import Turns, Visitor
from feerie.base.errors import Message
from feerie.engine.levels import LEVELS
from feerie.game.engine import Clock, Engine
from feerie.game.game import Game, forget_positions
from feerie.game.position import Position
from feerie.game.tables import Tables

__all__ = ["FULL", "EnginePool", "MoveRequest", "levels"]

FULL = "full"
OPPONENT_HASH_MB = 8
LONGEST = 10.0
"""Seconds a search may take if a level or a clock does not end it sooner."""


def levels() -> list[dict[str, Any]]:
    """The strengths to choose from, the weakest first: `key`, and `elo` if known."""
    return [{"key": level.name, "elo": level.elo} for level in LEVELS]


@dataclass
class MoveRequest:
    """A request for a move after some moves from a position, for a client. `answer` is called with the move's UCI text
    and the score in centipawns for the engine's side (None for a forced win or loss), or not at all if the request was
    cancelled.
    """

    start: Position
    moves: Sequence[str]
    level: str
    seconds: float
    clock: Clock | None
    client: str
    answer: Callable[[str, int | None], None]
    cancelled: threading.Event = field(default_factory=threading.Event)
    engine: Engine | None = None

    def cancel(self) -> None:
        """The answer is no longer wanted."""
        self.cancelled.set()
        if self.engine:
            self.engine.stop()


class EnginePool:
    """Engines that answer move requests, of clients that have several after those of others. Each thread keeps one
    engine for each level.
    """

    def __init__(self, threads: int = 0) -> None:
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, "engine")
        self._local = threading.local()
        self._waiting = Turns[MoveRequest]()
        self._lock = threading.Lock()

    def submit(self, request: MoveRequest) -> None:
        """Answer a request when a thread is free."""
        with self._lock:
            self._waiting.add(Visitor(request.client), request)
        self._pool.submit(self._think).add_done_callback(_complain)

    def close(self) -> None:
        """Answer no more requests."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _engine(self, level: str) -> Engine:
        engines: dict[str, Engine] = self._local.__dict__.setdefault("engines", {})
        if level not in engines:
            engines[level] = Engine(hash_mb=OPPONENT_HASH_MB, level=None if level == FULL else level,
                                    tables=Tables())
        return engines[level]

    def _think(self) -> None:
        with self._lock:
            request = self._waiting.take()
        if request is None or request.cancelled.is_set():
            return
        engine = self._engine(request.level)
        game = Game(request.start.genre, Position(request.start.genre, request.start.setup))
        for uci in request.moves:
            game.push(uci)
        request.engine = engine
        seconds = None if request.clock else min(request.seconds, LONGEST)
        searched = engine.search(game, seconds=seconds, clock=request.clock)
        forget_positions(game, 0)         # at once, rather than when the garbage collector runs
        if searched.best and not request.cancelled.is_set():
            score = searched.score.centipawns if searched.score else None
            request.answer(searched.best.uci(), score)


def _complain(done: Future[None]) -> None:
    """Say on standard error why a request was not answered."""
    error = None if done.cancelled() else done.exception()
    if error:
        warn(Message("the engine failed: {}: {}", type(error).__name__, error))
