"""The formats in which `feerie solve` writes documents.

To add a format: an entry in FORMATS with the function that writes it. The options -o and --format and their help derive
from this list. Views are imported when a document is written, not before.
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

__all__ = ["FORMATS", "Content", "Json", "OutputFormat", "format_of"]

Json = Callable[[], dict[str, Any]]
"""Gives the JSON document of all that was solved."""


@frozen
class Content:
    """What a document is made of.

    `solved`: the problems; `text`: what was printed, in pieces; `document`: the JSON document; `notation`: of moves;
    `unreached`: the problems that the run did not reach because it was stopped.
    """

    solved: Callable[[], Iterator[Solved]]
    text: Callable[[], Iterator[str]]
    document: Json
    language: str
    notation: Notation = Notation.LONG
    unreached: Unreached | None = None

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
    from feerie.views.layout import Layout, Placement

    layout = Layout(placement=Placement.BELOW, notation=content.notation, closing=content.closing)
    return solution_latex.pieces(content.solved(), content.language, layout)


def _diagram(content: Content) -> Iterator[str]:
    from feerie.views import diagram_sty
    from feerie.views.layout import Layout

    return diagram_sty.pieces(content.solved(), content.language,
                              Layout(notation=content.notation, closing=content.closing))


def _pdf(content: Content) -> Iterator[bytes]:
    from feerie.views.layout import Layout
    from feerie.views.sheet import printed

    yield printed(content.solved(), content.language, Layout(notation=content.notation, closing=content.closing))


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

    `pieces`: the document in pieces, computed one after another. `needs_texts`, `needs_json`, `needs_report`: what it
    needs besides the solutions. `check`: raises ImageError if a package that it needs is missing.
    """

    name: str
    pieces: Callable[[Content], Iterable[str] | Iterable[bytes]]
    suffixes: tuple[str, ...] = ()
    needs_texts: bool = False
    needs_json: bool = False
    needs_report: bool = False
    check: Callable[[], None] = lambda: None

    def encoded(self, content: Content) -> Iterator[bytes]:
        """The document in pieces of bytes."""
        for piece in self.pieces(content):
            yield piece.encode("utf-8", "backslashreplace") if isinstance(piece, str) else piece


FORMATS = {form.name: form for form in (
    OutputFormat("html", _html, suffixes=("htm",)),
    OutputFormat("tex", _latex),
    OutputFormat("dia", _diagram),
    OutputFormat("pdf", _pdf, check=_check_pdf),
    OutputFormat("pgn", _pgn),
    OutputFormat("json", _json, needs_json=True),
    OutputFormat("txt", _text, needs_texts=True),
    OutputFormat("csv", _csv, needs_report=True),
)}
"""The formats by name."""


def format_of(suffix: str) -> OutputFormat | None:
    """The format that a file's suffix means ("html", without a dot, in any case); None for an unknown one."""
    suffix = suffix.lower()
    return next((form for form in FORMATS.values() if suffix in (form.name, *form.suffixes)), None)
