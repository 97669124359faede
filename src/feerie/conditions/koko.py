"""Köko (Kontakt-Kompromiss): a man that has moved touches another; Anti-Köko: it touches none."""
from __future__ import annotations

from feerie.rules.condition import Condition
from feerie.rules.filters import Contact
from feerie.rules.genre import Names

__all__ = ["KOKO"]

KOKO = (
    Condition("koko", (Contact(),), Names(("Köko", "KoeKo"), ("Köko",), ("Köko", "Kontaktschach"))),
    Condition("anti-koko", (Contact(touching=False),), Names(("Anti-Köko", "AntiKoeKo"), ("Anti-Köko",),
                                                             ("Anti-Köko",))),
)
