"""Equihoppers and their kin: by two leaps of one length, with the hurdle where the first one leads."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import gcd

from feerie.base.frozen import frozen
from feerie.men.making import Asked, both, made
from feerie.rules.along import Along, LineMovement, Vault, kept_lines
from feerie.rules.board import Board, Ray
from feerie.rules.facet import Men
from feerie.rules.movement import Offset, turned
from feerie.rules.trait import Trait
from feerie.rules.unit import unit_of

__all__ = ["EQUIHOPPERS", "Midway", "OverEnemies", "Stopping"]

FARTHEST = 7
"""The longest way on the chessboard."""


def _squares(board: Board, square: int, offsets: tuple[Offset, ...]) -> Ray | None:
    """The squares so far from one; None if one of them is not on the board, or the square itself."""
    found = tuple(board.step(square, *offset) for offset in offsets)
    return None if None in found or square in found else found  # type: ignore[return-value]


def _on_way(offset: Offset) -> tuple[Offset, ...]:
    """What a straight line passes on its way to a square so far away."""
    files, ranks = offset
    parts = gcd(files, ranks)
    return tuple((files // parts * part, ranks // parts * part) for part in range(1, parts))


@frozen
class Midway:
    """By two leaps of one length, the first onto the hurdle: straight on, or turned by so many right angles, or, where
    `quarters` is None, any other way. If `stoppable`, nothing else may stand on either way; if `queenwise`, both are
    along lines of a queen. `from_here`: the second leap is made from the man's own square instead.

    Leaps are multiples of ones that go at most three squares either way (Popeye), but where any other way is free;
    `near`: those that are not along lines of a queen go no farther themselves.
    """

    quarters: tuple[int, ...] | None = (0,)
    stoppable: bool = False
    queenwise: bool = False
    from_here: bool = False
    near: bool = False
    along: Along = Vault()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        lines = (_squares(board, square, offsets) for offsets in self._offsets)
        return tuple(dict.fromkeys(line for line in lines if line))

    @cached_property
    def _offsets(self) -> tuple[tuple[Offset, ...], ...]:
        """The lines as distances from the man's square."""
        return tuple(self._each())

    def _each(self) -> Iterator[tuple[Offset, ...]]:
        leaps = [step for step in _LEAPS if _is_queenwise(step)
                 or not self.queenwise and (not self.near or max(map(abs, step)) <= FARTHEST // 2)]
        for first in (step for step in leaps if self.quarters is None or _is_short(step)):
            seconds = [step for step in leaps if _length(step) == _length(first)] if self.quarters is None else \
                [turned(first, quarters) for quarters in self.quarters]
            for second in seconds:
                x, y = (0, 0) if self.from_here else first
                target = (x + second[0], y + second[1])
                between = [*_on_way(first), *((x + files, y + ranks) for files, ranks in _on_way(second))]
                if target not in ((0, 0), first):
                    yield (*(between if self.stoppable else ()), first, target)


_LEAPS = tuple((files, ranks) for files in range(-FARTHEST, FARTHEST + 1) for ranks in range(-FARTHEST, FARTHEST + 1)
               if files or ranks)


def _length(step: Offset) -> int:
    """The square of the length of a step."""
    return step[0] ** 2 + step[1] ** 2


def _is_short(step: Offset) -> bool:
    """Whether a leap is a multiple of one that goes at most three squares either way."""
    return max(map(abs, step)) // gcd(*step) <= FARTHEST // 2


def _is_queenwise(step: Offset) -> bool:
    return not step[0] or not step[1] or abs(step[0]) == abs(step[1])


@frozen
class Stopping:
    """Half the way to the hurdle; if `stoppable`, nothing else may stand on the way to it."""

    stoppable: bool = False
    along: Along = Vault()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        lines = (_squares(board, square, offsets) for offsets in self._offsets)
        return tuple(line for line in lines if line)

    @cached_property
    def _offsets(self) -> tuple[tuple[Offset, ...], ...]:
        return tuple(self._each())

    def _each(self) -> Iterator[tuple[Offset, ...]]:
        span = range(-(FARTHEST // 2), FARTHEST // 2 + 1)
        for target in ((files, ranks) for files in span for ranks in span if files or ranks):
            hurdle = (2 * target[0], 2 * target[1])
            between = [at for at in _on_way(hurdle) if at != target] if self.stoppable else []
            yield (*between, hurdle, target)


@frozen
class OverEnemies:
    """As a movement over a hurdle, where that is an enemy man, or a neutral one."""

    movement: LineMovement

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        occupied = frozenset(at for at, man in enumerate(men) if man)
        for line, along in kept_lines(self.movement, board, square, side):
            if men[line[-2]] and _is_enemy(men[line[-2]], side):
                yield from (arrival.target for arrival in along.arrivals(line, occupied))


def _is_enemy(man: str, side: int) -> bool:
    unit = unit_of(man)
    return unit.side != side or Trait.NEUTRAL in unit.traits


EQUIHOPPERS = (
    made("EQ", both(Midway(stoppable=True)), "equihopper|équisauteur anglais|Equihopper", "Q270"),
    made("NE", both(Midway()), "nonstop equihopper|équisauteur|Nonstop-Equihopper", "Q270"),
    made("OR", both(Midway(stoppable=True, queenwise=True)), "orix|orix|Orix", "Q90"),
    made("NO", both(Midway(queenwise=True)), "nonstop orix|orix non-stop|Nonstop-Orix", "Q90"),
    made("EN", both(Midway((1, 3))), "nonstop eagle-equihopper|équisauteur-aigle non-stop|Nonstop-Adler-Equihopper",
         "Q270"),
    made("EE", both(Asked(Midway((1, 3), stoppable=True, near=True))),
         "eagle-equihopper|équisauteur-aigle|Adler-Equihopper", "Q270"),
    made("TH", both(Midway((0, 1, 2, 3), queenwise=True)), "treehopper|sauteur-arbre|Baumhüpfer", "Q180"),
    made("GE", both(Midway(None)), "greater treehopper|grand sauteur-arbre|großer Baumhüpfer",
         "Q180"),
    made("LH", both(Midway((1, 2, 3), queenwise=True, from_here=True)), "leafhopper|sauteur-feuille|Blatthüpfer",
         "Q180"),
    made("GF", both(Midway(None, from_here=True)),
         "greater leafhopper|grand sauteur-feuille|großer Blatthüpfer", "Q180"),
    made("RK", both(OverEnemies(Midway(None))), "radial knight|cavalier radial|Radialspringer", "N270"),
    made("QE", both(Stopping(stoppable=True)), "equistopper|équistoppeur|Equistopper", "Q270"),
    made("QF", both(Stopping()), "nonstop equistopper|équistoppeur non-stop|Nonstop-Equistopper", "Q270"),
)
