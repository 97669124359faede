"""No capture and no promotion: moves that a side, or either side, may not make."""
from __future__ import annotations

from feerie.rules.board import BLACK, WHITE
from feerie.rules.condition import Condition
from feerie.rules.filters import Barred
from feerie.rules.genre import Names

__all__ = ["BARRED"]

BARRED = (
    Condition("no-capture", (Barred(None, captures=True),), Names(
        ("no capture",), ("échecs sans prises", "sans prises"), ("Ohneschlag",))),
    Condition("no-capture:white", (Barred(WHITE, captures=True),), Names(
        ("no White capture",), ("blancs sans prises",), ("weißer Ohneschlag", "weisser Ohneschlag"))),
    Condition("no-capture:black", (Barred(BLACK, captures=True),), Names(
        ("no Black capture",), ("noirs sans prises",), ("schwarzer Ohneschlag",))),
    Condition("no-promotion:white", (Barred(WHITE, promotions=True),), Names(
        ("no White promotion",), ("sans promotion blanche",), ("ohne weiße Umwandlung", "ohne weisse Umwandlung"))),
    Condition("no-promotion:black", (Barred(BLACK, promotions=True),), Names(
        ("no Black promotion",), ("sans promotion noire",), ("ohne schwarze Umwandlung",))),
)
