"""FENs on a command line, where people forget the quotes.

    >>> joined_fens(["mate", "orthodox", "7k/8/5K2/8/8/8/8/6R1", "w", "-", "-", "0", "1", "3"])
    ['mate', 'orthodox', '7k/8/5K2/8/8/8/8/6R1 w - - 0 1', '3']
    >>> joined_fens(["why", "diagram-circe", "7k/8/8/3r4/8/8/8/3RK3", "w", "-", "-", "d5b6", "0", "1", "d1d5"])
    ['why', 'diagram-circe', '7k/8/8/3r4/8/8/8/3RK3 w - - d5b6 0 1', 'd1d5']
    >>> joined_fens(["why", "diagram-circe", "7k/8/8/3r4/8/8/8/3RK3", "w", "-", "-", "d1d5"])
    ['why', 'diagram-circe', '7k/8/8/3r4/8/8/8/3RK3 w - -', 'd1d5']
"""
from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["joined_fens"]

_BOARD = re.compile(r"[A-Za-z0-9*~?.,=()+-]+(?:/[A-Za-z0-9*~?.,=()+-]+){3,}")
_FIELDS = tuple(map(re.compile, ("[wb]", "-|[A-Za-z]{1,12}", "-|[a-z][0-9]{1,2}")))
"""Side to move, castlings, en passant."""
_STATE = re.compile("-|[Kk]{1,2}")
"""The run flags of genres that have them."""
_BIRTHS = re.compile("[a-z][0-9]{1,2}(?:[a-z][0-9]{1,2}|-)(?:,[a-z][0-9]{1,2}(?:[a-z][0-9]{1,2}|-))*+")
"""Birthplaces; alone they look like a move, so they belong to a FEN only before its move counters."""
_NUMBER = re.compile("[0-9]{1,5}")


def joined_fens(arguments: Sequence[str]) -> list[str]:
    """The arguments, with the fields of each FEN joined. The move counters belong to a FEN only if both are there."""
    joined, at = list[str](), 0
    while at < len(arguments):
        end = _end_of_fen(arguments, at) if _BOARD.fullmatch(arguments[at]) else at + 1
        joined.append(" ".join(arguments[at:end]))
        at = end
    return joined


def _end_of_fen(arguments: Sequence[str], at: int) -> int:
    """Where the arguments that belong to the board at `at` end."""
    end = at + 1
    for field in _FIELDS:
        if end == len(arguments) or not field.fullmatch(arguments[end]):
            return end
        end += 1
    if end < len(arguments) and _STATE.fullmatch(arguments[end]):
        end += 1
    born = end < len(arguments) and _BIRTHS.fullmatch(arguments[end]) is not None
    clocks = arguments[end + born:end + born + 2]
    return end + born + 2 if len(clocks) == 2 and all(map(_NUMBER.fullmatch, clocks)) else end
