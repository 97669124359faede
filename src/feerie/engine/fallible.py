# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""A search that errs as people do: it misjudges positions and overlooks moves, and sticks to its errors.

Both errors are functions of a seed and the position (a hash of them, splitmix64, Steele, Lea and Flood 2014), not drawn
afresh each time: the same player thinks the same of a position whenever it meets it in a game.

What is overlooked: quiet moves rather than captures, captures of less rather than of more, what lies further ahead
rather than what is on the board. Recaptures on the square of the last move are hardly ever overlooked, and in check
nothing is. Nothing here looks at the score, so nothing is thrown away on purpose.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.engine.evaluation import NEEDS as NEEDS_OF_TABLES
from feerie.engine.evaluation import Evaluation
from feerie.engine.general_evaluation import GeneralEvaluation
from feerie.engine.general_weights import GeneralWeights, general_weights_of
from feerie.engine.playing_table import PlayingTable
from feerie.engine.search import Search
from feerie.engine.weights import Weights, weights_of
from feerie.kernel.verdict import Judge

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_target
    from feerie.kernel.plain import FULL
    from feerie.kernel.tables import PLAIN
    INCREMENT, FIRST_FACTOR, SECOND_FACTOR = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
    MOST_OVERSIGHT = 900

SEEDS = 1 << 64
MEASURED_REDUCTIONS = 0.6, 2.2
"""The late move reductions (Search.set_reductions) with which the levels, limited by depth, were measured."""


class FallibleEvaluation(Evaluation):
    """An evaluation that errs by at most `inaccuracy` centipawns; `seed`: below SEEDS."""

    def __init__(self, judge: Judge, weights: Weights, inaccuracy: int, seed: int) -> None:
        super().__init__(judge, weights)
        self.inaccuracy, self.seed = inaccuracy, seed

    def evaluate(self, p: int) -> int:
        """What the position at p seems to be worth to the side to move."""
        return Evaluation.evaluate(self, p) + error_of(self.judge.frames[p].key ^ self.seed, self.inaccuracy)


class FallibleGeneralEvaluation(GeneralEvaluation):
    """The same on the general path."""

    def __init__(self, judge: Judge, weights: GeneralWeights, inaccuracy: int, seed: int) -> None:
        super().__init__(judge, weights)
        self.inaccuracy, self.seed = inaccuracy, seed

    def evaluate(self, p: int) -> int:
        return GeneralEvaluation.evaluate(self, p) + error_of(self.judge.frames[p].key ^ self.seed, self.inaccuracy)


class FallibleSearch(Search):
    """A search that errs.

    `inaccuracy`: the most by which a position is misjudged, in centipawns. `oversight`: the chance, per mille, that a
    quiet move of the other side is overlooked when it is the next one; for other moves see `chance`. `seed`: below
    SEEDS, see `set_seed`.
    """

    def __init__(self, judge: Judge, table: PlayingTable, inaccuracy: int, oversight: int, seed: int) -> None:
        genre = judge.rules.tables.genre
        super().__init__(FallibleEvaluation(judge, weights_of(genre), inaccuracy, seed) if judge.has(NEEDS_OF_TABLES)
                         else FallibleGeneralEvaluation(judge, general_weights_of(genre), inaccuracy, seed), table)
        self.oversight, self.seed = oversight, seed
        self.trusts_table, self.learns_errors = self.trusts_table and not oversight, False
        self.set_reductions(*MEASURED_REDUCTIONS)

    def set_seed(self, seed: int) -> None:
        """Err in other places from now on: between games, after which the table must be cleared."""
        self.seed = self.evaluation.seed = seed

    def set_root(self, position: Judge, past: Sequence[int], quiet_plies: int, moves: Sequence[int]) -> None:
        """As Search.set_root, but only the moves that are noticed are searched, at least one."""
        Search.set_root(self, position, past, quiet_plies, moves)
        self.root_end = self.noticed(0, 0, self.root_end)

    def noticed(self, p: int, n: int, end: int) -> int:
        """Keep the moves list[n:end] at p that are noticed, at least one; return their end."""
        if self.nodes_at[p].in_check or not self.oversight:
            return end
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            if self.notices(p, move):
                self.judge.list[kept] = move
                kept += 1
        return kept if kept > n else n + 1

    def noisy_moves(self, p: int, n: int, checks: bool, needed: int, first: int) -> int:
        """As Search.noisy_moves, without the moves that are overlooked."""
        end = Search.noisy_moves(self, p, n, checks, needed, first)
        if not self.oversight:
            return end
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            if self.notices(p, move):
                self.judge.list[kept], self.ordering.order[kept] = move, self.ordering.order[i]
                kept += 1
        return kept

    def notices(self, p: int, move: int) -> bool:
        """Whether the player thinks of a move at p."""
        drawn = (mixed(self.judge.frames[p].key ^ self.seed, move) >> 32) % 1000
        return drawn >= self.chance(p, move)

    def chance(self, p: int, move: int) -> int:
        """The chance, per mille, that a move at p is overlooked: half for one's own next move, more further ahead."""
        chance = self.oversight // 2 if p == 0 else self.oversight + self.oversight * (p - 1) // 4
        if move_kind(move) != PLAIN:
            chance += chance // 2
        elif not self.ordering.is_quiet(p, move):
            last = self.nodes_at[p].move
            if last and move_target(last) == move_target(move):
                chance //= 8
            elif self.exchange.captured_value(p, move) >= 2 * self.exchange.mover_value(p, move):
                chance //= 4
            else:
                chance //= 2
        return MOST_OVERSIGHT if chance > MOST_OVERSIGHT else chance


def error_of(bits: int, inaccuracy: int) -> int:
    """The error of at most `inaccuracy` centipawns that bits of a seed and a position determine."""
    bits = mixed(bits, 0)
    return ((bits & 0xFFFF) + (bits >> 16 & 0xFFFF)) * inaccuracy // 0xFFFF - inaccuracy


def mixed(bits: int, move: int) -> int:
    """64 pseudo-random bits determined by others, of a seed and a position, and a move."""
    bits = bits + INCREMENT * (move + 1) & FULL
    bits = (bits ^ bits >> 30) * FIRST_FACTOR & FULL
    bits = (bits ^ bits >> 27) * SECOND_FACTOR & FULL
    return bits ^ bits >> 31
