"""Locusts: they move only to capture, over the man that they take, to the empty square behind it."""
from __future__ import annotations

from feerie.men.hoppers import WindingHopper
from feerie.men.making import Asked, made
from feerie.men.riders import rose_paths
from feerie.rules.along import Hopper, Overtake
from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import DIAGONAL, KNIGHTWISE, ORTHOGONAL, QUEENWISE, Mode

__all__ = ["LOCUST", "LOCUSTS"]

LOCUST = Man("L", ((Hopper(QUEENWISE, Overtake()), Mode.CAPTURE),), name="locust",
             names=Names(("locust",), ("locuste",), ("Heuschrecke",)), popeye="L", drawn=Turned("Q", 270),
             genders=Genders("f", "f"))

LOCUSTS = (
    made("LR", ((Hopper(ORTHOGONAL, Overtake()), Mode.CAPTURE),), "rook-locust|tour-locuste|Turmheuschrecke", "R90",
         "ff"),
    made("LB", ((Hopper(DIAGONAL, Overtake()), Mode.CAPTURE),), "bishop-locust|fou-locuste|Läuferheuschrecke", "B90",
         "mf"),
    made("LN", ((Hopper(KNIGHTWISE, Overtake()), Mode.CAPTURE),),
         "nightrider-locust|noctambule-locuste|Nachtreiterheuschrecke", "N90", "mf"),
    made("LS", ((Asked(WindingHopper(rose_paths(), Overtake())), Mode.CAPTURE),),
         "rose locust|rose-locuste|Rosenheuschrecke", "R90", "ff"),
)
