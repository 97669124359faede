# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The ends of games on the line being searched: king runs, dead material, repetition, the move rule.

Mates and stalemates are found by the search, which lists the moves, and told apart here.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.engine.evaluation import Evaluation
from feerie.kernel.dead_men import DeadMen
from feerie.rules.ending import MoveRule, Repetition
from feerie.rules.properties import Property
from feerie.tables.prober import Prober

if not cython.compiled:
    from feerie.kernel.tables import NONE
    from feerie.tables.prober import NO_TABLE
    MATE, NO_SCORE, TABLE_WIN, PAST = 32000, 32767, 20000, 256

NEEDS = Property.KEYED
"""For repetitions: positions with one key are the same."""


class Endings:
    """Tells whether the game has ended at a position of the line, by the rules of the genre.

    `past`: the keys of the positions before the root that may recur, the latest one first.
    """

    def __init__(self, evaluation: Evaluation) -> None:
        tables = evaluation.judge.rules.tables
        self.judge, self.evaluation = evaluation.judge, evaluation
        self.nodes_at, self.has_runs = self.evaluation.nodes_at, self.evaluation.has_runs
        self.dead = DeadMen(self.judge)
        self.past_count = 0
        self.set_prober(None)
        if not cython.compiled:
            self.past = [0] * PAST
        self.repetition = self.move_rule = 0
        knows_repetitions = self.judge.has(NEEDS)
        for ending in tables.genre.endings:
            if isinstance(ending, Repetition):
                self.repetition = 0 if not knows_repetitions else ending.claim or ending.automatic
            elif isinstance(ending, MoveRule):
                self.move_rule = ending.claim or ending.automatic

    def set_past(self, past: Sequence[int]) -> None:
        """Set the keys of the positions before the root; those of the first PAST count."""
        self.past_count = min(len(past), PAST)
        for i in range(self.past_count):
            self.past[i] = past[i]

    def set_prober(self, prober: Prober | None, only_draws: bool = False) -> None:
        """Set the endgame tables that are asked about the positions after the root; None for none.

        With `only_draws`, what they say of other positions is left to the search, which makes progress by itself.
        """
        self.prober, self.probes, self.only_draws = prober, prober is not None, only_draws

    def table_score(self, p: int) -> int:
        """What the endgame tables say at p, NO_SCORE if none knows: wins score less than mates that were found."""
        if not self.probes:
            return NO_SCORE
        outcome = self.prober.outcome_at(self.judge.frames, p)
        if outcome == NO_TABLE or outcome and self.only_draws:
            return NO_SCORE
        return 0 if not outcome else TABLE_WIN - p if outcome == 1 else p - TABLE_WIN

    def run_is_near(self, p: int) -> bool:
        """Whether a king with its flag set is on its way to its goal."""
        return self.has_runs and self.judge.frames[p].rights & self.judge.running != 0

    def run_result(self, p: int) -> int:
        """The score at p if a king run has won the game, else NO_SCORE."""
        winner = self.judge.run_winner_at(p) if self.has_runs else NONE
        if winner == NONE:
            return NO_SCORE
        return MATE - p if winner == self.judge.frames[p].turn else p - MATE

    def without_moves(self, p: int, n: int) -> int:
        """The score at p where the side to move has no legal move: if it has only parries that rules forbid, it may not
        be mated. Uses list[n] on as scratch space.
        """
        return p - MATE if self.nodes_at[p].in_check and self.judge.is_checkmate_at(p, n) else 0

    def repeats(self, p: int) -> bool:
        """Whether the position at p has occurred on the line searched, or often enough before it to be a draw now."""
        key = self.judge.frames[p].key
        found = 1
        last = self.nodes_at[p].irreversible
        for i in range(4, last + 1, 2):
            if i <= p:
                if self.judge.frames[p - i].key == key:
                    return True
            elif i - p - 1 < self.past_count and self.past[i - p - 1] == key:
                found += 1
        return found >= self.repetition

    def drawn(self, p: int, n: int) -> bool:
        """Whether the game is drawn at p by a rule of the genre other than stalemate."""
        if self.repetition and self.nodes_at[p].irreversible >= 4 and self.repeats(p):
            return True
        if self.dead.is_dead(p):
            return True
        return self.move_rule != 0 and self.nodes_at[p].quiet_plies >= self.move_rule \
            and (not self.nodes_at[p].in_check or self.judge.count_legal(p, n) > 0)
