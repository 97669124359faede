"""Problem files of any format that `convert` knows.

The format is recognised by the text and, if that leaves a choice, by the file's name. The first word of a Popeye file
gives its language; nothing is guessed from the letters of the men.
"""
from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike, fspath

from feerie.base.errors import Message, ProblemError, require_path, text_for_path
from feerie.formats import convert, popeye
from feerie.formats.decoding import Reading
from feerie.formats.entries import Defaults, Diagram, Entry, unquoted
from feerie.problems.problem import Problem, ProblemEntry

__all__ = ["Entries", "parse", "problems", "read"]


def read(path: str | PathLike[str], encoding: str = "") -> list[ProblemEntry]:
    """All entries of a file in order, each a problem or an error; `encoding`: see `decoding.decoded`.

    Raises OSError if the file cannot be read, ArgumentError if there is no such file and the path is the text of
    problems, ProblemError if the file is not in the encoding.
    """
    return list(_entries(path, encoding))


def problems(path: str | PathLike[str], encoding: str = "") -> Iterator[Problem]:
    """The problems of a file in order. Raises ProblemError at the first entry with an error, otherwise as `read`."""
    for entry in _entries(path, encoding):
        yield entry.get()


def parse(text: str) -> list[ProblemEntry]:
    """All entries of a text in any of the formats; a single error entry for any other text."""
    return list(Entries(text))


def _entries(path: str | PathLike[str], encoding: str) -> Entries:
    """The problems of a file; OSError if it cannot be read, ArgumentError if the path is the text of problems."""
    require_path(path=path)
    try:
        return Entries(Reading(encoding).file(path).text, fspath(path))
    except ProblemError:
        raise
    except (OSError, ValueError):
        if isinstance(path, str) and _is_problems(path) and not os.path.exists(path):
            raise text_for_path(path, "problems", Message("feerie.formats.files.parse reads a text, read_problems the "
                                                          "path of a file")) from None
        raise


def _is_problems(text: str) -> bool:
    """Whether a text, which may be a file's name, looks like problems: by its format, or it has several lines."""
    try:
        return "\n" in text or convert.format_of(text) is not None
    except convert.FormatError:
        return False


@dataclass(frozen=True)
class Entries:
    """The problems of a text, each read on demand; they can be iterated over again.

    `path`: the file's name, if it has one; `defaults`: what is meant if the text does not say it.
    """

    text: str
    path: str = ""
    defaults: Defaults = field(default_factory=Defaults)

    @property
    def language(self) -> str | None:
        """The language of the text's own words; None if it has none."""
        return popeye.language(unquoted(self.text))

    @property
    def lines(self) -> int:
        """The number of lines of the text."""
        return self.text.count("\n") + 1

    def __iter__(self) -> Iterator[ProblemEntry]:
        return map(_problem, self.with_diagrams())

    def with_diagrams(self) -> Iterator[Entry]:
        """The problems, and the diagrams that have no stipulation."""
        try:
            form = convert.format_of(self.text, self.path)
        except convert.FormatError as error:
            return iter([Entry(1, 1, error=ProblemError(str(error)))])
        return convert.read(self.text, form, self.defaults)


def _problem(entry: Entry) -> ProblemEntry:
    """An entry as a problem; a diagram alone is an error."""
    if isinstance(entry.content, Diagram):
        return ProblemEntry(entry.number, entry.line, error=ProblemError("line {}: {}", entry.line, convert.NO_PROBLEM))
    error = entry.error
    if error is not None and not isinstance(error, ProblemError):
        error = ProblemError(str(error))
    return ProblemEntry(entry.number, entry.line, entry.content, error)
