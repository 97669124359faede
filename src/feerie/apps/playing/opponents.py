"""The opponents in `feerie play`: a random mover, or the engine at one of its levels."""
from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from feerie.apps.playing.thinking import think
from feerie.base.errors import ArgumentError
from feerie.engine.levels import LEVELS, Level, find_level
from feerie.game.game import Game
from feerie.notation.languages import LANGUAGES, Language
from feerie.rules.move import Move

if TYPE_CHECKING:
    from feerie.game.book import Book
    from feerie.game.engine import Clock, Engine, Score
    from feerie.game.syzygy import Syzygy

__all__ = ["EngineOpponent", "Opponent", "RandomOpponent", "hint", "level_called", "level_name"]

MOVE_SECONDS = 1.0
"""Seconds the engine thinks about a move if nothing else is given."""
HINT = {"nodes": 200_000, "seconds": 1.0}
DRAW = {"nodes": 100_000, "seconds": 1.0}
"""The searches for a hint, and for the reply to an offer of a draw."""
EQUAL_SCORE = 15
"""Centipawns: the engine accepts a draw where it judges itself better by no more than this."""
LEAST_TIME = 0.05


class Opponent(ABC):
    """Makes the moves of the sides that no human plays. `was_interrupted`: Ctrl-C has cut its last search short."""

    name: str
    was_interrupted = False
    level: Level | None = None

    @abstractmethod
    def choose(self, game: Game) -> Move:
        """A move for the side to move; there is one."""

    def accepts_draw(self, game: Game) -> bool:
        """Whether it accepts the draw that the side to move offers."""
        return False

    def begin(self) -> None:
        """Get ready for another game."""
        return


class RandomOpponent(Opponent):
    """All legal moves are equally likely."""

    name = "random"

    def __init__(self, seed: int | None) -> None:
        self._chance = random.Random(seed)

    def choose(self, game: Game) -> Move:
        """One of the legal moves."""
        return self._chance.choice(sorted(game.position.legal_moves, key=str))


class EngineOpponent(Opponent):
    """The engine. Ctrl-C while it thinks makes it move at once; a second one raises KeyboardInterrupt.

    `seconds`: for each move. `clock`: instead, for all its moves of a game; `left`: the seconds that remain of it. The
    human has no clock. `book`, `syzygy`: as for Engine.
    """

    def __init__(self, level: Level, seed: int | None, seconds: float | None, clock: Clock | None,
                 book: Book | None = None, syzygy: Syzygy | None = None) -> None:
        from feerie.game.engine import Engine
        from feerie.game.tables import Tables

        self.level, self._clock = level, clock
        self.name = "Feerie" if level is LEVELS[-1] else f"Feerie ({level.name})"
        self._engine = Engine(level=level, seed=seed, tables=Tables(), book=book, syzygy=syzygy)
        self._seconds = seconds or MOVE_SECONDS
        self.left = clock.seconds if clock else 0.0

    def begin(self) -> None:
        """Forget the previous game, and reset the clock."""
        self._engine.clear()
        self.left = self._clock.seconds if self._clock else 0.0

    def take_over(self, other: Opponent) -> None:
        """Continue with the clock of the opponent that has played so far."""
        if isinstance(other, EngineOpponent):
            self.left = other.left

    def choose(self, game: Game) -> Move:
        """The best move found in time."""
        limits: dict[str, Any] = {"seconds": self._seconds}
        if self._clock:
            from feerie.game.engine import Clock

            limits = {"clock": Clock(max(self.left, LEAST_TIME), self._clock.increment)}
        began = time.monotonic()
        found, complete = think(self._engine, game, limits)
        self.was_interrupted = not complete
        if self._clock:
            self.left += self._clock.increment - (time.monotonic() - began)
        return (found and found.best) or next(iter(game.position.legal_moves))

    def accepts_draw(self, game: Game) -> bool:
        """Whether it judges itself to be no better than level."""
        found, _ = think(self._engine, game, DRAW)
        score = found and found.score
        if not score:
            return False
        return score.mate > 0 if score.mate is not None else (score.centipawns or 0) >= -EQUAL_SCORE


def hint(engine: Engine, game: Game) -> tuple[Move, Score] | None:
    """A good move of the side to move and its score; None where there is none."""
    found, _ = think(engine, game, HINT)
    return (found.best, found.score) if found and found.best and found.score else None


# -------------------------------------------------------------------------------------------------- levels

def level_called(text: str) -> Level:
    """The level with a number, or a name in any language, with or without accents; ArgumentError for any other."""
    asked = _plain(text)
    for level in LEVELS:
        if any(asked == _plain(level_name(level, words)) for words in LANGUAGES.values()):
            return level
    try:
        return find_level(asked)
    except ArgumentError:
        return find_level(text)


def level_name(level: Level, words: Language) -> str:
    """The name of a level in a language."""
    return words.word(f"level: {level.name}")


def _plain(text: str) -> str:
    return normalize("NFKD", text.strip().casefold()).encode("ascii", "ignore").decode()
