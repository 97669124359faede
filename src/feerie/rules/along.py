"""How a man goes along a line of squares: where it arrives, as a function of the men that stand on the line.

A movement that is more than rays has a method `lines` and one of these values. Whatever is a function of the men on the
lines becomes the content of a look-up table, so the kernel has no code for any of them.
"""
from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import pairwise
from typing import NamedTuple, Protocol

from feerie.base.frozen import frozen
from feerie.rules.board import Board, Ray
from feerie.rules.movement import Offset

__all__ = ["RIDE", "Along", "Arrival", "Hop", "Hopper", "Lame", "Line", "LineMovement", "Overtake", "Ride",
           "lines_of"]


class Arrival(NamedTuple):
    """Where a man goes, and the square on which it takes whatever stands there: mostly the same."""

    struck: int
    target: int


class Along(Protocol):
    """The arrivals of a man on a line, whose squares it meets one after another; `occupied`: where men stand.

    Whether the man may go to an empty square and whose men it may take is not asked here.
    """

    def __hash__(self) -> int: ...
    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]: ...


@frozen
class Ride:
    """Over empty squares up to the first man, as all men that have `rays`."""

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        for square in line:
            yield Arrival(square, square)
            if square in occupied:
                return


RIDE = Ride()


@frozen
class Hop:
    """Over `hurdles` men, with any number of empty squares between, and at most `beyond` squares on (None: any number),
    up to the next man.
    """

    hurdles: int = 1
    beyond: int | None = 1

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        passed = 0
        behind = iter(line)
        while passed < self.hurdles:
            square = next(behind, None)
            if square is None:
                return
            passed += square in occupied
        for count, square in enumerate(behind, 1):
            if self.beyond is not None and count > self.beyond:
                return
            yield Arrival(square, square)
            if square in occupied:
                return


@frozen
class Lame:
    """To the end of the line, if nothing stands before it."""

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        if not occupied & set(line[:-1]):
            yield Arrival(line[-1], line[-1])


@frozen
class Overtake:
    """Over the first man, which is taken, to the square behind it, which must be empty."""

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        for square, behind in pairwise(line):
            if square in occupied:
                if behind not in occupied:
                    yield Arrival(square, behind)
                return


class LineMovement(Protocol):
    """A movement by lines: those of a man of `side` (0 White, 1 Black) on `square`, and how it goes along them."""

    @property
    def along(self) -> Along: ...
    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]: ...


@frozen
class Hopper:
    """Straight lines of equal steps of each kind."""

    steps: tuple[Offset, ...]
    along: Along = Hop()

    def lines(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(ray for step in self.steps if (ray := board.ray(square, *step)))


Line = tuple[Ray, Along]


def lines_of(movement: object, board: Board, square: int, side: int) -> tuple[Line, ...]:
    """The lines of any movement, each with how a man goes along it; none of one that goes along no lines (facet.py)."""
    if hasattr(movement, "rays"):
        return tuple((ray, RIDE) for ray in movement.rays(board, square, side))
    if not hasattr(movement, "along"):
        return ()
    along = movement.along
    return tuple((line, along) for line in movement.lines(board, square, side))  # type: ignore[attr-defined]
