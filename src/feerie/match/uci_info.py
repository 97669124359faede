"""What the lines of a UCI program say that begin with "info". Source: as in `uci_player`."""
from __future__ import annotations

import re
from collections.abc import Sequence

from feerie.game.score import Score

__all__ = ["before_text", "number_after", "score_of"]

_NUMBER = re.compile(r"-?\d{1,18}")


def before_text(words: Sequence[str]) -> Sequence[str]:
    """The words before "string", behind which is free text."""
    return words[:words.index("string")] if "string" in words else words


def number_after(words: Sequence[str], name: str) -> int | None:
    """The number behind a name, None if there is none.

    >>> number_after("info depth 7 nodes x".split(), "depth"), number_after("info nodes x".split(), "nodes")
    (7, None)
    """
    at = words.index(name) + 1 if name in words else len(words)
    return int(words[at]) if at < len(words) and _NUMBER.fullmatch(words[at]) else None


def score_of(words: Sequence[str]) -> Score | None:
    """The score of a line, to the side to move; None if it has none, or only a bound of one."""
    if "lowerbound" in words or "upperbound" in words:
        return None
    if (mate := number_after(words, "mate")) is not None:
        return Score(mate=mate)
    centipawns = number_after(words, "cp")
    return None if centipawns is None else Score(centipawns)
