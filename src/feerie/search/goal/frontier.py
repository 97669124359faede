# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Frontier pruning: near the leaves, attacker's moves that provably do not force the goal are not searched.

Frontier pruning (Chess Programming Wiki, "Futility Pruning") usually trusts an evaluation; here each omission is
proved, by a small case of the method of analogies (Adelson-Velsky, Arlazarov & Donskoy, "Some methods of controlling
the tree search in chess programs", Artificial Intelligence 6, 1975): a refutation found once holds against every
move that does not touch what it depends on.

A move does not mate in two if, after a standing reply (see standing_replies.py), every check that the attacker could
then give leaves the king a flight square, or can be parried (`prune_slow_mates`). What he can do is overestimated. To a
move that gives check, only steps of the king count as replies. Castlings, which move two men, are tested one by one, or
prevent the conclusion. The proofs require what standing_replies.py `NEEDS`.
"""
from __future__ import annotations

import cython

from feerie.search.goal.flights import FlightTest
from feerie.search.goal.goal_search import GoalSearch
from feerie.search.goal.mating_checks import MatingChecks
from feerie.search.goal.move_order import MoveOrder
from feerie.search.goal.reach import Reach
from feerie.search.goal.standing_replies import StandingReplies

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.tables import PLAIN
    PROBED_REPLIES = 2


class FrontierPruning:
    """Prunes the attacker's moves near the leaves, and has what the other proofs there are made with.

    `reach`, `order`, `replies` and `flights` serve the searches, too.
    """

    def __init__(self, goals: GoalSearch) -> None:
        self.judge, self.reach, self.order = goals.judge, Reach(goals.judge), MoveOrder(goals)
        self.replies = StandingReplies(self.judge, self.reach, self.order)
        self.flights = FlightTest(self.judge, self.reach)
        self.checks = MatingChecks(self.judge, self.reach)

    def prune_slow_mates(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p that may force mate in two; the new end.

        Moves, including captures, are pruned that leave a standing reply after which no check mates. A king's step to
        a square that is not attacked even through the attacker's men is legal after a check, too. The attacker's
        possibilities are overestimated: his own men block no line, and the squares that his men attack before the
        check stay attacked after it.
        """
        if not self.replies.find_standing_replies(p, end, False):
            return end
        self.judge.compute_check_info(p)
        probed = 0
        for j in range(self.replies.count):
            self.meets_checks = move_man(self.replies.moves[j]) == self.judge.royal
            self.judge.make(p + 1, p + 2, self.replies.moves[j])
            if self.checks.collect_checks(p + 2):
                kept = n
                for i in range(n, end):
                    if not self.replies.stands(j, self.judge.list[i]) \
                            or not self.cannot_mate_next(p, p + 2, self.judge.list[i]):
                        self.judge.list[kept] = self.judge.list[i]
                        kept += 1
                end = kept
                probed += 1
                if probed == PROBED_REPLIES:
                    break
        return end

    def prune_slow_series(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p after which the same side, the other having passed, may mate; the new end.

        For a series, with two moves or more before the mate: moves that give check or mate themselves are kept.
        """
        if not self.replies.may_have_standing_replies(p):
            return end
        self.judge.compute_check_info(p)
        self.meets_checks = False
        if not self.checks.collect_checks(p):
            return end
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            if move_kind(move) != PLAIN or move_man(move) != move_result(move) \
                    or self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1] >> move_target(move) & 1 \
                    or not self.cannot_mate_next(p, p, move):
                self.judge.list[kept] = move
                kept += 1
        return kept

    def cannot_mate_next(self, p: int, q: int, move: int) -> bool:
        """Does a plain move at p that does not promote surely not make a mate possible on the next move?

        It must not check unless `meets_checks`.
        collect_checks has gone through q, where its side is to move again, after the standing reply or a pass. The
        moved man may now guard flights and give checks of its own.
        """
        us = self.judge.frames[p].turn
        target = move_target(move)
        man = move_man(move)
        if not self.meets_checks and self.judge.may_check(move) or self.checks.must_stay >> move_origin(move) & 1 \
                or (self.checks.only_screens | self.checks.battery_squares | self.checks.check_squares[man]
                    | self.checks.kept_clear) >> target & 1:
            return False
        if self.checks.free_castlings[us] and self.checks.may_mate_by_castling(q, us, man, target):
            return False
        covered = self.reach.attacks_from(us, man, target, self.checks.defenders_without_king) | ONE << target
        for i in range(self.checks.flight_set_count):
            if not self.checks.flight_sets[i] & ~covered:
                return False
        targets = self.reach.possible_targets(us, man, target, self.checks.defenders)
        if man == self.judge.ep_man and targets & self.checks.promotion_zone:
            return False
        if self.judge.frames[p].sides[us ^ 1] >> target & 1:
            return self.cannot_mate_after_capture(q, us, man, target, targets)
        targets &= self.checks.check_squares[man]
        while targets:
            onward = lowest(targets)
            targets &= targets - 1
            covered = self.reach.attacks_from(us, man, onward, self.checks.defenders_without_king) | ONE << onward
            if not self.checks.flights & ~covered \
                    and not self.checks.is_harmless(q, us, man, target, onward, ONE << move_origin(move)):
                return False
        return True

    def cannot_mate_after_capture(self, p: int, us: int, man: int, square: int, targets: int) -> bool:
        """Does a man that has captured on `square` mate on none of `targets`? The captured man no longer blocks a line.

        p: the position after a pass and the reply, where the captured man still stands.
        """
        others = self.checks.defenders_without_king & ~(ONE << square)
        if not self.checks.screens >> square & 1:
            targets &= self.checks.check_squares[man]
        if not targets:
            return True
        flights = self.checks.king_targets & ~self.judge.attacked_squares(p, us, others)
        while targets:
            onward = lowest(targets)
            targets &= targets - 1
            if not flights & ~(self.reach.attacks_from(us, man, onward, others) | ONE << onward):
                return False
        return True

