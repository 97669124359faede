"""Documents that `feerie solve` writes: what kind each is, whether it can be written, and writing it.

Whether a file can be written is found out before anything is solved. A file is replaced when the new one is
complete, so that neither it nor what was solved is lost when the disk is full.
"""
from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from feerie.apps.terminal import file_error
from feerie.errors import Error
from feerie.notation.languages import language as language_of
from feerie.problems.problem import Problem
from feerie.problems.solution import Solution

if TYPE_CHECKING:
    from pathlib import Path

    from feerie.views.document import Part, Solved

__all__ = ["KINDS", "Documents"]

KINDS = ("html", "tex", "pdf", "json", "txt")
"""Kinds of documents; the endings of files are the same, and .htm."""

Json = Callable[[], dict[str, Any]]
"""Gives the JSON document of all that was solved."""


class _Output(NamedTuple):
    """Where a document goes, "-" for standard output, and its kind."""

    path: str
    kind: str


class Documents:
    """The documents wanted of a session, and what they are made of: told problem by problem, written at the end."""

    def __init__(self, outputs: Sequence[_Output] = (), language: str = "en") -> None:
        self.outputs, self.language = outputs, language
        kinds = {output.kind for output in outputs}
        self.need_text, self.need_json = "txt" in kinds, "json" in kinds
        self.take_output = any(output.path == "-" for output in outputs)
        self.texts: list[str] = []
        self.problems: list[tuple[Problem, list[Part], list[str]]] = []

    @classmethod
    def wanted(cls, paths: Sequence[str], kind: str | None, as_json: bool, inputs: Sequence[str],
               language: str) -> Documents:
        """The documents for files; an error of click's, OSError or Error where one could not be written.

        `kind`: of all of them, None where their endings tell; with a kind and no files, standard output. `as_json`:
        standard output has its document already. `inputs`: files that must not be overwritten.
        """
        outputs = [_Output(path, kind or _kind(path)) for path in (paths or (("-",) if kind else ()))]
        if as_json and any(output.path == "-" for output in outputs):
            raise click.UsageError("--json writes to standard output already: give a file with -o")
        taken = {os.path.realpath(path) for path in inputs if path != "-"}
        for output in outputs:
            place = output.path if output.path == "-" else os.path.realpath(output.path)
            if place in taken:
                raise click.BadParameter(f"{output.path} is named twice", param_hint="-o")
            taken.add(place)
            _check(output)
        return cls(outputs, language)

    def begin(self, problem: Problem) -> None:
        """Another problem follows."""
        if self.outputs:
            self.problems.append((problem, [], []))

    def add(self, solution: Solution, label: str, is_duplex: bool, report: Sequence[str] = ()) -> None:
        """A part of the problem is solved; `report` as in `Part`."""
        if self.outputs:
            from feerie.views.document import Part

            self.problems[-1][1].append(Part(solution, label, is_duplex, tuple(report)))

    def fail(self, message: str) -> None:
        """The problem could not be solved, or not all of it."""
        if self.outputs:
            self.problems[-1][2].append(message)

    def show(self, text: str) -> None:
        """A text about the problem."""
        if self.need_text:
            self.texts.append(text)

    def write(self, document: Json) -> Iterator[str]:
        """Write them all, and give what kept any from being written; nobody reading standard output is no reason."""
        for output in self.outputs:
            try:
                self._write(output, document)
            except BrokenPipeError:
                raise
            except OSError as error:
                yield file_error(error)
            except Error as error:
                yield str(error)

    def _solved(self) -> Iterator[Solved]:
        """The problems; what is missing of one without an error was not begun any more."""
        from feerie.views.document import Solved

        for problem, parts, errors in self.problems:
            if not errors and len(parts) < sum(len(part.colours()) for _, part in problem.twins_applied()):
                errors = [language_of(self.language).sentence("partial")]
            yield Solved(problem, tuple(parts), "; ".join(errors))

    def _write(self, output: _Output, document: Json) -> None:
        content = self._content(output.kind, document)
        if output.path == "-":
            sys.stdout.flush()
            sys.stdout.buffer.writelines(content)
            sys.stdout.buffer.flush()
            return
        try:
            if not _is_plain(output.path):
                with open(output.path, "wb") as device:
                    device.writelines(content)
                return
            temporary = _temporary(output.path)
            try:
                with temporary.open("wb") as file:
                    file.writelines(content)
                temporary.chmod(_mode(output.path))
                temporary.replace(os.path.realpath(output.path))
            except BaseException:
                with suppress(OSError):
                    temporary.unlink()
                raise
        except OSError as error:
            raise OSError(error.errno, error.strerror, output.path) from None

    def _content(self, kind: str, document: Json) -> Iterable[bytes]:
        """A document in pieces, made one after another."""
        if kind == "pdf":
            from feerie.views.sheet import sheet

            return [sheet(self._solved(), self.language)]
        return (piece.encode("utf-8", "backslashreplace") for piece in self._pieces(kind, document))

    def _pieces(self, kind: str, document: Json) -> Iterator[str]:
        if kind == "html":
            from feerie.views import solution_html

            yield from solution_html.pieces(self._solved(), self.language)
        elif kind == "tex":
            from feerie.views import solution_latex

            yield from solution_latex.pieces(self._solved(), self.language)
        elif kind == "json":
            import json

            yield json.dumps(document(), ensure_ascii=False) + "\n"
        else:
            yield from ("\n" * bool(at) + text + "\n" for at, text in enumerate(self.texts))


def _kind(path: str) -> str:
    """What a file is by its ending."""
    ending = os.path.splitext(path)[1].lower().removeprefix(".")
    kind = "html" if ending == "htm" else ending
    if kind not in KINDS:
        raise click.BadParameter(f"{path} does not end in {', '.join(f'.{kind}' for kind in KINDS)}: give --format",
                                 param_hint="-o")
    return kind


def _check(output: _Output) -> None:
    """OSError where a document could not be written, ImageError where a package is missing that it needs."""
    if output.kind == "pdf":
        from feerie.views.diagram import package

        package("typst", "typst", "pdf")
    if output.path == "-":
        return
    try:
        plain = _is_plain(output.path)
        if os.path.exists(output.path) and not os.access(output.path, os.W_OK):
            raise PermissionError(13, os.strerror(13))
        if plain:
            _temporary(output.path).unlink()
    except OSError as error:
        raise OSError(error.errno, error.strerror, output.path) from None


def _is_plain(path: str) -> bool:
    """Whether it is a file, or is to be one, and not a device."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return True
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(21, os.strerror(21), path)
    return stat.S_ISREG(mode)


def _temporary(path: str) -> Path:
    """A new empty file beside the file to be written."""
    import tempfile
    from pathlib import Path

    place = Path(os.path.realpath(path))
    number, name = tempfile.mkstemp(prefix=f".{place.name[:100]}.", dir=place.parent)
    os.close(number)
    return Path(name)


def _mode(path: str) -> int:
    """The rights of the file: those it has, or those a new one gets."""
    with suppress(FileNotFoundError):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
