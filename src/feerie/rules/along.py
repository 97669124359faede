"""How a man goes along a line of squares: where it arrives, as a function of the men that stand on the line.

A movement that is more than rays has a method `lines` and one of these values. Whatever is a function of the men on the
lines becomes the content of a look-up table, so the kernel has no code for any of them.
"""
from __future__ import annotations

from collections.abc import Iterator, Set
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol, runtime_checkable

from feerie.base.frozen import frozen
from feerie.rules.board import Board, Ray
from feerie.rules.movement import Offset

__all__ = ["RIDE", "Along", "Arrival", "Course", "Glide", "Hop", "Hopper", "Lame", "Line", "LineMovement", "Obstacle",
           "Overtake", "Ride", "Vault", "along_of", "course_of", "kept_lines", "lines_of"]


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


class Obstacle(Enum):
    """What keeps a man from a square on one of its lines. Explanations have a sentence for each."""

    BLOCKED = "blocked"
    """Men stand in the way."""
    NO_HURDLE = "no hurdle"
    """It would have to hop, and no man stands before the square."""
    FEW_HURDLES = "few hurdles"
    """It would have to hop over several men, and fewer stand before the square."""
    BEYOND = "beyond"
    """It goes less far behind the man that it passes."""
    NO_PREY = "no prey"
    """It goes there only over a man that it takes, and none stands before the square."""
    NO_ROOM = "no room"
    """The square behind the man that it would take must be empty."""
    MEN = "men"
    """The men on the line do not stand as its movement demands."""


class Course(NamedTuple):
    """How a man goes along a line to one of its squares, or what keeps it from going there.

    `struck`: the square on which it takes, None where that is not known; `passed`: the men that it hops over or
    overtakes; `obstacle`: None if it arrives; `at`: the squares of men in the way or, for BEYOND, the last square that
    it would reach.
    """

    struck: int | None
    passed: Ray = ()
    obstacle: Obstacle | None = None
    at: Ray = ()

    def takes_aside(self, target: int) -> bool:
        """Whether the man takes on its way to the square, and not there."""
        return self.struck != target


@runtime_checkable
class Accountable(Protocol):
    """A way to go along lines that says what it needs; None for a square to which no arrangement of men leads."""

    def course(self, line: Ray, occupied: Set[int], target: int) -> Course | None: ...


def course_of(along: Along, line: Ray, occupied: Set[int], target: int) -> Course | None:
    """The course along a line to one of its squares; None if no arrangement of men leads there."""
    if isinstance(along, Accountable):
        return along.course(line, occupied, target)
    struck = next((arrival.struck for arrival in along.arrivals(line, occupied) if arrival.target == target), None)
    return Course(struck, (), Obstacle.MEN if struck is None else None)


def _men_before(line: Ray, occupied: Set[int], target: int) -> Ray:
    """The men on a line before a square."""
    return tuple(square for square in line[:line.index(target)] if square in occupied)


def _blocked(target: int, blockers: Ray, passed: Ray = ()) -> Course:
    return Course(target, passed, Obstacle.BLOCKED if blockers else None, blockers[:1])


@frozen
class Ride:
    """Over empty squares up to the first man, as all men that have `rays`."""

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        for square in line:
            yield Arrival(square, square)
            if square in occupied:
                return

    def course(self, line: Ray, occupied: Set[int], target: int) -> Course:
        return _blocked(target, _men_before(line, occupied, target))


RIDE = Ride()


@frozen
class Glide(Ride):
    """As `Ride`, but two squares of it are no double step after which a man may be taken en passant."""


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

    def course(self, line: Ray, occupied: Set[int], target: int) -> Course:
        before = _men_before(line, occupied, target)
        hurdles, others = before[:self.hurdles], before[self.hurdles:]
        if len(hurdles) < self.hurdles:
            return Course(target, hurdles, Obstacle.NO_HURDLE if self.hurdles == 1 else Obstacle.FEW_HURDLES)
        last = line.index(target) if self.beyond is None else line.index(hurdles[-1]) + self.beyond
        if line.index(target) > last:
            return Course(target, hurdles, Obstacle.BEYOND, (line[last],))
        return _blocked(target, others, hurdles)


@frozen
class Lame:
    """To the end of the line, if nothing stands before it."""

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        if not occupied & set(line[:-1]):
            yield Arrival(line[-1], line[-1])

    def course(self, line: Ray, occupied: Set[int], target: int) -> Course | None:
        return _blocked(target, _men_before(line, occupied, target)) if target == line[-1] else None


@frozen
class Vault:
    """To the last square of the line over the man on the one before it, the hurdle, if no others stand on the line.

    The line says what decides, not the way: first what must be empty, in any order, then the hurdle and the target.
    """

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        if len(line) > 1 and line[-2] in occupied and not occupied & set(line[:-2]):
            yield Arrival(line[-1], line[-1])

    def course(self, line: Ray, occupied: Set[int], target: int) -> Course | None:
        if target != line[-1] or len(line) < 2:
            return None
        others = tuple(square for square in line[:-2] if square in occupied)
        if line[-2] not in occupied:
            return _blocked(target, others) if others else Course(target, (), Obstacle.NO_HURDLE)
        return _blocked(target, others, (line[-2],))


@frozen
class Overtake:
    """Over the first man, which is taken, to the square behind it, which must be empty."""

    def arrivals(self, line: Ray, occupied: Set[int]) -> Iterator[Arrival]:
        for square, behind in pairwise(line):
            if square in occupied:
                if behind not in occupied:
                    yield Arrival(square, behind)
                return

    def course(self, line: Ray, occupied: Set[int], target: int) -> Course:
        before = _men_before(line, occupied, target)[:1]
        if not before:
            return Course(None, (), Obstacle.NO_PREY)
        behind = line[line.index(before[0]) + 1]
        if behind != target:
            return Course(before[0], before, Obstacle.BEYOND, (behind,))
        return Course(before[0], before, Obstacle.NO_ROOM if behind in occupied else None)


class LineMovement(Protocol):
    """A movement by lines: those of a man of `side` (0 White, 1 Black) on `square`, and how it goes along them."""

    def __hash__(self) -> int: ...
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
    along = along_of(movement)
    return tuple((line, along) for line in movement.lines(board, square, side))  # type: ignore[attr-defined]


@lru_cache(maxsize=1 << 11)
def kept_lines(movement: object, board: Board, square: int, side: int) -> tuple[Line, ...]:
    """`lines_of`, which is asked again and again where there are no look-ups."""
    return lines_of(movement, board, square, side)


def along_of(movement: object) -> Along:
    """How a man goes along the lines of a movement that has some."""
    along: Along = RIDE if hasattr(movement, "rays") else movement.along      # type: ignore[attr-defined]
    return along
