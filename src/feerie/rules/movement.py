"""How men move: a movement gives, for every square, the rays a man has from it.

A movement is any frozen value with a method `rays`; leapers have rays of one square. A man moves along a ray
until it meets another man. Genres with rays of their own (rebounds, one-way rings) define their movement
beside the genre; the kernel knows rays only.
"""
from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NamedTuple, Protocol, runtime_checkable

from feerie.base.frozen import frozen
from feerie.rules.board import WHITE, Board, Ray

Offset = tuple[int, int]
"""Files to the right and ranks up, from one square to another."""


class Mode(IntEnum):
    """What a movement is for."""

    BOTH = 0
    QUIET = 1
    CAPTURE = 2


class Movement(Protocol):
    """The rays of a man of `side` (0 White, 1 Black) on `square`; empty rays are left out."""

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]: ...


class RayKind(Enum):
    """What makes a ray what it is, if that needs explaining. Explanations have a sentence for each."""

    FORWARD = "forward"
    REBOUND = "rebound"
    BACKWARD = "one step back"
    SIDEWAYS = "sideways"
    AGAINST_ARROWS = "sideways against the arrows"
    ONE_STEP = "one step"


class RayRule(NamedTuple):
    """One rule of a movement: the squares that it gives, and those further on the same line that it does not."""

    kind: RayKind
    given: Ray
    beyond: Ray = ()


@runtime_checkable
class RuledMovement(Protocol):
    """A movement that says why each of its rays ends where it does; explanations name these rules.

    The squares given by all rules together are those of `rays`.
    """

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]: ...
    def ray_rules(self, board: Board, square: int, side: int) -> tuple[RayRule, ...]: ...


@frozen
class Leaper:
    """One step of each kind, whatever stands between."""

    steps: tuple[Offset, ...]

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        targets = (board.step(square, *step) for step in self.steps)
        return tuple((target,) for target in targets if target is not None)


@frozen
class Rider:
    """Any number of equal steps of each kind over empty squares."""

    steps: tuple[Offset, ...]

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(ray for step in self.steps if (ray := board.ray(square, *step)))


@frozen
class PawnAdvance:
    """One step ahead, two from `double_rank` (counted from the own side's first rank, 0)."""

    double_rank: int = 1

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        ahead = 1 if side == WHITE else -1
        rank = board.rank(square) if side == WHITE else board.ranks - 1 - board.rank(square)
        ray = board.ray(square, 0, ahead)[:2 if rank == self.double_rank else 1]
        return (ray,) if ray else ()


@frozen
class PawnCapture:
    """One step diagonally ahead."""

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        ahead = 1 if side == WHITE else -1
        targets = (board.step(square, files, ahead) for files in (-1, 1))
        return tuple((target,) for target in targets if target is not None)


ORTHOGONAL: tuple[Offset, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: tuple[Offset, ...] = ((1, 1), (-1, 1), (1, -1), (-1, -1))
QUEENWISE = ORTHOGONAL + DIAGONAL
KNIGHTWISE: tuple[Offset, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def leaps(files: int, ranks: int) -> tuple[Offset, ...]:
    """All steps that go so far one way and so far the other way."""
    ways = ((files, ranks), (ranks, files))
    return tuple(sorted({(x * right, y * up) for x, y in ways for right in (1, -1) for up in (1, -1)}))


def turned(step: Offset, quarters: int) -> Offset:
    """A step turned by so many right angles, clockwise."""
    files, ranks = step
    for _ in range(quarters % 4):
        files, ranks = ranks, -files
    return files, ranks


def path(board: Board, square: int, steps: Iterable[Offset]) -> Ray:
    """The squares of some steps one after another, as far as they stay on the board."""
    found = list[int]()
    for step in steps:
        at = board.step(found[-1] if found else square, *step)
        if at is None or at == square:
            break
        found.append(at)
    return tuple(found)


@frozen
class Winding:
    """Riders whose lines turn: each a path of steps, as far as it stays on the board and the squares are empty."""

    paths: tuple[tuple[Offset, ...], ...]

    def rays(self, board: Board, square: int, side: int) -> tuple[Ray, ...]:
        return tuple(dict.fromkeys(ray for steps in self.paths if (ray := path(board, square, steps))))
