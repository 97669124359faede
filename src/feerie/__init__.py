"""Féerie: fairy chess, played, solved, composed and studied under one set of rules.

`Position` and `Game` are for playing, `Problem` and `solve` for solving; `draw` and `text` show the results.
Methods answer questions about an object; functions hand it to another layer, whose modules are loaded on first use.
"""
from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from feerie.game import display

if TYPE_CHECKING:
    from feerie import genres as genres
    from feerie.base import errors as errors
    from feerie.base.errors import (
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
    from feerie.game import position as position
    from feerie.game.engine import Analysis, Clock, Engine, Limit, Line, PovScore, Score
    from feerie.game.game import Game
    from feerie.game.node import Node
    from feerie.game.pgn_files import ForeignGame, read_pgn
    from feerie.game.position import Outcome, Position, Reason, Status
    from feerie.game.status import BLACK, WHITE
    from feerie.genres import CHESS960 as CHESS960
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
    from feerie.match.async_engine import AsyncEngine
    from feerie.match.uci_engine import UciEngine
    from feerie.match.xboard_engine import XboardEngine
    from feerie.problems.forced_mate import ForcedMate
    from feerie.problems.options import Options
    from feerie.problems.parts import Part, Solved
    from feerie.problems.problem import Problem
    from feerie.problems.solution import Solution
    from feerie.problems.soundness import Soundness, soundness
    from feerie.problems.stipulation import Stipulation
    from feerie.rules.move import Move
    from feerie.solving.find_mate import find_mate
    from feerie.solving.solve import solve
    from feerie.views.diagram import Diagram, draw
    from feerie.views.images import png, save
    from feerie.views.sheet import sheet
    from feerie.views.solution_html import html
    from feerie.views.solution_latex import latex
    from feerie.views.solution_text import text
    from feerie.why import explain as explain

__version__ = "0.1.0"

__all__ = ["BLACK", "WHITE", "AmbiguousMoveError", "Analysis", "ArgumentError", "AsyncEngine", "CheckpointError",
           "Clock", "ClusterError", "Diagram", "Engine", "EngineError", "Error", "FenError", "ForcedMate",
           "ForeignGame", "Game", "GenreError", "IllegalMoveError", "InvalidMoveError", "Limit", "Line", "Move", "Node",
           "Options", "Outcome", "Part", "PgnError", "Position", "PovScore", "Problem", "ProblemError", "Reason",
           "Score", "Solution", "Solved", "Soundness", "Status", "Stipulation", "UciEngine", "XboardEngine", "draw",
           "find", "find_mate", "html", "latex", "png", "read_pgn", "read_problems", "save", "sheet", "solve",
           "soundness", "text"]

_LATER = {
    "Analysis": ("feerie.game.engine", "Analysis"),
    "Clock": ("feerie.game.engine", "Clock"),
    "Engine": ("feerie.game.engine", "Engine"),
    "Limit": ("feerie.game.engine", "Limit"),
    "Line": ("feerie.game.engine", "Line"),
    "PovScore": ("feerie.game.engine", "PovScore"),
    "Score": ("feerie.game.engine", "Score"),
    "AmbiguousMoveError": ("feerie.base.errors", "AmbiguousMoveError"),
    "ArgumentError": ("feerie.base.errors", "ArgumentError"),
    "CheckpointError": ("feerie.base.errors", "CheckpointError"),
    "ClusterError": ("feerie.base.errors", "ClusterError"),
    "EngineError": ("feerie.base.errors", "EngineError"),
    "Error": ("feerie.base.errors", "Error"),
    "FenError": ("feerie.base.errors", "FenError"),
    "IllegalMoveError": ("feerie.base.errors", "IllegalMoveError"),
    "InvalidMoveError": ("feerie.base.errors", "InvalidMoveError"),
    "PgnError": ("feerie.base.errors", "PgnError"),
    "ProblemError": ("feerie.base.errors", "ProblemError"),
    "ForeignGame": ("feerie.game.pgn_files", "ForeignGame"),
    "Game": ("feerie.game.game", "Game"),
    "Node": ("feerie.game.node", "Node"),
    "read_pgn": ("feerie.game.pgn_files", "read_pgn"),
    "GenreError": ("feerie.genres", "GenreError"),
    "find": ("feerie.genres", "find"),
    "BLACK": ("feerie.game.status", "BLACK"),
    "WHITE": ("feerie.game.status", "WHITE"),
    "Outcome": ("feerie.game.position", "Outcome"),
    "Position": ("feerie.game.position", "Position"),
    "Reason": ("feerie.game.position", "Reason"),
    "Status": ("feerie.game.position", "Status"),
    "Move": ("feerie.rules.move", "Move"),
    "AsyncEngine": ("feerie.match.async_engine", "AsyncEngine"),
    "UciEngine": ("feerie.match.uci_engine", "UciEngine"),
    "XboardEngine": ("feerie.match.xboard_engine", "XboardEngine"),
    "Diagram": ("feerie.views.diagram", "Diagram"),
    "ForcedMate": ("feerie.problems.forced_mate", "ForcedMate"),
    "Options": ("feerie.problems.options", "Options"),
    "Part": ("feerie.problems.parts", "Part"),
    "Problem": ("feerie.problems.problem", "Problem"),
    "Solution": ("feerie.problems.solution", "Solution"),
    "Solved": ("feerie.problems.parts", "Solved"),
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

_MODULES = {"errors": "base.errors", "explain": "why.explain", "genres": "genres", "position": "game.position"}
"""What `import feerie` also makes available, as feerie.genres; genres are found by name too: feerie.ROKAGOGO."""
_EARLIER = {"feerie.analysis": "game.engine", "feerie.errors": "base.errors", "feerie.legal_moves": "game.legal_moves",
            "feerie.node": "game.node", "feerie.position": "game.position", "feerie.status": "game.status"}
"""Modules by the names that earlier versions had for them, which stand in their pickles."""


def _found(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"feerie.{_MODULES[name]}")
    if name not in _LATER:
        if name.isupper() and name in (all_genres := import_module("feerie.genres")).__all__:
            return getattr(all_genres, name)
        advice = import_module("feerie.game.foreign_names").OF_PACKAGE.get(name)
        raise AttributeError(f"module 'feerie' has no attribute {name!r}" + (f"; use {advice}" if advice else ""))
    module, attribute = _LATER[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


if not TYPE_CHECKING:       # type checkers would otherwise accept any name, with type Any
    __getattr__ = _found


class _EarlierNames:
    """Finds and loads the modules in `_EARLIER`: a module with the names of what it is now."""

    def find_spec(self, name: str, path: object, target: object = None, /) -> ModuleSpec | None:
        return ModuleSpec(name, cast(Any, self)) if name in _EARLIER else None

    def create_module(self, spec: ModuleSpec) -> None:
        """None: an ordinary module."""

    def exec_module(self, module: ModuleType) -> None:
        found = import_module(f"feerie.{_EARLIER[module.__name__]}")
        vars(module).update({name: value for name, value in vars(found).items() if not name.startswith("__")})


def _drawing(position: Any, last_move: Any, arrows: Any) -> str:
    """What notebooks show; the views are loaded when a drawing is first asked for."""
    return str(_found("draw")(position, last_move=last_move, arrows=arrows))


def _text(value: Any) -> str:
    """What `print` shows of a solution or a problem."""
    return str(import_module("feerie.views.showing").text(value))


def _html(value: Any) -> str:
    """What notebooks show of a solution, a problem or an analysis."""
    return str(import_module("feerie.views.showing").html(value))


def _explanation(position: Any, move: Any, language: Any) -> Any:
    """What `Position.explain` says."""
    return import_module("feerie.why.explain").explain(position, move, language)


sys.meta_path.append(_EarlierNames())
display.register(_drawing)
display.register_explainer(_explanation)
display.register_views(text=_text, html=_html)


def __dir__() -> list[str]:
    return sorted(__all__)
