"""Which first move of a problem is searched: beside its progress and, if numbers are asked for, as lines of text."""
from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property

from feerie.apps.shell.run_language import wording
from feerie.apps.solving.output import RunOutput
from feerie.game.position import Position
from feerie.problems.problem import Problem
from feerie.solving.limits import FirstMove

__all__ = ["FirstMoveTeller"]


class FirstMoveTeller:
    """Tells the first moves of a problem as the search comes to them.

    `show`: shows a text beside the progress, if there is any. With the option `move_numbers` they are printed, too,
    with the seconds since the search began.
    """

    def __init__(self, problem: Problem, output: RunOutput, show: Callable[[str], None] | None) -> None:
        self._problem, self._output, self._show = problem, output, show
        self._prints = problem.options.move_numbers and output.form.has_text
        self._began = time.monotonic()
        self._begun = False

    @cached_property
    def _position(self) -> Position:
        """The diagram; short searches do not need it."""
        return Position(self._problem.genre, self._problem.start)

    def __call__(self, step: FirstMove) -> None:
        move = self._text(step.uci)
        if self._show:
            self._show(wording("first move {} of {}: {}", step.number, step.of, move))
        if self._prints:
            seconds = round(time.monotonic() - self._began)
            line = wording("first move {} of {}: {}, after {} s", step.number, step.of, move, seconds)
            (self._output.go_on if self._begun else self._output.stream)([line])
            self._begun = True

    def _text(self, uci: str) -> str:
        """A move as the solution has it."""
        form = self._output.form
        move = next(move for move in self._position.legal_moves if move.uci() == uci)
        return form.notation.text(self._position, move, form.words)
