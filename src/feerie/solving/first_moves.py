"""The first moves of a problem: their numbers, and those that are to be searched."""
from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from feerie.kernel.verdict import Judge
from feerie.problems.options import Options
from feerie.solving.limits import FirstMove

__all__ = ["MoveList"]


class MoveList:
    """All legal moves of a diagram, numbered from 1 in the order of their UCI texts.

    They are listed when they are asked for: then the diagram must be on the judge's board.
    """

    def __init__(self, judge: Judge, options: Options) -> None:
        self._judge, self._options = judge, options

    @cached_property
    def _every(self) -> list[int]:
        return sorted(self._judge.moves(), key=self._judge.rules.tables.uci_texts.__getitem__)

    @cached_property
    def _steps(self) -> dict[int, FirstMove]:
        texts, every = self._judge.rules.tables.uci_texts, self._every
        return {move: FirstMove(number, len(every), texts[move]) for number, move in enumerate(every, 1)}

    @cached_property
    def _wanted(self) -> set[int]:
        return set(self._every[self._options.first_moves])

    @property
    def is_cut(self) -> bool:
        """Whether the options ask for a part of them only."""
        return self._options.chooses_moves and len(self._wanted) < len(self._every)

    def wanted(self, moves: Iterable[int]) -> list[int]:
        """Those of the moves that are to be searched."""
        return [move for move in moves if move in self._wanted] if self.is_cut else list(moves)

    def step(self, move: int) -> FirstMove | None:
        """A move with its number; None for a move that only the goal makes legal."""
        return self._steps.get(move)
