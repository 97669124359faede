"""What diagrams show of the rules of a genre: lines between the parts of the board, frames on squares with an effect.

Drawn in units of BOX to a square, as the paths of SVG write them; `corner` gives the upper left corner of a square.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable

from feerie.rules.board import Board
from feerie.rules.facet import Rule
from feerie.views.pieces import BOX

__all__ = ["frames", "lines"]

_INSIDE = 3
"""How far the frame of a square is from its edge."""


def lines(rules: Iterable[Rule], board: Board, corner: Callable[[int], tuple[int, int]]) -> str:
    """The edges between squares that lie in different parts of the board; "" where no rule divides it."""
    found = []
    for part in (rule.part for rule in rules if hasattr(rule, "part")):
        for square in board.squares:
            x, y = corner(square)
            for step in ((1, 0), (0, 1)):
                other = board.step(square, *step)
                if other is None or part(board, square) == part(board, other):
                    continue
                beyond_x, beyond_y = corner(other)
                if {abs(x - beyond_x), abs(y - beyond_y)} == {0, BOX}:        # not across the edge of a cylinder
                    found.append(f"M{max(x, beyond_x)} {max(y, beyond_y)}{'v' if x != beyond_x else 'h'}{BOX}")
    return "".join(found)


def frames(rules: Iterable[Rule], board: Board, corner: Callable[[int], tuple[int, int]]) -> str:
    """Frames on the squares that rules name; "" where none does."""
    width = BOX - 2 * _INSIDE
    corners = [corner(board.index(name)) for rule in rules for name in getattr(rule, "framed", ())]
    return "".join(f"M{x + _INSIDE} {y + _INSIDE}h{width}v{width}h-{width}z" for x, y in dict.fromkeys(corners))
