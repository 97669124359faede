# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Who captures the men that are certainly captured, and what that costs.

A man that alone can capture one is required to do so (`Ways`). Where several men can, each would make a *detour*: the
moves by which its shortest way over such a capture is longer than its part of the assignment. The least of these is
taken from the spare moves of all men that cannot capture that man. A man that captures several makes one detour for
them, so of the men to be captured only those count together that have no captor in common.

Detours are measured by reduced costs, as in `WalkLengths`: so a captor may also go elsewhere than in the best
assignment, and nothing is counted twice. Any genre.
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
        UNREACHABLE,
        USE_CAPTORS,
        USE_CAPTURES,
        USE_DETOURS,
    )


class CaptorDeductions:
    """Finds the captors of the men of a deduction, whose ways they share."""

    def __init__(self, ways: Ways, bounds: int) -> None:
        self.ways, self.bounds = ways, bounds
        self.judge = self.ways.judge
        self.detour_count = 0
        if not cython.compiled:
            self.detour_least, self.detour_captors = [0] * SIDE_LIMIT, [0] * SIDE_LIMIT

    def find(self, side: int) -> bool:
        """Find the captors of those men of a side that are certainly captured; False if one cannot be captured.

        A man that is the only possible captor is required to do it, unless it has another required move.
        """
        self.detour_count = 0
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.ways.men_count[side]):
            if self.ways.destinies[man] != 1 << IS_CAPTURED:
                continue
            passing = self._passed_squares(man, side)
            if self.bounds & USE_CAPTORS and not self._find_captor(man, passing):
                return False
            if self.bounds & USE_DETOURS:
                self._measure_detours(man, passing)
        return not self.detour_count or self._leave_detours(side ^ 1)

    def _find_captor(self, man: int, passing: int) -> bool:
        """Find the captor of a man that is certainly captured; False if there is none. `passing`: `_passed_squares`."""
        side = man // SIDE_LIMIT
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

    def _measure_detours(self, victim: int, passing: int) -> None:
        """Note the least detour of all that can capture a man, if each makes one; longer ones come first."""
        side = victim // SIDE_LIMIT ^ 1
        captors, least = 0, UNREACHABLE
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.ways.men_count[side]):
            detour = self._detour(man, victim, passing)
            if detour < UNREACHABLE:
                captors |= 1 << man % SIDE_LIMIT
                least = min(least, detour)
            if least <= 0:
                return
        place = self.detour_count
        self.detour_count += 1
        while place > 0 and self.detour_least[place - 1] < least:
            self.detour_least[place] = self.detour_least[place - 1]
            self.detour_captors[place] = self.detour_captors[place - 1]
            place -= 1
        self.detour_least[place], self.detour_captors[place] = least, captors

    def _detour(self, man: int, victim: int, passing: int) -> int:
        """The least excess of a man's ways on which it captures another; UNREACHABLE if it cannot."""
        best = UNREACHABLE
        for i in range(self.ways.edge_count[man]):
            edge = self.ways.edges[man * self.ways.most_edges + i]
            if not self.ways.graph.flags[edge] & CAPTURING or not self.ways.can_capture_on(
                    edge, self.ways.victim_squares[victim], passing) or not self.may_capture(man, edge):
                continue
            before = self.ways.forward[man * GRAPH_NODES + self.ways.graph.origin[edge]] + 1
            destinies = self.ways.destinies[man]
            while destinies:
                destiny = lowest(destinies)
                destinies &= destinies - 1
                best = min(best, before - self._dual(man, destiny) + self.ways.back[
                    (man * DESTINIES + destiny) * GRAPH_NODES + self.ways.graph.target[edge]])
        return best

    def _dual(self, man: int, destiny: int) -> int:
        """The dual values of a man and a destiny together; of the columns for captured men the highest."""
        side = man // SIDE_LIMIT
        if destiny != IS_CAPTURED:
            return self.ways.row_dual[man] + self.ways.column_dual[side * SIDE_LIMIT + destiny]
        best = -UNREACHABLE
        for i in range(self.ways.target_count[side], self.ways.men_count[side]):
            best = max(best, self.ways.column_dual[side * SIDE_LIMIT + i])
        return self.ways.row_dual[man] + best

    def _leave_detours(self, side: int) -> bool:
        """Let each man of a side leave moves for detours of the others; False if there are not enough."""
        if self._detours_without(0) > self.ways.spare[side]:
            return False
        for man in range(side * SIDE_LIMIT, side * SIDE_LIMIT + self.ways.men_count[side]):
            left = self.ways.spare[side] - self._detours_without(1 << man % SIDE_LIMIT)
            if left == self.ways.spare[side]:
                continue
            destinies = self.ways.destinies[man]
            while destinies:
                destiny = lowest(destinies)
                destinies &= destinies - 1
                most = max(-1, left + self._dual(man, destiny))
                if most < self.ways.most_moves(man * DESTINIES + destiny):
                    self.ways.longest[man * DESTINIES + destiny] = most
                    self.ways.changed = True
        return True

    def _detours_without(self, men: int) -> int:
        """The moves that detours cost where some men (bits) capture what they can without a detour."""
        total, used = 0, men
        for i in range(self.detour_count):
            if not self.detour_captors[i] & used:
                used |= self.detour_captors[i]
                total += self.detour_least[i]
        return total

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
