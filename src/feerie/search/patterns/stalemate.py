# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Stalemate patterns: the ways in which a side can be stalemated in a given number of moves of each side.

A pattern has the square of the king, each of whose flights is blocked or guarded, and says of each other man of the
victim that it is captured, or where it stands without a move: the first square of each of its rays has a man of its own
side on it (for moves without capture, any man), or a pin forbids the step.

This requires of a genre what `NEEDS` says, besides the victim's one king.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property
from feerie.search.patterns.king_zone import KingZonePatterns

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import MEN, NONE, SQUARES
    from feerie.search.patterns.structs import (
        NO_TARGET,
        Budget,
        least_moves,
        make_target,
        squares_between,
        target_kind,
        target_square,
    )
    CAPTURED, FAR, NEAR, NO_MAN = 128, 99, 8, 255
    CAPTURED_ON = 1

NEEDS = Property.ONE_LINE


class StalematePatterns(KingZonePatterns):
    """Patterns of stalemates by `mating_side`."""

    def __init__(self, judge: Judge, mating_side: int) -> None:
        super().__init__(judge, mating_side)
        self.applicable = self.applicable and judge.has(NEEDS)

    def _enumerate(self, mating_side_moves: int, victim_moves: int) -> None:
        self.max_captures = mating_side_moves
        self.captured = 0
        self._locate(self.last_ply)
        KingZonePatterns._enumerate(self, mating_side_moves, victim_moves)

    def _extend(self, budget: Budget, placed: int, blocked: int) -> None:
        if self._count_step():
            return
        open_flights = self._unguarded(self.all_flights & ~blocked, placed)
        if self._are_unaffordable(open_flights, budget):
            return
        exclusions = self.exclusion_count
        self._extend_by_next_square(open_flights, budget, placed, blocked)
        self._undo_exclusions(exclusions)

    def _extend_by_next_square(self, open_flights: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend a pattern: take a flight from the king, or prevent a step, or else deal with a man without a target.
        """
        own_squares = ONE << self.king
        unplaced = 0
        for man in range(self.mating_side_men, self.man_count):
            if self.target[man] != NO_TARGET:
                own_squares |= ONE << target_square(self.target[man])
            elif not self.captured >> man & 1:
                unplaced += 1
        if popcount(self.needed) > unplaced:
            return
        self.step_man, self.step, self.step_cost = NO_MAN, 0, -1
        for man in range(self.mating_side_men, self.man_count):
            if self.target[man] != NO_TARGET:
                steps = self._steps(target_square(self.target[man]), target_kind(self.target[man]), own_squares, placed)
                if steps and self._cannot_be_prevented(man, steps, unplaced, budget, placed):
                    return
        if open_flights:
            flight = self._most_expensive_flight(open_flights)
            self._block(self._flight_square(flight), budget, placed, blocked | 1 << flight)
            self._guard(flight, budget, placed, blocked)
            return
        if self.step_man != NO_MAN:
            self._prevent_step(self.step_man, self.step, budget, placed, blocked)
            return
        for man in range(self.mating_side_men, self.man_count):
            if self.target[man] == NO_TARGET and not self.captured >> man & 1:
                self._capture_or_place(man, unplaced - 1, budget, own_squares, placed, blocked)
                return
        self._add_pattern(budget)

    def _steps(self, origin: int, kind: int, own_squares: int, placed: int) -> int:
        """Where a man of the victim can step in the pattern so far, unless a man that pins it forbids the step.

        `own_squares`: the squares of the victim's men in the pattern.
        """
        i = ((self.mating_side ^ 1) * MEN + kind) * SQUARES + origin
        steps = (self.distances.first_squares[i] | self.distances.quiet_first_squares[i] & ~placed) & ~own_squares
        for man in range(self.mating_side_men):
            if self.target[man] != NO_TARGET and steps:
                square = target_square(self.target[man])
                line = squares_between(self, self.mating_side, target_kind(self.target[man]), self.king, square)
                if line >> origin & 1 and not line & placed & ~(ONE << origin):
                    steps &= line | ONE << square
        return steps

    def _cannot_be_prevented(self, man: int, steps: int, unplaced: int, budget: Budget, placed: int) -> bool:
        """Is it certain that the budget does not allow keeping a man of the victim from these steps and blocking what
        was `needed` before?

        Where no man can pin it any more, each step takes another man of its side, `unplaced` of which have no target;
        what they cost adds up. Adds to `needed` and `blocks_cost`; sets `step_man` and `step`, the step to be prevented
        first: the one that costs most.
        """
        square, kind = target_square(self.target[man]), target_kind(self.target[man])
        if self.castling_movable or self._may_be_pinned(square, budget.mating_side_moves):
            if self.step_man == NO_MAN:
                self.step_man, self.step = man, lowest(steps)
            return False
        quiet = self.distances.quiet_first_squares[((self.mating_side ^ 1) * MEN + kind) * SQUARES + square]
        while steps:
            step = lowest(steps)
            steps &= steps - 1
            cost = FAR if placed >> step & 1 else self._cost_of_block(step)
            if quiet >> step & 1 and self._may_be_obstructed(step, budget.mating_side_moves):
                cost = 0
            elif not self.needed >> step & 1:
                self.needed |= ONE << step
                self.blocks_cost += cost
                if self.blocks_cost > budget.victim_moves or popcount(self.needed) > unplaced:
                    return True
            if cost > self.step_cost:
                self.step_man, self.step, self.step_cost = man, step, cost
        return False

    def _may_be_obstructed(self, square: int, moves: int) -> bool:
        """May a man of the mating side that has no target yet come to a square in `moves` moves?"""
        for man in range(self.mating_side_men):
            if self.target[man] == NO_TARGET \
                    and least_moves(self, self.mating_side, self.man_kinds[man], self.man_squares[man],
                                    square) <= moves:
                return True
        return False

    def _flight_bit(self, square: int) -> int:
        """The bit of the flight on a square; 0 if there is none."""
        for flight in range(self.distances.flight_count[(self.mating_side ^ 1) * SQUARES + self.king]):
            if self._flight_square(flight) == square:
                return 1 << flight
        return 0

    def _block(self, square: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by each man of the victim on a square."""
        if placed >> square & 1:
            return
        for man in range(self.mating_side_men, self.man_count):
            if self.target[man] == NO_TARGET and not self.captured >> man & 1 and (
                    self.castling_movable or least_moves(self, self.mating_side ^ 1, self.man_kinds[man],
                                                         self.man_squares[man], square) <= budget.victim_moves):
                self._obstruct(man, square, budget, placed, blocked)

    def _prevent_step(self, man: int, step: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by all that keeps a man of the victim from a step: another man there, or a pin."""
        square, kind = target_square(self.target[man]), target_kind(self.target[man])
        self._block(step, budget, placed, blocked | self._flight_bit(step))
        if self.distances.quiet_first_squares[((self.mating_side ^ 1) * MEN + kind) * SQUARES + square] >> step & 1 \
                and not placed >> step & 1:
            for other in range(self.mating_side_men):
                if self.target[other] == NO_TARGET:
                    self._obstruct(other, step, budget, placed, blocked)
        for other in range(self.mating_side_men):
            if self.target[other] == NO_TARGET and self.man_kinds[other] != self.judge.royal:
                self._pin(other, square, budget, placed, blocked)

    def _obstruct(self, man: int, square: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by a man of either side on a square, whatever it is there."""
        moves = budget.mating_side_moves if man < self.mating_side_men else budget.victim_moves
        side_kind = (self.mating_side if man < self.mating_side_men else self.mating_side ^ 1) * MEN \
            + self.man_kinds[man]
        if self.man_kinds[man] == self.judge.royal:
            distance = self.distances.king_distance[
                (self.mating_side * SQUARES + self.man_squares[man]) * SQUARES + square]
            if not self.king_attacks >> square & 1:
                self._assign(man, make_target(square, self.judge.royal), distance, budget, placed, blocked)
            return
        for transition in range(self.distances.transition_start[side_kind],
                                self.distances.transition_start[side_kind + 1]):
            distance = self.distances.distance[(transition * SQUARES + self.man_squares[man]) * SQUARES + square]
            if distance <= moves or self._is_transportable(man):
                self._assign(man, make_target(square, self.distances.transition_kind[transition]), distance, budget,
                             placed, blocked)

    def _pin(self, man: int, square: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by a man of the mating side where it attacks the king through a square."""
        side_kind = self.mating_side * MEN + self.man_kinds[man]
        for transition in range(self.distances.transition_start[side_kind],
                                self.distances.transition_start[side_kind + 1]):
            kind = self.distances.transition_kind[transition]
            targets = self.distances.attack_origins[(self.mating_side * MEN + kind) * SQUARES + self.king] & ~placed \
                & self._reachable(man, transition, budget.mating_side_moves)
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                line = squares_between(self, self.mating_side, kind, self.king, target)
                distance = self.distances.distance[(transition * SQUARES + self.man_squares[man]) * SQUARES + target]
                if (distance <= budget.mating_side_moves or self._is_transportable(man)) and line >> square & 1 \
                        and not line & placed & ~(ONE << square):
                    self._assign(man, make_target(target, kind), distance, budget, placed, blocked)

    def _capture_or_place(self, man: int, unplaced: int, budget: Budget, own_squares: int, placed: int,
                          blocked: int) -> None:
        """Extend the pattern by all that may become of a man of the victim: it is captured, or stands on some square.

        `unplaced`: how many other men of the victim have no target yet; each may block one of its steps.
        """
        if popcount(self.captured) < self.max_captures:
            self.captured |= ONE << man
            if not self._cannot_be_captured(budget):
                self._extend(budget, placed, blocked)
            self.captured &= ~(ONE << man)
        side_kind = (self.mating_side ^ 1) * MEN + self.man_kinds[man]
        for transition in range(self.distances.transition_start[side_kind],
                                self.distances.transition_start[side_kind + 1]):
            kind = self.distances.transition_kind[transition]
            squares = self._reachable(man, transition, budget.victim_moves) & ~(own_squares | placed)
            while squares:
                square = lowest(squares)
                squares &= squares - 1
                distance = self.distances.distance[(transition * SQUARES + self.man_squares[man]) * SQUARES + square]
                if distance > budget.victim_moves and not self._is_transportable(man):
                    continue
                steps = self._steps(square, kind, own_squares, placed)
                steps &= ~self.distances.quiet_first_squares[((self.mating_side ^ 1) * MEN + kind) * SQUARES + square]
                if popcount(steps) > unplaced and not self._may_be_pinned(square, budget.mating_side_moves):
                    continue
                self._assign(man, make_target(square, kind), distance, budget, placed,
                             blocked | self._flight_bit(square))

    def _may_be_pinned(self, square: int, mating_side_moves: int) -> bool:
        """May a man of the mating side that has no target come to attack the king through a square?"""
        for man in range(self.mating_side_men):
            if self.target[man] == NO_TARGET \
                    and self._may_attack(man, self.king, FAR if self._is_transportable(man) else mating_side_moves,
                                         ONE << square):
                return True
        return False

    # ---------------------------------------------------------------------------------- captures

    def _cannot_be_captured(self, budget: Budget) -> bool:
        """Is it certain that what the budget leaves does not suffice to capture the men `captured`?"""
        if self.castling_movable or self.pending or not self._reserve_patterns(self.count + 1):
            return False
        for man in range(self.man_count + 1):
            self.patterns[self.count].target[man] = self.target[man]
        return self._captures_cost_more(self.last_ply, self.count, self.captured, budget.mating_side_moves,
                                        budget.victim_moves)

    def _is_refuted(self, p: int, pattern: int, mating_side_slack: int, victim_slack: int) -> bool:
        """Do the captures that a pattern needs cost more than its slack, or do men stand in its way?

        Only where castlings move kings alone.
        """
        self._locate(p)
        captured = 0
        for man in range(self.mating_side_men, self.man_count):
            if self.patterns[pattern].target[man] == NO_TARGET and self.current_squares[man] != CAPTURED:
                captured |= ONE << man
        return captured != 0 and self._captures_cost_more(p, pattern, captured, mating_side_slack, victim_slack) \
            or self._is_obstructed(p, pattern, mating_side_slack, victim_slack)

    def _captures_cost_more(self, p: int, pattern: int, captured: int, mating_side_slack: int,
                            victim_slack: int) -> bool:
        """Does it cost more than the slack to capture some men (bits) of the victim in a pattern?

        Each is captured by a move of its own, on a square where a man of the mating side comes on its way to its
        target, or by a detour that the mating side's slack allows. To get there it needs moves of its own side, which
        add up.
        """
        moves = mating_side_slack
        for man in range(self.mating_side_men):
            if self.patterns[pattern].target[man] != NO_TARGET:
                moves += self._moves_to(self.mating_side, self.current_kinds[man], self.current_squares[man],
                                        self.patterns[pattern].target[man])
        if popcount(captured) > moves:
            return True
        while captured:
            man = lowest(captured)
            captured &= captured - 1
            victim_slack -= self._moves_to_be_captured(p, pattern, man, mating_side_slack, victim_slack)
            if victim_slack < 0:
                return True
        return False

    def _moves_to_be_captured(self, p: int, pattern: int, man: int, mating_side_slack: int, most: int) -> int:
        """The fewest moves that a man of the victim needs to a square where it can be captured; `most` + 1 if more,
        NEAR if that is less.

        A pawn that moves two squares and is captured en passant could equally be captured where it passes.
        """
        origin = self.current_squares[man]
        squares = self._capture_squares(pattern, mating_side_slack)
        if squares >> origin & 1 \
                or self.judge.frames[p].ep_square != NONE and self.judge.frames[p].ep_pawn == origin:
            return 0
        side_kind = (self.mating_side ^ 1) * MEN + self.current_kinds[man]
        for moves in range(1, min(most + 1, NEAR)):
            for transition in range(self.distances.transition_start[side_kind],
                                    self.distances.transition_start[side_kind + 1]):
                if self.distances.within[(transition * SQUARES + origin) * NEAR + moves] & squares:
                    return moves
        return min(most + 1, NEAR)

    def _capture_squares(self, pattern: int, mating_side_slack: int) -> int:
        """The squares (bits) on which a man of the mating side may capture, at the cost of its side's slack."""
        squares = 0
        for man in range(self.mating_side_men):
            if self.current_squares[man] != CAPTURED:
                squares |= self._squares_within(man, self.patterns[pattern].target[man], mating_side_slack, CAPTURED_ON)
        return squares

    def _capturing_detour(self, man: int, target: int, square: int) -> int:
        """How many more moves a man of the mating side needs to a target, if any, when it captures on a square."""
        origin, kind = self.current_squares[man], self.current_kinds[man]
        if kind == self.judge.royal:
            base = self.mating_side * SQUARES
            distance = self.distances.king_distance[(base + origin) * SQUARES + square] + 2 * (origin == square)
            if target != NO_TARGET:
                distance += self.distances.king_distance[(base + square) * SQUARES + target_square(target)] \
                    - self._moves_to(self.mating_side, kind, origin, target)
            return distance
        side_kind = self.mating_side * MEN + kind
        first = self.distances.transition_start[side_kind]
        distance = FAR
        origins = self.distances.attack_origins[side_kind * SQUARES + square]
        while origins:              # its last step captures: a pawn's distance may be that of a move without capture
            step = self.distances.distance[(first * SQUARES + origin) * SQUARES + lowest(origins)]
            distance = min(distance, step + 1)
            origins &= origins - 1
        for transition in range(first + 1, self.distances.transition_start[side_kind + 1]):
            step = self.distances.distance[(transition * SQUARES + origin) * SQUARES + square]
            distance = min(distance, step)
        if target != NO_TARGET:
            onward = self._distance(self.mating_side, kind, square, target)
            if target_kind(target) != kind:         # it may have promoted before or by the capture
                promoted = self._distance(self.mating_side, target_kind(target), square, target)
                onward = min(onward, promoted)
            distance += onward - self._moves_to(self.mating_side, kind, origin, target)
        return distance
