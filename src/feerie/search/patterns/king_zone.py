# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Patterns of a king and his zone: each of his flights is blocked by a man of his own, or guarded by the mating side.

A flight is a square that the king can step to. Men of the pattern interrupt each other's lines; other men do not.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.obstacles import ObstaclePatterns

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import MEN, SQUARES
    from feerie.search.patterns.structs import (
        NO_TARGET,
        Budget,
        least_moves,
        make_target,
        spend,
        squares_between,
        target_kind,
        target_square,
    )
    FAR, NEAR, MAX_FLIGHTS, SIDE_MEN = 99, 8, 8, 32


class KingZonePatterns(ObstaclePatterns):
    """What the patterns of mates and of stalemates have in common. They are enumerated for each square of the king."""

    def __init__(self, judge: Judge, mating_side: int) -> None:
        super().__init__(judge, mating_side, plans=True)
        self.captured = 0
        if not cython.compiled:
            self.block_cost = [0] * MAX_FLIGHTS
            self.guard_cost = [0] * ((MAX_FLIGHTS + 1) * SIDE_MEN)

    def _enumerate(self, mating_side_moves: int, victim_moves: int) -> None:
        victim = self.mating_side ^ 1
        origin = self.man_squares[self.man_count]
        for king in range(SQUARES):
            distance = self.distances.king_distance[(victim * SQUARES + origin) * SQUARES + king]
            if distance > victim_moves or self.aborted:
                continue
            self._set_king(king)
            budget = Budget(mating_side_moves, victim_moves - distance, 0, distance)
            self._extend(budget, 0, 0)
            if self.mating_side_exposes or self.victim_exposes:
                self._add_meetings(budget)

    def _add_meetings(self, budget: Budget) -> None:
        """Add patterns in which kings stand next to each other, after a last move that exposes one; they name no other
        men."""
        for man in range(self.mating_side_men):
            targets = self.king_attacks if self.man_kinds[man] == self.judge.royal else 0
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                distance = self.distances.king_distance[
                    (self.mating_side * SQUARES + self.man_squares[man]) * SQUARES + target]
                if distance <= budget.mating_side_moves and not self.aborted:
                    self.target[man] = make_target(target, self.judge.royal)
                    self._add_pattern(spend(budget, True, distance, -distance))
                    self.target[man] = NO_TARGET

    def _kings_meet(self, pattern: int) -> bool:
        """Does a pattern have kings next to each other?"""
        if not self.mating_side_exposes and not self.victim_exposes:
            return False
        zone = self.distances.zone[(self.mating_side ^ 1) * SQUARES + self.patterns[pattern].king]
        for man in range(self.mating_side_men):
            target = self.patterns[pattern].target[man]
            if target != NO_TARGET and target_kind(target) == self.judge.royal and zone >> target_square(target) & 1:
                return True
        return False

    def _set_king(self, king: int) -> None:
        """Put the victim's king on a square; set what depends on it."""
        victim = self.mating_side ^ 1
        self.king, self.guards_known = king, 0
        self.target[self.man_count] = make_target(king, self.judge.royal)
        zone = victim * SQUARES + king
        self.all_flights = (1 << self.distances.flight_count[zone]) - 1
        for flight in range(self.distances.flight_count[zone]):
            square = self.distances.flights[zone * MAX_FLIGHTS + flight]
            self.block_cost[flight] = FAR
            for man in range(self.mating_side_men, self.man_count):
                cost = least_moves(self, victim, self.man_kinds[man], self.man_squares[man], square)
                self.block_cost[flight] = min(self.block_cost[flight], cost)
        self.king_attacks = 0
        for square in range(SQUARES):
            if self.distances.attack_origins[(victim * MEN + self.judge.royal) * SQUARES + square] >> king & 1:
                self.king_attacks |= ONE << square

    def _flight_square(self, flight: int) -> int:
        """The square of a flight; for MAX_FLIGHTS, the number of the bit CHECKED, the king's own."""
        if flight == MAX_FLIGHTS:
            return self.king
        return self.distances.flights[((self.mating_side ^ 1) * SQUARES + self.king) * MAX_FLIGHTS + flight]

    def _unguarded(self, flights: int, placed: int) -> int:
        """Those of some flights (bits, and CHECKED for the king) that no man of the mating side in the pattern
        attacks.
        """
        mating_side, zone = self.mating_side, (self.mating_side ^ 1) * SQUARES + self.king
        for man in range(self.mating_side_men):
            if self.target[man] == NO_TARGET:
                continue
            square = target_square(self.target[man])
            kind = target_kind(self.target[man])
            bits = flights & self.distances.zone_attacks[
                ((mating_side * MEN + kind) * SQUARES + self.king) * SQUARES + square]
            while bits:
                flight = lowest(bits)
                attacked = self.king if flight == MAX_FLIGHTS else self.distances.flights[zone * MAX_FLIGHTS + flight]
                if not squares_between(self, mating_side, kind, attacked, square) & placed:
                    flights &= ~(1 << flight)
                bits &= bits - 1
        return flights

    def _most_expensive_flight(self, flights: int) -> int:
        """The one of some flights (bits) that costs most moves to block: tried first, since it has the fewest ways."""
        found, cost = 0, -1
        while flights:
            if self.block_cost[lowest(flights)] > cost:
                found = lowest(flights)
                cost = self.block_cost[found]
            flights &= flights - 1
        return found

    def _are_unaffordable(self, flights: int, budget: Budget) -> bool:
        """Is it certain that the budget does not allow taking some flights (bits) from the king and checking him?

        What no man of the mating side can guard any more must be blocked, each flight by a different man, so costs add
        up. Sets `needed`, the squares that must be blocked, and `blocks_cost`, the moves that this costs at least.
        """
        self.needed, self.blocks_cost = 0, 0
        if self.castling_movable:
            return False
        while flights:
            flight = lowest(flights)
            flights &= flights - 1
            if not self._may_be_guarded(flight, budget.mating_side_moves):
                if flight == MAX_FLIGHTS:
                    return True
                self.needed |= ONE << self._flight_square(flight)
                self.blocks_cost += self._cost_of_block(self._flight_square(flight))
                if self.blocks_cost > budget.victim_moves:
                    return True
        return False

    def _cost_of_block(self, square: int) -> int:
        """The fewest moves that a man of the victim without a target yet needs to a square; FAR if none gets there."""
        cost = FAR
        for man in range(self.mating_side_men, self.man_count):
            if self.target[man] == NO_TARGET and not self.captured >> man & 1:
                moves = least_moves(self, self.mating_side ^ 1, self.man_kinds[man], self.man_squares[man], square)
                cost = min(cost, moves)
        return cost

    def _may_be_guarded(self, flight: int, moves: int) -> bool:
        """May a man of the mating side that has no target come to attack a flight in `moves` moves of its side?"""
        if not self.guards_known >> flight & 1:
            self._find_guards(flight)
        for man in range(self.mating_side_men):
            if self.guard_cost[flight * SIDE_MEN + man] <= moves and self.target[man] == NO_TARGET:
                return True
        return False

    def _find_guards(self, flight: int) -> None:
        """Set `guard_cost` of a flight, or of MAX_FLIGHTS for a check: below NEAR, the fewest moves that a man of the
        mating side needs to attack it. Not for men that castlings transport."""
        self.guards_known |= 1 << flight
        square = self._flight_square(flight)
        for man in range(self.mating_side_men):
            side_kind, origin, cost = self.mating_side * MEN + self.man_kinds[man], self.man_squares[man], NEAR
            targets = self.distances.attack_origins[side_kind * SQUARES + square] \
                & ~(self.king_attacks | ONE << self.king)
            if self.man_kinds[man] == self.judge.royal and flight != MAX_FLIGHTS:
                while targets:
                    cost = min(cost, self.distances.king_distance[
                        (self.mating_side * SQUARES + origin) * SQUARES + lowest(targets)])
                    targets &= targets - 1
            for transition in range(self.distances.transition_start[side_kind],
                                    self.distances.transition_start[side_kind + 1]):
                targets = self.distances.attack_origins[
                    (self.mating_side * MEN + self.distances.transition_kind[transition]) * SQUARES + square] \
                    & ~(ONE << self.king)
                moves = 0
                while moves < cost and not (
                        targets & self.distances.within[(transition * SQUARES + origin) * NEAR + moves]):
                    moves += 1
                cost = moves
            self.guard_cost[flight * SIDE_MEN + man] = cost

    def _guard(self, flight: int, budget: Budget, placed: int, blocked: int) -> None:
        """Extend the pattern by each man of the mating side where it attacks a flight, or the king for MAX_FLIGHTS."""
        mating_side, square = self.mating_side, self._flight_square(flight)
        if not self.guards_known >> flight & 1:
            self._find_guards(flight)
        for man in range(self.mating_side_men):
            if self.target[man] != NO_TARGET or not self.castling_movable \
                    and self.guard_cost[flight * SIDE_MEN + man] > budget.mating_side_moves:
                continue
            side_kind = mating_side * MEN + self.man_kinds[man]
            origin = self.man_squares[man]
            if self.man_kinds[man] == self.judge.royal:
                if square == self.king:
                    continue
                targets = self.distances.attack_origins[side_kind * SQUARES + square] \
                    & ~(placed | self.king_attacks | ONE << self.king)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    distance = self.distances.king_distance[(mating_side * SQUARES + origin) * SQUARES + target]
                    self._assign(man, make_target(target, self.judge.royal), distance, budget, placed, blocked)
                continue
            for transition in range(self.distances.transition_start[side_kind],
                                    self.distances.transition_start[side_kind + 1]):
                kind = self.distances.transition_kind[transition]
                targets = self.distances.attack_origins[(mating_side * MEN + kind) * SQUARES + square] \
                    & ~(placed | ONE << self.king) & self._reachable(man, transition, budget.mating_side_moves)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    distance = self.distances.distance[(transition * SQUARES + origin) * SQUARES + target]
                    if (distance <= budget.mating_side_moves or self._is_transportable(man)) \
                            and not squares_between(self, mating_side, kind, square, target) & placed:
                        self._assign(man, make_target(target, kind), distance, budget, placed, blocked)

    def _reachable(self, man: int, transition: int, moves: int) -> int:
        """A set of squares that includes all that a man reaches in `moves` moves, as the transition says."""
        if moves >= NEAR or self._is_transportable(man):
            return FULL
        return self.distances.within[(transition * SQUARES + self.man_squares[man]) * NEAR + moves]

    def _may_attack(self, man: int, square: int, moves: int, through: int) -> bool:
        """May a man of the mating side attack a square after `moves` moves of its own, through one of the squares
        `through`?

        Any line will do if `through` is FULL. False for a king.
        """
        kind = self.current_kinds[man]
        side_kind = self.mating_side * MEN + kind
        if kind == self.judge.royal or moves < 0:
            return False
        for transition in range(self.distances.transition_start[side_kind],
                                self.distances.transition_start[side_kind + 1]):
            kind = self.distances.transition_kind[transition]
            targets = self.distances.attack_origins[(self.mating_side * MEN + kind) * SQUARES + square]
            if moves < NEAR:
                targets &= self.distances.within[(transition * SQUARES + self.current_squares[man]) * NEAR + moves]
                if targets and through == FULL:
                    return True
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                if self.distances.distance[(transition * SQUARES + self.current_squares[man]) * SQUARES + target] \
                        <= moves and (through == FULL or self.has_several_ways(self.mating_side, kind, square, target)
                                      or squares_between(self, self.mating_side, kind, square, target) & through):
                    return True
        return False
