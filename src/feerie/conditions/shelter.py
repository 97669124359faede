"""Superguards, antiguards, shielded kings, CAST, multicaptures: which men can be taken, and which take."""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.genre import Names
from feerie.rules.observation import OWN, Few, Joint, Shelter

__all__ = ["SHELTER"]

SHELTER = (
    Condition("superguards", (Shelter(OWN),), Names(
        ("Superguards",), ("Supergardes", "échecs à pièces protégées"), ("Superdeckungen", "Superdeckung"))),
    Condition("antiguards", (Shelter(OWN, watched=True),), Names(("Antiguards",), ("Antigardes",), ("Antideckungen",))),
    Condition("shielded-kings", (Shelter(OWN, among_kings=True),), Names(
        ("shielded kings",), ("rois protégés",), ("Schutzkönige",))),
    Condition("multicaptures", (Joint(),), Names(("Multicaptures",), ("multicaptures",), ("Multicaptures",))),
    Condition("cast", (Few(),), Names(("CAST", "CAST chess"), ("CAST", "échecs CAST"), ("CAST", "CAST-Schach"))),
)
