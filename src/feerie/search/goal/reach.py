# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Where men reach from a square, and along which lines, whatever stands on the board: questions to the attack tables.

Unlike the kernel's, they are about kinds of men on squares where none may stand, and about blockers of the asker's
choice.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.kernel.compiled_rules import CAPTURE, KING_MOVE_TABLE
    from feerie.kernel.plain import FULL, ONE, reached_from
    from feerie.kernel.tables import ATTACK_TABLES, MEN, MOVE_TABLES, NONE, SQUARES

NEEDS = Property.LINES
"""Nothing here holds without it; those who ask have made sure of it."""


class Reach:
    """Lines and targets of kinds of men, by the tables of a judge."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        if not cython.compiled:
            self.man_attack_tables, self.man_attack_table_counts = [0] * (2 * MEN * ATTACK_TABLES), [0] * (2 * MEN)
        self.list_man_attack_tables()

    def list_man_attack_tables(self) -> None:
        """List the attack tables of each kind of man of each side."""
        for side in range(2):
            for man in range(MEN):
                count: int = 0
                for i in range(side * ATTACK_TABLES, side * ATTACK_TABLES + self.judge.attack_table_count[side]):
                    if self.judge.attack_tables[i].man == man or self.judge.attack_tables[i].other == man:
                        at: int = (side * MEN + man) * ATTACK_TABLES + count
                        self.man_attack_tables[at] = i
                        count += 1
                at = side * MEN + man
                self.man_attack_table_counts[at] = count

    def attacks_from(self, us: int, man: int, origin: int, occupied: int) -> int:
        """The squares that a man of `us` attacks from a square, with `occupied` as blockers."""
        seen = 0
        at = (us * MEN + man) * ATTACK_TABLES
        for j in range(at, at + self.man_attack_table_counts[us * MEN + man]):
            i = self.man_attack_tables[j]
            if i < us * ATTACK_TABLES + self.judge.leaping[us]:
                seen |= self.judge.attack_tables[i].leaps[origin]
            else:
                seen |= reached_from(self.judge.attack_tables[i].slots, origin,
                                     self.judge.attack_tables[i].segments, occupied)
        return seen
    def possible_targets(self, us: int, man: int, origin: int, enemies: int) -> int:
        """Where a man could go from a square if its own side's men blocked nothing; `enemies`: the other side's men.

        A pawn pushes where no enemy stands, and captures where one does.
        """
        if man == self.judge.royal:
            return reached_from(self.judge.move_tables[KING_MOVE_TABLE + us].slots, origin, 1, enemies)
        if man != self.judge.ep_man:
            return self.attacks_from(us, man, origin, enemies)
        found = 0
        for i in range(us * MOVE_TABLES, us * MOVE_TABLES + self.judge.shifting[us]):
            shift = self.judge.move_tables[i].shift
            once = ONE << origin & self.judge.move_tables[i].leave
            once = (once << (shift & 63) | once >> (-shift & 63)) & FULL
            once &= enemies if self.judge.move_tables[i].mode == CAPTURE else ~enemies
            found |= once
            once &= self.judge.move_tables[i].onward
            once = (once << (shift & 63) | once >> (-shift & 63)) & FULL
            found |= once & (enemies if self.judge.move_tables[i].mode == CAPTURE else ~enemies)
        return found

    def line_between(self, us: int, man: int, square: int, origin: int) -> int:
        """The squares between a man of `us` and a square that it attacks; 0 if none."""
        for i in range(us * ATTACK_TABLES + self.judge.leaping[us],
                       us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            if (self.judge.attack_tables[i].man == man or self.judge.attack_tables[i].other == man) \
                    and self.judge.attack_tables[i].reach[square] >> origin & 1:
                return self.judge.attack_tables[i].between[square * SQUARES + origin]
        return 0

    def way_between(self, p: int, us: int, man: int, origin: int, target: int) -> int:
        """The squares that a man of `us` passes when it goes from `origin` to `target`."""
        if self.pawns(p) >> origin & 1:
            if self.judge.double_step_to[us][origin] == target:
                return ONE << self.judge.double_step_over[us][origin]
            return 0
        return self.line_between(us, man, target, origin)

    def lines_to(self, p: int, by: int, square: int, occupied: int) -> int:
        """The squares on lines by which riders of `by` at p could attack a square, with `occupied` as blockers."""
        seen = 0
        for i in range(by * ATTACK_TABLES + self.judge.leaping[by],
                       by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            if self.judge.frames[p].sides[by] & (self.judge.frames[p].men[self.judge.attack_tables[i].man]
                                                 | self.judge.frames[p].men[self.judge.attack_tables[i].other]):
                seen |= reached_from(self.judge.attack_tables[i].slots, square,
                                     self.judge.attack_tables[i].segments, occupied)
        return seen

    def pawns(self, p: int) -> int:
        """The men at p that may capture en passant; none where the genre has no such men."""
        return 0 if self.judge.ep_man == NONE else self.judge.frames[p].men[self.judge.ep_man]
