"""Chained men: several hops, leaps or rides in one move. No look-up holds them; their movements are asked in Python."""
from __future__ import annotations

from collections.abc import Iterator

from feerie.base.frozen import frozen
from feerie.men.making import both, kept_lines, made
from feerie.rules.along import Hop, Hopper, LineMovement
from feerie.rules.board import Board
from feerie.rules.facet import Men
from feerie.rules.movement import DIAGONAL, KNIGHTWISE, ORTHOGONAL, QUEENWISE, Leaper, Movement, Offset, Rider

__all__ = ["CHAINED", "Bouncing", "Twice", "Wandering"]


@frozen
class Twice:
    """Two moves in one, the first to an empty square, the second elsewhere than back."""

    movement: LineMovement

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        others = frozenset(at for at, man in enumerate(men) if man and at != square)
        for first in self._ends(board, square, side, others):
            if first not in others:
                yield from (at for at in self._ends(board, first, side, others) if at != square)

    def _ends(self, board: Board, square: int, side: int, others: frozenset[int]) -> Iterator[int]:
        for line, along in kept_lines(self.movement, board, square, side):
            yield from (arrival.target for arrival in along.arrivals(line, others))


@frozen
class Wandering:
    """Any number of leaps, each in any direction, over empty squares."""

    steps: tuple[Offset, ...]

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        met, left = {square}, [square]
        while left:
            origin = left.pop()
            for step in self.steps:
                at = board.step(origin, *step)
                if at is not None and at not in met:
                    met.add(at)
                    yield at
                    if not men[at]:
                        left.append(at)


@frozen
class Bouncing:
    """As a movement over empty squares, and on from each square at the edge, in any direction, again and again."""

    movement: Movement

    def moves(self, board: Board, men: Men, square: int, side: int) -> Iterator[int]:
        met, left = {square}, [square]
        while left:
            for ray in self.movement.rays(board, left.pop(), side):
                for at in ray:
                    if at == square:
                        break
                    if at not in met:
                        met.add(at)
                        yield at
                        if not men[at] and board.is_at_edge(at):
                            left.append(at)
                    if men[at]:
                        break


CHAINED = (
    made("DG", both(Twice(Hopper(QUEENWISE, Hop()))), "double grasshopper|double sauterelle|Doppelgrashüpfer", "Q180",
         "fm"),
    made("DK", both(Twice(Hopper(ORTHOGONAL, Hop()))),
         "double rookhopper|double sauterelle-tour|Doppelturmhüpfer", "R180", "fm"),
    made("DB", both(Twice(Hopper(DIAGONAL, Hop()))),
         "double bishophopper|double sauterelle-fou|Doppelläuferhüpfer", "B180", "fm"),
    made("UU", both(Wandering(KNIGHTWISE)), "ubi-ubi|ubi-ubi|Ubi-Ubi", "N180"),
    made("BK", both(Bouncing(Leaper(KNIGHTWISE))), "bouncy knight|cavalier rebondissant|reflektierender Springer",
         "N90"),
    made("BN", both(Bouncing(Rider(KNIGHTWISE))),
         "bouncy nightrider|noctambule rebondissant|reflektierender Nachtreiter", "N270"),
)
