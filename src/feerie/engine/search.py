# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The playing search: principal variation search with a transposition table, selective deepening and quiescence.

The parts are those of the field, see the Chess Programming Wiki under each name: principal variation search (Marsland
and Campbell 1982), null move (Beal 1989) with verification (Tabibi and Netanyahu 2002), late move reductions,
reverse futility and futility pruning, late move pruning, check extensions, quiescence with static exchange evaluation.

What each shortcut needs of a genre:

- null move: that to pass is no better than the best move. It is made only by a side that has men which can go to and
  fro (Weights.to_and_fro), so that a move can be lost; never in check, and never where a king run is near. A side with
  one such man has its result verified by a search without null moves. Genres without such men do without it.
- pruning by the static evaluation (reverse futility, futility, late moves): that the evaluation sees what threatens.
  It does not see a king about to reach its goal: off where a king run is near.
- exchange evaluation: nothing; it reads the attack tables. Kings are taken as men that must not be captured, also
  where a side has several.

All are off without `shortcuts`. Scores are for the side to move; a win in n plies from the root scores MATE - n.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

import cython

from feerie.engine.ordering import Ordering
from feerie.rules.ending import DeadMaterial, MoveRule, Repetition

if not cython.compiled:
    from feerie.engine.evaluation import FRAMES, LONGEST_LINE
    from feerie.engine.ordering import BAD_CAPTURE, FIRST, GOOD_CAPTURE, KILLER, MAY_CHECK, MOVE_BITS, WINS
    from feerie.engine.playing_table import (
        EXACT,
        LOWER,
        NO_STATIC,
        UPPER,
        stored_bound,
        stored_depth,
        stored_move,
        stored_score,
    )
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import ONE, popcount
    from feerie.kernel.state import MULTIPLEX
    from feerie.kernel.tables import MEN, NONE, PLAIN, SQUARES
    MATE, INFINITE, WON, NO_SCORE, PAST, REDUCTIONS, ATTACKER_SPREAD = 32000, 32500, 31000, 32767, 256, 64, 512
    CAPTURE_MARGIN = 160
    NONE_LISTED, TABLE_MOVE_LISTED, ALL_LISTED, NOISY_SCORED, ALL_SCORED = 0, 1, 2, 3, 4

POLL_NODES = 4096 if cython.compiled else 16
ANY_NUMBER = (1 << 64) - 1
MATE_SCORE = 32000
WON_SCORE = 31000
INFINITE_SCORE = 32500
DEEPEST = 100
"""The deepest iteration."""


class Search(Ordering):
    """Searches the position that set_root has put at frame 0, whose moves are list[0:root_end], the best one first.

    `poll`: a function called every `poll_interval` nodes; the search stops where it gives True, and where it raises:
    `error` then holds what it raised.
    """

    def __init__(self, judge: Any, weights: Any, table: Any) -> None:
        super().__init__(judge, weights)
        self.table, self.nodes, self.max_nodes, self.poll, self.error = table, 0, ANY_NUMBER, None, None
        self.poll_interval = self.countdown = POLL_NODES
        self.selective_depth = self.root_end = self.root_depth = self.past_count = 0
        if not cython.compiled:
            self.past, self.pv, self.pv_length = [0] * PAST, [0] * (FRAMES * FRAMES), [0] * FRAMES
            self.reductions, self.minor = [0] * (REDUCTIONS * REDUCTIONS), [0] * MEN
        for i in range(1, 64):
            for j in range(1, 64):
                reduced: int = round(256 * (0.6 + log(i) * log(j) / 2.2))
                self.reductions[i * 64 + j] = reduced
        self.trusts_table = self.learns_errors = True
        self.repetition = self.move_rule = 0
        self.has_dead_material = False
        for ending in weights.tables.genre.endings:
            if isinstance(ending, Repetition):
                self.repetition = ending.claim or ending.automatic
            elif isinstance(ending, MoveRule):
                self.move_rule = ending.claim or ending.automatic
            elif isinstance(ending, DeadMaterial):
                self.has_dead_material = True
                for i in range(self.kinds):
                    self.minor[i] = weights.tables.letters[i] in ending.minors

    # ------------------------------------------------------------------------------------------- the root

    def set_root(self, position: Any, past: Sequence[int], quiet_plies: int, moves: Sequence[int]) -> None:
        """Search this position, the top of another judge, next.

        `past`: the keys of the positions before it that may recur, the latest one first. `quiet_plies`: plies without
        progress. `moves`: the moves to search.
        """
        self.judge.copy_from(position)
        self.judge.stopped = False
        self.error = None
        self.past_count = min(len(past), 256)
        for i in range(self.past_count):
            self.past[i] = past[i]
        self.root_end = len(moves)
        for i in range(self.root_end):
            self.judge.list[i] = moves[i]
        self.sum_up(0)
        for i in range(160):
            self.nodes_at[i].killers[0] = self.nodes_at[i].killers[1] = 0
            self.nodes_at[i].skipped = 0
        self.nodes_at[0].quiet_plies, self.nodes_at[0].irreversible = quiet_plies, self.past_count
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

        The best one is moved to list[first] whenever it raises alpha. Void where the judge was stopped, but for that.
        """
        with cython.nogil:
            score = self.root(depth, alpha, beta, first)
        return score

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

    # ------------------------------------------------------------------------------------------ bookkeeping

    def visit(self, p: int) -> bool:
        """Count a node; whether the search has been stopped."""
        if self.judge.stopped:
            return True
        self.nodes += 1
        if p > self.selective_depth:
            self.selective_depth = p
        if self.nodes >= self.max_nodes:
            self.judge.stopped = True
        self.countdown -= 1
        if self.countdown <= 0:
            self.countdown = self.poll_interval
            self.ask()
        return self.judge.stopped

    def ask(self) -> None:
        """Call `poll` with the interpreter's lock."""
        with cython.gil:
            self._ask()

    def _ask(self) -> None:
        try:
            if self.poll is not None and self.poll():
                self.judge.stopped = True
        except BaseException as error:      # Ctrl-C, too, which is raised here
            self.error = error
            self.judge.stopped = True

    def step(self, p: int, move: int, may_check: bool) -> None:
        """Make a move at p, and find out whether it gives check, unless it is known that it does not."""
        self.judge.make(p, p + 1, move)
        self.table.announce(self.judge.frames[p + 1].key)
        self.advance(p, move)
        self.nodes_at[p + 1].static = self.nodes_at[p + 1].raw = NO_STATIC
        self.nodes_at[p + 1].in_check = may_check and self.judge.in_check_at(p + 1, self.judge.frames[p + 1].turn)

    def announce_move(self, p: int, move: int) -> None:
        """Have the table's entry fetched for the position after a move at p that will soon be made.

        Only a hint: rights lost by the move, and captures en passant that it allows, are left out of the key.
        """
        if move_kind(move) != PLAIN:
            return
        us = self.judge.frames[p].turn
        key = self.judge.frames[p].key ^ self.judge.turn_key \
            ^ self.judge.keys[(us * MEN + move_man(move)) * SQUARES + move_origin(move)] \
            ^ self.judge.keys[(us * MEN + move_result(move)) * SQUARES + move_target(move)]
        if self.judge.frames[p].sides[us ^ 1] >> move_target(move) & 1:
            key ^= self.judge.keys[((us ^ 1) * MEN + self.judge.kind_at(p, ONE << move_target(move))) * SQUARES
                                   + move_target(move)]
        if self.judge.frames[p].ep_square != NONE:
            key ^= self.judge.ep_keys[self.judge.frames[p].ep_square]
        self.table.announce(key)

    def keep_line(self, p: int, move: int) -> None:
        """The principal variation of p is a move and that of p + 1."""
        self.pv[p * FRAMES] = move
        for i in range(self.pv_length[p + 1]):
            self.pv[p * FRAMES + i + 1] = self.pv[(p + 1) * FRAMES + i]
        self.pv_length[p] = self.pv_length[p + 1] + 1

    def to_table(self, score: int, p: int) -> int:
        """A score at p as the table holds it: wins counted from the position itself."""
        return score + p if score >= WON else score - p if score <= -WON else score

    def from_table(self, score: int, p: int) -> int:
        """A score of the table as it is at p: wins counted from the root."""
        return score - p if score >= WON else score + p if score <= -WON else score

    # -------------------------------------------------------------------------------------------- endings

    def run_result(self, p: int) -> int:
        """The score at p if a king run has won the game, else NO_SCORE."""
        if not self.has_runs or not self.judge.king_run_won(p):
            return NO_SCORE
        us = self.judge.frames[p].turn
        if self.judge.frames[p].rights & self.judge.run_flags[us] \
                and self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[us] & self.judge.goals[us]:
            return MATE - p
        return p - MATE

    def is_dead(self, p: int) -> bool:
        """Whether nothing but a king each and one minor man are left, in genres in which that is a draw."""
        men = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        if not self.has_dead_material or popcount(men) > 3:
            return False
        for kind in range(self.kinds):
            if self.minor[kind]:
                men &= ~self.judge.frames[p].men[kind]
        return men == self.judge.frames[p].men[self.royal] and popcount(men) == 2

    def repeats(self, p: int) -> bool:
        """Whether the position at p has occurred on the line searched, or so often before that it is a draw now."""
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
        if self.is_dead(p):
            return True
        return self.move_rule != 0 and self.nodes_at[p].quiet_plies >= self.move_rule \
            and (not self.nodes_at[p].in_check or self.judge.count_legal(p, n) > 0)

    def waiting_men(self, p: int) -> int:
        """How many men of the side to move can go to and fro."""
        men = 0
        for kind in range(self.kinds):
            if self.to_and_fro[kind]:
                men |= self.judge.frames[p].men[kind]
        return popcount(men & self.judge.frames[p].sides[self.judge.frames[p].turn])

    def run_is_near(self, p: int) -> bool:
        """Whether a king with its flag set is on its way to its goal."""
        return self.has_runs and self.judge.frames[p].rights & self.judge.running != 0

    # ------------------------------------------------------------------------------------------- searching

    def search(self, p: int, n: int, depth: int, alpha: int, beta: int, cut: bool) -> int:
        """The score of the position at p, `depth` plies deep; exact between alpha and beta, else a bound.

        `cut`: the node is expected to score beta or more.
        """
        self.pv_length[p] = 0
        if depth <= 0:
            return self.quiesce(p, n, 0, alpha, beta)
        if self.visit(p):
            return 0
        score = self.run_result(p)
        if score != NO_SCORE:
            return score
        if self.drawn(p, n):
            return 0
        if p >= LONGEST_LINE:
            return self.evaluate(p)
        alpha, beta = max(alpha, p - MATE), min(beta, MATE - p - 1)
        if alpha >= beta:
            return alpha
        data = 0 if self.nodes_at[p].skipped else self.table.probe(self.judge.frames[p].key)
        if data and beta - alpha == 1 and stored_depth(data) >= depth:
            score = self.from_table(stored_score(data), p)
            bound = stored_bound(data)
            if bound != UPPER and score >= beta or bound != LOWER and score <= alpha:
                return score
        if stored_move(data):
            self.announce_move(p, stored_move(data))
        static = self.known_static(p, data)
        self.nodes_at[p].improving = p >= 2 and not self.nodes_at[p].in_check and static > self.nodes_at[p - 2].static
        self.nodes_at[p].prunes = self.shortcuts and not self.nodes_at[p].in_check and not self.run_is_near(p) \
            and not self.nodes_at[p].skipped
        if self.nodes_at[p].prunes and beta - alpha == 1:
            score = self.early_score(p, n, depth, alpha, beta, self.stand_pat(p, data), data)
            if score != NO_SCORE:
                return score
        if self.shortcuts and not stored_move(data) and depth >= 4 and (beta - alpha > 1 or cut):
            depth -= 1
        return self.search_moves(p, n, depth, alpha, beta, cut, data)

    def known_static(self, p: int, data: int) -> int:
        """The evaluation of p, taken from the table where it has it; `data`: what the table knows of p."""
        if self.nodes_at[p].in_check:
            self.nodes_at[p].static = -INFINITE
        elif self.nodes_at[p].static == NO_STATIC:
            if self.nodes_at[p].raw == NO_STATIC:
                static = self.table.static_of(self.judge.frames[p].key) if data else NO_STATIC
                self.nodes_at[p].raw = static if static != NO_STATIC else self.evaluate(p)
            self.nodes_at[p].static = self.nodes_at[p].raw + self.correction(p)
        return self.nodes_at[p].static

    def stand_pat(self, p: int, data: int) -> int:
        """The evaluation of p, or what a search has found, where its bound tells more; `data`: as in known_static."""
        static = self.known_static(p, data)
        score = self.from_table(stored_score(data), p) if data else static
        bound = stored_bound(data)
        if score < WON and score > -WON and (bound == EXACT or bound == (LOWER if score > static else UPPER)):
            return score
        return static

    def stored_static(self, p: int) -> int:
        """The evaluation of p as the table holds it."""
        return NO_STATIC if self.nodes_at[p].in_check else self.nodes_at[p].raw

    def early_score(self, p: int, n: int, depth: int, alpha: int, beta: int, static: int, data: int) -> int:
        """A score that can be told without a look at the moves, else NO_SCORE.

        Reverse futility pruning, razoring and the null move.
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

    def capture_score(self, p: int, n: int, depth: int, beta: int, data: int) -> int:
        """A score of beta or more at p that a capture reaches in a search less deep, else NO_SCORE.

        ("ProbCut", Buro 1995.)
        """
        if data and stored_depth(data) >= depth - 3 and self.from_table(stored_score(data), p) < beta:
            return NO_SCORE
        end = self.noisy_moves(p, n, False, beta - self.nodes_at[p].static - 200, stored_move(data))
        for i in range(n, end):
            move = self.pick(i, end)
            if self.order[i] < KILLER or not self.wins(p, move, beta - self.nodes_at[p].static):
                continue
            self.step(p, move, True)
            score = -self.quiesce(p + 1, end, 1, -beta, 1 - beta)
            if score >= beta and not self.judge.stopped:
                self.pv_length[p + 1] = 0
                score = -self.search(p + 1, end, depth - 4, -beta, 1 - beta, False)
            if self.judge.stopped:
                return 0
            if score >= beta:
                self.remember(p, move, score, depth - 3, LOWER)
                return score
        return NO_SCORE

    def search_moves(self, p: int, n: int, depth: int, alpha: int, beta: int, cut: bool, data: int) -> int:
        """The part of `search` that tries the moves one by one. `data`: what the table knows of p."""
        pv = beta - alpha > 1
        first = stored_move(data)
        best, best_move, alpha_before, tried, late = -INFINITE, 0, alpha, 0, False
        i = end = middle = n
        ahead = -1
        stage = NONE_LISTED
        if first and self.trusts_table and self.is_plausible(p, first) and self.ensure_order(n + 1):
            self.judge.list[n], self.order[n] = first, FIRST
            end = middle = n + 1
            stage = TABLE_MOVE_LISTED
        while True:
            if stage == NONE_LISTED or stage == TABLE_MOVE_LISTED and i == end:
                end = self.list_noticed(p, n)
                if end == n:
                    return best if tried else p - MATE if self.nodes_at[p].in_check else 0
                middle = self.bring_first(n, end, first)
                i = middle if stage == TABLE_MOVE_LISTED else n
                stage = ALL_LISTED
            if stage == ALL_LISTED and i == middle:
                middle = self.score_noisy(p, i, end, True)
                stage = NOISY_SCORED
            if stage == NOISY_SCORED and not self.pick_noisy(p, i, middle):
                self.score_quiet(p, middle, end, True)
                middle = end
                stage = ALL_SCORED
            if i == end:
                break
            move = (self.judge.list[i] if late or stage == NOISY_SCORED or i == ahead else self.pick(i, middle)) & MOVE_BITS
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
                self.announce_move(p, self.pick(ahead, end) & MOVE_BITS)
            score = self.search_move(p, end, i, depth + extension, alpha, beta, cut, tried)
            if self.judge.stopped:
                return 0
            i += 1
            if score <= best:
                continue
            best = score
            if score > alpha:
                best_move = move
                if pv:
                    self.keep_line(p, move)
                alpha = score
                if score >= beta:
                    self.learn(p, n, i - 1, depth)
                    break
        if not tried:
            return alpha
        if not self.nodes_at[p].skipped:
            bound = LOWER if best >= beta else EXACT if alpha > alpha_before else UPPER
            self.remember(p, best_move, best, depth, bound)
            self.learn_error(p, best_move, best, bound, depth)
        return best

    def learn_error(self, p: int, move: int, score: int, bound: int, depth: int) -> None:
        """Correct the evaluation of positions like p by what a search has found, as far as its bound tells.

        Not in check, and not where the best move is no quiet one: then the evaluation was not to see what it found.
        """
        if not self.learns_errors or self.nodes_at[p].in_check or move and not self.is_quiet(p, move):
            return
        error = score - self.nodes_at[p].static
        if score < WON and score > -WON and (bound == EXACT or bound == (LOWER if error > 0 else UPPER)):
            self.correct(p, error, depth)

    def list_noticed(self, p: int, n: int) -> int:
        """List the moves at p that are searched, with room for their order; their end, n where there is none."""
        end = self.judge.list_legal(p, n)
        return self.noticed(p, n, end) if end > n and self.ensure_order(end) else n

    def remember(self, p: int, move: int, score: int, depth: int, bound: int) -> None:
        """Store the result of a search of p in the table."""
        self.table.store(self.judge.frames[p].key, move, self.to_table(score, p), depth, bound, self.stored_static(p))

    def is_plausible(self, p: int, move: int) -> bool:
        """Whether a man stands at p that could make this move of the table, and none of its own side in its way.

        The table's key tells nearly all positions apart; this keeps the board in order should it ever not.
        """
        us = self.judge.frames[p].turn
        own = self.judge.frames[p].sides[us]
        return (self.judge.frames[p].men[move_man(move)] & own) >> move_origin(move) & 1 != 0 \
            and (move_kind(move) == PLAIN and not own >> move_target(move) & 1)

    def noticed(self, p: int, n: int, end: int) -> int:
        """The end of the moves list[n:end] at p that are searched: here all are."""
        return end

    def search_move(self, p: int, end: int, i: int, depth: int, alpha: int, beta: int, cut: bool, tried: int) -> int:
        """The score of list[i] at p, the move tried as number `tried`; but for the first one it is marked by checks."""
        pv = beta - alpha > 1
        move = self.judge.list[i] & MOVE_BITS
        quiet = self.order[i] > BAD_CAPTURE // 2 and self.order[i] < KILLER + 3
        # checks are extended but, away from the principal variation, not those that lose more than a pawn
        self.step(p, move, tried == 1 or self.judge.list[i] & MAY_CHECK != 0)
        if self.nodes_at[p + 1].in_check and p < 2 * self.root_depth and (pv or self.wins(p, move, -100)):
            depth += 1
        if tried == 1:
            return -self.search(p + 1, end, depth - 1, -beta, -alpha, not pv and not cut)
        reduced = 0
        if self.shortcuts and depth >= 3 and tried > 1 + 2 * pv and (quiet or self.order[i] < 0):
            reduced = self.reduction(p, i, depth, tried, pv, cut)
        score = -self.search(p + 1, end, depth - 1 - reduced, -alpha - 1, -alpha, True)
        if score > alpha and reduced:
            score = -self.search(p + 1, end, depth - 1, -alpha - 1, -alpha, not cut)
        if pv and alpha < score < beta:
            score = -self.search(p + 1, end, depth - 1, -beta, -alpha, False)
        return score

    def is_pruned(self, p: int, i: int, depth: int, tried: int, alpha: int, pv: bool) -> bool:
        """Whether list[i] at p is left out: late moves, futile ones, losing exchanges near the leaves.

        A quiet move is judged by the depth that is `left` to it after its reduction.
        """
        move = self.judge.list[i]
        if depth > 8 or move & MAY_CHECK or self.order[i] >= KILLER:
            return False
        if self.order[i] < BAD_CAPTURE // 2:
            return depth <= 6 and not self.wins(p, move & MOVE_BITS, -100 * depth)
        if self.leaves_out_quiet(p, depth, tried, alpha, pv):
            return True
        left = depth - (self.reductions[depth * REDUCTIONS + min(tried, 63)] - (self.order[i] >> 6) >> 8)
        if left < 1:
            left = 1
        return left <= 6 and (not pv and self.nodes_at[p].static + 100 + 90 * left <= alpha
                              or not self.wins(p, move & MOVE_BITS, -25 * left * left))

    def leaves_out_quiet(self, p: int, depth: int, tried: int, alpha: int, pv: bool) -> bool:
        """Whether quiet moves at p are left out that give no check and are no killers: late or futile."""
        if depth > 8:
            return False
        return tried > (4 + depth * depth if self.nodes_at[p].improving else 3 + depth * depth // 2) \
            or depth <= 6 and not pv and self.nodes_at[p].static + 120 + 90 * depth <= alpha

    def singular_extension(self, p: int, end: int, depth: int, beta: int, cut: bool, data: int) -> int:
        """1 if the table's move at p is better by a margin than all others, searched less deep; else 0 or less.

        (Anantharaman, Campbell, Hsu 1990.) Less: another move is too good as well, so that there is no hurry.
        """
        if not self.shortcuts or depth < 7 or self.nodes_at[p].skipped or stored_bound(data) == UPPER \
                or stored_depth(data) < depth - 3 or p >= 2 * self.root_depth:
            return 0
        score = self.from_table(stored_score(data), p)
        if score >= WON or score <= -WON:
            return 0
        least = score - 2 * depth
        self.nodes_at[p].skipped = stored_move(data)
        found = self.search(p, end, (depth - 1) // 2, least - 1, least, cut)
        self.nodes_at[p].skipped = 0
        self.restore_node(p)
        if found < least:
            return 1
        return -1 if score >= beta else 0

    def restore_node(self, p: int) -> None:
        """After a search of p within the search of p: what the moves of p are pruned by."""
        self.nodes_at[p].prunes = self.shortcuts and not self.nodes_at[p].in_check and not self.run_is_near(p)

    def learn(self, p: int, n: int, i: int, depth: int) -> None:
        """The move list[i] at p has refuted the move before, the moves list[n:i] have not."""
        if not self.is_quiet(p, self.judge.list[i] & MOVE_BITS):
            return
        self.reward(p, self.judge.list[i] & MOVE_BITS, depth)
        for j in range(n, i):
            if self.is_quiet(p, self.judge.list[j] & MOVE_BITS):
                self.add_history(p, self.judge.list[j] & MOVE_BITS, -min(1600, 16 * depth * depth))

    def null_score(self, p: int, n: int, depth: int, beta: int, static: int) -> int:
        """The score after a null move where it refutes the move before, else NO_SCORE; needs: see above."""
        if static < beta or depth < 3 or beta <= -WON or not self.nodes_at[p].move:
            return NO_SCORE
        waiting = self.waiting_men(p)
        if not waiting:
            return NO_SCORE
        reduced = depth - 4 - depth // 4 - min(3, (static - beta) // 200)
        self.make_null(p)
        self.nodes_at[p + 1].static = NO_STATIC
        self.nodes_at[p + 1].raw = 2 * self.tempo - self.nodes_at[p].raw
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
        """By how many plies the search of the late move list[i] is reduced."""
        r = self.reductions[min(depth, 63) * REDUCTIONS + min(tried, 63)]
        r += 256 * cut - 256 * pv - 200 * self.nodes_at[p].improving
        if self.nodes_at[p + 1].in_check or self.nodes_at[p].in_check:
            r -= 256
        if self.order[i] >= KILLER:
            r -= 256
        elif self.order[i] > BAD_CAPTURE // 2:
            r -= self.order[i] >> 6
        r >>= 8
        return 0 if r < 0 else depth - 2 if r > depth - 2 else r

    def quiesce(self, p: int, n: int, level: int, alpha: int, beta: int) -> int:
        """The score at p when only captures, promotions, goal runs and, at level 0, checks are looked at.

        In check all moves are.
        """
        self.pv_length[p] = 0
        if self.visit(p):
            return 0
        in_check = self.nodes_at[p].in_check != 0
        score = self.end_score(p, in_check)
        if score != NO_SCORE:
            return score
        pv = beta - alpha > 1
        if not in_check and self.nodes_at[p].raw == NO_STATIC:
            self.nodes_at[p].raw = self.evaluate(p)     # before the table is asked, whose entry is still on its way
        key = self.judge.frames[p].key
        data = self.table.probe(key)
        if data and not pv:
            score = self.from_table(stored_score(data), p)
            bound = stored_bound(data)
            if bound == EXACT or bound == LOWER and score >= beta or bound == UPPER and score <= alpha:
                return score
        first = stored_move(data)
        if first:
            self.announce_move(p, first)
        best, best_move, alpha_before = -INFINITE, 0, alpha
        if not in_check:
            best = self.stand_pat(p, data)
            if best >= beta:
                return best
            alpha = max(alpha, best)
        if in_check:
            end = self.judge.list_legal(p, n)
            if end == n:
                return p - MATE
            self.score_moves(p, n, end, first, False)
        else:
            end = self.noisy_moves(p, n, level == 0, alpha - best - 200, first)
        for i in range(n, end):
            move = self.pick(i, end)
            if in_check and best > -WON and self.order[i] < BAD_CAPTURE // 2:
                continue
            if not in_check and (not self.wins(p, move, 0) if self.order[i] < KILLER
                                 else self.order[i] < WINS and self.demote(p, i)):
                continue
            self.step(p, move, True)
            if not in_check and self.order[i] < KILLER and not self.nodes_at[p + 1].in_check:
                continue
            score = -self.quiesce(p + 1, end, level + 1, -beta, -alpha)
            if self.judge.stopped:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    best_move = move
                    alpha = score
                    if pv:
                        self.keep_line(p, move)
                    if score >= beta:
                        break
        bound = LOWER if best >= beta else EXACT if alpha > alpha_before and pv else UPPER
        self.remember(p, best_move, best, 0, bound)
        return best

    def end_score(self, p: int, in_check: bool) -> int:
        """The score at p where the game or the line ends there as far as quiescence sees it, else NO_SCORE."""
        score = self.run_result(p)
        if score != NO_SCORE:
            return score
        if self.is_dead(p):
            return 0
        if p >= LONGEST_LINE:
            return self.evaluate(p)
        if in_check and self.repetition and self.nodes_at[p].irreversible >= 4 and self.repeats(p):
            return 0
        return NO_SCORE

    def noisy_moves(self, p: int, n: int, checks: bool, needed: int, first: int) -> int:
        """List the moves at p that are no quiet moves, and score them, checks below KILLER.

        `needed`: what a capture must win at least to matter. `checks`: list quiet moves that may give check, too.
        """
        several = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1]
        if self.judge.doctrine == MULTIPLEX and several & (several - 1):
            middle = end = self.judge.list_legal(p, n)
            if checks:
                self.judge.compute_check_info(p)
        else:
            middle = end = self.judge.list_noisy(p, n)
            if checks:
                end = self.judge.add_quiet_checks(p, end)
        if not self.ensure_order(end):
            return n
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            if self.reaches_goal(p, move):
                self.order[kept] = WINS
            elif not self.is_quiet(p, move):
                self.order[kept] = self.noisy_score(p, move)
                if i >= middle or self.shortcuts \
                        and self.order[kept] > GOOD_CAPTURE - ATTACKER_SPREAD \
                        and self.order[kept] + ATTACKER_SPREAD < GOOD_CAPTURE + needed * 16:
                    continue
            elif checks and self.judge.may_check(move):
                self.order[kept] = self.history_score(p, move)
            else:
                continue
            if self.order[kept] >= KILLER:
                self.announce_move(p, move)
                if move == first:
                    self.order[kept] = GOOD_CAPTURE + GOOD_CAPTURE
            self.judge.list[kept] = move
            kept += 1
        return kept
