"""A sheet of problems as PDF: diagrams, two or three a row, then the solutions. Needs the extra `pdf` (typst).

The contents are passed as data, never as markup, to the template sheet.typ in this folder.
"""
from __future__ import annotations

import json
import re
from importlib import resources
from itertools import islice
from typing import Any

from feerie.notation.languages import language as language_of
from feerie.problems.parts import Solved
from feerie.views.captions import (
    SIGNED,
    ShownPart,
    Solutions,
    capital,
    caption,
    clean,
    collect,
    computer_tested,
    heading,
    is_tested,
    legend_of,
    name_of,
    notes,
    shown_parts,
    source,
    title_of,
    twin_lines,
)
from feerie.views.images import ImageError, package
from feerie.views.layout import PAPERS, Layout, Placement
from feerie.views.legend import trait_lines
from feerie.views.notations import Notation
from feerie.views.play import PrintedLine, PrintedSolution, unbroken
from feerie.views.solution_text import verdict
from feerie.views.unfinished import draw_setup

__all__ = ["PAPERS", "printed", "sheet"]

MAX_SHEET_LINES = 2000
"""The most lines of a part that are printed; the sheet says if there are more."""
_SIZE = 400
_UNUSUAL = re.compile("[\u0530-\u1dff\u2c00-\uffff\U00010000-\U0010ffff]")
"""Letters that typst's own fonts lack; without them the sheet looks the same on every machine."""


def sheet(solutions: Solutions, language: str = "en", *, title: str | None = None, columns: int | None = None,
          paper: str = "a4", placement: str = "apart", notation: str = "long") -> bytes:
    """A PDF of one solution, several, or problems with all their parts (`Solved`).

    `title`: the heading; None for the default, "" for none. `columns`: problems in a row, 1 to 4; None for three, or
    two if there are fewer than five problems. `paper`: one of PAPERS. `placement`: where the solutions go, "apart"
    (after all diagrams), "next-page" (the same, on a new page), "below" each diagram, or "none". `notation`: that of
    the moves, "long", "short" or "figurine". Raises ImageError if the package typst is missing, ArgumentError for other
    values.
    """
    return printed(solutions, language, Layout(title, columns, paper, Placement(placement), Notation(notation)))


def printed(solutions: Solutions, language: str, layout: Layout) -> bytes:
    """The PDF of a layout; ImageError as for `sheet`."""
    typst = package("typst", "typst", "pdf")
    entries = collect(solutions)
    words = language_of(language)
    usual, several = title_of(entries, language), len(entries) > 1
    document = {
        "title": layout.title or usual, "language": language, "paper": layout.paper, "program": SIGNED,
        "heading": layout.title if layout.title is not None else usual if several else "",
        "columns": layout.columns_for(len(entries)), "placement": layout.placement.value,
        "solutions": capital(words.word("solutions" if several else "solution")),
        "problems": [_problem(entry, language, layout, str(number) if several else "")
                     for number, entry in enumerate(entries, 1)],
        "closing": capital(layout.closing),
    }
    page = resources.files("feerie.views").joinpath("sheet.typ").read_bytes()
    try:
        data = json.dumps(document, ensure_ascii=False)
        return bytes(typst.compile(page, format="pdf", ignore_system_fonts=not _UNUSUAL.search(data),
                                   sys_inputs={"data": data}))
    except RuntimeError as error:
        raise ImageError("no PDF could be made: {}", error) from error


def _problem(entry: Solved, language: str, layout: Layout, number: str) -> dict[str, Any]:
    """The data of a problem for the template."""
    problem = entry.problem
    asked, *rest, men = caption(problem, layout.notation.words(language), tested=is_tested(entry))
    shown = layout.placement is not Placement.NONE
    board = problem.genre.board
    return {
        "number": number, "author": heading(problem), "title": name_of(problem), "source": source(problem),
        "asked": asked, "rules": ", ".join(rest), "men": men,
        "legend": [(named.figure.picture(), str(named)) for named in legend_of(problem, language)],
        "traits": trait_lines(problem.genre, problem.diagram, language), "notes": notes(problem),
        "twins": twin_lines(entry, language), "drawing": draw_setup(problem.genre, problem.diagram, _SIZE),
        "width": min(1.0, board.files / board.ranks),
        "target": "" if problem.target is None else draw_setup(problem.genre, problem.target, _SIZE),
        "parts": [_part(part, language, layout.notation) for part in shown_parts(entry, language)] if shown else [],
        "error": language_of(language).sentence("unsolved", reason=clean(entry.error)) if entry.error and shown else "",
    }


def _part(shown: ShownPart, language: str, notation: Notation) -> dict[str, Any]:
    part, solution = shown.part, shown.part.solution
    lines = PrintedSolution(solution, language, notation).printed_lines()
    first = [_line(line) for line in islice(lines, MAX_SHEET_LINES)]
    more = next(lines, None) is not None
    return {
        "heading": shown.heading,
        "drawing": draw_setup(solution.problem.genre, solution.problem.diagram, _SIZE) if shown.is_redrawn else "",
        "lines": first, "left": language_of(language).word("more") if more else "",
        "verdict": capital(verdict(solution, language)), "tested": computer_tested(part, language),
        "report": [clean(line) for line in part.report],
    }


def _line(line: PrintedLine) -> dict[str, Any]:
    """A printed line; spans that no line break may separate are in one group."""
    return {"level": line.level, "groups": list(unbroken(line.spans))}
