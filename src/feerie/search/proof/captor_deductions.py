# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Who captures the men that are certainly captured: a man that alone can capture one is required to do so (`Ways`).

Any genre.
"""
from __future__ import annotations

import cython

from feerie.search.proof.ways import Ways

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
    """Finds the captors of the men of a deduction, whose ways they share."""

    def __init__(self, ways: Ways, bounds: int) -> None:
        self.ways, self.bounds = ways, bounds
        self.judge = self.ways.judge

    def find(self, side: int) -> bool:
        """Find the captors of those men of a side that are certainly captured; False if one cannot be captured.

        A man that is the only possible captor is required to do it, unless it has another required move.
        """
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.ways.men_count[side]):
            if self.ways.destinies[man] == 1 << IS_CAPTURED and not self._find_captor(man):
                return False
        return True

    def _find_captor(self, man: int) -> bool:
        """Find the captor of a man that is certainly captured; False if there is none."""
        side = man // SIDE_LIMIT
        passing = self._passed_squares(man, side)
        captor = self.ways.captor[man]
        if captor >= 0:
            if not self._can_capture(captor, man, passing):
                return False
        else:
            count = 0
            for other in range((side ^ 1) * SIDE_LIMIT, (side ^ 1) * SIDE_LIMIT + self.ways.men_count[side ^ 1]):
                if self._can_capture(other, man, passing):
                    count, captor = count + 1, other
            if count != 1:
                return count > 0
            self.ways.captor[man] = captor
        if self.ways.required_move[captor] == NO_REQUIRED_MOVE or self.ways.required_move[captor] == TO_CAPTURE \
                and self.ways.required_object[captor] == man and (
                self.ways.required_squares[captor] != self.ways.victim_squares[man]
                or self.ways.required_passing[captor] != passing):
            self.ways.required_move[captor], self.ways.required_object[captor] = TO_CAPTURE, man
            self.ways.required_squares[captor] = self.ways.victim_squares[man]
            self.ways.required_passing[captor] = passing
            self.ways.dirty[captor] = self.ways.changed = True
        return True

    def may_capture(self, man: int, edge: int) -> bool:
        """Are there captures enough for a man's move to be one, with those that the side's men need?"""
        if not self.bounds & USE_CAPTURES or not self.ways.graph.flags[edge] & QUIET_MOVE:
            return True
        capture = self.ways.capture_forward[man * GRAPH_NODES + self.ways.graph.origin[edge]] + 1
        destinies = self.ways.destinies[man]
        while destinies:
            destiny = lowest(destinies)
            destinies &= destinies - 1
            place = (man * DESTINIES + destiny) * GRAPH_NODES + self.ways.graph.target[edge]
            if capture + self.ways.capture_back[place] <= self.ways.capture_budget[man * DESTINIES + destiny]:
                return True
        return False

    def _can_capture(self, man: int, victim: int, passing: int) -> bool:
        """Can a man capture another, on the other's squares, or en passant on those that it passes?"""
        for i in range(self.ways.edge_count[man]):
            edge = self.ways.edges[man * self.ways.most_edges + i]
            if self.ways.graph.flags[edge] & CAPTURING \
                    and self.ways.can_capture_on(edge, self.ways.victim_squares[victim], passing) \
                    and self.may_capture(man, edge):
                return True
        return False

    def _passed_squares(self, man: int, side: int) -> int:
        """The squares that a man may pass when it can be captured en passant after that."""
        passing = 0
        if self.judge.ep_man == NONE:
            return 0
        for square in range(SQUARES):
            if self.judge.double_step_over[side][square] != NONE \
                    and self.ways.victim_squares[man] >> self.judge.double_step_to[side][square] & 1:
                passing |= ONE << self.judge.double_step_over[side][square]
        return passing
