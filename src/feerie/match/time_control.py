"""What limits the thinking of the players of a match: positions, depth, processor time, wall time, or a clock."""
from __future__ import annotations

import re
from dataclasses import dataclass, replace

from feerie.base.errors import Error, Message
from feerie.game.engine import Clock
from feerie.match.player import Allowance

__all__ = ["ClockPair", "TimeControl", "TimeControlError", "parse_clock", "parse_periods"]


class TimeControlError(Error, ValueError):
    """The text is not a time control."""


@dataclass(frozen=True)
class TimeControl:
    """The limit of every move: exactly one of `nodes`, `depth`, `cpu`, `seconds` and `clock` is not None.

    `cpu` and `seconds`: seconds per move, of processor time and of wall time. `clock`: what each side begins with, in
    seconds, and the increment; after every `clock.moves` moves of the game it is given these seconds again. `margin`:
    seconds of wall time by which `seconds` and `clock` may be exceeded. `patience`: a player who is silent for this
    many seconds loses, if wall time is not limited.
    """

    nodes: int | None = None
    depth: int | None = None
    cpu: float | None = None
    seconds: float | None = None
    clock: Clock | None = None
    margin: float = 0.1
    patience: float = 60.0

    def __post_init__(self) -> None:
        limits = (self.nodes, self.depth, self.cpu, self.seconds, self.clock)
        if sum(limit is not None for limit in limits) != 1:
            raise TimeControlError("a match has one limit: nodes, depth, CPU time, wall time or a clock")

    def document(self) -> dict[str, object]:
        """The JSON form: what makes a difference to the games."""
        if self.clock:
            period = [] if self.clock.moves is None else [self.clock.moves]
            return {"clock": [self.clock.seconds, self.clock.increment, *period], "margin": self.margin}
        margin = None if self.seconds is None else self.margin
        found = {"nodes": self.nodes, "depth": self.depth, "cpu": self.cpu, "seconds": self.seconds, "margin": margin}
        return {name: value for name, value in found.items() if value is not None}

    def __str__(self) -> Message:
        """As the tag TimeControl of PGN writes it if it can: "60+1", "40/60"; else "nodes 1000", "cpu 0.1"."""
        if self.clock and self.clock.moves is not None:
            return Message("{}/{}{}", self.clock.moves, f"{self.clock.seconds:g}",
                           f"+{self.clock.increment:g}" if self.clock.increment else "")
        if self.clock:
            return Message("{}+{}", f"{self.clock.seconds:g}", f"{self.clock.increment:g}")
        if self.nodes is not None:
            return Message("nodes {}", self.nodes)
        if self.depth is not None:
            return Message("depth {}", self.depth)
        if self.cpu is not None:
            return Message("cpu {}", f"{self.cpu:g}")
        return Message("seconds {}", f"{self.seconds:g}")


class ClockPair:
    """The clocks of a game, as far as its time control has them. `made`: the moves of White and Black before it."""

    def __init__(self, control: TimeControl, made: tuple[int, int] = (0, 0)) -> None:
        self._control = control
        self._made = list(made)
        self._left = [control.clock.seconds] * 2 if control.clock else None

    def allowance(self, side: int) -> Allowance:
        """What the side (0 White, 1 Black) may use for its move."""
        control = self._control
        if self._left is None or control.clock is None:
            wait = control.patience + (control.seconds or 0)
            return Allowance(wait, control.nodes, control.depth, control.cpu, control.seconds)
        period = control.clock.moves
        white, black = (replace(control.clock, seconds=max(0.001, left), moves=period and period - made % period)
                        for left, made in zip(self._left, self._made, strict=True))
        return Allowance(self._left[side] + control.margin, clocks=(white, black))

    def spend(self, side: int, seconds: float) -> bool:
        """Count the wall time of the side's move; return whether the move was made in time."""
        control = self._control
        if self._left is None or control.clock is None:
            return control.seconds is None or seconds <= control.seconds + control.margin
        self._left[side] -= seconds
        in_time = self._left[side] >= -control.margin
        self._left[side] = max(0.0, self._left[side]) + control.clock.increment
        self._made[side] += 1
        if control.clock.moves and not self._made[side] % control.clock.moves:
            self._left[side] += control.clock.seconds
        return in_time


_CLOCK = re.compile(r"(?:(?P<minutes>\d+):)?(?P<seconds>\d+(?:\.\d+)?)(?:\+(?P<increment>\d+(?:\.\d+)?))?")


def parse_clock(text: str) -> Clock:
    """A clock: seconds, or minutes:seconds, and the increment: "60", "60+0.5", "2:00+1". TimeControlError.

    >>> parse_clock("2:30+0.5")
    Clock(seconds=150.0, increment=0.5, moves=None)
    """
    match = _CLOCK.fullmatch(text)
    seconds = 60 * int(match["minutes"] or 0) + float(match["seconds"]) if match else 0.0
    if match is None or seconds <= 0:
        raise TimeControlError("{} is not a clock: seconds+increment or minutes:seconds+increment", repr(text[:40]))
    return Clock(seconds, float(match["increment"] or 0))


def parse_periods(text: str) -> Clock:
    """A clock as in `parse_clock`, or one for so many moves at a time: "40/60". TimeControlError.

    >>> parse_periods("40/2:30")
    Clock(seconds=150.0, increment=0.0, moves=40)
    """
    moves, slash, rest = text.rpartition("/")
    if slash and not re.fullmatch(r"0*[1-9]\d{0,3}", moves):
        raise TimeControlError("{} is not a clock: moves/seconds+increment", repr(text[:40]))
    clock = parse_clock(rest)
    return replace(clock, moves=int(moves)) if slash else clock
