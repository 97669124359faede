# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Whether the men that are left cannot mate, in genres in which that is a draw: Position.is_insufficient_material."""
from __future__ import annotations

import cython

from feerie.kernel.dead_material import bound_men
from feerie.kernel.verdict import Judge
from feerie.rules.ending import DeadMaterial
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.kernel.plain import popcount
    PARTS = 8

NEEDS_OF_PARTS = Property.LINES
"""For men that are bound to a part of the board: the proof is by their rays."""


class DeadMen:
    """The rule of dead material (feerie.rules.ending.DeadMaterial), asked of the frames of a judge."""

    def __init__(self, judge: Judge) -> None:
        tables = judge.rules.tables
        self.judge, self.royal = judge, tables.royal
        self.kinds, self.king = len(tables.genre.men), tables.genre.men.index(tables.genre.royal)
        self.minors = self.part_count = 0
        self.applies = False
        if not cython.compiled:
            self.part_squares, self.part_kinds = [0] * PARTS, [0] * PARTS
        for ending in tables.genre.endings:
            if isinstance(ending, DeadMaterial):
                self.applies = True
                for i in range(self.kinds):
                    if tables.letters[i] in ending.minors:
                        self.minors |= 1 << i
                for bound in bound_men(tables.genre)[:PARTS] if judge.has(NEEDS_OF_PARTS) else ():
                    self.part_squares[self.part_count] = bound.squares
                    self.part_kinds[self.part_count] = sum(1 << kind for kind in bound.kinds)
                    self.part_count += 1

    def is_dead(self, p: int) -> bool:
        """Whether the men left at p cannot mate, in genres in which that is a draw."""
        kings = self.judge.frames[p].men[self.royal]
        men = (self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]) & ~kings
        if not self.applies or popcount(kings) != 2:
            return False
        if popcount(men) <= 1:
            for kind in range(self.kinds):
                if self.minors >> kind & 1:
                    men &= ~self.men_of(p, kind)
            return not men and self.men_of(p, self.king) == kings
        for i in range(self.part_count):
            if men & ~self.part_squares[i]:
                continue
            rest = men
            for kind in range(self.kinds):
                if self.part_kinds[i] >> kind & 1:
                    rest &= ~self.men_of(p, kind)
            if not rest:
                return True
        return False

    def men_of(self, p: int, kind: int) -> int:
        """The men of a kind at p, those with traits left out."""
        return self.judge.men_at(p, kind, 0) | self.judge.men_at(p, kind, 1)
