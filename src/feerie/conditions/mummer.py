"""Maximummer and minimummer: a side plays its longest, or its shortest, moves."""
from __future__ import annotations

from feerie.rules.board import BLACK, WHITE
from feerie.rules.choice import Length
from feerie.rules.condition import Condition
from feerie.rules.genre import Names

__all__ = ["MUMMERS"]

MUMMERS = (
    Condition("maximummer:white", (Length(WHITE),), Names(
        ("White maximummer",), ("maximum blanc",), ("weißer Längstzüger", "weisser Längstzüger"))),
    Condition("maximummer:black", (Length(BLACK),), Names(
        ("maximummer", "Black maximummer"), ("maximum", "règle maximum", "maximum noir"),
        ("Längstzüger", "schwarzer Längstzüger"))),
    Condition("minimummer:white", (Length(WHITE, shortest=True),), Names(
        ("White minimummer",), ("minimum blanc",), ("weißer Kürzestzüger", "weisser Kürzestzüger"))),
    Condition("minimummer:black", (Length(BLACK, shortest=True),), Names(
        ("minimummer", "Black minimummer"), ("minimum", "règle minimum", "minimum noir"),
        ("Kürzestzüger", "schwarzer Kürzestzüger"))),
)
