# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which patterns are never reached after all: what a goal demands that its patterns do not name.

Subclasses add what a mate or a stalemate demands to what holds of all patterns, that no man stands in the way. Always
where castlings move no men other than kings, and no castling is pending.
"""
from __future__ import annotations

import cython

from feerie.search.patterns.men import TrackedMen
from feerie.search.patterns.obstacles import Obstacles, SquareSets

if not cython.compiled:
    from feerie.kernel.plain import FULL
    from feerie.search.patterns.structs import Prospect, UsefulSquares
    OBSTRUCTED, FREEING = 0, 1


class Refutation:
    """Tests patterns of the men of a position. False, and FULL, mean that nothing is known."""

    def __init__(self, men: TrackedMen) -> None:
        self.men = men
        self.sets = SquareSets(men)
        self.obstacles = Obstacles(men, self.sets)

    def is_refuted(self, p: int, prospect: Prospect) -> bool:
        """Whether it is certain that a pattern with this slack at p does not reach the goal."""
        self.men.locate(p)
        return self.is_obstructed(p, prospect)

    def is_obstructed(self, p: int, prospect: Prospect) -> bool:
        """Whether it is certain that a pattern with this slack at p is not reached, because of men that stand in the
        way."""
        if prospect.mating_side_slack > 1 and prospect.victim_slack > 1 or not self.obstacles.is_due(OBSTRUCTED):
            return False
        self.men.locate(p)
        self.obstacles.place(prospect)
        if not self._is_hindered(prospect):
            return False
        if self.obstacles.standing[0] or self.obstacles.standing[1]:
            self.obstacles.drop_capturable(p, prospect)
            if not self._is_hindered(prospect):
                return False
        self.obstacles.obstructed[OBSTRUCTED] = self.obstacles.obstructed[OBSTRUCTED] + 1
        return True

    def _is_hindered(self, prospect: Prospect) -> bool:
        """Whether a pattern is not reached if the obstacles that have been placed stay where they are."""
        return self.obstacles.lacks_path(prospect)

    def useful_squares(self, p: int, prospect: Prospect, by_mating_side: bool) -> UsefulSquares:
        """Two sets of squares (bits) such that a move of a side at p which loses slack leaves nothing of a pattern
        unless it touches a square of each. `prospect` has the slack before the move.
        """
        return UsefulSquares(self.obstacles.freeing_squares(p, prospect, by_mating_side), FULL)
