"""Checkless chess: a move that gives check must mate. Exclusive chess: a move that mates must be the only one."""
from __future__ import annotations

from feerie.rules.choice import Accepted, LoneMate
from feerie.rules.condition import Condition
from feerie.rules.facet import Outcome
from feerie.rules.genre import Names

__all__ = ["CHECKLESS"]

CHECKLESS = (
    Condition("checkless", (Accepted(Outcome.QUIET | Outcome.MATE),), Names(
        ("checkless chess", "checkless"), ("échecs sans échecs", "sans échecs"), ("Ohneschach", "Schach ohne Schach"))),
    Condition("exclusive", (LoneMate(),), Names(
        ("exclusive chess",), ("échecs exclusifs",), ("Exklusivschach",))),
)
