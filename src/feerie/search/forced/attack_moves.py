# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The attacker's moves in forced play: listed, pruned near the end, ordered.

- killer moves, standing replies and proofs near the leaves: see move_order.py, standing_replies.py and frontier.py;
- in self and reflex play that ends in mate, a filter of the attacker's last two moves: see forced_mates.py; where he
  has several kings, of his last: see kings_filter.py.

In direct play the attacker reaches the goal; in self and reflex play he makes the defender reach it. In reflex play
whoever can reach the goal at once must do so; in semi-reflex play only the defender must. A *length* is a number of
the attacker's moves, the one in question included. With `exact`, the goal must be reached in exactly that many.
"""
from __future__ import annotations

import cython

from feerie.search.filters.kings_filter import KingsFilter
from feerie.search.forced.forced_mates import ForcedMates
from feerie.search.forced.prunings import Prunings
from feerie.search.goal.frontier import FrontierPruning
from feerie.search.goal.goal_search import GoalSearch

if not cython.compiled:
    from feerie.kernel.plain import lowest
    from feerie.search.forced.prunings import (
        DROP_EVADED,
        FILTER_MATES,
        PRUNE_MET,
        PRUNE_REFUTED,
        PRUNE_SLOW,
        PRUNE_UNMATED,
    )
    from feerie.search.goal.frontier import PROBED_REPLIES
    from feerie.search.goal.goal_search import GOAL_MATE, GOAL_STALEMATE
    DIRECT, SELF, REFLEX, SEMI_REFLEX = 0, 1, 2, 3


class AttackMoves:
    """Lists the moves with which the attacker may force the goal.

    `play` is one of DIRECT, SELF, REFLEX and SEMI_REFLEX. Without `shortcuts`, moves are tried in the order of the
    generator and nothing is pruned: slow, for tests. `prunings`: which proofs near the end are used (Prunings),
    initially all.
    """

    def __init__(self, goals: GoalSearch, play: int, exact: bool, shortcuts: bool) -> None:
        self.judge, self.goals, self.goal = goals.judge, goals, goals.goal
        self.frontier = FrontierPruning(goals)
        self.flights, self.order, self.replies = self.frontier.flights, self.frontier.order, self.frontier.replies
        self.play, self.exact, self.shortcuts = play, exact, shortcuts
        self.goals.asks_all_kings = shortcuts
        self.prunings = int(Prunings.ALL) if shortcuts else 0
        self.first_quiet = 0
        self.forced_mates, self.filters_mates = None, False
        self.kings_filter, self.filters_kings = None, False

    def filter_mates(self, attacker: int) -> None:
        """In self and reflex play that ends in mate: filter the attacker's last moves, where the genre allows it."""
        if self.play != DIRECT and self.goal == GOAL_MATE and self.goals.finds_checks \
                and self.prunings & FILTER_MATES:
            self.forced_mates = ForcedMates(self.judge, attacker)
            self.filters_mates = self.forced_mates.applicable
            if not self.filters_mates:
                self.kings_filter = KingsFilter(self.judge, attacker ^ 1)
                self.filters_kings = self.kings_filter.applicable

    def generate_attacks(self, p: int, n: int, length: int, best: int, may_end: bool) -> int:
        """List the moves that may force the goal, from list[n] on, ordered and pruned; the index after the last.

        Sets `first_quiet`: in a direct mate in two the index of the first quiet move that was not ordered in front,
        else the index after the last move. Standing replies are tried against the moves from there on. `may_end`: see
        `try_attacks`.
        """
        if self.play == DIRECT:
            end = self.goals.goal_candidates(p, n) if length == 1 else self.goals.goal_side_moves_at(p, n)
        elif length == 1 and self.filters_mates and (self.play != SELF or self.forced_mates.pays()):
            end = self.list_before_mate(p, n)
        elif length == 1 and self.filters_kings:
            end = self.list_before_mate_of_kings(p, n)
        else:
            end = self.judge.list_legal(p, n)
        self.first_quiet = end
        if not self.shortcuts:
            return end
        end = self.prune_attacks(p, n, end, length, may_end)
        next = self.order.move_to_front(n, end, best)
        next = self.order.move_to_front(next, end, self.order.killer(p, 0))
        next = self.order.move_to_front(next, end, self.order.killer(p, 1))
        if length > 1:
            self.first_quiet = self.order.checks_first(p, next, end)
        if length > 2 or self.play != DIRECT or self.goal != GOAL_MATE:
            self.first_quiet = end
        return end

    def prune_attacks(self, p: int, n: int, end: int, length: int, may_end: bool) -> int:
        """Keep those of the moves list[n:end] at p that no proof near the end rules out; returns the new end."""
        if length > 2:
            return end
        if length == 2:
            if self.play == DIRECT and self.goal == GOAL_MATE and self.prunings & PRUNE_SLOW:
                return self.frontier.prune_slow_mates(p, n, end)
            if self.filters_mates and self.prunings & PRUNE_UNMATED and (
                    self.play == SELF or self.exact or not may_end):
                return self.prune_unmated(p, n, end)
            return end
        if self.play == DIRECT:
            if self.goal == GOAL_MATE and self.replies.applicable and self.prunings & DROP_EVADED:
                return self.flights.drop_evaded_checks(p, n, end)
            if self.goal == GOAL_STALEMATE and self.prunings & PRUNE_REFUTED:
                return self.replies.prune_refuted(p, n, end)
        elif self.play == SELF and self.goal == GOAL_MATE and self.prunings & PRUNE_MET:
            return self.replies.prune_met_quietly(p, n, end)
        return end

    def list_before_mate(self, p: int, n: int) -> int:
        """List the moves at p after which the attacker may be mated, from list[n] on; the index after the last.

        In self-mates only his king's square is tested: the standing replies do the rest more cheaply.
        """
        if not self.forced_mates.mateable_squares(p):
            return n
        end = self.judge.list_legal(p, n)
        if self.play == SELF:
            return self.forced_mates.keep_mateable(p, n, end)
        return self.forced_mates.filter_moves(p, n, end)

    def list_before_mate_of_kings(self, p: int, n: int) -> int:
        """list_before_mate where the attacker has, or may get, several kings: see kings_filter.py."""
        if not self.kings_filter.may_be_mated(p):
            return n
        return self.kings_filter.filter_moves(p, n, self.judge.list_legal(p, n))

    def prune_unmated(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p after which the attacker may be mated in two; the new end.

        Moves are pruned that leave a quiet standing reply after which he cannot be mated, whatever two moves he makes.
        """
        if not self.forced_mates.slow_pays() or self.forced_mates.may_castle(p) \
                or not self.replies.find_standing_replies(p, end, True) and not self.replies.king_steps:
            return end
        self.judge.compute_check_info(p)
        king = lowest(self.judge.frames[p].men[self.judge.royal]
                      & self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1])
        step = self.replies.king_steps & -self.replies.king_steps
        for j in range(min(self.replies.count, PROBED_REPLIES) + (step != 0)):
            reply = self.replies.moves[j]
            is_step = j == min(self.replies.count, PROBED_REPLIES)
            if is_step:
                reply = king | lowest(step) << 6 | self.judge.royal << 12 | self.judge.royal << 15
            self.judge.make(p + 1, p + 2, reply)
            self.goals.nodes += 1
            if not self.forced_mates.cannot_be_mated_in_two(p + 2):
                continue
            kept = n
            for i in range(n, end):
                if not self.replies.is_met_by_reply(p, self.judge.list[i], j, j + (not is_step),
                                                    step if is_step else 0):
                    self.judge.list[kept] = self.judge.list[i]
                    kept += 1
            end = kept
        return end
