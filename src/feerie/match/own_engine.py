"""Our engine as a player, and as the judge of openings."""
from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from feerie.base.errors import ArgumentError, Message, message_of
from feerie.game.book import Book, BookError
from feerie.game.engine import Analysis, Engine
from feerie.game.game import Game
from feerie.game.syzygy import Syzygy, SyzygyError
from feerie.match.player import Allowance, Choice, Failure, Fault, Player, PlayerError, Stopped
from feerie.rules.genre import Genre

__all__ = ["OWN_OPTIONS", "OwnEngine", "balanced_by_engine"]

OWN_OPTIONS = ("level", "threads", "hash", "seed", "book", "syzygy")
POLL_SECONDS = 0.002
"""Between two checks of the processor time of a search."""
STOP_SECONDS = 0.05
"""Between two checks whether the match was stopped."""
JUDGE_NODES = 20_000
MOST_CENTIPAWNS = 80
"""An opening is balanced if a search of JUDGE_NODES positions finds no greater advantage."""


class OwnEngine(Player):
    """Plays by our own search, in this process. Each game begins with an empty table.

    Processor time is that of the thread that plays: helper threads (`threads` above 1) are not counted. A level errs in
    different places in each game: by the seed and the number of the game.
    """

    def __init__(self, genre: Genre, options: Mapping[str, str], seed: str = "0") -> None:
        super().__init__(genre)
        self._seed = options.get("seed", seed)
        arguments: dict[str, Any] = {}
        for name, argument in (("hash", "hash_mb"), ("threads", "threads")):
            if name in options:
                if not re.fullmatch(r"\d{1,9}", options[name]):
                    raise PlayerError("the option {} is a number, not {}", name, repr(options[name][:40]))
                arguments[argument] = int(options[name])
        try:
            self._book = Book(options["book"], self._seed) if "book" in options else None
            syzygy = Syzygy(options["syzygy"]) if "syzygy" in options else None
            self._engine = Engine(level=options.get("level"), syzygy=syzygy, book=self._book, **arguments)
        except (ArgumentError, BookError, SyzygyError, OSError) as error:
            raise PlayerError(message_of(error)) from None
        self._watch = _Watch(self._engine)

    def begin(self, number: int) -> None:
        """Forget the game before."""
        self._engine.seed = random.Random(f"{self._seed}:{number}").getrandbits(64)
        if self._book is not None:
            self._book.begin(f"{self._seed}:{number}")

    def prepare(self, game: Game, allowance: Allowance) -> None:
        """See Engine.prepare: the tables of the genre are not made in the time for a move."""
        self._engine.prepare(game.position)

    def choose(self, game: Game, allowance: Allowance, stop: threading.Event) -> Choice:
        """The best move found."""
        clock = allowance.clocks and allowance.clocks[game.position.turn]
        self._watch.begin(allowance.cpu, stop)
        try:
            found = self._engine.search(game, seconds=allowance.seconds, depth=allowance.depth, nodes=allowance.nodes,
                                        clock=clock)
        finally:
            self._watch.end()
        if stop.is_set():
            raise Stopped
        if found.best is None:
            raise Failure(Fault.ILLEGAL, Message("the engine has no move"))
        return Choice(found.best.uci(), found.nodes, found.score)

    def close(self) -> None:
        """End the thread that watches the searches; the next search starts another."""
        self._watch.close()


class _Watch:
    """Stops searches after their processor time, or when the match is stopped.

    One thread for all searches of an engine: to start one for every move, and to wait for its end, would take time from
    the player's clock when the machine is busy.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._changed = threading.Condition()
        self._over: Callable[[], bool] | None = None
        self._pause = POLL_SECONDS
        self._thread: threading.Thread | None = None
        self._closed = False

    def begin(self, cpu: float | None, stop: threading.Event) -> None:
        """Watch a search of this thread."""
        wall, begin, clock = time.monotonic(), time.thread_time(), None
        if cpu is not None and hasattr(time, "pthread_getcpuclockid"):
            clock = time.pthread_getcpuclockid(threading.get_ident())

        def is_over() -> bool:
            used = time.monotonic() - wall
            if clock is not None:
                with suppress(OSError):
                    used = time.clock_gettime(clock) - begin
            return stop.is_set() or (cpu is not None and used >= cpu)

        with self._changed:
            self._over, self._pause = is_over, POLL_SECONDS if cpu is not None else STOP_SECONDS
            if self._thread is None:
                self._closed = False
                self._thread = threading.Thread(target=self._look, daemon=True, name="watch of searches")
                self._thread.start()
            elif cpu is not None:
                self._changed.notify()

    def end(self) -> None:
        """The search has ended."""
        with self._changed:
            self._over = None

    def close(self) -> None:
        """End the thread."""
        with self._changed:
            self._closed, thread, self._thread = True, self._thread, None
            self._changed.notify()
        if thread is not None:
            thread.join()

    def _look(self) -> None:
        with self._changed:
            while not self._closed:
                if self._over is not None and self._over():
                    self._engine.stop()     # again and again, since the search may not have begun yet
                self._changed.wait(self._pause if self._over is not None else STOP_SECONDS)


def balanced_by_engine() -> Callable[[Game], bool]:
    """Judges openings by a short search: whether neither side is better by more than MOST_CENTIPAWNS."""
    engine = Engine(hash_mb=4)

    def is_balanced(game: Game) -> bool:
        engine.clear()
        found: Analysis = engine.search(game, nodes=JUDGE_NODES)
        return found.score is not None and found.score.centipawns is not None \
            and abs(found.score.centipawns) <= MOST_CENTIPAWNS

    return is_balanced
