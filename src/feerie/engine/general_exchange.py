# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Static exchange evaluation on the general path: by asking, after each capture, who may capture there now.

So hoppers lose and gain their hurdles as the exchange goes on. A man that vanishes when it captures ends it at once.
That men which take in passing go on to another square is ignored, as are pins and promotions by later captures.
"""
from __future__ import annotations

import cython

from feerie.engine.exchange import StaticExchange
from feerie.engine.general_evaluation import GeneralEvaluation
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.engine.exchange import ROYAL_VALUE
    from feerie.kernel.general_move import ASIDE_BIT
    from feerie.kernel.packed_move import move_kind, move_origin, move_partner, move_target
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.tables import CASTLING, EN_PASSANT

NEEDS = Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER
"""What is captured is gone, and its captor stands there as it came; rules that look at captures may say otherwise. What
is asked in Python needs a real board."""


class GeneralExchange(StaticExchange):
    """Static exchange evaluation with the values of a GeneralEvaluation."""

    def __init__(self, evaluation: GeneralEvaluation) -> None:
        super().__init__(evaluation)
        self.general, self.men = evaluation, evaluation.judge
        self.applies = self.judge.has(NEEDS) and not self.men.in_python and not self.men.loud and not self.men.singly

    def worth_on(self, p: int, square: int) -> int:
        """The value of the man on a square, 0 if there is none."""
        return self.general.worth[self.men.boards[p].men[square] - 1] if self.men.boards[p].men[square] else 0

    def captured_on(self, p: int, move: int) -> int:
        """Where a move at p that is no castling takes a man, if it takes one."""
        if move & ASIDE_BIT:
            return move_partner(move)
        return self.judge.frames[p].ep_pawn if move_kind(move) == EN_PASSANT else move_target(move)

    def captured_value(self, p: int, move: int) -> int:
        return 0 if move_kind(move) >= CASTLING else self.worth_on(p, self.captured_on(p, move))

    def mover_value(self, p: int, move: int) -> int:
        return self.worth_on(p, move_origin(move))

    def vanishes(self, p: int, move: int) -> bool:
        """Whether the man that makes a move at p, no castling, vanishes by it."""
        return self.men.species[self.men.boards[p].men[move_origin(move)] - 1].kamikaze \
            and self.men.boards[p].men[self.captured_on(p, move)] != 0

    def gain(self, p: int, move: int) -> int:
        """What a move at p that is no castling wins before any reply."""
        return self.captured_value(p, move) - self.mover_value(p, move) + (
            0 if self.vanishes(p, move) else self.general.worth[move >> 12 & 63])

    def partner_gain(self, p: int, move: int) -> int:
        """What a castling at p wins by what the partner becomes."""
        return self.general.worth[move >> 12 & 63] - self.worth_on(p, move_partner(move))

    def least_on(self, p: int, attackers: int) -> int:
        """The square of the least valuable of some men, royal ones last; there must be at least one man."""
        best = lowest(attackers)
        bits = attackers & ~self.judge.frames[p].men[0]
        if bits:
            best = lowest(bits)
        while bits:
            square = lowest(bits)
            bits &= bits - 1
            if self.worth_on(p, square) < self.worth_on(p, best):
                best = square
        return best

    def wins(self, p: int, move: int, least: int) -> bool:
        if move_kind(move) >= CASTLING:
            return least <= 0
        balance = self.gain(p, move) - least
        if balance < 0:
            return False
        if not self.applies or self.vanishes(p, move):
            return True
        standing = ROYAL_VALUE if self.men.species[move >> 12 & 63].royal else self.general.worth[move >> 12 & 63]
        balance = standing - balance
        if balance <= 0:
            return True
        us = self.judge.frames[p].turn
        target = move_target(move)
        occupied = (self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]) & ~(ONE << move_origin(move)) \
            & ~(ONE << self.captured_on(p, move)) | ONE << target
        side = us ^ 1
        while True:
            attackers = self.men.strikers_of(p, side, target, occupied, 0, False)
            if not attackers:
                return side != us
            square = self.least_on(p, attackers)
            standing = ROYAL_VALUE if self.judge.frames[p].men[0] >> square & 1 else self.worth_on(p, square)
            occupied ^= ONE << square
            side ^= 1
            balance = standing - balance
            if balance < (side != us):
                return side != us
