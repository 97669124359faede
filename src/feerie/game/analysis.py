"""What a search for the best move is given and what it returns, as values.

Scores are those of the side to move, in centipawns: hundredths of a pawn.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from feerie.game import display
from feerie.game.position import Position
from feerie.game.score import PovScore, Score
from feerie.notation.languages import Language
from feerie.rules.move import Move
from feerie.rules.side import Side

__all__ = ["Analysis", "Clock", "Limit", "Line", "PovScore", "Score", "line_text"]


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that the side to move has left, in seconds.

    `increment`: added after every move. `moves`: how many moves must be made in `seconds`, None for all.
    """

    seconds: float
    increment: float = 0.0
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search ends: at the first of the limits given; never by itself if none is given.

    `seconds`: of this search. `depth`: of the last iteration, in plies. `nodes`: positions visited. `mate`: look for a
    forced mate in this many moves. `clock`: the search decides how much of it to use.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    clock: Clock | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Line:
    """A line of play the search considers best: `moves` from `position` on, and its score.

    `position` does not count when lines are compared; None if it is not known.
    """

    score: Score
    moves: tuple[Move, ...]
    position: Position | None = field(default=None, compare=False)

    @property
    def pov(self) -> PovScore | None:
        """The score with its side; None if the position is not known."""
        return None if self.position is None else PovScore(self.score, self.position.turn)

    def san(self, language: str = "en") -> str:
        """The moves in short notation, with numbers: "1. e4 e5 2. Nf3"; without a position, as UCI."""
        if self.position is None:
            return " ".join(move.uci() for move in self.moves)
        return line_text(self.position, self.moves, language)

    def __repr__(self) -> str:
        return f"<Line {' '.join([str(self.score), *(move.uci() for move in self.moves)])}>"

    def __str__(self) -> str:
        """ "+0.35  1. e4 e5 2. Nf3"."""
        return f"{self.score}  {self.san()}".rstrip()

    def _repr_html_(self) -> str | None:
        """The first position with the first move, and the line, for notebooks; see `display`."""
        return display.html(self)


def line_text(position: Position, moves: Iterable[Move | str], language: str | Language = "en") -> str:
    """The moves of a line from a position, in short notation, with numbers: "1. e4 e5 2. Nf3"."""
    words: list[str] = []
    for move in moves:
        if position.turn == Side.WHITE or not words:
            words.append(f"{position.fullmove_number}{'.' if position.turn == Side.WHITE else '...'}")
        words.append(position.san(move, language))
        position = position.play(move)
    return " ".join(words)


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """The result of an iteration: the best lines, the best one first; no lines if the game is over.

    `depth`: of the iteration, in plies. `selective_depth`: of the longest line visited. `nodes`: positions visited
    since the search began. `seconds`: wall time since then. `hash_full`: how full the table is, per mille.
    """

    lines: tuple[Line, ...]
    depth: int
    selective_depth: int
    nodes: int
    seconds: float
    hash_full: int = 0

    @property
    def best(self) -> Move | None:
        """The best move; None if there is none to make."""
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
    def pov(self) -> PovScore | None:
        """The score of the best line with its side: `analysis.pov.white()` is White's."""
        return self.lines[0].pov if self.lines else None

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation: the moves of the best line."""
        return self.lines[0].moves if self.lines else ()

    @property
    def speed(self) -> int:
        """Nodes per second."""
        return round(self.nodes / self.seconds) if self.seconds else 0

    def __repr__(self) -> str:
        best = repr(self.lines[0])[len("<Line "):-1] if self.lines else "no line"
        more = f" ({len(self.lines)} lines)" if len(self.lines) > 1 else ""
        return f"<Analysis depth {self.depth}: {best}{more}>"

    def __str__(self) -> str:
        """The lines, below depth, nodes and time."""
        return "\n".join([f"depth {self.depth}/{self.selective_depth}, {self.nodes} nodes, {self.seconds:.2f} s",
                          *map(str, self.lines)])

    def _repr_html_(self) -> str | None:
        """The position with the best move, and the lines, for notebooks; see `display`."""
        return display.html(self)
