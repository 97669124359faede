# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Checks that leave the king a step: recognised from the attacks in the position before them, without making them.

Most of the checks in a mate-in-one test do not mate, since the king can step away. Which of his steps stay open after a
check follows from what each attacking man covers now: a step is open if no man but the moving one attacks it, if no
line to it is opened where the moving man leaves, and if that man does not attack it from its target. Lines that it
closes by arriving are not considered; such checks are made. This is the flight-square test of mate solvers (Chess
Programming Wiki, "Mate Search").

It requires of a genre what standing_replies.py `NEEDS`, except for the number of kings. If the side to be mated has
several, a step of a king to a square that is not attacked disproves mate under ULTRA only: there it ends every check.
Under the other doctrines the step may uncover another king, or not help him, and nothing is dropped. Nor is anything
dropped under MULTIPLEX where the mating side has several kings, to which the step may give a check that is not allowed.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.goal.reach import Reach

if not cython.compiled:
    from feerie.kernel.compiled_rules import KING_MOVE_TABLE, MULTIPLEX, ULTRA
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import ONE, lowest, reached_from
    from feerie.kernel.tables import ATTACK_TABLES, PLAIN, SQUARES


class FlightTest:
    """Drops the checks which leave the king a step."""

    def __init__(self, judge: Judge, reach: Reach) -> None:
        self.judge, self.reach = judge, reach
        if not cython.compiled:
            self.covers = [0] * SQUARES

    def drop_evaded_checks(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p after which no legal step of the king is found; returns the new end."""
        us = self.judge.frames[p].turn
        kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us ^ 1]
        own = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us]
        if kings & (kings - 1) and self.judge.doctrine != ULTRA \
                or own & (own - 1) and self.judge.doctrine == MULTIPLEX:
            return end
        while kings and n < end:
            end = self.drop_checks_evaded_by(p, us, lowest(kings), n, end)
            kings &= kings - 1
        return end

    def drop_checks_evaded_by(self, p: int, us: int, king: int, n: int, end: int) -> int:
        """drop_evaded_checks for steps of the king on one square."""
        zone = self.judge.move_tables[KING_MOVE_TABLE + (us ^ 1)].leaps[king] \
            & ~(self.judge.frames[p].sides[us ^ 1] | self.judge.frames[p].men[self.judge.royal])
        if not zone:
            return end
        occupied = (self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]) ^ ONE << king
        self.collect_cover(p, us, king, zone, occupied)
        kept = n
        for i in range(n, end):
            if not self.leaves_flight(p, us, king, zone, occupied, self.judge.list[i]):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def collect_cover(self, p: int, us: int, king: int, zone: int, occupied: int) -> None:
        """Set which squares of `zone` each man of `us` attacks (`covers`, by its square), which any man attacks
        (`covered`), and which two or more do (`covered_twice`); `seen_by_riders`: all squares that riders see, whose
        lines a move may open.
        """
        bits = self.judge.frames[p].sides[us]
        while bits:
            self.covers[lowest(bits)] = 0
            bits &= bits - 1
        self.covered = self.covered_twice = self.seen_by_riders = 0
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            bits = self.judge.men_attacking_by(p, i) & self.judge.frames[p].sides[us] \
                & self.judge.attack_tables[i].approach[king]
            while bits:
                origin = lowest(bits)
                bits &= bits - 1
                if i < us * ATTACK_TABLES + self.judge.leaping[us]:
                    seen = self.judge.attack_tables[i].leaps[origin]
                else:
                    seen = reached_from(self.judge.attack_tables[i].slots, origin,
                                        self.judge.attack_tables[i].segments, occupied)
                    self.seen_by_riders |= seen
                seen &= zone
                self.covered_twice |= self.covered & seen
                self.covered |= seen
                self.covers[origin] |= seen

    def leaves_flight(self, p: int, us: int, king: int, zone: int, occupied: int, move: int) -> bool:
        """Has the king a legal step after the move? Quick, not exhaustive: False for castlings and en-passant captures.
        """
        origin = move_origin(move)
        if move_kind(move) != PLAIN or move_result(move) == self.judge.royal and move_man(move) != self.judge.royal:
            return False
        flights = zone & ~(self.covered_twice | self.covered & ~self.covers[origin])
        if move_man(move) == self.judge.royal:
            flights &= ~(ONE << move_target(move))      # a king is not captured
        occupied &= ~(ONE << origin)
        if flights:
            flights &= ~self.reach.attacks_from(us, move_result(move), move_target(move), occupied)
        if flights and self.seen_by_riders >> origin & 1:
            flights &= ~self.attacked_by_riders(p, us, king, occupied, self.judge.frames[p].sides[us] & occupied)
        return flights != 0

    def attacked_by_riders(self, p: int, us: int, king: int, occupied: int, men: int) -> int:
        """The squares near the king that riders of `us` among `men` attack, with `occupied` as blockers."""
        seen = 0
        for i in range(us * ATTACK_TABLES + self.judge.leaping[us],
                       us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            bits = self.judge.men_attacking_by(p, i) & men & self.judge.attack_tables[i].approach[king]
            while bits:
                seen |= reached_from(self.judge.attack_tables[i].slots, lowest(bits),
                                     self.judge.attack_tables[i].segments, occupied)
                bits &= bits - 1
        return seen
