"""Échecs Ultra Rex Multiplex: several kings a side, in check only when all of them are attacked."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.rex_multiplex import REX_MULTIPLEX
from feerie.rules.genre import Names
from feerie.rules.royalty import Royalty

ULTRA_REX_MULTIPLEX = replace(
    REX_MULTIPLEX,
    name="ultra-rex-multiplex",
    names=Names(("Ultra Rex Multiplex",), ("Échecs Ultra Rex Multiplex", "Ultra Rex Multiplex"),
                ("Ultra Rex Multiplex",)),
    royalty=Royalty.ULTRA,
)
