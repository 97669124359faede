"""The first moves of a problem: their numbers, and those that are to be searched."""
from __future__ import annotations

from collections.abc import Iterable

from feerie.kernel.verdict import Judge
from feerie.problems.options import Options
from feerie.solving.limits import FirstMove

__all__ = ["MoveList"]


class MoveList:
    """All legal moves of a diagram, numbered from 1 in the order of their UCI texts.

    `is_cut`: the options ask for a part of them only.
    """

    def __init__(self, judge: Judge, options: Options) -> None:
        texts = judge.rules.tables.uci_texts
        every = sorted(judge.moves(), key=texts.__getitem__)
        self._steps = {move: FirstMove(number, len(every), texts[move]) for number, move in enumerate(every, 1)}
        self._wanted = set(every[options.first_moves])
        self.is_cut = len(self._wanted) < len(every)

    def wanted(self, moves: Iterable[int]) -> list[int]:
        """Those of the moves that are to be searched."""
        return [move for move in moves if not self.is_cut or move in self._wanted]

    def step(self, move: int) -> FirstMove | None:
        """A move with its number; None for a move that only the goal makes legal."""
        return self._steps.get(move)
