"""Control characters: texts of files and arguments must not reach a terminal as commands to it.

Terminals obey escape sequences: they change colours and titles, move the cursor, and some answer as if the user had
typed. Characters that change the direction of writing make a text look like another one.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

__all__ = ["json_pieces", "json_text", "one_line", "printable"]

BATCH = 1 << 12
"""The number of items of a long list that are turned into text at once."""

_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters other than tab and line feed, line separators, and those that change the direction of writing."""
_BREAKS = re.compile(r"[^\S\u00a0]+")


def printable(text: str) -> str:
    r"""The text with control characters written as in a string literal: "\x1b"; lines stay lines.

    >>> print(printable("a" + chr(27) + "[2J"))
    a\x1b[2J
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def one_line(text: str) -> str:
    """A text without line breaks, and without blanks at its ends or several together; no-break spaces stay."""
    return _BREAKS.sub(" ", text).strip(" ")


def json_text(document: object, *, ensure_ascii: bool = False) -> str:
    """A JSON text on one line, with control characters escaped as in JSON."""
    return _escaped(json.dumps(document, ensure_ascii=ensure_ascii))


def json_pieces(document: object, *, ensure_ascii: bool = False) -> Iterator[str]:
    """The text of `json_text` in pieces, which are never all in memory together.

    A sequence other than a list, tuple or string is written as a list while it is read; a callable gives a part of the
    document that is computed once everything before it has been written.
    """
    later: list[object] = []
    from uuid import uuid4

    mark = uuid4().hex      # stands for what comes later; no text in the document contains it

    def keep(value: object) -> str:
        if not callable(value) and not isinstance(value, Sequence):
            raise TypeError(f"{type(value).__name__} has no JSON form")
        later.append(value)
        return mark

    first, *rest = json.dumps(document, ensure_ascii=ensure_ascii, default=keep).split(f'"{mark}"')
    yield _escaped(first)
    for value, after in zip(later, rest, strict=True):
        if callable(value):
            yield from json_pieces(value(), ensure_ascii=ensure_ascii)
        elif isinstance(value, Sequence):
            yield from map(_escaped, _list_pieces(value, ensure_ascii))
        yield _escaped(after)


def _list_pieces(values: Iterable[object], ensure_ascii: bool) -> Iterator[str]:
    """The text of a list in pieces."""
    items, before = iter(values), "["
    while batch := list(islice(items, BATCH)):
        yield before + json.dumps(batch, ensure_ascii=ensure_ascii)[1:-1]
        before = ", "
    yield "[]" if before == "[" else "]"


def _escaped(text: str) -> str:
    """A JSON text with control characters escaped as in JSON."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
