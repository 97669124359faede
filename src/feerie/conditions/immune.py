"""Immune chess: a man can be taken only if its home square is free. Kings too with rex inclusive, an option of each
condition (":rex").
"""
from __future__ import annotations

from feerie.rules.condition import Condition, rex_inclusive
from feerie.rules.effect import Immunity
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY, OF_FILE, Home

__all__ = ["IMMUNE"]

_PLAIN = (
    Condition("immune", (Immunity(ARRAY),), Names(("Immune chess",), ("Échecs immuns",), ("Immunschach",))),
    Condition("mirror-immune", (Immunity(Home(other_side=True)),),
              Names(("Mirror immune chess",), ("Échecs immuns miroir",), ("Spiegelimmunschach",))),
    Condition("file-immune", (Immunity(OF_FILE),),
              Names(("File immune chess",), ("Échecs immuns colonne",), ("Linienimmunschach",))),
)
IMMUNE = tuple(each for condition in _PLAIN for each in (condition, rex_inclusive(condition)))
