# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The attacker's last moves in self and reflex play that ends in mate: may he be mated after them?

The mate filter answers that. Where the attacker has tried one move after another against the same reply, most answers
are the same: they depend on the defender's men, on the square of the attacker's king, and on the men around it.

Two moves before the end the same is asked after a standing reply (see frontier.py) that is made at once: where the
attacker cannot be mated after it whatever two moves he makes, it refutes all his moves against which it stands.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.filters.mate_filter import MateFilter

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_target
    from feerie.kernel.plain import FULL, lowest, popcount
    from feerie.kernel.tables import MEN, PLAIN, SQUARES
    TRIAL_QUESTIONS, MEN_FOR_ALL = 4096, 16
    SLOW_TRIAL_QUESTIONS, SLOW_QUESTIONS_A_REJECTION = 1024, 4


class ForcedMates:
    """Filters the last moves of `attacker`; `applicable`: do genre and position allow it?"""

    def __init__(self, judge: Judge, attacker: int) -> None:
        self.judge, self.attacker = judge, attacker
        self.filter, self.slow = MateFilter(judge, attacker ^ 1), MateFilter(judge, attacker ^ 1)
        self.applicable = self.filter.applicable
        self.can_remember = not self.filter.distances.has_castling \
            or self.filter.distances.castling_needs_rights and not self.filter.distances.castles_with_enemy
        self.known_king, self.known_side, self.known_near = SQUARES, 0, 0
        self.questions = self.rejections = self.slow_questions = self.slow_rejections = 0
        self.man_count = popcount(self.judge.frames[self.judge.ply].sides[self.attacker ^ 1])
        if not cython.compiled:
            self.known_men, self.vicinity = [0] * MEN, [0] * SQUARES
        for square in range(SQUARES):
            near: int = self.filter.distances.zone[attacker * SQUARES + square]
            found: int = near
            while near:
                found |= self.filter.distances.zone[attacker * SQUARES + lowest(near)]
                near &= near - 1
            at: int = square
            self.vicinity[at] = found

    def pays(self) -> bool:
        """Is the question worth its time where other tests follow? Yes on trial, and if the answer was often "nowhere".

        How often is enough grows with the number of the defender's men, as the time does.
        """
        return self.questions < TRIAL_QUESTIONS or MEN_FOR_ALL * self.rejections > self.man_count * self.questions

    def slow_pays(self) -> bool:
        """Is it worth asking `cannot_be_mated_in_two`? Yes on trial, and if the answer was often yes."""
        return self.slow_questions < SLOW_TRIAL_QUESTIONS or SLOW_QUESTIONS_A_REJECTION * self.slow_rejections \
            > self.slow_questions

    def cannot_be_mated_in_two(self, p: int) -> bool:
        """Is it certain that the attacker cannot be mated at p after two moves of his in a row? Not valid where he may
        castle."""
        self.slow_questions += 1
        if not self.slow.is_mateable_in_two(p):
            self.slow_rejections += 1
            return True
        return False

    def may_castle(self, p: int) -> bool:
        """May one of the sides castle at p, or after further moves?"""
        return not self.can_remember or self.judge.frames[p].rights != 0

    def mateable_squares(self, p: int) -> int:
        """find_mateable_squares, counted for `pays`."""
        found = self.find_mateable_squares(p)
        self.questions += 1
        self.rejections += not found
        return found

    def find_mateable_squares(self, p: int) -> int:
        """The squares on which the attacker's king may be mated after one move of his side at p (see MateFilter).

        The last answer holds as long as the defender's men and the attacker's king stand where they stood, and other
        men of the attacker's on the same squares within two steps of him. Where castlings are still possible it is not
        used.
        """
        own = self.judge.frames[p].sides[self.attacker]
        side = self.judge.frames[p].sides[self.attacker ^ 1]
        king = lowest(self.judge.frames[p].men[self.judge.royal] & own)
        if self.may_castle(p):
            self.known_king = SQUARES
            return self.filter.mateable_squares(p, FULL)
        near = own & self.vicinity[king]
        known = king == self.known_king and side == self.known_side and near == self.known_near
        for kind in range(self.judge.kinds):
            men = self.judge.frames[p].men[kind] & side
            if men != self.known_men[kind]:
                self.known_men[kind] = men
                known = False
        if known:
            return self.filter.mateable
        self.known_king, self.known_side, self.known_near = king, side, near
        return self.filter.mateable_squares(p, FULL)

    def keep_mateable(self, p: int, n: int, end: int) -> int:
        """Keep those of the attacker's moves list[n:end] at p that leave his king on a mateable square; the new end.

        Castlings and en-passant captures are kept. `mateable_squares` must have been called for p.
        """
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[self.attacker])
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            square = move_target(move) if move_man(move) == self.judge.royal else king
            if move_kind(move) != PLAIN or self.filter.mateable >> square & 1:
                self.judge.list[kept] = move
                kept += 1
        return kept

    def filter_moves(self, p: int, n: int, end: int) -> int:
        """MateFilter.filter_moves; `mateable_squares` must have been called for p."""
        return self.filter.filter_moves(p, n, end)
