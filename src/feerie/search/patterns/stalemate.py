# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Stalemate patterns: the ways in which a side can be stalemated in a given number of moves of each side.

A pattern has the square of the king, each of whose flights is blocked or guarded, and says of each other man of the
victim that it is captured, or where it stands without a move: the first square of each of its rays has a man of its own
side on it (for moves without capture, any man), or a pin forbids the step.

What this needs of a genre, besides the victim's one king: no man attacks a square by two ways.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.king_zone import KingZonePatterns

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import ATTACK_TABLES, MEN, SQUARES
    from feerie.search.patterns.structs import NO_TARGET, Budget, make_target, target_kind, target_square
    FAR = 99


class StalematePatterns(KingZonePatterns):
    """Patterns of stalemates by `mater`."""

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        for i in range(2 * ATTACK_TABLES):
            if i % ATTACK_TABLES < self.judge.attack_table_count[i // ATTACK_TABLES]:
                for square in range(SQUARES):
                    if self.judge.attack_tables[i].several[square]:
                        self.applicable = False

    def _enumerate(self, mater_moves: int, victim_moves: int) -> None:
        self.max_captures = mater_moves
        self.captured = 0
        self._locate(self.last_ply)
        KingZonePatterns._enumerate(self, mater_moves, victim_moves)

    def _extend(self, budget: Budget, placed: int, blocked: int) -> None:
        if self._count_step():
            return
        exclusions = self.exclusion_count
        open_flights = self._unguarded(self.all_flights & ~blocked, placed)
        if not open_flights:
            self._extend_by_next_man(budget, placed, blocked)
        else:
            flight = self._most_expensive_flight(open_flights)
            square = self._flight_square(flight)
            self._block(square, budget, placed, blocked | 1 << flight)
            self._guard(square, budget, placed, blocked)
        self._undo_exclusions(exclusions)

    def _extend_by_next_man(self, budget: Budget, placed: int, blocked: int) -> None:
        """Extend a pattern without flights: prevent a step that is left, or else deal with a man that has no target."""
        own_squares = ONE << self.king
        unplaced = 0
        for man in range(self.mater_men, self.man_count):
            if self.target[man] != NO_TARGET:
                own_squares |= ONE << target_square(self.target[man])
            elif not self.captured >> man & 1:
                unplaced += 1
        for man in range(self.mater_men, self.man_count):
            if self.target[man] != NO_TARGET:
                steps = self._steps(target_square(self.target[man]), target_kind(self.target[man]), own_squares, placed)
                if steps:
                    self._prevent_step(man, lowest(steps), budget, placed, blocked)
                    return
        for man in range(self.mater_men, self.man_count):
            if self.target[man] == NO_TARGET and not self.captured >> man & 1:
                self._capture_or_place(man, unplaced - 1, budget, own_squares, placed, blocked)
                return
        self._add_pattern(budget)

    def _steps(self, origin: int, kind: int, own_squares: int, placed: int) -> int:
        """Where a man of the victim can step in the pattern as it is so far, unless a man that pins it forbids it.

        `own_squares`: the squares of the victim's men in the pattern.
        """
        i = ((self.mater ^ 1) * MEN + kind) * SQUARES + origin
        steps = (self.distances.first_squares[i] | self.distances.quiet_first_squares[i] & ~placed) & ~own_squares
        for man in range(self.mater_men):
            if self.target[man] != NO_TARGET and steps:
                square = target_square(self.target[man])
                line = self.squares_between(self.mater, target_kind(self.target[man]), self.king, square)
                if line >> origin & 1 and not line & placed & ~(ONE << origin):
                    steps &= line | ONE << square
        return steps

    def _flight_bit(self, square: int) -> int:
        """The bit of the flight on a square; 0 if there is none."""
        for flight in range(self.distances.flight_count[(self.mater ^ 1) * SQUARES + self.king]):
            if self._flight_square(flight) == square:
                return 1 << flight
        return 0

    def _block(self, square: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by each man of the victim on a square."""
        if placed >> square & 1:
            return
        for man in range(self.mater_men, self.man_count):
            if self.target[man] == NO_TARGET and not self.captured >> man & 1:
                self._obstruct(man, square, budget, placed, blocked)

    def _prevent_step(self, man: int, step: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by all that keeps a man of the victim from a step: another man there, or a pin."""
        square, kind = target_square(self.target[man]), target_kind(self.target[man])
        self._block(step, budget, placed, blocked | self._flight_bit(step))
        if self.distances.quiet_first_squares[((self.mater ^ 1) * MEN + kind) * SQUARES + square] >> step & 1 \
                and not placed >> step & 1:
            for other in range(self.mater_men):
                if self.target[other] == NO_TARGET:
                    self._obstruct(other, step, budget, placed, blocked)
        for other in range(self.mater_men):
            if self.target[other] == NO_TARGET and self.man_kinds[other] != self.judge.royal:
                self._pin(other, square, budget, placed, blocked)

    def _obstruct(self, man: int, square: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by a man of either side on a square, whatever it is there."""
        moves = budget.mater_moves if man < self.mater_men else budget.victim_moves
        side_kind = (self.mater if man < self.mater_men else self.mater ^ 1) * MEN + self.man_kinds[man]
        if self.man_kinds[man] == self.judge.royal:
            distance = self.distances.king_distance[
                (self.mater * SQUARES + self.man_squares[man]) * SQUARES + square]
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
        """Extend the pattern by a man of the mater where it attacks the king through a square."""
        side_kind = self.mater * MEN + self.man_kinds[man]
        for transition in range(self.distances.transition_start[side_kind],
                                self.distances.transition_start[side_kind + 1]):
            kind = self.distances.transition_kind[transition]
            targets = self.distances.attack_origins[(self.mater * MEN + kind) * SQUARES + self.king] & ~placed
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                line = self.squares_between(self.mater, kind, self.king, target)
                distance = self.distances.distance[(transition * SQUARES + self.man_squares[man]) * SQUARES + target]
                if (distance <= budget.mater_moves or self._is_transportable(man)) and line >> square & 1 \
                        and not line & placed & ~(ONE << square):
                    self._assign(man, make_target(target, kind), distance, budget, placed, blocked)

    def _capture_or_place(self, man: int, unplaced: int, budget: Budget, own_squares: int, placed: int,
                          blocked: int) -> None:
        """Extend the pattern by all that may become of a man of the victim: it is captured, or stands on some square.

        `unplaced`: how many other men of the victim have no target yet; each may block one of its steps.
        """
        if popcount(self.captured) < self.max_captures:
            self.captured |= ONE << man
            self._extend(budget, placed, blocked)
            self.captured &= ~(ONE << man)
        side_kind = (self.mater ^ 1) * MEN + self.man_kinds[man]
        for transition in range(self.distances.transition_start[side_kind],
                                self.distances.transition_start[side_kind + 1]):
            kind = self.distances.transition_kind[transition]
            for square in range(SQUARES):
                distance = self.distances.distance[(transition * SQUARES + self.man_squares[man]) * SQUARES + square]
                if distance > budget.victim_moves and not self._is_transportable(man) \
                        or (own_squares | placed) >> square & 1:
                    continue
                steps = self._steps(square, kind, own_squares, placed)
                steps &= ~self.distances.quiet_first_squares[((self.mater ^ 1) * MEN + kind) * SQUARES + square]
                if popcount(steps) > unplaced and not self._may_be_pinned(square, budget.mater_moves):
                    continue
                self._assign(man, make_target(square, kind), distance, budget, placed,
                             blocked | self._flight_bit(square))

    def _may_be_pinned(self, square: int, mater_moves: int) -> bool:
        """May a man of the mater that has no target come to attack the king through a square?"""
        for man in range(self.mater_men):
            if self.target[man] == NO_TARGET \
                    and self._may_attack(man, self.king, FAR if self._is_transportable(man) else mater_moves,
                                         ONE << square):
                return True
        return False
