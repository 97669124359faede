# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The order in which moves are tried on the general path: that of ordering.py, where moves have other fields.

Where ordering.py reads the kind of a man from a move, a move of the general path has bits of the man's species. They
tell men apart well enough for histories, which are kept by them and the target; species may share a place. Quiet moves
are not told apart by what pawns attack, and castlings share the history of the partner's moves.
"""
from __future__ import annotations

import cython

from feerie.engine.general_evaluation import GeneralEvaluation
from feerie.engine.general_exchange import GeneralExchange
from feerie.engine.ordering import Ordering

if not cython.compiled:
    from feerie.engine.ordering import BAD_CAPTURE, GOOD_CAPTURE, KILLER, MAY_CHECK, MOVE_BITS, WINS
    from feerie.kernel.general_judge import PROMOTION_BIT
    from feerie.kernel.packed_move import move_kind, move_origin, move_partner, move_target
    from feerie.kernel.tables import CASTLING, MEN, PLAIN, SQUARES


class GeneralOrdering(Ordering):
    """Orders the moves of a judge of the general path."""

    def __init__(self, evaluation: GeneralEvaluation, exchange: GeneralExchange) -> None:
        super().__init__(evaluation, exchange)
        self.general, self.men = exchange, evaluation.judge
        self.finds_checks = True

    def pawn_attacked(self, p: int) -> int:
        return 0

    def capture_index(self, p: int, move: int) -> int:
        us = self.judge.frames[p].turn
        man = self.men.boards[p].men[move_origin(move)] & MEN - 1
        captured = self.men.boards[p].men[self.general.captured_on(p, move)] & MEN - 1
        return ((us * MEN + man) * SQUARES + move_target(move)) * MEN + captured

    def side_index(self, us: int, move: int) -> int:
        return (us * MEN + (move >> 12 & MEN - 1)) * SQUARES + move_target(move)

    def is_quiet(self, p: int, move: int) -> bool:
        if move & PROMOTION_BIT:
            return False
        if move_kind(move) >= CASTLING:
            return self.judge.frames[p].sides[self.judge.frames[p].turn] >> move_partner(move) & 1 != 0
        return not self.judge.is_capture_at(p, move)

    def reaches_goal(self, p: int, move: int) -> bool:
        return self.has_runs and self.judge.frames[p].men[0] >> move_origin(move) & 1 != 0 \
            and self.judge.goals[self.judge.frames[p].turn] >> move_target(move) & 1 != 0

    def marks_check(self, p: int, move: int) -> bool:
        """The judge must have found what is sensitive for the side that is not to move at p, last of all."""
        return move_kind(move) >= CASTLING or self.men.may_give_check(p, move)

    def score_noisy(self, p: int, n: int, end: int, checks: bool) -> int:
        us = self.judge.frames[p].turn
        if checks:
            self.men.find_sensitive(p, us ^ 1)
        middle = n
        for i in range(n, end):
            move = self.judge.list[i]
            if self.has_runs and self.reaches_goal(p, move):
                score = WINS
            elif self.is_quiet(p, move):
                continue
            else:
                score = self.noisy_score(p, move)
                if checks and move_kind(move) == PLAIN:
                    score += self.captures[self.capture_index(p, move)] >> 3
            if checks and self.marks_check(p, move):
                move |= MAY_CHECK
            self.judge.list[i] = self.judge.list[middle]
            self.judge.list[middle] = move
            self.order[middle] = score
            middle += 1
        return middle

    def score_quiet(self, p: int, n: int, end: int, checks: bool) -> None:
        killer, other_killer, counter = self.nodes_at[p].killers[0], self.nodes_at[p].killers[1], 0
        if p and self.nodes_at[p].move:
            counter = self.countermoves[self.reply_index(p)]
        if checks:
            self.men.find_sensitive(p, self.judge.frames[p].turn ^ 1)
        for i in range(n, end):
            move = self.judge.list[i]
            score = self.history_score(p, move)
            if checks and self.marks_check(p, move):
                self.judge.list[i] = move | MAY_CHECK
            self.order[i] = self.refuting(move, killer, other_killer, counter) or score

    def noisy_score(self, p: int, move: int) -> int:
        if move_kind(move) >= CASTLING:
            return KILLER + 3 + self.general.partner_gain(p, move)
        return GOOD_CAPTURE + self.general.gain(p, move) * 16 - self.general.mover_value(p, move) // 16

    def gain(self, p: int, move: int) -> int:
        return self.general.gain(p, move)

    def demote(self, p: int, i: int) -> bool:
        move = self.judge.list[i] & MOVE_BITS
        if move_kind(move) >= CASTLING:
            return False
        gain = self.general.gain(p, move)
        if self.general.mover_value(p, move) <= gain or self.general.wins(p, move, 0):
            return False
        self.order[i] = BAD_CAPTURE + gain * 16 - self.general.mover_value(p, move) // 16
        return True
