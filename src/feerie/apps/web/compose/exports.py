"""Problems as files for download, in every format the package writes; nothing is formatted here."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from feerie.apps.solving.output_formats import FORMATS, Content, OutputFormat
from feerie.apps.web.compose.solving_jobs import SolvingJob
from feerie.base.errors import ProblemError
from feerie.formats import convert
from feerie.problems.parts import Part, Solved
from feerie.problems.problem import Problem
from feerie.views import solution_text
from feerie.views.captions import caption, shown_parts
from feerie.views.diagram import draw
from feerie.views.images import pdf, png
from feerie.views.layout import Layout, Placement
from feerie.views.notations import Notation
from feerie.views.unfinished import draw_setup, drawable

__all__ = ["EXPORTS", "LISTS", "PICTURES", "File", "export_collection", "export_problem", "solved", "text_of",
           "thumbnail"]

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


class Picture(NamedTuple):
    """A format of pictures. `title`: what the page calls it; `write`: the picture of a problem, in a language."""

    title: str
    suffix: str
    media: str
    write: Callable[[Solved, str], bytes]


PICTURES = {
    "svg": Picture("SVG", "svg", "image/svg+xml", lambda entry, language: _svg(entry, language).encode()),
    "png": Picture("PNG", "png", "image/png", lambda entry, language: png(_svg(entry, language), PNG_PIXELS)),
    "diagram.pdf": Picture("", "pdf", "application/pdf", lambda entry, language: pdf(_svg(entry, language))),
}
"""Pictures of a diagram by name; the page has words for one without a title."""
DOCUMENTS = {name: form for name, form in FORMATS.items() if form.title}
EXPORTS = {form.name: form.title for form in convert.FORMATS.values()} \
    | {name: picture.title for name, picture in PICTURES.items()} \
    | {form.name: form.title for form in DOCUMENTS.values()}
"""The formats of one problem, with their titles."""
LISTS = (*convert.FORMATS, *(name for name, form in DOCUMENTS.items() if form.is_drawn))
"""Those of many problems."""


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
    if name in PICTURES:
        form = PICTURES[name]
        return File(form.write(entry, language), form.media, form.suffix)
    if name in DOCUMENTS:
        return _document([entry], DOCUMENTS[name], language, Notation(notation))
    raise ProblemError("there is no format {}", repr(name[:20]))


def export_collection(problems: Sequence[Problem], name: str, language: str) -> File:
    """Many problems in one file: a list, or a sheet of diagrams."""
    most = MOST_LISTED if name in convert.FORMATS else MOST_PRINTED
    if len(problems) > most:
        raise ProblemError("a file of this format holds {} problems, not {}", most, len(problems))
    if name in convert.FORMATS:
        return _listed(problems, name, language)
    if name not in LISTS:
        raise ProblemError("{} holds one problem only", repr(name[:20]))
    return _document([Solved(problem) for problem in problems], DOCUMENTS[name], language, Notation.LONG,
                     Layout(placement=Placement.NONE))


def _listed(problems: Sequence[Problem], name: str, language: str) -> File:
    form = convert.FORMATS[name]
    written = [convert.write(problem, form, language) for problem in problems]
    lost = tuple(dict.fromkeys(field for each in written for field in each.lost))
    text = "".join(form.document((each.text for each in written), language))
    return File(text.encode(), form.media, form.suffixes[0], lost)


def _document(entries: Sequence[Solved], form: OutputFormat, language: str, notation: Notation,
              layout: Layout | None = None) -> File:
    def texts() -> Iterator[str]:
        for entry in entries:
            for shown in shown_parts(entry, language):
                yield f"{shown.heading}\n\n" if shown.heading else ""
                yield solution_text.text(shown.part.solution, language, notation=notation) + "\n\n"

    content = Content(lambda: entries, language, notation, texts, layout=layout)
    return File(b"".join(form.encoded(content)), form.media, form.name)


def text_of(entry: Solved, language: str) -> str:
    """The solution as text, as files hold it; "" if it is too long for that."""
    if any(part.solution.has_more_than(MOST_KEPT_LINES) for part in entry.parts if part.solution.tree is None):
        return ""
    text = _document([entry], FORMATS["txt"], language, Notation.LONG).content.decode().strip()
    return text if len(text) <= LONGEST_TEXT else ""
