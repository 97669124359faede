# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The quiescence search, and what it shares with the search above it: the line, the table, the node count.

Captures, promotions, goal runs and, on its first ply, checks are searched until none is left ("quiescence search",
Chess Programming Wiki), except those that lose in the exchange. The side to move may stand pat: it need not capture.
"""
from __future__ import annotations

from collections.abc import Callable

import cython

from feerie.engine.endings import Endings
from feerie.engine.evaluation import Evaluation
from feerie.engine.exchange import StaticExchange
from feerie.engine.general_evaluation import GeneralEvaluation
from feerie.engine.general_exchange import GeneralExchange
from feerie.engine.general_ordering import GeneralOrdering
from feerie.engine.ordering import Ordering
from feerie.engine.playing_table import NEEDS, PlayingTable
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.engine.endings import NO_SCORE
    from feerie.engine.evaluation import FRAMES, LONGEST_LINE
    from feerie.engine.ordering import BAD_CAPTURE, GOOD_CAPTURE, KILLER, WINS
    from feerie.engine.playing_table import (
        EXACT,
        LOWER,
        NO_STATIC,
        UPPER,
        WON,
        counted_from,
        stored_bound,
        stored_move,
        stored_score,
    )
    from feerie.kernel.compiled_rules import MULTIPLEX
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import ONE, kind_on
    from feerie.kernel.tables import MEN, NONE, PLAIN, SQUARES
    INFINITE, ATTACKER_SPREAD = 32500, 512

NEEDS_OF_PREFETCH = Property.LINES
"""For the entries of the table that moves lead to: moves say what they change, kinds of men have keys."""
NEEDS_OF_ENDS = Property.FEWER | Property.STEADY_SIDE
"""Captures come to an end by themselves, and an evasion seldom checks; else either is followed for LONGEST_EXCHANGE
half-moves. (Where both sides move the same men, checks answer checks without end.)"""
LONGEST_EXCHANGE = 6
POLL_NODES = 4096 if cython.compiled else 16
ANY_NUMBER = (1 << 64) - 1


class Quiescence:
    """Searches a line of moves until the position is quiet.

    `poll`: a function called every `poll_interval` nodes; the search stops if it returns True or raises: `error` then
    holds what it raised. Scores are for the side to move; a win in n plies from the root is MATE - n.
    """

    def __init__(self, evaluation: Evaluation, table: PlayingTable) -> None:
        self.judge, self.evaluation = evaluation.judge, evaluation
        self.nodes_at = self.evaluation.nodes_at
        if isinstance(evaluation, GeneralEvaluation):
            self.exchange = GeneralExchange(evaluation)
            self.ordering = GeneralOrdering(evaluation, self.exchange)
        else:
            self.exchange = StaticExchange(evaluation)
            self.ordering = Ordering(evaluation, self.exchange)
        self.endings, self.prefetches = Endings(evaluation), self.judge.has(NEEDS_OF_PREFETCH)
        self.shortcuts = True
        self.deepest = LONGEST_LINE if self.judge.has(NEEDS_OF_ENDS) else LONGEST_EXCHANGE
        self.uses_table = self.judge.has(NEEDS)
        self.table, self.nodes, self.max_nodes = table, 0, ANY_NUMBER
        self.poll: Callable[[], bool] | None = None
        self.error: BaseException | None = None
        self.poll_interval = self.countdown = POLL_NODES
        self.selective_depth = 0
        if not cython.compiled:
            self.pv, self.pv_length = [0] * (FRAMES * FRAMES), [0] * FRAMES

    # ------------------------------------------------------------------------------------ line and table

    def visit(self, p: int) -> bool:
        """Count a node; return whether the search has been stopped."""
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

    @cython.final
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
        """Make a move at p, and find out whether it gives check, unless it is known not to."""
        self.judge.make(p, p + 1, move)
        self.table.prefetch(self.judge.frames[p + 1].key)
        self.evaluation.advance(p, move)
        self.nodes_at[p + 1].static = self.nodes_at[p + 1].raw = NO_STATIC
        self.nodes_at[p + 1].in_check = may_check and self.judge.in_check_at(p + 1, self.judge.frames[p + 1].turn)

    def prefetch_move(self, p: int, move: int) -> None:
        """Prefetch the table's entry for the position after a move at p that will soon be made.

        Only a hint: the key ignores rights that the move loses and en passant captures that it allows.
        """
        if move_kind(move) != PLAIN or not self.prefetches:
            return
        us = self.judge.frames[p].turn
        key = self.judge.frames[p].key ^ self.judge.turn_key \
            ^ self.judge.keys[(us * MEN + move_man(move)) * SQUARES + move_origin(move)] \
            ^ self.judge.keys[(us * MEN + move_result(move)) * SQUARES + move_target(move)]
        if self.judge.frames[p].sides[us ^ 1] >> move_target(move) & 1:
            key ^= self.judge.keys[((us ^ 1) * MEN + kind_on(self.judge.frames, p, ONE << move_target(move))) * SQUARES
                                   + move_target(move)]
        if self.judge.frames[p].ep_square != NONE:
            key ^= self.judge.ep_keys[self.judge.frames[p].ep_square]
        self.table.prefetch(key)

    @cython.final
    def keep_line(self, p: int, move: int) -> None:
        """Set the principal variation of p to a move followed by that of p + 1."""
        self.pv[p * FRAMES] = move
        for i in range(self.pv_length[p + 1]):
            self.pv[p * FRAMES + i + 1] = self.pv[(p + 1) * FRAMES + i]
        self.pv_length[p] = self.pv_length[p + 1] + 1

    @cython.final
    def known_static(self, p: int, data: int) -> int:
        """The evaluation of p, taken from the table if it is there; `data`: what the table knows of p."""
        if self.nodes_at[p].in_check:
            self.nodes_at[p].static = -INFINITE
        elif self.nodes_at[p].static == NO_STATIC:
            if self.nodes_at[p].raw == NO_STATIC:
                static = self.table.static_of(self.judge.frames[p].key) if data else NO_STATIC
                self.nodes_at[p].raw = static if static != NO_STATIC else self.evaluation.evaluate(p)
            self.nodes_at[p].static = self.nodes_at[p].raw
            if not self.evaluation.is_final(p):
                self.nodes_at[p].static += self.ordering.correction(p)
        return self.nodes_at[p].static

    def stand_pat(self, p: int, data: int) -> int:
        """The evaluation of p, or a search's score if its bound says more; `data`: as in known_static."""
        static = self.known_static(p, data)
        score = counted_from(p, stored_score(data)) if data else static
        bound = stored_bound(data)
        if score < WON and score > -WON and (bound == EXACT or bound == (LOWER if score > static else UPPER)):
            return score
        return static

    def stored_static(self, p: int) -> int:
        """The evaluation of p as the table holds it."""
        return NO_STATIC if self.nodes_at[p].in_check else self.nodes_at[p].raw

    @cython.final
    def conclude(self, p: int, move: int, score: int, depth: int, alpha: int, beta: int) -> int:
        """Store the result of a search of p between alpha and beta, and return its bound."""
        bound = LOWER if score >= beta else EXACT if score > alpha else UPPER
        self.table.store(self.judge.frames[p].key, move, counted_from(-p, score), depth, bound, self.stored_static(p))
        return bound

    # ----------------------------------------------------------------------------------------- searching

    @cython.final
    def quiesce(self, p: int, n: int, level: int, alpha: int, beta: int) -> int:
        """The score at p when only captures, promotions, goal runs and, at level 0, checks are searched.

        In check, all moves are. Level 0 is the first.
        """
        self.pv_length[p] = 0
        if self.visit(p):
            return 0
        in_check = self.nodes_at[p].in_check != 0
        score = self.end_score(p, in_check, level)
        if score != NO_SCORE:
            return score
        pv = beta - alpha > 1
        if not in_check and self.nodes_at[p].raw == NO_STATIC:
            self.nodes_at[p].raw = self.evaluation.evaluate(p)      # now, while the table's entry is being fetched
        key = self.judge.frames[p].key
        data = self.table.probe(key) if self.uses_table else 0
        if data and not pv:
            score = counted_from(p, stored_score(data))
            bound = stored_bound(data)
            if bound == EXACT or bound == LOWER and score >= beta or bound == UPPER and score <= alpha:
                return score
        first = stored_move(data)
        if first:
            self.prefetch_move(p, first)
        best, best_move, alpha_before = -INFINITE, 0, alpha
        if not in_check:
            best = self.stand_pat(p, data)
            if best >= beta:
                return best
            alpha = max(alpha, best)
            end = self.noisy_moves(p, n, level == 0, alpha - best - 200, first)
        else:
            end = self.judge.list_legal(p, n)
            if end == n:
                return self.endings.without_moves(p, n)
            self.ordering.score_moves(p, n, end, first, False)
        for i in range(n, end):
            move = self.ordering.pick(i, end)
            if in_check and best > -WON and self.ordering.order[i] < BAD_CAPTURE // 2:
                continue
            if not in_check and (not self.exchange.wins(p, move, 0) if self.ordering.order[i] < KILLER
                                 else self.ordering.order[i] < WINS and self.ordering.demote(p, i)):
                continue
            self.step(p, move, True)
            if not in_check and (self.ordering.order[i] < KILLER and not self.nodes_at[p + 1].in_check
                                 or self.is_illegal_check(p + 1, end)):
                continue
            score = -self.quiesce(p + 1, end, level + 1, -beta, -alpha)
            if self.judge.stopped:
                return 0
            best = max(best, score)
            if score > alpha:
                alpha, best_move = score, move
                if pv:
                    self.keep_line(p, move)
                if score >= beta:
                    break
        self.conclude(p, best_move, best, 0, alpha_before, beta)
        return best

    def end_score(self, p: int, in_check: bool, level: int) -> int:
        """The score at p if the game or the line ends there, as far as quiescence can see, else NO_SCORE."""
        score = self.endings.run_result(p)
        if score != NO_SCORE:
            return score
        if self.endings.dead.is_dead(p):
            return 0
        if p >= LONGEST_LINE or level >= self.deepest:
            return self.evaluation.evaluate(p)
        if in_check and self.endings.repetition and self.nodes_at[p].irreversible >= 4 and self.endings.repeats(p):
            return 0
        return NO_SCORE

    def is_illegal_check(self, p: int, n: int) -> bool:
        """Whether the move of noisy_moves that led to p gives a check that is not legal (see Judge).

        Uses list[n] on as scratch space.
        """
        return self.judge.doctrine == MULTIPLEX and self.nodes_at[p].in_check and not self.judge.check_is_legal(p, n, 0)

    def noisy_moves(self, p: int, n: int, checks: bool, needed: int, first: int) -> int:
        """List the moves at p that are not quiet, and score them, checks below KILLER.

        `needed`: the least a capture must win to matter. `checks`: list quiet moves that may give check, too. Whether a
        check is legal is tested only once it has been made: see is_illegal_check.
        """
        if n + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(n):
            return n
        middle = end = self.judge.list_noisy(p, n)
        if checks and self.ordering.finds_checks:
            end = self.judge.add_quiet_checks(p, end)
        if not self.ordering.ensure_order(end):
            return n
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            if self.ordering.reaches_goal(p, move):
                self.ordering.order[kept] = WINS
            elif not self.ordering.is_quiet(p, move):
                self.ordering.order[kept] = self.ordering.noisy_score(p, move)
                if i >= middle or self.shortcuts \
                        and self.ordering.order[kept] > GOOD_CAPTURE - ATTACKER_SPREAD \
                        and self.ordering.order[kept] + ATTACKER_SPREAD < GOOD_CAPTURE + needed * 16:
                    continue
            elif checks and self.ordering.marks_check(p, move):
                self.ordering.order[kept] = self.ordering.history_score(p, move)
            else:
                continue
            if self.ordering.order[kept] >= KILLER:
                self.prefetch_move(p, move)
                if move == first:
                    self.ordering.order[kept] = GOOD_CAPTURE + GOOD_CAPTURE
            self.judge.list[kept] = move
            kept += 1
        return kept
