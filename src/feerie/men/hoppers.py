"""Hoppers: along a line over a man, the hurdle, and on; they take what stands where they arrive."""
from __future__ import annotations

from feerie.rules.along import Hop, Hopper
from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import KNIGHTWISE, QUEENWISE, Mode

__all__ = ["GRASSHOPPER", "LION", "NIGHTRIDER_HOPPER"]

GRASSHOPPER = Man("G", ((Hopper(QUEENWISE, Hop()), Mode.BOTH),), name="grasshopper",
                  names=Names(("grasshopper",), ("sauterelle",), ("Grashüpfer",)), popeye="G", drawn=Turned("Q", 180),
                  genders=Genders(fr="f"))
LION = Man("LI", ((Hopper(QUEENWISE, Hop(beyond=None)), Mode.BOTH),), name="lion",
           names=Names(("lion",), ("lion",), ("Löwe",)), popeye="LI", drawn=Turned("Q", 90))
NIGHTRIDER_HOPPER = Man("NH", ((Hopper(KNIGHTWISE, Hop()), Mode.BOTH),), name="nightrider-hopper",
                        names=Names(("nightrider-hopper",), ("sauterelle-noctambule",), ("Nachtreiter-Hüpfer",)),
                        popeye="NH", drawn=Turned("N", 90), genders=Genders(fr="f"))
