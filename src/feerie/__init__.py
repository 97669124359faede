"""Féerie: fairy chess, played, solved, composed and studied under one set of rules.

`Position` and `Game` are for playing, `Problem` and `solve` for solving; `draw` and `text` show the results.
Methods answer questions about an object; functions hand it to another layer, whose modules are loaded on first use.
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from feerie import display

if TYPE_CHECKING:
    from feerie import errors as errors
    from feerie import explain as explain
    from feerie import game as game
    from feerie import genres as genres
    from feerie import position as position
    from feerie.analysis import Analysis, Clock, Engine, Limit, Line, Score
    from feerie.errors import (
        AmbiguousMoveError,
        ArgumentError,
        CheckpointError,
        ClusterError,
        EngineError,
        Error,
        FenError,
        IllegalMoveError,
        InvalidMoveError,
        PgnError,
        ProblemError,
    )
    from feerie.formats.files import read as read_problems
    from feerie.game import Game
    from feerie.genres import ORTHODOX as ORTHODOX
    from feerie.genres import PLATZWECHSELROCHADE as PLATZWECHSELROCHADE
    from feerie.genres import PLATZWECHSELROCHADE_POPEYE as PLATZWECHSELROCHADE_POPEYE
    from feerie.genres import REX_MULTIPLEX as REX_MULTIPLEX
    from feerie.genres import ROKAGOGO as ROKAGOGO
    from feerie.genres import ROLLERBALL as ROLLERBALL
    from feerie.genres import ROLLERBALL_LITERAL as ROLLERBALL_LITERAL
    from feerie.genres import ROQUE as ROQUE
    from feerie.genres import SIAMOIS as SIAMOIS
    from feerie.genres import ULTRA_REX_MULTIPLEX as ULTRA_REX_MULTIPLEX
    from feerie.genres import GenreError, find
    from feerie.node import Node
    from feerie.position import BLACK, WHITE, Outcome, Position, Reason, Status
    from feerie.problems.forced_mate import ForcedMate
    from feerie.problems.options import Options
    from feerie.problems.problem import Problem
    from feerie.problems.solution import Solution
    from feerie.problems.soundness import Soundness, soundness
    from feerie.problems.stipulation import Stipulation
    from feerie.records import ForeignGame, read_pgn
    from feerie.rules.move import Move
    from feerie.solving.find_mate import find_mate
    from feerie.solving.solve import solve
    from feerie.views.diagram import Diagram, draw
    from feerie.views.document import Part, Solved
    from feerie.views.images import png, save
    from feerie.views.sheet import sheet
    from feerie.views.solution_html import html
    from feerie.views.solution_latex import latex
    from feerie.views.solution_text import text

__version__ = "0.1.0"

__all__ = ["BLACK", "WHITE", "AmbiguousMoveError", "Analysis", "ArgumentError", "CheckpointError", "Clock",
           "ClusterError", "Diagram", "Engine", "EngineError", "Error", "FenError", "ForcedMate", "ForeignGame", "Game",
           "GenreError", "IllegalMoveError", "InvalidMoveError", "Limit", "Line", "Move", "Node", "Options", "Outcome",
           "Part", "PgnError", "Position", "Problem", "ProblemError", "Reason", "Score", "Solution", "Solved",
           "Soundness", "Status", "Stipulation", "draw", "find", "find_mate", "html", "latex", "png", "read_pgn",
           "read_problems", "save", "sheet", "solve", "soundness", "text"]

_LATER = {
    "Analysis": ("feerie.analysis", "Analysis"),
    "Clock": ("feerie.analysis", "Clock"),
    "Engine": ("feerie.analysis", "Engine"),
    "Limit": ("feerie.analysis", "Limit"),
    "Line": ("feerie.analysis", "Line"),
    "Score": ("feerie.analysis", "Score"),
    "AmbiguousMoveError": ("feerie.errors", "AmbiguousMoveError"),
    "ArgumentError": ("feerie.errors", "ArgumentError"),
    "CheckpointError": ("feerie.errors", "CheckpointError"),
    "ClusterError": ("feerie.errors", "ClusterError"),
    "EngineError": ("feerie.errors", "EngineError"),
    "Error": ("feerie.errors", "Error"),
    "FenError": ("feerie.errors", "FenError"),
    "IllegalMoveError": ("feerie.errors", "IllegalMoveError"),
    "InvalidMoveError": ("feerie.errors", "InvalidMoveError"),
    "PgnError": ("feerie.errors", "PgnError"),
    "ProblemError": ("feerie.errors", "ProblemError"),
    "ForeignGame": ("feerie.records", "ForeignGame"),
    "Game": ("feerie.game", "Game"),
    "Node": ("feerie.node", "Node"),
    "read_pgn": ("feerie.records", "read_pgn"),
    "GenreError": ("feerie.genres", "GenreError"),
    "find": ("feerie.genres", "find"),
    "BLACK": ("feerie.position", "BLACK"),
    "WHITE": ("feerie.position", "WHITE"),
    "Outcome": ("feerie.position", "Outcome"),
    "Position": ("feerie.position", "Position"),
    "Reason": ("feerie.position", "Reason"),
    "Status": ("feerie.position", "Status"),
    "Move": ("feerie.rules.move", "Move"),
    "Diagram": ("feerie.views.diagram", "Diagram"),
    "ForcedMate": ("feerie.problems.forced_mate", "ForcedMate"),
    "Options": ("feerie.problems.options", "Options"),
    "Part": ("feerie.views.document", "Part"),
    "Problem": ("feerie.problems.problem", "Problem"),
    "Solution": ("feerie.problems.solution", "Solution"),
    "Solved": ("feerie.views.document", "Solved"),
    "Soundness": ("feerie.problems.soundness", "Soundness"),
    "Stipulation": ("feerie.problems.stipulation", "Stipulation"),
    "draw": ("feerie.views.diagram", "draw"),
    "find_mate": ("feerie.solving.find_mate", "find_mate"),
    "html": ("feerie.views.solution_html", "html"),
    "latex": ("feerie.views.solution_latex", "latex"),
    "png": ("feerie.views.images", "png"),
    "read_problems": ("feerie.formats.files", "read"),
    "save": ("feerie.views.images", "save"),
    "sheet": ("feerie.views.sheet", "sheet"),
    "solve": ("feerie.solving.solve", "solve"),
    "soundness": ("feerie.problems.soundness", "soundness"),
    "text": ("feerie.views.solution_text", "text"),
}

_SUBMODULES = ("errors", "explain", "game", "genres", "position")
"""What `import feerie` also makes available, as feerie.genres; genres are found by name too: feerie.ROKAGOGO."""


def _found(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f"feerie.{name}")
    if name not in _LATER:
        if name.isupper() and name in (all_genres := import_module("feerie.genres")).__all__:
            return getattr(all_genres, name)
        advice = import_module("feerie.foreign_names").OF_PACKAGE.get(name)
        raise AttributeError(f"module 'feerie' has no attribute {name!r}" + (f"; use {advice}" if advice else ""))
    module, attribute = _LATER[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


if not TYPE_CHECKING:       # type checkers would otherwise accept any name, with type Any
    __getattr__ = _found


def _drawing(position: Any, last_move: Any, arrows: Any) -> str:
    """What notebooks show; the views are loaded when a drawing is first asked for."""
    return str(_found("draw")(position, last_move=last_move, arrows=arrows))


def _text(value: Any) -> str:
    """What `print` shows of a solution or a problem."""
    return str(import_module("feerie.views.showing").text(value))


def _html(value: Any) -> str:
    """What notebooks show of a solution, a problem or an analysis."""
    return str(import_module("feerie.views.showing").html(value))


display.register(_drawing)
display.register_views(text=_text, html=_html)


def __dir__() -> list[str]:
    return sorted(__all__)
