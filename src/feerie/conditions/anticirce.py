"""Anticirce: a man that captures goes home, and captures only if that square is empty.

Calvet's form, the usual one, lets a man capture on its home square itself; Cheylan's, the option ":cheylan", does not.
"""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.effect import Return
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY, BY_VECTOR, OF_FILE, Home

__all__ = ["ANTICIRCE"]

ANTICIRCE = (
    Condition("anticirce", (Return(ARRAY),), Names(("Anticirce", "Anticirce Calvet"), ("Anticircé",), ("Anticirce",))),
    Condition("anticirce:cheylan", (Return(ARRAY, stays=False),),
              Names(("Anticirce Cheylan",), ("Anticircé Cheylan",), ("Anticirce Cheylan",))),
    Condition("mirror-anticirce", (Return(Home(other_side=True)),),
              Names(("Mirror Anticirce",), ("Anticircé miroir",), ("Spiegelanticirce",))),
    Condition("file-anticirce", (Return(OF_FILE),),
              Names(("File Anticirce",), ("Anticircé colonne",), ("Linienanticirce",))),
    Condition("equipollents-anticirce", (Return(BY_VECTOR),),
              Names(("Equipollents Anticirce",), ("Anticircé équipollents",), ("Äquipollentes Anticirce",))),
)
