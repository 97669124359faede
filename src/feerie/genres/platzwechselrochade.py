"""Platzwechselrochade: besides orthodox castling, the king changes places with any own man wherever it stands."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.castling import ORTHODOX_CASTLING, Exchange
from feerie.rules.genre import Names

PLATZWECHSELROCHADE = replace(
    ORTHODOX,
    name="platzwechselrochade",
    names=Names(("Exchange castling",), ("Platzwechselrochade", "Roque par échange"),
                ("Platzwechselrochade", "Platzwechsel-Rochade")),
    castlings=(ORTHODOX_CASTLING, Exchange(("Q", "R", "B", "N", "P"))),
)
