"""Argentinian men, the reverse of Chinese ones: they move over a hurdle without capture, and capture as riders."""
from __future__ import annotations

from feerie.men.chinese import Bent
from feerie.men.making import made
from feerie.rules.along import Hop, Hopper, Vault
from feerie.rules.genre import Man
from feerie.rules.movement import DIAGONAL, ORTHOGONAL, QUEENWISE, Mode, Offset, Rider

__all__ = ["ARGENTINIAN"]


def _argentinian(letter: str, steps: tuple[Offset, ...], names: str, drawn: str, genders: str) -> Man:
    return made(letter, ((Hopper(steps, Hop(beyond=None)), Mode.QUIET), (Rider(steps), Mode.CAPTURE)), names, drawn,
                genders)


ARGENTINIAN = (
    _argentinian("FA", ORTHOGONAL, "faro|faro|Faro", "R90", "mm"),
    _argentinian("LO", DIAGONAL, "loco|loco|Loco", "B90", "mm"),
    _argentinian("SE", QUEENWISE, "senora|señora|Señora", "Q90", "ff"),
    made("SA", ((Bent(ORTHOGONAL, Vault()), Mode.QUIET), (Bent(DIAGONAL, Vault()), Mode.QUIET),
                (Bent(ORTHOGONAL), Mode.CAPTURE), (Bent(DIAGONAL), Mode.CAPTURE)), "saltador|saltador|Saltador", "N90"),
)
