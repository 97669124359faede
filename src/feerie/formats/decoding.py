"""The text of a file: its encoding and its size."""
from __future__ import annotations

import codecs
from dataclasses import dataclass
from os import PathLike, fspath
from typing import BinaryIO, NamedTuple

from feerie.base.errors import Message, ProblemError
from feerie.base.limited import MOST_INPUT_MEGABYTES, limited

__all__ = ["Reading", "Text", "decode", "decoded"]

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
          (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
"""Byte order marks; that of UTF-32 begins with that of UTF-16."""


class Text(NamedTuple):
    """The text of a file. `doubt`: that its encoding was guessed, and how; None if it is certain."""

    text: str
    doubt: Message | None = None


@dataclass(frozen=True)
class Reading:
    """How files are read. `encoding`: "" to recognise it; `megabytes`: larger files are refused."""

    encoding: str = ""
    megabytes: int = MOST_INPUT_MEGABYTES

    def file(self, path: str | PathLike[str]) -> Text:
        """The text of a file; OSError if it cannot be read or is too large, ProblemError as `decoded`."""
        with open(path, "rb") as file:
            return self.stream(file, fspath(path))

    def stream(self, file: BinaryIO, name: str = "") -> Text:
        """The text of an open file; errors, as those of `file`, have its name."""
        return decoded(limited(file, self.megabytes, name), self.encoding)


def decode(data: bytes) -> str:
    """The text of a file whose encoding is not known; see `decoded`."""
    return decoded(data).text


def decoded(data: bytes, encoding: str = "") -> Text:
    """The text of a file: in an encoding; without one, in that of its byte order mark or UTF-8 if it is valid.

    Otherwise it is read as Windows-1252 or, if that cannot be, Latin-1, which is doubtful. Raises ProblemError if there
    is no such encoding, or the file is not in it.
    """
    known = encoding or next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return Text(data.decode(known).removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        if encoding or known != "utf-8":
            raise ProblemError("this is not {} (byte {})", known, error.start) from None
    except LookupError:
        raise ProblemError("there is no encoding {}", repr(encoding[:40])) from None
    try:
        text, guess = data.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        text, guess = data.decode("latin-1"), "Latin-1"
    return Text(text, Message("this is not UTF-8 and was read as {}; if letters are wrong, name the encoding", guess))
