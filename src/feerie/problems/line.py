"""Lines of help and series play, replayed move by move."""
from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from feerie.game.position import Position
from feerie.kernel.judges import new_judge
from feerie.kernel.tables import MoveText
from feerie.kernel.verdict import compiled_rules
from feerie.notation.moves import squares_of
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Play
from feerie.rules.setup import Setup
from feerie.rules.unit import side_of

__all__ = ["LineMove", "LinePlayer", "LineTurns", "ManyLines", "Replay", "UciLine", "lines_of"]

UciLine = tuple[str, ...]
"""Moves in UCI, beginning at the position in which play begins."""

REMEMBERED = 10_000
"""The number of positions kept for later lines."""


def lines_of(packed: Iterable[Sequence[int]], text: Callable[[int], str]) -> tuple[UciLine, ...]:
    """Lines of packed moves as texts, sorted, each once."""
    return tuple(sorted({tuple(map(text, line)) for line in packed}))


class ManyLines(Sequence[UciLine]):
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


class Replay:
    """Follows many lines of a problem, sorted, so that each begins like the one before it.

    If positions are wanted, see LinePlayer.
    """

    def __init__(self, problem: Problem, *, is_set_play: bool = False) -> None:
        self._longest = 2 * problem.plies       # with parries; before each move there may be a null move
        self._judge = new_judge(compiled_rules(problem.genre), 2 * self._longest + 8)
        self._judge.load(start_of(problem, is_set_play=is_set_play))
        self._texts = self._judge.rules.tables.uci_texts
        self._plies: list[int] = []         # where each move of the last line was made, null moves before it included

    def moves(self, line: UciLine, same: int) -> list[int] | None:
        """The moves of a line from number `same` on, counted from 0, as Judge.follow says what they are; the last line
        must have begun with those before. None if they are not legal, or longer than any play.
        """
        if len(line) > self._longest:
            return None
        judge, plies = self._judge, self._plies
        judge.drop_to(plies[same] if same < len(plies) else judge.ply)
        del plies[same:]
        found = []
        for text in line[same:]:
            packed = text.packed if isinstance(text, MoveText) else self._packed(text)
            if packed is None:
                return None
            plies.append(judge.ply)
            found.append(judge.follow(packed))
        return found

    def _packed(self, text: str) -> int | None:
        """The legal move that a text from a file means, of either side, as in series play; None if there is none."""
        for passes in (False, True):
            if passes:
                self._judge.pass_turn()
            found = next((move for move in self._judge.moves() if self._texts[move] == text), None)
            if passes:
                self._judge.pop()
            if found is not None:
                return found
        return None


class LineTurns:
    """Tells before which moves of a problem's lines the other side makes a null move, as in series play.

    The man that moves shows whose move it is. A neutral man is moved by the side of the series: by the other one only
    in the last move of a series for help, and out of check.
    """

    def __init__(self, problem: Problem) -> None:
        play = problem.stipulation.play
        self._series = problem.first_side if play.is_series or problem.stipulation.introductory else None
        self._is_helped = play in (Play.SERIES_HELP, Play.PARRY_SERIES_HELP)

    def are_passed(self, position: Position, uci: str, *, is_last: bool) -> bool:
        """Whether a move, the last one of a line or not, is made by the side that is not to move."""
        turn, man = position.turn.number, position.man_at(squares_of(uci)[0])
        if not man.startswith("="):
            return side_of(man) != turn
        return self._series not in (None, turn) and not (is_last and self._is_helped) and not position.is_check()


class LinePlayer:
    """Replays lines of a problem, of its set play or its solution; positions that lines share are computed once.

    In series play one side makes several moves in a row: before each of them the other side makes a null move.
    """

    def __init__(self, problem: Problem, *, is_set_play: bool = False) -> None:
        self._turns = LineTurns(problem)
        self.start = Position(problem.genre, start_of(problem, is_set_play=is_set_play))
        self._played: dict[tuple[int, str], Position] = {}
        self._passed: dict[int, Position] = {}

    def moves(self, line: UciLine, begun: Sequence[LineMove] = ()) -> Iterator[LineMove]:
        """The moves of a line. The last one is not played: it may be legal by its goal alone (double mate).

        `begun`: its first moves, if they are known; they are not yielded again.
        """
        position = self._after(begun[-1].position, begun[-1].uci) if begun else self.start
        for number, uci in enumerate(line[len(begun):], len(begun) + 1):
            if self._turns.are_passed(position, uci, is_last=number == len(line)):
                position = self._after_null_move(position)
            yield LineMove(position.turn.number, uci, position)
            if number < len(line):
                position = self._after(position, uci)

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
