"""Riders: any number of equal steps over empty squares."""
from __future__ import annotations

from feerie.rules.genre import Man, Names, Turned
from feerie.rules.movement import KNIGHTWISE, Mode, Rider

__all__ = ["NIGHTRIDER"]

NIGHTRIDER = Man("NR", ((Rider(KNIGHTWISE), Mode.BOTH),), name="nightrider",
                 names=Names(("nightrider",), ("noctambule",), ("Nachtreiter",)), popeye="N",
                 drawn=Turned("N", 180))
