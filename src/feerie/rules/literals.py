"""The fixed words that the library takes and returns, as types: a checker then knows them, and an editor offers them.

Languages and levels are no fixed lists, so they are texts. Tests compare these types with what the code accepts.
"""
from __future__ import annotations

from typing import Literal

from feerie.rules.side import Side

__all__ = ["BoardStyle", "EvaluationUnit", "GameResult", "MateGoal", "MatePlay", "NotationName", "Result", "SideName"]

SideName = Side | Literal["white", "black"]
Result = Literal["1-0", "0-1", "1/2-1/2"]
"""Of a game that is over."""
GameResult = Literal["1-0", "0-1", "1/2-1/2", "*"]
"""Of a game; "*" while it goes on."""
EvaluationUnit = Literal["pawns", "mate"]
MateGoal = Literal["mate", "stalemate", "run"]
MatePlay = Literal["direct", "self"]
NotationName = Literal["long", "short", "figurine"]
BoardStyle = Literal["print", "hatched", "board"]
