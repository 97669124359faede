# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Static exchange evaluation: what a series of captures on one square wins.

The swap algorithm (Chess Programming Wiki, "SEE - The Swap Algorithm") on the kernel's attack tables: after each
capture the men that attack the square are found again without the capturing man, so that men behind it join in along
any path by which they see the square, however it bends. Pins, and promotions by later captures, are ignored.
"""
from __future__ import annotations

import cython

from feerie.engine.evaluation import Evaluation
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import ONE, kind_on, lowest
    from feerie.kernel.tables import ATTACK_TABLES, EN_PASSANT, PLAIN, SQUARES
    ROYAL_VALUE = 20000

NEEDS = Property.LINES | Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER
"""Attackers are looked up in the tables; what is captured is gone, and its captor stands there as it came."""


class StaticExchange:
    """Static exchange evaluation with the values that an evaluation gives to men.

    Where the genre lacks what it `NEEDS`, nothing is assumed to recapture.
    """

    def __init__(self, evaluation: Evaluation) -> None:
        self.judge, self.evaluation = evaluation.judge, evaluation
        self.applies = self.judge.has(NEEDS)
        self.values, self.kinds, self.royal = self.evaluation.values, self.evaluation.kinds, self.evaluation.royal

    @cython.final
    def attackers_left(self, p: int, by: int, square: int, occupied: int) -> int:
        """The men of `by` that attack a square at p if only the men on `occupied` are left."""
        found = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            origins = (self.judge.frames[p].men[self.judge.attack_tables[i].man]
                       | self.judge.frames[p].men[self.judge.attack_tables[i].other]) \
                & self.judge.frames[p].sides[by] & occupied
            found |= origins & self.judge.attack_tables[i].near[square]
            origins &= self.judge.attack_tables[i].far[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if not self.judge.attack_tables[i].between[square * SQUARES + origin] & occupied:
                    found |= ONE << origin
                elif self.judge.attack_tables[i].several[square] >> origin & 1:
                    for j in range(self.judge.attack_tables[i].path_start[square * SQUARES + origin],
                                   self.judge.attack_tables[i].path_start[square * SQUARES + origin + 1]):
                        if not self.judge.paths[j] & occupied:
                            found |= ONE << origin
        return found

    def least_attacker(self, p: int, attackers: int) -> int:
        """The kind of the least valuable of some men, a king last; there must be at least one man."""
        best = self.royal
        for kind in range(self.kinds):
            if kind != self.royal and self.judge.frames[p].men[kind] & attackers \
                    and (best == self.royal or self.values[kind] < self.values[best]):
                best = kind
        return best

    def captured_value(self, p: int, move: int) -> int:
        """The value of the man that a move at p captures, 0 if it captures none."""
        if move_kind(move) == EN_PASSANT:
            return self.values[move_man(move)]
        if move_kind(move) == PLAIN and self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1] \
                >> move_target(move) & 1:
            return self.values[kind_on(self.judge.frames, p, ONE << move_target(move))]
        return 0

    def mover_value(self, p: int, move: int) -> int:
        """The value of the man that a move at p moves; of a castling the king's."""
        return self.values[move_man(move)]

    def wins(self, p: int, move: int, least: int) -> bool:
        """Whether the side to move at p wins `least` or more by a move if both capture on its target while that pays.

        Castlings win 0. The exchange ends as soon as one side has enough even if it loses the man that captured last.
        """
        if move_kind(move) > EN_PASSANT:
            return least <= 0
        balance = StaticExchange.captured_value(self, p, move) + self.values[move_result(move)] \
            - self.values[move_man(move)] - least
        if balance < 0:
            return False
        if not self.applies:
            return True
        standing = ROYAL_VALUE if move_result(move) == self.royal else self.values[move_result(move)]
        balance = standing - balance
        if balance <= 0:
            return True
        us = self.judge.frames[p].turn
        target = move_target(move)
        occupied = (self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]) & ~(ONE << move_origin(move))
        if move_kind(move) == EN_PASSANT:
            occupied &= ~(ONE << self.judge.frames[p].ep_pawn)
        occupied &= ~(ONE << target)
        side = us ^ 1
        while True:
            attackers = self.attackers_left(p, side, target, occupied)
            if not attackers:
                return side != us
            kind = self.least_attacker(p, attackers)
            standing = ROYAL_VALUE if kind == self.royal else self.values[kind]
            bits = self.judge.frames[p].men[kind] & attackers
            occupied ^= bits & -bits
            side ^= 1
            balance = standing - balance
            if balance < (side != us):
                return side != us
