"""Woozles and Heffalumps, partial paralysis, Brunner chess: who observes the observer.

Biwoozles and Biheffalumps: the other man is the enemy's.
"""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.genre import Names
from feerie.rules.mutual import Aligned, KingSafe, LeftToWatchers, Woozled

__all__ = ["MUTUAL"]

MUTUAL = (
    Condition("woozles", (Woozled(),), Names(("Woozles",), ("Woozles",), ("Woozles",))),
    Condition("biwoozles", (Woozled(own=False),), Names(("Biwoozles",), ("Biwoozles",), ("Biwoozles",))),
    Condition("heffalumps", (Aligned(),), Names(("Heffalumps",), ("Heffalumps",), ("Heffalumps",))),
    Condition("biheffalumps", (Aligned(own=False),),
              Names(("Biheffalumps",), ("Biheffalumps",), ("Biheffalumps",))),
    Condition("partial-paralysis", (LeftToWatchers(),),
              Names(("Partial paralysis",), ("Paralysie partielle",), ("Partielle Paralyse",))),
    Condition("brunner", (KingSafe(),), Names(("Brunner chess",), ("Échecs Brunner",), ("Brunnerschach",))),
)
