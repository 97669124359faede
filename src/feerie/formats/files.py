"""Problem files of any format that the solver reads: Popeye's input language, YACPDB entries, lists of proof games.

The first word of a Popeye file tells its format and its language; a YACPDB entry is recognised by its fields; a list of
proof games by its first diagram, with a length below it.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from feerie.errors import ProblemError
from feerie.formats import popeye, proof_list, yacpdb
from feerie.formats.popeye.words import BEGIN, LANGUAGES, word
from feerie.problems.problem import Problem, ProblemEntry

__all__ = ["Entries", "decode", "parse", "problems", "read"]


def read(path: str | PathLike[str]) -> list[ProblemEntry]:
    """All problems of a file in order; each entry is a problem or an error. OSError if the file cannot be read."""
    return parse(decode(Path(path).read_bytes()))


def problems(path: str | PathLike[str]) -> Iterator[Problem]:
    """The problems of a file in order. Raises ProblemError at one with an error, OSError like `read`."""
    for entry in Entries(decode(Path(path).read_bytes())):
        yield entry.get()


def parse(text: str) -> list[ProblemEntry]:
    """All problems of a text in either format; a single error entry for any other text."""
    return list(Entries(text))


@dataclass(frozen=True)
class Entries:
    """The problems of a text in either format, each read when it is asked for; they may be asked for again."""

    text: str

    def __iter__(self) -> Iterator[ProblemEntry]:
        return _entries(self.text.removeprefix("\ufeff"))


def _entries(text: str) -> Iterator[ProblemEntry]:
    if popeye.is_popeye(text):
        return popeye.entries(text)
    if yacpdb.is_yacpdb(text):
        return yacpdb.entries(text)
    if proof_list.is_proof_list(text):
        return proof_list.entries(text)
    words = ", ".join(word(BEGIN, "begin", language) for language in LANGUAGES)
    message = f"line 1: this is neither a Popeye input file, which begins with one of {words}, nor a YACPDB entry, " \
        "nor a list of proof games"
    return iter([ProblemEntry(1, 1, error=ProblemError(message))])


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 if it is valid, otherwise Windows-1252, otherwise Latin-1."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")
