"""Échecs Rex Multiplex: several kings a side, pawns promote to king; a check must be parryable or mate every king."""
from __future__ import annotations

from dataclasses import replace

from feerie.genres.orthodox import ORTHODOX
from feerie.men.chess import PAWN
from feerie.rules.genre import Names
from feerie.rules.promotion import Promotion
from feerie.rules.royalty import Royalty

assert PAWN.promotion
PAWN_OR_KING = replace(PAWN, promotion=Promotion(PAWN.promotion.zones, (*PAWN.promotion.to, "K")))

REX_MULTIPLEX = replace(
    ORTHODOX,
    name="rex-multiplex",
    names=Names(("Rex Multiplex",), ("Échecs Rex Multiplex", "Rex Multiplex"),
                ("Rex Multiplex",)),
    men=tuple(PAWN_OR_KING if man is PAWN else man for man in ORTHODOX.men),
    royalty=Royalty.MULTIPLEX,
)
