"""What is known of solutions before they are finished: the first lines of help and series play, and the progress."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from feerie.apps.solving.output import RunOutput
from feerie.apps.solving.parts import ProblemPart
from feerie.problems.solution import Line, Solution
from feerie.views.solution_text import GrowingPlay

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["EarlyLines", "PendingSolution"]


class EarlyLines:
    """Prints the first lines of a help or series solution while the others are searched for.

    `count`: how many lines of text were printed, the heading of the part not counted.
    """

    def __init__(self, output: RunOutput, part: ProblemPart) -> None:
        self._output, self._heading = output, part.heading
        self._play = GrowingPlay(part.problem, output.form.words, output.form.notation)
        self.count = 0

    @staticmethod
    def suit(output: RunOutput, part: ProblemPart) -> bool:
        """Whether such lines of a part can be printed before all are known."""
        play = part.problem.stipulation.play
        return output.prints and not play.is_battle and not play.is_fought

    def __call__(self, lines: Iterable[tuple[bool, Line]]) -> None:
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
