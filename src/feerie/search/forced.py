# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Questions about forced play: what the attacker can force from the current position of a judge, and what defends.

The search is that of `ForcedPlay`. Here are the questions that solvers ask: shortest wins, all winning moves, the
defences and what they are worth.
"""
from __future__ import annotations

from collections.abc import Sequence

import cython

from feerie.search.defence import Defence, DefenceKind
from feerie.search.forced_play import ForcedPlay

if not cython.compiled:
    from feerie.search.attack_moves import DIRECT, SELF
    from feerie.search.forced_play import SQUARES_OF_MOVE
    LENGTH_MASK, KIND_SHIFT, COUNT_SHIFT = 0x1FFF, 13, 16
    REFUTATION, REACHES_GOAL = DefenceKind.REFUTATION.value, DefenceKind.REACHES_GOAL.value
    MAYBE_INEFFECTIVE, INEFFECTIVE = DefenceKind.MAYBE_INEFFECTIVE.value, DefenceKind.INEFFECTIVE.value


class Stopped(Exception):
    """The search was stopped from outside, and its last answer is void."""


class ForcedSearch(ForcedPlay):
    """Answers questions about the current position of a judge; the parameters are those of `AttackMoves`.

    Methods `x` ask about the current position, release the interpreter's lock and raise Stopped; for methods `x_at` see
    `ForcedPlay`.
    """

    def shortest_win_at(self, p: int, n: int, length: int) -> int:
        """The smallest number of moves, up to `length`, in which the attacker, to move at p, can win; 0 for none.

        In exact play only `length` counts.
        """
        for short in range(length if self.exact and length else 1, length + 1):
            if self.attacker_wins_at(p, n, short):
                return short
        return 0

    def winning_moves_at(self, p: int, n: int, length: int) -> int:
        """List the moves at p that force the goal in `length`, from list[n] on; the index after the last."""
        end = self.generate_attacks(p, n, length, 0, True)
        first_quiet, kept = self.first_quiet, n
        for i in range(n, end):
            if self.attack_wins(p, end, i, length, first_quiet, True):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def classify_defence(self, p: int, n: int, end: int, spare: int, reply: int, length: int, least: int) -> int:
        """Classify a reply at p for classify_defences: its length and, above KIND_SHIFT, its kind.

        The threats are list[n:end]; list[spare] and what follows is free.
        """
        self.judge.make(p, p + 1, reply)
        if self.play != DIRECT and self.is_reached_at(p + 1, spare, reply):
            return REACHES_GOAL << KIND_SHIFT
        short = self.shortest_win_at(p + 1, spare, length - 1)
        if not short:
            return REFUTATION << KIND_SHIFT
        if short > least:
            return short
        if short < least:
            return INEFFECTIVE << KIND_SHIFT
        last = self.goal_side_moves_at(p + 1, spare) if self.play == DIRECT else self.judge.list_legal(p + 1, spare)
        answer = INEFFECTIVE << KIND_SHIFT
        for i in range(n, end):
            found = similar = False
            for j in range(spare, last):
                if self.judge.list[j] == self.judge.list[i]:
                    found = True
                elif not (self.judge.list[j] ^ self.judge.list[i]) & SQUARES_OF_MOVE:
                    similar = True
            if found:
                self.judge.make(p + 1, p + 2, self.judge.list[i])
                if not self.forces_goal_at(p + 2, last, self.judge.list[i], least, True):
                    return short
            elif similar:
                answer = short | MAYBE_INEFFECTIVE << KIND_SHIFT
            else:
                return short
        return answer

    # ------------------------------------------------------------------- questions about the current position

    def raise_if_stopped(self) -> int:
        """Raise Stopped if the judge was stopped, so that the last answer is void; else 0.

        A signal that has arrived meanwhile is handled first: the exception that Ctrl-C raises would be lost while the
        traceback of Stopped is made.
        """
        if self.judge.stopped:
            if cython.compiled:
                check_signals()
            raise Stopped
        return 0

    def attacker_wins(self, length: int) -> bool:
        """Can the attacker, to move, force the goal in `length` moves?"""
        with cython.nogil:
            found = self.attacker_wins_at(self.judge.ply, 0, length)
        self.raise_if_stopped()
        return found

    def forces_goal(self, move: int, length: int) -> bool:
        """Has the attacker's last move, the first of `length`, forced the goal?"""
        with cython.nogil:
            found = self.forces_goal_at(self.judge.ply, 0, move, length, True)
        self.raise_if_stopped()
        return found

    def shortest_win(self, length: int) -> int:
        """`shortest_win_at` of the current position."""
        with cython.nogil:
            found = self.shortest_win_at(self.judge.ply, 0, length)
        self.raise_if_stopped()
        return found

    def winning_moves(self, length: int) -> list[int]:
        """The attacker's moves that force the goal in `length`."""
        self.judge.ensure_list()
        with cython.nogil:
            end = self.winning_moves_at(self.judge.ply, 0, length)
        self.raise_if_stopped()
        return [self.judge.list[i] for i in range(end)]

    def is_within_limits(self, length: int, threats: bool = True, trivial: bool = True) -> bool:
        """Is the defender, to move after the attacker's first of `length` moves, kept within the limits?

        `threats`, `trivial`: test the threat and the non-trivial defences, too. Limits do not matter where a reflex
        duty ends the play.
        """
        with cython.nogil:
            if not self.limited or self.play > SELF and self.may_end_play_at(self.judge.ply, 0):
                found = True
            elif threats:
                found = self.is_within_limits_at(self.judge.ply, 0, length)
            else:
                found = self.has_few_flights(self.judge.ply, 0, length)
            if found and trivial and self.is_limited_by_allowance(length):
                found = self.count_non_trivial(self.judge.ply, 0) <= self.allowance + 1
        self.raise_if_stopped()
        return found

    def classify_defences(self, replies: Sequence[int], length: int, threats: Sequence[int],
                          least: int) -> list[Defence]:
        """Classify the replies to the attacker's last move, the first of `length`; the ineffective ones are left out.

        `threats` are the moves that force the goal in `least` moves if the defender passes; `least` is 0 if there
        are none. A reply is ineffective if the attacker then needs fewer moves, or exactly `least` and every
        threat works.
        """
        n = self.load_list(replies, threats)
        end = last = n + len(threats)
        with cython.nogil:
            for i in range(n):
                answer = self.classify_defence(self.judge.ply, n, end, last, self.judge.list[i], length, least)
                kept = last
                if answer & LENGTH_MASK:
                    kept = self.winning_moves_at(self.judge.ply + 1, last, answer & LENGTH_MASK)
                self.judge.list[i] = answer | (kept - last) << COUNT_SHIFT
                last = kept
        self.raise_if_stopped()
        defences, last = [], end
        for i, move in enumerate(replies):
            answer = self.judge.list[i] & (1 << COUNT_SHIFT) - 1
            kept = last + (self.judge.list[i] >> COUNT_SHIFT)
            if answer >> KIND_SHIFT != INEFFECTIVE:
                defences.append(Defence(move, DefenceKind(answer >> KIND_SHIFT), answer & LENGTH_MASK,
                                        [self.judge.list[j] for j in range(last, kept)]))
            last = kept
        return defences

    def load_list(self, replies: Sequence[int], threats: Sequence[int]) -> int:
        """Put replies, then threats into the move list from list[0] on; the number of replies."""
        self.judge.ensure_list()
        total = len(replies) + len(threats)
        if total + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(total):
            raise MemoryError
        n = 0
        for move in replies:
            self.judge.list[n] = move
            n += 1
        end = n
        for move in threats:
            self.judge.list[end] = move
            end += 1
        return n

    def is_reached(self, move: int) -> bool:
        """Has the last move reached the goal?"""
        return self.is_reached_at(self.judge.ply, 0, move)

    def can_reach_goal(self) -> bool:
        """Can the side to move reach the goal by its next move?"""
        return self.may_end_play_at(self.judge.ply, 0)

    def attacker_moves(self) -> list[int]:
        """The attacker's moves."""
        return self.goal_side_moves() if self.play == DIRECT else self.judge.moves()

    def defender_moves(self) -> list[int]:
        """The defender's moves."""
        return self.judge.moves() if self.play == DIRECT else self.goal_side_moves()
