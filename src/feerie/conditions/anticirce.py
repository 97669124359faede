"""Anticirce: a man that captures goes home, and captures only if that square is empty.

Calvet's form, the usual one, lets a man capture on its home square itself; Cheylan's, an option of each condition
(":cheylan"), does not. Under Anti-Super-Circe a man goes on to any square.
"""
from __future__ import annotations

from dataclasses import replace

from feerie.rules.becoming import ReturnAsTaken
from feerie.rules.condition import Condition
from feerie.rules.effect import Return
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY, BIRTHPLACE, BY_VECTOR, OF_FILE, Home, Opposite, Reflected, Struck
from feerie.rules.placement import ChosenReturn

__all__ = ["ANTICIRCE"]

_CALVET = (
    Condition("anticirce", (Return(ARRAY),), Names(("Anticirce", "Anticirce Calvet"), ("Anticircé",), ("Anticirce",))),
    Condition("mirror-anticirce", (Return(Home(other_side=True)),),
              Names(("Mirror Anticirce",), ("Anticircé miroir",), ("Spiegelanticirce",))),
    Condition("file-anticirce", (Return(OF_FILE),),
              Names(("File Anticirce",), ("Anticircé colonne",), ("Linienanticirce",))),
    Condition("mirror-file-anticirce", (Return(Home(of_file=True, other_side=True)),),
              Names(("Mirror File Anticirce",), ("Anticircé colonne miroir",), ("Spiegel-Linienanticirce",))),
    Condition("symmetry-anticirce", (Return(Reflected(Struck())),),
              Names(("Symmetry Anticirce",), ("Anticircé symétriques", "Anticircé symétrique"),
                    ("Symmetrieanticirce",))),
    Condition("vertical-symmetry-anticirce", (Return(Reflected(Struck(), ranks=False)),),
              Names(("Vertical Symmetry Anticirce",), ("Anticircé symétriques verticaux",),
                    ("Vertikales Symmetrieanticirce",))),
    Condition("horizontal-symmetry-anticirce", (Return(Reflected(Struck(), files=False)),),
              Names(("Horizontal Symmetry Anticirce",), ("Anticircé symétriques horizontaux",),
                    ("Horizontales Symmetrieanticirce",))),
    Condition("antipodean-anticirce", (Return(Opposite()),),
              Names(("Antipodean Anticirce",), ("Anticircé antipodes",), ("Antipodenanticirce",))),
    Condition("diagram-anticirce", (Return(BIRTHPLACE),),
              Names(("Diagram Anticirce",), ("Anticircé diagramme",), ("Diagrammanticirce",))),
    Condition("equipollents-anticirce", (Return(BY_VECTOR),),
              Names(("Equipollents Anticirce",), ("Anticircé équipollents",), ("Äquipollentes Anticirce",))),
    Condition("clone-anticirce", (ReturnAsTaken(ARRAY),),
              Names(("Clone Anticirce", "Anti-Clone Circe"), ("Anticircé clone",), ("Klonanticirce",))),
)


def _cheylan(condition: Condition) -> Condition:
    """The condition without captures on the home square itself."""
    names = Names(*((f"{of[0]} Cheylan",) for of in (condition.names.en, condition.names.fr, condition.names.de)))
    return Condition(f"{condition.name}:cheylan", tuple(replace(rule, stays=False) for rule in condition.rules), names)


_CHOSEN = Condition("super-anticirce", (ChosenReturn(),),
                    Names(("Anti-Super-Circe", "Super Anticirce"), ("Anti-Super-Circé",), ("Anti-Super-Circe",)))

ANTICIRCE = (*(each for condition in _CALVET for each in (condition, _cheylan(condition))), _CHOSEN)
