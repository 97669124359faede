"""Rokagogo (Thierry Le Gleuher, 1999): the king castles with any own rook on a rank or file, any number of times."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.orthodox import ORTHODOX
from feerie.rules.castling import LineCastling
from feerie.rules.genre import Names
from feerie.rules.movement import ORTHOGONAL

ROKAGOGO = replace(
    ORTHODOX,
    name="rokagogo",
    names=Names(("Rokagogo",), ("Rokagogo",),
                ("Rokagogo",)),
    castlings=(LineCastling(ORTHOGONAL, ("R",)),),
)
