"""Andernach and its kin: a man that captures, moves without capture, or goes to another colour changes sides."""
from __future__ import annotations

from feerie.rules.board import BLACK
from feerie.rules.condition import Condition
from feerie.rules.effect import Recolouring, When
from feerie.rules.genre import Names

__all__ = ["ANDERNACH"]

ANDERNACH = (
    Condition("andernach", (Recolouring(),),
              Names(("Andernach chess", "Andernach"), ("Échecs d’Andernach",), ("Andernachschach",))),
    Condition("anti-andernach", (Recolouring(When.QUIET),),
              Names(("Anti-Andernach chess", "Anti-Andernach"), ("Échecs Anti-Andernach",), ("Anti-Andernachschach",))),
    Condition("tibet", (Recolouring(side=BLACK, unlike=True),),
              Names(("Tibetan chess", "Tibet"), ("Échecs tibétains", "Tibet"), ("Tibetschach", "Tibet"))),
    Condition("double-tibet", (Recolouring(unlike=True),),
              Names(("Double Tibetan chess", "Double Tibet"), ("Double Tibet", "Échecs doubles tibétains"),
                    ("Doppeltibetschach", "Doppeltibet"))),
    Condition("hypervolage", (Recolouring(When.ALWAYS, shades=True),),
              Names(("Hypervolage chess", "Hypervolage"), ("Échecs hypervolages", "Hypervolage"),
                    ("Hypervolageschach", "Hypervolage"))),
)
