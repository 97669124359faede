# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Standing replies: refutations that hold against every move that does not touch what they depend on.

That is a small case of the method of analogies (Adelson-Velsky, Arlazarov & Donskoy, "Some methods of controlling the
tree search in chess programs", Artificial Intelligence 6, 1975). Let the attacker pass (a null move); a defence that is
then legal, and that stays legal after every quiet move that does not interfere with it, is a *standing reply*. What
interferes with it is known as a set of squares for each kind of attacker's man. Two proofs use nothing else:

- `prune_refuted`: a move that leaves a standing reply does not stalemate.
- `prune_met_quietly`: in a self-mate the defender must have no moves but mates, so a move fails that leaves him a
  standing reply without check. Steps of his king are such replies to checks, too, and to steps of the attacker's king.

The proofs require of a genre what `NEEDS` says, and of a position one king a side. flights.py also handles several
kings.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property
from feerie.search.goal.move_order import MoveOrder
from feerie.search.goal.reach import Reach

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import FULL, ONE, lowest, reached_from
    from feerie.kernel.tables import ATTACK_TABLES, MEN, NONE, PLAIN, SQUARES
    STANDING_REPLIES = 4

NEEDS = Property.LINES | Property.MUTUAL | Property.ONE_LINE | Property.PAWNS | Property.STEADY_KIND \
    | Property.STEADY_SIDE | Property.SMALL | Property.FREE


class StandingReplies:
    """Finds standing replies, and drops the moves that they refute. `applicable`: has the genre what NEEDS says?

    The `moves` found last are moves[:count]; find_standing_replies says what they hold for.
    """

    def __init__(self, judge: Judge, reach: Reach, order: MoveOrder) -> None:
        self.judge, self.reach, self.order = judge, reach, order
        self.applicable = judge.has(NEEDS)
        if not cython.compiled:
            self.moves, self.interference = [0] * STANDING_REPLIES, [0] * (STANDING_REPLIES * MEN)

    def prune_refuted(self, p: int, n: int, end: int) -> int:
        """Keep in list[n:end] the moves at p that no standing reply is known to refute; the new end.

        For the last move of a stalemate, which any reply refutes.
        """
        if not self.find_standing_replies(p, end, False):
            return end
        kept = n
        for i in range(n, end):
            refuted = False
            for j in range(self.count):
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
            if not self.is_met_by_reply(p, self.judge.list[i], 0, self.count, self.king_steps):
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
        if self.steps_are_quiet and steps \
                and steps & ~(self.reach.attacks_from(us, man, target, others) | ONE << target):
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
        lines = self.reach.lines_to(p, us ^ 1, target, enemy)
        if steps and not lines >> king & 1 \
                and steps & ~(self.reach.attacks_from(us, self.judge.royal, target, others) | ONE << target):
            return True
        if first == end or self.judge.may_check(move):
            return False
        for j in range(first, end):
            reply = self.moves[j]
            if self.stands(j, move) and not lines >> move_origin(reply) & 1 and not self.reach.attacks_from(
                    us ^ 1, move_man(reply), move_target(reply), enemy & ~(ONE << move_origin(reply))) >> target & 1:
                return True
        return False

    def stands(self, reply: int, move: int) -> bool:
        """Is a standing reply legal after the move? The move must not give check."""
        return move_kind(move) == PLAIN and move_man(move) == move_result(move) \
            and not self.interference[reply * MEN + move_man(move)] >> move_target(move) & 1

    def may_have_standing_replies(self, p: int) -> bool:
        """Has each side one king, and could the attacker, to move at p, pass? Makes his null move at p + 1."""
        if not self.applicable:
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
        self.count, self.crossed, self.king_steps = 0, 0, 0
        if not self.may_have_standing_replies(p):
            return False
        us = self.judge.frames[p].turn
        enemy = self.judge.frames[p].sides[us ^ 1]
        king = lowest(self.judge.frames[p].men[self.judge.royal] & enemy)
        tied = self.reach.lines_to(p, us, king, enemy)
        unchecked = NONE
        if quiet:
            unchecked = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
            discovering = self.reach.lines_to(p, us ^ 1, unchecked, enemy)
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
            if self.count == STANDING_REPLIES:
                break
        return self.count > 0

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
        i = self.order.move_to_front(n, kept, self.order.killer(p + 1, 0))
        self.order.move_to_front(i, kept, self.order.killer(p + 1, 1))
        return kept

    def add_king_step(self, us: int, move: int, occupied: int) -> None:
        """Add a king's step as a standing reply. Men of `us` interfere where they would attack its target square."""
        target = move_target(move)
        for j in range(MEN):
            self.interference[self.count * MEN + j] = ONE << target
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            seen = self.judge.attack_tables[i].near[target]
            if i >= us * ATTACK_TABLES + self.judge.leaping[us]:
                seen |= reached_from(self.judge.attack_tables[i].slots, target,
                                     self.judge.attack_tables[i].segments, occupied)
            self.interference[self.count * MEN + self.judge.attack_tables[i].man] |= seen
            self.interference[self.count * MEN + self.judge.attack_tables[i].other] |= seen
        self.moves[self.count] = move
        self.count += 1

    def add_reply(self, move: int, path: int) -> None:
        """Add a move of another man as a standing reply, unless `path` is 0. Every man interferes on its squares.

        The last place is kept for a reply that shares no square with the others.
        """
        if not path or path & self.crossed and self.count > STANDING_REPLIES - 2:
            return
        self.crossed |= path
        for j in range(MEN):
            self.interference[self.count * MEN + j] = path
        self.moves[self.count] = move
        self.count += 1

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
