"""Ultraschachzwang: every move of a side must give check, the answer to a check too."""
from __future__ import annotations

from feerie.rules.board import BLACK, WHITE
from feerie.rules.choice import Accepted
from feerie.rules.condition import Condition
from feerie.rules.facet import Outcome
from feerie.rules.genre import Names

__all__ = ["ULTRASCHACHZWANG"]

CHECKS = Outcome.CHECK | Outcome.MATE

ULTRASCHACHZWANG = (
    Condition("ultraschachzwang:white", (Accepted(CHECKS, WHITE),), Names(
        ("White Ultraschachzwang",), ("Ultraschachzwang blanc",), ("weißer Ultraschachzwang",
                                                                   "weisser Ultraschachzwang"))),
    Condition("ultraschachzwang:black", (Accepted(CHECKS, BLACK),), Names(
        ("Ultraschachzwang", "Black Ultraschachzwang"), ("Ultraschachzwang", "Ultraschachzwang noir"),
        ("Ultraschachzwang", "schwarzer Ultraschachzwang"))),
)
