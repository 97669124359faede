"""Control characters: texts of files and arguments must not reach a terminal as commands to it.

Terminals obey escape sequences: they change colours and titles, move the cursor, and some answer as if the user had
typed. Characters that turn the direction of writing make a text look like another one.
"""
from __future__ import annotations

import json
import re

__all__ = ["json_text", "printable"]

_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters other than tab and line feed, line separators, and those that turn the direction of writing."""


def printable(text: str) -> str:
    r"""The text with control characters as they are written in a string literal: "\x1b"; lines stay lines.

    >>> print(printable("a" + chr(27) + "[2J"))
    a\x1b[2J
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def json_text(document: object, *, ensure_ascii: bool = False) -> str:
    """A JSON text on one line, control characters escaped as JSON has them."""
    text = json.dumps(document, ensure_ascii=ensure_ascii)
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
