"""The live games: those in memory, the engine's turns in them, and the connections that are told of their changes."""
from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from feerie.apps.web.games.answers import View, game_document
from feerie.apps.web.games.engine_pool import EnginePool, MoveRequest
from feerie.apps.web.games.game_store import GameStore
from feerie.apps.web.games.live_game import LiveGame, Settings
from feerie.apps.web.serving.memory import trim
from feerie.apps.web.serving.refusal import RefusedError
from feerie.game.engine import Clock
from feerie.game.legal_moves import move_values
from feerie.game.position import Position

__all__ = ["Listener", "LiveGames"]

MOST_GAMES = 2000
"""Games held in memory; the least recently used ones are read from the store again when they are asked for."""
MOST_MOVE_REQUESTS = 40
"""Moves that the engine may be asked for at a time for one client: a school class behind one address."""
IDLE_SECONDS = 30.0
"""Games that nobody has used for so long, that nobody watches and in which no clock runs, leave the memory."""
MOST_MOVES_KEPT = 1000
"""Moves of a genre that are kept as values when idle games leave the memory."""
MOST_PLIES = 50_000
"""Single moves of all games in memory together, some hundred bytes each."""
BACKLOG = 32
"""Messages that may wait for a slow listener before its connection is closed."""
ACCEPTS = -50
"""The engine accepts a draw if it judges its position to be no better than this, in centipawns."""


@dataclass(eq=False)
class Listener:
    """A connection to which every change of a game is sent. None in the queue: it was too slow and must be closed.

    `sides`: those that are played there.
    """

    view: View
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[dict[str, Any] | None]
    sides: tuple[str, ...] = ()

    def send(self, document: dict[str, Any]) -> None:
        """Send a document; from any thread."""
        self.loop.call_soon_threadsafe(self._put, document)

    def _put(self, document: dict[str, Any]) -> None:
        if self.queue.qsize() < BACKLOG:
            self.queue.put_nowait(document)
        elif self.queue.qsize() == BACKLOG:
            self.queue.put_nowait(None)


class LiveGames:
    """The live games by id. Its methods may be called from any thread."""

    def __init__(self, store: GameStore, engines: EnginePool) -> None:
        self.store, self.engines = store, engines
        self._lock = threading.Lock()
        self._games: dict[str, LiveGame] = {}
        self._listeners: dict[str, set[Listener]] = {}
        self._requests: dict[str, tuple[int, MoveRequest]] = {}
        self._scores: dict[str, int | None] = {}

    # ---------------------------------------------------------------------------------------------- games

    def open(self, start: Position, settings: Settings, moves: list[str], client: str = "") -> LiveGame:
        """A new game, for a client."""
        live_game = LiveGame.open(self.store, start, settings, moves)
        live_game.client = client
        self._keep(live_game)
        self._let_engine_move(live_game)
        return live_game

    def rematch(self, live_game: LiveGame, client: str, *, new_array: bool = False) -> LiveGame:
        """The game that follows one that is over, opened unless it is there already; RefusedError before the end."""
        with self.changing(live_game):
            if live_game.rematch is not None:
                return self.find(live_game.rematch)
            following = live_game.open_rematch(new_array=new_array)
        following.client = client
        following = self._keep(following)
        with following.lock:
            self._let_engine_move(following)
        return following

    def find(self, game: str) -> LiveGame:
        """The game of an id, read from the store if need be; RefusedError where there is none."""
        with self._lock:
            live_game = self._games.get(game)
            if live_game is not None:
                live_game.used = time.monotonic()       # before anybody else can evict it
        if live_game is None:
            stored = self.store.find(game)
            if stored is None:
                raise RefusedError("no such game")
            live_game = LiveGame(stored, self.store)
            following = live_game.names_of_rematch().id
            live_game.rematch = following if self.store.has(following) else None
            live_game = self._keep(live_game)
            with live_game.lock:
                live_game.fall_of_the_flag()
                self._let_engine_move(live_game)
        return live_game

    def _keep(self, live_game: LiveGame) -> LiveGame:
        with self._lock:
            kept = self._games.setdefault(live_game.id, live_game)
            if len(self._games) > MOST_GAMES or sum(len(each.game) for each in self._games.values()) > MOST_PLIES:
                idle = [each for each in self._games.values() if not self._listeners.get(each.id)
                        and each.running is None and each.id not in self._requests and each is not kept]
                for each in sorted(idle, key=lambda each: each.used)[:max(1, len(self._games) // 10)]:
                    self._evict(each)
            return kept

    def _evict(self, live_game: LiveGame) -> None:
        """Drop a game from memory, its positions at once and not only when the garbage collector finds their nodes."""
        del self._games[live_game.id]
        self._scores.pop(live_game.id, None)
        if live_game.lock.acquire(blocking=False):      # whoever has it uses the game
            try:
                live_game.forget(0)
            finally:
                live_game.lock.release()

    @contextmanager
    def changing(self, live_game: LiveGame) -> Iterator[None]:
        """A block that changes a game; afterwards all listeners are told, and the engine moves if it is its turn."""
        with live_game.lock:
            before = live_game.revision
            live_game.fall_of_the_flag()
            try:
                yield
            finally:
                if live_game.revision != before:
                    self._answer_offer(live_game)
                    self._let_engine_move(live_game)
                    self._publish(live_game)

    def tidy(self) -> None:
        """Drop games that nobody uses, which are in the store; ask the engine again where its move was not kept."""
        until = time.monotonic() - IDLE_SECONDS
        with self._lock:
            idle = [each for each in self._games.values() if each.used < until and not self._listeners.get(each.id)
                    and not (each.has_clock and each.running) and each.id not in self._requests]
            for each in idle:
                self._evict(each)
            kept = list(self._games.values())
        for live_game in kept:
            with live_game.lock:
                self._let_engine_move(live_game)
        for genre in {live_game.game.genre for live_game in kept}:
            values = move_values(genre)
            if len(values) > MOST_MOVES_KEPT:
                values.forget()
        trim()

    def fall_of_flags(self) -> None:
        """End the games in which a side has run out of time."""
        with self._lock:
            running = [live_game for live_game in self._games.values() if live_game.running]
        for live_game in running:
            with live_game.lock:
                if live_game.fall_of_the_flag():
                    self._let_engine_move(live_game)
                    self._publish(live_game)

    # --------------------------------------------------------------------------------------------- engine

    def _answer_offer(self, live_game: LiveGame) -> None:
        """The engine answers a draw offer by its last evaluation of the position."""
        engine = live_game.settings.engine_side
        if engine and live_game.offer and live_game.offer.side != engine:
            score = self._scores.get(live_game.id)
            if score is not None and score <= ACCEPTS:
                live_game.draw(engine)
            else:
                live_game.decline()

    def may_think(self, client: str) -> bool:
        """Whether the engine may be asked for one more move for a client."""
        with self._lock:
            asked = [self._games.get(game) for game in list(self._requests)]
        return sum(1 for live_game in asked if live_game and live_game.client == client) < MOST_MOVE_REQUESTS

    def _let_engine_move(self, live_game: LiveGame) -> None:
        """Ask the engine for a move if it is to move, and cancel requests for other positions."""
        asked = self._requests.get(live_game.id)
        if asked and asked[0] != live_game.stamp:
            asked[1].cancel()
            self._requests.pop(live_game.id, None)
        side = live_game.settings.engine_side
        if live_game.is_over or side is None or live_game.turn != side or live_game.id in self._requests:
            return
        clock = Clock(live_game.left(side), live_game.settings.increment) if live_game.has_clock else None
        request = MoveRequest(live_game.game.start, live_game.moves, live_game.settings.level,
                              live_game.settings.seconds, clock, live_game.client,
                              self._answer(live_game, live_game.stamp))
        self._requests[live_game.id] = live_game.stamp, request
        self.engines.submit(request)

    def _answer(self, live_game: LiveGame, stamp: int) -> Callable[[str, int | None], None]:
        def answer(move: str, score: int | None) -> None:
            with live_game.lock:
                if live_game.stamp != stamp or live_game.is_over:
                    return
                self._requests.pop(live_game.id, None)
                self._scores[live_game.id] = score
                with self.changing(live_game):
                    if not live_game.is_over:
                        live_game.move(move)
        return answer

    # ------------------------------------------------------------------------------------------- listeners

    def add_listener(self, live_game: LiveGame, listener: Listener) -> None:
        """Send a connection the game as it is, and then every change; the others are told who has come."""
        with live_game.lock:
            self.tell_presence(live_game, listener.sides)
            with self._lock:
                self._listeners.setdefault(live_game.id, set()).add(listener)
            listener.send(game_document(live_game, listener.view))

    def remove_listener(self, live_game: LiveGame, listener: Listener) -> None:
        """Send a connection nothing more."""
        with self._lock:
            listeners = self._listeners.get(live_game.id, set())
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(live_game.id, None)

    def tell_presence(self, live_game: LiveGame, coming: tuple[str, ...] = ()) -> None:
        """Tell the connections who of the players has a game open, and who is coming, if that is not what they know."""
        with self.changing(live_game):
            with self._lock:
                here = [each.sides for each in self._listeners.get(live_game.id, ())]
            live_game.is_here(frozenset(side for sides in (*here, coming) for side in sides))

    def _publish(self, live_game: LiveGame) -> None:
        with self._lock:
            listeners = list(self._listeners.get(live_game.id, ()))
        for view in {listener.view for listener in listeners}:
            document = game_document(live_game, view, live_game.common)
            for listener in listeners:
                if listener.view == view:
                    listener.send(document)
        live_game.mark_published()

    def close(self) -> None:
        """Stop the engines and close the store."""
        for _, request in list(self._requests.values()):
            request.cancel()
        self.engines.close()
        self.store.close()
