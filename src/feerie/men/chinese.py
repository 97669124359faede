"""Chinese men: pao, vao and leo move as riders and capture over a hurdle; a mao is a knight that can be blocked."""
from __future__ import annotations

from collections.abc import Iterator

from feerie.base.frozen import frozen
from feerie.men.hoppers import WindingHopper
from feerie.men.making import both, made
from feerie.men.riders import ROSE
from feerie.rules.along import Along, Hop, Hopper, Lame, Vault
from feerie.rules.board import Board, Ray
from feerie.rules.genre import Man, Names, Turned
from feerie.rules.movement import DIAGONAL, KNIGHTWISE, ORTHOGONAL, QUEENWISE, Leaper, Mode, Offset, Rider

__all__ = ["CHINESE", "LEO", "MAO", "PAO", "VAO", "Bent", "BentRider"]


def _onward(files: int, ranks: int) -> tuple[Offset, Offset]:
    """The two steps that go on from one aside: diagonal ones from a straight one, straight ones from a diagonal one."""
    return ((files, 0), (0, ranks)) if files and ranks else ((files or 1, ranks or 1), (files or -1, ranks or -1))


@frozen
class Bent:
    """One step of `steps`, and another one that goes on: after a straight step in its direction and aside, after a
    diagonal one straight in one of its two directions.
    """

    steps: tuple[Offset, ...]
    along: Along = Lame()

    @property
    def bends(self) -> bool:
        """Whether its moves are as long as its two steps together: a ruling for mao and moa, not over a hurdle."""
        return isinstance(self.along, Lame)

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        lines = []
        for files, ranks in self.steps:
            leg = board.step(square, files, ranks)
            for onward in _onward(files, ranks):
                end = None if leg is None else board.step(leg, *onward)
                if leg is not None and end is not None:
                    lines.append((leg, end))
        return tuple(lines)


@frozen
class BentRider:
    """As `Bent`, again and again in one direction; `over`: one man, the hurdle, stands on some square of the way."""

    steps: tuple[Offset, ...]
    over: bool = False

    @property
    def along(self) -> Along:
        return Vault() if self.over else Lame()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(line for step in self.steps for onward in _onward(*step)
                     for line in self._lines(self._way(board, square, step, onward)))

    def _lines(self, way: Ray) -> Iterator[Ray]:
        """The lines to where each step ends."""
        for last in range(1, len(way), 2):
            if not self.over:
                yield way[:last + 1]
            for hurdle in range(last) if self.over else ():
                yield (*way[:hurdle], *way[hurdle + 1:last], way[hurdle], way[last])

    def _way(self, board: Board, square: int, step: Offset, onward: Offset) -> Ray:
        found, at = list[int](), square
        while True:
            leg = board.step(at, *step)
            end = None if leg is None else board.step(leg, *onward)
            if leg is None or end is None or square in (leg, end):
                return tuple(found)
            found += [leg, end]
            at = end


def _chinese(letter: str, steps: tuple[Offset, ...], figure: str) -> Man:
    name = letter.lower() + "o"
    return Man(letter, ((Rider(steps), Mode.QUIET), (Hopper(steps, Hop(beyond=None)), Mode.CAPTURE)),
               name=name, names=Names((name,), (name,), (name.capitalize(),)), popeye=letter,
               drawn=Turned(figure, 270))


PAO = _chinese("PA", ORTHOGONAL, "R")
VAO = _chinese("VA", DIAGONAL, "B")
LEO = _chinese("LE", QUEENWISE, "Q")
MAO = Man("MA", ((Bent(ORTHOGONAL), Mode.BOTH),), name="mao", names=Names(("mao",), ("mao",), ("Mao",)), popeye="MA",
          drawn=Turned("N", 270))

CHINESE = (
    made("NA", ((Rider(KNIGHTWISE), Mode.QUIET), (Hopper(KNIGHTWISE, Hop(beyond=None)), Mode.CAPTURE)), "nao|nao|Nao",
         "N90"),
    made("RA", ((ROSE, Mode.QUIET), (WindingHopper(ROSE.paths, Hop(beyond=None)), Mode.CAPTURE)), "rao|rao|Rao",
         "R180"),
    made("KO", ((Leaper(KNIGHTWISE), Mode.QUIET),
                (WindingHopper(tuple((step, step) for step in KNIGHTWISE)), Mode.CAPTURE)), "kao|kao|Kao", "K270"),
    made("MO", both(Bent(DIAGONAL)), "moa|moa|Moa", "N90"),
    made("AO", both(BentRider(ORTHOGONAL)), "maorider|mao noctambule|Maoreiter", "N270"),
    made("OA", both(BentRider(DIAGONAL)), "moarider|moa noctambule|Moareiter", "N90"),
    made("AH", both(Bent(ORTHOGONAL, Vault())), "maohopper|mao sauteur|Maohüpfer", "N90"),
    made("OH", both(Bent(DIAGONAL, Vault())), "moahopper|moa sauteur|Moahüpfer", "N270"),
    made("ML", both(BentRider(ORTHOGONAL, over=True)), "maorider-lion|mao noctambule lion|Maoreiterlöwe",
         "N270"),
    made("MM", both(BentRider(DIAGONAL, over=True)), "moarider-lion|moa noctambule lion|Moareiterlöwe",
         "N90"),
)
