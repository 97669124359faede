# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Who captures the men that are certainly captured: a man that alone can capture one is required to do so (`Paths`).

Any genre.
"""
from __future__ import annotations

import cython

from feerie.search.proof.paths import Paths

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.tables import NONE, SQUARES
    from feerie.search.proof.structs import (
        CAPTURING,
        DESTINIES,
        GRAPH_NODES,
        IS_CAPTURED,
        NO_REQUIRED_MOVE,
        QUIET_MOVE,
        SIDE_LIMIT,
        TO_CAPTURE,
        USE_CAPTURES,
    )


class CaptorDeductions:
    """Finds the captors of the men of a deduction, whose paths they share."""

    def __init__(self, paths: Paths, bounds: int) -> None:
        self.paths, self.bounds = paths, bounds
        self.judge = self.paths.judge

    def find(self, side: int) -> bool:
        """Find the captors of those men of a side that are certainly captured; False if one cannot be captured.

        A man that is the only possible captor is required to do it, unless it has another required move.
        """
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.paths.men_count[side]):
            if self.paths.destinies[man] == 1 << IS_CAPTURED and not self._find_captor(man):
                return False
        return True

    def _find_captor(self, man: int) -> bool:
        """Find the captor of a man that is certainly captured; False if there is none."""
        side = man // SIDE_LIMIT
        passing = self._passed_squares(man, side)
        captor = self.paths.captor[man]
        if captor >= 0:
            if not self._can_capture(captor, man, passing):
                return False
        else:
            count = 0
            for other in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.paths.men_count[side ^ 1]):
                if self._can_capture(other, man, passing):
                    count, captor = count + 1, other
            if count != 1:
                return count > 0
            self.paths.captor[man] = captor
        if self.paths.required_move[captor] == NO_REQUIRED_MOVE or self.paths.required_move[captor] == TO_CAPTURE \
                and self.paths.required_object[captor] == man and (
                self.paths.required_squares[captor] != self.paths.victim_squares[man]
                or self.paths.required_passing[captor] != passing):
            self.paths.required_move[captor], self.paths.required_object[captor] = TO_CAPTURE, man
            self.paths.required_squares[captor] = self.paths.victim_squares[man]
            self.paths.required_passing[captor] = passing
            self.paths.dirty[captor] = self.paths.changed = True
        return True

    def may_capture(self, man: int, edge: int) -> bool:
        """Are there captures enough for a man's move to be one, with those that the side's men need?"""
        if not self.bounds & USE_CAPTURES or not self.paths.graph.flags[edge] & QUIET_MOVE:
            return True
        capture = self.paths.capture_forward[man * GRAPH_NODES + self.paths.graph.origin[edge]] + 1
        destinies = self.paths.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            place = (man * DESTINIES + destiny) * GRAPH_NODES + self.paths.graph.target[edge]
            if capture + self.paths.capture_back[place] <= self.paths.capture_budget[man * DESTINIES + destiny]:
                return True
        return False

    def _can_capture(self, man: int, victim: int, passing: int) -> bool:
        """Can a man capture another, on the other's squares, or en passant on those that it passes?"""
        for i in range(self.paths.edge_count[man]):
            edge = self.paths.edges[man * self.paths.most_edges + i]
            if self.paths.graph.flags[edge] & CAPTURING \
                    and self.paths.can_capture_on(edge, self.paths.victim_squares[victim], passing) \
                    and self.may_capture(man, edge):
                return True
        return False

    def _passed_squares(self, man: int, side: int) -> int:
        """The squares that a man may pass when it can be captured en passant after that."""
        passing = 0
        if self.paths.graph.ep_man == NONE:
            return 0
        for square in range(SQUARES):
            if self.paths.graph.double_step_over[side][square] != NONE \
                    and self.paths.victim_squares[man] >> self.paths.graph.double_step_to[side][square] & 1:
                passing |= ONE << self.paths.graph.double_step_over[side][square]
        return passing
