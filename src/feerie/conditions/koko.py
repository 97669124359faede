"""Köko (Kontakt-Kompromiss): a man that has moved touches another; Anti-Köko: it touches none.

New Köko: it touches another if it did before, and else none.
"""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.filters import Contact
from feerie.rules.genre import Names

__all__ = ["KOKO"]

KOKO = (
    Condition("koko", (Contact(),), Names(("Köko", "KoeKo"), ("Köko",), ("Köko", "Kontaktschach"))),
    Condition("anti-koko", (Contact(touching=False),), Names(("Anti-Köko", "AntiKoeKo"), ("Anti-Köko",),
                                                             ("Anti-Köko",))),
    Condition("new-koko", (Contact(kept=True),), Names(("New Köko", "NewKoeKo"), ("Nouveau Köko",), ("Neues Köko",
                                                                                                    "Neu-Köko"))),
)
