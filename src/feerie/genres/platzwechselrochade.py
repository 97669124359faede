"""Platzwechselrochade: besides orthodox castling, the king changes places with any own man wherever it stands."""
from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from feerie.genres.orthodox import CASTLING, ORTHODOX
from feerie.rules.castling import Exchange

PLATZWECHSELROCHADE = replace(
    ORTHODOX,
    name="platzwechselrochade",
    names=MappingProxyType({"en": ("Exchange castling",),
                            "fr": ("Platzwechselrochade", "Roque par échange"),
                            "de": ("Platzwechselrochade", "Platzwechsel-Rochade")}),
    castlings=(CASTLING, Exchange(("Q", "R", "B", "N", "P"))),
)
