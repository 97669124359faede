"""The formats in which documents of problems are written: by `feerie solve`, `feerie sheet` and the page.

To add a format: an entry in FORMATS with the function that writes it. The options -o and --format, their help and the
page's choice derive from this list. Views are imported when a document is written, not before.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from feerie.base.frozen import frozen
from feerie.notation.control import json_pieces
from feerie.views.notations import Notation

if TYPE_CHECKING:
    from feerie.problems.parts import Solved
    from feerie.problems.report import Unreached
    from feerie.views.layout import Layout, Placement

__all__ = ["FORMATS", "SHEETS", "Content", "Json", "OutputFormat", "format_of"]

Json = Callable[[], dict[str, Any]]
"""Gives the JSON document of all that was solved."""


@frozen
class Content:
    """What a document is made of.

    `solved`: the problems; `text`: what was printed, in pieces; `document`: the JSON document; `notation`: of moves;
    `unreached`: the problems that the run did not reach because it was stopped; `layout`: of a sheet, with the notation
    in it; None for what is usual in the format.
    """

    solved: Callable[[], Iterable[Solved]]
    language: str
    notation: Notation = Notation.LONG
    text: Callable[[], Iterator[str]] = lambda: iter(())
    document: Json = dict
    unreached: Unreached | None = None
    layout: Layout | None = None

    def laid_out(self, usual: Placement | None = None) -> Layout:
        """The layout, with the place of solutions that is usual if none is given."""
        from feerie.views.layout import Layout, Placement

        return self.layout or Layout(placement=usual or Placement.APART, notation=self.notation, closing=self.closing)

    @property
    def closing(self) -> str:
        """The last line: how many problems were not reached; "" if the run was not stopped."""
        if self.unreached is None:
            return ""
        from feerie.notation.languages import language
        from feerie.views.report_text import unreached_text

        return unreached_text(self.unreached, language(self.language))


def _html(content: Content) -> Iterator[str]:
    from feerie.views import solution_html

    return solution_html.pieces(content.solved(), content.language, content.notation, content.closing)


def _latex(content: Content) -> Iterator[str]:
    from feerie.views import solution_latex
    from feerie.views.layout import Placement

    return solution_latex.pieces(content.solved(), content.language, content.laid_out(Placement.BELOW))


def _diagram(content: Content) -> Iterator[str]:
    from feerie.views import diagram_sty

    return diagram_sty.pieces(content.solved(), content.language, content.laid_out())


def _pdf(content: Content) -> Iterator[bytes]:
    from feerie.views.sheet import printed

    yield printed(content.solved(), content.language, content.laid_out())


def _check_pdf() -> None:
    from feerie.views.images import package

    package("typst", "typst", "pdf")


def _pgn(content: Content) -> Iterator[str]:
    from feerie.views import solution_pgn

    return solution_pgn.pieces(content.solved())


def _json(content: Content) -> Iterator[str]:
    yield from json_pieces(content.document())
    yield "\n"


def _csv(content: Content) -> Iterator[str]:
    from feerie.views.report_text import csv_lines

    return csv_lines(content.document()["tested"]["rows"], content.unreached)


def _text(content: Content) -> Iterator[str]:
    return content.text()


@frozen
class OutputFormat:
    """A format. `name`: that of --format and the usual suffix of files; `suffixes`: others that mean it.

    `pieces`: the document in pieces, computed one after another. `title`: what the page calls it, "" if the page does
    not offer it; `media`: its media type. `is_drawn`: whether it shows diagrams, of unsolved problems too; `is_sheet`:
    whether these can be laid out as a sheet. `needs_texts`, `needs_json`, `needs_report`: what it needs besides the
    solutions. `check`: raises ImageError if a package that it needs is missing.
    """

    name: str
    pieces: Callable[[Content], Iterable[str] | Iterable[bytes]]
    suffixes: tuple[str, ...] = ()
    title: str = ""
    media: str = "text/plain; charset=utf-8"
    is_drawn: bool = False
    is_sheet: bool = False
    needs_texts: bool = False
    needs_json: bool = False
    needs_report: bool = False
    check: Callable[[], None] = lambda: None

    def encoded(self, content: Content) -> Iterator[bytes]:
        """The document in pieces of bytes."""
        for piece in self.pieces(content):
            yield piece.encode("utf-8", "backslashreplace") if isinstance(piece, str) else piece


FORMATS = {form.name: form for form in (
    OutputFormat("html", _html, ("htm",), "HTML", "text/html; charset=utf-8", is_drawn=True),
    OutputFormat("tex", _latex, title="LaTeX", is_drawn=True, is_sheet=True),
    OutputFormat("dia", _diagram, title="LaTeX (diagram.sty)", is_drawn=True, is_sheet=True),
    OutputFormat("pdf", _pdf, title="PDF", media="application/pdf", is_drawn=True, is_sheet=True, check=_check_pdf),
    OutputFormat("pgn", _pgn),
    OutputFormat("json", _json, needs_json=True),
    OutputFormat("txt", _text, title="Text", needs_texts=True),
    OutputFormat("csv", _csv, needs_report=True),
)}
"""The formats by name."""
SHEETS = {name: form for name, form in FORMATS.items() if form.is_sheet}
"""Those of `feerie sheet`."""


def format_of(suffix: str) -> OutputFormat | None:
    """The format that a file's suffix means ("html", without a dot, in any case); None for an unknown one."""
    suffix = suffix.lower()
    return next((form for form in FORMATS.values() if suffix in (form.name, *form.suffixes)), None)
