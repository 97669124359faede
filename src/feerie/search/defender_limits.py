# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Limits on the defender's freedom in forced play: Popeye's Threat, MaxFlightsquares and NonTrivial.

They hold after each of the attacker's moves. A threat and a trivial defence are answers of the search itself, which a
subclass adds.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.attack_moves import AttackMoves
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.kernel.packed_move import move_man
    from feerie.search.attack_moves import DIRECT, SELF
    NO_LIMIT = -1


class DefenderLimits(AttackMoves):
    """Says whether the defender is kept within the limits; NO_LIMIT for none, see `set_limits`."""

    def __init__(self, judge: Judge, goal: int, play: int, table: TranspositionTable, exact: bool = False,
                 square: int = -1, shortcuts: bool = True) -> None:
        super().__init__(judge, goal, play, table, exact, square, shortcuts)
        self.limited, self.max_threat, self.max_flights = False, NO_LIMIT, NO_LIMIT
        self.non_trivial, self.allowance = NO_LIMIT, 0

    def attacker_wins_at(self, p: int, n: int, length: int) -> bool:
        """Can the attacker, to move at p, force the goal in `length` moves?"""
        return False

    def try_defences(self, p: int, n: int, move: int, length: int, best: int) -> bool:
        """Do all defences at p lose against the attacker's `move`, the first of `length`?"""
        return False

    def set_limits(self, threat: int, flights: int, trivial: int, allowance: int) -> None:
        """Limit the defender's freedom after the attacker's moves: Popeye's Threat, MaxFlightsquares and NonTrivial.

        Each may be NO_LIMIT; moves left are counted after the move just made. `threat`: with at least that many moves
        left, the move must give check or threaten to force the goal in `threat` moves. `flights`: with at least two
        moves left, the king may have no more than that many moves. `trivial`: with more moves left than that, a defence
        is non-trivial unless the attacker then forces the goal in `trivial` moves (in direct and reflex play one more).
        Each attacker's move may have one non-trivial defence, and the whole play after a first move `allowance` more;
        a move that has none adds one to the allowance.
        """
        self.max_threat, self.max_flights, self.non_trivial, self.allowance = threat, flights, trivial, allowance
        self.limited = threat >= 0 or flights >= 0 or trivial >= 0

    def is_within_limits_at(self, p: int, n: int, length: int) -> bool:
        """Are threat and flights at p, after the attacker's first of `length` moves, within the limits?"""
        if not self.has_few_flights(p, n, length):
            return False
        if self.max_threat < 0 or length <= self.max_threat or self.judge.in_check_at(p, self.judge.frames[p].turn):
            return True
        if not self.max_threat:
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        return self.attacker_wins_at(p + 1, n, self.max_threat)

    def has_few_flights(self, p: int, n: int, length: int) -> bool:
        """Has the king of the side to move at most `max_flights` moves? True with fewer than two moves left."""
        if self.max_flights < 0 or length <= 2:
            return True
        end = self.judge.list_legal(p, n)
        flights = 0
        for i in range(n, end):
            flights += move_man(self.judge.list[i]) == self.judge.royal
        return flights <= self.max_flights

    def is_limited_by_allowance(self, length: int) -> bool:
        """Do non-trivial defences count after the first of `length` moves?"""
        return self.non_trivial >= 0 and length - 1 > self.non_trivial

    def forces_goal_within_allowance(self, p: int, n: int, move: int, length: int) -> bool:
        """try_defences, if the allowance covers the non-trivial defences at p."""
        allowance = self.allowance
        found = self.count_non_trivial(p, n)
        if found > allowance + 1:
            return False
        self.allowance = allowance + 1 - found
        wins = self.try_defences(p, n, move, length, 0)
        self.allowance = allowance
        return wins

    def count_non_trivial(self, p: int, n: int) -> int:
        """The number of non-trivial defences at p, counted up to one more than allowed."""
        moves = self.non_trivial + (self.play != SELF)
        end = self.judge.list_legal(p, n) if self.play == DIRECT else self.goal_side_moves_at(p, n)
        found = 0
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.play != DIRECT and self.is_reached_at(p + 1, end, self.judge.list[i]):
                continue
            if not moves or not self.attacker_wins_at(p + 1, end, moves):
                found += 1
                if found > self.allowance + 1:
                    break
        return found

    def charge_allowance(self, length: int) -> int:
        """Charge the allowance for the defences after the first of `length` moves; returns it as it was before."""
        before = self.allowance
        if self.is_limited_by_allowance(length):
            self.allowance += 1 - self.count_non_trivial(self.judge.ply, 0)
        return before

    def restore_allowance(self, allowance: int) -> None:
        """Set the allowance back to what it was."""
        self.allowance = allowance
