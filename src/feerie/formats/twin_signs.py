"""Twins in composers' signs, as magazines print them: "wKc1→e1", "a1↔b2", "–bPc3", "+wQa1", "S→B", "h#3"."""
from __future__ import annotations

import re
from contextlib import suppress

from feerie.base.errors import ProblemError
from feerie.problems.stipulation import Stipulation

__all__ = ["in_words"]

_MAN, _SQUARE = r"[^\W\d_]{0,3}?", r"([a-z][1-9])"
_SIGNS = (
    (re.compile(rf"{_MAN}{_SQUARE}\s*(?:→|[-–]+>?|[=⇒]>?)\s*{_SQUARE}"), r"move \1 \2"),
    (re.compile(rf"{_MAN}{_SQUARE}\s*(?:↔|⇔|<[-–=]+>)\s*{_MAN}{_SQUARE}"), r"exchange \1 \2"),
    (re.compile(rf"[-–−]\s*{_MAN}{_SQUARE}"), r"remove \1"),
    (re.compile(rf"\+\s*w([A-Z]){_SQUARE}"), r"add white \1\2"),
    (re.compile(rf"\+\s*b([A-Z]){_SQUARE}"), r"add black \1\2"),
    (re.compile(r"([A-Z])\s*(?:→|[-–]+>|⇒|=>)\s*([A-Z])"), r"substitute \1 \2"))
"""Signs and their equivalents in Popeye's English. For men on the board the square is enough, so their letters may be
of any language; men that are added or replaced have English ones.
"""


def in_words(text: str) -> str:
    """A twin's changes, separated by commas, in Popeye's English; what is not written in signs is left as it is."""
    parts = [part.strip() for part in text.split(",")]
    steps = [_step(part) for part in parts]
    return " ".join(step or part for step, part in zip(steps, parts, strict=True)) if any(steps) else text


def _step(text: str) -> str:
    """One change in words; "" if it is not written in signs."""
    for sign, words in _SIGNS:
        if found := sign.fullmatch(text):
            return found.expand(words)
    with suppress(ProblemError):
        return f"stipulation {Stipulation.parse(text)}"
    return ""
