# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Mate pictures: how a king can still be mated in so many moves of both sides.

A picture says where the king stands and what makes it mate: a man that sees it, and for each square around it
either one of its own men on it or an enemy that sees it. Every mate of a single king contains such a picture, by
whatever rules the other men move, so a position from which no picture can be reached leads to no mate. The costs
are relaxed: each man goes its own way on an empty board, and captures find their victims. A man of a picture bars
the lines of others where it stands; any other man may be anywhere.

All pictures of a position are listed once; what remains of each is its *slack*, the moves of each side that it does
not need, and a move costs every picture what it brings none of its men nearer. A move that no picture survives
leads to no mate.

Castlings cost a side a move of its king, and may move a second man, of either colour: a *jump*. A man that jumps
costs its side no moves of its own, but at least one or two of the jumps that there is time for: the slack of both
sides, and the moves that pictures make the kings go, all of which may be castlings.

What it needs of a genre: the side to be mated has one king and can get no other; nothing else. Where a king in
check may castle away, or a man may be put between, there are fewer mates than pictures, never more.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.problems.reach import Scene

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.plain import FULL, ONE, Chance, Picture, lowest, popcount
    from feerie.kernel.tables import CASTLING, MEN, PASSING, SQUARES
    CHECKED, UNITS, FAR, ANY, NOWHERE = 256, 32, 99, 8, 128
    NOTHING, NOBODY, DEEP, PATIENCE, JUMP = 0xFFFF, 255, 160, 16, 16


class Pictures(Scene):
    """Answers for the positions of a judge; `mater`: the side that mates.

    Men are numbered when pictures are looked for, those of the mater first, the king to be mated last.
    """

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        p = self.judge.ply
        kings: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mater ^ 1]
        self.fits = bool(kings) and not kings & (kings - 1) \
            and not self.judge.crown_from[0] and not self.judge.crown_from[1]
        self.picture_room = self.chance_room = self.ban_count = 0
        self.asked_at = self.located = -1
        self.wasted = 0
        if not cython.compiled:
            self.pictures, self.chances = [], []
            self.who = [NOBODY] * (DEEP * SQUARES)
            self.target = [0] * (2 * UNITS)
            self.banned = [0] * (2 * UNITS * SQUARES)
            self.bans, self.ban_bits = [0] * (8 * 2 * UNITS * SQUARES), [0] * (8 * 2 * UNITS * SQUARES)
            self.cost = [0] * 8
            self.there, self.kinds = [0] * (2 * UNITS), [0] * (2 * UNITS)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.pictures)
            free(self.chances)

    # ---------------------------------------------------------------------------------- finding all pictures

    def find(self, p: int, own: int, other: int, most: int) -> int:
        """List the chances at p, with so many moves of the mater and of the other side: how many.

        -1 where there are more than `most`, or where it cannot be told.
        """
        key = self.judge.frames[p].key
        if self.asked_at == p and self.asked_key == key and self.asked_own == own and self.asked_other == other \
                and self.asked_most == most:
            return self.answer
        self.asked_at, self.asked_key, self.asked_own, self.asked_other, self.asked_most = p, key, own, other, most
        self.answer = self._find(p, own, other, most)
        if self.answer < 0:
            self.wasted += self.trials
        return self.answer

    def _find(self, p: int, own: int, other: int, most: int) -> int:
        mater, victim = self.mater, self.mater ^ 1
        if p >= DEEP or own > 60 or other > 60 or not self._count_men(p):
            return -1
        self.end, self.most, self.over, self.trials = 0, most, False, 0
        here = self.squares[self.total]
        jumps = 0
        for man in range(2 * MEN):
            jumps |= self.reach.jumping[man]
        self.jumping = self.reach.castles and jumps != 0
        for king in range(SQUARES):
            far = self.reach.king_far[(victim * SQUARES + here) * SQUARES + king]
            if far > other:
                continue
            self.king = king
            at = victim * SQUARES + king
            self.full = (1 << self.reach.flight_count[at]) - 1 | CHECKED
            for flight in range(self.reach.flight_count[at]):
                square = self.reach.flights[at * 8 + flight]
                self.cost[flight] = FAR
                for unit in range(self.units, self.total):
                    cost = self.reach.nearest[((victim * MEN + self.men[unit]) * SQUARES + self.squares[unit]) * SQUARES
                                              + square]
                    if cost < self.cost[flight]:
                        self.cost[flight] = cost
            self.near_king = 0
            for square in range(SQUARES):
                if self.reach.seen_from[(victim * MEN + self.judge.royal) * SQUARES + square] >> king & 1:
                    self.near_king |= ONE << square
            for unit in range(self.total):
                self.target[unit] = NOTHING
            self.target[self.total] = king | self.judge.royal << 6
            self.jumpers = 0
            self._extend(own, other - far, 0, far, 0, 0)
            if self.over:
                return -1
        return self.end

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

    def _extend(self, own: int, other: int, mates: int, suffers: int, placed: int, blocked: int) -> None:
        """List the pictures that contain the targets set so far. So many moves are left of each side;
        `mates`, `suffers`: what the sides can spare for jumps besides; `placed`: squares of men in the picture;
        `blocked`: flights (bits) on which men of the victim stand."""
        self.trials += 1
        if self.trials > PATIENCE * self.most:
            self.over = True
        if self.over:
            return
        mater, victim = self.mater, self.mater ^ 1
        king = self.king
        at = victim * SQUARES + king
        need = self.full & ~blocked
        for unit in range(self.units):
            if self.target[unit] == NOTHING:
                continue
            square = self.target[unit] & 63
            man = mater * MEN + (self.target[unit] >> 6)
            bits = self.reach.aims[(man * SQUARES + king) * SQUARES + square] & need
            while bits:
                flight = lowest(bits)
                if not self.way(mater, self.target[unit] >> 6, king if flight == 8 else self.reach.flights[at * 8 + flight],
                                square) & placed:
                    need &= ~(1 << flight)
                bits &= bits - 1
        if not need:
            self._keep(own, other, mates, suffers)
            return
        if need & CHECKED:
            flight, square = 8, king
        else:
            flight, far = 0, -1
            bits = need
            while bits:
                if self.cost[lowest(bits)] > far:
                    flight = lowest(bits)
                    far = self.cost[flight]
                bits &= bits - 1
            square = self.reach.flights[at * 8 + flight]
        bans = self.ban_count
        if flight < 8 and not placed >> square & 1:
            for unit in range(self.units, self.total):
                if self.target[unit] != NOTHING:
                    continue
                far = self.reach.nearest[((victim * MEN + self.men[unit]) * SQUARES + self.squares[unit]) * SQUARES + square]
                self._place(unit, square, ANY, far, own, other, mates, suffers, placed, blocked | 1 << flight)
        for unit in range(self.units):
            if self.target[unit] != NOTHING:
                continue
            man = mater * MEN + self.men[unit]
            here = self.squares[unit]
            if self.men[unit] == self.judge.royal:
                if flight == 8:
                    continue
                targets = self.reach.seen_from[man * SQUARES + square] & ~(placed | self.near_king | ONE << king)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    far = self.reach.king_far[(mater * SQUARES + here) * SQUARES + target]
                    self._place(unit, target, self.judge.royal, far, own, other, mates + far, suffers, placed, blocked)
                continue
            for role in range(self.reach.role_start[man], self.reach.role_start[man + 1]):
                kind = self.reach.role_type[role]
                targets = self.reach.seen_from[(mater * MEN + kind) * SQUARES + square] & ~(placed | ONE << king)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    far = self.reach.far[(role * SQUARES + here) * SQUARES + target]
                    if (far <= own or self.jumping) and not self.way(mater, kind, square, target) & placed:
                        self._place(unit, target, kind, far, own, other, mates, suffers, placed, blocked)
        while self.ban_count > bans:
            self.ban_count -= 1
            self.banned[self.bans[self.ban_count]] &= ~self.ban_bits[self.ban_count]

    def _place(self, unit: int, square: int, kind: int, far: int, own: int, other: int, mates: int, suffers: int,
               placed: int, blocked: int) -> None:
        """Extend the picture by a man that goes to a square, `far` moves away, or jumps there; then not again."""
        i = unit * SQUARES + square
        side = self.mater if unit < self.units else self.mater ^ 1
        jumps = self.jumping and self.men[unit] != self.judge.royal and self.reach.jumping[side * MEN + self.men[unit]]
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
        if unit < self.units:
            mates -= self._jump(side, self.men[unit], self.squares[unit], square)
        else:
            suffers -= self._jump(side, self.men[unit], self.squares[unit], square)
        if self._affords(own, other, mates, suffers):
            self.target[unit] = square | kind << 6
            self.jumpers |= ONE << unit
            self._extend(own, other, mates, suffers, placed | ONE << square, blocked)
            self.jumpers &= ~(ONE << unit)
            self.target[unit] = NOTHING
            self._ban(i, kind + JUMP)

    def _ban(self, i: int, bit: int) -> None:
        """A man on a square has been tried: pictures that contain it are listed or have none to extend."""
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

    def _jump(self, side: int, man: int, square: int, target: int) -> int:
        """How many moves, castlings among them, take a man to a square, at least."""
        if square == target:
            return 0
        man = side * MEN + man
        if self.reach.jumps[man * SQUARES + square] >> target & 1 \
                or self.reach.nearest[(man * SQUARES + square) * SQUARES + target] == 1:
            return 1
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
        if not self.jumping and self._parried(self.asked_at, i, own, other):
            self.end -= 1

    # ------------------------------------------------------------------------------- checks that are parried

    def _locate(self, p: int) -> None:
        """Note where the men are at p, and as what."""
        if self.located == p and self.located_key == self.judge.frames[p].key:
            return
        self.located, self.located_key = p, self.judge.frames[p].key
        for unit in range(self.total):
            self.there[unit] = NOWHERE
        men = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        while men:
            square = lowest(men)
            men &= men - 1
            self.there[self.who[p * SQUARES + square]] = square
            self.kinds[self.who[p * SQUARES + square]] = self.judge.kind_at(p, ONE << square)

    def _parried(self, p: int, picture: int, own: int, other: int) -> bool:
        """Is the mate of a picture none, whatever the rest of the men does, with so much slack?

        It is none if a man of the victim stands for certain where it takes the one man that checks, or steps between.
        Needs that no castling can move men, and nothing else of a genre: where it cannot be told, it may be a mate.
        """
        mater, victim = self.mater, self.mater ^ 1
        self._locate(p)
        king = self.pictures[picture].king
        placed = loose = 0
        for unit in range(self.total):
            if self.there[unit] == NOWHERE:
                continue
            if self.pictures[picture].target[unit] != NOTHING:
                placed |= ONE << (self.pictures[picture].target[unit] & 63)
            else:
                loose |= ONE << self.there[unit]
        checker = -1
        for unit in range(self.units):
            goal = self.pictures[picture].target[unit]
            if goal != NOTHING:
                if self.reach.aims[((mater * MEN + (goal >> 6)) * SQUARES + king) * SQUARES + (goal & 63)] & CHECKED \
                        and not self.way(mater, goal >> 6, king, goal & 63) & placed:
                    if checker >= 0:
                        return False
                    checker = unit
            elif self.there[unit] != NOWHERE and self._comes(unit, king, own, FULL):
                return False
        if checker < 0:
            return False
        goal = self.pictures[picture].target[checker]
        square = goal & 63
        between = self.way(mater, goal >> 6, king, square)
        for unit in range(self.units, self.total):
            here = self.there[unit]
            if here == NOWHERE:
                continue
            kind = self.kinds[unit]
            goal = self.pictures[picture].target[unit]
            if goal != NOTHING:
                role = self.reach.role_start[victim * MEN + kind]
                if self.reach.role_start[victim * MEN + kind + 1] - role > 1 and self.reach.nearest[
                        ((victim * MEN + kind) * SQUARES + here) * SQUARES + (goal & 63)] + other \
                        >= self._promoted(victim * MEN + kind, here, goal & 63):
                    continue
                here = goal & 63
            elif other or self._taken(picture, here, own):
                continue
            if self._parries(picture, victim, kind, here, square, between, placed | ONE << king, loose & ~(ONE << here), own) \
                    and not self._pins(picture, king, here, own):
                return True
        return False

    def _promoted(self, man: int, here: int, square: int) -> int:
        """How many moves take a man to a square as what it is not, at least."""
        best = FAR
        for role in range(self.reach.role_start[man] + 1, self.reach.role_start[man + 1]):
            if self.reach.far[(role * SQUARES + here) * SQUARES + square] < best:
                best = self.reach.far[(role * SQUARES + here) * SQUARES + square]
        return best

    def _comes(self, unit: int, seen: int, own: int, through: int) -> bool:
        """May a man of the mater see a square after so many moves, through one of some squares (FULL: any way)?"""
        kind = self.kinds[unit]
        man = self.mater * MEN + kind
        if kind == self.judge.royal:
            return False
        for role in range(self.reach.role_start[man], self.reach.role_start[man + 1]):
            targets = self.reach.seen_from[(self.mater * MEN + self.reach.role_type[role]) * SQUARES + seen]
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                if self.reach.far[(role * SQUARES + self.there[unit]) * SQUARES + target] <= own \
                        and (through == FULL or self.way(self.mater, self.reach.role_type[role], seen, target) & through):
                    return True
        return False

    def _taken(self, picture: int, square: int, own: int) -> bool:
        """May the mater have taken a man on a square, on its men's ways to their places and with so many moves more?"""
        for unit in range(self.units):
            here = self.there[unit]
            if here == NOWHERE:
                continue
            man = self.mater * MEN + self.kinds[unit]
            goal = self.pictures[picture].target[unit]
            if self.kinds[unit] == self.judge.royal:
                base = self.mater * SQUARES
                far = self.reach.king_far[(base + here) * SQUARES + square]
                if goal != NOTHING:
                    far += self.reach.king_far[(base + square) * SQUARES + (goal & 63)] \
                        - self.reach.king_far[(base + here) * SQUARES + (goal & 63)]
            else:
                far = self.reach.nearest[(man * SQUARES + here) * SQUARES + square]
                if goal != NOTHING:
                    onward = self._far(self.mater, self.kinds[unit], square, goal)
                    if goal >> 6 != self.kinds[unit] and self._far(self.mater, goal >> 6, square, goal) < onward:
                        onward = self._far(self.mater, goal >> 6, square, goal)
                    far += onward - self._far(self.mater, self.kinds[unit], here, goal)
            if far <= own:
                return True
        return False

    def _parries(self, picture: int, victim: int, kind: int, here: int, square: int, between: int, placed: int,
                 loose: int, own: int) -> bool:
        """Can a man of the victim for certain take on a square, or step on one of some others?"""
        man = victim * MEN + kind
        if self.reach.seen_from[man * SQUARES + square] >> here & 1 \
                and self._free(picture, self.way(victim, kind, square, here), placed, loose, own):
            return True
        while between:
            target = lowest(between)
            between &= between - 1
            if self.reach.once[self.reach.role_start[man] * SQUARES + here] >> target & 1:
                way = ONE << target
                if self.reach.seen_from[man * SQUARES + target] >> here & 1:
                    if kind == self.judge.passing_man:
                        continue
                    way |= self.way(victim, kind, target, here)
                elif self.judge.double_to[victim][here] == target:
                    way |= ONE << self.judge.passed_over[victim][here]
                if self._free(picture, way, placed, loose, own):
                    return True
        return False

    def _free(self, picture: int, way: int, placed: int, loose: int, own: int) -> bool:
        """Are these squares free for certain?"""
        if way & (placed | loose):
            return False
        if not own:
            return True
        for unit in range(self.units):
            if self.pictures[picture].target[unit] != NOTHING or self.there[unit] == NOWHERE:
                continue
            squares = way
            while squares:
                square = lowest(squares)
                squares &= squares - 1
                if self.kinds[unit] == self.judge.royal:
                    if self.reach.king_far[(self.mater * SQUARES + self.there[unit]) * SQUARES + square] <= own:
                        return False
                elif self.reach.nearest[((self.mater * MEN + self.kinds[unit]) * SQUARES + self.there[unit]) * SQUARES
                                        + square] <= own:
                    return False
        return True

    def _pins(self, picture: int, king: int, here: int, own: int) -> bool:
        """May a man of the mater see the king through a square?"""
        for unit in range(self.units):
            goal = self.pictures[picture].target[unit]
            if goal != NOTHING:
                if self.way(self.mater, goal >> 6, king, goal & 63) >> here & 1:
                    return True
            elif self.there[unit] != NOWHERE and self._comes(unit, king, own, ONE << here):
                return True
        return False

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
        for i in range(first, end):
            picture = self.chances[i].picture
            if taken >= 0 and self.pictures[picture].target[taken] != NOTHING:
                continue
            jumpers = self.pictures[picture].jumpers
            slack, spare = self.chances[i].slack[here] - 1, self.chances[i].spare[here]
            goal = self.pictures[picture].target[mover]
            if goal != NOTHING:
                if man == self.judge.royal:
                    base = (side * SQUARES) * SQUARES + (goal & 63)
                    gain = self.reach.king_far[base + origin * SQUARES] - self.reach.king_far[base + target * SQUARES]
                    slack += gain
                    spare -= gain
                elif jumpers >> mover & 1:
                    spare += self._jump(side, man, origin, goal & 63) - self._jump(side, becomes, target, goal & 63)
                else:
                    slack += self._far(side, man, origin, goal) - self._far(side, becomes, target, goal)
            if slack < 0:
                continue
            other_slack, other_spare = self.chances[i].slack[here ^ 1], self.chances[i].spare[here ^ 1]
            if self.jumping:
                if partner >= 0:
                    goal = self.pictures[picture].target[partner]
                    if goal != NOTHING:
                        if not jumpers >> partner & 1:
                            continue
                        change = self._jump(owner, becomes, to, goal & 63) \
                            - self._jump(owner, partner_man, place, goal & 63)
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

    def winnow(self, p: int, first: int, end: int) -> int:
        """Leave out of the chances [first:end], which `advance` has listed for p, those that the move before has
        made none by losing time: the new end."""
        if self.jumping:
            return end
        kept = first
        for i in range(first, end):
            picture = self.chances[i].picture
            if (self.chances[i].spare[0] or self.chances[i].spare[1]) \
                    and self._parried(p, picture, self.chances[i].slack[0], self.chances[i].slack[1]):
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

    def tell(self, own: int, other: int, most: int) -> tuple[int, int]:
        self.asked_at = self.judge.ply; r = self._find(self.judge.ply, own, other, most)
        return r, self.trials
