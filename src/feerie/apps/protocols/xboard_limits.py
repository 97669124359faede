"""How long the engine may think for XBoard: the commands that say so, and what a search is given."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from feerie.apps.protocols.dialogue import Refused, number, shown

__all__ = ["LIMIT_COMMANDS", "ThinkingLimits"]

LEAST_SECONDS = 0.01
LARGEST_VALUE = 10**9


@dataclass
class ThinkingLimits:
    """How long the engine may think.

    `moves` in `seconds` (0: all moves), with an `increment`; `per_move`, `depth`: limits of one move, None for none;
    `rate`: number of nodes that count as a second, None if the clock counts. `left`: what XBoard's clock shows, in
    seconds, None before it is known.
    """

    moves: int = 40
    seconds: float = 300.0
    increment: float = 0.0
    per_move: float | None = None
    depth: int | None = None
    rate: int | None = None
    left: float | None = None

    def options(self, made: int) -> dict[str, Any]:
        """The arguments of `Engine.iterate` after the engine has `made` so many moves."""
        from feerie.game.engine import Clock

        asked: dict[str, Any] = {} if self.depth is None else {"depth": self.depth}
        if self.per_move is not None and self.rate:
            asked["nodes"] = max(1, round(self.per_move * self.rate))
        elif self.per_move is not None:
            asked["seconds"] = max(self.per_move, LEAST_SECONDS)
        else:
            left = self.seconds if self.left is None else self.left
            asked["clock"] = Clock(max(left, LEAST_SECONDS), self.increment,
                                   self.moves - made % self.moves if self.moves else None)
        return asked

    def after_thinking(self, seconds: float) -> ThinkingLimits:
        """The limits if the engine's clock has run for `seconds` since it was known, and a move was made."""
        return self if self.left is None else replace(self, left=self.left - seconds + self.increment)

    def level(self, text: str) -> None:
        """So many moves in so many minutes, with an increment in seconds: "40 5 0", "0 2:30 1"."""
        words = text.split()
        if len(words) != 3:
            raise Refused("level: expected three numbers")
        minutes, _, seconds = words[1].partition(":")
        base = 60 * number(minutes, "level", 0, 100000) + (number(seconds, "level", 0, 59) if seconds else 0)
        moves, increment = number(words[0], "level", 0, 10000), _decimal(words[2], "level")
        self.moves, self.seconds, self.increment, self.per_move, self.left = moves, base, increment, None, None

    def move_time(self, text: str) -> None:
        """So many seconds a move."""
        self.per_move = _decimal(text, "st")

    def search_depth(self, text: str) -> None:
        """Search no deeper than this."""
        self.depth = number(text, "sd", 1, 1000)

    def node_rate(self, text: str) -> None:
        """So many nodes count as a second; -1 if the clock counts."""
        rate = number(text, "nps", -1, LARGEST_VALUE)
        self.rate = rate if rate > 0 else None

    def own_clock(self, text: str) -> None:
        """The engine's clock, in hundredths of a second."""
        self.left = number(text, "time", -LARGEST_VALUE, LARGEST_VALUE) / 100


def _decimal(text: str, what: str) -> float:
    """The number in a text, 0 or more; Refused if it is not one."""
    try:
        value = float(text) if len(text) < 30 else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= LARGEST_VALUE:
        raise Refused("{}: expected a number, found {}", what, repr(shown(text, 30)))
    return value


LIMIT_COMMANDS: dict[str, Callable[[ThinkingLimits, str], None]] = {
    "level": ThinkingLimits.level, "st": ThinkingLimits.move_time, "sd": ThinkingLimits.search_depth,
    "nps": ThinkingLimits.node_rate, "time": ThinkingLimits.own_clock,
}
