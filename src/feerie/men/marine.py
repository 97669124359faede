"""Marine men: they move as riders or leapers, and capture over a man that they take, to the empty square behind it."""
from __future__ import annotations

from feerie.men.chinese import Bent
from feerie.men.hoppers import WindingHopper
from feerie.men.making import Moves, made
from feerie.rules.along import Hopper, Overtake
from feerie.rules.genre import Man
from feerie.rules.movement import DIAGONAL, KNIGHTWISE, ORTHOGONAL, QUEENWISE, Leaper, Mode, Offset, Rider

__all__ = ["MARINE"]


def _rider(letter: str, steps: tuple[Offset, ...], names: str, drawn: str, genders: str) -> Man:
    return made(letter, ((Rider(steps), Mode.QUIET), (Hopper(steps, Overtake()), Mode.CAPTURE)), names, drawn, genders)


def _leaper(steps: tuple[Offset, ...]) -> Moves:
    return ((Leaper(steps), Mode.QUIET),
            (WindingHopper(tuple((step, step) for step in steps), Overtake()), Mode.CAPTURE))


def _bent(letter: str, steps: tuple[Offset, ...], names: str, drawn: str, genders: str) -> Man:
    return made(letter, ((Bent(steps), Mode.QUIET), (Bent(steps, Overtake()), Mode.CAPTURE)), names, drawn, genders)


MARINE = (
    _rider("SI", QUEENWISE, "siren|sirène|Sirene", "Q90", "ff"),
    _rider("TR", ORTHOGONAL, "triton|triton|Triton", "R90", "mm"),
    _rider("ND", DIAGONAL, "nereid|néréide|Nereide", "B180", "ff"),
    made("MS", _leaper(KNIGHTWISE), "marine knight|cavalier marin|Marinespringer", "N270"),
    _bent("SK", ORTHOGONAL, "skylla|skylla|Skylla", "N180", "ff"),
    _bent("CY", DIAGONAL, "charybdis|charybdis|Charybdis", "N90", "ff"),
)
