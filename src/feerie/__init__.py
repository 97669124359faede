"""Féerie: fairy chess, played, solved, composed and studied by one set of rules.

`Position` and `Game` are what one plays with, `Problem` and `solve` what one solves; `draw` and `text` show them.
Methods ask about a thing; functions take it to another layer, whose modules are loaded when first used.
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from feerie.errors import (
    AmbiguousMoveError,
    CheckpointError,
    ClusterError,
    Error,
    FenError,
    IllegalMoveError,
    InvalidMoveError,
    ProblemError,
)
from feerie.game import Game
from feerie.genres import GenreError, find
from feerie.position import BLACK, WHITE, Outcome, Position, Reason, Status
from feerie.rules.move import Move

if TYPE_CHECKING:
    from feerie.problems.files import read as read_problems
    from feerie.problems.options import Options
    from feerie.problems.problem import Problem
    from feerie.problems.solution import Solution
    from feerie.problems.solver import solve
    from feerie.problems.stipulation import Stipulation
    from feerie.views.diagram import Diagram, draw, png, save
    from feerie.views.solution_text import text

__version__ = "0.1.0"

__all__ = ["BLACK", "WHITE", "AmbiguousMoveError", "CheckpointError", "ClusterError", "Diagram", "Error",
           "FenError", "Game", "GenreError", "IllegalMoveError", "InvalidMoveError", "Move", "Options", "Outcome",
           "Position", "Problem", "ProblemError", "Reason", "Solution", "Status", "Stipulation", "draw", "find", "png", "read_problems", "save", "solve", "text"]

_LATER = {
    "Diagram": ("feerie.views.diagram", "Diagram"),
    "Options": ("feerie.problems.options", "Options"),
    "Problem": ("feerie.problems.problem", "Problem"),
    "Solution": ("feerie.problems.solution", "Solution"),
    "Stipulation": ("feerie.problems.stipulation", "Stipulation"),
    "draw": ("feerie.views.diagram", "draw"),
    "png": ("feerie.views.diagram", "png"),
    "read_problems": ("feerie.problems.files", "read"),
    "save": ("feerie.views.diagram", "save"),
    "solve": ("feerie.problems.solver", "solve"),
    "text": ("feerie.views.solution_text", "text"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'feerie' has no attribute {name!r}")
    module, attribute = _LATER[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
