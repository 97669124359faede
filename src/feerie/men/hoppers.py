"""Hoppers: along a line over a man, the hurdle, and on; they take what stands where they arrive."""
from __future__ import annotations

from collections.abc import Iterator

from feerie.base.frozen import frozen
from feerie.men.making import both, made
from feerie.men.riders import rose_paths
from feerie.rules.along import Along, Hop, Hopper, Vault
from feerie.rules.board import Board, Ray
from feerie.rules.genre import Genders, Man, Names, Turned
from feerie.rules.movement import (
    DIAGONAL,
    KNIGHTWISE,
    ORTHOGONAL,
    QUEENWISE,
    Leaper,
    Mode,
    Offset,
    leaps,
    path,
)

__all__ = ["GRASSHOPPER", "HOPPERS", "LION", "NIGHTRIDER_HOPPER", "Contra", "Fixed", "WindingHopper"]

ONE_ON = Hop()

GRASSHOPPER = Man("G", ((Hopper(QUEENWISE, Hop()), Mode.BOTH),), name="grasshopper",
                  names=Names(("grasshopper",), ("sauterelle",), ("Grashüpfer",)), popeye="G", drawn=Turned("Q", 180),
                  genders=Genders(fr="f"))
LION = Man("LI", ((Hopper(QUEENWISE, Hop(beyond=None)), Mode.BOTH),), name="lion",
           names=Names(("lion",), ("lion",), ("Löwe",)), popeye="LI", drawn=Turned("Q", 90))
NIGHTRIDER_HOPPER = Man("NH", ((Hopper(KNIGHTWISE, Hop()), Mode.BOTH),), name="nightrider-hopper",
                        names=Names(("nightrider-hopper",), ("sauterelle-noctambule",), ("Nachtreiter-Hüpfer",)),
                        popeye="NH", drawn=Turned("N", 90), genders=Genders(fr="f"))


@frozen
class WindingHopper:
    """Lines that turn: each a path of steps, as far as it stays on the board."""

    paths: tuple[tuple[Offset, ...], ...]
    along: Along = Hop()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(dict.fromkeys(line for steps in self.paths if (line := path(board, square, steps))))


@frozen
class Fixed:
    """Along straight lines over the first man, to the square that is so far behind it, over empty squares."""

    steps: tuple[Offset, ...]
    behind: int
    along: Along = Vault()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(line for step in self.steps for line in self._lines(board.ray(square, *step)))

    def _lines(self, ray: Ray) -> Iterator[Ray]:
        for index, hurdle in enumerate(ray[:-self.behind]):
            target = index + self.behind
            yield (*ray[:index], *ray[index + 1:target], hurdle, ray[target])


@frozen
class Contra:
    """Over a man on the first square of a line, to any square behind it, over empty squares; `backwards`: away from
    it instead.
    """

    steps: tuple[Offset, ...]
    backwards: bool = False
    along: Along = Vault()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(self._lines(board, square))

    def _lines(self, board: Board, square: int) -> Iterator[Ray]:
        for step in self.steps:
            first = board.step(square, *step)
            if first is None:
                continue
            way = board.ray(square, -step[0], -step[1]) if self.backwards else board.ray(first, *step)
            for index, target in enumerate(way):
                if target not in (square, first):
                    yield (*way[:index], first, target)


def _hopper(letter: str, steps: tuple[Offset, ...], names: str, drawn: str, genders: str = "mm",
            hop: Hop = ONE_ON) -> Man:
    return made(letter, both(Hopper(steps, hop)), names, drawn, genders)


_GRASSHOPPER, _LIONS = Hopper(QUEENWISE, ONE_ON), Hop(beyond=None)
_ADJACENT: tuple[tuple[Offset, ...], ...] = tuple((step, step) for step in QUEENWISE)

HOPPERS = (
    _hopper("RH", ORTHOGONAL, "rookhopper|sauterelle-tour|Turmhüpfer", "R180", "fm"),
    _hopper("BH", DIAGONAL, "bishophopper|sauterelle-fou|Läuferhüpfer", "B180", "fm"),
    _hopper("CH", leaps(1, 3), "camelrider hopper|chameau sauteur|Kamelreiterhüpfer", "R90"),
    _hopper("ZH", leaps(2, 3), "zebrarider hopper|zèbre sauteur|Zebrareiterhüpfer", "N270"),
    _hopper("GH", KNIGHTWISE + leaps(1, 3), "gnurider hopper|gnou sauteur|Gnureiterhüpfer", "N90"),
    made("RP", both(WindingHopper(rose_paths())), "rosehopper|rose sauteuse|Rosenhüpfer", "R90", "fm"),
    made("KH", both(WindingHopper(_ADJACENT)), "kinghopper|roi sauteur|Königshüpfer", "K180"),
    made("KP", both(WindingHopper(tuple((step, step) for step in KNIGHTWISE))),
         "knighthopper|cavalier sauteur|Springerhüpfer", "N90"),
    _hopper("RL", ORTHOGONAL, "rook-lion|tour-lion|Turmlöwe", "R90", "fm", _LIONS),
    _hopper("BL", DIAGONAL, "bishop-lion|fou-lion|Läuferlöwe", "B90", "mm", _LIONS),
    _hopper("NL", KNIGHTWISE, "nightrider-lion|noctambule-lion|Nachtreiterlöwe", "N90", "mm", _LIONS),
    made("RN", both(WindingHopper(rose_paths(), _LIONS)), "rose-lion|rose-lion|Rosenlöwe", "R90", "fm"),
    _hopper("KA", QUEENWISE, "kangaroo|kangourou|Känguru", "Q90", "mn", Hop(2)),
    _hopper("KL", QUEENWISE, "kangaroo-lion|kangourou-lion|Kängurulöwe", "Q90", "mm", Hop(2, None)),
    _hopper("RT", QUEENWISE, "rabbit|lapin|Hase", "Q90", "mm", Hop(2, None)),
    _hopper("BO", QUEENWISE, "bob|bob|Bob", "Q90", "mm", Hop(4, None)),
    made("DO", both(_GRASSHOPPER, Hopper(QUEENWISE, Hop(2))), "dolphin|dauphin|Delfin", "Q270"),
    made("GL", both(Leaper(leaps(2, 2)), Hopper(ORTHOGONAL, Hop())), "gral|gral|Gral", "R90"),
    made("SO", both(Leaper(QUEENWISE), _GRASSHOPPER), "scorpion|scorpion|Skorpion", "Q180"),
    made("G2", both(Fixed(QUEENWISE, 2)), "grasshopper-2|sauterelle-2|Grashüpfer-2", "Q180", "fm"),
    made("G3", both(Fixed(QUEENWISE, 3)), "grasshopper-3|sauterelle-3|Grashüpfer-3", "Q180", "fm"),
    made("CG", both(Contra(QUEENWISE)), "contra-grasshopper|contra-sauterelle|Kontragrashüpfer", "Q180", "fm"),
    made("HC", both(Contra(QUEENWISE, backwards=True)), "contra-hamster|contra-hamster|Kontrahamster", "Q270"),
)
