"""What a position is worth: centipawns or moves to mate, to the side to move or from a side's point of view."""
from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering
from typing import Self

from feerie.base.errors import ArgumentError, check_whole
from feerie.rules.literals import EvaluationUnit, SideName
from feerie.rules.side import Side

__all__ = ["PovScore", "Score"]

CENTIPAWNS_OF_TEN = 400.0
"""Centipawns that multiply the odds of winning by ten (Elo's logistic curve, as in CPW "Pawn Advantage, Win Percentage
and Elo")."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """What a position is worth to the side to move: `centipawns`, or `mate`, exactly one of which is not None.

    `mate`: the number of moves to a forced win, by mate or by another goal of the genre; negative if the other side
    wins; 0 if the side to move has lost already. Scores are ordered as players think of them: mates above all
    centipawns, the sooner the better. ArgumentError if both are given, or neither.

    >>> Score(mate=2) > Score(mate=5) > Score(900) > -Score(900) > Score(mate=-5) > Score(mate=-2)
    True
    """

    centipawns: int | None = None
    mate: int | None = None

    def __post_init__(self) -> None:
        check_whole(centipawns=self.centipawns, mate=self.mate)
        if (self.centipawns is None) == (self.mate is None):
            raise ArgumentError("a score is either centipawns or mate: exactly one of them is given")

    @property
    def is_mate(self) -> bool:
        """Whether it says in how many moves the game is won or lost."""
        return self.mate is not None

    def number(self, won: int = 100_000) -> int:
        """The score as one number of the same order: `won` - n for a win in n moves, n - `won` for a loss.

        >>> [score.number() for score in (Score(35), Score(mate=2), Score(mate=-2), Score(mate=0))]
        [35, 99998, -99998, -100000]
        """
        if self.mate is None:
            return self.centipawns or 0
        return won - self.mate if self.mate > 0 else -won - self.mate

    def expectation(self) -> float:
        """The points to expect of the game, from 0 to 1: by a logistic curve, on which 100 centipawns are 64 %.

        >>> [round(score.expectation(), 2) for score in (Score(0), Score(100), Score(-100), Score(mate=-3))]
        [0.5, 0.64, 0.36, 0.0]
        """
        if self.mate is not None:
            return float(self.mate > 0)
        return 1 / (1 + 10 ** (-(self.centipawns or 0) / CENTIPAWNS_OF_TEN))

    @property
    def _rank(self) -> tuple[int, int]:
        """What scores are ordered by: lost, the later the better; centipawns; won, the sooner the better."""
        if self.mate is None:
            return 0, self.centipawns or 0
        return (1, -self.mate) if self.mate > 0 else (-1, -self.mate)

    def __lt__(self, other: Score) -> bool:
        return self._rank < other._rank if isinstance(other, Score) else NotImplemented

    def __neg__(self) -> Score:
        """The score as the other side sees it; ArgumentError for a lost game, since no sign tells who has won it."""
        if self.mate is None:
            return Score(-(self.centipawns or 0))
        if self.mate == 0:
            raise ArgumentError("the game is lost already: the other side has won it, and is not to move")
        return Score(mate=-self.mate)

    def __str__(self) -> str:
        """ "+0.35", "#4", "#-2"."""
        return f"#{self.mate}" if self.centipawns is None else f"{self.centipawns / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class PovScore:
    """A score and the side whose it is. `score`: as `turn` sees it.

    The views of both sides have the same errors as the negation of a score.

    >>> found = PovScore(Score(mate=3), Side.BLACK)
    >>> str(found.black()), str(found.white()), found.pov("black") == found.score
    ('#3', '#-3', True)
    """

    score: Score
    turn: Side

    @classmethod
    def of_white(cls, unit: EvaluationUnit, value: float) -> Self:
        """White's score of a pair as `Node.evaluation` returns it: ("pawns", 0.25), ("mate", -3)."""
        return cls(Score(mate=int(value)) if unit == "mate" else Score(round(100 * value)), Side.WHITE)

    def pov(self, side: SideName) -> Score:
        """The score as a side sees it; ArgumentError for what is not a side."""
        if side not in tuple(Side):
            raise ArgumentError("side must be 'white' or 'black', not {}", repr(side))
        return self.score if side == self.turn else -self.score

    def white(self) -> Score:
        """The score as White sees it."""
        return self.pov(Side.WHITE)

    def black(self) -> Score:
        """The score as Black sees it."""
        return self.pov(Side.BLACK)

    def __str__(self) -> str:
        """White's score, as records write it: "+0.35", "#-4"."""
        return str(self.white())
