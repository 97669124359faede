"""Arrows of diagrams: straight, round corners, with numbers.

Lengths are in units of which a square has 45.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["Point", "Route", "along", "brief", "meet", "outline"]

Point = tuple[float, float]

TAIL, TIP, HEAD, HALF, WING = 11, 2, 18, 3.4, 10
"""How far from the first point the arrow begins, how far from the last one it and its shaft end; half its widths."""


@dataclass(frozen=True)
class Route:
    """An arrow through several squares. `squares`: their names, at least two; it is bent at those in between.

    `colour`: an SVG colour, "" for the default; `number`: what is written on it, "" for nothing.
    """

    squares: tuple[str, ...]
    colour: str = ""
    number: str = ""


def meet(line: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two straight arrows run over each other in opposite directions."""
    if len(line) > 2 or len(other) > 2:
        return False
    (x, y), (end_x, end_y) = line
    files, ranks = end_x - x, end_y - y

    def along_and_across(point: Point) -> tuple[float, float]:
        return ((point[0] - x) * files + (point[1] - y) * ranks, (point[0] - x) * ranks - (point[1] - y) * files)

    (start, start_off), (end, end_off) = along_and_across(other[0]), along_and_across(other[1])
    return start_off == end_off == 0 and end < start and start > 0 and end < files * files + ranks * ranks


def outline(points: Sequence[Point], aside: float = 0) -> str:
    """The outline of an arrow through points, `aside` to the right of the line through them."""
    ways = [_unit(start, end) for start, end in pairwise(points)]
    length = math.dist(points[-2], points[-1])

    def at(way: int, far: float, across: float) -> Point:
        (x, y), (files, ranks) = points[way], ways[way]
        return x + far * files - (across + aside) * ranks, y + far * ranks + (across + aside) * files

    def corner(way: int, across: float) -> Point:
        """Where two sides of the shaft meet (a mitre)."""
        (x, y), before, after = points[way], ways[way - 1], ways[way]
        part = (across + aside) / (1 + before[0] * after[0] + before[1] * after[1])
        return x - part * (before[1] + after[1]), y + part * (before[0] + after[0])

    last = len(ways) - 1
    right, left = ([at(0, TAIL, side), *(corner(way, side) for way in range(1, len(ways))),
                    at(last, length - HEAD, side)] for side in (HALF, -HALF))
    head = [at(last, length - HEAD, WING), at(last, length - TIP, 0), at(last, length - HEAD, -WING)]
    return "M" + "L".join(f"{brief(x)} {brief(y)}" for x, y in [*right, *head, *reversed(left)]) + "z"


def along(points: Sequence[Point], part: float, aside: float = 0) -> Point:
    """The point at `part` (0 to 1) of the line through points, and `aside` to its right."""
    far = part * sum(math.dist(start, end) for start, end in pairwise(points))
    for start, end in pairwise(points):
        length = math.dist(start, end)
        if far <= length:
            files, ranks = _unit(start, end)
            return start[0] + far * files - aside * ranks, start[1] + far * ranks + aside * files
        far -= length
    return points[-1]


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def brief(value: float) -> str:
    """A number in the shortest form SVG accepts, to a hundredth."""
    return f"{round(value, 2):g}"
