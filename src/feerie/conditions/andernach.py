"""Andernach: a man that captures changes sides; Anti-Andernach: one that moves without capture does."""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.effect import Recolouring, When
from feerie.rules.genre import Names

__all__ = ["ANDERNACH"]

ANDERNACH = (
    Condition("andernach", (Recolouring(),),
              Names(("Andernach chess", "Andernach"), ("Échecs d’Andernach",), ("Andernachschach",))),
    Condition("anti-andernach", (Recolouring(When.QUIET),),
              Names(("Anti-Andernach chess", "Anti-Andernach"), ("Échecs Anti-Andernach",), ("Anti-Andernachschach",))),
)
