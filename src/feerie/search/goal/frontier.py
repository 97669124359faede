# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Frontier pruning: near the leaves, attacker's moves that provably do not force the goal are not searched.

Frontier pruning (Chess Programming Wiki, "Futility Pruning") usually trusts an evaluation; here each omission is
proved, by a small case of the method of analogies (Adelson-Velsky, Arlazarov & Donskoy, "Some methods of controlling
the tree search in chess programs", Artificial Intelligence 6, 1975): a refutation found once holds against every
move that does not touch what it depends on.

A *standing reply* is such a refutation. Let the attacker pass (a null move); a defence that is then legal, and that
stays legal after every quiet move that does not interfere with it, is a standing reply. What interferes with it is
known as a set of squares for each kind of attacker's man. Three proofs use it:

- `prune_refuted`: a move that leaves a standing reply does not stalemate.
- `prune_met_quietly`: in a self-mate the defender must have no moves but mates, so a move fails that leaves him a
  standing reply without check. Steps of his king are such replies to checks, too, and to steps of the attacker's king.
- `prune_slow_mates`: a move does not mate in two if, after a standing reply, every check that the attacker could then
  give leaves the king a flight square, or can be parried. What he can do is overestimated. To a move that gives check,
  only steps of the king count as replies.

The proofs require of a genre what `NEEDS` says, and of a position one king a side. Castlings, which move two men, are
tested one by one, or prevent the conclusion. flights.py also handles several kings.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property
from feerie.search.goal.flights import FlightTest
from feerie.search.questions import SearchGoal
from feerie.search.transposition import TranspositionTable

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, lowest, reached_from
    from feerie.kernel.tables import ATTACK_TABLES, MEN, MOVE_TABLES, NONE, PLAIN, SQUARES
    from feerie.search.goal.goal_search import GOAL_MATE
    KILLER_PLIES, STANDING_REPLIES, PROBED_REPLIES = 512, 4, 2

NEEDS = Property.LINES | Property.MUTUAL | Property.ONE_LINE | Property.PAWNS | Property.STEADY_KIND \
    | Property.STEADY_SIDE | Property.SMALL | Property.FREE


class FrontierPruning(FlightTest):
    """A goal search that orders moves by killers and prunes the attacker's moves near the leaves."""

    def __init__(self, judge: Judge, goal: SearchGoal, table: TranspositionTable) -> None:
        super().__init__(judge, goal, table)
        if not cython.compiled:
            self.killers, self.standing_replies = [0] * (2 * KILLER_PLIES), [0] * STANDING_REPLIES
            self.interference = [0] * (STANDING_REPLIES * MEN)
        self.free_castlings = [self.has_free_castlings(0), self.has_free_castlings(1)]
        self.can_prune = judge.has(NEEDS)
        if self.can_prune:
            self.find_promotion_zone()

    # ------------------------------------------------------------------------------------------- ordering

    def move_to_front(self, n: int, end: int, move: int) -> int:
        """Swap the move to list[n] and return n + 1; if it is not in list[n:end], return n."""
        for i in range(n, end):
            if self.judge.list[i] == move:
                self.judge.list[i] = self.judge.list[n]
                self.judge.list[n] = move
                return n + 1
        return n

    def killer(self, p: int, number: int) -> int:
        """The latest (0) or the one before (1) of the killer moves at p; 0 if there is none."""
        return self.killers[2 * (p & KILLER_PLIES - 1) + number]

    def store_killer(self, p: int, move: int) -> None:
        """Store a move at p that caused a cutoff: the killer heuristic (Huberman 1968), two moves a ply."""
        slot = 2 * (p & KILLER_PLIES - 1)
        if self.killers[slot] != move:
            self.killers[slot + 1] = self.killers[slot]
            self.killers[slot] = move

    def checks_first(self, p: int, n: int, end: int) -> int:
        """Put the moves at p that may give check in front of list[n:end]; the index after the last of them."""
        if not self.finds_checks:
            return n
        self.judge.compute_check_info(p)
        kept = n
        for i in range(n, end):
            if self.judge.may_check(self.judge.list[i]):
                move = self.judge.list[i]
                self.judge.list[i] = self.judge.list[kept]
                self.judge.list[kept] = move
                kept += 1
        return kept

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

    # ---------------------------------------------------------------------------------- standing replies

    def prune_refuted(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p that no standing reply is known to refute; the new end.

        For the last move of a stalemate, which any reply refutes.
        """
        if not self.find_standing_replies(p, end, False):
            return end
        kept = n
        for i in range(n, end):
            refuted = False
            for j in range(self.standing_count):
                if self.stands(j, self.judge.list[i]):
                    refuted = True
            if not refuted:
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def prune_met_quietly(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p that no quiet standing reply is known to meet; the new end.

        For the last move of a self-mate, which every reply must mate. A step of the defender's king to a square that is
        not attacked even through the attacker's men is legal after a check, too.
        """
        if not self.find_standing_replies(p, end, True) and not self.king_steps:
            return end
        self.judge.compute_check_info(p)
        kept = n
        for i in range(n, end):
            if not self.is_met_by_reply(p, self.judge.list[i], 0, self.standing_count, self.king_steps):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def is_met_by_reply(self, p: int, move: int, first: int, end: int, steps: int) -> bool:
        """Does a quiet reply at p, a standing reply of those [first:end] or one of `steps`, stay legal and quiet after
        the move?"""
        if move_kind(move) != PLAIN or move_man(move) != move_result(move):
            return False
        us = self.judge.frames[p].turn
        man, target = move_man(move), move_target(move)
        others = self.judge.frames[p].sides[us ^ 1] & ~self.judge.frames[p].men[self.judge.royal]
        if man == self.judge.royal:
            return self.is_king_met(p, us, move, others, first, end, steps)
        if self.steps_are_quiet and steps and steps & ~(self.attacks_from(us, man, target, others) | ONE << target):
            return True
        if first < end and not self.judge.may_check(move):
            for j in range(first, end):
                if self.stands(j, move):
                    return True
        return False

    def is_king_met(self, p: int, us: int, move: int, others: int, first: int, end: int, steps: int) -> bool:
        """is_met_by_reply for a step of the attacker's king; `others`: the defender's men without the king.

        To be quiet, a reply must not uncover a line to the king's new square, nor attack it.
        """
        target = move_target(move)
        enemy = self.judge.frames[p].sides[us ^ 1]
        king = lowest(enemy & ~others)
        lines = self.lines_to(p, us ^ 1, target, enemy)
        if steps and not lines >> king & 1 \
                and steps & ~(self.attacks_from(us, self.judge.royal, target, others) | ONE << target):
            return True
        if first == end or self.judge.may_check(move):
            return False
        for j in range(first, end):
            reply = self.standing_replies[j]
            if self.stands(j, move) and not lines >> move_origin(reply) & 1 and not self.attacks_from(
                    us ^ 1, move_man(reply), move_target(reply), enemy & ~(ONE << move_origin(reply))) >> target & 1:
                return True
        return False

    def stands(self, reply: int, move: int) -> bool:
        """Is a standing reply legal after the move? The move must not give check."""
        return move_kind(move) == PLAIN and move_man(move) == move_result(move) \
            and not self.interference[reply * MEN + move_man(move)] >> move_target(move) & 1

    def may_have_standing_replies(self, p: int) -> bool:
        """Has each side one king, and could the attacker, to move at p, pass? Makes his null move at p + 1."""
        if not self.can_prune:
            return False
        us = self.judge.frames[p].turn
        king = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us]
        target = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us ^ 1]
        if not king or not target or king & (king - 1) or target & (target - 1):
            return False
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        return not self.judge.in_check_at(p + 1, us ^ 1)

    def find_standing_replies(self, p: int, n: int, quiet: bool) -> bool:
        """Find standing replies at p, where the attacker is to move; are there any?

        A reply may be made by a man that no line of the attacker's riders to the defender's king would pin, even if
        the attacker's men were taken off it; or by the king, to a square not attacked even through the attacker's own
        men. With `quiet` they give no check, whatever quiet move the attacker makes other than with his king: they are
        moves of men that cannot be the front piece of a battery, either, and `king_steps` has the king's squares;
        `steps_are_quiet`: is it impossible that his steps uncover a line to the attacker's king?
        """
        self.standing_count, self.crossed, self.king_steps = 0, 0, 0
        if not self.may_have_standing_replies(p):
            return False
        us = self.judge.frames[p].turn
        enemy = self.judge.frames[p].sides[us ^ 1]
        king = lowest(self.judge.frames[p].men[self.judge.royal] & enemy)
        tied = self.lines_to(p, us, king, enemy)
        unchecked = NONE
        if quiet:
            unchecked = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
            discovering = self.lines_to(p, us ^ 1, unchecked, enemy)
            self.steps_are_quiet = not discovering >> king & 1
            tied |= discovering
        safe = ~self.judge.attacked_squares(p, us, enemy ^ ONE << king) & FULL
        end = self.list_replies(p, n)
        for i in range(n, end):
            move = self.judge.list[i]
            if move_man(move) != self.judge.royal:
                if not tied >> move_origin(move) & 1:
                    self.add_reply(move, self.path_of(p, us ^ 1, move, unchecked))
            elif quiet:
                self.king_steps |= ONE << move_target(move) & safe
            elif safe >> move_target(move) & 1:
                self.add_king_step(us, move, enemy ^ ONE << king)
            if self.standing_count == STANDING_REPLIES:
                break
        return self.standing_count > 0

    def list_replies(self, p: int, n: int) -> int:
        """List the defender's moves after the attacker's pass at p, killers first, from list[n] on; their end.

        Castlings, captures en passant and promotions are left out.
        """
        end = self.judge.list_legal(p + 1, n)
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            if move_kind(move) == PLAIN and move_man(move) == move_result(move):
                self.judge.list[kept] = move
                kept += 1
        i = self.move_to_front(n, kept, self.killer(p + 1, 0))
        self.move_to_front(i, kept, self.killer(p + 1, 1))
        return kept

    def add_king_step(self, us: int, move: int, occupied: int) -> None:
        """Add a king's step as a standing reply. Men of `us` interfere where they would attack its target square."""
        target = move_target(move)
        for j in range(MEN):
            self.interference[self.standing_count * MEN + j] = ONE << target
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            seen = self.judge.attack_tables[i].near[target]
            if i >= us * ATTACK_TABLES + self.judge.leaping[us]:
                seen |= reached_from(self.judge.attack_tables[i].slots, target,
                                     self.judge.attack_tables[i].segments, occupied)
            self.interference[self.standing_count * MEN + self.judge.attack_tables[i].man] |= seen
            self.interference[self.standing_count * MEN + self.judge.attack_tables[i].other] |= seen
        self.standing_replies[self.standing_count] = move
        self.standing_count += 1

    def add_reply(self, move: int, path: int) -> None:
        """Add a move of another man as a standing reply, unless `path` is 0. Every man interferes on its squares.

        The last place is kept for a reply that shares no square with the others.
        """
        if not path or path & self.crossed and self.standing_count > STANDING_REPLIES - 2:
            return
        self.crossed |= path
        for j in range(MEN):
            self.interference[self.standing_count * MEN + j] = path
        self.standing_replies[self.standing_count] = move
        self.standing_count += 1

    def path_of(self, p: int, by: int, move: int, king: int) -> int:
        """The squares that the other side must keep off for a move of `by` to stay legal, its origin included.

        0 if it is not a standing reply: a pawn's capture or double step, a move with more than one way to its target
        or, unless `king` is NONE, a move that checks the king on that square, or may once men of the king's side leave
        the line.
        """
        origin = move_origin(move)
        target = move_target(move)
        man = move_man(move)
        enemy = self.judge.frames[p].sides[by]
        path = 0
        for i in range(by * ATTACK_TABLES, by * ATTACK_TABLES + self.judge.attack_table_count[by]):
            if self.judge.attack_tables[i].man != man and self.judge.attack_tables[i].other != man:
                continue
            if king != NONE and self.judge.attack_tables[i].reach[king] >> target & 1 and (
                    self.judge.attack_tables[i].several[king] >> target & 1
                    or not self.judge.attack_tables[i].between[king * SQUARES + target] & enemy):
                return 0
            if self.judge.attack_tables[i].reach[target] >> origin & 1:
                if self.judge.attack_tables[i].several[target] >> origin & 1:
                    return 0
                path = self.judge.attack_tables[i].between[target * SQUARES + origin] | ONE << origin
        if man == self.judge.ep_man:
            if self.judge.frames[p].sides[by ^ 1] >> target & 1 or self.judge.double_step_to[by][origin] == target:
                return 0
            return ONE << origin | ONE << target
        return path

    # ------------------------------------------------------------------------ moves that mate too slowly

    def prune_slow_mates(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p that may force mate in two; the new end.

        Moves, including captures, are pruned that leave a standing reply after which no check mates. A king's step to
        a square that is not attacked even through the attacker's men is legal after a check, too. The attacker's
        possibilities are overestimated: his own men block no line, and the squares that his men attack before the
        check stay attacked after it.
        """
        if not self.find_standing_replies(p, end, False):
            return end
        self.judge.compute_check_info(p)
        probed = 0
        for j in range(self.standing_count):
            self.meets_checks = move_man(self.standing_replies[j]) == self.judge.royal
            self.judge.make(p + 1, p + 2, self.standing_replies[j])
            if self.collect_checks(p + 2):
                kept = n
                for i in range(n, end):
                    if not self.stands(j, self.judge.list[i]) \
                            or not self.cannot_mate_next(p, p + 2, self.judge.list[i]):
                        self.judge.list[kept] = self.judge.list[i]
                        kept += 1
                end = kept
                probed += 1
                if probed == PROBED_REPLIES:
                    break
        return end

    def prune_slow_series(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p after which the same side, the other having passed, may mate; the new end.

        For a series, with two moves or more before the mate: moves that give check or mate themselves are kept.
        """
        if not self.may_have_standing_replies(p):
            return end
        self.judge.compute_check_info(p)
        self.meets_checks = False
        if not self.collect_checks(p):
            return end
        kept = n
        for i in range(n, end):
            move = self.judge.list[i]
            if move_kind(move) != PLAIN or move_man(move) != move_result(move) \
                    or self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1] >> move_target(move) & 1 \
                    or not self.cannot_mate_next(p, p, move):
                self.judge.list[kept] = move
                kept += 1
        return kept

    def cannot_mate_next(self, p: int, q: int, move: int) -> bool:
        """Does a plain move at p that does not promote surely not make a mate possible on the next move?

        It must not check unless `meets_checks`.
        collect_checks has gone through q, where its side is to move again, after the standing reply or a pass. The
        moved man may now guard flights and give checks of its own.
        """
        us = self.judge.frames[p].turn
        target = move_target(move)
        man = move_man(move)
        if not self.meets_checks and self.judge.may_check(move) or self.must_stay >> move_origin(move) & 1 \
                or (self.only_screens | self.battery_squares | self.check_squares[man] | self.kept_clear) >> target & 1:
            return False
        if self.free_castlings[us] and self.may_mate_by_castling(q, us, man, target):
            return False
        covered = self.attacks_from(us, man, target, self.defenders_without_king) | ONE << target
        for i in range(self.flight_set_count):
            if not self.flight_sets[i] & ~covered:
                return False
        targets = self.possible_targets(us, man, target)
        if man == self.judge.ep_man and targets & self.promotion_zone:
            return False
        if self.judge.frames[p].sides[us ^ 1] >> target & 1:
            return self.cannot_mate_after_capture(q, us, man, target, targets)
        targets &= self.check_squares[man]
        while targets:
            onward = lowest(targets)
            targets &= targets - 1
            if not self.flights & ~(self.attacks_from(us, man, onward, self.defenders_without_king) | ONE << onward) \
                    and not self.is_harmless(q, us, man, target, onward, ONE << move_origin(move)):
                return False
        return True

    def cannot_mate_after_capture(self, p: int, us: int, man: int, square: int, targets: int) -> bool:
        """Does a man that has captured on `square` mate on none of `targets`? The captured man no longer blocks a line.

        p: the position after a pass and the reply, where the captured man still stands.
        """
        others = self.defenders_without_king & ~(ONE << square)
        if not self.screens >> square & 1:
            targets &= self.check_squares[man]
        if not targets:
            return True
        flights = self.king_targets & ~self.judge.attacked_squares(p, us, others)
        while targets:
            onward = lowest(targets)
            targets &= targets - 1
            if not flights & ~(self.attacks_from(us, man, onward, others) | ONE << onward):
                return False
        return True

    def find_promotion_zone(self) -> None:
        """Set `promotion_zone`: the squares on which men of either side promote."""
        for side in range(2):
            for i in range(side * MOVE_TABLES, side * MOVE_TABLES + self.judge.move_table_count[side]):
                self.promotion_zone |= self.judge.move_tables[i].zone
