"""The tester's mode of `feerie solve`: many problems, numbered, timed and compared with their stored solutions.

A `Tester` keeps a row for each part, the journal, and the one line of progress; `feerie solve` tells it what happens.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from feerie.apps.solving.progress_line import ProgressLine
from feerie.apps.solving.testing_options import Testing
from feerie.base.errors import Message, ProblemError
from feerie.formats import decoding, printed_solution
from feerie.notation.languages import language
from feerie.problems.comparison import Comparison, compare
from feerie.problems.place import Place
from feerie.problems.problem import Problem
from feerie.problems.report import PartReport, Report, Verdict
from feerie.problems.solution import Solution
from feerie.problems.soundness import Soundness
from feerie.problems.stored_solution import StoredPart
from feerie.solving.journal import Journal
from feerie.views.report_text import comparison_lines, effort, place_of, summary, table

__all__ = ["Tester"]

SELECTIONS: dict[str, Callable[[PartReport], bool]] = {
    "unsound": lambda row: row.verdict is Verdict.UNSOUND,
    "doubtful": lambda row: row.verdict is not Verdict.SOUND,
    "different": lambda row: row.differs,
    "none": lambda row: False,
}
"""What --only can choose, by the names in testing_options."""


class Tester:
    """Collects the rows of a run. `code`: language of texts; `count`: number of problems, for the progress line."""

    def __init__(self, testing: Testing, code: str, journal: Journal | None, count: int) -> None:
        self.testing, self.words, self.journal = testing, language(code), journal
        self.report = Report()
        self.resumed = 0
        self.bad = 0        # parts that are not sound
        self.number = self.entries = 0
        self.stored: Sequence[str] | None = None
        self.progress = ProgressLine(count, self._progress_text)
        self._heading = ""
        self._comparison: Comparison | None = None

    def _progress_text(self, done: int) -> str:
        return self.words.sentence("report: progress", done=done, count=self.progress.of, bad=self.bad)

    def begin(self, entries: int = 1) -> None:
        """Begin another problem, readable or not; without an entry, a file that cannot be read."""
        self.number += 1
        self.entries += entries

    def read_stored(self, path: str, count: int) -> str:
        """Read the solutions of --stored; what is to be said if there are fewer than problems, "" otherwise.

        ProblemError if there are more, or none.
        """
        self.stored = printed_solution.divide(decoding.Reading().file(path).text)
        if 0 < len(self.stored) < count:
            return Message("{}: the problems are {}, the solutions {}; the last problems are compared with nothing",
                           path, count, len(self.stored))
        if len(self.stored) != count:
            raise ProblemError("{}: the problems are {}, the solutions {}", path, count, len(self.stored))
        return ""

    def with_stored(self, problem: Problem) -> Problem:
        """The problem with its solution from --stored, if that is given."""
        if self.stored is None:
            return problem
        return replace(problem, solution_text=self.stored[self.entries - 1] if self.entries <= len(self.stored) else "")

    def head(self, place: Place, heading: str) -> None:
        """The heading of the problem, which is shown with its first part."""
        row = PartReport.unsolved(self._numbered(place))
        first = self.words.sentence("report: heading", no=self.number, place=place_of(row)).strip()
        self._heading = f"{first}\n{heading}" if self.testing.is_on else heading

    def take_heading(self) -> str:
        """The heading, "" if it has been taken."""
        heading, self._heading = self._heading, ""
        return heading

    def finished(self, problem: Problem, place: Place) -> bool:
        """Whether an earlier run finished the part; its row is then taken from that run."""
        row = self.journal.find(problem) if self.journal else None
        if row is None:
            return False
        self.resumed += 1
        self._add(replace(row, **asdict(self._numbered(place))))
        return True

    def add(self, solution: Solution, soundness: Soundness, place: Place, *, is_stopped: bool) -> bool:
        """Add a solved part; whether it is to be shown. `is_stopped`: the user stopped the search."""
        stored = None if solution.problem.stipulation.is_kept else _stored(solution.problem, place.label)
        self._comparison = compare(solution, stored, is_duplex=bool(place.side)) if stored else None
        row = PartReport.of(self._numbered(place), solution, soundness, self._comparison)
        self._add(row)
        if self.journal and (solution.complete or not is_stopped):
            self.journal.add(solution.problem, row)
        return self.shows(row)

    def fail(self, place: Place, error: str, problem: Problem | None = None) -> None:
        """Add a part, or a whole problem or file, that could not be read or solved. `problem`: a part that was read."""
        self._add(PartReport.unsolved(self._numbered(place), error, problem))

    def pass_over(self, place: Place, problem: Problem) -> None:
        """Add a part that was not reached because the run was stopped."""
        self._add(PartReport.unreached(self._numbered(place), problem))

    def _numbered(self, place: Place) -> Place:
        return replace(place, no=self.number)

    def _add(self, row: PartReport) -> None:
        self.report.rows.append(row)
        self.bad += row.verdict is Verdict.UNSOUND

    def shows(self, row: PartReport) -> bool:
        """Whether --only chooses a part."""
        only = self.testing.only
        return not only or any(SELECTIONS[name](row) for name in only)

    def document_of_last(self) -> dict[str, Any]:
        """What is added to the JSON of the last part: the comparison with what is stored."""
        return {"comparison": self._comparison.as_json()} if self._comparison else {}

    def lines_of_last(self) -> Iterator[str]:
        """What is said under the solution of the last part."""
        if self.testing.is_on:
            row = self.report.rows[-1]
            if self._comparison:
                yield from comparison_lines(self._comparison, row, self.words)
            yield effort(row, self.words)

    def end(self) -> Iterator[str]:
        """The table, and the totals."""
        rows = [row for row in self.report.rows if self.shows(row)]
        yield from table(rows, self.words)
        if rows:
            yield ""
        yield from summary(self.report, self.words, self.resumed)

    @property
    def is_unsound(self) -> bool:
        """Whether --check is given and something is not sound."""
        return self.testing.check and self.bad > 0


def _stored(problem: Problem, label: str) -> StoredPart | None:
    """What is stored about a part, nothing if it cannot be read at all; None if the text says nothing about this part.

    A text without labels refers to the diagram.
    """
    if not problem.solution_text:
        return None
    parts = _read(problem.solution_text, problem.stipulation.introductory)
    return parts.get(label, parts.get("") if label == "a" else None) if parts else StoredPart()


@lru_cache(maxsize=4)
def _read(text: str, introductory: int) -> dict[str, StoredPart]:
    """The parts of a stored solution by label."""
    return {part.label: part for part in printed_solution.read(text, introductory)}
