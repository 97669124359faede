"""Our engine as a player, and as the judge of openings."""
from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from feerie.analysis import Analysis, Engine
from feerie.errors import ArgumentError
from feerie.game import Game
from feerie.match.player import Allowance, Choice, Failure, Fault, Player, PlayerError, Stopped
from feerie.position import WHITE
from feerie.rules.genre import Genre

__all__ = ["OWN_OPTIONS", "OwnEngine", "balanced_by_engine"]

OWN_OPTIONS = ("level", "threads", "hash", "seed")
POLL_SECONDS = 0.002
"""Between two checks of the processor time of a search, and whether the match was stopped."""
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
                    raise PlayerError(f"the option {name} is a number, not {options[name][:40]!r}")
                arguments[argument] = int(options[name])
        try:
            self._engine = Engine(level=options.get("level"), **arguments)
        except ArgumentError as error:
            raise PlayerError(str(error)) from None

    def begin(self, number: int) -> None:
        """Forget the game before."""
        self._engine.seed = random.Random(f"{self._seed}:{number}").getrandbits(64)

    def prepare(self, game: Game, allowance: Allowance) -> None:
        """See Engine.prepare: the tables of the genre are not made in the time for a move."""
        self._engine.prepare(game.position)

    def choose(self, game: Game, allowance: Allowance, stop: threading.Event) -> Choice:
        """The best move found."""
        clock = allowance.clocks and allowance.clocks[0 if game.position.turn == WHITE else 1]
        with _Watch(self._engine, allowance.cpu, stop):
            found = self._engine.search(game, seconds=allowance.seconds, depth=allowance.depth, nodes=allowance.nodes,
                                        clock=clock)
        if stop.is_set():
            raise Stopped
        if found.best is None:
            raise Failure(Fault.ILLEGAL, "the engine has no move")
        return Choice(found.best.uci(), found.nodes)


class _Watch:
    """Stops a search of the thread that enters it, after its processor time or when the match is stopped."""

    def __init__(self, engine: Engine, cpu: float | None, stop: threading.Event) -> None:
        self._engine, self._cpu, self._stop = engine, cpu, stop
        self._ended = threading.Event()
        self._begin = time.thread_time()
        self._clock = None
        if cpu is not None and hasattr(time, "pthread_getcpuclockid"):
            self._clock = time.pthread_getcpuclockid(threading.get_ident())
        self._thread = threading.Thread(target=self._look, daemon=True, name="watch of a search")

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *unused: object) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        wall = time.monotonic()
        pause = POLL_SECONDS if self._cpu is not None else 0.05
        while not self._ended.wait(pause):
            used = time.monotonic() - wall
            if self._clock is not None:
                with suppress(OSError):
                    used = time.clock_gettime(self._clock) - self._begin
            if self._stop.is_set() or (self._cpu is not None and used >= self._cpu):
                self._engine.stop()     # again and again, since the search may not have begun yet


def balanced_by_engine() -> Callable[[Game], bool]:
    """Judges openings by a short search: whether neither side is better by more than MOST_CENTIPAWNS."""
    engine = Engine(hash_mb=4)

    def is_balanced(game: Game) -> bool:
        engine.clear()
        found: Analysis = engine.search(game, nodes=JUDGE_NODES)
        return found.score is not None and found.score.centipawns is not None \
            and abs(found.score.centipawns) <= MOST_CENTIPAWNS

    return is_balanced
