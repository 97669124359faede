"""Riders: any number of steps over empty squares, equal ones along straight lines, or ones that turn."""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from feerie.base.frozen import frozen
from feerie.men.making import both, made
from feerie.rules.board import Board, Ray
from feerie.rules.genre import Man, Names, Turned
from feerie.rules.movement import (
    DIAGONAL,
    KNIGHTWISE,
    ORTHOGONAL,
    QUEENWISE,
    Leaper,
    Mode,
    Movement,
    Offset,
    Rider,
    Winding,
    leaps,
    turned,
)

__all__ = ["NIGHTRIDER", "RIDERS", "ROSE", "ByFile", "Facing", "Reflecting", "rose_paths"]

MOST_BENDS = 14
"""Steps of a line on the chessboard, at most."""

NIGHTRIDER = Man("NR", ((Rider(KNIGHTWISE), Mode.BOTH),), name="nightrider",
                 names=Names(("nightrider",), ("noctambule",), ("Nachtreiter",)), popeye="N",
                 drawn=Turned("N", 180))


def _around(cycles: Iterable[tuple[Offset, ...]]) -> Iterator[tuple[Offset, ...]]:
    """Cycles of steps as paths in all directions, mirrored too."""
    for cycle in cycles:
        for mirror in (1, -1):
            for quarters in range(4):
                steps = tuple(turned((files * mirror, ranks), quarters) for files, ranks in cycle)
                yield (steps * MOST_BENDS)[:MOST_BENDS]


def winding(*cycles: tuple[Offset, ...]) -> Winding:
    """A rider that takes the steps of a cycle one after another, again and again."""
    return Winding(tuple(dict.fromkeys(_around(cycles))))


def rose_paths() -> tuple[tuple[Offset, ...], ...]:
    """The octagons of knight's leaps, both ways round, without the leap that would close them."""
    ring = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
    return tuple(tuple(ring[(start + way * count) % 8] for count in range(7)) for start in range(8) for way in (1, -1))


@frozen
class Reflecting:
    """A rider that the edge of the board throws back as a mirror does light, at most so many times (None: always).

    `beyond`: the mirror stands behind the squares of the edge, not on them, so that the line shifts by a square.
    """

    steps: tuple[Offset, ...]
    most: int | None = None
    beyond: bool = False

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(dict.fromkeys(ray for step in self.steps if (ray := self._ray(board, square, step))))

    def _ray(self, board: Board, square: int, step: Offset) -> Ray:
        found, at, left, seen = list[int](), square, self.most, set[tuple[int, Offset]]()
        while (at, step) not in seen:
            seen.add((at, step))
            ahead = board.step(at, *step)
            if ahead is None:
                if left == 0:
                    break
                left = None if left is None else left - 1
                files, ranks = step
                aside = not 0 <= board.file(at) + files < board.files
                upright = not 0 <= board.rank(at) + ranks < board.ranks
                if not aside and not upright:
                    break
                step = (-files if aside else files, -ranks if upright else ranks)
                ahead = board.step(at, 0 if aside else files, 0 if upright else ranks) if self.beyond \
                    else board.step(at, *step)
                if ahead is None:
                    break
            at = ahead
            if at == square:
                break
            found.append(at)
        return tuple(found)


@frozen
class Facing:
    """Up the board, as White sees it, as one rider, down as another, sideways as neither."""

    up: tuple[Offset, ...]
    down: tuple[Offset, ...]

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        steps = [step for step in self.up if step[1] > 0] + [step for step in self.down if step[1] < 0]
        return tuple(ray for step in steps if (ray := board.ray(square, *step)))


@frozen
class ByFile:
    """As the man of the game array on whose file it stands."""

    files: tuple[Movement, ...]

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return self.files[board.file(square) % len(self.files)].rays(board, square, side)


ROSE = Winding(rose_paths())
_ROOK, _BISHOP, _QUEEN, _KNIGHT = Rider(ORTHOGONAL), Rider(DIAGONAL), Rider(QUEENWISE), Leaper(KNIGHTWISE)
_TROJAN = Winding(tuple((step, *(((2 if step[0] > 0 else -2, 0) if abs(step[0]) == 2 else
                                  (0, 2 if step[1] > 0 else -2)),) * 3) for step in KNIGHTWISE))

RIDERS = (
    made("WR", both(_ROOK), "wazirrider|vizir noctambule|Wesirreiter", "R180"),
    made("FR", both(_BISHOP), "fersrider|fers noctambule|Fersreiter", "B180"),
    made("CR", both(Rider(leaps(1, 3))), "camelrider|chameau noctambule|Kamelreiter", "R90"),
    made("ZR", both(Rider(leaps(2, 3))), "zebrarider|zèbre noctambule|Zebrareiter", "N270"),
    made("GR", both(Rider(KNIGHTWISE + leaps(1, 3))), "gnurider|gnou noctambule|Gnureiter", "N270"),
    made("AM", both(_QUEEN, _KNIGHT), "amazon|amazone|Amazone", "Q90", "ff"),
    made("EM", both(_ROOK, _KNIGHT), "empress|impératrice|Kaiserin", "R180", "ff"),
    made("PR", both(_BISHOP, _KNIGHT), "princess|princesse|Prinzessin", "B180", "ff"),
    made("WA", both(_ROOK, Rider(KNIGHTWISE)), "waran|varan|Waran", "R270"),
    made("ET", both(_QUEEN, Rider(KNIGHTWISE)), "elephant|éléphant|Elefant", "Q180"),
    made("RO", both(ROSE), "rose|rose|Rose", "R270", "ff"),
    made("SS", both(winding(((-1, 2), (1, 2)), ((2, 1), (-2, 1)))), "spiralspringer|cavalier spirale|Spiralspringer",
         "N270"),
    made("DS", both(winding(((1, 2), (2, 1)), ((-1, 2), (2, -1)))),
         "diagonal spiralspringer|cavalier spirale diagonale|Diagonalspiralspringer", "N90"),
    made("S1", both(winding(((-1, 2), (2, -1)))),
         "1,1-zigzag nightrider|noctambule en zigzag 1,1|1,1-Zickzack-Nachtreiter", "N270"),
    made("S2", both(winding(((2, 1), (-2, 1)))),
         "2,0-zigzag nightrider|noctambule en zigzag 2,0|2,0-Zickzack-Nachtreiter", "N270"),
    made("S3", both(winding(((1, 2), (2, 1)))),
         "3,3-zigzag nightrider|noctambule en zigzag 3,3|3,3-Zickzack-Nachtreiter", "N270"),
    made("S4", both(winding(((-1, 2), (1, 2)))),
         "4,0-zigzag nightrider|noctambule en zigzag 4,0|4,0-Zickzack-Nachtreiter", "N270"),
    made("QN", both(winding(((1, 2), (2, -1)), ((2, -1), (1, 2)))),
         "quintessence/3,1-zigzag nightrider|quintessence|Quintessenz", "N270", "ff"),
    made("CT", both(_TROJAN), "trojan cavalier|cavalier de Troie|trojanischer Springer", "B270"),
    made("BT", both(winding(((1, 1), (1, -1)))), "boyscout|boy-scout|Pfadfinder", "B180"),
    made("GT", both(winding(((1, 0), (0, 1)))), "girlscout|girl-scout|Pfadfinderin", "R270", "ff"),
    made("AR", both(Reflecting(DIAGONAL, 1)), "archbishop|archevêque|Erzbischof", "B180"),
    made("RB", both(Reflecting(DIAGONAL)), "reflecting bishop|fou rebondissant|reflektierender Läufer", "B90"),
    made("C", both(Reflecting(DIAGONAL, 1, beyond=True)), "cardinal|cardinal|Kardinal", "B270"),
    made("RR", both(Facing(ORTHOGONAL, DIAGONAL)), "rook-bishop hunter|tour-fou chasseur|Turm-Läufer-Jäger", "R270"),
    made("BR", both(Facing(DIAGONAL, ORTHOGONAL)), "bishop-rook hunter|fou-tour chasseur|Läufer-Turm-Jäger", "R90"),
    made("QQ", both(ByFile((_ROOK, _KNIGHT, _BISHOP, _QUEEN, Leaper(QUEENWISE), _BISHOP, _KNIGHT, _ROOK))),
         "querquisite|querquisite|Odysseus", "Q180", "fm"),
)
