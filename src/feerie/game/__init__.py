"""Positions, moves, games, PGN and the engine, as users of the library meet them."""
from __future__ import annotations

from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:      # pickles of earlier versions name them
    if name not in ("Game", "_restored"):
        raise AttributeError(f"module 'feerie.game' has no attribute {name!r}")
    return getattr(import_module("feerie.game.game"), name)
