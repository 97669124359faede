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
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import NONE, PLAIN, SIGHTS, SQUARES
    from feerie.problems.search import MATE, STALEMATE
    DIRECT, SELF, REFLEX, SEMI_REFLEX = 0, 1, 2, 3
    KILLERS, WAYS, NEAR, STEADY = 512, 4096, 1 << 13, 4


class Stopped(Exception):
    """The search was stopped from outside; what it answered last is void."""


class Battle(Search):
    """Questions about the position on top of a judge's stack."""

    def __init__(self, judge: Any, goal: int, play: int, memory: Memory, exact: bool = False,
                 square: int = -1, shortcuts: bool = True) -> None:
        super().__init__(judge, goal, memory, square)
        self.play, self.exact, self.shortcuts = play, exact, shortcuts
        self.near = Memory(NEAR)
        if not cython.compiled:
            self.killers, self.parries, self.ways = [0] * (2 * KILLERS), [0] * WAYS, [0] * STEADY

    def stats(self):
        return [self.stat[i] for i in range(256)]

    def attack(self, p: int, n: int, length: int) -> bool:
        """Can the attacker, to move at p, force the goal in `length` moves?"""
        if self.judge.stopped:
            return False
        key = self.judge.frames[p].key
        if length == 1 and self.shortcuts and self.play == DIRECT:
            known = self.near.find(key)
            if known:
                return known & 0xFFFF != 0
            if self.attack_in(p, n, 1, 0):
                self.near.keep(key, 1)
                return True
            self.near.keep(key, 1 << 16)
            return False
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
        short = length if self.exact or not self.shortcuts else refuted + 1
        while not self.attack_in(p, n, short, known >> 32):
            if short == length:
                if not self.judge.stopped:
                    self.memory.note_refuted(key, length, 0)
                return False
            short += 1
        if self.judge.stopped:
            return False
        self.memory.note_proved(key, short, self.killers[2 * (p & KILLERS - 1)])
        return True

    def attack_in(self, p: int, n: int, length: int, best: int) -> bool:
        """attack, by trying the moves, `best` first."""
        self.stat[length*16] += 1
        end = self.goal_moves(p, n) if self.play == DIRECT and length == 1 else self.judge.legal(p, n)
        if self.shortcuts:
            if length == 1 and (self.play == SELF and self.goal == MATE or self.play == DIRECT and self.goal == STALEMATE):
                end = self.unanswered(p, n, end)
            next = self.front(n, end, best)
            next = self.front(next, end, self.killers[2 * (p & KILLERS - 1)])
            next = self.front(next, end, self.killers[2 * (p & KILLERS - 1) + 1])
            if length > 1:
                self.checks_first(p, next, end)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.forced(p + 1, end, self.judge.list[i], length):
                self.stat[length*16+1] += 1
                self.stat[length*16+2] += i - n + 1
                self.killed(p, self.judge.list[i])
                return True
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
            return self.forced_in(p, n, move, length, 0)
        key = self.judge.frames[p].key
        if length == 2 and self.play == DIRECT:
            known = self.near.find(key)
        else:
            known = self.memory.find(key)
        refuted = known >> 16 & 0xFFFF
        proved = known & 0xFFFF
        if length <= refuted:
            return False
        if proved and proved <= length:
            return True
        wins = self.forced_in(p, n, move, length, known >> 32)
        if not self.judge.stopped:
            if length == 2 and self.play == DIRECT:
                self.near.keep(key, 2 if wins else 2 << 16)
            elif wins:
                self.memory.note_proved(key, length, known >> 32)
            else:
                self.memory.note_refuted(key, length, self.killers[2 * (p & KILLERS - 1)])
        return wins

    def forced_in(self, p: int, n: int, move: int, length: int, best: int) -> bool:
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
            self.stat[length*16+4] += 1
            self.stat[length*16+5] += i - n + 1
            self.stat[length*16+6] += i == n
            self.stat[length*16+9] += i - n > 10
            self.killed(p, self.judge.list[i])
            self.parries[move & WAYS - 1] = self.judge.list[i]
            return False
        self.stat[length*16+7] += 1
        self.stat[length*16+8] += end - n
        return True

    # --------------------------------------------------------------------------------- steady replies

    def unanswered(self, p: int, n: int, end: int) -> int:
        """Leave in list[n:end] the moves at p that no steady reply is known to answer; where they end now.

        A steady reply is one that, if the attacker passed, would be legal, and is so after every move of one of
        his men that does not step into its way: no such move reaches the goal by force. Where the goal is that
        the defender must mate, that move must not be a check, nor the reply.
        """
        if not self.find_steady(p, end, self.play == SELF):
            return end
        self.judge.find_checks(p)
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            refuted = False
            if move >> 18 & 7 == PLAIN and move >> 12 & 7 == move >> 15 & 7 and move >> 12 & 7 != self.judge.royal \
                    and (self.play != SELF or not self.judge.may_check(move)):
                for j in range(self.steady):
                    if not self.ways[j] >> (move >> 6 & 63) & 1:
                        refuted = True
            if not refuted:
                self.judge.list[kept] = move
                kept += 1
        return kept

    def find_steady(self, p: int, n: int, harmless: bool) -> bool:
        """Find steady replies at p, where the attacker is to move; `harmless`: that give no check whatever he does.

        Needs one king a side, no goal but the stipulation's, and lines that look the same from both ends. The men
        that move are no kings and stand on no line from a king that only the attacker's men might shield.
        """
        self.steady = 0
        us = self.judge.frames[p].turn
        them = us ^ 1
        if self.judge.run_flags[0] or not self.judge.tails:
            return False
        king = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us]
        target = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[them]
        if not king or not target or king & (king - 1) or target & (target - 1):
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.skip(p + 1)
        if self.judge.in_check_at(p + 1, them):
            return False
        enemy = self.judge.frames[p].sides[them]
        risky = self.lines_from(p, us, lowest(target), enemy)
        if harmless:
            risky |= self.lines_from(p, them, lowest(king), enemy)
        end = self.judge.legal(p + 1, n)
        crossed = 0
        for i in range(n, end):
            move = self.judge.list[i]
            man = move >> 12 & 7
            if move >> 18 & 7 != PLAIN or man != move >> 15 & 7 or man == self.judge.royal or risky >> (move & 63) & 1:
                continue
            way = self.way_of(p, them, move, lowest(king) if harmless else NONE)
            if not way or way & crossed and self.steady > 1:
                continue
            self.ways[self.steady] = way
            self.steady += 1
            if not way & crossed and crossed or self.steady == STEADY:
                break
            crossed |= way
        return self.steady > 0

    def lines_from(self, p: int, by: int, square: int, occupied: int) -> int:
        """The squares on the lines by which men of `by` may see the square, with these squares occupied."""
        seen = 0
        for i in range(by * SIGHTS + self.judge.leaping[by], by * SIGHTS + self.judge.sight_count[by]):
            if (self.judge.frames[p].men[self.judge.sights[i].man] | self.judge.frames[p].men[self.judge.sights[i].other]) \
                    & self.judge.frames[p].sides[by]:
                if not self.judge.sights[i].mutual:
                    return FULL
                seen |= self.judge.look(self.judge.sights[i].slots, square, self.judge.sights[i].segments, occupied)
        return seen

    def way_of(self, p: int, by: int, move: int, king: int) -> int:
        """The squares that a move of `by` needs the other side to keep off, its origin included; 0 if it is not steady.

        With a king's square: the move must not check it, whatever men of the king's side leave the line.
        """
        origin = move & 63
        target = move >> 6 & 63
        man = move >> 12 & 7
        enemy = self.judge.frames[p].sides[by]
        way = 0
        for i in range(by * SIGHTS, by * SIGHTS + self.judge.sight_count[by]):
            if self.judge.sights[i].man != man and self.judge.sights[i].other != man:
                continue
            if king != NONE and self.judge.sights[i].reach[king] >> target & 1 and (
                    self.judge.sights[i].several[king] >> target & 1
                    or not self.judge.sights[i].between[king * SQUARES + target] & enemy):
                return 0
            if self.judge.sights[i].reach[target] >> origin & 1:
                if self.judge.sights[i].several[target] >> origin & 1:
                    return 0
                way = self.judge.sights[i].between[target * SQUARES + origin] | ONE << origin
        if man == self.judge.passing_man:
            if self.judge.frames[p].sides[by ^ 1] >> target & 1 or self.judge.double_to[by][origin] == target:
                return 0
            return ONE << origin | ONE << target
        return way

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
