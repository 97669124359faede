"""Oscillating kings: after each move of a side the kings exchange places.

Options: type B, in which the move may not leave the own king attacked before (":b"); type C, in which they exchange
places only after a check (":c").
"""
from __future__ import annotations

from feerie.rules.board import BLACK, WHITE
from feerie.rules.condition import Condition
from feerie.rules.genre import Names
from feerie.rules.oscillation import Oscillation, Swings

__all__ = ["OSCILLATION"]

_NAMES = {WHITE: ("white", "White oscillating kings", "Rois oscillants blancs", "Weiße oszillierende Könige"),
          BLACK: ("black", "Black oscillating kings", "Rois oscillants noirs", "Schwarze oszillierende Könige")}


def _of(side: int, when: Swings) -> Condition:
    colour, en, fr, de = _NAMES[side]
    if when is Swings.ALWAYS:
        return Condition(f"{colour}-oscillating-kings", (Oscillation(side),), Names((en,), (fr,), (de,)))
    kind = when.value.upper()
    return Condition(f"{colour}-oscillating-kings:{when.value}", (Oscillation(side, when),),
                     Names((f"{en} type {kind}",), (f"{fr} type {kind}",), (f"{de} Typ {kind}",)))


OSCILLATION = tuple(_of(side, when) for side in (WHITE, BLACK) for when in Swings)
