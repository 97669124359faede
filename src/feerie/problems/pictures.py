# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Pictures: where men must be for a goal, and how far it is.

A picture names men and their places, such as mates, stalemates or a position need. A position from which no picture
can be reached leads to no goal. The costs are relaxed: each man goes its own way on an empty board, and captures
find their victims; men without a place may be anywhere.

All pictures of a position are listed once; what remains of each is its *slack*, the moves of each side that it does
not need, and a move costs every picture what it brings none of its men nearer. A move that no picture survives
leads to no goal.

Castlings cost a side a move of its king, and may move a second man, of either colour: a *jump*. A man that jumps
costs its side no moves of its own, but at least one or two of the jumps that there is time for: the slack of both
sides, and the moves that pictures make the kings go, all of which may be castlings.

What it needs of a genre: the other side has one king and can get no other, and castlings move no second king.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.problems.reach import Scene

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import ONE, Chance, Gain, Picture, lowest, popcount
    from feerie.kernel.tables import CASTLING, MEN, PASSING, SQUARES
    UNITS, ANY, NOWHERE = 32, 8, 128
    NOTHING, NOBODY, DEEP, JUMP, JUMPS, GOALS, KINDS, BANS = 0xFFFF, 255, 160, 16, 1 << 10, 2047, 15, 1 << 15


class Pictures(Scene):
    """Answers for the positions of a judge; `mater`: the side that reaches the goal.

    Men are numbered when pictures are looked for, those of the mater first, the other side's king last. What the
    pictures are is said by `_look` in the subclasses.
    """

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        p = self.judge.ply
        kings: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mater ^ 1]
        self.fits = bool(kings) and not kings & (kings - 1) \
            and not self.judge.crown_from[0] and not self.judge.crown_from[1]
        kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mater]
        if kings & (kings - 1) and self.reach.jumping[mater * MEN + self.judge.royal]:
            self.fits = False
        self.picture_room = self.chance_room = self.column_room = self.ban_count = 0
        self.asked_at = -1
        self.located, self.wasted, self.call = False, 0, 0
        if not cython.compiled:
            self.pictures, self.chances, self.columns = [], [], []
            self.who = [NOBODY] * (DEEP * SQUARES)
            self.target = [0] * (2 * UNITS)
            self.banned = [0] * (2 * UNITS * SQUARES)
            self.bans, self.ban_bits = [0] * BANS, [0] * BANS
            self.gains = [Gain() for _ in range(GOALS + 1)]
            self.there, self.kinds = [0] * (2 * UNITS), [0] * (2 * UNITS)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.pictures)
            free(self.chances)
            free(self.columns)

    # ---------------------------------------------------------------------------------- finding all pictures

    def find(self, p: int, own: int, other: int, most: int, steps: int) -> int:
        """List the chances at p, with so many moves of the mater and of the other side: how many.

        -1 where there are more than `most`, or where that cannot be told in so many steps.
        """
        key = self.judge.frames[p].key
        if self.asked_at == p and self.asked_key == key and self.asked_own == own and self.asked_other == other \
                and self.asked_most == most:
            return self.answer
        self.asked_at, self.asked_key, self.asked_own, self.asked_other, self.asked_most = p, key, own, other, most
        self.answer = self._find(p, own, other, most, steps)
        if self.answer < 0:
            self.wasted += self.trials
        return self.answer

    def _find(self, p: int, own: int, other: int, most: int, steps: int) -> int:
        if p >= DEEP or own > 60 or other > 60 or not self._count_men(p):
            return -1
        self.end, self.most, self.patience, self.over, self.trials = 0, most, steps, False, 0
        self.located = False
        self.jumping = False
        for man in range(2 * MEN):
            self.jumping = self.jumping or self.reach.jumping[man]
        for unit in range(self.total):
            self.target[unit] = NOTHING
        self.jumpers = 0
        self._look(own, other)
        return -1 if self.over or not self._turn_columns() else self.end

    def _turn_columns(self) -> bool:
        """Put the targets together by men, as `advance` reads them, marked where a man jumps; False without memory."""
        size = (self.total + 1) * self.end
        if size > self.column_room:
            if cython.compiled:
                grown = realloc(self.columns, 2 * size * cython.sizeof(u16))
                if not grown:
                    return False
                self.columns = cython.cast(cython.pointer(u16), grown)
            else:
                self.columns.extend([NOTHING] * (2 * size - self.column_room))
            self.column_room = 2 * size
        for unit in range(self.total + 1):
            for i in range(self.end):
                self.columns[unit * self.end + i] = self.pictures[i].target[unit]
                if self.pictures[i].jumpers >> unit & 1:
                    self.columns[unit * self.end + i] |= JUMPS
        return True

    def _look(self, own: int, other: int) -> None:
        """List all pictures, with so many moves of both sides."""
        self.over = True

    def _extend(self, own: int, other: int, mates: int, suffers: int, placed: int, blocked: int) -> None:
        """List the pictures that contain the targets set so far. So many moves are left of each side;
        `mates`, `suffers`: what the sides can spare for jumps besides; `placed`: squares of men in the picture;
        `blocked`: flights (bits) on which men of the victim stand."""

    def _excluded(self, p: int, picture: int, own: int, other: int) -> bool:
        """Is a picture none after all, with so much slack at p?"""
        return False

    def _tires(self) -> bool:
        """Count a step: is it one too many?"""
        self.trials += 1
        if self.trials > self.patience:
            self.over = True
        return self.over

    def _lift_bans(self, count: int) -> None:
        """Allow again what was banned after the first so many bans."""
        while self.ban_count > count:
            self.ban_count -= 1
            self.banned[self.bans[self.ban_count]] &= ~self.ban_bits[self.ban_count]

    def _count_men(self, p: int) -> bool:
        """Number the men at p; False where a side has too many."""
        self.total = 0
        for i in range(2):
            side = self.mater ^ i
            men = self.judge.frames[p].sides[side]
            if popcount(men) > UNITS:
                return False
            king = self.judge.frames[p].men[self.judge.royal] & men if side != self.mater else 0
            men &= ~king
            while men:
                self._number(p, lowest(men))
                men &= men - 1
            if side == self.mater:
                self.units = self.total
            else:
                self._number(p, lowest(king))
                self.total -= 1
        return True

    def _number(self, p: int, square: int) -> None:
        self.squares[self.total] = square
        self.men[self.total] = self.judge.kind_at(p, ONE << square)
        self.who[p * SQUARES + square] = self.total
        self.total += 1

    def _place(self, unit: int, square: int, kind: int, far: int, own: int, other: int, mates: int, suffers: int,
               placed: int, blocked: int) -> None:
        """Extend the picture by a man that goes to a square, `far` moves away, or jumps there; then not again."""
        i = unit * SQUARES + square
        side = self.mater if unit < self.units else self.mater ^ 1
        jumps = self._leaps(unit)
        # a man that stays may yet go, and come back by a jump
        if (far or not jumps) and not self.banned[i] >> kind & 1:
            left, rest = own, other
            if unit < self.units:
                left -= far
            else:
                rest -= far
            if left >= 0 and rest >= 0 and self._affords(left, rest, mates, suffers):
                self.target[unit] = square | kind << 6
                self._extend(left, rest, mates, suffers, placed | ONE << square, blocked)
                self.target[unit] = NOTHING
                self._ban(i, kind)
        if not jumps or self.banned[i] >> (kind + JUMP) & 1:
            return
        turn = self._turn(side, self.men[unit], self.squares[unit], square | kind << 6)
        if turn and kind != ANY and self.reach.turn[(side * MEN + kind) * SQUARES + square]:
            return          # castlings move neither what it is nor what it becomes
        jump = self._jump(side, self.men[unit], self.squares[unit], square | kind << 6)
        if unit < self.units:
            own -= turn
            mates -= jump
        else:
            other -= turn
            suffers -= jump
        if own >= 0 and other >= 0 and self._affords(own, other, mates, suffers):
            self.target[unit] = square | kind << 6
            self.jumpers |= ONE << unit
            self._extend(own, other, mates, suffers, placed | ONE << square, blocked)
            self.jumpers &= ~(ONE << unit)
            self.target[unit] = NOTHING
            self._ban(i, kind + JUMP)

    def _leaps(self, unit: int) -> bool:
        """May castlings move a man?"""
        if not self.jumping or self.men[unit] == self.judge.royal:
            return False
        man = (self.mater if unit < self.units else self.mater ^ 1) * MEN + self.men[unit]
        return self.reach.jumping[man] and (not self.reach.settled
                                            or self.reach.jumps[man * SQUARES + self.squares[unit]] != 0)

    def _ban(self, i: int, bit: int) -> None:
        """A man on a square has been tried: pictures that contain it are listed or have none to extend."""
        if self.ban_count >= BANS:
            return
        self.banned[i] |= 1 << bit
        self.bans[self.ban_count] = i
        self.ban_bits[self.ban_count] = 1 << bit
        self.ban_count += 1

    def _affords(self, own: int, other: int, mates: int, suffers: int) -> bool:
        """Are there as many castlings as jumps?"""
        if not self.jumping:
            return True
        if self.reach.either:
            return own + other + mates + suffers >= 0
        return own + mates >= 0 and other + suffers >= 0

    def _turn(self, side: int, man: int, square: int, goal: int) -> int:
        """How many moves of its own a man needs, on its way to a goal, before castlings may move it."""
        if square == goal & 63 and (goal >> 6 & KINDS == ANY or goal >> 6 & KINDS == man):
            return 0
        return self.reach.turn[(side * MEN + man) * SQUARES + square]

    def _jump(self, side: int, man: int, square: int, goal: int) -> int:
        """How many moves, castlings among them, take a man to a goal, at least, once castlings may move it."""
        target = goal & 63
        if self._turn(side, man, square, goal):
            return 1
        if square == target:
            return 0
        man = side * MEN + man
        if self.reach.jumps[man * SQUARES + square] >> target & 1 \
                or self.reach.nearest[(man * SQUARES + square) * SQUARES + target] == 1:
            return 1
        if self.reach.settled and not self.reach.jumps[man * SQUARES + square]:
            return self.reach.nearest[(man * SQUARES + square) * SQUARES + target]
        return 2

    def _keep(self, own: int, other: int, mates: int, suffers: int) -> None:
        """List the picture that has come together."""
        i = self.end
        if i >= self.most or not self._make_room(i + 1) or not self._make_place(i + 1):
            self.over = True
            return
        self.end += 1
        self.pictures[i].king, self.pictures[i].jumpers = self.king, self.jumpers
        for unit in range(self.total + 1):
            self.pictures[i].target[unit] = self.target[unit]
        self.chances[i].picture = i
        self.chances[i].slack[0], self.chances[i].slack[1] = own, other
        self.chances[i].spare[0], self.chances[i].spare[1] = mates, suffers
        if not self.jumping and self._excluded(self.asked_at, i, own, other):
            self.end -= 1

    def _locate(self, p: int) -> None:
        """Note where the men are at p, and as what; once for each list of chances.

        The same position reached by another way may have like men in each other's places.
        """
        if self.located:
            return
        self.located = True
        for unit in range(self.total):
            self.there[unit] = NOWHERE
        men = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        while men:
            square = lowest(men)
            men &= men - 1
            self.there[self.who[p * SQUARES + square]] = square
            self.kinds[self.who[p * SQUARES + square]] = self.judge.kind_at(p, ONE << square)

    def _make_place(self, count: int) -> bool:
        """Have room for so many pictures; False where there is no memory."""
        if count <= self.picture_room:
            return True
        room = max(64, 2 * count)
        if cython.compiled:
            grown = realloc(self.pictures, room * cython.sizeof(Picture))
            if not grown:
                return False
            self.pictures = cython.cast(cython.pointer(Picture), grown)
        else:
            self.pictures.extend(Picture() for _ in range(room - self.picture_room))
        self.picture_room = room
        return True

    def _make_room(self, count: int) -> bool:
        """Have room for so many chances; False where there is no memory."""
        if count <= self.chance_room:
            return True
        room = max(256, 2 * count)
        if cython.compiled:
            grown = realloc(self.chances, room * cython.sizeof(Chance))
            if not grown:
                return False
            self.chances = cython.cast(cython.pointer(Chance), grown)
        else:
            self.chances.extend(Chance() for _ in range(room - self.chance_room))
        self.chance_room = room
        return True

    # ------------------------------------------------------------------------------------- following moves

    def kings(self, first: int, end: int) -> int:
        """The squares of the king in these chances."""
        found = 0
        for i in range(first, end):
            found |= ONE << self.pictures[self.chances[i].picture].king
        return found

    def advance(self, p: int, move: int, first: int, end: int) -> int:
        """List the chances that chances[first:end] at p leave after a move, from `end` on: the new end.

        -1 without memory: nothing is known then.
        """
        side = self.judge.frames[p].turn
        origin, target, man, becomes = move & 63, move >> 6 & 63, move >> 12 & 7, move >> 15 & 7
        kind = move >> 18 & 7
        here = 0 if side == self.mater else 1
        mover = self.who[p * SQUARES + origin]
        taken, partner, owner, to, place, partner_man = -1, -1, 0, 0, 0, 0
        if kind >= CASTLING:
            place = move >> 21 & 63
            partner = self.who[p * SQUARES + place]
            owner = side if self.judge.frames[p].sides[side] >> place & 1 else side ^ 1
            partner_man = move >> 27 & 7
            to = self.judge.partner_target(side, move)
        elif kind == PASSING:
            taken = self.who[p * SQUARES + self.judge.frames[p].victim]
        elif self.judge.frames[p].sides[side ^ 1] >> target & 1:
            taken = self.who[p * SQUARES + target]
        if not self._make_room(2 * end - first):
            return -1
        more = end
        self.call += 1
        own_column, taken_column, partner_column = mover * self.end, taken * self.end, partner * self.end
        for i in range(first, end):
            picture = self.chances[i].picture
            goal = self.columns[own_column + picture]
            if self.gains[goal & GOALS].call != self.call:
                self._note_gain(side, man, becomes, origin, target, goal)
            slack = self.chances[i].slack[here] - 1 + self.gains[goal & GOALS].slack
            if slack < 0 or taken >= 0 and self.columns[taken_column + picture] != NOTHING:
                continue
            spare = self.chances[i].spare[here] + self.gains[goal & GOALS].spare
            other_slack, other_spare = self.chances[i].slack[here ^ 1], self.chances[i].spare[here ^ 1]
            if self.jumping:
                if partner >= 0:
                    goal = self.columns[partner_column + picture]
                    if goal != NOTHING:
                        if not goal & JUMPS:
                            continue
                        change = self._jump(owner, becomes, to, goal) \
                            - self._jump(owner, partner_man, place, goal)
                        if owner == side:
                            spare -= change
                        else:
                            other_spare -= change
                if self.reach.either:
                    if slack + spare + other_slack + other_spare < 0:
                        continue
                elif slack + spare < 0 or other_slack + other_spare < 0:
                    continue
            else:
                spare, other_spare = slack != self.chances[i].slack[here], 0
            self.chances[more].picture = picture
            self.chances[more].slack[here], self.chances[more].spare[here] = slack, spare
            self.chances[more].slack[here ^ 1], self.chances[more].spare[here ^ 1] = other_slack, other_spare
            more += 1
        return more

    def _note_gain(self, side: int, man: int, becomes: int, origin: int, target: int, goal: int) -> None:
        """Note what a move brings a man nearer to a goal of pictures, once for each call of `advance`."""
        i = goal & GOALS
        self.gains[i].call, self.gains[i].slack, self.gains[i].spare = self.call, 0, 0
        if goal == NOTHING:
            return
        if man == self.judge.royal:
            base = (side * SQUARES) * SQUARES + (goal & 63)
            gain = self.reach.king_far[base + origin * SQUARES] - self.reach.king_far[base + target * SQUARES]
            self.gains[i].slack, self.gains[i].spare = gain, -gain
        elif goal & JUMPS:
            self.gains[i].slack = self._turn(side, man, origin, goal) - self._turn(side, becomes, target, goal)
            self.gains[i].spare = self._jump(side, man, origin, goal) - self._jump(side, becomes, target, goal)
        else:
            self.gains[i].slack = self._far(side, man, origin, goal) - self._far(side, becomes, target, goal)

    def winnow(self, p: int, first: int, end: int) -> int:
        """Leave out of the chances [first:end], which `advance` has listed for p, those that the move before has
        made none by losing time: the new end."""
        if self.jumping:
            return end
        self.located = False
        kept = first
        for i in range(first, end):
            picture = self.chances[i].picture
            if (self.chances[i].spare[0] or self.chances[i].spare[1]) \
                    and self._excluded(p, picture, self.chances[i].slack[0], self.chances[i].slack[1]):
                continue
            self.chances[kept].picture = picture
            self.chances[kept].slack[0], self.chances[kept].slack[1] = self.chances[i].slack[0], self.chances[i].slack[1]
            self.chances[kept].spare[0], self.chances[kept].spare[1] = 0, 0
            kept += 1
        return kept

    def _far(self, side: int, man: int, square: int, goal: int) -> int:
        """How many moves a man needs to a goal of a picture."""
        if goal >> 6 == ANY:
            return self.reach.nearest[((side * MEN + man) * SQUARES + square) * SQUARES + (goal & 63)]
        return self.reach.far[(self.reach.role_of[(side * MEN + man) * MEN + (goal >> 6)] * SQUARES + square) * SQUARES
                              + (goal & 63)]

    def carry(self, p: int, move: int) -> None:
        """Note who is where after a move from the position at p."""
        for square in range(SQUARES):
            self.who[(p + 1) * SQUARES + square] = self.who[p * SQUARES + square]
        if move >> 18 & 7 >= CASTLING:
            self.who[(p + 1) * SQUARES + self.judge.partner_target(self.judge.frames[p].turn, move)] = \
                self.who[p * SQUARES + (move >> 21 & 63)]
        self.who[(p + 1) * SQUARES + (move >> 6 & 63)] = self.who[p * SQUARES + (move & 63)]
