# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The men that patterns speak of: their numbers, where each of them is now, and how a castling may carry them.

A man goes by one number while patterns of a position are used, whatever becomes of it: the mating side's men come
first, then the victim's, his king last.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.distances import SideView

if not cython.compiled:
    from feerie.kernel.packed_move import (
        move_kind,
        move_origin,
        move_partner,
        move_partner_man,
        move_result,
        move_target,
    )
    from feerie.kernel.plain import FULL, ONE, lowest, popcount
    from feerie.kernel.tables import CASTLING, EN_PASSANT, MEN, SQUARES
    from feerie.search.patterns.structs import (
        ANY_KIND,
        NO_TARGET,
        Transport,
        least_moves,
        squares_between,
        target_kind,
        target_square,
    )
    SIDE_MEN, NEAR, MAX_PLY, NO_MAN, CAPTURED = 32, 8, 160, 255, 128


class TrackedMen(SideView):
    """The men of the position that was numbered last, followed along the judge's stack.

    `man_squares`, `man_kinds`: where each man stood and what it was when it was numbered; `current_squares`,
    `current_kinds`: in the position that was located last. `target`, `captured`: what the pattern under way wants of
    them.
    """

    def __init__(self, judge: Judge, mating_side: int) -> None:
        super().__init__(judge, mating_side)
        self.note_castlings()
        self.man_count = self.mating_side_men = 0
        self.located, self.captured, self.transportable = False, 0, 0
        if not cython.compiled:
            self.exposes = [False, False]
            self.man_at = [NO_MAN] * (MAX_PLY * SQUARES)
            self.current_squares, self.current_kinds = [0] * (2 * SIDE_MEN), [0] * (2 * SIDE_MEN)
            self.target = [0] * (2 * SIDE_MEN)

    def note_castlings(self) -> None:
        """Set `castling_movable` from the distances."""
        self.castling_movable = False
        for side_kind in range(2 * MEN):
            self.castling_movable = self.castling_movable or self.distances.castling_movable[side_kind]

    def limit_castlings(self, sides: int) -> None:
        super().limit_castlings(sides)
        self.note_castlings()

    # ---------------------------------------------------------------------------------- numbers and places

    def number(self, p: int) -> bool:
        """Number the men of p; False if a side has too many."""
        self.man_count = 0
        self.located = False
        for i in range(2):
            side = self.mating_side ^ i
            men = self.judge.frames[p].sides[side]
            if popcount(men) > SIDE_MEN:
                return False
            king = self.judge.frames[p].men[self.judge.royal] & men if side != self.mating_side else 0
            men &= ~king
            while men:
                self._number_man(p, lowest(men))
                men &= men - 1
            if side == self.mating_side:
                self.mating_side_men = self.man_count
            else:
                self._number_man(p, lowest(king))
                self.man_count -= 1
        return True

    def _number_man(self, p: int, square: int) -> None:
        self.man_squares[self.man_count] = square
        self.man_kinds[self.man_count] = self.judge.kind_at(p, ONE << square)
        self.man_at[p * SQUARES + square] = self.man_count
        self.man_count += 1

    def clear_targets(self, mating_side_moves: int, victim_moves: int) -> None:
        """Begin a pattern, without targets, and find the men that castlings may move in these numbers of moves."""
        self.transportable = 0
        for man in range(self.man_count):
            self.target[man] = NO_TARGET
            if self.castling_movable and self._can_be_transported(
                    man, mating_side_moves if man < self.mating_side_men else victim_moves):
                self.transportable |= ONE << man

    def locate(self, p: int) -> None:
        """Set `current_squares` and `current_kinds` for p, once for each list of live patterns.

        They must be set again for each list: a position reached by another way may have two men of a kind exchanged.
        """
        if self.located:
            return
        self.located = True
        for man in range(self.man_count):
            self.current_squares[man] = CAPTURED
        men = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        while men:
            square = lowest(men)
            men &= men - 1
            self.current_squares[self.man_at[p * SQUARES + square]] = square
            self.current_kinds[self.man_at[p * SQUARES + square]] = self.judge.kind_at(p, ONE << square)

    def track(self, p: int, move: int) -> None:
        """Set where each man is after a move at p, for the position above it on the judge's stack."""
        for square in range(SQUARES):
            self.man_at[(p + 1) * SQUARES + square] = self.man_at[p * SQUARES + square]
        if move_kind(move) >= CASTLING:
            self.man_at[(p + 1) * SQUARES + self.judge.partner_target(self.judge.frames[p].turn, move)] = \
                self.man_at[p * SQUARES + move_partner(move)]
        self.man_at[(p + 1) * SQUARES + move_target(move)] = self.man_at[p * SQUARES + move_origin(move)]

    def captured_by(self, p: int, move: int) -> int:
        """The man that a move at p captures, -1 if none."""
        side = self.judge.frames[p].turn
        if move_kind(move) >= CASTLING:
            return -1
        if move_kind(move) == EN_PASSANT:
            return self.man_at[p * SQUARES + self.judge.frames[p].ep_pawn]
        if self.judge.frames[p].sides[side ^ 1] >> move_target(move) & 1:
            return self.man_at[p * SQUARES + move_target(move)]
        return -1

    def may_attack(self, man: int, square: int, moves: int, through: int) -> bool:
        """Whether a man of the mating side may attack a square after `moves` moves of its own, through one of the
        squares `through`.

        Any line will do if `through` is FULL. False for a king.
        """
        kind = self.current_kinds[man]
        side_kind = self.mating_side * MEN + kind
        if kind == self.judge.royal or moves < 0:
            return False
        for transition in range(self.distances.transition_start[side_kind],
                                self.distances.transition_start[side_kind + 1]):
            kind = self.distances.transition_kind[transition]
            targets = self.distances.attack_origins[(self.mating_side * MEN + kind) * SQUARES + square]
            if moves < NEAR:
                targets &= self.distances.within[(transition * SQUARES + self.current_squares[man]) * NEAR + moves]
                if targets and through == FULL:
                    return True
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                if self.distances.distance[(transition * SQUARES + self.current_squares[man]) * SQUARES + target] \
                        <= moves and (through == FULL or self.has_several_paths(self.mating_side, kind, square, target)
                                      or squares_between(self, self.mating_side, kind, square, target) & through):
                    return True
        return False

    # ---------------------------------------------------------------------------------- transports

    def _can_be_transported(self, man: int, moves: int) -> bool:
        """Whether castlings may move a man that stands where it was numbered, at once or later; `moves`: those of its
        side."""
        if self.man_kinds[man] == self.judge.royal:
            return False
        side_kind = (self.mating_side if man < self.mating_side_men else self.mating_side ^ 1) * MEN \
            + self.man_kinds[man]
        return self.distances.moves_until_transportable[side_kind * SQUARES + self.man_squares[man]] <= moves and (
            not self.distances.castling_needs_rights
            or self.distances.castling_transport[side_kind * SQUARES + self.man_squares[man]] != 0)

    def transport(self, side: int, kind: int, square: int, target: int) -> Transport:
        """What it costs a man to be transported from a square to a target."""
        goal, at = target_square(target), (side * MEN + kind) * SQUARES + square
        if square == goal and (target_kind(target) == ANY_KIND or target_kind(target) == kind):
            return Transport(0, 0)
        moves = self.distances.moves_until_transportable[at]
        if moves:
            return Transport(moves, 1)
        if square == goal:
            return Transport(0, 0)
        if self.distances.castling_transport[at] >> goal & 1 or least_moves(self, side, kind, square, goal) == 1:
            return Transport(0, 1)
        if self.distances.castling_needs_rights and not self.distances.castling_transport[at]:
            return Transport(0, least_moves(self, side, kind, square, goal))
        return Transport(0, 2)

    def more_transports(self, p: int, move: int, target: int) -> int:
        """How many more transports (below 0: fewer) the partner of a castling needs to its target after it than before.
        """
        side = self.judge.frames[p].turn
        owner = side if self.judge.frames[p].sides[side] >> move_partner(move) & 1 else side ^ 1
        after = self.transport(owner, move_result(move), self.judge.partner_target(side, move), target)
        before = self.transport(owner, move_partner_man(move), move_partner(move), target)
        return after.castlings - before.castlings
