"""The task of help and series play: problems that are solved by lines."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from feerie.problems.line import lines_of
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution, UciLine, least_length, short_lines
from feerie.search.proof.structs import Bounds
from feerie.search.transposition import TranspositionTable
from feerie.solving.help_jobs import SHAPES, HelpWhole, HelpWorker
from feerie.solving.jobs import Job, Value
from feerie.solving.line_store import LineList, Lines, Spill
from feerie.solving.lines_in_order import LinePlace
from feerie.solving.sorted_lines import TextLines
from feerie.solving.task import Task

__all__ = ["HelpTask"]


class HelpTask(Task):
    """All lines of a problem, and of its set play; at most `limit` of each, 0 for all.

    Long jobs are split, because only finished jobs keep the lines they have found. That costs little: every move has to
    be searched in any case; in play to a position it even saves time, because jobs that begin later deduce more about
    the men.
    """

    PLAYS = tuple(SHAPES)
    whole = HelpWhole()
    job_nodes: int | None = 1 << 19

    def __init__(self, problem: Problem, limit: int = 0, *, shortcuts: bool = True,
                 bounds: Bounds = Bounds.ALL) -> None:
        """`bounds`: those that are used for play to a position; none without `shortcuts`."""
        super().__init__(problem, limit, shortcuts=shortcuts)
        self.bounds = bounds if shortcuts else Bounds(0)
        self._spill = Spill()

    def worker(self, table: Callable[[], TranspositionTable]) -> HelpWorker:
        """A new worker."""
        return HelpWorker(self.problem, self.limit, table, self.shortcuts, self._spill, self.bounds)

    @cached_property
    def _text(self) -> Callable[[int], str]:
        """The UCI text of a packed move."""
        return self.judge(self.problem, self.problem.start).rules.tables.uci_texts.__getitem__

    def lines_in(self, job: Job, value: Value) -> Iterator[tuple[bool, UciLine]]:
        """The lines in the value of a job, of the whole too: whether it is set play, and the moves in UCI."""
        parts = enumerate(value[0]) if isinstance(job, HelpWhole) else [(getattr(job, "part", 0), value)]
        text = self._text
        for part, lines in parts:
            for line in lines:
                yield part > 0, tuple(map(text, line))

    def beginning(self, job: Job) -> LinePlace:
        """The moves with which all lines of a job begin, in the set play or not; nothing of the whole."""
        part, line = getattr(job, "part", 0), getattr(job, "line", ())
        return part == 0 and not isinstance(job, HelpWhole), tuple(map(self._text, filter(None, line)))

    @property
    def keeps_lines(self) -> bool:
        """Whether every line that a job finds belongs to the solution: constraints may end lines early."""
        return super().keeps_lines and (not self.problem.constraints or self.problem.stipulation.exact)

    def solution(self, value: Value, complete: bool, nodes: int, seconds: float) -> Solution:
        """The solution from the value of HelpWhole, None for nothing."""
        parts, cut = value if value is not None else (((),), False)
        text = self._text
        if self.problem.options.stop_on_short_solutions:
            parts = [self._shortest(lines) for lines in parts]
        found: list[Sequence[UciLine]] = [
            TextLines(lines, text) if isinstance(lines, LineList) else lines_of(lines, text) for lines in parts]
        return Solution(self.problem, complete and not cut, None, found[0], found[1] if len(found) > 1 else (),
                        self._has_short(parts[0], found[0]), nodes, seconds)

    def _has_short(self, lines: Lines, found: Sequence[UciLine]) -> bool:
        """Whether some line is shorter than the stipulation."""
        least = least_length(self.problem)
        if least is None:
            return bool(short_lines(self.problem, found))
        if isinstance(lines, LineList):
            return lines.shorter_than(least) > 0
        return min(map(len, lines), default=least) < least

    def _shortest(self, lines: Lines) -> Lines:
        """The lines of the least length."""
        least = min(map(len, lines), default=0)
        kept = LineList(self._spill)
        kept.extend(line for line in lines if len(line) == least)
        return kept.value()
