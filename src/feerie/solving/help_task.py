"""The task of help and series play: problems that are solved by lines."""
from __future__ import annotations

from collections.abc import Callable

from feerie.problems.solution import Solution, short_lines
from feerie.search.transposition import TranspositionTable
from feerie.solving.help_jobs import SHAPES, HelpWhole, HelpWorker
from feerie.solving.jobs import Value
from feerie.solving.task import Task

__all__ = ["HelpTask"]


class HelpTask(Task):
    """All lines of a problem, and of its set play; at most `limit` of each, 0 for all."""

    PLAYS = tuple(SHAPES)
    whole = HelpWhole()

    def worker(self, table: TranspositionTable) -> HelpWorker:
        """A new worker."""
        return HelpWorker(self.problem, self.limit, table, self.shortcuts)

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """The solution from the value of HelpWhole, None for nothing."""
        parts, cut = value if value is not None else (((),), False)
        text = _MoveTexts(self.judge(self.problem, self.problem.start).rules.tables.uci).__getitem__
        found = [tuple(sorted({tuple(map(text, line)) for line in lines})) for lines in parts]
        if self.problem.options.stop_on_short_solutions:
            found = [tuple(line for line in lines if len(line) == min(map(len, lines))) for lines in found]
        return Solution(self.problem, complete and not cut, None, found[0], found[1] if len(found) > 1 else (),
                        bool(short_lines(self.problem, found[0])), nodes, seconds)


class _MoveTexts(dict[int, str]):
    """The UCI texts of packed moves, each computed once: there may be tens of thousands of lines."""

    def __init__(self, text: Callable[[int], str]) -> None:
        super().__init__()
        self.text = text

    def __missing__(self, move: int) -> str:
        return self.setdefault(move, self.text(move))
