# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What an author's constraints leave of the paths of the men, as far as it narrows the search.

Men are named by the squares on which they start, so limits hold for games from the position at the bottom of a judge's
stack. They say less than the constraints, above all about what happens later: every line is verified afterwards.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE
    from feerie.kernel.tables import NONE, SQUARES
    MANY_MOVES = 150


class PathLimits:
    """PathLimits of the men that start on some squares; by square.

    `limited`: there is a man with limits; `has_path`: it makes only the steps in `steps` (by its square * SQUARES +
    where it is: squares it steps to, bits), up to `last`; `captured`: 1 if it is captured, 0 if not, -1 if open;
    `taken_on`: the squares (bits) on which it may be; `taken_by`: the square on which its captor starts, NONE if open.
    `least`, `most`: the moves it makes itself.
    """

    def __init__(self, never: int) -> None:
        """`never`: squares (bits) that no man enters."""
        if not cython.compiled:
            self.limited, self.has_path, self.last = [False] * SQUARES, [False] * SQUARES, [0] * SQUARES
            self.captured, self.taken_on, self.taken_by = [0] * SQUARES, [0] * SQUARES, [0] * SQUARES
            self.steps, self.least, self.most = [0] * (SQUARES * SQUARES), [0] * SQUARES, [0] * SQUARES
        self.never = never
        for square in range(SQUARES):
            self.limited[square] = self.has_path[square] = False
            self.captured[square], self.taken_on[square], self.taken_by[square] = -1, FULL, NONE
            self.least[square], self.most[square] = 0, MANY_MOVES

    def set_moves(self, square: int, least: int, most: int) -> None:
        """Set the least and most moves that the man which starts on a square makes itself."""
        self.limited[square] = True
        self.least[square], self.most[square] = min(least, MANY_MOVES), min(most, MANY_MOVES)

    def add(self, square: int, path: Sequence[int] | None, captured: bool | None, on: int | None,
            by: int | None) -> None:
        """Add what is said of the man that starts on a square. `path`: the squares where it arrives, None if open."""
        self.limited[square] = True
        if captured is not None:
            self.captured[square] = captured
        if on is not None:
            self.taken_on[square] = ONE << on
        if by is not None:
            self.taken_by[square] = by
        if path is None or len(set(path)) < len(path) or square in path:
            return
        self.has_path[square] = True
        before = square
        for after in path:
            self.steps[square * SQUARES + before] = ONE << after
            before = after
        self.last[square] = before
        self.taken_on[square] &= ONE << before
