"""What is known of solutions before they are finished: the first lines of help and series play, and the progress."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from feerie.apps.solving.output import RunOutput
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution, UciLine
from feerie.solving.limits import Progress
from feerie.views.solution_text import GrowingPlay

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["EarlyLines", "PendingSolution"]

POLL_SECONDS = 0.05
"""Time between two looks at a search in the background."""


class EarlyLines:
    """Prints the first lines of a help or series solution while the others are searched for.

    `count`: how many lines of text were printed, the heading of the part not counted.
    """

    def __init__(self, output: RunOutput, problem: Problem, heading: str) -> None:
        self._output, self._heading = output, heading
        self._play = GrowingPlay(problem, output.form.words, output.form.notation)
        self.count = 0

    def __call__(self, lines: Iterable[tuple[bool, UciLine]]) -> None:
        texts = list(self._play.texts(lines))
        if self.count:
            self._output.go_on(texts)
        else:
            self._output.stream([*filter(None, [self._heading]), *texts])
        self.count += len(texts)


class PendingSolution:
    """A solution that is being searched for in the background, and its progress.

    `start` begins the search; it gets this object as the callback for progress.
    """

    def __init__(self, start: Callable[[PendingSolution], Future[Solution]]) -> None:
        self.done, self.of = 0.0, 1.0
        self.solution = start(self)

    def __call__(self, done: float, of: float) -> None:
        self.done, self.of = done, of

    def awaited(self, progress: Progress) -> Solution:
        """The solution when it is found."""
        from concurrent.futures import wait

        while not self.solution.done():     # with a timeout, so that this thread notices Ctrl-C
            wait((self.solution,), timeout=POLL_SECONDS)
            progress(self.done, self.of)
        return self.solution.result()
