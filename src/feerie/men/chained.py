"""Chained men: several hops, leaps or rides in one move."""
from __future__ import annotations

from feerie.men.making import both, made
from feerie.rules.along import Hop, Hopper
from feerie.rules.compound import Twice, Wandering
from feerie.rules.movement import DIAGONAL, KNIGHTWISE, ORTHOGONAL, QUEENWISE, Leaper, Rider

__all__ = ["CHAINED"]

CHAINED = (
    made("DG", both(Twice(Hopper(QUEENWISE, Hop()))), "double grasshopper|double sauterelle|Doppelgrashüpfer", "Q180",
         "fm"),
    made("DK", both(Twice(Hopper(ORTHOGONAL, Hop()))),
         "double rookhopper|double sauterelle-tour|Doppelturmhüpfer", "R180", "fm"),
    made("DB", both(Twice(Hopper(DIAGONAL, Hop()))),
         "double bishophopper|double sauterelle-fou|Doppelläuferhüpfer", "B180", "fm"),
    made("UU", both(Wandering(Leaper(KNIGHTWISE))), "ubi-ubi|ubi-ubi|Ubi-Ubi", "N180"),
    made("BK", both(Wandering(Leaper(KNIGHTWISE), bouncing=True)),
         "bouncy knight|cavalier rebondissant|reflektierender Springer", "N90"),
    made("BN", both(Wandering(Rider(KNIGHTWISE), bouncing=True)),
         "bouncy nightrider|noctambule rebondissant|reflektierender Nachtreiter", "N270"),
)
