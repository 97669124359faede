"""Hoppers: over a man, the hurdle, and on; they take what stands where they arrive."""
from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from feerie.base.frozen import frozen
from feerie.men.making import both, made
from feerie.men.riders import rose_paths
from feerie.rules.along import Along, Hop, Hopper, Lame, Vault
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
    turned,
)

__all__ = ["ANGLED", "GRASSHOPPER", "HOPPERS", "LION", "MIDWAY", "NIGHTRIDER_HOPPER", "Angled", "Edgewise", "Fixed",
           "Midway", "Rebounding", "WindingHopper"]

ONE_ON = Hop()
FARTHEST = 7
"""The longest way on the chessboard."""
RING: tuple[Offset, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions, clockwise."""

GRASSHOPPER = Man("G", ((Hopper(QUEENWISE, Hop()), Mode.BOTH),), name="grasshopper",
                  names=Names(("grasshopper",), ("sauterelle",), ("Grashüpfer",)), popeye="G", drawn=Turned("Q", 180),
                  genders=Genders(fr="f"))
LION = Man("LI", ((Hopper(QUEENWISE, Hop(beyond=None)), Mode.BOTH),), name="lion",
           names=Names(("lion",), ("lion",), ("Löwe",)), popeye="LI", drawn=Turned("Q", 90))
NIGHTRIDER_HOPPER = Man("NH", ((Hopper(KNIGHTWISE, Hop()), Mode.BOTH),), name="nightrider-hopper",
                        names=Names(("nightrider-hopper",), ("sauterelle-noctambule",), ("Nachtreiter-Hüpfer",)),
                        popeye="NH", drawn=Turned("N", 90), genders=Genders(fr="f"))


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
class WindingHopper:
    """Lines that turn: each a path of steps, as far as it stays on the board."""

    paths: tuple[tuple[Offset, ...], ...]
    along: Along = Hop()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(dict.fromkeys(line for steps in self.paths if (line := path(board, square, steps))))


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


@frozen
class Midway:
    """By two leaps of one length, the first onto the hurdle: straight on, or turned by so many right angles, or, where
    `quarters` is None, any other way. If `stoppable`, nothing else may stand on either way; if `queenwise`, both are
    along lines of a queen; other leaps that turn go three squares aside at most (Popeye). `from_here`: the second leap is made from the man's own square instead.
    """

    quarters: tuple[int, ...] | None = (0,)
    stoppable: bool = False
    queenwise: bool = False
    from_here: bool = False
    along: Along = Vault()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        lines = (_squares(board, square, offsets) for offsets in self._offsets())
        return tuple(dict.fromkeys(line for line in lines if line))

    def _offsets(self) -> Iterator[tuple[Offset, ...]]:
        """The lines as distances from the man's square."""
        leaps = [step for step in _LEAPS if not self.queenwise or _is_queenwise(step)]
        most = FARTHEST if self.quarters is None else FARTHEST // 2
        for first in (step for step in leaps if max(map(abs, step)) <= most or _is_queenwise(step)):
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


def _is_queenwise(step: Offset) -> bool:
    return not step[0] or not step[1] or abs(step[0]) == abs(step[1])


@frozen
class Stopping:
    """Half the way to the hurdle; if `stoppable`, nothing else may stand on the way to it."""

    stoppable: bool = False
    along: Along = Vault()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        lines = (_squares(board, square, offsets) for offsets in self._offsets())
        return tuple(line for line in lines if line)

    def _offsets(self) -> Iterator[tuple[Offset, ...]]:
        span = range(-(FARTHEST // 2), FARTHEST // 2 + 1)
        for target in ((files, ranks) for files in span for ranks in span if files or ranks):
            hurdle = (2 * target[0], 2 * target[1])
            between = [at for at in _on_way(hurdle) if at != target] if self.stoppable else []
            yield (*between, hurdle, target)


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


@frozen
class Rebounding:
    """Along straight lines to the first man or, `from_edge`, to the edge, and back as far again beyond its own square,
    over empty squares.
    """

    steps: tuple[Offset, ...]
    from_edge: bool = False

    @property
    def along(self) -> Along:
        return Lame() if self.from_edge else Vault()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(self._lines(board, square))

    def _lines(self, board: Board, square: int) -> Iterator[Ray]:
        for step in self.steps:
            ray, back = board.ray(square, *step), board.ray(square, -step[0], -step[1])
            for index, target in enumerate(back):
                if self.from_edge and index == len(ray):
                    yield (*ray, *back[:index], target)
                if not self.from_edge and index < len(ray) and ray[index] != target:
                    yield (*ray[:index], *back[:index], ray[index], target)


@frozen
class Edgewise:
    """Along straight lines between the edge and the other squares of the board, over empty squares."""

    steps: tuple[Offset, ...]
    along: Along = Lame()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        lines = (ray[:index] for step in self.steps for ray in (board.ray(square, *step),)
                 for index in range(1, len(ray) + 1))
        return tuple(line for line in lines if _at_edge(board, square) != _at_edge(board, line[-1]))


def _at_edge(board: Board, square: int) -> bool:
    return board.file(square) in (0, board.files - 1) or board.rank(square) in (0, board.ranks - 1)


def _hopper(letter: str, steps: tuple[Offset, ...], names: str, drawn: str, genders: str = "mm",
            hop: Hop = ONE_ON) -> Man:
    return made(letter, both(Hopper(steps, hop)), names, drawn, genders)


def _angled(letter: str, steps: tuple[Offset, ...], eighths: int, names: str, drawn: str, genders: str = "mm") -> Man:
    return made(letter, both(Angled(steps, (eighths, -eighths))), names, drawn, genders)


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
MIDWAY = (
    made("EQ", both(Midway(stoppable=True)), "equihopper|équisauteur anglais|Equihopper", "Q270"),
    made("NE", both(Midway()), "nonstop equihopper|équisauteur|Nonstop-Equihopper", "Q270"),
    made("OR", both(Midway(stoppable=True, queenwise=True)), "orix|orix|Orix", "Q90"),
    made("NO", both(Midway(queenwise=True)), "nonstop orix|orix non-stop|Nonstop-Orix", "Q90"),
    made("EE", both(Midway((1, 3), stoppable=True)), "eagle-equihopper|équisauteur-aigle|Adler-Equihopper", "Q270"),
    made("EN", both(Midway((1, 3))), "nonstop eagle-equihopper|équisauteur-aigle non-stop|Nonstop-Adler-Equihopper",
         "Q270"),
    made("TH", both(Midway((0, 1, 2, 3), queenwise=True)), "treehopper|sauteur-arbre|Baumhüpfer", "Q180"),
    made("GE", both(Midway(None)), "greater treehopper|grand sauteur-arbre|großer Baumhüpfer",
         "Q180"),
    made("LH", both(Midway((1, 2, 3), queenwise=True, from_here=True)), "leafhopper|sauteur-feuille|Blatthüpfer",
         "Q180"),
    made("GF", both(Midway(None, from_here=True)),
         "greater leafhopper|grand sauteur-feuille|großer Blatthüpfer", "Q180"),
    made("QE", both(Stopping(stoppable=True)), "equistopper|équistoppeur|Equistopper", "Q270"),
    made("QF", both(Stopping()), "nonstop equistopper|équistoppeur non-stop|Nonstop-Equistopper", "Q270"),
)
BOUNCED = (
    made("B1", both(Rebounding(QUEENWISE), Rebounding(QUEENWISE, from_edge=True)), "bouncer|bouncer|Bouncer", "Q270"),
    made("B2", both(Rebounding(ORTHOGONAL), Rebounding(ORTHOGONAL, from_edge=True)),
         "rook-bouncer|tour-bouncer|Turmbouncer", "R270", "fm"),
    made("B3", both(Rebounding(DIAGONAL), Rebounding(DIAGONAL, from_edge=True)),
         "bishop-bouncer|fou-bouncer|Läuferbouncer", "B270"),
    made("EH", both(Edgewise(QUEENWISE)), "edgehog|edgehog|Randschwein", "Q90", "mn"),
)
