# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Help and series play: all lines that reach a goal (h#n, ser-#n, ser-h#n).

HELP: both sides move in turn. SERIES: one side moves alone. SERIES_HELP: one side moves alone, then the other
makes one move that reaches the goal. In a series only its last move may give check. Lines that reach the goal
sooner are found too, unless `exact`.
"""
from __future__ import annotations

from typing import Any

import cython

from feerie.problems.search import PLACES, Search

if not cython.compiled:
    HELP, SERIES, SERIES_HELP = 0, 1, 2
    LINE = 2048


class Helpers(Search):
    """Lines from the position on top of a judge's stack; found ones go to `lines`, `limit` of them at most."""

    def __init__(self, judge: Any, goal: int, play: int, exact: bool = False, limit: int = 0,
                 places: int = PLACES) -> None:
        super().__init__(judge, goal, places)
        self.play, self.exact, self.limit = play, exact, limit
        self.lines: list[tuple[int, ...]] = []
        if not cython.compiled:
            self.line = [0] * LINE

    def explore(self, p: int, n: int, left: int, depth: int) -> int:
        """Find the lines from p with `left` more moves (of the series, in series play); how many."""
        if self.judge.stopped:
            return 0
        key = self.judge.frames[p].key
        if self.exact and self.refuted(key) == left or not self.exact and self.refuted(key) >= left:
            return 0
        found = 0
        end = self.goal_moves(p, n) if left == 1 and self.play != SERIES_HELP else self.judge.legal(p, n)
        for i in range(n, end):
            self.line[depth] = self.judge.list[i]
            self.judge.make(p, p + 1, self.judge.list[i])
            found += self.follow(p + 1, end, left, depth)
        if not found and not self.judge.stopped:
            self.note_refuted(key, left)
        return found

    def follow(self, p: int, n: int, left: int, depth: int) -> int:
        """Find the lines after the move that led to p, the first of `left`; how many."""
        self.nodes += 1
        if self.play == HELP:
            if left % 2 and (left == 1 or not self.exact) and self.reached(p, n):
                return self.record(depth + 1)
            return self.explore(p, n, left - 1, depth + 1) if left > 1 else 0
        if self.play == SERIES:
            if (left == 1 or not self.exact) and self.reached(p, n):
                return self.record(depth + 1)
            found = 0
        else:
            found = self.finish(p, n, depth + 1) if left == 1 or not self.exact else 0
        if left > 1 and not self.judge.in_check_at(p, self.judge.frames[p].turn):
            self.judge.skip(p)
            found += self.explore(p, n, left - 1, depth + 1)
        return found

    def finish(self, p: int, n: int, depth: int) -> int:
        """Record every move at p that reaches the goal; how many."""
        found = 0
        end = self.goal_moves(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.reached(p + 1, end):
                self.line[depth] = self.judge.list[i]
                found += self.record(depth + 1)
        return found

    def record(self, depth: int) -> int:
        """Keep the line of `depth` moves; 1."""
        with cython.gil:
            self.lines.append(tuple([self.line[i] for i in range(depth)]))
            if self.limit and len(self.lines) >= self.limit:
                self.judge.stopped = True
        return 1

    def begin(self, move: int, length: int) -> int:
        """Find the lines of `length` moves that begin with a legal move of the position on top; how many."""
        left = length
        self.line[0] = move
        with cython.nogil:
            self.judge.make(self.judge.ply, self.judge.ply + 1, move)
            found = self.follow(self.judge.ply + 1, 0, left, 0)
        return found
