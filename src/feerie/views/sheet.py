"""A sheet of problems as PDF: diagrams two or three a row, then the solutions. Needs the extra `pdf` (typst).

The contents are passed as data, never as markup, to the template sheet.typ in this folder.
"""
from __future__ import annotations

import json
import re
from importlib import resources
from itertools import islice
from typing import Any

from feerie.notation.languages import language as language_of
from feerie.position import Position
from feerie.problems.problem import Problem
from feerie.views.diagram import ImageError, draw, package
from feerie.views.document import (
    SIGNED,
    Part,
    Solutions,
    Solved,
    capital,
    caption,
    clean,
    collect,
    computer_tested,
    heading,
    name_of,
    notes,
    part_heading,
    source,
    title_of,
    twin_lines,
)
from feerie.views.play import PrintedLine, PrintedSolution, unbroken
from feerie.views.solution_text import verdict

__all__ = ["PAPERS", "sheet"]

PAPERS = ("a4", "a5", "us-letter")
MAX_SHEET_LINES = 2000
"""At most so many lines of a part are printed; the sheet says if there are more."""
_SIZE = 400
_UNUSUAL = re.compile("[\u0530-\u1dff\u2c00-\uffff\U00010000-\U0010ffff]")
"""Letters that typst's own fonts lack; without them the sheet looks the same on every machine."""


def sheet(solutions: Solutions, language: str = "en", *, title: str | None = None, columns: int | None = None,
          paper: str = "a4") -> bytes:
    """A PDF of a solution, several, or problems with all their parts (`Solved`).

    `title`: the heading; None for the usual one, "" for none. `columns`: problems in a row, 1 to 4; None for three, or
    two if there are fewer than five problems. `paper`: one of PAPERS. ImageError if the package typst is missing,
    ValueError for other values.
    """
    if columns is not None and not 1 <= columns <= 4:
        raise ValueError(f"a row has 1 to 4 problems, not {columns!r}")
    if paper not in PAPERS:
        raise ValueError(f"the paper is one of {', '.join(PAPERS)}, not {paper!r}")
    typst = package("typst", "typst", "pdf")
    entries = collect(solutions)
    words = language_of(language)
    document = {
        "title": title_of(entries, language), "language": language, "paper": paper, "program": SIGNED,
        "heading": title if title is not None else title_of(entries, language) if len(entries) > 1 else "",
        "columns": min(columns or (2 if len(entries) < 5 else 3), max(1, len(entries))) if len(entries) > 1 else 2,
        "solutions": capital(words.word("solutions" if len(entries) > 1 else "solution")),
        "problems": [_problem(entry, language, str(number) if len(entries) > 1 else "")
                     for number, entry in enumerate(entries, 1)],
    }
    page = resources.files("feerie.views").joinpath("sheet.typ").read_bytes()
    try:
        data = json.dumps(document, ensure_ascii=False)
        return bytes(typst.compile(page, format="pdf", ignore_system_fonts=not _UNUSUAL.search(data),
                                   sys_inputs={"data": data}))
    except RuntimeError as error:
        raise ImageError(f"no PDF could be made: {error}") from error


def _problem(entry: Solved, language: str, number: str) -> dict[str, Any]:
    """The data of a problem for the template."""
    problem = entry.problem
    asked, *rest, men = caption(problem, language)
    board = problem.genre.board
    return {
        "number": number, "author": heading(problem), "title": name_of(problem), "source": source(problem),
        "asked": asked, "rules": ", ".join(rest), "men": men,
        "notes": notes(problem),
        "twins": twin_lines(entry, language), "drawing": _drawn(problem), "width": min(1.0, board.files / board.ranks),
        "target": _drawn(problem, target=True) if problem.target is not None else "",
        "parts": [_part(part, entry, language) for part in entry.parts],
        "error": language_of(language).sentence("unsolved", reason=clean(entry.error)) if entry.error else "",
    }


def _part(part: Part, entry: Solved, language: str) -> dict[str, Any]:
    solution = part.solution
    changed = solution.problem.diagram.men != entry.problem.diagram.men
    lines = PrintedSolution(solution, language).printed_lines()
    shown = [_line(line) for line in islice(lines, MAX_SHEET_LINES)]
    more = next(lines, None) is not None
    return {
        "heading": part_heading(part, entry, language), "drawing": _drawn(solution.problem) if changed else "",
        "lines": shown, "left": language_of(language).word("more") if more else "",
        "verdict": capital(verdict(solution, language)), "tested": computer_tested(part, language),
        "report": [clean(line) for line in part.report],
    }


def _drawn(problem: Problem, *, target: bool = False) -> str:
    setup = problem.target if target and problem.target is not None else problem.diagram
    return draw(Position(problem.genre, setup), size=_SIZE, check=())


def _line(line: PrintedLine) -> dict[str, Any]:
    """A printed line; spans that no line break may separate stand in one group."""
    return {"level": line.level, "groups": list(unbroken(line.spans))}
