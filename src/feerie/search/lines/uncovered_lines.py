# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Steps of the mating side's king that uncover a line to the victim's: where may one mate, two moves from now?

A king gives no check himself. In help-self-mates his step mates only where it opens a line from a man of his to the
victim's king, after one move of each side. What that requires of a genre is said in forced_endings.py.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.filters.mate_filter import MateFilter

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_result, move_target
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import CASTLING, EN_PASSANT, FAMILIES, MEN, SQUARES


class UncoveredLines:
    """Knows after which moves of the mating side's a step of his king may uncover a line.

    `closing`: the filter of the victim's checks; its `mating_side` is the victim.
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.closing: MateFilter | None = None
        if not cython.compiled:
            self.goals, self.crossed_squares, self.uncovered = [0, 0], [0, 0], [0, 0]
            self.uncovers_now, self.uncovering = [False, False], [0] * (2 * MEN)

    def find_uncovering(self, p: int) -> None:
        """Find where a step of the mating side's king may uncover a line to the victim's, after a move of each side at
        p.

        By `checking`: 1 if the victim's move must give check, and the mating side's king stays where he is until then;
        0: any two moves. `goals`: the squares of the victim's king. `uncovers_now`: may a man that has not moved be
        uncovered while the king stays where he is until then? `uncovered`: the king's squares, after a step, where one
        may be; `crossed_squares`: all squares of such lines. `uncovering`, by kind: the targets behind him, as the
        victim's king sees it.
        """
        for checking in range(2):
            self.find_lines(p, checking)

    def find_lines(self, p: int, checking: int) -> None:
        """`find_uncovering` for one value of `checking`."""
        us = self.judge.frames[p].turn
        men = self.judge.frames[p].sides[us]
        own_king = lowest(self.judge.frames[p].men[self.judge.royal] & men)
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us ^ 1])
        self.uncovered[checking] = self.crossed_squares[checking] = 0
        self.uncovers_now[checking] = False
        for kind in range(self.judge.kinds):
            self.uncovering[checking * MEN + kind] = 0
        self.goals[checking] = self.closing.distances.zone[(us ^ 1) * SQUARES + king]
        steps_check = self.is_on_line(p, us ^ 1, own_king, king)
        if checking and not steps_check:
            self.goals[1] = ONE << king
        if self.closing.distances.has_castling:
            self.add_castling_goals(p, king, own_king, checking, steps_check)
        goals = self.goals[checking]
        while goals:
            goal = lowest(goals)
            goals &= goals - 1
            behind = self.closing.distances.behind[goal * SQUARES + own_king]
            for kind in range(self.judge.kinds):
                if kind == self.judge.royal:
                    continue
                origins = self.closing.distances.attack_origins[(us * MEN + kind) * SQUARES + goal]
                self.uncovering[checking * MEN + kind] |= origins & behind
                origins &= self.judge.frames[p].men[kind] & men
                while origins:
                    line = self.closing.distances.lines[goal * SQUARES + lowest(origins)]
                    origins &= origins - 1
                    self.crossed_squares[checking] |= line
                    if self.may_be_cleared(p, line & ~(ONE << own_king), 0):
                        self.uncovered[checking] |= line
                    captured = line & self.judge.frames[p].sides[us ^ 1]
                    while captured:         # the king may capture a man on the line
                        if self.may_be_cleared(p, line & ~(ONE << own_king | captured & -captured), 0):
                            self.uncovered[checking] |= captured & -captured
                        captured &= captured - 1
                    if line >> own_king & 1 and self.may_be_cleared(p, line & ~(ONE << own_king), 1):
                        self.uncovers_now[checking] = True

    def is_on_line(self, p: int, by: int, king: int, square: int) -> bool:
        """Does a line of attack to a king, by men of `by` at p, pass a square if nothing blocks it?"""
        behind = self.closing.distances.behind[king * SQUARES + square] & self.judge.frames[p].sides[by]
        for kind in range(self.judge.kinds):
            if kind != self.judge.royal and behind & self.judge.frames[p].men[kind] \
                    & self.closing.distances.attack_origins[(by * MEN + kind) * SQUARES + king]:
                return True
        return False

    def may_be_cleared(self, p: int, line: int, movers: int) -> bool:
        """Can `movers` men of the mating side's at p, one of the victim's, and the victim's king leave these squares
        empty?

        A castling of the victim's may take a man of the mating side's, too, in some genres.
        """
        us = self.judge.frames[p].turn
        kings = self.judge.frames[p].men[self.judge.royal]
        return popcount(line & self.judge.frames[p].sides[us]) <= movers + self.closing.distances.castles_with_enemy \
            and popcount(line & self.judge.frames[p].sides[us ^ 1] & ~kings) <= 1

    def add_castling_goals(self, p: int, king: int, own_king: int, checking: int, steps_check: bool) -> None:
        """Add to `goals` the squares to which castlings may take the victim's king after a move of the mating side's at
        p.

        `checking`: see `find_uncovering`; only castlings that may check then. `steps_check`: does his king check the
        mating side's, on `own_king`, by leaving his square?
        """
        them = self.judge.frames[p].turn ^ 1
        for f in range(them * FAMILIES, them * FAMILIES + self.judge.family_count):
            partners = self.possible_partners(p, f, king)
            while partners:
                partner = lowest(partners)
                c = self.judge.families[f].record[king * SQUARES + partner]
                partners &= partners - 1
                if not self.may_castle_next(p, f, c) \
                        or checking and not steps_check and not self.partner_checks(p, f, c, partner, own_king):
                    continue
                self.goals[checking] |= ONE << self.judge.families[f].castles[c].king_to
                if self.judge.families[f].either:       # with a man of the mating side's
                    line = self.closing.distances.lines[self.judge.families[f].castles[c].king_to * SQUARES
                                                        + self.judge.families[f].castles[c].partner_to]
                    self.uncovered[checking] |= line
                    self.crossed_squares[checking] |= line
                    if line:
                        self.uncovers_now[checking] = True

    def partner_checks(self, p: int, f: int, c: int, partner: int, own_king: int) -> bool:
        """May castling c of family f, with the partner on a square, check the mating side's king by the partner's
        move?
        """
        them = self.judge.frames[p].turn ^ 1
        if self.is_on_line(p, them, own_king, partner):
            return True
        if not self.judge.frames[p].sides[them] >> partner & 1:
            return False
        kind = self.judge.kind_at(p, ONE << partner)
        return self.judge.families[f].castles[c].promotes >> kind & 1 != 0 or self.closing.distances.attack_origins[
            (them * MEN + kind) * SQUARES + own_king] >> self.judge.families[f].castles[c].partner_to & 1 != 0

    def uncovers(self, p: int, move: int, king: int, checks: bool) -> bool:
        """After a move of the mating side's at p, and one of the victim's, may a step of the mating side's king uncover
        a line?

        `king`: his square after the move; `checks`: must the victim's move give check?
        """
        if move_kind(move) == EN_PASSANT:
            return True
        if move_kind(move) >= CASTLING:
            return self.crossed_squares[0] >> king & 1 != 0 or self.is_behind(
                king, self.judge.partner_target(self.judge.frames[p].turn, move))
        if move_man(move) == self.judge.royal:
            return self.uncovered[0] >> king & 1 != 0
        checking = 1 if checks else 0
        if self.uncovers_now[checking]:
            return True
        target = move_target(move)
        if not self.uncovering[checking * MEN + move_result(move)] >> target & 1:
            return False
        goals = self.goals[checking]
        while goals:
            line = self.closing.distances.lines[lowest(goals) * SQUARES + target]
            goals &= goals - 1
            if line >> king & 1 and self.may_be_cleared(p, line & ~(ONE << king | ONE << move_origin(move)), 0):
                return True
        return False

    def is_behind(self, king: int, square: int) -> bool:
        """Does a line from one of `goals` to a square pass the mating side's king?"""
        goals = self.goals[0]
        while goals:
            if self.closing.distances.lines[lowest(goals) * SQUARES + square] >> king & 1:
                return True
            goals &= goals - 1
        return False

    # ------------------------------------------------------------------------------------------- castlings

    def may_castle_next(self, p: int, f: int, c: int) -> bool:
        """May the other side make its castling c of family f after a move of the side to move at p?

        That move vacates two squares at most; where castlings take enemies, one may be that of a man of the other side.
        """
        right = self.judge.families[f].castles[c].right
        if right and not right & self.judge.frames[p].rights:
            return False
        them = self.judge.frames[p].turn ^ 1
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        blockers = self.judge.families[f].castles[c].empty & occupied
        return popcount(blockers) <= 2 and (self.closing.distances.castles_with_enemy
                                            or not blockers & self.judge.frames[p].sides[them])

    def possible_partners(self, p: int, f: int, king: int) -> int:
        """The squares of men with whom a king of the side that is not to move may castle after the next move at p."""
        if self.judge.families[f].either:
            return self.judge.families[f].partners[king]
        return self.judge.families[f].partners[king] & self.judge.partner_men(p, f) \
            & self.judge.frames[p].sides[self.judge.frames[p].turn ^ 1]
