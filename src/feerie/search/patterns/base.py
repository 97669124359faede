# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Patterns: where men must be for a goal, and how far it is.

A pattern names men and their places, such as mater_castling_spare, stalemates or a position need. A position from which no pattern
can be reached leads to no goal. The costs are relaxed: each man goes its own way on an empty board, and captures
find their victims; men without a place may be anywhere.

All patterns of a position are listed once; what remains of each is its *slack*, the moves of each side that it does
not need, and a move costs every pattern what it brings none of its men nearer. A move that no pattern survives
leads to no goal.

Castlings cost a side a move of its king, and may move a second man, of either colour: a *transport*. A man that jumps
costs its side no moves of its own, but at least one or two of the jumps that there is time for: the slack of both
sides, and the moves that patterns make the kings go, all of which may be castlings.

What it needs of a genre: the other side has one king and can get no other, and castlings move no second king.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.distances import SideView

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc  # type: ignore[import-not-found]
else:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_partner, move_partner_man, move_result, move_target
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import CASTLING, MEN, EN_PASSANT, SQUARES
    from feerie.search.patterns.plain import Gain, LivePattern, Pattern
    UNITS, ANY, NOWHERE = 32, 8, 128
    NOTHING, NOBODY, DEEP, JUMP, JUMPS, GOALS, KINDS, BANS = 0xFFFF, 255, 160, 16, 1 << 10, 2047, 15, 1 << 15


class Patterns(SideView):
    """Answers for the positions of a judge; `mater`: the side that reaches the goal.

    Men are numbered when patterns are looked for, those of the mater first, the other side's king last. What the
    patterns are is said by `_look` in the subclasses.
    """

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        p = self.judge.ply
        kings: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mater ^ 1]
        self.fits = bool(kings) and not kings & (kings - 1) \
            and not self.judge.king_promotion_from[0] and not self.judge.king_promotion_from[1]
        kings = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mater]
        if kings & (kings - 1) and self.distances.castling_movable[mater * MEN + self.judge.royal]:
            self.fits = False
        self.pattern_room = self.live_room = self.column_room = self.ban_count = 0
        self.asked_at = -1
        self.located, self.wasted, self.call = False, 0, 0
        if not cython.compiled:
            self.patterns, self.live, self.columns = [], [], []
            self.who = [NOBODY] * (DEEP * SQUARES)
            self.target = [0] * (2 * UNITS)
            self.banned = [0] * (2 * UNITS * SQUARES)
            self.bans, self.ban_bits = [0] * BANS, [0] * BANS
            self.gains = [Gain() for _ in range(GOALS + 1)]
            self.there, self.kinds = [0] * (2 * UNITS), [0] * (2 * UNITS)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.patterns)
            free(self.live)
            free(self.columns)

    # ---------------------------------------------------------------------------------- finding all patterns

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
        self.castling_movable = False
        for man in range(2 * MEN):
            self.castling_movable = self.castling_movable or self.distances.castling_movable[man]
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
                self.columns[unit * self.end + i] = self.patterns[i].target[unit]
                if self.patterns[i].jumpers >> unit & 1:
                    self.columns[unit * self.end + i] |= JUMPS
        return True

    def _look(self, own: int, other: int) -> None:
        """List all patterns, with so many moves of both sides."""
        self.over = True

    def _extend(self, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int, placed: int, blocked: int) -> None:
        """List the patterns that contain the targets set so far. So many moves are left of each side;
        `mater_castling_spare`, `victim_castling_spare`: what the sides can spare for jumps besides; `placed`: squares of men in the pattern;
        `blocked`: flights (bits) on which men of the victim stand."""

    def _is_parried(self, p: int, pattern: int, own: int, other: int) -> bool:
        """Is a pattern none after all, with so much slack at p?"""
        return False

    def _count_step(self) -> bool:
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

    def _assign(self, unit: int, square: int, kind: int, distance: int, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int,
               placed: int, blocked: int) -> None:
        """Extend the pattern by a man that goes to a square, `distance` moves away, or jumps there; then not again."""
        i = unit * SQUARES + square
        side = self.mater if unit < self.units else self.mater ^ 1
        jumps = self._leaps(unit)
        # a man that stays may yet go, and come back by a transport
        if (distance or not jumps) and not self.banned[i] >> kind & 1:
            left, rest = own, other
            if unit < self.units:
                left -= distance
            else:
                rest -= distance
            if left >= 0 and rest >= 0 and self._affords(left, rest, mater_castling_spare, victim_castling_spare):
                self.target[unit] = square | kind << 6
                self._extend(left, rest, mater_castling_spare, victim_castling_spare, placed | ONE << square, blocked)
                self.target[unit] = NOTHING
                self._ban(i, kind)
        if not jumps or self.banned[i] >> (kind + JUMP) & 1:
            return
        turn = self._moves_until_transportable(side, self.men[unit], self.squares[unit], square | kind << 6)
        if turn and kind != ANY and self.distances.turn[(side * MEN + kind) * SQUARES + square]:
            return          # castlings move neither what it is nor what it becomes
        transport = self._transport_moves(side, self.men[unit], self.squares[unit], square | kind << 6)
        if unit < self.units:
            own -= turn
            mater_castling_spare -= transport
        else:
            other -= turn
            victim_castling_spare -= transport
        if own >= 0 and other >= 0 and self._affords(own, other, mater_castling_spare, victim_castling_spare):
            self.target[unit] = square | kind << 6
            self.jumpers |= ONE << unit
            self._extend(own, other, mater_castling_spare, victim_castling_spare, placed | ONE << square, blocked)
            self.jumpers &= ~(ONE << unit)
            self.target[unit] = NOTHING
            self._ban(i, kind + JUMP)

    def _leaps(self, unit: int) -> bool:
        """May castlings move a man?"""
        if not self.castling_movable or self.men[unit] == self.judge.royal:
            return False
        man = (self.mater if unit < self.units else self.mater ^ 1) * MEN + self.men[unit]
        return self.distances.castling_movable[man] and (not self.distances.settled
                                            or self.distances.castling_transport[man * SQUARES + self.squares[unit]] != 0)

    def _ban(self, i: int, bit: int) -> None:
        """A man on a square has been tried: patterns that contain it are listed or have none to extend."""
        if self.ban_count >= BANS:
            return
        self.banned[i] |= 1 << bit
        self.bans[self.ban_count] = i
        self.ban_bits[self.ban_count] = 1 << bit
        self.ban_count += 1

    def _affords(self, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int) -> bool:
        """Are there as many castlings as jumps?"""
        if not self.castling_movable:
            return True
        if self.distances.either:
            return own + other + mater_castling_spare + victim_castling_spare >= 0
        return own + mater_castling_spare >= 0 and other + victim_castling_spare >= 0

    def _moves_until_transportable(self, side: int, man: int, square: int, goal: int) -> int:
        """How many moves of its own a man needs, on its way to a goal, before castlings may move it."""
        if square == goal & 63 and (goal >> 6 & KINDS == ANY or goal >> 6 & KINDS == man):
            return 0
        return self.distances.turn[(side * MEN + man) * SQUARES + square]

    def _transport_moves(self, side: int, man: int, square: int, goal: int) -> int:
        """How many moves, castlings among them, take a man to a goal, at least, once castlings may move it."""
        target = goal & 63
        if self._moves_until_transportable(side, man, square, goal):
            return 1
        if square == target:
            return 0
        man = side * MEN + man
        if self.distances.castling_transport[man * SQUARES + square] >> target & 1 \
                or self.distances.nearest[(man * SQUARES + square) * SQUARES + target] == 1:
            return 1
        if self.distances.settled and not self.distances.castling_transport[man * SQUARES + square]:
            return self.distances.nearest[(man * SQUARES + square) * SQUARES + target]
        return 2

    def _keep(self, own: int, other: int, mater_castling_spare: int, victim_castling_spare: int) -> None:
        """List the pattern that has come together."""
        i = self.end
        if i >= self.most or not self._make_room(i + 1) or not self._make_place(i + 1):
            self.over = True
            return
        self.end += 1
        self.patterns[i].king, self.patterns[i].jumpers = self.king, self.jumpers
        for unit in range(self.total + 1):
            self.patterns[i].target[unit] = self.target[unit]
        self.live[i].pattern = i
        self.live[i].slack[0], self.live[i].slack[1] = own, other
        self.live[i].spare[0], self.live[i].spare[1] = mater_castling_spare, victim_castling_spare
        if not self.castling_movable and self._is_parried(self.asked_at, i, own, other):
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
        """Have room for so many patterns; False where there is no memory."""
        if count <= self.pattern_room:
            return True
        room = max(64, 2 * count)
        if cython.compiled:
            grown = realloc(self.patterns, room * cython.sizeof(Pattern))
            if not grown:
                return False
            self.patterns = cython.cast(cython.pointer(Pattern), grown)
        else:
            self.patterns.extend(Pattern() for _ in range(room - self.pattern_room))
        self.pattern_room = room
        return True

    def _make_room(self, count: int) -> bool:
        """Have room for so many chances; False where there is no memory."""
        if count <= self.live_room:
            return True
        room = max(256, 2 * count)
        if cython.compiled:
            grown = realloc(self.live, room * cython.sizeof(LivePattern))
            if not grown:
                return False
            self.live = cython.cast(cython.pointer(LivePattern), grown)
        else:
            self.live.extend(LivePattern() for _ in range(room - self.live_room))
        self.live_room = room
        return True

    # ------------------------------------------------------------------------------------- following moves

    def kings(self, first: int, end: int) -> int:
        """The squares of the king in these chances."""
        found = 0
        for i in range(first, end):
            found |= ONE << self.patterns[self.live[i].pattern].king
        return found

    def advance(self, p: int, move: int, first: int, end: int) -> int:
        """List the chances that chances[first:end] at p leave after a move, from `end` on: the new end.

        -1 without memory: nothing is known then.
        """
        side = self.judge.frames[p].turn
        origin, target, man, becomes = move_origin(move), move_target(move), move_man(move), move_result(move)
        kind = move_kind(move)
        here = 0 if side == self.mater else 1
        mover = self.who[p * SQUARES + origin]
        taken, partner, owner, to, place, partner_man = -1, -1, 0, 0, 0, 0
        if kind >= CASTLING:
            place = move_partner(move)
            partner = self.who[p * SQUARES + place]
            owner = side if self.judge.frames[p].sides[side] >> place & 1 else side ^ 1
            partner_man = move_partner_man(move)
            to = self.judge.partner_target(side, move)
        elif kind == EN_PASSANT:
            taken = self.who[p * SQUARES + self.judge.frames[p].ep_pawn]
        elif self.judge.frames[p].sides[side ^ 1] >> target & 1:
            taken = self.who[p * SQUARES + target]
        if not self._make_room(2 * end - first):
            return -1
        more = end
        self.call += 1
        own_column, taken_column, partner_column = mover * self.end, taken * self.end, partner * self.end
        for i in range(first, end):
            pattern = self.live[i].pattern
            goal = self.columns[own_column + pattern]
            if self.gains[goal & GOALS].call != self.call:
                self._note_gain(side, man, becomes, origin, target, goal)
            slack = self.live[i].slack[here] - 1 + self.gains[goal & GOALS].slack
            if slack < 0 or taken >= 0 and self.columns[taken_column + pattern] != NOTHING:
                continue
            spare = self.live[i].spare[here] + self.gains[goal & GOALS].spare
            other_slack, other_spare = self.live[i].slack[here ^ 1], self.live[i].spare[here ^ 1]
            if self.castling_movable:
                if partner >= 0:
                    goal = self.columns[partner_column + pattern]
                    if goal != NOTHING:
                        if not goal & JUMPS:
                            continue
                        change = self._transport_moves(owner, becomes, to, goal) \
                            - self._transport_moves(owner, partner_man, place, goal)
                        if owner == side:
                            spare -= change
                        else:
                            other_spare -= change
                if self.distances.either:
                    if slack + spare + other_slack + other_spare < 0:
                        continue
                elif slack + spare < 0 or other_slack + other_spare < 0:
                    continue
            else:
                spare, other_spare = slack != self.live[i].slack[here], 0
            self.live[more].pattern = pattern
            self.live[more].slack[here], self.live[more].spare[here] = slack, spare
            self.live[more].slack[here ^ 1], self.live[more].spare[here ^ 1] = other_slack, other_spare
            more += 1
        return more

    def _note_gain(self, side: int, man: int, becomes: int, origin: int, target: int, goal: int) -> None:
        """Note what a move brings a man nearer to a goal of patterns, once for each call of `advance`."""
        i = goal & GOALS
        self.gains[i].call, self.gains[i].slack, self.gains[i].spare = self.call, 0, 0
        if goal == NOTHING:
            return
        if man == self.judge.royal:
            base = (side * SQUARES) * SQUARES + (goal & 63)
            gain = self.distances.king_distance[base + origin * SQUARES] - self.distances.king_distance[base + target * SQUARES]
            self.gains[i].slack, self.gains[i].spare = gain, -gain
        elif goal & JUMPS:
            self.gains[i].slack = self._moves_until_transportable(side, man, origin, goal) - self._moves_until_transportable(side, becomes, target, goal)
            self.gains[i].spare = self._transport_moves(side, man, origin, goal) - self._transport_moves(side, becomes, target, goal)
        else:
            self.gains[i].slack = self._far(side, man, origin, goal) - self._far(side, becomes, target, goal)

    def refilter(self, p: int, first: int, end: int) -> int:
        """Leave out of the chances [first:end], which `advance` has listed for p, those that the move before has
        made none by losing time: the new end."""
        if self.castling_movable:
            return end
        self.located = False
        kept = first
        for i in range(first, end):
            pattern = self.live[i].pattern
            if (self.live[i].spare[0] or self.live[i].spare[1]) \
                    and self._is_parried(p, pattern, self.live[i].slack[0], self.live[i].slack[1]):
                continue
            self.live[kept].pattern = pattern
            self.live[kept].slack[0], self.live[kept].slack[1] = self.live[i].slack[0], self.live[i].slack[1]
            self.live[kept].spare[0], self.live[kept].spare[1] = 0, 0
            kept += 1
        return kept

    def _far(self, side: int, man: int, square: int, goal: int) -> int:
        """How many moves a man needs to a goal of a pattern."""
        if goal >> 6 == ANY:
            return self.distances.nearest[((side * MEN + man) * SQUARES + square) * SQUARES + (goal & 63)]
        return self.distances.distance[(self.distances.role_of[(side * MEN + man) * MEN + (goal >> 6)] * SQUARES + square) * SQUARES
                              + (goal & 63)]

    def track_men(self, p: int, move: int) -> None:
        """Note who is where after a move from the position at p."""
        for square in range(SQUARES):
            self.who[(p + 1) * SQUARES + square] = self.who[p * SQUARES + square]
        if move_kind(move) >= CASTLING:
            self.who[(p + 1) * SQUARES + self.judge.partner_target(self.judge.frames[p].turn, move)] = \
                self.who[p * SQUARES + move_partner(move)]
        self.who[(p + 1) * SQUARES + move_target(move)] = self.who[p * SQUARES + move_origin(move)]
