"""Engines in asyncio: searches that are awaited, analyses that are read as they grow, all of them cancelled cleanly."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection, Iterator
from types import TracebackType
from typing import Self, TypedDict, Unpack

from feerie.base.errors import EngineError
from feerie.game.analysis import Analysis, Clock
from feerie.game.engine import Engine
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.match.program_engine import ProgramEngine
from feerie.rules.move import Move

__all__ = ["AnalysisStream", "AsyncEngine", "SearchArguments"]


class SearchArguments(TypedDict, total=False):
    """The arguments of a search besides the position, as in Engine.search."""

    seconds: float | None
    depth: int | None
    nodes: int | None
    mate: int | None
    clock: Clock | None
    multipv: int
    moves: Collection[Move | str] | None


class AsyncEngine:
    """An engine for asyncio: `Engine`, `UciEngine` or `XboardEngine`; it belongs to one event loop.

    Each search runs in a thread. A task that is cancelled while it waits for a result ends the search first, and the
    engine may be asked again at once. EngineError for a second search while one is running.
    """

    def __init__(self, engine: Engine | ProgramEngine) -> None:
        self.engine = engine
        self._last: _Pump | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        traceback: TracebackType | None) -> None:
        await self.close()

    async def prepare(self, position: Position) -> None:
        """Start the program for the genre of a position, or make our engine's tables; errors as of its `prepare`."""
        await self._idle()
        await asyncio.to_thread(self.engine.prepare, position)

    async def search(self, position: Position | Game, **question: Unpack[SearchArguments]) -> Analysis:
        """The result of a search; arguments and errors as in Engine.search."""
        stream = self.iterate(position, **question)
        last = await anext(stream)
        async for found in stream:
            last = found
        return last

    async def play(self, position: Position | Game, **question: Unpack[SearchArguments]) -> Move | None:
        """The best move of a search, None if the game is over; arguments and errors as in Engine.search."""
        return (await self.search(position, **question)).best

    def iterate(self, position: Position | Game, **question: Unpack[SearchArguments]) -> AnalysisStream:
        """The results of a search as they come, for `async for`; arguments as in Engine.search.

        The search begins when the first result is awaited. Leaving the loop ends it.
        """
        return AnalysisStream(self, position, question)

    def stop(self) -> None:
        """End the running search soon; its best move so far is its result."""
        if self._last:
            self._last.stop()

    async def close(self) -> None:
        """End the running search, and the program if the engine is one."""
        self.stop()
        await self._idle()
        if isinstance(self.engine, ProgramEngine):
            await asyncio.to_thread(self.engine.close)

    async def _idle(self) -> None:
        """Wait for the end of a search that was stopped; EngineError if one is running."""
        if self._last and not self._last.ended.is_set():
            if not self._last.stopped:
                raise EngineError("the engine is searching already: one search at a time, so each thread has an Engine "
                                  "of its own, or stop() comes first")
            await self._last.ended.wait()

    async def begin(self, position: Position | Game, question: SearchArguments) -> _Pump:
        """Begin a search, after the end of one that was stopped."""
        await self._idle()
        self._last = pump = _Pump(self.engine, self.engine.iterate(position, **question))
        return pump


class AnalysisStream:
    """The results of a search, to be read by `async for`. `stop` lets it end with its best move so far."""

    def __init__(self, engine: AsyncEngine, position: Position | Game, question: SearchArguments) -> None:
        self._engine, self._position, self._question = engine, position, question
        self._pump: _Pump | None = None
        self._is_over = False

    def __aiter__(self) -> AnalysisStream:
        return self

    async def __anext__(self) -> Analysis:
        if self._is_over:
            raise StopAsyncIteration
        try:
            if self._pump is None:
                self._pump = await self._engine.begin(self._position, self._question)
            found = await self._pump.results.get()
        except asyncio.CancelledError:
            await self.aclose()
            raise
        if isinstance(found, Analysis):
            return found
        self._is_over = True
        if found is not None:
            raise found
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """End the search and wait for its end."""
        self._is_over = True
        if self._pump:
            self._pump.stop()
            await self._pump.ended.wait()

    def __del__(self) -> None:
        if self._pump:
            self._pump.stop()


class _Pump:
    """A thread that reads the results of a search into a queue of the loop: None, or an error, is the end."""

    def __init__(self, engine: Engine | ProgramEngine, results: Iterator[Analysis]) -> None:
        self.results: asyncio.Queue[Analysis | BaseException | None] = asyncio.Queue()
        self.ended = asyncio.Event()
        self.stopped = False
        self._engine, self._from = engine, results
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, daemon=True, name="search").start()

    def stop(self) -> None:
        """End the search soon, if it has not ended."""
        if not self.stopped and not self.ended.is_set():
            self.stopped = True
            self._engine.stop()

    def _read(self) -> None:
        end: BaseException | None = None
        try:
            for found in self._from:
                self._loop.call_soon_threadsafe(self.results.put_nowait, found)
        except BaseException as error:
            end = error
        try:
            self._loop.call_soon_threadsafe(self._finish, end)
        except RuntimeError:        # the loop has been closed: nobody is waiting
            return

    def _finish(self, end: BaseException | None) -> None:
        self.ended.set()
        self.results.put_nowait(end)
