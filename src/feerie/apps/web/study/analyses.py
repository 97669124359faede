"""The engine's lines from a position, iteration by iteration, for studies; a search ends with its listener.

While others wait, a search ends as soon as it has had its share of time: then a class behind one address waits for
seconds, not for minutes.
"""
from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from feerie.apps.web.serving.error_messages import error_message
from feerie.apps.web.serving.refusal import RefusedError
from feerie.apps.web.serving.turns import Turns, Visitor, may_ask
from feerie.base.errors import Error
from feerie.game.engine import Analysis, Engine, Line
from feerie.game.position import Position
from feerie.game.score import PovScore
from feerie.game.tables import Tables
from feerie.notation.languages import language as language_of
from feerie.rules.side import Side

__all__ = ["Analyses", "AnalysisJob", "analysis_document"]

ANALYSIS_HASH_MB = 32
LONGEST = 120.0
"""Seconds of a search."""
SHARE = 3.0
"""Seconds after which a search ends if another one waits."""
MOST_ANALYSES = 3
"""Searches of one browser that are running or waiting."""
MOST_ANALYSES_OF_CLIENT = 60
"""Searches of all browsers of a client that are running or waiting: a school class."""
MOVES_OF_A_LINE = 12
"""Moves of a line that are shown."""

Queue = asyncio.Queue[dict[str, Any] | None]


class AnalysisJob:
    """A search that puts its results into a queue of an event loop, and None at the end."""

    def __init__(self, position: Position, lines: int, language: str, loop: asyncio.AbstractEventLoop, queue: Queue
                 ) -> None:
        self.position, self.lines, self.language = position, lines, language
        self._loop, self._queue = loop, queue
        self._stopped = threading.Event()
        self._engine: Engine | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether it is to end, or has ended."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Stop: nobody listens any more, or it has had its share."""
        self._stopped.set()
        if self._engine:
            self._engine.stop()

    def run(self, engine: Engine, tables: Tables) -> None:
        """Search until the limit, or until it is stopped."""
        try:
            if not self._stopped.is_set():
                known = {move.uci(): result.text(self.language) for move, result in tables.moves(self.position)}
                self._engine = engine
                found = engine.iterate(self.position, seconds=LONGEST, multipv=self.lines)
                if self._stopped.is_set():
                    engine.stop()
                for analysis in found:
                    self._put(analysis_document(analysis, self.position, self.language, known))
        except Error as error:
            self._put({"error": error_message(error, self.language), "lines": []})
        finally:
            self._engine = None
            self._put(None)

    def _put(self, document: dict[str, Any] | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._queue.put_nowait, document)


class Analyses:
    """Searches in threads, as many at a time as there are cores; those who wait have turns. Its methods may be called
    from any thread."""

    def __init__(self, threads: int) -> None:
        self._threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._threads, "analysis")
        self._tables = Tables()
        self._local = threading.local()
        self._lock = threading.Lock()
        self._asked: dict[AnalysisJob, Visitor] = {}
        self._waiting = Turns[AnalysisJob]()
        self._running: dict[AnalysisJob, float] = {}

    def begin(self, job: AnalysisJob, visitor: Visitor) -> None:
        """Start a search when a thread is free; RefusedError if the visitor has too many."""
        with self._lock:
            asked = [each for job, each in self._asked.items() if not job.is_stopped]
            if not may_ask(visitor, asked, MOST_ANALYSES, MOST_ANALYSES_OF_CLIENT):
                raise RefusedError("too many analyses")
            self._asked[job] = visitor
            self._waiting.add(visitor, job)
        self._pool.submit(self._run)
        self._make_room()

    def _make_room(self) -> None:
        """Stop as many searches that have had their share as are needed for those that wait."""
        with self._lock:
            going = [(since, job) for job, since in self._running.items() if not job.is_stopped]
            lacking = len(self._waiting) - (self._threads - len(going))
            due = [job for since, job in going if time.monotonic() - since >= SHARE][:max(0, lacking)]
        for job in due:
            job.stop()

    def _run(self) -> None:
        with self._lock:
            job = self._waiting.take()
            if job is None:
                return
            self._running[job] = time.monotonic()
        share = threading.Timer(SHARE, self._make_room)
        share.daemon = True
        share.start()
        try:
            engine: Engine | None = getattr(self._local, "engine", None)
            if engine is None:
                engine = self._local.engine = Engine(hash_mb=ANALYSIS_HASH_MB, tables=self._tables)
            job.run(engine, self._tables)
        finally:
            share.cancel()
            with self._lock:
                del self._running[job], self._asked[job]

    def close(self) -> None:
        """Stop all searches."""
        with self._lock:
            jobs = list(self._asked)
        for job in jobs:
            job.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


def analysis_document(analysis: Analysis, position: Position, language: str, known: Mapping[str, str]
                      ) -> dict[str, Any]:
    """What the page shows of an iteration. `share`: White's expected score, 0 to 1; `known`: what endgame tables say of
    moves in UCI, which is the `table` of the lines that begin with them, "" elsewhere.
    """
    lines = [_line(line, position, language) | {"table": known.get(line.moves[0].uci(), "") if line.moves else ""}
             for line in analysis.lines]
    return {"depth": analysis.depth, "nodes": analysis.nodes, "seconds": round(analysis.seconds, 1),
            "share": lines[0]["share"] if lines else None, "lines": lines, "error": ""}


def _line(line: Line, position: Position, language: str) -> dict[str, Any]:
    white = PovScore(line.score, position.turn).white()
    said = language_of(language).numeral(str(white)) if white.mate is None else \
        f"{'' if white.mate > 0 else '−'}#{abs(white.mate)}"
    moves, at = list[dict[str, str]](), position
    for move in line.moves[:MOVES_OF_A_LINE]:
        moves.append({"uci": move.uci(), "text": at.san(move, language),
                      "number": f"{at.fullmove_number}." if at.turn == Side.WHITE else "" if moves
                      else f"{at.fullmove_number}…"})
        at = at.play(move)
    return {"score": said, "share": round(white.expectation(), 4), "moves": moves}
