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
from feerie.search.patterns.base import Patterns
from feerie.search.patterns.king_zone import KingEnumeration
from feerie.search.patterns.men import TrackedMen
from feerie.search.patterns.refutation import Refutation

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import MEN, NONE, SQUARES
    from feerie.search.patterns.structs import (
        NO_TARGET,
        Draft,
        Prospect,
        block,
        least_moves,
        make_target,
        moves_to,
        pattern_at,
        squares_between,
        target_kind,
        target_square,
    )
    CAPTURED, FAR, NEAR, NO_MAN = 128, 99, 8, 255
    CAPTURED_ON = 1

NEEDS = Property.ONE_LINE


class StalemateRefutation(Refutation):
    """Tests patterns of stalemates: the captures that they need."""

    def is_refuted(self, p: int, prospect: Prospect) -> bool:
        """Whether the captures that a pattern needs cost more than its slack, or men stand in its way."""
        self.men.locate(p)
        captured = 0
        for man in range(self.men.mating_side_men, self.men.man_count):
            if prospect.pattern.target[man] == NO_TARGET and self.men.current_squares[man] != CAPTURED:
                captured |= ONE << man
        return captured != 0 and self.cost_more(p, prospect, captured) or self.is_obstructed(p, prospect)

    def cost_more(self, p: int, prospect: Prospect, captured: int) -> bool:
        """Whether it costs more than the slack to capture some men (bits) of the victim in a pattern.

        Each is captured by a move of its own, on a square where a man of the mating side comes on its way to its
        target, or by a detour that the mating side's slack allows. To get there it needs moves of its own side, which
        add up.
        """
        moves, victim_slack = prospect.mating_side_slack, prospect.victim_slack
        for man in range(self.men.mating_side_men):
            if prospect.pattern.target[man] != NO_TARGET:
                moves += moves_to(self.men, self.men.mating_side, self.men.current_kinds[man],
                                  self.men.current_squares[man], prospect.pattern.target[man])
        if popcount(captured) > moves:
            return True
        squares = self._capture_squares(prospect)
        while captured:
            man = lowest(captured)
            captured &= captured - 1
            victim_slack -= self._moves_to_be_captured(p, man, squares, victim_slack)
            if victim_slack < 0:
                return True
        return False

    def _moves_to_be_captured(self, p: int, man: int, squares: int, most: int) -> int:
        """The fewest moves that a man of the victim needs to one of the `squares` where it can be captured; `most` + 1
        if more, NEAR if that is less.

        A pawn that moves two squares and is captured en passant could equally be captured where it passes.
        """
        origin = self.men.current_squares[man]
        if squares >> origin & 1 \
                or self.men.judge.frames[p].ep_square != NONE and self.men.judge.frames[p].ep_pawn == origin:
            return 0
        side_kind = (self.men.mating_side ^ 1) * MEN + self.men.current_kinds[man]
        for moves in range(1, min(most + 1, NEAR)):
            for transition in range(self.men.distances.transition_start[side_kind],
                                    self.men.distances.transition_start[side_kind + 1]):
                if self.men.distances.within[(transition * SQUARES + origin) * NEAR + moves] & squares:
                    return moves
        return min(most + 1, NEAR)

    def _capture_squares(self, prospect: Prospect) -> int:
        """The squares (bits) on which a man of the mating side may capture, at the cost of its side's slack."""
        squares = 0
        for man in range(self.men.mating_side_men):
            if self.men.current_squares[man] != CAPTURED:
                squares |= self.sets.within(man, prospect.pattern.target[man], prospect.mating_side_slack, CAPTURED_ON)
        return squares


class StalemateEnumeration(KingEnumeration):
    """Lists patterns in which no man of the victim has a step."""

    def __init__(self, men: TrackedMen, captures: StalemateRefutation) -> None:
        super().__init__(men, captures)
        self.captures = captures

    def _enumerate(self, mating_side_moves: int, victim_moves: int) -> None:
        self.max_captures = mating_side_moves
        self.men.captured = 0
        self.men.locate(self.p)
        KingEnumeration._enumerate(self, mating_side_moves, victim_moves)

    def _extend(self, draft: Draft) -> None:
        if self._count_step():
            return
        open_flights = self.zone.unguarded(self.zone.all_flights & ~draft.blocked, draft.placed)
        if self.zone.are_unaffordable(open_flights, draft):
            return
        exclusions = self.exclusion_count
        self._extend_by_next_square(open_flights, draft)
        self._undo_exclusions(exclusions)

    def _extend_by_next_square(self, open_flights: int, draft: Draft) -> None:
        """Extend a pattern: take a flight from the king, or prevent a step, or else deal with a man without a target.
        """
        own_squares = ONE << self.king
        unplaced = 0
        for man in range(self.men.mating_side_men, self.men.man_count):
            if self.men.target[man] != NO_TARGET:
                own_squares |= ONE << target_square(self.men.target[man])
            elif not self.men.captured >> man & 1:
                unplaced += 1
        if popcount(self.zone.needed) > unplaced:
            return
        self.step_man, self.step, self.step_cost = NO_MAN, 0, -1
        for man in range(self.men.mating_side_men, self.men.man_count):
            if self.men.target[man] != NO_TARGET:
                steps = self._steps(target_square(self.men.target[man]), target_kind(self.men.target[man]), own_squares,
                                    draft.placed)
                if steps and self._cannot_be_prevented(man, steps, unplaced, draft):
                    return
        if open_flights:
            flight = self.zone.most_expensive_flight(open_flights)
            self._block(self.zone.flight_square(flight), block(draft, 1 << flight))
            self._guard(flight, draft)
            return
        if self.step_man != NO_MAN:
            self._prevent_step(self.step_man, self.step, draft)
            return
        for man in range(self.men.mating_side_men, self.men.man_count):
            if self.men.target[man] == NO_TARGET and not self.men.captured >> man & 1:
                self._capture_or_place(man, unplaced - 1, own_squares, draft)
                return
        self._add_pattern(draft)

    def _steps(self, origin: int, kind: int, own_squares: int, placed: int) -> int:
        """Where a man of the victim can step in the pattern so far, unless a man that pins it forbids the step.

        `own_squares`: the squares of the victim's men in the pattern.
        """
        i = ((self.men.mating_side ^ 1) * MEN + kind) * SQUARES + origin
        steps = (self.men.distances.first_squares[i] | self.men.distances.quiet_first_squares[i] & ~placed) \
            & ~own_squares
        for man in range(self.men.mating_side_men):
            if self.men.target[man] != NO_TARGET and steps:
                square, pinning = target_square(self.men.target[man]), target_kind(self.men.target[man])
                line = squares_between(self.men, self.men.mating_side, pinning, self.king, square)
                if line >> origin & 1 and not line & placed & ~(ONE << origin):
                    steps &= line | ONE << square
        return steps

    def _cannot_be_prevented(self, man: int, steps: int, unplaced: int, draft: Draft) -> bool:
        """Whether it is certain that the draft does not allow keeping a man of the victim from these steps and blocking
        what was `needed` before.

        Where no man can pin it any more, each step takes another man of its side, `unplaced` of which have no target;
        what they cost adds up. Adds to `needed` and `blocks_cost` of the zone; sets `step_man` and `step`, the step to
        be prevented first: the one that costs most.
        """
        square, kind = target_square(self.men.target[man]), target_kind(self.men.target[man])
        if self.men.castling_movable or self._may_be_pinned(square, draft.mating_side_moves):
            if self.step_man == NO_MAN:
                self.step_man, self.step = man, lowest(steps)
            return False
        quiet = self.men.distances.quiet_first_squares[((self.men.mating_side ^ 1) * MEN + kind) * SQUARES + square]
        while steps:
            step = lowest(steps)
            steps &= steps - 1
            cost = FAR if draft.placed >> step & 1 else self.zone.cost_of_block(step)
            if quiet >> step & 1 and self._may_be_obstructed(step, draft.mating_side_moves):
                cost = 0
            elif not self.zone.needed >> step & 1:
                self.zone.needed |= ONE << step
                self.zone.blocks_cost += cost
                if self.zone.blocks_cost > draft.victim_moves or popcount(self.zone.needed) > unplaced:
                    return True
            if cost > self.step_cost:
                self.step_man, self.step, self.step_cost = man, step, cost
        return False

    def _may_be_obstructed(self, square: int, moves: int) -> bool:
        """Whether a man of the mating side that has no target yet may come to a square in `moves` moves."""
        for man in range(self.men.mating_side_men):
            if self.men.target[man] == NO_TARGET \
                    and least_moves(self.men, self.men.mating_side, self.men.man_kinds[man], self.men.man_squares[man],
                                    square) <= moves:
                return True
        return False

    def _block(self, square: int, draft: Draft) -> None:
        """Extend the pattern by each man of the victim on a square."""
        if draft.placed >> square & 1:
            return
        for man in range(self.men.mating_side_men, self.men.man_count):
            if self.men.target[man] == NO_TARGET and not self.men.captured >> man & 1 and (
                    self.men.castling_movable
                    or least_moves(self.men, self.men.mating_side ^ 1, self.men.man_kinds[man],
                                   self.men.man_squares[man], square) <= draft.victim_moves):
                self._obstruct(man, square, draft)

    def _prevent_step(self, man: int, step: int, draft: Draft) -> None:
        """Extend the pattern by all that keeps a man of the victim from a step: another man there, or a pin."""
        square, kind = target_square(self.men.target[man]), target_kind(self.men.target[man])
        self._block(step, block(draft, self.zone.flight_bit(step)))
        quiet = self.men.distances.quiet_first_squares[((self.men.mating_side ^ 1) * MEN + kind) * SQUARES + square]
        if quiet >> step & 1 and not draft.placed >> step & 1:
            for other in range(self.men.mating_side_men):
                if self.men.target[other] == NO_TARGET:
                    self._obstruct(other, step, draft)
        for other in range(self.men.mating_side_men):
            if self.men.target[other] == NO_TARGET and self.men.man_kinds[other] != self.judge.royal:
                self._pin(other, square, draft)

    def _obstruct(self, man: int, square: int, draft: Draft) -> None:
        """Extend the pattern by a man of either side on a square, whatever it is there."""
        moves = draft.mating_side_moves if man < self.men.mating_side_men else draft.victim_moves
        side_kind = (self.men.mating_side if man < self.men.mating_side_men else self.men.mating_side ^ 1) * MEN \
            + self.men.man_kinds[man]
        if self.men.man_kinds[man] == self.judge.royal:
            distance = self.men.distances.king_distance[
                (self.men.mating_side * SQUARES + self.men.man_squares[man]) * SQUARES + square]
            if not self.zone.king_attacks >> square & 1:
                self._assign(man, make_target(square, self.judge.royal), distance, draft)
            return
        for transition in range(self.men.distances.transition_start[side_kind],
                                self.men.distances.transition_start[side_kind + 1]):
            distance = self.men.distances.distance[
                (transition * SQUARES + self.men.man_squares[man]) * SQUARES + square]
            if distance <= moves or self.men.transportable >> man & 1:
                self._assign(man, make_target(square, self.men.distances.transition_kind[transition]), distance, draft)

    def _pin(self, man: int, square: int, draft: Draft) -> None:
        """Extend the pattern by a man of the mating side where it attacks the king through a square."""
        side_kind = self.men.mating_side * MEN + self.men.man_kinds[man]
        for transition in range(self.men.distances.transition_start[side_kind],
                                self.men.distances.transition_start[side_kind + 1]):
            kind = self.men.distances.transition_kind[transition]
            targets = self.men.distances.attack_origins[(self.men.mating_side * MEN + kind) * SQUARES + self.king] \
                & ~draft.placed & self._reachable(man, transition, draft.mating_side_moves)
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                line = squares_between(self.men, self.men.mating_side, kind, self.king, target)
                distance = self.men.distances.distance[
                    (transition * SQUARES + self.men.man_squares[man]) * SQUARES + target]
                if (distance <= draft.mating_side_moves or self.men.transportable >> man & 1) and line >> square & 1 \
                        and not line & draft.placed & ~(ONE << square):
                    self._assign(man, make_target(target, kind), distance, draft)

    def _capture_or_place(self, man: int, unplaced: int, own_squares: int, draft: Draft) -> None:
        """Extend the pattern by all that may become of a man of the victim: it is captured, or stands on some square.

        `unplaced`: how many other men of the victim have no target yet; each may block one of its steps.
        """
        if popcount(self.men.captured) < self.max_captures:
            self.men.captured |= ONE << man
            if not self._cannot_be_captured(draft):
                self._extend(draft)
            self.men.captured &= ~(ONE << man)
        side_kind = (self.men.mating_side ^ 1) * MEN + self.men.man_kinds[man]
        for transition in range(self.men.distances.transition_start[side_kind],
                                self.men.distances.transition_start[side_kind + 1]):
            kind = self.men.distances.transition_kind[transition]
            squares = self._reachable(man, transition, draft.victim_moves) & ~(own_squares | draft.placed)
            while squares:
                square = lowest(squares)
                squares &= squares - 1
                distance = self.men.distances.distance[
                    (transition * SQUARES + self.men.man_squares[man]) * SQUARES + square]
                if distance > draft.victim_moves and not self.men.transportable >> man & 1:
                    continue
                steps = self._steps(square, kind, own_squares, draft.placed)
                steps &= ~self.men.distances.quiet_first_squares[
                    ((self.men.mating_side ^ 1) * MEN + kind) * SQUARES + square]
                if popcount(steps) > unplaced and not self._may_be_pinned(square, draft.mating_side_moves):
                    continue
                self._assign(man, make_target(square, kind), distance, block(draft, self.zone.flight_bit(square)))

    def _may_be_pinned(self, square: int, mating_side_moves: int) -> bool:
        """Whether a man of the mating side that has no target may come to attack the king through a square."""
        for man in range(self.men.mating_side_men):
            moves = FAR if self.men.transportable >> man & 1 else mating_side_moves
            if self.men.target[man] == NO_TARGET and self.men.may_attack(man, self.king, moves, ONE << square):
                return True
        return False

    def _cannot_be_captured(self, draft: Draft) -> bool:
        """Whether it is certain that what the draft leaves does not suffice to capture the men `captured`."""
        if self.men.castling_movable or self.pending or not self._reserve_patterns(self.count + 1):
            return False
        for man in range(self.men.man_count + 1):
            self.patterns[self.count].target[man] = self.men.target[man]
        return self.captures.cost_more(
            self.p, Prospect(pattern_at(self.patterns, self.count), draft.mating_side_moves, draft.victim_moves),
            self.men.captured)


class StalematePatterns(Patterns):
    """Patterns of stalemates by `mating_side`."""

    def __init__(self, judge: Judge, mating_side: int) -> None:
        super().__init__(judge, mating_side)
        self.applicable = self.applicable and judge.has(NEEDS)
        captures = StalemateRefutation(self.men)
        self.refutation, self.enumeration = captures, StalemateEnumeration(self.men, captures)
