"""Must capture and alphabetic chess: a side captures if it can, or moves the first man that can move."""
from __future__ import annotations

from feerie.rules.board import BLACK, WHITE
from feerie.rules.choice import Captures, Order
from feerie.rules.condition import Condition
from feerie.rules.genre import Names

__all__ = ["OBLIGATION"]

OBLIGATION = (
    Condition("must-capture:white", (Captures(WHITE),), Names(
        ("White must capture",), ("prise obligatoire blanche",), ("weißer Schlagzwang", "weisser Schlagzwang"))),
    Condition("must-capture:black", (Captures(BLACK),), Names(
        ("Black must capture",), ("prise obligatoire noire",), ("schwarzer Schlagzwang",))),
    Condition("alphabetic", (Order(WHITE), Order(BLACK)), Names(
        ("alphabetic chess",), ("échecs alphabétiques",), ("alphabetisches Schach",))),
    Condition("alphabetic:white", (Order(WHITE),), Names(
        ("White alphabetic chess",), ("échecs alphabétiques blancs",), ("weißes alphabetisches Schach",
                                                                          "weisses alphabetisches Schach"))),
    Condition("alphabetic:black", (Order(BLACK),), Names(
        ("Black alphabetic chess",), ("échecs alphabétiques noirs",), ("schwarzes alphabetisches Schach",))),
)
