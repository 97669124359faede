"""Locusts: they move only to capture, over the man that they take, to the empty square behind it."""
from __future__ import annotations

from feerie.rules.along import Hopper, Overtake
from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import QUEENWISE, Mode

__all__ = ["LOCUST"]

LOCUST = Man("L", ((Hopper(QUEENWISE, Overtake()), Mode.CAPTURE),), name="locust",
             names=Names(("locust",), ("locuste",), ("Heuschrecke",)), popeye="L", drawn=Turned("Q", 270),
             genders=Genders("f", "f"))
