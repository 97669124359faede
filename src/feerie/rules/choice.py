"""What must be chosen: moves of some length, moves with some outcome."""
from __future__ import annotations

from math import isqrt, sqrt
from typing import ClassVar

from feerie.base.errors import Message
from feerie.base.frozen import frozen
from feerie.rules.board import WHITE, Board
from feerie.rules.facet import Compiled, Outcome
from feerie.rules.properties import Property
from feerie.rules.scene import Played, Scene

__all__ = ["Accepted", "Captures", "Length", "LoneMate", "Order", "Preference"]


BENT = 6
"""The square of a straight and a diagonal step together, more than 5 and less than 8."""


@frozen
class Preference(Compiled):
    """A side must play one of those of its moves that have the greatest measure."""

    side: int

    @property
    def loses(self) -> Property:
        return Property.FREE

    @property
    def slot(self) -> Message:
        return Message("which of its moves White must play" if self.side == WHITE
                       else "which of its moves Black must play")


@frozen
class Captures(Preference):
    """A side must capture if it can."""

    def measure(self, scene: Scene, played: Played) -> int:
        return int(played.struck is not None)

    def prefers(self, measure: int) -> str:
        """What a move of a greater measure is called: the variant of its sentence."""
        return "capture"


@frozen
class Order(Preference):
    """A side must move the first of its men that can move, file by file: from a1, a2, ... to h8."""

    oriented: ClassVar[bool] = True

    def measure(self, scene: Scene, played: Played) -> int:
        return -self.place(scene.board, played.origin)

    def place(self, board: Board, square: int) -> int:
        """The place of a square in the order."""
        return board.file(square) * board.ranks + board.rank(square)

    def prefers(self, measure: int) -> str:
        return "earlier"


@frozen
class Length(Preference):
    """A side must play one of its longest moves or, if `shortest`, of its shortest.

    Lengths go from the middle of a square to the middle of another, those of mao and moa by the square between. A
    castling of any kind is as long as the two moves together (a ruling: so orthodox castling is four squares long, or
    five).
    """

    shortest: bool = False

    def prefers(self, measure: int) -> str:
        return "shorter" if self.shortest else "longer"

    def measure(self, scene: Scene, played: Played) -> int:
        length = squared(scene.board, played.origin, played.target)
        if played.partner:
            length = together(length, squared(scene.board, *played.partner))
        elif any(getattr(movement, "bends", False) for movement, _ in scene.genre.man(played.moving.letter).moves):
            length = BENT
        return -length if self.shortest else length

    def length(self, measure: int) -> float:
        """The length of moves of a measure."""
        return 1 + sqrt(2) if abs(measure) == BENT else sqrt(abs(measure))


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


@frozen
class LoneMate(Compiled):
    """A move that mates is legal only if it is the only one of its side that does.

    Moves that are illegal for this alone parry no check: a side that could answer a check by two mates only is mated.
    """

    mates_alone: ClassVar[bool] = True

    @property
    def loses(self) -> Property:
        return Property.FREE
