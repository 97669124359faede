# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What all searches share: a judge, a goal, and a memory of positions that were decided before."""
from __future__ import annotations

from typing import Any

import cython

from feerie.kernel.verdict import Judge
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_target
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.state import MULTIPLEX
    from feerie.kernel.tables import CASTLING, MEN, EN_PASSANT, PLAIN
    GOAL_MATE, GOAL_STALEMATE, GOAL_MATE_OR_STALEMATE, GOAL_DOUBLE_STALEMATE, GOAL_AUTO_STALEMATE = range(5)
    GOAL_DOUBLE_MATE, GOAL_CHECK, GOAL_CAPTURE, GOAL_TARGET, GOAL_ANY_MOVE, GOAL_CASTLING = range(5, 11)
    GOAL_EN_PASSANT, GOAL_POSITION, GOAL_COUNTER_MATE, GOAL_AUTO_MATE = range(11, 15)


class GoalSearch:
    """A goal asked of the positions of a judge.

    `goal`: its number (`Aim.number`); `square`: the target square's number, -1 for none. `table`: what is known of
    positions, for this goal, play and kind of question; searches that ask the same may share it.
    """

    def __init__(self, judge: Judge, goal: int, table: TranspositionTable, square: int = -1) -> None:
        self.judge, self.goal, self.table, self.square, self.nodes = judge, goal, table, square, 0
        judge.ensure_list()
        if not cython.compiled:
            self.wanted = [0] * (2 * MEN)

    def set_target(self, setup: Any) -> None:
        """Set the position to be reached; only its men count."""
        numbers = self.judge.rules.tables.numbers
        for i in range(2 * MEN):
            self.wanted[i] = 0
        for square, letter in setup.pieces:
            at: int = numbers[letter.upper()] * 2 + letter.islower()
            to: int = square
            self.wanted[at] |= ONE << to

    # ------------------------------------------------------------------------------------------------ goals

    def reached(self, p: int, n: int, move: int) -> bool:
        """Has the move from p - 1 to p reached the goal? list[n] on is scratch space.

        Stalemate of one side, both sides, or the one that has just moved. Double mate and counter-mate: both sides
        are mated, auto-mate: the one that has just moved; what that needs before the move is known to goal_moves. A
        target square may be reached by either man of a castling, and every kind of castling is one.
        """
        victim = self.judge.frames[p].turn
        if self.goal == GOAL_MATE:
            return self.judge.in_check_at(p, victim) and self.has_no_move(p, n, False)
        if self.goal == GOAL_STALEMATE:
            return not self.judge.in_check_at(p, victim) and self.has_no_move(p, n, False)
        if self.goal == GOAL_MATE_OR_STALEMATE:
            return self.has_no_move(p, n, False)
        if self.goal == GOAL_DOUBLE_STALEMATE:
            return not self.judge.in_check_at(p, victim) and self.has_no_move(p, n, False) and self.has_no_move(p, n, True)
        if self.goal == GOAL_AUTO_STALEMATE:
            return self.has_no_move(p, n, True)
        if self.is_king_exposing():
            if not self.judge.in_check_at(p, victim ^ 1) or self.goal != GOAL_AUTO_MATE and not self.judge.mated(p, n):
                return False
            self.judge.copy_frame(p, p + 1)
            self.judge.null_move(p + 1)
            return self.judge.mated(p + 1, n)
        if self.goal == GOAL_CHECK:
            return self.judge.in_check_at(p, victim)
        if self.goal == GOAL_CAPTURE:
            return move_kind(move) == EN_PASSANT or (move_kind(move) == PLAIN and
                                                 self.judge.frames[p - 1].sides[victim] >> move_target(move) & 1)
        if self.goal == GOAL_TARGET:
            return move_target(move) == self.square or (
                move_kind(move) >= CASTLING and self.judge.partner_target(victim ^ 1, move) == self.square)
        if self.goal == GOAL_ANY_MOVE:
            return True
        if self.goal == GOAL_CASTLING:
            return move_kind(move) >= CASTLING
        if self.goal == GOAL_EN_PASSANT:
            return move_kind(move) == EN_PASSANT
        return self.is_target_position(p)

    def has_no_move(self, p: int, n: int, passed: bool) -> bool:
        """Has the side to move at p, or (`passed`) the other one if it were to move, no move, the game going on?"""
        if passed:
            self.judge.copy_frame(p, p + 1)
            self.judge.null_move(p + 1)
            return self.judge.count_legal(p + 1, n) == 0
        if self.judge.run_flags[0] and self.judge.run_won(p):
            return False
        return not self.has_king_step(p) and self.judge.count_legal(p, n) == 0

    def has_king_step(self, p: int) -> bool:
        """Has the side to move a step of its king? Quick, not exhaustive: said of single kings only.

        Needs that a king's step to a square that is not attacked is legal: so it is but under MULTIPLEX against
        several kings, which a step might put in a check without parry.
        """
        us = self.judge.frames[p].turn
        king = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us]
        other = self.judge.frames[p].men[self.judge.royal] ^ king
        if king & (king - 1) or not king or self.judge.doctrine == MULTIPLEX and other & (other - 1):
            return False
        self.judge.prepare(p, us)
        return self.judge.king_to[lowest(king)] != 0

    def is_target_position(self, p: int) -> bool:
        """Are the men at p those that are wanted?"""
        for i in range(self.judge.kinds):
            for side in range(2):
                if self.judge.frames[p].men[i] & self.judge.frames[p].sides[side] != self.wanted[2 * i + side]:
                    return False
        return True

    def goal_moves(self, p: int, n: int) -> int:
        """n plus the moves at p that may reach the goal, listed from list[n] on: for mate, those that may check.

        Where the goal is mate or check, judge.quiet_count is set to how many other legal moves there are.
        """
        if self.is_king_exposing():
            return self.king_exposing_moves(p, n)
        if self.goal != GOAL_MATE and self.goal != GOAL_CHECK:
            return self.judge.list_legal(p, n)
        kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1]
        if self.judge.doctrine != MULTIPLEX or not kings & (kings - 1):
            self.judge.compute_check_info(p)
            return self.judge.generate_checks(p, n)
        end = self.judge.list_legal(p, n)
        self.judge.compute_check_info(p)
        kept = n
        for i in range(n, end):
            if self.judge.may_check(self.judge.list[i]):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        self.judge.quiet_count = end - kept
        return kept

    def is_king_exposing(self) -> bool:
        """Is the goal one that only moves reach which leave their own king attacked?"""
        return self.goal == GOAL_DOUBLE_MATE or self.goal >= GOAL_COUNTER_MATE

    def king_exposing_moves(self, p: int, n: int) -> int:
        """n plus the moves at p that reach such a goal; only the goal makes them legal.

        Double mate is for a side that has a legal move as well, counter-mate for one that is mated.
        """
        if n + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(n) \
                or self.judge.run_flags[0] and self.judge.run_won(p):
            return n
        if self.goal == GOAL_DOUBLE_MATE and not self.judge.count_legal(p, n) or self.goal == GOAL_COUNTER_MATE and not self.judge.mated(p, n):
            return n
        end = self.judge.pseudo_legal(p, n)
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            self.judge.make(p, p + 1, move)
            self.nodes += 1
            if self.reached(p + 1, end, move):
                self.judge.list[kept] = move
                kept += 1
        return kept

    def moves_to_goal(self, p: int, n: int) -> int:
        """n plus the moves at p of a side that is to reach the goal: all legal ones, by the goal if need be."""
        end = self.judge.list_legal(p, n)
        return self.king_exposing_moves(p, end) if self.is_king_exposing() else end

    def goal_side_moves(self) -> list[int]:
        """The moves of the position on top, of a side that is to reach the goal: those of moves_to_goal."""
        self.judge.ensure_list()
        end = self.moves_to_goal(self.judge.ply, 0)
        return [self.judge.list[i] for i in range(end)]

    def can_reach_goal(self, p: int, n: int) -> bool:
        """Can the side to move at p reach the goal at once?"""
        end = self.goal_moves(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.reached(p + 1, end, self.judge.list[i]):
                return True
        return False
