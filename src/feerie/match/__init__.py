"""Matches: two players, a referee who checks every move, and the statistics of their results.

Also other programs as engines. The names that scripts need; each is loaded from its module on first use.
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from feerie.match.async_engine import AnalysisStream, AsyncEngine
    from feerie.match.match import Match, Standing
    from feerie.match.movers import OnePlyMover, RandomMover
    from feerie.match.openings import MadeOpenings, Opening, OpeningFile
    from feerie.match.own_engine import OwnEngine
    from feerie.match.player import Allowance, Choice, Failure, Fault, Player, PlayerError
    from feerie.match.players import PlayerSpecification, parse_player
    from feerie.match.record import MatchRecord
    from feerie.match.referee import GameRecord, play_game
    from feerie.match.time_control import TimeControl
    from feerie.match.uci_engine import UciEngine
    from feerie.match.uci_player import UciPlayer
    from feerie.match.xboard_engine import XboardEngine
    from feerie.match.xboard_player import XboardPlayer

__all__ = ["Allowance", "AnalysisStream", "AsyncEngine", "Choice", "Failure", "Fault", "GameRecord", "MadeOpenings",
           "Match", "MatchRecord", "OnePlyMover", "Opening", "OpeningFile", "OwnEngine", "Player", "PlayerError",
           "PlayerSpecification", "RandomMover", "Standing", "TimeControl", "UciEngine", "UciPlayer", "XboardEngine",
           "XboardPlayer", "parse_player", "play_game"]

_MODULES = {"async_engine": ("AnalysisStream", "AsyncEngine"), "match": ("Match", "Standing"),
            "movers": ("OnePlyMover", "RandomMover"), "openings": ("MadeOpenings", "Opening", "OpeningFile"),
            "own_engine": ("OwnEngine",),
            "player": ("Allowance", "Choice", "Failure", "Fault", "Player", "PlayerError"),
            "players": ("PlayerSpecification", "parse_player"), "record": ("MatchRecord",),
            "referee": ("GameRecord", "play_game"), "time_control": ("TimeControl",), "uci_engine": ("UciEngine",),
            "uci_player": ("UciPlayer",), "xboard_engine": ("XboardEngine",), "xboard_player": ("XboardPlayer",)}


def _found(name: str) -> Any:
    module = next((module for module, names in _MODULES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module 'feerie.match' has no attribute {name!r}")
    return getattr(import_module(f"feerie.match.{module}"), name)


if not TYPE_CHECKING:       # type checkers would otherwise accept any name, with type Any
    __getattr__ = _found
