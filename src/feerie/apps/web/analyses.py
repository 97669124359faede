"""The engine's lines from a position, iteration by iteration, for studies; a search ends with its listener."""
from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from feerie.analysis import Analysis, Engine, Line
from feerie.apps.web.error_messages import error_message
from feerie.apps.web.refusal import RefusedError
from feerie.errors import Error
from feerie.notation.languages import language as language_of
from feerie.position import WHITE, Position

__all__ = ["Analyses", "AnalysisJob", "analysis_document"]

ANALYSIS_HASH_MB = 32
LONGEST = 120.0
"""Seconds of a search."""
MOST_ANALYSES = 3
"""Simultaneous searches of one client."""
MOVES_OF_A_LINE = 12
"""Moves of a line that are shown."""
SCALE = 400.0
"""Centipawns that multiply the odds of winning by ten (Elo's logistic curve, as in CPW "Pawn Advantage, Win Percentage
and Elo")."""

Queue = asyncio.Queue[dict[str, Any] | None]


class AnalysisJob:
    """A search that puts its results into a queue of an event loop, and None at the end."""

    def __init__(self, position: Position, lines: int, language: str, loop: asyncio.AbstractEventLoop, queue: Queue
                 ) -> None:
        self.position, self.lines, self.language = position, lines, language
        self._loop, self._queue = loop, queue
        self._stopped = threading.Event()
        self._engine: Engine | None = None

    def stop(self) -> None:
        """Stop: nobody listens any more."""
        self._stopped.set()
        if self._engine:
            self._engine.stop()

    def run(self, engine: Engine) -> None:
        """Search until the limit, or until it is stopped."""
        try:
            if not self._stopped.is_set():
                self._engine = engine
                found = engine.iterate(self.position, seconds=LONGEST, multipv=self.lines)
                if self._stopped.is_set():
                    engine.stop()
                for analysis in found:
                    self._put(analysis_document(analysis, self.position, self.language))
        except Error as error:
            self._put({"error": error_message(error, self.language), "lines": []})
        finally:
            self._engine = None
            self._put(None)

    def _put(self, document: dict[str, Any] | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._queue.put_nowait, document)


class Analyses:
    """Searches in threads, as many at a time as there are cores. Its methods may be called from any thread."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1, "analysis")
        self._local = threading.local()
        self._lock = threading.Lock()
        self._running: dict[AnalysisJob, str] = {}

    def begin(self, job: AnalysisJob, client: str) -> None:
        """Start a search; RefusedError if the client has too many."""
        with self._lock:
            if sum(each == client for each in self._running.values()) >= MOST_ANALYSES:
                raise RefusedError("too many analyses")
            self._running[job] = client
        self._pool.submit(self._run, job)

    def _run(self, job: AnalysisJob) -> None:
        try:
            engine: Engine | None = getattr(self._local, "engine", None)
            if engine is None:
                engine = self._local.engine = Engine(hash_mb=ANALYSIS_HASH_MB)
            job.run(engine)
        finally:
            with self._lock:
                self._running.pop(job, None)

    def close(self) -> None:
        """Stop all searches."""
        with self._lock:
            jobs = list(self._running)
        for job in jobs:
            job.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


def analysis_document(analysis: Analysis, position: Position, language: str) -> dict[str, Any]:
    """What the page shows of an iteration. `share`: White's expected score, 0 to 1."""
    lines = [_line(line, position, language) for line in analysis.lines]
    return {"depth": analysis.depth, "nodes": analysis.nodes, "seconds": round(analysis.seconds, 1),
            "share": lines[0]["share"] if lines else None, "lines": lines, "error": ""}


def _line(line: Line, position: Position, language: str) -> dict[str, Any]:
    sign = 1 if position.turn == WHITE else -1
    score = line.score
    if score.centipawns is not None:
        white = sign * score.centipawns
        said, share = language_of(language).numeral(f"{white / 100:+.2f}"), 1 / (1 + 10 ** (-white / SCALE))
    else:
        wins = sign if score.mate and score.mate > 0 else -sign
        said, share = f"{'' if wins > 0 else '−'}#{abs(score.mate or 0)}", float(wins > 0)
    moves, at = list[dict[str, str]](), position
    for move in line.moves[:MOVES_OF_A_LINE]:
        moves.append({"uci": move.uci(), "text": at.san(move, language),
                      "number": f"{at.fullmove_number}." if at.turn == WHITE else "" if moves
                      else f"{at.fullmove_number}…"})
        at = at.play(move)
    return {"score": said, "share": round(share, 4), "moves": moves}
