"""Rokagogo (Thierry Le Gleuher, 1999): the king castles with any own rook on a rank or file, any number of times."""
from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.castling import LineCastling
from feerie.rules.movement import ORTHOGONAL

ROKAGOGO = replace(
    ORTHODOX,
    name="rokagogo",
    names=MappingProxyType({"en": ("Rokagogo",), "fr": ("Rokagogo",), "de": ("Rokagogo",)}),
    castlings=(LineCastling(ORTHOGONAL, ("R",)),),
)
