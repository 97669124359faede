"""The hall: all tables that are open, the engine's turns, and who looks on."""
from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from feerie.analysis import Clock
from feerie.apps.web.documents import View, game_document
from feerie.apps.web.memory import give_back
from feerie.apps.web.opponents import Opponents, Question
from feerie.apps.web.store import Store
from feerie.apps.web.table import Settings, Table
from feerie.legal_moves import move_values
from feerie.position import Position

__all__ = ["Hall", "Listener", "NoSuchGameError"]

MOST_TABLES = 2000
"""Tables held in memory; those not used for longest are read from the store again when they are asked for."""
MOST_QUESTIONS = 8
"""Moves for which the engine may be asked at a time for one client."""
IDLE_SECONDS = 30.0
"""Tables that nobody has used for so long, at which nobody looks and no clock runs, are read again when asked for."""
MOST_MOVES_KEPT = 1000
"""Moves of a genre that are kept as values, when tables are put away."""
MOST_PLIES = 50_000
"""Single moves of all tables in memory together, some hundred bytes each."""
BACKLOG = 32
"""Messages that may wait for a slow listener before its connection is closed."""
ACCEPTS = -50
"""The engine accepts a draw where it holds its position for no better than this, in centipawns."""


class NoSuchGameError(Exception):
    """There is no game of that id."""


@dataclass(eq=False)
class Listener:
    """A connection that is told of every change of a game. None in the queue: it was too slow and must be closed."""

    view: View
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[dict[str, Any] | None]

    def tell(self, document: dict[str, Any]) -> None:
        """Send a document; from any thread."""
        self.loop.call_soon_threadsafe(self._put, document)

    def _put(self, document: dict[str, Any]) -> None:
        if self.queue.qsize() < BACKLOG:
            self.queue.put_nowait(document)
        elif self.queue.qsize() == BACKLOG:
            self.queue.put_nowait(None)


class Hall:
    """Tables by id. Its methods may be called from any thread."""

    def __init__(self, store: Store, opponents: Opponents) -> None:
        self.store, self.opponents = store, opponents
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}
        self._listeners: dict[str, set[Listener]] = {}
        self._questions: dict[str, tuple[int, Question]] = {}
        self._scores: dict[str, int | None] = {}

    # --------------------------------------------------------------------------------------------- tables

    def open(self, start: Position, settings: Settings, moves: list[str], client: str = "") -> Table:
        """A new table, for a client."""
        table = Table.open(self.store, start, settings, moves)
        table.client = client
        self._keep(table)
        self._let_engine_move(table)
        return table

    def table(self, game: str) -> Table:
        """The table of an id, read from the store if need be; NoSuchGameError where there is none."""
        with self._lock:
            table = self._tables.get(game)
            if table is not None:
                table.used = time.monotonic()       # before anybody else can put it away
        if table is None:
            stored = self.store.find(game)
            if stored is None:
                raise NoSuchGameError(game)
            table = self._keep(Table(stored, self.store))
            with table.lock:
                table.fall_of_the_flag()
                self._let_engine_move(table)
        return table

    def _keep(self, table: Table) -> Table:
        with self._lock:
            kept = self._tables.setdefault(table.id, table)
            if len(self._tables) > MOST_TABLES or sum(len(each.game) for each in self._tables.values()) > MOST_PLIES:
                idle = [each for each in self._tables.values() if not self._listeners.get(each.id)
                        and each.running is None and each.id not in self._questions and each is not kept]
                for each in sorted(idle, key=lambda each: each.used)[:max(1, len(self._tables) // 10)]:
                    self._put_away(each)
            return kept

    def _put_away(self, table: Table) -> None:
        """Forget a table; its positions at once, and not only when the garbage collector comes by their nodes."""
        del self._tables[table.id]
        self._scores.pop(table.id, None)
        if table.lock.acquire(blocking=False):      # whoever has it uses the table
            try:
                table.forget(0)
            finally:
                table.lock.release()

    @contextmanager
    def changing(self, table: Table) -> Iterator[None]:
        """A block that changes a table; afterwards everybody is told, and the engine moves if it is its turn."""
        with table.lock:
            before = table.revision
            table.fall_of_the_flag()
            try:
                yield
            finally:
                if table.revision != before:
                    self._answer_offer(table)
                    self._let_engine_move(table)
                    self._publish(table)

    def tidy(self) -> None:
        """Forget tables that nobody uses, they are in the store; ask the engine again where its move was not kept."""
        until = time.monotonic() - IDLE_SECONDS
        with self._lock:
            idle = [table for table in self._tables.values() if table.used < until and not self._listeners.get(table.id)
                    and not (table.has_clock and table.running) and table.id not in self._questions]
            for table in idle:
                self._put_away(table)
            kept = list(self._tables.values())
        for table in kept:
            with table.lock:
                self._let_engine_move(table)
        for genre in {table.game.genre for table in kept}:
            values = move_values(genre)
            if len(values) > MOST_MOVES_KEPT:
                values.forget()
        give_back()

    def fall_of_flags(self) -> None:
        """End the games of which the time has run out."""
        with self._lock:
            running = [table for table in self._tables.values() if table.running]
        for table in running:
            with table.lock:
                if table.fall_of_the_flag():
                    self._let_engine_move(table)
                    self._publish(table)

    # --------------------------------------------------------------------------------------------- engine

    def _answer_offer(self, table: Table) -> None:
        """The engine answers an offer of a draw by what it thought of its position last."""
        engine = table.settings.engine_side
        if engine and table.offer and table.offer[1] != engine:
            score = self._scores.get(table.id)
            if score is not None and score <= ACCEPTS:
                table.draw(engine)
            else:
                table.decline()

    def may_think(self, client: str) -> bool:
        """Whether the engine may be asked for one more move for a client."""
        with self._lock:
            asked = [self._tables.get(game) for game in list(self._questions)]
        return sum(1 for table in asked if table and table.client == client) < MOST_QUESTIONS

    def _let_engine_move(self, table: Table) -> None:
        """Ask the engine for a move where it is to move, and drop what it was asked about other positions."""
        asked = self._questions.get(table.id)
        if asked and asked[0] != table.stamp:
            asked[1].drop()
            self._questions.pop(table.id, None)
        side = table.settings.engine_side
        if table.is_over or side is None or table.turn != side or table.id in self._questions:
            return
        clock = Clock(table.left(side), table.settings.increment) if table.has_clock else None
        question = Question(table.game.start, table.moves, table.settings.level,
                            table.settings.seconds, clock, self._answer(table, table.stamp))
        self._questions[table.id] = table.stamp, question
        self.opponents.ask(question)

    def _answer(self, table: Table, stamp: int) -> Callable[[str, int | None], None]:
        def answer(move: str, score: int | None) -> None:
            with table.lock:
                if table.stamp != stamp or table.is_over:
                    return
                self._questions.pop(table.id, None)
                self._scores[table.id] = score
                with self.changing(table):
                    if not table.is_over:
                        table.move(move)
        return answer

    # ------------------------------------------------------------------------------------------ looking on

    def listen(self, table: Table, listener: Listener) -> None:
        """Tell a connection of the game as it is, and of every change."""
        with table.lock:
            with self._lock:
                self._listeners.setdefault(table.id, set()).add(listener)
            listener.tell(game_document(table, listener.view))

    def leave(self, table: Table, listener: Listener) -> None:
        """Tell a connection no more."""
        with self._lock:
            listeners = self._listeners.get(table.id, set())
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(table.id, None)

    def _publish(self, table: Table) -> None:
        with self._lock:
            listeners = list(self._listeners.get(table.id, ()))
        for view in {listener.view for listener in listeners}:
            document = game_document(table, view, table.common)
            for listener in listeners:
                if listener.view == view:
                    listener.tell(document)
        table.told()

    def close(self) -> None:
        """Stop the engines and close the store."""
        for _, question in list(self._questions.values()):
            question.drop()
        self.opponents.close()
        self.store.close()
