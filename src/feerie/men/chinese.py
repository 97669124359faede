"""Chinese men: pao, vao and leo move as riders and capture over a hurdle; a mao is a knight that can be blocked."""
from __future__ import annotations

from feerie.base.frozen import frozen
from feerie.rules.along import Along, Hop, Hopper, Lame
from feerie.rules.board import Board, Ray
from feerie.rules.genre import Man, Names, Turned
from feerie.rules.movement import DIAGONAL, ORTHOGONAL, QUEENWISE, Mode, Offset, Rider

__all__ = ["LEO", "MAO", "PAO", "VAO"]


@frozen
class Bent:
    """One step of `steps`, and another one that goes on in its direction and aside."""

    steps: tuple[Offset, ...]
    along: Along = Lame()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        lines = []
        for files, ranks in self.steps:
            leg = board.step(square, files, ranks)
            for aside in (1, -1):
                end = None if leg is None else board.step(leg, files or aside, ranks or aside)
                if leg is not None and end is not None:
                    lines.append((leg, end))
        return tuple(lines)


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
