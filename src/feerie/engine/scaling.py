# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Endings that are drawn though a side is ahead: how much of its lead is left, in 64ths ("scale factor").

By the men alone, which is a number for each genre and material (shares.json, from endgame tables): two knights, or a
rook against a bishop. By their squares: men that promote on a corner which the side's bishop cannot attack, a lone king
in the way of a pawn, bishops on different parts of the board, pawns that block each other.

Not in genres with a king run, where no ending is drawn like that, nor with several kings.
"""
from __future__ import annotations

import cython

from feerie.engine.weights import Weights
from feerie.kernel.tables import mask_of
from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.kernel.compiled_rules import KING_MOVE_TABLE
    from feerie.kernel.plain import FULL, lowest, popcount
    from feerie.kernel.tables import MEN, SQUARES
    from feerie.tables.retrograde import signature_of
    WHOLE, KNOWN_SHARES, MOST_STEPS = 64, 64, 5

NEEDS = Property.LINES
"""The evaluation asks for it before it asks for a share."""


class Scaling:
    """The shares of the positions of a judge; `weights`: of its genre."""

    def __init__(self, judge: Judge, weights: Weights) -> None:
        self.judge, self.royal, self.exchanges = judge, weights.tables.royal, weights.has_exchanges
        if not cython.compiled:
            self.pawn_kinds, self.paired, self.parts = [0] * MEN, [0] * MEN, [0] * MEN
            self.signatures, self.shares = [0] * KNOWN_SHARES, [0] * KNOWN_SHARES
            self.fronts, self.bites, self.ends = [0] * (2 * SQUARES), [0] * (2 * SQUARES), [0] * (2 * SQUARES)
            self.stoppers, self.moves_left = [0] * (2 * SQUARES), [0] * (2 * SQUARES)
            self.steps = [0] * (SQUARES * SQUARES)
        self._fill(weights)

    def _fill(self, weights: Weights) -> None:
        scale = weights.scale
        self.cornered, self.nearer, self.locked = scale.cornered, scale.nearer, scale.locked
        self.opposite, self.opposite_passed = scale.opposite, scale.opposite_passed
        self.pawn_count = self.paired_count = self.known = self.most_men = 0
        for kind in range(weights.kinds):
            if weights.promoting[kind]:
                self.pawn_kinds[self.pawn_count] = kind
                self.pawn_count += 1
            elif weights.parts[kind]:
                self.paired[self.paired_count], self.parts[self.paired_count] = kind, weights.parts[kind]
                self.paired_count += 1
        for signature, share in weights.shares.items():
            self.signatures[self.known], self.shares[self.known] = signature, share
            self.known += 1
            self.most_men = max(self.most_men, sum(signature >> 4 * i & 15 for i in range(16)))
        self.corners = mask_of(weights.corners)
        for i in range(2 * SQUARES):
            self.fronts[i], self.bites[i], self.ends[i] = weights.fronts[i], weights.bites[i], weights.ends[i]
            self.stoppers[i], self.moves_left[i] = weights.stoppers[i], weights.moves_left[i]
        for i in range(SQUARES * SQUARES):
            self.steps[i] = weights.king_steps[i]

    @cython.final
    def share(self, p: int, strong: int) -> int:
        """How much is left at p of the lead of a side, of WHOLE."""
        own, enemy = self.judge.frames[p].sides[strong], self.judge.frames[p].sides[strong ^ 1]
        if popcount(own | enemy) <= self.most_men:
            share = self.share_of_material(p, strong)
            if share < WHOLE:
                return share
        kings = self.judge.frames[p].men[self.royal]
        pawns = bishops = 0
        for i in range(self.pawn_count):
            pawns |= self.judge.frames[p].men[self.pawn_kinds[i]]
        for i in range(self.paired_count):
            bishops |= self.judge.frames[p].men[self.paired[i]]
        if own & ~(kings | pawns | bishops) or popcount(kings & own) != 1 or popcount(kings & enemy) != 1:
            return WHOLE
        if enemy == kings & enemy:
            return self.against_lone_king(p, strong, pawns, bishops)
        if not enemy & ~(kings | pawns | bishops) and self.are_opposite(p, bishops & own, bishops & enemy):
            return min(WHOLE, self.opposite + self.opposite_passed * self.passed(strong, pawns & own, pawns & enemy))
        return self.locked if self.is_locked(p, strong, pawns) else WHOLE

    @cython.final
    def share_of_material(self, p: int, strong: int) -> int:
        """How much is left by the men alone."""
        signature = signature_of(self.judge.frames, p)
        if strong:
            signature = (signature << 32 | signature >> 32) & FULL
        for i in range(self.known):
            if self.signatures[i] == signature:
                return self.shares[i]
        return WHOLE

    @cython.final
    def knows_material(self, p: int) -> bool:
        """Whether share_of_material says of either side that not all of its lead is left."""
        if popcount(self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]) > self.most_men:
            return False
        return self.share_of_material(p, 0) < WHOLE or self.share_of_material(p, 1) < WHOLE

    @cython.final
    def against_lone_king(self, p: int, strong: int, pawns: int, bishops: int) -> int:
        """How much is left of men that promote, perhaps with bishops, if the enemy king comes to where they promote."""
        ends = 0
        left, count = MOST_STEPS, 0
        while pawns:
            square = strong * SQUARES + lowest(pawns)
            pawns &= pawns - 1
            ends |= self.ends[square]
            left = min(left, self.moves_left[square])
            count += 1
        if not ends or ends & (ends - 1) or self.exchanges:
            return WHOLE
        for i in range(self.paired_count):
            part = self.parts[i] if self.parts[i] & ends else ~self.parts[i]
            if self.judge.frames[p].men[self.paired[i]] & part:
                return WHOLE
        end = lowest(ends)
        kings = self.judge.frames[p].men[self.royal]
        own = self.steps[lowest(kings & self.judge.frames[p].sides[strong]) * SQUARES + end]
        lone = self.steps[lowest(kings & self.judge.frames[p].sides[strong ^ 1]) * SQUARES + end]
        moves = 1 if self.judge.frames[p].turn == strong else 0
        if not ends & self.corners and (bishops or count > 1):
            return WHOLE
        if ends & self.corners and lone <= 1:
            return self.cornered
        return self.nearer if lone <= own and lone + moves <= left + 1 and lone < MOST_STEPS else WHOLE

    @cython.final
    def are_opposite(self, p: int, own: int, enemy: int) -> bool:
        """Whether these are one man a side, of one kind, on different parts of the board."""
        if popcount(own) != 1 or popcount(enemy) != 1:
            return False
        for i in range(self.paired_count):
            here = self.judge.frames[p].men[self.paired[i]] & self.parts[i]
            there = self.judge.frames[p].men[self.paired[i]] & ~self.parts[i]
            if here & own and there & enemy or here & enemy and there & own:
                return True
        return False

    @cython.final
    def passed(self, strong: int, own: int, enemy: int) -> int:
        """How many of a side's men that promote the enemy's cannot stop."""
        found = 0
        while own:
            square = strong * SQUARES + lowest(own)
            own &= own - 1
            if not self.stoppers[square] & enemy:
                found += 1
        return found

    @cython.final
    def is_locked(self, p: int, strong: int, pawns: int) -> bool:
        """Whether no man that promotes can move or capture another, and king and bishops of a side get at none."""
        own, enemy = pawns & self.judge.frames[p].sides[strong], pawns & self.judge.frames[p].sides[strong ^ 1]
        if not own or not enemy or self.exchanges:
            return False
        guarded = 0
        for side in range(2):
            bits = own if side == strong else enemy
            while bits:
                square = side * SQUARES + lowest(bits)
                bits &= bits - 1
                if self.fronts[square] & ~pawns or self.bites[square] & (enemy if side == strong else own):
                    return False
                if side != strong:
                    guarded |= self.bites[square]
        for i in range(self.paired_count):
            bits = self.judge.frames[p].men[self.paired[i]] & self.judge.frames[p].sides[strong]
            part = self.parts[i]
            if bits & part and enemy & part or bits & ~part and enemy & ~part:
                return False
        new = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[strong]
        seen = new | own | guarded
        while new:
            bits = self.judge.move_tables[KING_MOVE_TABLE + strong].leaps[lowest(new)] & ~seen
            new = new & (new - 1) | bits
            seen |= bits
            if bits & enemy:
                return False
        return True
