"""Madrasi and Isardam: a man and its like of the other side; patrol chess: a man and its guards."""
from __future__ import annotations

from dataclasses import replace

from feerie.rules.condition import Condition
from feerie.rules.genre import Names
from feerie.rules.observation import ALIKE, OWN, Silence, Unwatched

__all__ = ["OBSERVATION"]

MADRASI, ISARDAM = Silence(ALIKE), Unwatched(ALIKE)
PATROL, LORTAP = Silence(OWN, watched=False, still=False, kings=True), Silence(OWN, still=False, kings=True)

OBSERVATION = (
    Condition("madrasi", (MADRASI,), Names(("Madrasi",), ("Madrasi",), ("Madrasi",))),
    Condition("madrasi:rex", (replace(MADRASI, kings=True),), Names(
        ("Madrasi rex inclusive",), ("Madrasi roi inclus", "Madrasi rex inclusiv"),
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
)
