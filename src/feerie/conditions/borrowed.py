"""Bolero: men go as those of the game array on whose files they stand; inverse Bolero: they take so.

Kings too with rex inclusive, an option of both (":rex").
"""
from __future__ import annotations

from feerie.rules.borrowed import FileWalk
from feerie.rules.condition import Condition, rex_inclusive
from feerie.rules.genre import Names

__all__ = ["BORROWED"]

_PLAIN = (
    Condition("bolero", (FileWalk(),), Names(("Bolero",), ("Boléro",), ("Bolero",))),
    Condition("bolero-inverse", (FileWalk(takes=True),),
              Names(("Inverse Bolero", "Bolero inverse"), ("Boléro inverse",), ("Inverses Bolero",))),
)
BORROWED = tuple(each for condition in _PLAIN for each in (condition, rex_inclusive(condition)))
