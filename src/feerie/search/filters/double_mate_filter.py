# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The last moves before a double mate, a counter-mate or an auto-mate in help and series play.

The move that reaches such a goal leaves the king of its own side, the mating side, mated by the other side; except for
auto-mate it mates the other king as well. MateFilter tells of the other king whether a move may mate him. Of the
mating side's own king it is asked here which squares he must stand on: every square next to him must be attacked by
the other side or blocked, and his own attacked.

Optimistic, as MateFilter is: no line of the other side is taken to be blocked, and moves are kept too often, never
dropped wrongly. It requires that each side has one king and can get no other (`applicable`). A castling reaches no such
goal, for it keeps its conditions and does not leave the king attacked.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.filters.mate_filter import MateFilter

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_origin, move_target
    from feerie.kernel.plain import FULL, ONE, lowest
    from feerie.kernel.tables import EN_PASSANT, MEN, NONE, SQUARES
    from feerie.search.patterns.distances import SIDE_MEN


class DoubleMateFilter:
    """Answers for the positions of a judge; `mating_side`: the side that makes the last move; `mates_both`: whether
    that move must mate the other king, too."""

    def __init__(self, judge: Judge, mating_side: int, mates_both: bool) -> None:
        self.judge, self.mating_side, self.mates_both = judge, mating_side, mates_both
        self.theirs, self.own = MateFilter(judge, mating_side), MateFilter(judge, mating_side ^ 1)
        self.theirs.kings_meet = self.own.kings_meet = True
        self.applicable = self.theirs.applicable and self.own.applicable
        if not cython.compiled:
            self.mating_targets = [0] * SQUARES

    def limit_castlings(self, sides: int) -> None:
        """See SideView."""
        self.theirs.limit_castlings(sides)
        self.own.limit_castlings(sides)

    def may_be_reached(self, p: int) -> bool:
        """Whether the goal may be reached after one move of the other side at p and one of the mating side's. Quick."""
        return (not self.mates_both or self.theirs.mateable_squares(p, FULL) != 0) and self.may_mate_itself(p)

    def may_mate_itself(self, p: int) -> bool:
        """Whether the mating side's king may be mated after one move of the other side at p and one of its own."""
        kings = self.judge.frames[p].men[self.judge.royal]
        self.own.king = lowest(kings & self.judge.frames[p].sides[self.mating_side])
        self.own.list_men(p)
        if self.own.man_count > SIDE_MEN:
            return True
        king = self.own.king
        others = self.judge.frames[p].sides[self.mating_side] & ~(ONE << king)
        self.own.collect_attacks(p, self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1], True)
        if self.own.is_coverable(king, others, 1):      # the last move may block a flight
            return True
        # the other side may capture a man, and be captured by the king
        targets = self.own.distances.zone[self.mating_side * SQUARES + king] & ~(ONE << king)
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            if self.own.is_coverable(target, others & ~(ONE << target), 0) or self.covers_by_leaving(target, others):
                return True
        return False

    def covers_by_leaving(self, king: int, others: int) -> bool:
        """Whether a man of the other side may leave a square so that the mating side's king is mated there.

        `others`: the mating side's other men.
        """
        for man in range(self.own.man_count):
            if self.own.man_squares[man] == king:
                at = ((self.mating_side ^ 1) * MEN + self.own.man_kinds[man]) * SQUARES + king
                unseen = self.own.distances.zone[self.mating_side * SQUARES + king] & ~others \
                    & ~(self.own.twice | self.own.seen & ~self.own.distances.attacks[at])
                return not unseen & ~self.own.distances.attacks_after_move[at] \
                    and self.own.covering_targets(man, king, unseen, 0) != 0
        return False

    def filter_moves(self, p: int, n: int, end: int) -> int:
        """Keep those of the other side's moves list[n:end] at p after which the next move may mate his king; returns
        the new end. `may_be_reached` must have been called for p just before."""
        if not self.mates_both:
            return end
        self.theirs.is_joint = False
        return self.theirs.filter_moves(p, n, end)

    def list_last_moves(self, p: int, n: int) -> int:
        """List the mating side's pseudo-legal moves at p that may reach the goal, from list[n] on; returns the end."""
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[self.mating_side])
        others = self.judge.frames[p].sides[self.mating_side] & ~(ONE << king)
        near = self.own.distances.zone[self.mating_side * SQUARES + king]
        self.own.list_men(p)
        if self.own.man_count > SIDE_MEN:
            return self.judge.pseudo_legal(p, n)
        self.own.collect_attacks(p, self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1], False)
        flights = near & ~(others | self.own.seen)
        stays = not flights >> king & 1 and not flights & (flights - 1)
        king_targets = 0
        bits = near & ~(others | ONE << king)
        while bits:
            target = lowest(bits)
            bits &= bits - 1
            if not self.own.distances.zone[self.mating_side * SQUARES + target] & ~(others | self.own.seen):
                king_targets |= ONE << target
        if not stays and not king_targets or self.mates_both and not self.find_mating_targets(p):
            return n
        end = self.judge.pseudo_legal(p, n)
        kept = n
        for i in range(n, end):
            origin, target = move_origin(self.judge.list[i]), move_target(self.judge.list[i])
            keeps = king_targets >> target & 1 if origin == king else stays and not flights & ~(ONE << target)
            if keeps and (not self.mates_both or move_kind(self.judge.list[i]) == EN_PASSANT
                          or self.mating_targets[origin] >> target & 1):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def find_mating_targets(self, p: int) -> bool:
        """Set `mating_targets`: where a man of the mating side on a square may move to mate the other king at p.

        Captures en passant are not examined. Returns False if there are neither targets nor such captures.
        """
        victims = self.judge.frames[p].sides[self.mating_side ^ 1]
        king = lowest(self.judge.frames[p].men[self.judge.royal] & victims)
        self.theirs.king = king
        self.theirs.list_men(p)
        if self.theirs.man_count > SIDE_MEN:
            for square in range(SQUARES):
                self.mating_targets[square] = FULL
            return True
        occupied = (self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]) & ~(ONE << king)
        self.theirs.collect_attacks(p, occupied | ONE << king, False)
        self.theirs.all_seen, self.theirs.all_twice = self.theirs.seen, self.theirs.twice
        for man in range(self.theirs.man_count):
            self.theirs.allowed[man], self.theirs.found[man] = FULL, 0
        self.theirs.is_joint = True
        found = self.theirs.is_coverable(king, victims & ~(ONE << king), 0) \
            and self.theirs.can_be_mated(p, king, occupied, victims & ~(ONE << king), False)
        for man in range(self.theirs.man_count):
            self.mating_targets[self.theirs.man_squares[man]] = self.theirs.found[man]
        return found or self.judge.frames[p].ep_square != NONE
