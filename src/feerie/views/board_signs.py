"""What diagrams show of the rules of a genre: lines between the parts of the board, frames on squares with an effect.

Paths are drawn in units of BOX to a square, as SVG writes them; `corner` gives the upper left corner of a square.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from feerie.rules.board import Board
from feerie.rules.facet import Rule
from feerie.views.pieces import BOX

__all__ = ["borders", "framed", "frames", "lines"]

_INSIDE = 3
"""How far the frame of a square is from its edge."""


def borders(rules: Iterable[Rule], board: Board) -> Iterator[tuple[int, int]]:
    """The neighbours, right or upper one last, that lie in different parts of a board that a rule divides."""
    for part in (rule.part for rule in rules if hasattr(rule, "part")):
        for square in board.squares:
            for step in ((1, 0), (0, 1)):
                other = board.step(square, *step)
                if other is not None and part(board, square) != part(board, other):
                    yield square, other


def framed(rules: Iterable[Rule], board: Board) -> list[int]:
    """The squares that rules name."""
    return [*dict.fromkeys(board.index(name) for rule in rules for name in getattr(rule, "framed", ()))]


def lines(rules: Iterable[Rule], board: Board, corner: Callable[[int], tuple[int, int]]) -> str:
    """The edges between squares that lie in different parts of the board; "" where no rule divides it."""
    found = []
    for square, other in borders(rules, board):
        (x, y), (beyond_x, beyond_y) = corner(square), corner(other)
        if {abs(x - beyond_x), abs(y - beyond_y)} == {0, BOX}:        # not across the edge of a cylinder
            found.append(f"M{max(x, beyond_x)} {max(y, beyond_y)}{'v' if x != beyond_x else 'h'}{BOX}")
    return "".join(found)


def frames(rules: Iterable[Rule], board: Board, corner: Callable[[int], tuple[int, int]]) -> str:
    """Frames on the squares that rules name; "" where none does."""
    width = BOX - 2 * _INSIDE
    corners = map(corner, framed(rules, board))
    return "".join(f"M{x + _INSIDE} {y + _INSIDE}h{width}v{width}h-{width}z" for x, y in corners)
