"""Royal men: kings of other kinds. A side has one of them instead of its king; it does not castle."""
from __future__ import annotations

from feerie.men.hoppers import WindingHopper
from feerie.men.making import both, made
from feerie.rules.along import Hop, Hopper, Overtake
from feerie.rules.movement import QUEENWISE, Leaper, Mode

__all__ = ["ROYAL"]

ROYAL = (
    made("PO", ((Leaper(QUEENWISE), Mode.QUIET),
                (WindingHopper(tuple((step, step) for step in QUEENWISE), Overtake()), Mode.CAPTURE)),
         "poseidon|poséidon|Poseidon", "K270"),
    made("ST", both(Leaper(QUEENWISE), Hopper(QUEENWISE, Hop())), "sting|épine|Stachel", "K90", "fm"),
)
"""Men all of whose kind are royal: a genre that has them has their kinds as royal ones."""
