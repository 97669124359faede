"""Lines of help and series play, replayed move by move."""
from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from feerie.game.position import BLACK, Position
from feerie.kernel.judges import new_judge
from feerie.kernel.replay import Replay
from feerie.kernel.verdict import compiled_rules
from feerie.notation.moves import squares_of
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Play
from feerie.rules.setup import Setup
from feerie.rules.unit import side_of

__all__ = ["Line", "LineMove", "LinePlayer", "ManyLines", "replay"]

Line = tuple[str, ...]
"""Moves in UCI, beginning at the position in which play begins."""

REMEMBERED = 10_000
"""The number of positions kept for later lines."""


class ManyLines(Sequence[Line]):
    """Many sorted lines, each once, that are computed as they are reached; their number is known at once."""

    @property
    @abstractmethod
    def first_moves(self) -> tuple[str, ...]:
        """The different first moves, sorted; known at once."""

    @abstractmethod
    def shorter_than(self, length: int) -> int:
        """How many lines have fewer moves; no line is computed."""


class LineMove(NamedTuple):
    """A move of a line. `side`: who makes it, 0 White or 1 Black; `position`: before it, with this side to move."""

    side: int
    uci: str
    position: Position


def start_of(problem: Problem, *, is_set_play: bool) -> Setup:
    """The position in which the lines of the set play of a problem, or of its solution, begin."""
    return problem.set_play_start if is_set_play else problem.start


def replay(problem: Problem, *, is_set_play: bool = False) -> Replay:
    """Replays very many lines of a problem, with each move as a number; if positions are wanted, see LinePlayer."""
    judge = new_judge(compiled_rules(problem.genre), 2)
    judge.load(start_of(problem, is_set_play=is_set_play))
    return Replay(judge)


class LinePlayer:
    """Replays lines of a problem, of its set play or its solution; positions that lines share are computed once.

    In series play one side makes several moves in a row: before each of them the other side makes a null move. The man
    that moves shows whose move it is. A neutral man is moved by the side of the series: by the other one only in the
    last move of a series for help, and out of check.
    """

    def __init__(self, problem: Problem, *, is_set_play: bool = False) -> None:
        play = problem.stipulation.play
        self._series = problem.first_side if play.is_series or problem.stipulation.introductory else None
        self._is_helped = play in (Play.SERIES_HELP, Play.PARRY_SERIES_HELP)
        self.start = Position(problem.genre, start_of(problem, is_set_play=is_set_play))
        self._played: dict[tuple[int, str], Position] = {}
        self._passed: dict[int, Position] = {}

    def moves(self, line: Line, begun: Sequence[LineMove] = ()) -> Iterator[LineMove]:
        """The moves of a line. The last one is not played: it may be legal by its goal alone (double mate).

        `begun`: its first moves, if they are known; they are not yielded again.
        """
        position = self._after(begun[-1].position, begun[-1].uci) if begun else self.start
        for number, uci in enumerate(line[len(begun):], len(begun) + 1):
            if self._is_of_other_side(position, uci, is_last=number == len(line)):
                position = self._after_null_move(position)
            yield LineMove(int(position.turn == BLACK), uci, position)
            if number < len(line):
                position = self._after(position, uci)

    def _is_of_other_side(self, position: Position, uci: str, *, is_last: bool) -> bool:
        """Whether a move is made by the side that is not to move."""
        turn, man = int(position.turn == BLACK), position.man_at(squares_of(uci)[0])
        if not man.startswith("="):
            return side_of(man) != turn
        return self._series not in (None, turn) and not (is_last and self._is_helped) and not position.is_check()

    def _after(self, position: Position, uci: str) -> Position:
        key = position.key, uci
        after = self._played.get(key)
        if after is None:
            if len(self._played) >= REMEMBERED:
                self._played.clear()
            after = self._played[key] = position.play(uci)
        return after

    def _after_null_move(self, position: Position) -> Position:
        after = self._passed.get(position.key)
        if after is None:
            if len(self._passed) >= REMEMBERED:
                self._passed.clear()
            after = self._passed[position.key] = position.pass_turn()
        return after
