"""What a search for the best move is asked, and what it answers.

Scores are those of the side to move, in centipawns: hundredths of a pawn.
"""
from __future__ import annotations

from dataclasses import dataclass

from feerie.rules.move import Move

__all__ = ["Analysis", "Clock", "Limit", "Line", "Score"]


@dataclass(frozen=True, slots=True)
class Score:
    """What a position is worth to the side to move: `centipawns`, or `mate`, exactly one of which is not None.

    `mate`: the number of moves to a forced win, by mate or by another goal of the genre; negative where the other side
    wins; 0 where the side to move has lost already.
    """

    centipawns: int | None = None
    mate: int | None = None

    def __str__(self) -> str:
        """ "+0.35", "#4", "#-2"."""
        return f"#{self.mate}" if self.centipawns is None else f"{self.centipawns / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that the side to move has left, in seconds.

    `increment`: added after every move. `moves`: how many moves are to be made in `seconds`, None for all.
    """

    seconds: float
    increment: float = 0.0
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: at the first of the limits given; never by itself where none is given.

    `seconds`: of this search. `depth`: of the last iteration, in single moves. `nodes`: positions visited. `mate`: look
    for a forced mate in so many moves. `clock`: the search decides how much of it to use.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play the search holds for best: `moves` from the position on, and its score."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of an iteration: the best lines, the best one first; without lines where the game is over.

    `depth`: of the iteration, in single moves. `selective_depth`: of the longest line visited. `nodes`: positions
    visited since the search began. `seconds`: wall time since then. `hash_full`: how full the table is, per mille.
    """

    lines: tuple[Line, ...]
    depth: int
    selective_depth: int
    nodes: int
    seconds: float
    hash_full: int = 0

    @property
    def best(self) -> Move | None:
        """The best move; None where there is none to make."""
        return self.lines[0].moves[0] if self.lines and self.lines[0].moves else None

    @property
    def ponder(self) -> Move | None:
        """The reply expected to the best move."""
        return self.lines[0].moves[1] if self.lines and len(self.lines[0].moves) > 1 else None

    @property
    def score(self) -> Score | None:
        """The score of the best line."""
        return self.lines[0].score if self.lines else None

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation: the moves of the best line."""
        return self.lines[0].moves if self.lines else ()

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.seconds) if self.seconds else 0
