"""The report on many problems as text in any of the languages, and as CSV."""
from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from feerie.notation.languages import Language, language
from feerie.problems.comparison import Agreement, Comparison
from feerie.problems.report import COLUMNS, PartReport, Report, Unreached, Verdict

__all__ = ["comparison_lines", "csv_lines", "effort", "place_of", "summary", "table", "unreached_text"]

MAX_DIFFERENCES = 3
"""The most differences of one kind that are shown under a solution."""
MAX_REPEATED = 20
"""The most repeated problems that are named."""
_RIGHT = (True, False, False, False, True, False, True, True)
"""Which columns are aligned on the right."""


def csv_lines(rows: Iterable[dict[str, Any]], unreached: Unreached | None = None) -> Iterator[str]:
    """The lines of a CSV file (RFC 4180) from rows in their JSON form, beginning with the column names.

    One row at the end stands for all problems that were not reached.
    """
    yield _csv_line(COLUMNS)
    for row in rows:
        yield _csv_line(PartReport.from_json(row).cells())
    if unreached:
        yield _csv_line(unreached.row(unreached_text(unreached, language("en"))).cells())


def _csv_line(cells: Sequence[str]) -> str:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue()


def unreached_text(unreached: Unreached, words: Language) -> str:
    """How many problems were not reached: "stopped: 48 problems not reached"."""
    return words.sentence("report: left" if unreached.exact else "report: left about", count=unreached.problems)


def place_of(row: PartReport) -> str:
    """File and line of a problem: "many.yaml:12"; "" for a diagram given on the command line."""
    name = os.path.basename(row.file) if row.file else ""
    return f"{name}:{row.line}" if name and row.line else name


def verdict_text(row: PartReport, words: Language) -> str:
    """The verdict, or the flaws if there are any."""
    flaws = ", ".join(words.sentence(f"report: {flaw}") for flaw in row.flaws)
    return flaws or row.certificate and "C+" or words.sentence(f"report: {row.verdict.value}")


def stored_text(row: PartReport, words: Language) -> str:
    """How the stored solution agrees: "same", "missing 1, extra 2"; "" if nothing is stored."""
    counts = {"missing": row.missing, "extra": row.extra, "dual": row.dual}
    if row.stored == Agreement.DIFFERENT.value:
        return ", ".join(words.sentence(f"report: {name}", count=count) for name, count in counts.items() if count)
    return _agreement(row.stored, words) if row.stored else ""


def _agreement(agreement: str, words: Language) -> str:
    return words.sentence(f"report: {'stored open' if agreement == Agreement.OPEN.value else agreement}")


def effort(row: PartReport, words: Language) -> str:
    """Positions and time of a part."""
    return words.sentence("report: effort", nodes=row.nodes, seconds=words.decimal(row.seconds, 2))


def comparison_lines(comparison: Comparison, row: PartReport, words: Language) -> Iterator[str]:
    """How the stored solution agrees, and the first differences as moves in UCI."""
    yield words.sentence("report: stored", agreement=stored_text(row, words))
    kinds = {"missing": comparison.missing, "extra": comparison.extra, "dual": comparison.dual}
    for name, kind in kinds.items():
        if kind.count:
            yield words.sentence(f"report: {name} lines", lines=_some([" ".join(line) for line in kind.lines], words))
    if comparison.unread:
        yield words.sentence("report: unread lines", lines=_some(comparison.unread, words))


def _some(texts: Sequence[str], words: Language, most: int = MAX_DIFFERENCES) -> str:
    """The first few texts, with dots for the rest."""
    return words.clauses([*texts[:most], *(["..."] if len(texts) > most else [])])


def table(rows: Iterable[PartReport], words: Language) -> Iterator[str]:
    """The rows in columns, with a heading; nothing if there are no rows."""
    lines = [words.sentence("report: columns").split("|"), *(_cells(row, words) for row in rows)]
    if len(lines) == 1:
        return
    widths = [max(len(line[column]) for line in lines) for column in range(len(_RIGHT))]
    for line in lines:
        yield "  ".join(cell.rjust(width) if right else cell.ljust(width)
                        for cell, width, right in zip(line, widths, _RIGHT, strict=True)).rstrip()


def _cells(row: PartReport, words: Language) -> list[str]:
    found = str(row.solutions) if row.intended is None else words.sentence(
        "report: of", count=row.solutions, intended=row.intended)
    solved = row.is_solved
    return [row.name, place_of(row), row.stipulation, verdict_text(row, words), found if solved else "",
            stored_text(row, words), str(row.nodes) if solved else "", words.decimal(row.seconds, 2) if solved else ""]


def summary(report: Report, words: Language, resumed: int = 0) -> Iterator[str]:
    """The totals, what was not reached, and the part that took longest. `resumed`: rows from an earlier run."""
    counts = report.as_json()
    verdicts = ", ".join(words.sentence("report: number", what=words.sentence(f"report: {verdict.value}"),
                                        count=counts["verdicts"][verdict.value])
                         for verdict in Verdict if counts["verdicts"][verdict.value])
    yield words.sentence("report: problems", problems=counts["problems"], parts=counts["parts"], verdicts=verdicts)
    if report.unreached:
        yield unreached_text(report.unreached, words)
    stored = Counter(counts["stored"])
    if stored.total():
        yield words.sentence("report: stored all", counts=", ".join(
            words.sentence("report: number", what=_agreement(agreement.value, words), count=stored[agreement.value])
            for agreement in Agreement if stored[agreement.value]))
    if repeated := report.repeated:
        yield words.sentence("report: repeated", parts=_some([f"{row.name} = {first.name}" for row, first in repeated],
                                                             words, MAX_REPEATED))
    if resumed:
        yield words.sentence("report: resumed", count=resumed)
    if slowest := report.slowest:
        yield words.sentence("report: time", nodes=report.nodes, seconds=words.decimal(report.seconds, 2),
                             name=slowest.name, place=", ".join(filter(None, (place_of(slowest), slowest.stipulation))),
                             slowest=words.decimal(slowest.seconds, 2))
