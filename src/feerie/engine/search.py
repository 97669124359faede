# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The playing search: principal variation search with a transposition table, selective deepening and quiescence.

The Chess Programming Wiki describes each part under its name: principal variation search (Marsland and Campbell 1982),
null move (Beal 1989) with verification (Tabibi and Netanyahu 2002), late move reductions, reverse futility and futility
pruning, late move pruning, check extensions, quiescence with static exchange evaluation.

What each shortcut requires of a genre:

- null move: that passing is no better than the best move, so moves must not be compelled (`NEEDS`). Only a side that
  has men which can move back and forth (Weights.reversible), and so can lose a tempo, makes one; never in check, and
  never where a king run is near. If the side has only one such man, the result is verified by a search without null
  moves. In genres without such men there are no null moves.
- pruning by the static evaluation (reverse futility, futility, late moves): that the evaluation sees threats. It does
  not see a king about to reach its goal, so this pruning is off where a king run is near.
- exchange evaluation: what exchange.py `NEEDS`. Kings are treated as men that must not be captured, even where a side
  has several.
- moves that cannot give check: what ordering.py `NEEDS`.
- the transposition table, and draws by repetition: that keys tell positions apart (playing_table.py, endings.py).

All of these are off without `shortcuts`; quiescence leaves out captures that lose in the exchange even then. Scores are
for the side to move; a win in n plies from the root scores MATE - n.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import log

import cython

from feerie.engine.evaluation import Evaluation
from feerie.engine.playing_table import PlayingTable
from feerie.engine.quiescence import Quiescence
from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.engine.endings import MATE, NO_SCORE
    from feerie.engine.evaluation import LONGEST_LINE
    from feerie.engine.ordering import BAD_CAPTURE, FIRST, KILLER, MAY_CHECK, MOVE_BITS
    from feerie.engine.playing_table import (
        EXACT,
        LOWER,
        NO_STATIC,
        UPPER,
        WON,
        counted_from,
        stored_bound,
        stored_depth,
        stored_move,
        stored_score,
    )
    from feerie.engine.quiescence import INFINITE
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_target
    from feerie.kernel.tables import PLAIN
    REDUCTIONS = 64
    CAPTURE_MARGIN = 160
    ROOT_REDUCED_LESS = 384
    NONE_LISTED, TABLE_MOVE_LISTED, ALL_LISTED, NOISY_SCORED, ALL_SCORED = 0, 1, 2, 3, 4

NEEDS = Property.FREE
"""For null moves: where moves are compelled, passing may be better than the best of them."""
NEEDS_OF_TRUST = Property.LINES
"""For the table's move before any is listed: it names its man, whose kind the position has."""
MATE_SCORE = 32000
WON_SCORE = 31000
INFINITE_SCORE = 32500
DEEPEST = 100
"""The deepest iteration."""
LEAST_REDUCTION, REDUCTION_DIVISOR = 0.5, 1.6
"""The reduction of a late move in plies: the first, plus the product of the logarithms of depth and move number divided
by the second; `reduction` says what else counts. Found by matches: stronger reductions win in short searches, but not
in long ones (docs/playing.md)."""


class Search(Quiescence):
    """Searches the position that set_root has put at frame 0, whose moves are list[0:root_end], the best one first."""

    def __init__(self, evaluation: Evaluation, table: PlayingTable) -> None:
        super().__init__(evaluation, table)
        self.root_end = self.root_depth = 0
        if not cython.compiled:
            self.reductions = [0] * (REDUCTIONS * REDUCTIONS)
        self.set_reductions(LEAST_REDUCTION, REDUCTION_DIVISOR)
        self.trusts_table, self.learns_errors = self.uses_table and self.judge.has(NEEDS_OF_TRUST), True
        self.makes_null_moves = self.judge.has(NEEDS)

    def set_reductions(self, least: float, divisor: float) -> None:
        """Set how late moves are reduced, see LEAST_REDUCTION."""
        for i in range(1, REDUCTIONS):
            for j in range(1, REDUCTIONS):
                reduced: int = round(256 * (least + log(i) * log(j) / divisor))
                self.reductions[i * REDUCTIONS + j] = reduced

    # ------------------------------------------------------------------------------------------- the root

    def set_root(self, position: Judge, past: Sequence[int], quiet_plies: int, moves: Sequence[int]) -> None:
        """Set the position to search next, the one on top of another judge.

        `past`: the keys of the positions before it that may recur, the latest first. `quiet_plies`: plies without
        progress. `moves`: the moves to search.
        """
        self.judge.copy_from(position)
        self.judge.stopped = False
        self.error = None
        self.endings.set_past(past)
        self.root_end = len(moves)
        for i in range(self.root_end):
            self.judge.list[i] = moves[i]
        self.evaluation.sum_up(0)
        for i in range(160):
            self.nodes_at[i].killers[0] = self.nodes_at[i].killers[1] = 0
            self.nodes_at[i].skipped = 0
        self.nodes_at[0].quiet_plies, self.nodes_at[0].irreversible = quiet_plies, self.endings.past_count
        self.nodes_at[0].move = 0
        self.nodes_at[0].in_check = self.judge.in_check_at(0, self.judge.turn)
        self.nodes = self.selective_depth = 0
        self.pv_length[0] = 0

    def root_moves(self) -> list[int]:
        """The moves of the root as they are ordered now."""
        return [self.judge.list[i] for i in range(self.root_end)]

    def line(self) -> list[int]:
        """The principal variation of the last search that raised alpha."""
        return [self.pv[i] for i in range(self.pv_length[0])]

    def search_root(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """Search the root's moves from list[first] on, without the interpreter's lock.

        A move that raises alpha is moved to list[first]. If the judge was stopped, the score is meaningless, but not
        that order.
        """
        with cython.nogil:
            score = self.root(depth, alpha, beta, first)
        return score

    @cython.final
    def root(self, depth: int, alpha: int, beta: int, first: int) -> int:
        """search_root without the interpreter's lock."""
        best = -INFINITE
        self.root_depth = depth
        self.nodes_at[0].static = self.nodes_at[0].raw = NO_STATIC
        self.known_static(0, 0)
        self.pv_length[0] = 0
        for i in range(first, self.root_end):
            move = self.judge.list[i]
            self.step(0, move, True)
            score = -INFINITE
            if i > first:
                reduced = self.root_reduction(depth, i - first, move)
                score = -self.search(1, self.root_end, depth - 1 - reduced, -alpha - 1, -alpha, True)
                if reduced and score > alpha:
                    score = -self.search(1, self.root_end, depth - 1, -alpha - 1, -alpha, True)
            if i == first or alpha < score < beta:
                score = -self.search(1, self.root_end, depth - 1, -beta, -alpha, False)
            if self.judge.stopped:
                return best
            if score > best:
                best = score
            if score > alpha:
                alpha = score
                self.keep_line(0, move)
                for j in range(i, first, -1):
                    self.judge.list[j] = self.judge.list[j - 1]
                self.judge.list[first] = move
                if score >= beta:
                    break
        return best

    @cython.final
    def root_reduction(self, depth: int, number: int, move: int) -> int:
        """Plies by which the search of a root move, already made, is reduced; the first move has number 0.

        A quarter of the depth at most: more would hide quiet sacrifices that lead to mate for too long.
        """
        if not self.shortcuts or depth < 3 or number < 3 or self.nodes_at[0].in_check or self.nodes_at[1].in_check \
                or not self.ordering.is_quiet(0, move):
            return 0
        r = self.reductions[min(depth, 63) * REDUCTIONS + min(number, 63)] - ROOT_REDUCED_LESS
        r = r - (self.ordering.history_score(0, move) >> 6) >> 8
        return 0 if r < 0 else depth // 4 if r > depth // 4 else r

    # ------------------------------------------------------------------------------------------- searching

    @cython.final
    def search(self, p: int, n: int, depth: int, alpha: int, beta: int, cut: bool) -> int:
        """The score of the position at p, `depth` plies deep; exact between alpha and beta, else a bound.

        `cut`: the node is expected to score beta or more.
        """
        self.pv_length[p] = 0
        if depth <= 0:
            return self.quiesce(p, n, 0, alpha, beta)
        if self.visit(p):
            return 0
        score = self.endings.run_result(p)
        if score != NO_SCORE:
            return score
        if self.endings.drawn(p, n):
            return 0
        if p >= LONGEST_LINE:
            return self.evaluation.evaluate(p)
        score = self.endings.table_score(p)
        if score != NO_SCORE:
            return score
        alpha, beta = max(alpha, p - MATE), min(beta, MATE - p - 1)
        if alpha >= beta:
            return alpha
        data = 0 if self.nodes_at[p].skipped or not self.uses_table else self.table.probe(self.judge.frames[p].key)
        if data and beta - alpha == 1 and stored_depth(data) >= depth:
            score = counted_from(p, stored_score(data))
            bound = stored_bound(data)
            if bound != UPPER and score >= beta or bound != LOWER and score <= alpha:
                return score
        if stored_move(data):
            self.prefetch_move(p, stored_move(data))
        static = self.known_static(p, data)
        self.nodes_at[p].improving = p >= 2 and not self.nodes_at[p].in_check and static > self.nodes_at[p - 2].static
        self.nodes_at[p].prunes = self.shortcuts and not self.nodes_at[p].in_check and not self.endings.run_is_near(p) \
            and not self.nodes_at[p].skipped
        if self.nodes_at[p].prunes and beta - alpha == 1:
            score = self.early_score(p, n, depth, alpha, beta, self.stand_pat(p, data), data)
            if score != NO_SCORE:
                return score
        if self.shortcuts and not stored_move(data) and depth >= 4 and (beta - alpha > 1 or cut):
            depth -= 1
        return self.search_moves(p, n, depth, alpha, beta, cut, data)

    def early_score(self, p: int, n: int, depth: int, alpha: int, beta: int, static: int, data: int) -> int:
        """A score found before the moves are searched one by one, else NO_SCORE.

        Reverse futility pruning, razoring, the null move and capture_score.
        """
        margin = 85 * (depth - self.nodes_at[p].improving)
        if depth <= 7 and static - margin >= beta and static < WON and beta > -WON:
            return static
        if depth <= 2 and static + 250 * depth < alpha:
            score = self.quiesce(p, n, 0, alpha, alpha + 1)
            if score <= alpha or self.judge.stopped:
                return score
        score = self.null_score(p, n, depth, beta, static)
        if score != NO_SCORE or depth < 5 or beta >= WON - CAPTURE_MARGIN or beta <= -WON:
            return score
        return self.capture_score(p, n, depth, beta + CAPTURE_MARGIN, data)

    @cython.final
    def capture_score(self, p: int, n: int, depth: int, beta: int, data: int) -> int:
        """A score of beta or more at p that a capture reaches in a shallower search, else NO_SCORE.

        ("ProbCut", Buro 1995.)
        """
        if data and stored_depth(data) >= depth - 3 and counted_from(p, stored_score(data)) < beta:
            return NO_SCORE
        end = self.noisy_moves(p, n, False, beta - self.nodes_at[p].static - 200, stored_move(data))
        for i in range(n, end):
            move = self.ordering.pick(i, end)
            if self.ordering.order[i] < KILLER or not self.exchange.wins(p, move, beta - self.nodes_at[p].static):
                continue
            self.step(p, move, True)
            if self.is_illegal_check(p + 1, end):
                continue
            score = -self.quiesce(p + 1, end, 1, -beta, 1 - beta)
            if score >= beta and not self.judge.stopped:
                self.pv_length[p + 1] = 0
                score = -self.search(p + 1, end, depth - 4, -beta, 1 - beta, False)
            if self.judge.stopped:
                return 0
            if score >= beta:
                self.conclude(p, move, score, depth - 3, beta - 1, beta)
                return score
        return NO_SCORE

    @cython.final
    def search_moves(self, p: int, n: int, depth: int, alpha: int, beta: int, cut: bool, data: int) -> int:
        """The part of `search` that tries the moves one by one. `data`: what the table knows of p."""
        pv = beta - alpha > 1
        first = stored_move(data)
        best, best_move, alpha_before, tried, late = -INFINITE, 0, alpha, 0, False
        i = end = middle = n
        ahead, stage = -1, NONE_LISTED
        if first and self.trusts_table and self.is_plausible(p, first) and self.ordering.ensure_order(n + 1):
            self.judge.list[n], self.ordering.order[n] = first, FIRST
            end = middle = n + 1
            stage = TABLE_MOVE_LISTED
        while True:
            if stage == NONE_LISTED or stage == TABLE_MOVE_LISTED and i == end:
                end = self.list_noticed(p, n)
                if end == n:
                    return best if tried else self.endings.without_moves(p, n)
                middle = self.ordering.bring_first(n, end, first)
                i = middle if stage == TABLE_MOVE_LISTED else n
                stage = ALL_LISTED
            if stage == ALL_LISTED and i == middle:
                middle = self.ordering.score_noisy(p, i, end, True)
                stage = NOISY_SCORED
            if stage == NOISY_SCORED and not self.ordering.pick_noisy(p, i, middle):
                self.ordering.score_quiet(p, middle, end, True)
                middle = end
                stage = ALL_SCORED
            if i == end:
                break
            picked = late or stage == NOISY_SCORED or i == ahead
            move = (self.judge.list[i] if picked else self.ordering.pick(i, middle)) & MOVE_BITS
            if self.nodes_at[p].prunes and best > -WON and self.is_pruned(p, i, depth, tried, alpha, pv):
                late = late or stage == ALL_SCORED and self.leaves_out_quiet(p, depth, tried, alpha, pv)
                i += 1
                continue
            if move == self.nodes_at[p].skipped:
                i += 1
                continue
            extension = self.singular_extension(p, end, depth, beta, cut, data) if move == first else 0
            tried += 1
            if stage == ALL_SCORED and not late and i + 1 < end:
                ahead = i + 1       # picked now, so that the table's entry is fetched meanwhile
                self.prefetch_move(p, self.ordering.pick(ahead, end) & MOVE_BITS)
            score = self.search_move(p, end, i, depth + extension, alpha, beta, cut, tried)
            if self.judge.stopped:
                return 0
            i += 1
            best = max(best, score)
            if score > alpha:
                alpha, best_move = score, move
                if pv:
                    self.keep_line(p, move)
                if score >= beta:
                    self.learn(p, n, i - 1, depth)
                    break
                if self.shortcuts and 2 < depth < 12 and score < WON and score > -WON:
                    depth -= 1          # a still better move is unlikely among those left
        if tried and not self.nodes_at[p].skipped:
            bound = self.conclude(p, best_move, best, depth, alpha_before, beta)
            self.learn_error(p, best_move, best, bound, depth)
        return best if tried else alpha

    @cython.final
    def learn_error(self, p: int, move: int, score: int, bound: int, depth: int) -> None:
        """Correct the evaluation of positions like p by what a search has found, as far as its bound allows.

        Not in check, and not where the best move is not quiet: the static evaluation cannot be expected to see that.
        Nor where the men alone say what is left of a lead.
        """
        if not self.learns_errors or self.nodes_at[p].in_check or move and not self.ordering.is_quiet(p, move) \
                or self.evaluation.is_final(p):
            return
        error = score - self.nodes_at[p].static
        if score < WON and score > -WON and (bound == EXACT or bound == (LOWER if error > 0 else UPPER)):
            self.ordering.correct(p, error, depth)

    def list_noticed(self, p: int, n: int) -> int:
        """List the moves at p to be searched, with room for their order; return their end, n if there are none."""
        end = self.judge.list_legal(p, n)
        return self.noticed(p, n, end) if end > n and self.ordering.ensure_order(end) else n

    def is_plausible(self, p: int, move: int) -> bool:
        """Whether the table's move may be made at p before the legal moves are listed.

        That is: it is neither a castling nor a capture en passant, its man stands at p, and no man of its own side
        stands on the target. The table's key distinguishes nearly all positions; this keeps the board consistent should
        it ever fail to. Other moves of the table come first in the list.
        """
        us = self.judge.frames[p].turn
        own = self.judge.frames[p].sides[us]
        return (self.judge.frames[p].men[move_man(move)] & own) >> move_origin(move) & 1 != 0 \
            and (move_kind(move) == PLAIN and not own >> move_target(move) & 1)

    def noticed(self, p: int, n: int, end: int) -> int:
        """The end of the moves list[n:end] at p that are searched: here all of them."""
        return end

    @cython.final
    def search_move(self, p: int, end: int, i: int, depth: int, alpha: int, beta: int, cut: bool, tried: int) -> int:
        """The score of list[i] at p, move number `tried`. All but the first are marked if they may give check."""
        pv = beta - alpha > 1
        move = self.judge.list[i] & MOVE_BITS
        quiet = self.ordering.order[i] > BAD_CAPTURE // 2 and self.ordering.order[i] < KILLER + 3
        # checks are extended, but away from the principal variation not those that lose more than a pawn
        self.step(p, move, tried == 1 or self.judge.list[i] & MAY_CHECK != 0)
        if self.nodes_at[p + 1].in_check and p < 2 * self.root_depth and (pv or self.exchange.wins(p, move, -100)):
            depth += 1
        if tried == 1:
            return -self.search(p + 1, end, depth - 1, -beta, -alpha, not pv and not cut)
        reduced = 0
        if self.shortcuts and depth >= 3 and tried > 1 + 2 * pv and (quiet or self.ordering.order[i] < 0):
            reduced = self.reduction(p, i, depth, tried, pv, cut)
        score = -self.search(p + 1, end, depth - 1 - reduced, -alpha - 1, -alpha, True)
        if score > alpha and reduced:
            score = -self.search(p + 1, end, depth - 1, -alpha - 1, -alpha, not cut)
        if pv and alpha < score < beta:
            score = -self.search(p + 1, end, depth - 1, -beta, -alpha, False)
        return score

    @cython.final
    def is_pruned(self, p: int, i: int, depth: int, tried: int, alpha: int, pv: bool) -> bool:
        """Whether list[i] at p is left out: late moves, futile ones, losing exchanges near the leaves.

        A quiet move is judged by the depth `left` to it after its reduction.
        """
        move = self.judge.list[i]
        if depth > 8 or move & MAY_CHECK or self.ordering.order[i] >= KILLER:
            return False
        if self.ordering.order[i] < BAD_CAPTURE // 2:
            return depth <= 6 and not self.exchange.wins(p, move & MOVE_BITS, -100 * depth)
        if self.leaves_out_quiet(p, depth, tried, alpha, pv):
            return True
        left = depth - (self.reductions[depth * REDUCTIONS + min(tried, 63)] - (self.ordering.order[i] >> 6) >> 8)
        if left < 1:
            left = 1
        return left <= 6 and (not pv and self.nodes_at[p].static + 100 + 90 * left <= alpha
                              or not self.exchange.wins(p, move & MOVE_BITS, -25 * left * left))

    def leaves_out_quiet(self, p: int, depth: int, tried: int, alpha: int, pv: bool) -> bool:
        """Whether quiet moves at p that give no check and are not killers are left out, as late or futile."""
        if depth > 8:
            return False
        return tried > (4 + depth * depth if self.nodes_at[p].improving else 3 + depth * depth // 2) \
            or depth <= 6 and not pv and self.nodes_at[p].static + 120 + 90 * depth <= alpha

    @cython.final
    def singular_extension(self, p: int, end: int, depth: int, beta: int, cut: bool, data: int) -> int:
        """1 if the table's move at p beats all others by a margin in a shallower search; else 0 or less.

        (Anantharaman, Campbell, Hsu 1990.) Less: another move seems to fail high as well, so there is no hurry.
        """
        if not self.shortcuts or depth < 6 or self.nodes_at[p].skipped or stored_bound(data) == UPPER \
                or stored_depth(data) < depth - 3 or p >= 2 * self.root_depth:
            return 0
        score = counted_from(p, stored_score(data))
        if score >= WON or score <= -WON:
            return 0
        least = score - depth - (depth >> 1)
        self.nodes_at[p].skipped = stored_move(data)
        found = self.search(p, end, (depth - 1) // 2, least - 1, least, cut)
        self.nodes_at[p].skipped = 0
        self.restore_node(p)
        if found < least:
            return 1
        return -1 if score >= beta else 0

    @cython.final
    def restore_node(self, p: int) -> None:
        """Restore what the moves of p are pruned by after a search of p within the search of p."""
        self.nodes_at[p].prunes = self.shortcuts and not self.nodes_at[p].in_check and not self.endings.run_is_near(p)

    @cython.final
    def learn(self, p: int, n: int, i: int, depth: int) -> None:
        """Learn that the move list[i] at p has refuted the move before and the moves list[n:i] have not."""
        bonus = self.ordering.bonus(depth)
        for j in range(n, i + 1):
            move = self.judge.list[j] & MOVE_BITS
            if move_kind(move) == PLAIN and not self.ordering.is_quiet(p, move):
                self.ordering.add_capture_history(p, move, bonus if j == i else -bonus)
        if not self.ordering.is_quiet(p, self.judge.list[i] & MOVE_BITS):
            return
        self.ordering.reward(p, self.judge.list[i] & MOVE_BITS, depth)
        for j in range(n, i):
            if self.ordering.is_quiet(p, self.judge.list[j] & MOVE_BITS):
                self.ordering.add_history(p, self.judge.list[j] & MOVE_BITS, -bonus)

    def null_score(self, p: int, n: int, depth: int, beta: int, static: int) -> int:
        """The score after a null move if it refutes the move before, else NO_SCORE; for what it requires, see above."""
        if not self.makes_null_moves or static < beta or depth < 3 or beta <= -WON or not self.nodes_at[p].move:
            return NO_SCORE
        waiting = self.evaluation.waiting_men(p)
        if not waiting:
            return NO_SCORE
        reduced = depth - 4 - depth // 3 - min(3, (static - beta) // 200)
        self.evaluation.make_null(p)
        self.nodes_at[p + 1].static = NO_STATIC
        self.nodes_at[p + 1].raw = 2 * self.evaluation.tempo - self.nodes_at[p].raw
        score = -self.search(p + 1, n, reduced, -beta, 1 - beta, False)
        if self.judge.stopped:
            return 0
        if score < beta:
            return NO_SCORE
        if score >= WON:
            score = beta
        if waiting > 1 and depth < 14:
            return score
        self.nodes_at[p].move, move = 0, self.nodes_at[p].move
        score = self.search(p, n, max(1, reduced), beta - 1, beta, False)
        self.nodes_at[p].move = move
        return score if score >= beta else NO_SCORE

    def reduction(self, p: int, i: int, depth: int, tried: int, pv: bool, cut: bool) -> int:
        """Plies by which the search of the late move list[i] is reduced."""
        r = self.reductions[min(depth, 63) * REDUCTIONS + min(tried, 63)]
        r += 256 * cut - 256 * pv - 200 * self.nodes_at[p].improving
        if self.nodes_at[p + 1].in_check or self.nodes_at[p].in_check:
            r -= 256
        if self.ordering.order[i] >= KILLER:
            r -= 256
        elif self.ordering.order[i] > BAD_CAPTURE // 2:
            r -= self.ordering.order[i] >> 6
        r >>= 8
        return 0 if r < 0 else depth - 2 if r > depth - 2 else r

