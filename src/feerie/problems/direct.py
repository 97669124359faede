# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Battle play: one side forces a goal against the other's best defence (#n, s#n, r#n, semi-r#n).

Lengths are moves of the attacker, the one in question included. In direct play the attacker reaches the goal, in
self and reflex play he makes the defender reach it. In reflex play whoever can reach the goal at once must do so,
in semi-reflex play only the defender.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.problems.memory import Memory
from feerie.problems.search import Search

if not cython.compiled:
    DIRECT, SELF, REFLEX, SEMI_REFLEX = 0, 1, 2, 3


class Stopped(Exception):
    """The search was stopped from outside; what it answered last is void."""


class Battle(Search):
    """Questions about the position on top of a judge's stack."""

    def __init__(self, judge: Any, goal: int, play: int, memory: Memory, exact: bool = False,
                 square: int = -1) -> None:
        super().__init__(judge, goal, memory, square)
        self.play, self.exact = play, exact

    def attack(self, p: int, n: int, length: int) -> bool:
        """Can the attacker, to move at p, force the goal in `length` moves?"""
        if self.judge.stopped:
            return False
        key = self.judge.frames[p].key
        known = self.memory.find(key)
        refuted = known >> 16 & 0xFFFF
        proved = known & 0xFFFF
        if self.exact and refuted == length or not self.exact and length <= refuted:
            return False
        if proved and (proved == length if self.exact else proved <= length):
            return True
        wins = False
        if self.play == REFLEX and self.reaches(p, n):
            self.memory.note_refuted(key, 999, 0)
            return False
        end = self.goal_moves(p, n) if self.play == DIRECT and length == 1 else self.judge.legal(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.forced(p + 1, end, self.judge.list[i], length):
                wins = True
                break
        if self.judge.stopped:
            return False
        if wins:
            self.memory.note_proved(key, length, self.judge.list[i])
        else:
            self.memory.note_refuted(key, length, 0)
        return wins

    def forced(self, p: int, n: int, move: int, length: int) -> bool:
        """Has the attacker's move that led to p, the first of `length`, forced the goal?"""
        if self.judge.stopped:
            return False
        if self.play == DIRECT:
            if self.reached(p, n, move):
                return length == 1 or not self.exact
            if length == 1:
                return False
        elif self.play != SELF and self.reaches(p, n):
            return length == 1 or not self.exact
        elif self.play != SELF and length == 1:
            return False
        end = self.judge.legal(p, n)
        if end == n:
            return False
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.play == SELF and self.reached(p + 1, end, self.judge.list[i]):
                if length == 1 or not self.exact:
                    continue
                return False
            if length == 1 or not self.attack(p + 1, end, length - 1):
                return False
        return True

    # ----------------------------------------------------------------- questions; Stopped when stopped

    def wins(self, length: int) -> bool:
        """Can the attacker, to move, force the goal in `length` moves?"""
        moves = length
        with cython.nogil:
            found = self.attack(self.judge.ply, 0, moves)
        if self.judge.stopped:
            raise Stopped
        return found

    def succeeds(self, move: int, length: int) -> bool:
        """Has the attacker's last move, the first of `length`, forced the goal?"""
        moves = length
        with cython.nogil:
            found = self.forced(self.judge.ply, 0, move, moves)
        if self.judge.stopped:
            raise Stopped
        return found

    def is_reached(self, move: int) -> bool:
        """Has the last move reached the goal?"""
        return self.reached(self.judge.ply, 0, move)

    def can_reach(self) -> bool:
        """Can the side to move reach the goal at once?"""
        return self.reaches(self.judge.ply, 0)
