# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Play to a target position: a bound that needs no patterns, deductions during the search, cases of castlings.

The bounds that follow the men are those of `TargetBounds`. A long search, if a plain one of a limited number of
positions does not finish, is made thoroughly for each case of the castlings of both sides by itself.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.proof.structs import Bounds
from feerie.search.series_play import SeriesPlay
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.kernel.plain import popcount
    from feerie.search.line_filters import NOT_LISTED
    from feerie.search.proof.structs import EARLY_TABLES, OPEN_CASE, USE_CASES
    from feerie.search.target_bounds import SERIES
    TRIAL_NODES = 4000


class TargetPlay(SeriesPlay):
    """Searches for a target position; a subclass adds the search that it steers."""

    def __init__(self, judge: Judge, goal: int, table: TranspositionTable, square: int, play: int, ending: int,
                 own_goal: int, own_square: int, *, shortcuts: bool) -> None:
        super().__init__(judge, goal, table, square, play, ending, own_goal, own_square, shortcuts=shortcuts)
        self.bounds = int(Bounds.ALL) if shortcuts else 0
        self.in_trial = self.trial_over = False

    def search_moves(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> int:
        """Find the lines that go on with each move at p; returns how many."""
        return 0

    def search_first_move(self, p: int, move: int, left: int) -> int:
        """Find the lines from p that begin with a move; returns how many."""
        return 0

    def is_target_too_far(self, p: int, left: int) -> bool:
        """Is the goal a position that `left` moves cannot reach? An admissible bound on squares and men.

        Each side's surplus of men must be captured, one by each move of the other side. A move changes two squares, an
        en-passant capture three (every second move at most), a castling four. But of a single king's squares only the
        first and the last differ in the end: with one king a side all castlings add four at most.
        """
        if self.play <= SERIES:
            self.set_move_budgets(left)
            for side in range(2):
                surplus = popcount(self.judge.frames[p].sides[side])
                if surplus < self.least_men[side] or surplus - self.most_men[side] > (
                        self.other_moves if side == self.mating_side else self.mating_side_moves):
                    return True
        wrong = 0
        for i in range(self.judge.kinds):
            for side in range(2):
                wrong |= (self.judge.frames[p].men[i] & self.judge.frames[p].sides[side] & self.known_squares) \
                    ^ self.target_men[2 * i + side]
        kings = self.judge.frames[p].men[self.judge.royal]
        if popcount(kings) > 2 or self.judge.king_promotion_from[0] | self.judge.king_promotion_from[1]:
            return popcount(wrong) > 4 * left
        return popcount(wrong) > 2 * left + (left + 1) // 2 + 4

    def search_with_deduction(self, p: int, n: int, left: int, depth: int) -> int:
        """Find the lines from p to the target, first deducing afresh from p where that pays; returns how many.

        What pays is learnt from positions with the same number of moves left: how many positions were searched below
        them, with a deduction (whose cost counts as some positions, too) and without.
        """
        before = self.nodes
        if not self.is_deduction_worthwhile(left):
            found = self.search_moves(p, n, left, depth, NOT_LISTED, NOT_LISTED)
            self.learn_plain(left, self.nodes - before)
            return found
        with cython.gil:
            try:
                self.proof_bound = self.bound_at_level(self.proof_bound.level + 1)
            except MemoryError:
                self.lacks_memory = True
        if self.lacks_memory:
            return self.search_moves(p, n, left, depth, NOT_LISTED, NOT_LISTED)
        self.deductions += 1
        found = 0
        if self.begin_proof(p, left):
            found = self.search_moves(p, n, left, depth, NOT_LISTED, NOT_LISTED)
        self.learn_deduced(left, self.nodes - before)
        with cython.gil:
            self.proof_bound = self.proof_bounds[self.proof_bound.level - 1]
        return found

    def _search_for_game(self, move: int, length: int) -> int:
        """`search_after` for play to a position: where that is long, thoroughly for each case of castlings by itself.

        That is done only if a plain search of a limited number of positions does not finish.
        """
        plain = self.proof_bounds
        first = self.bound_at_level(0)
        white, black = first.cases_of(0), first.cases_of(1)
        if not self.bounds & USE_CASES or not white or not black:
            white = black = [OPEN_CASE]
        if not self.trial_failed and not self.bounds & EARLY_TABLES:
            found = self._try_plainly(move, length)
            if not self.trial_over:
                return found
            self.drop_lines(self.count - found)
            self.trial_failed, self.trial_over = True, False
        found = 0
        number = 0
        for white_case in white:
            for black_case in black:
                while len(self.cases) <= number:
                    self.cases.append([])
                self.proof_bounds = self.cases[number]
                number += 1
                self.proof_bound = self.bound_at_level(0)
                self.distinguish_cases(white_case, black_case)
                self.proof_bound.set_cases(white_case, black_case)
                self.proof_possible = self.begin_at_root(length)
                if self.proof_possible and not self.judge.stopped:
                    with cython.nogil:
                        some = self.search_first_move(self.judge.ply, move, length)
                    found += some
        self.proof_bounds = plain
        self.proof_bound = self.bound_at_level(0)
        self.distinguish_cases(OPEN_CASE, OPEN_CASE)
        return found

    def _try_plainly(self, move: int, length: int) -> int:
        """Search plainly for some positions; `trial_over` says that these were not enough."""
        limit = self.node_limit
        self.node_limit, self.in_trial = min(limit, self.nodes + TRIAL_NODES), True
        with cython.nogil:
            found = self.search_first_move(self.judge.ply, move, length)
        self.node_limit, self.in_trial = limit, False
        return found
