"""The documents that `feerie solve` writes: where they go, whether they can be written, and writing them.

Whether a file can be written is checked before anything is solved. A file is replaced only when the new one is
complete, so that neither the old file nor what was solved is lost when the disk is full.
"""
from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import click

from feerie.apps.shell.terminal import file_error, pour
from feerie.apps.solving.output_formats import FORMATS, Content, Json, OutputFormat, format_of
from feerie.base.errors import Error, Message
from feerie.notation.languages import language as language_of
from feerie.problems.parts import Part, Solved
from feerie.problems.problem import Problem
from feerie.views.notations import Notation

if TYPE_CHECKING:
    from tempfile import SpooledTemporaryFile

    from feerie.problems.report import Unreached

__all__ = ["Documents"]


class _Output(NamedTuple):
    """Where a document goes ("-" for standard output), and its format."""

    path: str
    format: OutputFormat


class _Printed:
    """A text that grows: in memory up to some megabytes, beyond that in a temporary file."""

    MEMORY = 1 << 23

    def __init__(self) -> None:
        self._error: OSError | None = None
        self.begun = False

    @cached_property
    def _file(self) -> SpooledTemporaryFile[str]:
        from tempfile import SpooledTemporaryFile

        return SpooledTemporaryFile(
            self.MEMORY, "w+", encoding="utf-8", errors="surrogatepass", newline="", prefix="feerie-")

    def close(self) -> None:
        """Forget the text."""
        if "_file" in vars(self):
            self._file.close()

    def write(self, text: str) -> None:
        """Add to the text."""
        self.begun = True
        try:
            if self._error is None:
                self._file.write(text)
        except OSError as error:
            self._error = error

    def pieces(self) -> Iterator[str]:
        """The text in pieces; OSError if it could not be kept."""
        if self._error is not None:
            raise self._error
        self._file.seek(0)
        while piece := self._file.read(1 << 20):
            yield piece


class Documents:
    """The documents to be written. Problems are added one by one as they are solved, and all are written at the end."""

    def __init__(self, outputs: Sequence[_Output], language: str, notation: Notation) -> None:
        self.outputs, self.language, self.notation = outputs, language, notation
        self.need_text = any(output.format.needs_texts for output in outputs)
        self.need_json = any(output.format.needs_json for output in outputs)
        self.need_report = any(output.format.needs_report for output in outputs)
        self.take_output = any(output.path == "-" for output in outputs)
        self.printed = _Printed()
        self.problems: list[tuple[Problem, list[Part], list[str]]] = []

    @classmethod
    def wanted(cls, paths: Sequence[str], kind: str | None, as_json: bool, inputs: Sequence[str],
               language: str, notation: Notation) -> Documents:
        """The documents for files; click's UsageError, OSError or Error if one could not be written.

        `kind`: the format of all of them, None for the one each file's suffix means; with a format and no files, they
        go to standard output. `as_json`: JSON goes to standard output anyway. `inputs`: files not to be overwritten.
        """
        outputs = [_Output(path, _format(path, kind)) for path in (paths or (("-",) if kind else ()))]
        if as_json and any(output.path == "-" for output in outputs):
            raise click.UsageError("--json writes to standard output already: give a file with -o")
        taken = {os.path.realpath(path) for path in inputs if path != "-"}
        for output in outputs:
            place = output.path if output.path == "-" else os.path.realpath(output.path)
            if place in taken:
                raise click.BadParameter(Message("{} is named twice", output.path), param_hint="-o")
            taken.add(place)
            _check(output)
        return cls(outputs, language, notation)

    def close(self) -> None:
        """Forget what was added."""
        self.printed.close()

    def begin(self, problem: Problem) -> None:
        """Begin another problem."""
        if self.outputs:
            self.problems.append((problem, [], []))

    def add(self, part: Part) -> None:
        """Add a solved part of the problem."""
        if self.outputs:
            self.problems[-1][1].append(part)

    def fail(self, message: str) -> None:
        """Add the reason why the problem, or a part of it, could not be solved."""
        if self.outputs:
            self.problems[-1][2].append(message)

    def begin_text(self) -> None:
        """Begin another printed text: a blank line separates it from the one before."""
        if self.need_text and self.printed.begun:
            self.printed.write("\n")

    def show(self, text: str) -> None:
        """Add lines of the printed text."""
        if self.need_text:
            self.printed.write(text + "\n")

    def write(self, document: Json, unreached: Unreached | None = None) -> Iterator[str]:
        """Write all documents; yield the reason for each that could not be written. BrokenPipeError is passed on."""
        for output in self.outputs:
            try:
                self._write(output, document, unreached)
            except BrokenPipeError:
                raise
            except OSError as error:
                yield file_error(error)
            except Error as error:
                yield str(error)

    def _solved(self) -> Iterator[Solved]:
        """The problems; one with missing parts and no error is marked as incomplete."""

        for problem, parts, errors in self.problems:
            solved = Solved(problem, tuple(parts), "; ".join(errors))
            if not errors and not solved.is_whole:
                solved = replace(solved, error=language_of(self.language).sentence("partial"))
            yield solved

    def _write(self, output: _Output, document: Json, unreached: Unreached | None) -> None:
        content = output.format.encoded(Content(self._solved, self.language, self.notation, self.printed.pieces,
                                                document, unreached))
        if output.path == "-":
            pour(content)
            return
        from feerie.base.replacing import replace_file

        replace_file(output.path, content)


def _format(path: str, name: str | None) -> OutputFormat:
    """The format with a name or, without a name, the one that a file's suffix means."""
    found = FORMATS[name] if name else format_of(os.path.splitext(path)[1].removeprefix("."))
    if found is None:
        raise click.BadParameter(Message("{} does not end in {}: give --format", path,
                                         ", ".join(f".{name}" for name in FORMATS)), param_hint="-o")
    return found


def _check(output: _Output) -> None:
    """Raises OSError if a document could not be written, ImageError if a package that it needs is missing."""
    output.format.check()
    if output.path == "-":
        return
    from feerie.base.replacing import check_writable

    check_writable(output.path)
