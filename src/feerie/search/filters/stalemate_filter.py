# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The last moves before stalemate: those that may leave the victim without a move.

The counterpart of mate_filter for help and series play that ends in stalemate. Some moves of the victim's survive
almost any move of the other side's. A man of his is *free* if it stands on no line by which a man of the mating side
could ever attack his king, so that it cannot be pinned, and if the first square of one of its rays is not held by its
own side. A free man that captures as it moves keeps that move until it is captured, or moved by a castling; one that
moves there only without capturing, as pawns do, also loses it when that square is occupied. Each move can deal with few
free men. And it must leave the king no flight, which `MateFilter` determines (`needs_check` off).

Optimistic: moves are kept too often, never dropped wrongly. What is not considered (captures by pawns, castlings of the
victim's, pinned men that move on the line) makes stalemates fewer.

It requires (`applicable`) of a genre what `NEEDS` says, and of a position what `MateFilter` requires.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property
from feerie.search.filters.mate_filter import MateFilter
from feerie.search.filters.mateable_squares import NEEDS as NEEDS_OF_KING
from feerie.search.patterns.distances import SideView

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_origin, move_target
    from feerie.kernel.plain import FULL, ONE, lowest, popcount
    from feerie.kernel.tables import ATTACK_TABLES, CASTLING, MEN, PLAIN, SQUARES
    from feerie.search.patterns.distances import SIDE_MEN

NEEDS = NEEDS_OF_KING | Property.ONE_LINE


class StalemateFilter(SideView):
    """Answers for the positions of a judge; `mating_side`: the side that stalemates, the other is the victim.

    `find_free` sets what is known of a position: `capturing`, free men (bits) that capture as they move; `stepping`,
    those that need an empty square; `steps`, all these squares; `only_step`, the one that each of them needs if it is
    the same for all, else 0.
    """

    def __init__(self, judge: Judge, mating_side: int) -> None:
        super().__init__(judge, mating_side)
        self.king_filter = MateFilter(judge, mating_side)
        self.king_filter.needs_check = False
        self.applicable = judge.has(NEEDS) and self.king_filter.applicable
        if not cython.compiled:
            self.lines = [0] * (ATTACK_TABLES * SQUARES)
            self.promoting_from = [0] * MEN
        self._fill_lines()
        self._fill_promoting()

    def limit_castlings(self, sides: int) -> None:
        super().limit_castlings(sides)
        self.king_filter.limit_castlings(sides)

    def _fill_lines(self) -> None:
        """By attack table of the mating side and square of the king: the squares of all lines to the king."""
        for i in range(self.judge.attack_table_count[self.mating_side]):
            table = self.mating_side * ATTACK_TABLES + i
            for king in range(SQUARES):
                origins = self.judge.attack_tables[table].far[king]
                self.lines[i * SQUARES + king] = 0
                while origins:
                    self.lines[i * SQUARES + king] |= \
                        self.judge.attack_tables[table].between[king * SQUARES + lowest(origins)]
                    origins &= origins - 1

    def _fill_promoting(self) -> None:
        """By kind of man of the mating side: the squares from which its next move may promote; castlings may, too."""
        for kind in range(MEN):
            side_kind = self.mating_side * MEN + kind
            self.promoting_from[kind] = 0
            for role in range(self.distances.transition_start[side_kind] + 1,
                              self.distances.transition_start[side_kind + 1]):
                for square in range(SQUARES):
                    if self.distances.has_castling or self.distances.move_targets[role * SQUARES + square]:
                        self.promoting_from[kind] |= ONE << square

    def lined_squares(self, p: int, king: int, moves: int) -> int:
        """The squares of all lines by which men of the mating side may attack the king after its next moves from p."""
        lined = 0
        for i in range(self.judge.attack_table_count[self.mating_side]):
            if self.judge.men_attacking_by(p, self.mating_side * ATTACK_TABLES + i) \
                    & self.judge.frames[p].sides[self.mating_side]:
                lined |= self.lines[i * SQUARES + king]
        for kind in range(self.judge.kinds):
            men = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[self.mating_side]
            if self.promoting_from[kind] and men & (FULL if moves > 1 else self.promoting_from[kind]):
                for i in range(self.judge.attack_table_count[self.mating_side]):
                    lined |= self.lines[i * SQUARES + king]
        return lined

    def find_free(self, p: int, king: int, own: int, least: int, moves: int) -> None:
        """Find the free men with the king on a square and the victim's men on `own`, for `moves` moves of the mating
        side's.

        Of the men that capture as they move, only those with at least `least` such moves are included.
        """
        victim = self.mating_side ^ 1
        occupied = own | self.judge.frames[p].sides[self.mating_side]
        self.capturing = self.stepping = self.steps = 0
        self.only_step = FULL
        able = self.judge.frames[p].sides[victim] & ~self.lined_squares(p, king, moves)
        for kind in range(self.judge.kinds):
            if kind == self.judge.royal:
                continue
            men = self.judge.frames[p].men[kind] & able
            while men:
                at = (victim * MEN + kind) * SQUARES + lowest(men)
                if self.distances.first_squares[at]:
                    if popcount(self.distances.first_squares[at] & ~own) >= least:
                        self.capturing |= men & -men
                else:
                    steps = self.distances.quiet_first_squares[at] & ~occupied
                    if steps:
                        self.stepping |= men & -men
                        self.steps |= steps
                        self.only_step &= 0 if steps & (steps - 1) else steps
                men &= men - 1

    def king_square(self, p: int) -> int:
        """Where the victim's king stands."""
        return lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[self.mating_side ^ 1])

    # ------------------------------------------------------------------------------- the stalemating move

    def list_stalemating(self, p: int, n: int) -> int:
        """List those of the mating side's legal moves at p that may stalemate, from list[n] on; returns the end."""
        own = self.judge.frames[p].sides[self.mating_side ^ 1]
        king = self.king_square(p)
        self.find_free(p, king, own, 1, 1)
        count = popcount(self.capturing | self.stepping)
        if count > 1 and self.are_too_many() or not self.leaves_no_flight(p, king, own):
            return n
        end = self.judge.list_legal(p, n)
        if not count:
            return end
        kept = n
        for i in range(n, end):
            if self.deals_with_all(self.judge.list[i], count):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def are_too_many(self) -> bool:
        """Whether the free men, two at least, are more than any move can deal with.

        A castling may occupy two squares. Where it may take a man of the victim's, that man is no longer free, and may
        block others.
        """
        if self.distances.castles_with_enemy:
            return False
        if self.distances.has_castling:
            return self.capturing != 0 or popcount(self.steps) > 2
        return self.capturing != 0 or not self.only_step

    def leaves_no_flight(self, p: int, king: int, own: int) -> bool:
        """Whether one move of the mating side may leave the king on his square no flight, as far as lines are open."""
        self.king_filter.list_men(p)
        if self.king_filter.man_count > SIDE_MEN:
            return True
        self.king_filter.collect_attacks(p, own | self.judge.frames[p].sides[self.mating_side], False)
        return self.king_filter.is_coverable(king, own & ~(ONE << king), 0)

    def deals_with_all(self, move: int, count: int) -> bool:
        """Whether a move of the mating side may leave none of the free men, `count` together, a move."""
        free = self.capturing | self.stepping
        if move_kind(move) == PLAIN:
            target = ONE << move_target(move)
            return count == 1 and (free & target) != 0 or not self.capturing and (self.only_step & target) != 0
        if move_kind(move) < CASTLING:
            return True             # en passant
        if self.distances.castles_with_enemy:
            return True
        arrivals = ONE << move_target(move) | ONE << self.judge.partner_target(self.mating_side, move)
        return not self.capturing and not self.steps & ~arrivals

    # ------------------------------------------------------------------------------- moves before it

    def filter_moves(self, p: int, n: int, end: int) -> int:
        """Keep those of the victim's moves list[n:end] at p after which the next move may stalemate; the new end."""
        stalemateable = self.king_filter.mateable_squares(p, FULL)
        own = self.judge.frames[p].sides[self.mating_side ^ 1]
        king = self.king_square(p)
        # a man that arrives next to another takes one step from it, one that a castling carries a second
        least = 3 if self.distances.castles_with_enemy else 2
        self.find_free(p, king, own, least, 1)
        free = self.capturing
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            if move_kind(move) >= CASTLING:
                keeps = stalemateable >> (move_target(move) if move_origin(move) == king else king) & 1
            elif move_origin(move) != king:
                keeps = stalemateable >> king & 1 and popcount(free & ~(ONE << move_origin(move))) <= 1
            else:
                keeps = stalemateable >> move_target(move) & 1
                if keeps:
                    self.find_free(p, move_target(move), own & ~(ONE << king) | ONE << move_target(move), least - 1, 1)
                    keeps = popcount(self.capturing) <= 1
            if keeps:
                self.judge.list[kept] = move
                kept += 1
        return kept

    def takes_longer(self, p: int, moves: int) -> bool:
        """Whether this many moves of the mating side in a row from p surely do not stalemate. Each deals with one free
        man."""
        least = moves + 1 if self.distances.castles_with_enemy else 1
        self.find_free(p, self.king_square(p), self.judge.frames[p].sides[self.mating_side ^ 1], least, moves)
        return popcount(self.capturing) > moves
