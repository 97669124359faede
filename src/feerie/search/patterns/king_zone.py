# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Patterns of a king and his zone: each of his flights is blocked by a man of his own, or guarded by the mating side.

A flight is a square that the king can step to. Men of the pattern interrupt each other's lines; other men do not.
"""
from __future__ import annotations

import cython

from feerie.search.patterns.enumeration import Enumeration
from feerie.search.patterns.men import TrackedMen
from feerie.search.patterns.refutation import Refutation

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import MEN, SQUARES
    from feerie.search.patterns.structs import (
        NO_TARGET,
        Draft,
        least_moves,
        make_target,
        spend,
        squares_between,
        target_kind,
        target_square,
    )
    FAR, NEAR, MAX_FLIGHTS, SIDE_MEN = 99, 8, 8, 32


class KingZone:
    """The victim's king on a square, and what it costs to take his flights in the pattern under way."""

    def __init__(self, men: TrackedMen) -> None:
        self.men = men
        if not cython.compiled:
            self.block_cost = [0] * MAX_FLIGHTS
            self.guard_cost = [0] * ((MAX_FLIGHTS + 1) * SIDE_MEN)

    def put_king(self, king: int) -> None:
        """Put the victim's king on a square; set what depends on it."""
        victim = self.men.mating_side ^ 1
        self.king, self.guards_known = king, 0
        self.men.target[self.men.man_count] = make_target(king, self.men.judge.royal)
        zone = victim * SQUARES + king
        self.all_flights = (1 << self.men.distances.flight_count[zone]) - 1
        for flight in range(self.men.distances.flight_count[zone]):
            square = self.men.distances.flights[zone * MAX_FLIGHTS + flight]
            self.block_cost[flight] = FAR
            for man in range(self.men.mating_side_men, self.men.man_count):
                cost = least_moves(self.men, victim, self.men.man_kinds[man], self.men.man_squares[man], square)
                self.block_cost[flight] = min(self.block_cost[flight], cost)
        self.king_attacks = 0
        for square in range(SQUARES):
            if self.men.distances.attack_origins[(victim * MEN + self.men.judge.royal) * SQUARES + square] >> king & 1:
                self.king_attacks |= ONE << square

    def flight_square(self, flight: int) -> int:
        """The square of a flight; for MAX_FLIGHTS, the number of the bit CHECKED, the king's own."""
        if flight == MAX_FLIGHTS:
            return self.king
        return self.men.distances.flights[((self.men.mating_side ^ 1) * SQUARES + self.king) * MAX_FLIGHTS + flight]

    def flight_bit(self, square: int) -> int:
        """The bit of the flight on a square; 0 if there is none."""
        for flight in range(self.men.distances.flight_count[(self.men.mating_side ^ 1) * SQUARES + self.king]):
            if self.flight_square(flight) == square:
                return 1 << flight
        return 0

    def unguarded(self, flights: int, placed: int) -> int:
        """Those of some flights (bits, and CHECKED for the king) that no man of the mating side in the pattern
        attacks.
        """
        mating_side, zone = self.men.mating_side, (self.men.mating_side ^ 1) * SQUARES + self.king
        for man in range(self.men.mating_side_men):
            if self.men.target[man] == NO_TARGET:
                continue
            square = target_square(self.men.target[man])
            kind = target_kind(self.men.target[man])
            bits = flights & self.men.distances.zone_attacks[
                ((mating_side * MEN + kind) * SQUARES + self.king) * SQUARES + square]
            while bits:
                flight = lowest(bits)
                attacked = self.king if flight == MAX_FLIGHTS \
                    else self.men.distances.flights[zone * MAX_FLIGHTS + flight]
                if not squares_between(self.men, mating_side, kind, attacked, square) & placed:
                    flights &= ~(1 << flight)
                bits &= bits - 1
        return flights

    def most_expensive_flight(self, flights: int) -> int:
        """The one of some flights (bits) that costs most moves to block: tried first, since it has the fewest ways."""
        found, cost = 0, -1
        while flights:
            if self.block_cost[lowest(flights)] > cost:
                found = lowest(flights)
                cost = self.block_cost[found]
            flights &= flights - 1
        return found

    def are_unaffordable(self, flights: int, draft: Draft) -> bool:
        """Whether the draft surely does not allow taking some flights (bits) from the king and checking him.

        What no man of the mating side can guard any more must be blocked, each flight by a different man, so costs add
        up. Sets `needed`, the squares that must be blocked, and `blocks_cost`, the moves that this costs at least.
        """
        self.needed, self.blocks_cost = 0, 0
        if self.men.castling_movable:
            return False
        while flights:
            flight = lowest(flights)
            flights &= flights - 1
            if not self._may_be_guarded(flight, draft.mating_side_moves):
                if flight == MAX_FLIGHTS:
                    return True
                self.needed |= ONE << self.flight_square(flight)
                self.blocks_cost += self.cost_of_block(self.flight_square(flight))
                if self.blocks_cost > draft.victim_moves:
                    return True
        return False

    def cost_of_block(self, square: int) -> int:
        """The fewest moves that a man of the victim without a target yet needs to a square; FAR if none gets there."""
        cost = FAR
        for man in range(self.men.mating_side_men, self.men.man_count):
            if self.men.target[man] == NO_TARGET and not self.men.captured >> man & 1:
                moves = least_moves(self.men, self.men.mating_side ^ 1, self.men.man_kinds[man],
                                    self.men.man_squares[man], square)
                cost = min(cost, moves)
        return cost

    def _may_be_guarded(self, flight: int, moves: int) -> bool:
        """Whether a man of the mating side without a target may attack a flight after `moves` moves of its side."""
        if not self.guards_known >> flight & 1:
            self.find_guards(flight)
        for man in range(self.men.mating_side_men):
            if self.guard_cost[flight * SIDE_MEN + man] <= moves and self.men.target[man] == NO_TARGET:
                return True
        return False

    def find_guards(self, flight: int) -> None:
        """Set `guard_cost` of a flight, or of MAX_FLIGHTS for a check: below NEAR, the fewest moves that a man of the
        mating side needs to attack it. Not for men that castlings transport."""
        self.guards_known |= 1 << flight
        square = self.flight_square(flight)
        for man in range(self.men.mating_side_men):
            side_kind = self.men.mating_side * MEN + self.men.man_kinds[man]
            origin, cost = self.men.man_squares[man], NEAR
            targets = self.men.distances.attack_origins[side_kind * SQUARES + square] \
                & ~(self.king_attacks | ONE << self.king)
            if self.men.man_kinds[man] == self.men.judge.royal and flight != MAX_FLIGHTS:
                while targets:
                    cost = min(cost, self.men.distances.king_distance[
                        (self.men.mating_side * SQUARES + origin) * SQUARES + lowest(targets)])
                    targets &= targets - 1
            for transition in range(self.men.distances.transition_start[side_kind],
                                    self.men.distances.transition_start[side_kind + 1]):
                targets = self.men.distances.attack_origins[
                    (self.men.mating_side * MEN + self.men.distances.transition_kind[transition]) * SQUARES + square] \
                    & ~(ONE << self.king)
                moves = 0
                while moves < cost and not (
                        targets & self.men.distances.within[(transition * SQUARES + origin) * NEAR + moves]):
                    moves += 1
                cost = moves
            self.guard_cost[flight * SIDE_MEN + man] = cost


class KingEnumeration(Enumeration):
    """What the enumerations of mates and of stalemates have in common. They begin with each square of the king."""

    def __init__(self, men: TrackedMen, refutation: Refutation) -> None:
        super().__init__(men, refutation)
        self.zone = KingZone(men)
        self.plans.tell_apart()

    def _enumerate(self, mating_side_moves: int, victim_moves: int) -> None:
        victim = self.men.mating_side ^ 1
        origin = self.men.man_squares[self.men.man_count]
        for king in range(SQUARES):
            distance = self.men.distances.king_distance[(victim * SQUARES + origin) * SQUARES + king]
            if distance > victim_moves or self.aborted:
                continue
            self.king = king
            self.zone.put_king(king)
            draft = Draft(mating_side_moves, victim_moves - distance, 0, distance, 0, 0)
            self._extend(draft)
            if self.men.exposes[0] or self.men.exposes[1]:
                self._add_meetings(draft)

    def _add_meetings(self, draft: Draft) -> None:
        """Add patterns in which kings stand next to each other, after a last move that exposes one; they name no other
        men."""
        for man in range(self.men.mating_side_men):
            targets = self.zone.king_attacks if self.men.man_kinds[man] == self.judge.royal else 0
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                distance = self.men.distances.king_distance[
                    (self.men.mating_side * SQUARES + self.men.man_squares[man]) * SQUARES + target]
                if distance <= draft.mating_side_moves and not self.aborted:
                    self.men.target[man] = make_target(target, self.judge.royal)
                    self._add_pattern(spend(draft, True, distance, -distance))
                    self.men.target[man] = NO_TARGET

    def _guard(self, flight: int, draft: Draft) -> None:
        """Extend the pattern by each man of the mating side where it attacks a flight, or the king for MAX_FLIGHTS."""
        mating_side, square = self.men.mating_side, self.zone.flight_square(flight)
        if not self.zone.guards_known >> flight & 1:
            self.zone.find_guards(flight)
        for man in range(self.men.mating_side_men):
            if self.men.target[man] != NO_TARGET or not self.men.castling_movable \
                    and self.zone.guard_cost[flight * SIDE_MEN + man] > draft.mating_side_moves:
                continue
            side_kind = mating_side * MEN + self.men.man_kinds[man]
            origin = self.men.man_squares[man]
            if self.men.man_kinds[man] == self.judge.royal:
                if square == self.king:
                    continue
                targets = self.men.distances.attack_origins[side_kind * SQUARES + square] \
                    & ~(draft.placed | self.zone.king_attacks | ONE << self.king)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    distance = self.men.distances.king_distance[(mating_side * SQUARES + origin) * SQUARES + target]
                    self._assign(man, make_target(target, self.judge.royal), distance, draft)
                continue
            for transition in range(self.men.distances.transition_start[side_kind],
                                    self.men.distances.transition_start[side_kind + 1]):
                kind = self.men.distances.transition_kind[transition]
                targets = self.men.distances.attack_origins[(mating_side * MEN + kind) * SQUARES + square] \
                    & ~(draft.placed | ONE << self.king) & self._reachable(man, transition, draft.mating_side_moves)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    distance = self.men.distances.distance[(transition * SQUARES + origin) * SQUARES + target]
                    if (distance <= draft.mating_side_moves or self.men.transportable >> man & 1) \
                            and not squares_between(self.men, mating_side, kind, square, target) & draft.placed:
                        self._assign(man, make_target(target, kind), distance, draft)

    def _reachable(self, man: int, transition: int, moves: int) -> int:
        """A set of squares that includes all that a man reaches in `moves` moves, as the transition says."""
        if moves >= NEAR or self.men.transportable >> man & 1:
            return FULL
        return self.men.distances.within[(transition * SQUARES + self.men.man_squares[man]) * NEAR + moves]
