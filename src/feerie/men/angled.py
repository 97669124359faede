"""Angled hoppers: along a line to the first man, the hurdle, and from it in another direction."""
from __future__ import annotations

from collections.abc import Iterator

from feerie.base.frozen import frozen
from feerie.men.making import both, made
from feerie.rules.along import Along, Vault
from feerie.rules.board import Board, Ray
from feerie.rules.genre import Man
from feerie.rules.movement import DIAGONAL, ORTHOGONAL, QUEENWISE, Mode, Offset

__all__ = ["ANGLED", "Angled"]

RING: tuple[Offset, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions, clockwise."""


@frozen
class Angled:
    """Along straight lines to the first man, and from it one step to a square next to it: the direction of the line
    turned by so many eighths of a circle; `knightwise`: a knight's leap between the two directions.
    """

    steps: tuple[Offset, ...]
    eighths: tuple[int, ...]
    knightwise: bool = False
    along: Along = Vault()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(self._lines(board, square))

    def _lines(self, board: Board, square: int) -> Iterator[Ray]:
        for step in self.steps:
            ray = board.ray(square, *step)
            for index, hurdle in enumerate(ray):
                for eighths in self.eighths:
                    aside = RING[(RING.index(step) + eighths) % 8]
                    on = (step[0] + aside[0], step[1] + aside[1]) if self.knightwise else aside
                    target = board.step(hurdle, *on)
                    if target is not None and target != square:
                        yield (*(at for at in ray[:index] if at != target), hurdle, target)


def _angled(letter: str, steps: tuple[Offset, ...], eighths: int, names: str, drawn: str, genders: str = "mm") -> Man:
    return made(letter, both(Angled(steps, (eighths, -eighths))), names, drawn, genders)


ANGLED = (
    _angled("M", QUEENWISE, 1, "moose|élan|Elch", "Q90"),
    _angled("EA", QUEENWISE, 2, "eagle|aigle|Adler", "R90"),
    _angled("SW", QUEENWISE, 3, "sparrow|moineau|Spatz", "N270"),
    made("HA", ((Angled(QUEENWISE, (4,)), Mode.QUIET),), "hamster|hamster|Hamster", "Q270"),
    made("MG", (*both(Angled(QUEENWISE, (0, 1, 2, 3, 5, 6, 7))), (Angled(QUEENWISE, (4,)), Mode.QUIET)),
         "marguerite|marguerite|Margerite", "Q180", "ff"),
    _angled("RM", ORTHOGONAL, 1, "rook-moose|élan-tour|Turmelch", "R270"),
    _angled("RE", ORTHOGONAL, 2, "rook-eagle|aigle-tour|Turmadler", "R90"),
    _angled("RW", ORTHOGONAL, 3, "rook-sparrow|moineau-tour|Turmspatz", "R180"),
    _angled("BM", DIAGONAL, 1, "bishop-moose|élan-fou|Läuferelch", "B270"),
    _angled("BE", DIAGONAL, 2, "bishop-eagle|aigle-fou|Läuferadler", "B90"),
    _angled("BW", DIAGONAL, 3, "bishop-sparrow|moineau-fou|Läuferspatz", "B180"),
    made("SC", both(Angled(QUEENWISE, (1, -1), knightwise=True)), "scarab|scarabée|Skarabäus", "N180"),
)
