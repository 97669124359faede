"""What must be chosen: moves of some length, moves with some outcome."""
from __future__ import annotations

from math import isqrt

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import WHITE, Board
from feerie.rules.facet import Compiled, Outcome
from feerie.rules.properties import Property
from feerie.rules.scene import Played, Scene

__all__ = ["Accepted", "Length"]


@frozen
class Length(Compiled):
    """A side must play one of its longest moves or, if `shortest`, of its shortest.

    Lengths go from the middle of a square to the middle of another. A castling of any kind is as long as the two moves
    together (a ruling: so orthodox castling is four squares long, or five).
    """

    side: int
    shortest: bool = False

    @property
    def loses(self) -> Property:
        return Property.FREE

    @property
    def slot(self) -> Message:
        return Message("which moves of White are long enough" if self.side == WHITE
                       else "which moves of Black are long enough")

    def measure(self, scene: Scene, played: Played) -> int:
        length = squared(scene.board, played.origin, played.target)
        if played.partner:
            length = together(length, squared(scene.board, *played.partner))
        return -length if self.shortest else length


def squared(board: Board, origin: int, target: int) -> int:
    """The square of the distance of two squares."""
    return (board.file(origin) - board.file(target)) ** 2 + (board.rank(origin) - board.rank(target)) ** 2


def together(first: int, second: int) -> int:
    """The square of the sum of two lengths of one direction, from their squares.

    >>> together(4, 9)
    25
    """
    return first + second + 2 * isqrt(first * second)


@frozen
class Accepted(Compiled):
    """Moves may have some outcomes alone: those of a side, or of both (None)."""

    outcomes: Outcome
    side: int | None = None

    @property
    def loses(self) -> Property:
        return Property.FREE

    def accepts(self, side: int, outcome: Outcome) -> bool:
        return self.side not in (None, side) or outcome in self.outcomes
