"""Movements made of another one: the kernel makes them of its look-ups, and their plain methods say how."""
from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import ClassVar

from feerie.base.frozen import frozen
from feerie.rules.along import LineMovement, kept_lines
from feerie.rules.board import Board
from feerie.rules.movement import Movement
from feerie.rules.properties import Property

__all__ = ["Compound", "Twice", "Wandering"]


@frozen
class Twice:
    """Two moves in one, the first to an empty square, the second elsewhere than back."""

    movement: LineMovement
    bouncing: ClassVar[bool] = False
    loses: ClassVar[Property] = Property.LINES

    def moves(self, board: Board, men: Sequence[str], square: int, side: int) -> Iterator[int]:
        others = frozenset(at for at, man in enumerate(men) if man and at != square)
        for first in _ends(self.movement, board, square, side, others):
            if first not in others:
                yield from (at for at in _ends(self.movement, board, first, side, others) if at != square)


@frozen
class Wandering:
    """As a movement over empty squares, again and again in any direction, on from each square where it arrives;
    if `bouncing`, only from those at the edge.
    """

    movement: Movement
    bouncing: bool = False
    loses: ClassVar[Property] = Property.LINES

    def moves(self, board: Board, men: Sequence[str], square: int, side: int) -> Iterator[int]:
        occupied = frozenset(at for at, man in enumerate(men) if man) | {square}
        met, left = {square}, [square]
        while left:
            for at in _ends(self.movement, board, left.pop(), side, occupied):
                if at not in met:
                    met.add(at)
                    yield at
                    if at not in occupied and (not self.bouncing or board.is_at_edge(at)):
                        left.append(at)


Compound = Twice | Wandering


def _ends(movement: object, board: Board, square: int, side: int, occupied: Set[int]) -> Iterator[int]:
    """Where one move of a movement ends."""
    for line, along in kept_lines(movement, board, square, side):
        yield from (arrival.target for arrival in along.arrivals(line, occupied))
