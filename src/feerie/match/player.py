"""What the referee asks of a player, and how a player fails."""
from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum

from feerie.base.errors import EngineError, Message
from feerie.game.engine import Clock, Score
from feerie.game.game import Game
from feerie.rules.genre import Genre

__all__ = ["Allowance", "Choice", "Failure", "Fault", "Player", "PlayerError", "Stopped"]


class PlayerError(EngineError):
    """A player is not available: no such command, no such option, or the program does not know the genre."""


class Fault(Enum):
    """Why a player loses a game without having been beaten on the board."""

    DIED = "engine died"
    HANGS = "engine does not answer"
    ILLEGAL = "illegal move"
    TIME = "time forfeit"
    REFUSES = "engine refuses a legal move"
    RESIGNED = "resignation"


class Failure(Exception):
    """A player loses the game; `detail` is what the program did, for the record."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(Message("{}: {}", Message(fault.value), detail) if detail else Message(fault.value))
        self.fault, self.detail = fault, detail


class Stopped(Exception):
    """The match was stopped while a player was thinking."""


@dataclass(frozen=True)
class Allowance:
    """What a player may use for a move: exactly one of the limits is not None.

    `nodes`: positions. `depth`: plies. `cpu`: seconds of processor time. `seconds`: of wall time. `clocks`: of White
    and Black, as they stand. `wait`: seconds of wall time after which the player counts as silent.
    """

    wait: float
    nodes: int | None = None
    depth: int | None = None
    cpu: float | None = None
    seconds: float | None = None
    clocks: tuple[Clock, Clock] | None = None


@dataclass(frozen=True)
class Choice:
    """A player's move as text, and what the player says about it, None if it does not say.

    `nodes`: the positions visited. `score`: what the position is worth to the player.
    """

    text: str
    nodes: int | None = None
    score: Score | None = None


class Player(ABC):
    """A player of games of one genre. It serves one game at a time, in one thread."""

    notation = "uci"
    """How the move is written: "uci" or, if short notation may come too, "any"."""

    def __init__(self, genre: Genre) -> None:
        self.genre = genre

    @abstractmethod
    def begin(self, number: int) -> None:
        """Get ready for the game of this number, whatever has happened before; PlayerError if it cannot."""

    def prepare(self, game: Game, allowance: Allowance) -> None:
        """Get ready for a move, before the time begins to count; Failure if the player cannot."""
        return

    @abstractmethod
    def choose(self, game: Game, allowance: Allowance, stop: threading.Event) -> Choice:
        """A move for the side to move; Failure if the player loses instead, Stopped if `stop` is set."""

    def cpu_seconds(self) -> float:
        """The processor time that the player has used so far: here that of this thread."""
        return time.thread_time()

    def close(self) -> None:
        """End whatever was started."""
        return
