# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What all searches share: a judge, a goal, and a memory of positions that were decided before."""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import Memory
    MATE, STALEMATE = 0, 1

GOALS = ("mate", "stalemate")
PLACES = 1 << 20 if cython.compiled else 1 << 14


class Search:
    """A goal asked of the positions of a judge. `places`: positions remembered at most, a power of two."""

    def __init__(self, judge: Judge, goal: int, places: int = PLACES) -> None:
        self.judge, self.goal, self.nodes = judge, goal, 0
        self.places = places
        judge.ensure_list()
        if cython.compiled:
            self.memory = cython.cast(cython.pointer(Memory), calloc(places, cython.sizeof(Memory)))
            if not self.memory:
                raise MemoryError
        else:
            self.memory = [Memory() for _ in range(places)]

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.memory)

    def place(self, key: int) -> int:
        """Where a position is remembered: one of two neighbours, else the first of them."""
        i = key & (self.places - 2)
        if self.memory[i].key != key and self.memory[i + 1].key == key:
            return i + 1
        return i

    def proved(self, key: int) -> int:
        """In how many moves the goal is known to be forced; 0 for unknown."""
        i = self.place(key)
        return self.memory[i].proved if self.memory[i].key == key else 0

    def refuted(self, key: int) -> int:
        """In how many moves it is known not to be; 0 for unknown."""
        i = self.place(key)
        return self.memory[i].refuted if self.memory[i].key == key else 0

    def note_proved(self, key: int, length: int) -> None:
        """Remember that the goal is forced in so many moves. The longest refutation near by gives way last."""
        i = self.place(key)
        if self.memory[i].key != key:
            if self.memory[i].refuted > 1:
                i ^= 1
            self.memory[i].key, self.memory[i].refuted = key, 0
        self.memory[i].proved = length

    def note_refuted(self, key: int, length: int) -> None:
        """Remember that the goal is not reached in so many moves."""
        i = self.place(key)
        if self.memory[i].key != key:
            if self.memory[i].refuted > length:
                i ^= 1
            self.memory[i].key, self.memory[i].proved = key, 0
        self.memory[i].refuted = length

    def reached(self, p: int, n: int) -> bool:
        """Has the move that led to p reached the goal? list[n] on is scratch space."""
        victim = self.judge.frames[p].turn
        if self.judge.in_check_at(p, victim) != (self.goal == MATE):
            return False
        if self.judge.run_flags[0] and self.judge.run_won(p):
            return False
        return self.judge.count(p, n) == 0

    def goal_moves(self, p: int, n: int) -> int:
        """n plus the legal moves at p that may reach the goal, listed from list[n] on: for mate, those that may check."""
        end = self.judge.legal(p, n)
        if self.goal != MATE:
            return end
        self.judge.find_checks(p)
        kept = n
        for i in range(n, end):
            if self.judge.may_check(self.judge.list[i]):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def reaches(self, p: int, n: int) -> bool:
        """Can the side to move at p reach the goal at once?"""
        end = self.goal_moves(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.reached(p + 1, end):
                return True
        return False
