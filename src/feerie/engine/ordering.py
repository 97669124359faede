# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The order in which moves are tried: the better the first move, the fewer of the others need be searched.

First comes the move of the transposition table, then moves that win at once, captures and promotions by what they win
(the most valuable victim first, losing exchanges last of all), killer moves (Huberman 1968), the countermove (Uiterwijk
1992), and the others by their history (Schaeffer 1983): how often a move of this man to this square has refuted
something, after any move, after the move before, and after the own move before that. Captures have a history, too, by
what they capture.

The history of moves after any move is kept separately by whether enemy pawns attack the square left and the square
entered ("threat history", Chess Programming Wiki, here with pawns only). Castlings, except those along lines, have a
history of their own, by family, the king's target and the partner. A castling that moves an enemy man or promotes its
partner is not a quiet move. Castlings in which king and partner change places, which may be possible with any man, are
treated as moves of the partner: in the history of moves after others, in threat history, and in what may give check.
"""
from __future__ import annotations

import cython

from feerie.engine.evaluation import Evaluation
from feerie.engine.exchange import StaticExchange
from feerie.rules.properties import Property

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.packed_move import (
        move_kind,
        move_man,
        move_origin,
        move_partner,
        move_partner_man,
        move_result,
        move_target,
    )
    from feerie.kernel.plain import FULL, ONE, kind_on
    from feerie.kernel.tables import CASTLING, EN_PASSANT, FAMILIES, MEN, PLAIN, SQUARES
    CASTLING_HISTORY, HISTORY_SIZE, REPLIES, CAPTURES, CORRECTIONS = 512, 16896, 1024, 8192, 16384
    FIRST, WINS, GOOD_CAPTURE, KILLER, BAD_CAPTURE = 1 << 30, 1 << 28, 1 << 26, 1 << 24, -(1 << 26)
    MAY_CHECK, MOVE_BITS = 1 << 31, (1 << 31) - 1

NEEDS = Property.LINES | Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER | Property.SMALL
"""A move gives check by its man, as what it becomes on its target, or by men behind it. Else every move may check."""


class Ordering:
    """Orders the moves list[n:end] of a judge; `order` holds their scores at the same indices.

    GeneralOrdering replaces what reads the fields of moves. What it replaces as a whole calls `Ordering.method(self)`,
    so that the compiler inlines it.
    """

    def __init__(self, evaluation: Evaluation, exchange: StaticExchange) -> None:
        self.judge, self.evaluation, self.exchange = evaluation.judge, evaluation, exchange
        self.nodes_at, self.values = self.evaluation.nodes_at, self.evaluation.values
        self.royal, self.has_runs = self.evaluation.royal, self.evaluation.has_runs
        self.order_size = 0
        self.finds_checks = self.judge.has(NEEDS)
        if not cython.compiled:
            self.order: list[int] = []
            self.history, self.replies = [0] * (8 * HISTORY_SIZE), [0] * (2 * REPLIES * 512)
            self.countermoves, self.captures = [0] * REPLIES, [0] * CAPTURES
            self.corrections, self.reply_corrections = [0] * (2 * CORRECTIONS), [0] * REPLIES
        self.judge.ensure_list()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.order)

    @cython.final
    def ensure_order(self, size: int) -> bool:
        """Make room for the scores of `size` moves; False, with the judge stopped, if there is not enough memory."""
        if size <= self.order_size:
            return True
        if cython.compiled:
            grown = realloc(self.order, size * cython.sizeof(cython.int))
            if not grown:
                self.judge.out_of_memory = self.judge.stopped = True
                return False
            self.order = cython.cast(cython.p_int, grown)
        else:
            self.order.extend([0] * (size - self.order_size))
        self.order_size = size
        return True

    def forget(self) -> None:
        """Forget what earlier searches have learnt about moves."""
        for i in range(8 * HISTORY_SIZE):
            self.history[i] = 0
        for i in range(2 * REPLIES * 512):
            self.replies[i] = 0
        for i in range(REPLIES):
            self.countermoves[i] = 0
            self.reply_corrections[i] = 0
        for i in range(CAPTURES):
            self.captures[i] = 0
        for i in range(2 * CORRECTIONS):
            self.corrections[i] = 0

    # ---------------------------------------------------------------------------------------- kinds of moves

    def pawn_attacked(self, p: int) -> int:
        """The squares that pawns of the side not to move attack at p, by which history_index tells moves apart."""
        return self.evaluation.structures[self.evaluation.structure(p)].attacked[self.judge.frames[p].turn ^ 1]

    def history_index(self, us: int, move: int, attacked: int) -> int:
        """The index of a move's history: by man and target, for castlings by family, king's target and partner.

        Castlings along lines share the history of the king's moves. The history of plain moves is kept separately by
        whether their squares are among those `attacked` by enemy pawns, that of exchanges by whether the partner's are.
        """
        if self.is_swap(us, move):
            us += 4 * (attacked >> move_origin(move) & 1) + 2 * (attacked >> move_partner(move) & 1)
            return us * HISTORY_SIZE + self.castling_index(move)
        if move_kind(move) >= CASTLING and not self.evaluation.plain_castlings \
                and self.judge.families[us * FAMILIES + move_kind(move) - CASTLING].home_castle_count:
            return us * HISTORY_SIZE + self.castling_index(move)
        if move_kind(move) == PLAIN:
            us += 4 * (attacked >> move_target(move) & 1) + 2 * (attacked >> move_origin(move) & 1)
        return us * HISTORY_SIZE + move_man(move) * SQUARES + move_target(move)

    def capture_index(self, p: int, move: int) -> int:
        """The index of the history of a plain capture or promotion at p: by man, target and the man captured.

        Promotions that capture nothing share the index of those that capture a man of kind 0.
        """
        us = self.judge.frames[p].turn
        enemy = self.judge.frames[p].sides[us ^ 1]
        captured = kind_on(self.judge.frames, p, ONE << move_target(move)) if enemy >> move_target(move) & 1 else 0
        return ((us * MEN + move_man(move)) * SQUARES + move_target(move)) * MEN + captured

    def castling_index(self, move: int) -> int:
        """The index of a castling, after those by man and target: by family, king's target and partner."""
        return CASTLING_HISTORY + ((move_kind(move) - CASTLING) * SQUARES + move_target(move)) * SQUARES \
            + move_partner(move)

    def is_swap(self, us: int, move: int) -> bool:
        """Whether king and partner change places in a move of `us`."""
        return move_kind(move) >= CASTLING and not self.evaluation.plain_castlings \
            and self.judge.families[us * FAMILIES + move_kind(move) - CASTLING].swap != 0

    def man_index(self, us: int, move: int) -> int:
        """The index of the man that moves in a quiet move of `us`, and its target; for exchanges, of the partner."""
        if self.is_swap(us, move):
            return move_result(move) * SQUARES + move_origin(move)
        return move_man(move) * SQUARES + move_target(move)

    def side_index(self, us: int, move: int) -> int:
        """The index, by side, of the man that has moved in a move of `us`, as it is after the move, and its square."""
        square = move_origin(move) if self.is_swap(us, move) else move_target(move)
        return (us * MEN + move_result(move)) * SQUARES + square

    def reply_index(self, p: int) -> int:
        """The index of the move that led to p, by side, man and target."""
        return self.side_index(self.judge.frames[p].turn ^ 1, self.nodes_at[p].move)

    def follow_index(self, p: int) -> int:
        """The index of the own move before the one that led to p, after those of reply_index."""
        return REPLIES + self.side_index(self.judge.frames[p].turn, self.nodes_at[p - 1].move)

    def is_quiet(self, p: int, move: int) -> bool:
        """Whether a move at p neither captures nor promotes, nor castles with an enemy man."""
        if move_kind(move) == PLAIN:
            return not self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1] >> move_target(move) & 1 \
                and move_man(move) == move_result(move)
        if move_kind(move) == EN_PASSANT:
            return False
        if self.evaluation.plain_castlings:
            return True
        return move_partner_man(move) == move_result(move) \
            and not self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1] >> move_partner(move) & 1

    def reaches_goal(self, p: int, move: int) -> bool:
        """Whether a move at p takes a king to its goal, in genres with king runs."""
        return self.has_runs and move_man(move) == self.royal \
            and self.judge.goals[self.judge.frames[p].turn] >> move_target(move) & 1 != 0

    # -------------------------------------------------------------------------------------------- the order

    @cython.final
    def score_moves(self, p: int, n: int, end: int, first: int, checks: bool) -> None:
        """Score the moves list[n:end] at p, `first` above all; with `checks` mark those that may give check."""
        if not self.ensure_order(end):
            return
        middle = self.score_noisy(p, n, end, checks)
        for i in range(n, middle):
            if self.order[i] < WINS:
                self.demote(p, i)
        self.score_quiet(p, middle, end, checks)
        for i in range(n, end):
            if self.judge.list[i] & MOVE_BITS == first:
                self.order[i] = FIRST

    def score_noisy(self, p: int, n: int, end: int, checks: bool) -> int:
        """Bring those of the moves list[n:end] at p that are not quiet, or win at once, to the front and score them.

        Returns where the quiet ones begin. `checks`: see score_moves. There must be room in `order`.
        """
        us = self.judge.frames[p].turn
        enemy = self.judge.frames[p].sides[us ^ 1]
        if checks:
            self.judge.compute_check_info(p)
        middle = n
        for i in range(n, end):
            move = self.judge.list[i]
            if self.has_runs and Ordering.reaches_goal(self, p, move):
                score = WINS
            elif move_kind(move) == PLAIN:
                if move_man(move) == move_result(move) and not enemy >> move_target(move) & 1:
                    continue
                score = Ordering.noisy_score(self, p, move)
                if checks:
                    score += self.captures[Ordering.capture_index(self, p, move)] >> 3
            elif Ordering.is_quiet(self, p, move):
                continue
            else:
                score = Ordering.noisy_score(self, p, move)
            if checks and Ordering.marks_check(self, p, move):
                move |= MAY_CHECK
            self.judge.list[i] = self.judge.list[middle]
            self.judge.list[middle] = move
            self.order[middle] = score
            middle += 1
        return middle

    def marks_check(self, p: int, move: int) -> bool:
        """Whether a move at p may give check, according to the last compute_check_info, which must have been for p.

        An exchange leaves the same squares occupied, so only the partner may give check, on the king's old square.
        """
        if not self.finds_checks:
            return True
        if self.is_swap(self.judge.frames[p].turn, move) and move_result(move) == move_partner_man(move):
            return self.judge.check_squares[move_result(move)] >> move_origin(move) & 1 != 0
        return move_kind(move) != PLAIN or move_result(move) != move_man(move) or (
            self.judge.check_squares[move_result(move)] >> move_target(move)
            | self.judge.discoverers >> move_origin(move)) & 1 != 0

    def score_quiet(self, p: int, n: int, end: int, checks: bool) -> None:
        """Score the quiet moves list[n:end] at p: killers, the countermove, the others by their history."""
        before = self.reply_index(p) * 512 if p and self.nodes_at[p].move else -1
        own_before = self.follow_index(p) * 512 if p > 1 and self.nodes_at[p - 1].move else -1
        counter = self.countermoves[before >> 9] if before >= 0 else 0
        killer, other_killer = self.nodes_at[p].killers[0], self.nodes_at[p].killers[1]
        us = self.judge.frames[p].turn
        attacked = Ordering.pawn_attacked(self, p)
        if checks:
            self.judge.compute_check_info(p)
        discoverers = 0 if not checks else self.judge.discoverers if self.finds_checks else FULL
        for i in range(n, end):
            move = self.judge.list[i]
            man, origin, target = move_man(move), move_origin(move), move_target(move)
            if move_kind(move) != PLAIN:
                score = self.history_score(p, move)
                if checks and Ordering.marks_check(self, p, move):
                    self.judge.list[i] = move | MAY_CHECK
            else:
                at = man * SQUARES + target
                score = self.history[(us + 4 * (attacked >> target & 1) + 2 * (attacked >> origin & 1)) * HISTORY_SIZE
                                     + at]
                if before >= 0:
                    score += self.replies[before + at]
                if own_before >= 0:
                    score += self.replies[own_before + at]
                if checks and (self.judge.check_squares[man] >> target | discoverers >> origin) & 1:
                    self.judge.list[i] = move | MAY_CHECK
            self.order[i] = self.refuting(move, killer, other_killer, counter) or score

    def refuting(self, move: int, killer: int, other_killer: int, counter: int) -> int:
        """The score of a quiet move that is a killer move or the countermove; 0 for any other."""
        if move == killer:
            return KILLER + 2
        if move == other_killer:
            return KILLER + 1
        return KILLER if move == counter else 0

    @cython.final
    def bring_first(self, n: int, end: int, first: int) -> int:
        """Bring the move `first` to list[n] if it is among list[n:end]; return where the other moves begin."""
        if not first or not self.ensure_order(end):
            return n
        for i in range(n, end):
            if self.judge.list[i] == first:
                self.judge.list[i] = self.judge.list[n]
                self.judge.list[n] = first
                self.order[n] = FIRST
                return n + 1
        return n

    def noisy_score(self, p: int, move: int) -> int:
        """The score of a capture, a promotion, or a castling with an enemy man, as if it lost nothing: see demote."""
        if move_kind(move) >= CASTLING:
            return KILLER + 3 + self.values[move_result(move)] - self.values[move_partner_man(move)]
        return GOOD_CAPTURE + Ordering.gain(self, p, move) * 16 - self.values[move_man(move)] // 16

    def gain(self, p: int, move: int) -> int:
        """What a capture or promotion at p wins before any reply."""
        return self.exchange.captured_value(p, move) + self.values[move_result(move)] - self.values[move_man(move)]

    def demote(self, p: int, i: int) -> bool:
        """Whether list[i] at p, scored by noisy_score, loses in the exchange; it is then ordered last."""
        move = self.judge.list[i] & MOVE_BITS
        if move_kind(move) >= CASTLING:
            return False
        gain = Ordering.gain(self, p, move)
        if self.values[move_man(move)] <= gain or self.exchange.wins(p, move, 0):
            return False
        self.order[i] = BAD_CAPTURE + gain * 16 - self.values[move_man(move)] // 16
        return True

    @cython.final
    def history_score(self, p: int, move: int) -> int:
        """What the history says of a quiet move at p."""
        us = self.judge.frames[p].turn
        score = self.history[self.history_index(us, move, self.pawn_attacked(p))]
        at = self.man_index(us, move)
        if p and self.nodes_at[p].move:
            score += self.replies[self.reply_index(p) * 512 + at]
        if p > 1 and self.nodes_at[p - 1].move:
            score += self.replies[self.follow_index(p) * 512 + at]
        return score

    def pick(self, i: int, end: int) -> int:
        """Bring the best of the moves list[i:end] to list[i] and return it."""
        score = self.order[i]
        largest = score * 0x10000       # with the index in the lowest bits, so that no branch depends on the order
        for j in range(1, end - i):
            score = self.order[i + j]
            largest = max(largest, score * 0x10000 - j)
        best = i + (-largest & 0xFFFF)
        move = self.judge.list[best]
        if best != i:
            self.judge.list[best] = self.judge.list[i]
            self.judge.list[i] = move
            self.order[i], self.order[best] = self.order[best], self.order[i]
        return move

    @cython.final
    def pick_noisy(self, p: int, i: int, end: int) -> bool:
        """`pick` among noisy moves at p that noisy_score has scored; return whether the one found loses nothing."""
        if i == end:
            return False
        self.pick(i, end)
        while self.order[i] >= KILLER and self.order[i] < WINS and self.demote(p, i):
            self.pick(i, end)
        return self.order[i] >= KILLER

    # ---------------------------------------------------------------------------------------------- learning

    def add_history(self, p: int, move: int, bonus: int) -> None:
        """Change the history of a quiet move at p; the further it is from 0, the less it still grows."""
        us = self.judge.frames[p].turn
        i = self.history_index(us, move, self.pawn_attacked(p))
        size = bonus if bonus > 0 else -bonus
        self.history[i] += bonus - (self.history[i] * size >> 14)
        if p and self.nodes_at[p].move:
            at = self.man_index(us, move)
            i = self.reply_index(p) * 512 + at
            self.replies[i] += bonus - (self.replies[i] * size >> 14)
            if p > 1 and self.nodes_at[p - 1].move:
                i = self.follow_index(p) * 512 + at
                self.replies[i] += bonus - (self.replies[i] * size >> 14)

    @cython.final
    def add_capture_history(self, p: int, move: int, bonus: int) -> None:
        """Change the history of a plain capture or promotion at p, as add_history does."""
        i = self.capture_index(p, move)
        size = bonus if bonus > 0 else -bonus
        self.captures[i] += bonus - (self.captures[i] * size >> 14)

    @cython.final
    def reward(self, p: int, move: int, depth: int) -> None:
        """Remember a quiet move that refuted the move before."""
        if self.nodes_at[p].killers[0] != move:
            self.nodes_at[p].killers[1] = self.nodes_at[p].killers[0]
            self.nodes_at[p].killers[0] = move
        if p and self.nodes_at[p].move:
            self.countermoves[self.reply_index(p)] = move
        self.add_history(p, move, self.bonus(depth))

    def bonus(self, depth: int) -> int:
        """How much the history of a move changes when a search to this depth has found it good or bad."""
        return min(1600, 150 * depth - 60)

    def correction_index(self, p: int) -> int:
        """The index of the correction of the evaluation of p: by the side to move and the pawn structure."""
        return self.judge.frames[p].turn * CORRECTIONS + (self.nodes_at[p].structure >> 1 & (CORRECTIONS - 1))

    def correction(self, p: int) -> int:
        """How far searches of positions with these pawns, and after this move, came out above the evaluation.

        In centipawns.
        """
        found = self.corrections[self.correction_index(p)]
        if p and self.nodes_at[p].move:
            found += self.reply_corrections[self.reply_index(p)]
        return found >> 4

    @cython.final
    def correct(self, p: int, error: int, depth: int) -> None:
        """Learn by how much a search found the evaluation of p wrong ("correction history", Chess Programming Wiki)."""
        bonus = max(-256, min(256, error * depth >> 1))
        size = bonus if bonus > 0 else -bonus
        i = self.correction_index(p)
        self.corrections[i] += bonus - (self.corrections[i] * size >> 10)
        if p and self.nodes_at[p].move:
            i = self.reply_index(p)
            self.reply_corrections[i] += bonus - (self.reply_corrections[i] * size >> 10)
