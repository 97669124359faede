"""The play of an exercise: whose move it is after a line, which moves there are, and how the line is written.

A *line* is the play from the diagram on, as UCI texts. In series play one side moves several times in a row; before
each of these moves the other side passes, and only the last move of a series may give check.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from feerie.base.errors import IllegalMoveError
from feerie.game.position import Position
from feerie.problems.problem import Problem
from feerie.problems.stipulation import Play
from feerie.rules.move import Move

__all__ = ["after", "length", "mating_side", "moves_of", "numbered", "side_of_ply", "start_of"]


def length(problem: Problem) -> int:
    """The number of single moves of the whole line."""
    return problem.plies


def side_of_ply(problem: Problem, ply: int) -> int:
    """Who makes move number `ply` of a line, counted from 0: 0 White, 1 Black."""
    play, first = problem.stipulation.play, problem.first_side
    if play is Play.SERIES:
        return first
    if play is Play.SERIES_HELP:
        return first if ply < problem.stipulation.moves else 1 - first
    return first ^ ply & 1


def mating_side(problem: Problem) -> int:
    """Who makes the last move."""
    return side_of_ply(problem, length(problem) - 1)


def start_of(problem: Problem) -> Position:
    """The position of the diagram, with the side that begins to move."""
    return Position(problem.genre, problem.start)


@lru_cache(maxsize=1024)
def after(problem: Problem, line: tuple[str, ...]) -> Position:
    """The position after a line, with the side whose move is next; IllegalMoveError if it cannot be played."""
    if not line:
        return start_of(problem)
    before, ply = after(problem, line[:-1]), len(line) - 1
    if line[-1] not in {move.uci() for move in moves_of(problem, before, ply)}:
        raise IllegalMoveError("not a legal move: {}", line[-1])
    position = before.play(line[-1])
    is_over = len(line) >= length(problem)
    return position if is_over or position.turn.number == side_of_ply(problem, len(line)) else position.pass_turn()


def moves_of(problem: Problem, position: Position, ply: int) -> list[Move]:
    """The moves that may be made as number `ply` of a line; none after its end. The refutation of the last move of a
    battle is one more."""
    if ply >= length(problem) + problem.stipulation.play.is_battle:
        return []
    series = problem.stipulation.play in (Play.SERIES, Play.SERIES_HELP) and ply < problem.stipulation.moves - 1
    return [move for move in position.legal_moves if not (series and position.gives_check(move))]


def numbered(problem: Problem, line: Sequence[str], language: str, notation: str) -> list[dict[str, Any]]:
    """The moves of a line as they are written: `number`, "" for a move that has none, and `text`."""
    rows, play, moves = [], problem.stipulation.play, problem.stipulation.moves
    late = play is Play.HELP and length(problem) % 2 == 1       # the first pair has its second move only
    for ply, uci in enumerate(line):
        position = after(problem, tuple(line[:ply]))
        text = (position.long if notation == "long" else position.san)(uci, language)
        if play in (Play.SERIES, Play.SERIES_HELP):
            number = f"{ply + 1}." if ply < moves else ""
        else:
            pair, second = divmod(ply + late, 2)
            number = f"{pair + 1}…" if late and ply == 0 else "" if second else f"{pair + 1}."
        rows.append({"number": number, "text": text})
    return rows
