"""Circe: a man that is taken comes back, and so does a kamikaze man that takes. Kings do too with rex inclusive, an
option of each condition (":rex").
"""
from __future__ import annotations

from feerie.rules.condition import Condition, rex_inclusive
from feerie.rules.effect import Rebirth, Revival
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY, BY_VECTOR, LEFT, OF_FILE, Home

__all__ = ["CIRCE"]

_PLAIN = (
    Condition("circe", (Rebirth(ARRAY), Revival(ARRAY)), Names(("Circe",), ("Circé",), ("Circe",))),
    Condition("mirror-circe", (Rebirth(Home(other_side=True)), Revival(Home(other_side=True))),
              Names(("Mirror Circe", "Malefic Circe"), ("Circé miroir", "Circé maléfiques"), ("Spiegelcirce",))),
    Condition("file-circe", (Rebirth(OF_FILE), Revival(OF_FILE)),
              Names(("File Circe",), ("Circé colonne",), ("Liniencirce", "File-Circe"))),
    Condition("pwc", (Rebirth(LEFT), Revival(LEFT)),
              Names(("PWC", "Circe Exchange"), ("Circé échange",), ("Platzwechselcirce",))),
    Condition("clone-circe", (Rebirth(ARRAY, clones=True), Revival(ARRAY, clones=True)),
              Names(("Clone Circe", "Circe Clone"), ("Circé clone",), ("Klon-Circe",))),
    Condition("equipollents-circe", (Rebirth(BY_VECTOR), Revival(BY_VECTOR)),
              Names(("Equipollents Circe", "Circe Equipollents"), ("Circé équipollents",), ("Äquipollentes Circe",))),
    Condition("assassin-circe", (Rebirth(ARRAY, crushes=True), Revival(ARRAY)),
              Names(("Assassin Circe", "Circe Assassin"), ("Circé assassins", "Circé assassin"), ("Assassinencirce",))),
)
CIRCE = tuple(each for condition in _PLAIN for each in (condition, rex_inclusive(condition)))
