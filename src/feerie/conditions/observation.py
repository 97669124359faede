"""Madrasi and Isardam: a man and its like of the other side; patrol chess: a man and its guards.

Eiffel chess and Leffie are Madrasi and Isardam with other kinds: a pawn is paralysed by a queen, she by a rook, that by
a bishop, that by a knight, that by a pawn. Provocation and functionary chess: a man and those that attack it. Central
chess: a man and its kings, in a chain of guards. Immobilio: a man and the square of its birth.
"""
from __future__ import annotations

from dataclasses import replace

from feerie.rules.condition import Condition
from feerie.rules.genre import Names
from feerie.rules.home import ARRAY
from feerie.rules.observation import ALIKE, ENEMY, OWN, Homeless, Linked, Silence, Unwatched, Watch

__all__ = ["OBSERVATION"]

MADRASI, ISARDAM = Silence(ALIKE), Unwatched(ALIKE)
PATROL, LORTAP = Silence(OWN, watched=False, still=False, kings=True), Silence(OWN, still=False, kings=True)
PROVOCATION = Silence(ENEMY, watched=False, still=False, kings=True)
EIFFEL = Watch(cycle="PQRBN")

OBSERVATION = (
    Condition("madrasi", (MADRASI,), Names(("Madrasi",), ("Madrasi",), ("Madrasi",))),
    Condition("madrasi:rex", (replace(MADRASI, kings=True),), Names(
        ("Madrasi rex inclusive",), ("Madrasi rex inclusif", "Madrasi roi inclus"),
        ("Madrasi rex inklusiv",))),
    Condition("isardam", (ISARDAM,), Names(("Isardam", "Isardam A"), ("Isardam",), ("Isardam",))),
    Condition("isardam:b", (replace(ISARDAM, checks=False),), Names(("Isardam B",), ("Isardam type B",),
                                                                     ("Isardam Typ B",))),
    Condition("patrol", (PATROL,), Names(("patrol chess", "patrol"), ("échecs patrouille", "patrouille"),
                                         ("Patrouilleschach", "Patrouille"))),
    Condition("ultra-patrol", (replace(PATROL, still=True),), Names(
        ("ultra-patrol chess", "ultra-patrol"), ("échecs ultra-patrouille", "ultra-patrouille"),
        ("Ultrapatrouilleschach", "Ultrapatrouille"))),
    Condition("lortap", (LORTAP,), Names(("Lortap",), ("Lortap",), ("Lortap",))),
    Condition("provocation", (PROVOCATION,), Names(
        ("provocation chess", "provocation"), ("échecs provocateurs",), ("Provokationsschach",))),
    Condition("functionary", (replace(PROVOCATION, still=True),), Names(
        ("functionary chess",), ("échecs fonctionnaires",), ("Beamtenschach",))),
    Condition("eiffel", (Silence(EIFFEL),), Names(("Eiffel chess", "Eiffel"), ("échecs Eiffel",), ("Eiffelschach",))),
    Condition("leffie", (Unwatched(EIFFEL),), Names(("Leffie",), ("Leffie",), ("Leffie",))),
    Condition("central", (Linked(),), Names(("central chess",), ("échecs centraux",), ("Zentralschach",))),
    Condition("immobilio", (Homeless(ARRAY),), Names(("Immobilio",), ("Immobilio",), ("Immobilio",))),
)
