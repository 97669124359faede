# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The move before mate, where the victim has several kings: in help and series play, self and reflex play.

MateFilter answers for each king as if it were the only one and the others were ordinary men. A mate requires of kings:

- In Rex Multiplex and Ultra Rex Multiplex every king is attacked, and none has a step to a square that is not. So a
  move is kept if it is kept for every king, and if one mating move can do that to all of them.
- With Siamese kings one king is attacked and has no such step, or two are attacked, and no move saves both. A move is
  kept if it is kept for one king, or for two that are only required to be attacked.

Two kinds of steps to a square that is not attacked do not save a king, or are illegal, except in Ultra Rex Multiplex:
one that opens a line to another king (`shielded` says to which it may), and, in Rex Multiplex, one that gives an
illegal check to several kings of the mating side. A king with such a step is only required to be attacked.

Optimistic, as MateFilter is: moves are kept too often, never dropped wrongly. It requires of a genre what `NEEDS` says
and that castlings take neither kings nor men of the other side as partners, and of a position that the victim has a
king, not only a man that becomes one by the next move, and that no man of the mating side can become a king by its next
move (`applies`).
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.filters.mate_filter import MateFilter
from feerie.search.filters.mateable_squares import NEEDS

if not cython.compiled:
    from feerie.kernel.compiled_rules import MULTIPLEX, SIAMESE, ULTRA
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import ATTACK_TABLES, CASTLING, MEN, SQUARES
    from feerie.search.patterns.distances import SIDE_MEN
    KEPT, ATTACKED = 1 << 31, 1 << 30


class KingsFilter:
    """Answers for the positions of a judge; `mating_side`: the side that mates, the other is the victim."""

    def __init__(self, judge: Judge, mating_side: int) -> None:
        self.judge, self.mating_side = judge, mating_side
        self.filter = MateFilter(judge, mating_side)
        self.filter.is_joint = True
        self.filter.stays_attacked = self.judge.doctrine == ULTRA
        self.filter.block_count = 2 if self.filter.distances.has_castling else 1
        self.knows = False
        royal = self.judge.royal
        self.applicable = judge.has(NEEDS) and not self.filter.distances.castling_movable[royal] \
            and not self.filter.distances.castling_movable[MEN + royal] \
            and not self.filter.distances.castles_with_enemy
        if not cython.compiled:
            self.shielded = [0] * SQUARES
        self.find_shielded()

    def find_shielded(self) -> None:
        """Set `shielded`: by square, those on which a man of the mating side may attack a king through it."""
        table_end = self.mating_side * ATTACK_TABLES + self.judge.attack_table_count[self.mating_side]
        for i in range(self.mating_side * ATTACK_TABLES, table_end):
            for attacked in range(SQUARES):
                origins = self.judge.attack_tables[i].reach[attacked]
                while origins:
                    origin = lowest(origins)
                    origins &= origins - 1
                    line = self.judge.attack_tables[i].between[attacked * SQUARES + origin]
                    if self.judge.attack_tables[i].several[attacked] >> origin & 1:
                        line = FULL
                    while line:
                        self.shielded[lowest(line)] |= ONE << attacked
                        line &= line - 1

    def applies(self, p: int) -> bool:
        """Whether the filter knows anything of p. Sets what the other methods need to know of it."""
        men = self.judge.frames[p].sides[self.mating_side]
        if not self.applicable or self.judge.king_promotion_from[self.mating_side] & men:
            return False
        own = self.judge.frames[p].men[self.judge.royal] & men
        self.kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[self.mating_side ^ 1]
        self.asks_check_only = self.judge.doctrine == MULTIPLEX and (own & (own - 1)) != 0
        self.filter.kings_meet = self.judge.doctrine == ULTRA and (own & (own - 1)) != 0
        self.filter.list_men(p)
        return self.kings != 0 and self.filter.man_count <= SIDE_MEN

    def may_be_mated(self, p: int) -> bool:
        """Whether the kings may be mated after one move of the victim's at p and one of the mating side's. Quick.

        `filter_moves` uses what is found.
        """
        self.knows = self.applies(p)
        if not self.knows:
            return True
        moving = 0      # kings that cannot be mated where they stand: one move moves one of them
        found = False
        self.filter.needs_guards = self.judge.doctrine == ULTRA
        kings = self.kings
        while kings:
            self.filter.king = lowest(kings)
            kings &= kings - 1
            mateable = self.filter.find_mateable(p, FULL)
            if mateable:
                found = True
            if not mateable >> self.filter.king & 1:
                moving += 1
                if self.judge.doctrine != SIAMESE and (moving > 1 or not mateable):
                    return False
        return found

    def filter_moves(self, p: int, n: int, end: int) -> int:
        """Keep those of the victim's moves list[n:end] at p after which the next move may mate; returns the new end.

        `may_be_mated` must have been called for p just before.
        """
        if not self.knows:
            return end
        if self.judge.doctrine == SIAMESE:
            return self.keep_for_one_or_two(p, n, end)
        self.allow_all()
        for needs_guards in range(self.judge.doctrine == ULTRA, 2 - self.asks_check_only):
            end = self.keep_for_all(p, n, end, needs_guards)
            if self.kings & (self.kings - 1):       # again: for the first king the others' answers were not yet known
                end = self.keep_for_all(p, n, end, needs_guards)
        return end

    def keep_for_all(self, p: int, n: int, end: int, needs_guards: bool) -> int:
        """Keep those of list[n:end] that are kept for each king in turn; returns the new end."""
        kings = self.kings
        while kings and end > n:
            self.filter.king = lowest(kings)
            kings &= kings - 1
            end = self.keep_for_king(p, n, end, needs_guards)
        return end

    def keep_for_king(self, p: int, n: int, end: int, needs_guards: bool) -> int:
        """Keep those of list[n:end] after which the king chosen may be mated; returns the new end."""
        self.ask(p, n, end, needs_guards)
        kept = n
        knows_all = True    # `found` has all mating moves
        for i in range(n, end):
            shields = needs_guards and self.may_shield(self.judge.list[i])
            if shields or self.filter.keeps(self.judge.list[i]):
                if shields or self.filter.is_special(self.judge.list[i]):
                    knows_all = False
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        if knows_all:
            for man in range(self.filter.man_count):
                self.filter.allowed[man] = self.filter.found[man]
        return kept

    def keep_for_one_or_two(self, p: int, n: int, end: int) -> int:
        """`filter_moves` for Siamese kings."""
        kings = self.kings
        while kings:
            self.filter.king = lowest(kings)
            kings &= kings - 1
            self.allow_all()
            self.mark_moves(p, n, end)
        kept = n
        for i in range(n, end):
            if self.judge.list[i] & KEPT:
                self.judge.list[kept] = self.judge.list[i] & ~(KEPT | ATTACKED)
                kept += 1
        return kept

    def mark_moves(self, p: int, n: int, end: int) -> None:
        """Mark as KEPT those of list[n:end] after which the king chosen may be mated, or a second king attacked."""
        self.ask(p, n, end, False)
        for i in range(n, end):
            if self.filter.keeps(self.judge.list[i]):
                if self.judge.list[i] & ATTACKED or self.may_shield(self.judge.list[i]):
                    self.judge.list[i] = self.judge.list[i] | KEPT
                self.judge.list[i] = self.judge.list[i] | ATTACKED
        self.ask(p, n, end, True)
        for i in range(n, end):
            if self.filter.keeps(self.judge.list[i]) or move_result(self.judge.list[i]) == self.judge.royal \
                    and move_man(self.judge.list[i]) != self.judge.royal:
                self.judge.list[i] = self.judge.list[i] | KEPT

    def allow_all(self) -> None:
        """Let all mating moves count."""
        for man in range(self.filter.man_count):
            self.filter.allowed[man] = FULL

    def ask(self, p: int, n: int, end: int, needs_guards: bool) -> None:
        """Ask the filter for the king chosen; `keeps` then tells its answer."""
        self.filter.needs_guards = needs_guards
        for man in range(self.filter.man_count):
            self.filter.found[man] = 0
        if self.filter.find_mateable(p, FULL):
            self.filter.find_kept_moves(p, n, end)
        else:
            self.filter.keep_none()

    def may_shield(self, move: int) -> bool:
        """Whether the king chosen may stand in a line to another of the victim's kings after a move.

        If so, he may be mated even where a step leads to a square that is not attacked, for it opens that line; in
        Ultra Rex Multiplex such a step saves him.
        """
        if self.judge.doctrine == ULTRA:
            return False
        if move_kind(move) >= CASTLING:
            return True         # not examined
        king, others = self.filter.king, self.kings & ~(ONE << self.filter.king)
        if move_origin(move) == king:
            king = move_target(move)
        elif move_man(move) == self.judge.royal:
            others = others & ~(ONE << move_origin(move)) | ONE << move_target(move)
        elif move_result(move) == self.judge.royal:
            others |= ONE << move_target(move)
        return self.shielded[king] & others != 0
