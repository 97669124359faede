"""Problems as files for download, in every format the package writes; nothing is formatted here."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from feerie.apps.solving import output_formats
from feerie.apps.web.compose.solving_jobs import SolvingJob
from feerie.base.errors import ProblemError
from feerie.formats import convert
from feerie.problems.problem import Problem
from feerie.views import solution_text
from feerie.views.diagram import draw
from feerie.views.document import Part, Solved, caption, shown_parts
from feerie.views.images import pdf, png
from feerie.views.layout import Layout, Placement
from feerie.views.notations import Notation
from feerie.views.sheet import printed
from feerie.views.unfinished import draw_setup, drawable

__all__ = ["EXPORTS", "PICTURES", "File", "export_collection", "export_problem", "solved",
           "text_of", "thumbnail"]

TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "html": "text/html; charset=utf-8",
         "json": "application/json"}
SUFFIXES = {"popeye": "pop", "proof-games": "pg", "yacpdb": "yaml", "olive": "olv", "diagram.sty": "dia"}
PICTURE_PIXELS = 400
PNG_PIXELS = 800
THUMBNAIL_PIXELS = 160
MOST_LISTED, MOST_PRINTED = 20_000, 500
"""Problems in one file: in a list, in a printed document."""
MOST_WRITTEN_LINES = 50_000
"""Solutions of help and series play that are printed."""
MOST_KEPT_LINES, LONGEST_TEXT = 2000, 100_000
"""Solutions of help and series play that are saved with a problem, and characters of its solution."""


class File(NamedTuple):
    """A file. `lost`: names of the fields of the problem that its format cannot hold."""

    content: bytes
    type: str
    suffix: str
    lost: tuple[str, ...] = ()


def _svg(entry: Solved, language: str) -> str:
    problem = entry.problem
    under = " ".join(caption(problem, language))
    return draw_setup(problem.genre, problem.diagram, PICTURE_PIXELS, caption=under, legend=language)


def thumbnail(problem: Problem) -> str:
    """The diagram of a problem without words, small."""
    drawn, marks = drawable(problem.genre, problem.diagram)
    return draw(drawn, size=THUMBNAIL_PIXELS, check=(), marks=marks, coordinates=False)


PICTURES: dict[str, Callable[[Solved, str], bytes]] = {
    "svg": lambda entry, language: _svg(entry, language).encode(),
    "png": lambda entry, language: png(_svg(entry, language), PNG_PIXELS),
    "diagram.pdf": lambda entry, language: pdf(_svg(entry, language)),
}
"""Pictures of a diagram."""
_DOCUMENTS = ("pdf", "tex", "dia", "html")
EXPORTS = (*convert.FORMATS, *PICTURES, *_DOCUMENTS, "txt")
"""The formats of one problem."""


def solved(problem: Problem, job: SolvingJob | None) -> Solved:
    """The problem with what a job has found."""
    if job is None:
        return Solved(problem)
    parts = tuple(Part(part.solution, part.asked.label, part.asked.is_duplex)
                  for part in job.parts if part.solution is not None)
    return Solved(problem, parts, "; ".join(part.error for part in job.parts if part.error))


def export_problem(entry: Solved, name: str, language: str, notation: str) -> File:
    """A problem, with its solution if known, in a format; ProblemError for an unknown format, ImageError if a package
    is missing."""
    if name in convert.FORMATS:
        return _listed([entry.problem], name, language)
    if any(part.solution.tree is None and part.solution.has_more_than(MOST_WRITTEN_LINES) for part in entry.parts):
        raise ProblemError("there are more than {} solutions, too many to be written", MOST_WRITTEN_LINES)
    suffix = name.rpartition(".")[2]
    kind = TYPES.get(suffix, "text/plain; charset=utf-8")
    if name in PICTURES:
        return File(PICTURES[name](entry, language), kind, suffix)
    if name in (*_DOCUMENTS, "txt"):
        return File(_document([entry], name, language, Notation(notation)), kind, suffix)
    raise ProblemError("there is no format {}", repr(name[:20]))


def export_collection(problems: Sequence[Problem], name: str, language: str) -> File:
    """Many problems in one file: a list, or a sheet of diagrams."""
    most = MOST_LISTED if name in convert.FORMATS else MOST_PRINTED
    if len(problems) > most:
        raise ProblemError("a file of this format holds {} problems, not {}", most, len(problems))
    if name in convert.FORMATS:
        return _listed(problems, name, language)
    if name not in _DOCUMENTS:
        raise ProblemError("{} holds one problem only", repr(name[:20]))
    entries = [Solved(problem) for problem in problems]
    kind = TYPES.get(name, "text/plain; charset=utf-8")
    if name == "pdf":
        return File(printed(entries, language, Layout(placement=Placement.NONE)), kind, name)
    return File(_document(entries, name, language, Notation.LONG), kind, name)


def _listed(problems: Sequence[Problem], name: str, language: str) -> File:
    form = convert.FORMATS[name]
    written = [convert.write(problem, form, language) for problem in problems]
    lost = tuple(dict.fromkeys(field for each in written for field in each.lost))
    text = "".join(form.document((each.text for each in written), language))
    return File(text.encode(), TYPES.get(name, "text/plain; charset=utf-8"), SUFFIXES.get(name, name), lost)


def _document(entries: Sequence[Solved], name: str, language: str, notation: Notation) -> bytes:
    def texts() -> Iterator[str]:
        for entry in entries:
            for shown in shown_parts(entry, language):
                yield f"{shown.heading}\n\n" if shown.heading else ""
                yield solution_text.text(shown.part.solution, language, notation=notation) + "\n\n"

    def document() -> dict[str, Any]:
        raise ProblemError("not written here")

    content = output_formats.Content(lambda: iter(entries), texts, document, language, notation)
    return b"".join(output_formats.FORMATS[name].encoded(content))


def text_of(entry: Solved, language: str) -> str:
    """The solution as text, as files hold it; "" if it is too long for that."""
    if any(part.solution.has_more_than(MOST_KEPT_LINES) for part in entry.parts if part.solution.tree is None):
        return ""
    text = _document([entry], "txt", language, Notation.LONG).decode().strip()
    return text if len(text) <= LONGEST_TEXT else ""
