# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""What all searches share: a judge, a goal, and a count of the moves made.

Is the goal reached? Which moves may reach it? Goals whose moves leave the mover's king attacked (double mate,
counter-mate, auto-mate) are reached by pseudo-legal moves, which only the goal makes legal.
"""
from __future__ import annotations

from collections.abc import Iterable

import cython

from feerie.kernel.king_run import run_steps
from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property
from feerie.rules.target import BLACK_MAN, SOME_MAN, UNKNOWN, WHITE_MAN, Target
from feerie.rules.trait import Trait
from feerie.rules.unit import unit_of
from feerie.search.questions import SearchGoal

if not cython.compiled:
    from feerie.kernel.compiled_rules import MULTIPLEX, ULTRA
    from feerie.kernel.general_rules import SIDE as MOST_SPECIES
    from feerie.kernel.king_run import NO_RUN
    from feerie.kernel.packed_move import move_kind
    from feerie.kernel.plain import FULL, lowest
    from feerie.kernel.tables import CASTLING, EN_PASSANT, SQUARES
    GOAL_MATE, GOAL_STALEMATE, GOAL_MATE_OR_STALEMATE, GOAL_DOUBLE_STALEMATE, GOAL_AUTO_STALEMATE = range(5)
    GOAL_DOUBLE_MATE, GOAL_CHECK, GOAL_CAPTURE, GOAL_TARGET, GOAL_ANY_MOVE, GOAL_CASTLING = range(5, 11)
    GOAL_EN_PASSANT, GOAL_POSITION, GOAL_COUNTER_MATE, GOAL_AUTO_MATE, GOAL_KING_RUN, GOAL_WIN = range(11, 17)

NEEDS = Property.LINES
"""What it takes to tell moves that may give check from others, and a king's steps from other moves."""
NO_NODE_LIMIT = (1 << 64) - 1


class GoalSearch:
    """Tests the positions of a judge for a goal.

    `goal` is the number of the goal (`Aim.number`, or GOAL_WIN: mate or king run), `square` the square of a target
    goal, -1 for none.
    Methods that take a frame `p` and a list index `n` are those of the compiled recursion: they may write to list[n]
    and after it, and to the frames above p. `nodes` counts the moves made; soon after there are `node_limit` of them
    the search stops the judge. `asks_all_kings` turns shortcuts on, as they are at first, or off: see goal_candidates.
    """

    def __init__(self, judge: Judge, goal: SearchGoal) -> None:
        self.judge, self.goal, self.square, self.nodes = judge, goal.number, goal.square, 0
        self.node_limit, self.unfinished, self.required_rights = NO_NODE_LIMIT, False, 0
        self.asks_all_kings, self.finds_checks = True, judge.has(NEEDS)
        self.regains = judge.rules.tables.genre.regains
        judge.ensure_list()
        if not cython.compiled:
            self.target_men = [0] * (2 * MOST_SPECIES)
            self.side_squares, self.least_men, self.most_men = [0, 0], [0, 0], [0, 0]
            self.open_squares = [0, 0]
            self.run_steps = [0] * (4 * SQUARES)
        if self.goal == GOAL_KING_RUN and self.finds_checks and not _has_castlings(judge):
            for i, steps in enumerate(run_steps(judge.rules.tables.genre)):
                self.run_steps[i] = steps

    def set_target(self, target: Target) -> None:
        """Set the position to be reached by the goal "position"."""
        tables = self.judge.rules.tables
        for i in range(2 * MOST_SPECIES):
            self.target_men[i] = 0
        for square, text in target.pieces:
            unit = unit_of(text)
            for side in (0, 1) if Trait.NEUTRAL in unit.traits else (unit.side,):
                index: int = tables.numbers[unit.kind] * 2 + side
                self.target_men[index] |= _bits([square])
        self.unfinished = not target.is_finished
        self.occupied_squares = _bits(target.squares_of(SOME_MAN))
        unknown: int = _bits(target.squares_of(UNKNOWN))
        for side, sign in enumerate((WHITE_MAN, BLACK_MAN)):
            at: int = side
            self.side_squares[at] = _bits(target.squares_of(sign))
            self.open_squares[at] = _bits(target.open_squares(side))
            self.least_men[at], self.most_men[at] = target.fewest(side), target.most(side)
        self.known_squares = ~(self.occupied_squares | self.side_squares[0] | self.side_squares[1] | unknown) & FULL
        rights: int = 0
        for letter in target.rights:
            rights |= tables.right_bits[letter]
        for letter in target.flags:
            rights |= tables.flag_bits[letter]
        self.required_rights = rights

    # ------------------------------------------------------------------------------------------------ goals

    def is_reached_at(self, p: int, n: int, move: int) -> bool:
        """Has the move from p - 1 to p reached the goal?

        Stalemate is that of the side to move, double stalemate that of both sides, auto-stalemate that of the side
        that has just moved, which must not give check: capturing the king would be a move. Double mate and
        counter-mate: both sides are mated; auto-mate: the side that has just moved is. What those require of the
        position before the move is tested by king_exposing_moves. A target square is reached by the man that stands
        there then, in a castling by the king, not its partner.
        """
        victim = self.judge.frames[p].turn
        if self.goal == GOAL_WIN and self.judge.king_run_won(p):
            return True
        if not self.finds_checks and (self.goal == GOAL_MATE or self.goal == GOAL_WIN):
            return self.judge.is_checkmate_at(p, n)
        if self.goal == GOAL_MATE or self.goal == GOAL_WIN:
            return self.judge.in_check_at(p, victim) and self.has_no_move(p, n, False)
        if self.goal == GOAL_STALEMATE:
            return not self.judge.in_check_at(p, victim) and self.has_no_move(p, n, False)
        if self.goal == GOAL_MATE_OR_STALEMATE:
            return self.has_no_move(p, n, False) and (self.finds_checks or not self.judge.in_check_at(p, victim)
                                                      or self.judge.is_checkmate_at(p, n))
        if self.goal == GOAL_DOUBLE_STALEMATE:
            return not self.judge.in_check_at(p, victim) and self.has_no_move(p, n, False) \
                and self.has_no_move(p, n, True)
        if self.goal == GOAL_AUTO_STALEMATE:
            return not self.judge.in_check_at(p, victim) and self.has_no_move(p, n, True)
        if self.is_king_exposing():
            return self.has_mated_itself(p, n)
        if self.goal == GOAL_CHECK:
            return self.judge.in_check_at(p, victim)
        if self.concerns_move():
            return self.is_reached_by(p - 1, move)
        if self.goal == GOAL_KING_RUN:
            return self.judge.king_run_won(p)
        return self.is_target_position(p)

    def concerns_move(self) -> bool:
        """Does the goal depend on the last move alone, not on the position after it?"""
        return GOAL_CAPTURE <= self.goal <= GOAL_EN_PASSANT

    def is_reached_by(self, p: int, move: int) -> bool:
        """Does a legal move at p reach a goal that concerns the move alone? It need not be made."""
        if self.goal == GOAL_CAPTURE:
            return self.judge.is_capture_at(p, move)
        if self.goal == GOAL_TARGET:
            return self.judge.arrives_on(p, move) == self.square
        if self.goal == GOAL_CASTLING:
            return move_kind(move) >= CASTLING
        return self.goal == GOAL_ANY_MOVE or move_kind(move) == EN_PASSANT

    def fewest_run_moves(self, p: int, side: int) -> int:
        """A lower bound on the moves that a side needs at p to win by king run; 0 where the goal is another one.

        Requires a genre in which kings move by steps alone. A side without a king has NO_RUN.
        """
        if self.goal != GOAL_KING_RUN or not self.finds_checks:
            return 0
        kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[side]
        if kings & (kings - 1):
            return 0
        if not kings:
            return NO_RUN
        flag = self.judge.frames[p].rights & self.judge.run_flags[side] != 0
        return self.run_steps[(2 * side + flag) * SQUARES + lowest(kings)]

    def has_mated_itself(self, p: int, n: int) -> bool:
        """Is the side that has just moved to p mated, and, unless the goal is auto-mate, the other side too?"""
        if not self.judge.in_check_at(p, self.judge.frames[p].turn ^ 1) \
                or self.goal != GOAL_AUTO_MATE and not self.judge.mated(p, n):
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        return self.judge.mated(p + 1, n)

    def has_no_move(self, p: int, n: int, passed: bool) -> bool:
        """Has the side to move at p no legal move, though the game is not over?

        `passed`: ask that of the other side, as if it were to move.
        """
        if passed:
            self.judge.copy_frame(p, p + 1)
            self.judge.null_move(p + 1)
            return not self.judge.has_legal(p + 1, n)
        if self.judge.run_flags[0] and self.judge.king_run_won(p):
            return False
        return not self.has_king_step(p) and not self.judge.has_legal(p, n)

    def has_king_step(self, p: int) -> bool:
        """Has the side to move a legal step of its king? Quick, not exhaustive: False for a side with several kings.

        A step to a square that is not attacked must be legal. The exception is MULTIPLEX against several kings, where
        a step that gives a check which cannot be parried is illegal; then the answer is False.
        """
        if not self.finds_checks:
            return False
        us = self.judge.frames[p].turn
        king = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us]
        other = self.judge.frames[p].men[self.judge.royal] ^ king
        if king & (king - 1) or not king or self.judge.doctrine == MULTIPLEX and other & (other - 1):
            return False
        self.judge.prepare(p, us)
        return self.judge.king_to[lowest(king)] != 0

    def is_mate_at(self, p: int, n: int) -> bool:
        """Is the side to move at p mated? In most positions it is not, so a king's step is tried first."""
        if not self.finds_checks:
            return self.judge.is_checkmate_at(p, n)
        return not self.has_king_step(p) and self.judge.in_check_at(p, self.judge.frames[p].turn) \
            and not (self.judge.run_flags[0] and self.judge.king_run_won(p)) and self.judge.count_legal(p, n) == 0

    def has_quiet_king_step(self, p: int) -> bool:
        """Has the side to move a king's step that gives no check? Quick, not exhaustive: one step is tried."""
        if not self.has_king_step(p):
            return False
        us = self.judge.frames[p].turn
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
        self.judge.make(p, p + 1, king | lowest(self.judge.king_to[king]) << 6
                        | self.judge.royal << 12 | self.judge.royal << 15)
        self.nodes += 1
        return not self.judge.in_check_at(p + 1, us ^ 1)

    def is_target_position(self, p: int) -> bool:
        """Is the position at p the one set by set_target?"""
        for i in range(self.judge.kinds):
            for side in range(2):
                if self.judge.men_at(p, i, side) & self.known_squares != self.target_men[2 * i + side]:
                    return False
        return not self.unfinished and not self.required_rights or self.fits_signs(p)

    def fits_signs(self, p: int) -> bool:
        """Does p satisfy what a target says beyond men of known kinds?"""
        return not self.side_squares[0] & ~self.judge.frames[p].sides[0] \
            and not self.side_squares[1] & ~self.judge.frames[p].sides[1] \
            and not self.occupied_squares & ~(self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]) \
            and self.judge.frames[p].rights & self.required_rights == self.required_rights

    def goal_candidates(self, p: int, n: int) -> int:
        """List the moves at p that may reach the goal, from list[n] on; the index after the last.

        For mate and check these are the moves that may give check, and perhaps others. With `asks_all_kings` there are
        fewer for mate: without LINES only those that may take the king's flights, with them only those that may attack
        every king, where nothing else mates several: that needs MULTIPLEX or ULTRA, by which a side with a king that
        is not attacked is not mated. Elsewhere, and for check under MULTIPLEX, an attack on one king is enough.
        """
        if not self.finds_checks and (self.goal == GOAL_MATE or self.goal == GOAL_CHECK):
            return self.judge.list_mating(p, n) if self.asks_all_kings and self.goal == GOAL_MATE \
                else self.judge.list_checks(p, n)
        if not self.asks_all_kings or self.judge.doctrine != MULTIPLEX \
                or self.goal != GOAL_MATE:
            return self.goal_candidates_and_others(p, n)
        kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1]
        if not kings & (kings - 1):
            return self.goal_candidates_and_others(p, n)
        if n + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(n):
            return n
        self.judge.compute_joint_check_info(p)
        end = self.judge.generate_checks(p, n)
        kept = n
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            if self.judge.check_is_legal(p + 1, end, 0):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def goal_candidates_and_others(self, p: int, n: int) -> int:
        """goal_candidates, which for mate and check also sets judge.quiet_count to the number of the other legal moves.

        So under MULTIPLEX it looks at all checks, of which some may be illegal.
        """
        if self.is_king_exposing():
            return self.king_exposing_moves(p, n)
        if self.concerns_move():
            end = self.judge.list_legal(p, n)
            kept = n
            for i in range(n, end):
                move = self.judge.list[i]
                if self.is_reached_by(p, move):
                    self.judge.list[kept] = move
                    kept += 1
            return kept
        if self.goal != GOAL_MATE and self.goal != GOAL_CHECK:
            return self.judge.list_legal(p, n)
        if not self.finds_checks:
            self.judge.quiet_count = 0
            return self.judge.list_legal(p, n)
        kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1]
        if self.judge.doctrine == ULTRA and kings & (kings - 1) and self.asks_all_kings:
            self.judge.compute_joint_check_info(p)
            end = self.judge.generate_checks(p, n)
            kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[self.judge.frames[p].turn]
            return self.keep_checks(n, end) if kings & (kings - 1) else end     # of several kings all steps are listed
        if self.judge.doctrine != MULTIPLEX or not kings & (kings - 1):
            self.judge.compute_check_info(p)
            return self.judge.generate_checks(p, n)
        end = self.judge.list_legal(p, n)
        self.judge.compute_check_info(p)
        self.judge.quiet_count = 0
        return self.keep_checks(n, end)

    def keep_checks(self, n: int, end: int) -> int:
        """Keep in list[n:end] the moves that may give check; the new end. The others are added to judge.quiet_count.

        Needs compute_check_info, or compute_joint_check_info, of the position.
        """
        kept = n
        for i in range(n, end):
            if self.judge.may_check(self.judge.list[i]):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        self.judge.quiet_count += end - kept
        return kept

    def is_king_exposing(self) -> bool:
        """Is the goal reached only by moves that leave the mover's own king attacked?"""
        return self.goal == GOAL_DOUBLE_MATE or self.goal == GOAL_COUNTER_MATE or self.goal == GOAL_AUTO_MATE

    def king_exposing_moves(self, p: int, n: int) -> int:
        """List the moves at p that reach a king-exposing goal, from list[n] on; the index after the last.

        They are illegal otherwise. Double mate requires that the side has a legal move as well, counter-mate that it is
        mated.
        """
        if n + self.judge.list_reserve > self.judge.list_size and not self.judge.grow_list(n) \
                or self.judge.run_flags[0] and self.judge.king_run_won(p):
            return n
        if self.goal == GOAL_DOUBLE_MATE and not self.judge.count_legal(p, n) \
                or self.goal == GOAL_COUNTER_MATE and not self.judge.mated(p, n):
            return n
        end = self.judge.pseudo_legal(p, n)
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            self.judge.make(p, p + 1, move)
            self.nodes += 1
            if self.is_reached_at(p + 1, end, move):
                self.judge.list[kept] = move
                kept += 1
        return kept

    def goal_side_moves_at(self, p: int, n: int) -> int:
        """List the moves at p of the side that reaches the goal, from list[n] on; the index after the last.

        These are the legal moves and those that a king-exposing goal makes legal.
        """
        end = self.judge.list_legal(p, n)
        return self.king_exposing_moves(p, end) if self.is_king_exposing() else end

    def goal_side_moves(self) -> list[int]:
        """The moves of goal_side_moves_at in the current position."""
        self.judge.ensure_list()
        end = self.goal_side_moves_at(self.judge.ply, 0)
        return [self.judge.list[i] for i in range(end)]

    def reaching_moves(self) -> list[int]:
        """The moves that reach the goal in the current position."""
        self.judge.ensure_list()
        p: int = self.judge.ply
        end = self.goal_candidates(p, 0)
        reaching: list[int] = []
        for i in range(end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.is_reached_at(p + 1, end, self.judge.list[i]):
                reaching.append(self.judge.list[i])
        return reaching

    def can_reach_goal_at(self, p: int, n: int) -> bool:
        """Can the side to move at p reach the goal by its next move?"""
        return self.one_reaches_goal(p, n, self.goal_candidates(p, n))

    def one_reaches_goal(self, p: int, n: int, end: int) -> bool:
        """Does one of the moves list[n:end] at p reach the goal?"""
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if self.is_reached_at(p + 1, end, self.judge.list[i]):
                return True
        return False

    def every_move_reaches_goal(self, p: int, n: int) -> bool:
        """Is there a move at p, and does every one reach the goal? For mate, a quiet move ends the test."""
        if self.goal == GOAL_MATE:
            if self.has_quiet_king_step(p):
                return False
            end = self.goal_candidates_and_others(p, n)
            if self.judge.quiet_count:
                return False
        else:
            end = self.goal_side_moves_at(p, n)
        for i in range(n, end):
            self.judge.make(p, p + 1, self.judge.list[i])
            self.nodes += 1
            if not self.is_reached_at(p + 1, end, self.judge.list[i]):
                return False
        return end > n


def _bits(squares: Iterable[int]) -> int:
    """Squares as bits."""
    return sum(1 << square for square in squares)


def _has_castlings(judge: Judge) -> bool:
    """Whether men castle in the genre of a judge: a king may then go further than by steps."""
    return any(family.castles for families in judge.rules.tables.families for family in families)
