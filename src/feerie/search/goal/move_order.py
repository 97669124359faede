# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which moves are tried first: those that refuted before, and checks."""
from __future__ import annotations

import cython

from feerie.search.goal.goal_search import GoalSearch

if not cython.compiled:
    KILLER_PLIES = 512


class MoveOrder:
    """Orders the moves in a judge's list, and remembers killer moves."""

    def __init__(self, goals: GoalSearch) -> None:
        self.judge, self.goals = goals.judge, goals
        if not cython.compiled:
            self.killers = [0] * (2 * KILLER_PLIES)

    def move_to_front(self, n: int, end: int, move: int) -> int:
        """Swap the move to list[n] and return n + 1; if it is not in list[n:end], return n."""
        for i in range(n, end):
            if self.judge.list[i] == move:
                self.judge.list[i] = self.judge.list[n]
                self.judge.list[n] = move
                return n + 1
        return n

    def killer(self, p: int, number: int) -> int:
        """The latest (0) or the one before (1) of the killer moves at p; 0 if there is none."""
        return self.killers[2 * (p & KILLER_PLIES - 1) + number]

    def store_killer(self, p: int, move: int) -> None:
        """Store a move at p that caused a cutoff: the killer heuristic (Huberman 1968), two moves a ply."""
        slot = 2 * (p & KILLER_PLIES - 1)
        if self.killers[slot] != move:
            self.killers[slot + 1] = self.killers[slot]
            self.killers[slot] = move

    def checks_first(self, p: int, n: int, end: int) -> int:
        """Put the moves at p that may give check in front of list[n:end]; the index after the last of them."""
        if not self.goals.finds_checks:
            return self.judge.checks_to_front(p, n, end)
        self.judge.compute_check_info(p)
        kept = n
        for i in range(n, end):
            if self.judge.may_check(self.judge.list[i]):
                move = self.judge.list[i]
                self.judge.list[i] = self.judge.list[kept]
                self.judge.list[kept] = move
                kept += 1
        return kept
