"""Bouncers, which men and edges throw back, and the edgehog, which goes from edge to middle by turns."""
from __future__ import annotations

from collections.abc import Iterator

from feerie.base.frozen import frozen
from feerie.men.making import both, made
from feerie.rules.along import Along, Lame, Vault
from feerie.rules.board import Board, Ray
from feerie.rules.movement import DIAGONAL, ORTHOGONAL, QUEENWISE, Offset

__all__ = ["BOUNCERS", "Edgewise", "Rebounding"]


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
        return tuple(line for line in lines if board.is_at_edge(square) != board.is_at_edge(line[-1]))


BOUNCERS = (
    made("B1", both(Rebounding(QUEENWISE), Rebounding(QUEENWISE, from_edge=True)), "bouncer|bouncer|Bouncer", "Q270"),
    made("B2", both(Rebounding(ORTHOGONAL), Rebounding(ORTHOGONAL, from_edge=True)),
         "rook-bouncer|tour-bouncer|Turmbouncer", "R270", "fm"),
    made("B3", both(Rebounding(DIAGONAL), Rebounding(DIAGONAL, from_edge=True)),
         "bishop-bouncer|fou-bouncer|Läuferbouncer", "B270"),
    made("EH", both(Edgewise(QUEENWISE)), "edgehog|edgehog|Randschwein", "Q90", "mn"),
)
