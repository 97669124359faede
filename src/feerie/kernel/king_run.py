"""How many moves of the king a win by king run (feerie.rules.ending.KingRun) still takes."""
from __future__ import annotations

from functools import lru_cache

from feerie.kernel.tables import SQUARES
from feerie.rules.along import lines_of
from feerie.rules.ending import KingRun
from feerie.rules.genre import Genre

__all__ = ["NO_RUN", "run_index", "run_steps"]

NO_RUN = 255
"""In place of a number of moves, if a king can never win in this way."""


def run_index(side: int, flag: bool, square: int) -> int:
    """The index in `run_steps` of the moves of a side's king on a square, with or without its flag."""
    return (2 * side + flag) * SQUARES + square


@lru_cache(maxsize=32)
def run_steps(genre: Genre) -> tuple[int, ...]:
    """The moves of a king to its goal, flag set, on an empty board: by side, flag and square, see `run_index`.

    NO_RUN everywhere in genres without a king run. Castlings are left out.
    """
    steps = [NO_RUN] * (4 * SQUARES)
    if genre.king_run:
        for side in (0, 1):
            for (square, flag), count in _steps_of(genre, genre.king_run, side).items():
                steps[run_index(side, flag, square)] = count
    return tuple(steps)


def _steps_of(genre: Genre, run: KingRun, side: int) -> dict[tuple[int, bool], int]:
    """The same for one side, by square and flag, found by breadth-first search back from the goal."""
    before, behind = run.gates[side]
    squares = genre.board.squares
    targets = {square: {target for movement, _ in genre.royal.moves
                        for line, _ in lines_of(movement, genre.board, square, side) for target in line}
               for square in squares}

    def flag_after(square: int, target: int, flag: bool) -> bool:
        if square in before and target in behind:
            return True
        return flag and not (square in behind and target in before)

    steps = {(run.goals[side], True): 0}
    reached, count = set(steps), 0
    while reached:
        count += 1
        reached = {(square, flag) for square in squares for flag in (False, True) if (square, flag) not in steps
                   and any((target, flag_after(square, target, flag)) in reached for target in targets[square])}
        steps.update(dict.fromkeys(reached, count))
    return steps
