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
    from feerie.problems.search import MATE
    DIRECT, SELF, REFLEX, SEMI_REFLEX = 0, 1, 2, 3
    KILLERS, WAYS = 512, 4096


class Stopped(Exception):
    """The search was stopped from outside; what it answered last is void."""


class Battle(Search):
    """Questions about the position on top of a judge's stack."""

    def __init__(self, judge: Any, goal: int, play: int, memory: Memory, exact: bool = False,
                 square: int = -1, shortcuts: bool = True) -> None:
        super().__init__(judge, goal, memory, square)
        self.play, self.exact, self.shortcuts = play, exact, shortcuts
        if not cython.compiled:
            self.killers, self.parries = [0] * (2 * KILLERS), [0] * WAYS

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
        if self.play == REFLEX and not refuted and self.reaches(p, n):
            self.memory.note_refuted(key, 999, 0)
            return False
        if self.exact or not self.shortcuts:
            return self.attack_in(p, n, length, key, known >> 32)
        for short in range(refuted + 1, length + 1):
            if self.attack_in(p, n, short, key, known >> 32):
                return True
        return False

    def attack_in(self, p: int, n: int, length: int, key: int, best: int) -> bool:
        """attack, by trying the moves, `best` first."""
        end = self.goal_moves(p, n) if self.play == DIRECT and length == 1 else self.judge.legal(p, n)
        if self.shortcuts:
            next = self.front(n, end, best)
            next = self.front(next, end, self.killers[2 * (p & KILLERS - 1)])
            next = self.front(next, end, self.killers[2 * (p & KILLERS - 1) + 1])
            if length > 1:
                self.checks_first(p, next, end)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.forced(p + 1, end, self.judge.list[i], length):
                if self.judge.stopped:
                    return False
                self.memory.note_proved(key, length, self.judge.list[i])
                self.killed(p, self.judge.list[i])
                return True
        if not self.judge.stopped:
            self.memory.note_refuted(key, length, 0)
        return False

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
        if length == 1 or self.exact or not self.shortcuts:
            return self.forced_in(p, n, move, length, 0, 0)
        key = self.judge.frames[p].key
        known = self.memory.find(key)
        refuted = known >> 16 & 0xFFFF
        proved = known & 0xFFFF
        if length <= refuted:
            return False
        if proved and proved <= length:
            return True
        return self.forced_in(p, n, move, length, key, known >> 32)

    def forced_in(self, p: int, n: int, move: int, length: int, key: int, best: int) -> bool:
        """forced, by trying the replies, `best` first; the goal is not reached at p."""
        if self.play == SELF and length == 1 and self.goal == MATE:
            end = self.goal_moves(p, n)
            if self.judge.harmless:
                return False
        else:
            end = self.judge.legal(p, n)
        if end == n:
            return False
        if self.shortcuts:
            next = self.front(n, end, best)
            next = self.front(next, end, self.parries[move & WAYS - 1])
            next = self.front(next, end, self.killers[2 * (p & KILLERS - 1)])
            next = self.front(next, end, self.killers[2 * (p & KILLERS - 1) + 1])
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.play == SELF and self.reached(p + 1, end, self.judge.list[i]):
                if length == 1 or not self.exact:
                    continue
            elif length > 1 and self.attack(p + 1, end, length - 1):
                continue
            if not self.judge.stopped:
                self.killed(p, self.judge.list[i])
                self.parries[move & WAYS - 1] = self.judge.list[i]
                if key:
                    self.memory.note_refuted(key, length, self.judge.list[i])
            return False
        if key and not self.judge.stopped:
            self.memory.note_proved(key, length, best)
        return True

    # ------------------------------------------------------------------------------------------- ordering

    def front(self, n: int, end: int, move: int) -> int:
        """Put the move in front of list[n:end], if it is there: n + 1, else n."""
        for i in range(n, end):
            if self.judge.list[i] == move:
                self.judge.list[i] = self.judge.list[n]
                self.judge.list[n] = move
                return n + 1
        return n

    def killed(self, p: int, move: int) -> None:
        """Remember that a move at p has decided a question."""
        at = 2 * (p & KILLERS - 1)
        if self.killers[at] != move:
            self.killers[at + 1] = self.killers[at]
            self.killers[at] = move

    def checks_first(self, p: int, n: int, end: int) -> int:
        """Put the moves that may give check in front of list[n:end]; where they end."""
        self.judge.find_checks(p)
        kept = n
        for i in range(n, end):
            if self.judge.may_check(self.judge.list[i]):
                move = self.judge.list[i]
                self.judge.list[i] = self.judge.list[kept]
                self.judge.list[kept] = move
                kept += 1
        return kept

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
