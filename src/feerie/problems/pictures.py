# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Mate pictures: on which squares can a king still be mated in so many moves of both sides?

A picture says where the king stands and what makes it mate: a man that sees it, and for each square around it
either one of its own men on it or an enemy that sees it. Every mate of a single king contains such a picture, by
whatever rules the other men move, so a position from which no picture can be reached leads to no mate. The costs
are relaxed: each man goes its own way on an empty board, lines are open, captures find their victims; and a
castling, which costs its side a move of the king, may move a second man, of either colour, to where it ends.

What it needs of a genre: the side to be mated has one king and can get no other; nothing else. Where a king in
check may castle away, or a man may be put between, there are fewer mates than pictures, never more.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

import cython

from feerie.kernel.tables import tables_of
from feerie.kernel.verdict import Judge
from feerie.rules.genre import Genre

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest, popcount
    from feerie.kernel.state import CAPTURE, QUIET
    from feerie.kernel.tables import FAMILIES, MEN, SIGHTS, SQUARES, STEPS
    COSTS, ROLES, UNITS, CHECKED, TRIALS, FAR, JUMPY = 8, 128, 32, 256, 1000, 99, 3


class PictureTables:
    """What pictures need to know of a genre. `rights`: castlings that need a right count as possible.

    A role is a kind of man of a side and what it may become. By role, square and number of moves: the squares it
    reaches within so many. By side, kind and square: the squares it sees the square from; and, as bits, which
    flights of an enemy king there, and whether the king, it sees from each other square.
    """

    def __init__(self, genre: Genre, rights: bool) -> None:
        if not cython.compiled:
            self.role_type = [0] * ROLES
            self.role_start = [0] * (2 * MEN + 1)
            self.within = [0] * (ROLES * SQUARES * COSTS)
            self.distance = [0] * (2 * MEN * SQUARES * SQUARES)
            self.king_within = [0] * (2 * SQUARES * COSTS)
            self.seen_from = [0] * (2 * MEN * SQUARES)
            self.aims = [0] * (2 * MEN * SQUARES * SQUARES)
            self.flights = [0] * (2 * SQUARES * 8)
            self.flight_count = [0] * (2 * SQUARES)
            self.jumps = [0] * (2 * MEN * SQUARES)
            self.jumping = [False] * (2 * MEN)
            self.landings = [0] * (2 * SQUARES * COSTS)
        tables = tables_of(genre)
        self.castles = False
        self._learn_moves(genre, tables, rights)
        self._learn_sights(tables)

    def _learn_moves(self, genre: Genre, tables: Any, rights: bool) -> None:
        """Roles and distances, kings' distances, where castlings take their men."""
        once: dict[tuple[int, int, int], list[int]] = {}
        role = 0
        for side in range(2):
            for man in range(MEN):
                self.role_start[side * MEN + man] = role
                if man >= len(genre.men) or man == tables.royal:
                    continue
                promotion = genre.men[man].promotion
                zone = promotion.zones[side] if promotion else frozenset()
                kinds = [man] + [tables.numbers[letter] for letter in promotion.to if letter in tables.numbers
                                 and tables.numbers[letter] != tables.royal] if promotion else [man]
                plain, crowned = [0] * SQUARES, [0] * SQUARES
                for mode, component in tables.rays_of(genre.men[man], side):
                    for square, rays in enumerate(component):
                        for ray in rays:
                            for target in ray:
                                if target in zone:
                                    crowned[square] |= 1 << target
                                else:
                                    plain[square] |= 1 << target
                for kind in kinds:
                    self.role_type[role] = kind
                    once[side, man, kind] = plain if kind == man else crowned
                    role += 1
        self.role_start[2 * MEN] = role
        for same in (True, False):
            for side, man, kind in once:
                if (man == kind) is same:
                    first = self.role_start[side * MEN + man]
                    role = first if same else next(
                        role for role in range(first + 1, self.role_start[side * MEN + man + 1])
                        if self.role_type[role] == kind)
                    self._spread(role, same, once[side, man, man], once[side, man, kind],
                                 self.role_start[side * MEN + kind])
        self._learn_distances()
        for side in range(2):
            component = tables.components[tables.king_steps[side].component]
            king_once = [sum(1 << target for target in {ray[0] for ray in rays}) for rays in component]
            king_once += [0] * (SQUARES - len(king_once))
            lands = [0] * SQUARES
            for number, square_mask in enumerate(king_once):
                at = 0
                while square_mask:
                    self.flights[(side * SQUARES + number) * 8 + at] = lowest(square_mask)
                    square_mask &= square_mask - 1
                    at += 1
                self.flight_count[side * SQUARES + number] = at
            for family in tables.families[side]:
                if family.rights and not rights:
                    continue
                for castle in family.castles:
                    self.castles = True
                    king_to, partner_to, barred, king, partner = castle[2], castle[3], castle[5], castle[7], castle[8]
                    king_once[king] |= ONE << king_to
                    lands[king] |= ONE << partner_to
                    for man in range(len(genre.men)):
                        if (man in family.men) == family.inverted or barred >> man & 1:
                            continue
                        for owner in (0, 1):
                            if owner == side or family.either:
                                self.jumping[owner * MEN + man] = True
                                self.jumps[(owner * MEN + man) * SQUARES + partner] |= ONE << partner_to
            self._spread_king(side, king_once, lands)

    def _spread(self, role: int, same: bool, plain: Any, crowned: Any, later: int) -> None:
        """The squares of a role within 0, 1, ... moves: one move, then as many less one.

        `plain`: by square the targets of a move; where the role becomes another (not `same`), `crowned`: those on
        which it does, to go on in the role `later`.
        """
        for square in range(SQUARES):
            self.within[(role * SQUARES + square) * COSTS] = ONE << square if same else 0
        for cost in range(1, COSTS):
            for square in range(SQUARES):
                reached = self.within[(role * SQUARES + square) * COSTS + cost - 1]
                step = plain[square]
                while step:
                    reached |= self.within[(role * SQUARES + lowest(step)) * COSTS + cost - 1]
                    step &= step - 1
                step = 0 if same else crowned[square]
                while step:
                    reached |= self.within[(later * SQUARES + lowest(step)) * COSTS + cost - 1]
                    step &= step - 1
                self.within[(role * SQUARES + square) * COSTS + cost] = reached

    def _learn_distances(self) -> None:
        """By side, kind, from and to: in how many moves a man can be there, as what it is or becomes; FAR for more."""
        for man in range(2 * MEN):
            for square in range(SQUARES):
                for target in range(SQUARES):
                    self.distance[(man * SQUARES + square) * SQUARES + target] = FAR
                for role in range(self.role_start[man], self.role_start[man + 1]):
                    for cost in range(COSTS - 1, -1, -1):
                        reached = self.within[(role * SQUARES + square) * COSTS + cost]
                        while reached:
                            target = lowest(reached)
                            reached &= reached - 1
                            if self.distance[(man * SQUARES + square) * SQUARES + target] > cost:
                                self.distance[(man * SQUARES + square) * SQUARES + target] = cost

    def _spread_king(self, side: int, once: Any, lands: Any) -> None:
        """The squares a king reaches within so many moves, and where castlings within so many put their partners."""
        for square in range(SQUARES):
            self.king_within[(side * SQUARES + square) * COSTS] = ONE << square
            self.landings[(side * SQUARES + square) * COSTS] = 0
        for cost in range(1, COSTS):
            for square in range(SQUARES):
                reached = ONE << square
                landed = lands[square]
                step = once[square]
                while step:
                    target = lowest(step)
                    step &= step - 1
                    reached |= self.king_within[(side * SQUARES + target) * COSTS + cost - 1]
                    landed |= self.landings[(side * SQUARES + target) * COSTS + cost - 1]
                self.king_within[(side * SQUARES + square) * COSTS + cost] = reached
                self.landings[(side * SQUARES + square) * COSTS + cost] = landed

    def _learn_sights(self, tables: Any) -> None:
        """From where each kind of man sees each square, and what it sees of a king's surroundings."""
        for side in range(2):
            for component, man, other in tables.sights[side]:
                for square in range(SQUARES):
                    self.seen_from[(side * MEN + man) * SQUARES + square] |= tables.reach[component * SQUARES + square]
                    if other != man:
                        self.seen_from[(side * MEN + other) * SQUARES + square] |= \
                            tables.reach[component * SQUARES + square]
            for man in range(MEN):
                for king in range(SQUARES):
                    base = ((side * MEN + man) * SQUARES + king) * SQUARES
                    self._aim(base, self.seen_from[(side * MEN + man) * SQUARES + king], CHECKED)
                    enemy = (side ^ 1) * SQUARES + king
                    for flight in range(self.flight_count[enemy]):
                        square = self.flights[enemy * 8 + flight]
                        self._aim(base, self.seen_from[(side * MEN + man) * SQUARES + square], 1 << flight)

    def _aim(self, base: int, origins: int, bit: int) -> None:
        while origins:
            self.aims[base + lowest(origins)] |= bit
            origins &= origins - 1


@lru_cache(maxsize=8)
def picture_tables(genre: Genre, rights: bool) -> PictureTables:
    """The tables of a genre, made once."""
    return PictureTables(genre, rights)


class Pictures:
    """Answers for the positions of a judge; `mater`: the side that mates. The position on top is where all begins."""

    def __init__(self, judge: Judge, mater: int) -> None:
        self.judge, self.mater = judge, mater
        p = self.judge.ply
        self.tables = picture_tables(judge.program.tables.genre, bool(self.judge.frames[p].rights))
        kings: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mater ^ 1]
        self.fits = bool(kings) and not kings & (kings - 1) \
            and not self.judge.crown_from[0] and not self.judge.crown_from[1]
        if not cython.compiled:
            self.squares, self.men, self.seen = [0] * UNITS, [0] * UNITS, [0] * UNITS
            self.near, self.two, self.first_sight = [0] * UNITS, [0] * UNITS, [0] * (2 * MEN)
            self.block_square, self.block_man = [0] * SQUARES, [0] * SQUARES
            self.cost, self.openers, self.places = [0] * 8, [0] * 9, [0] * MEN
        for side in range(2):
            for man in range(MEN):
                self.first_sight[side * MEN + man] = (side + 1) * SIGHTS
            for i in range((side + 1) * SIGHTS - 1, side * SIGHTS - 1, -1):
                if i - side * SIGHTS < self.judge.sight_count[side]:
                    self.first_sight[side * MEN + self.judge.sights[i].man] = i
                    self.first_sight[side * MEN + self.judge.sights[i].other] = i

    def kings(self, p: int, own: int, other: int, among: int) -> int:
        """The squares among `among` on which the king can be mated in `own` moves of the mater and `other` of his.

        A superset of them; more moves than distances are counted to: all of them.
        """
        if own >= COSTS or other >= COSTS:
            return among
        mater, victim = self.mater, self.mater ^ 1
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[victim])
        self.count_units(p)
        if self.units > UNITS:
            return among
        self.jumping = False
        if self.tables.castles:
            self._learn_jumps(p, victim, king, own, other)
            if self.jumping and own + other > JUMPY:
                return among
        self._learn_blocks(p, victim)
        found = 0
        self.trials = 0
        reach = self.tables.king_within[(victim * SQUARES + king) * COSTS + other] & among
        for cost in range(other + 1):
            bits = self.tables.king_within[(victim * SQUARES + king) * COSTS + cost] & reach
            reach &= ~bits
            while bits:
                square = lowest(bits)
                bits &= bits - 1
                if self._pictured(square, own, other - cost, cost):
                    found |= ONE << square
        return found

    def tight(self, p: int, own: int, other: int, kings: int) -> bool:
        """Has the side to move at p no move to lose? Then `helps` tells which moves do not lose one.

        All moves of a picture that costs every move there is go, each by a man of the picture, nearer to its place.
        """
        mates = self.judge.frames[p].turn == self.mater
        if self.tables.castles or own >= COSTS or other >= COSTS or (not mates and not other):
            return False
        if self.kings(p, own - 1 if mates else own, other if mates else other - 1, kings):
            return False
        self.among = kings
        for man in range(self.judge.kinds):
            self.places[man] = 0
        while kings:
            king = lowest(kings)
            kings &= kings - 1
            at = (self.mater ^ 1) * SQUARES + king
            if mates:
                for man in range(self.judge.kinds):
                    self.places[man] |= self.tables.seen_from[(self.mater * MEN + man) * SQUARES + king]
            for flight in range(self.tables.flight_count[at]):
                square = self.tables.flights[at * 8 + flight]
                for man in range(self.judge.kinds):
                    self.places[man] |= self.tables.seen_from[(self.mater * MEN + man) * SQUARES + square] \
                        if mates else ONE << square
        return True

    def helps(self, side: int, move: int) -> bool:
        """Does a move of a side that has none to lose bring a man nearer to a place in a picture?"""
        if move >> 18 & 7:
            return True
        origin, target, man, becomes = move & 63, move >> 6 & 63, move >> 12 & 7, move >> 15 & 7
        if man == self.judge.royal:
            places = self.places[man] if side == self.mater else self.among
            for cost in range(COSTS - 1):
                if self.tables.king_within[(side * SQUARES + target) * COSTS + cost] \
                        & ~self.tables.king_within[(side * SQUARES + origin) * COSTS + cost] & places:
                    return True
            return False
        for role in range(self.tables.role_start[side * MEN + becomes], self.tables.role_start[side * MEN + becomes + 1]):
            for was in range(self.tables.role_start[side * MEN + man], self.tables.role_start[side * MEN + man + 1]):
                if self.tables.role_type[role] != self.tables.role_type[was]:
                    continue
                places = self.places[self.tables.role_type[role]]
                for cost in range(COSTS - 1):
                    if self.tables.within[(role * SQUARES + target) * COSTS + cost] \
                            & ~self.tables.within[(was * SQUARES + origin) * COSTS + cost] & places:
                        return True
        return False

    def _learn_jumps(self, p: int, victim: int, king: int, own: int, other: int) -> None:
        """Where castlings may take each man of the mater, and any of the victim's: with it alone, and in two moves.

        Two moves with a castling among them end where the castling does, or one move from there.
        """
        mater = self.mater
        lands = self.tables.landings[(victim * SQUARES + king) * COSTS + other]
        for unit in range(self.units):
            if self.men[unit] == self.judge.royal:
                lands |= self.tables.landings[(mater * SQUARES + self.squares[unit]) * COSTS + own]
        if not lands:
            return
        for unit in range(self.units):
            self.near[unit] = self.two[unit] = 0
            if self.tables.jumping[mater * MEN + self.men[unit]]:
                self.jumping = True
                self.near[unit] = self.tables.jumps[(mater * MEN + self.men[unit]) * SQUARES + self.squares[unit]] & lands
                self.two[unit] = lands | self._around(mater, self.men[unit], self.near[unit])
        self.block_near = self.block_two = 0
        self.blocks_jump = False
        men = self.judge.frames[p].sides[victim] & ~self.judge.frames[p].men[self.judge.royal]
        while men:
            square = lowest(men)
            man = self.judge.kind_at(p, men & -men)
            men &= men - 1
            if self.tables.jumping[victim * MEN + man]:
                self.jumping = self.blocks_jump = True
                near = self.tables.jumps[(victim * MEN + man) * SQUARES + square] & lands
                self.block_near |= near
                self.block_two |= lands | self._around(victim, man, near)

    def _around(self, side: int, man: int, squares: int) -> int:
        """The squares one move from some squares, for a man in any of its roles."""
        found = 0
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            for role in range(self.tables.role_start[side * MEN + man], self.tables.role_start[side * MEN + man + 1]):
                found |= self.tables.within[(role * SQUARES + square) * COSTS + 1]
        return found

    def _learn_blocks(self, p: int, victim: int) -> None:
        """Note the men of the victim but his king: square and kind."""
        self.block_count = 0
        for man in range(self.judge.kinds):
            bits = self.judge.frames[p].men[man] & self.judge.frames[p].sides[victim]
            while bits and man != self.judge.royal and self.block_count < SQUARES:
                self.block_square[self.block_count] = lowest(bits)
                self.block_man[self.block_count] = man
                bits &= bits - 1
                self.block_count += 1

    def _pictured(self, king: int, own: int, other: int, spent: int) -> bool:
        """Can the king be mated on a square it has reached in `spent` moves, with so many more of both sides?"""
        mater, victim = self.mater, self.mater ^ 1
        at = victim * SQUARES + king
        self.full = (1 << self.tables.flight_count[at]) - 1
        static = 0
        for unit in range(self.units):
            if self.squares[unit] == king:
                self.seen[unit] = 0
                continue
            self.seen[unit] = self.tables.aims[
                ((mater * MEN + self.men[unit]) * SQUARES + king) * SQUARES + self.squares[unit]]
            static |= self.seen[unit]
        self.free = 0
        for flight in range(self.tables.flight_count[at]):
            square = self.tables.flights[at * 8 + flight]
            self.cost[flight] = FAR
            for block in range(self.block_count):
                far = self.tables.distance[((victim * MEN + self.block_man[block]) * SQUARES
                                            + self.block_square[block]) * SQUARES + square]
                if far < self.cost[flight]:
                    self.cost[flight] = far
            if not self.cost[flight]:
                self.free |= 1 << flight
        if static & CHECKED and self._covered(king, own, other, 0, spent, 0, 0, 0):
            return True
        return self._placed(king, own, other, 0, spent, 0, 0, 0, CHECKED)

    def _covered(self, king: int, own: int, other: int, jumped: int, castled: int, moved: int, seen: int,
                 forced: int) -> bool:
        """Can the flights be covered that no man of the mater sees? He sees the king.

        `moved`: the men of the mater (bits) that have their places, and see what `seen` says; `forced`: flights that
        are to be blocked; `jumped`: men that castlings have to move; `castled`: moves of kings that are paid for and
        may be castlings.
        """
        self.trials += 1
        if self.trials > TRIALS:
            return True
        if jumped > own + other + castled:
            return False
        for unit in range(self.units):
            if not moved >> unit & 1:
                seen |= self.seen[unit] & ~CHECKED
        unseen = self.full & ~seen
        need = unseen & ~(self.free | forced)
        # what blocks cost at least, and the flight that is hardest to block
        spent = total = 0
        worst, dearest = -1, -1
        bits = unseen & (need | forced)
        while bits:
            flight = lowest(bits)
            bits &= bits - 1
            total += self.cost[flight]
            if forced >> flight & 1:
                spent += self.cost[flight]
            elif self.cost[flight] > dearest:
                dearest, worst = self.cost[flight], flight
        if spent > other:
            return False
        if total <= other and jumped <= own + other - total + castled \
                and (self.jumping or not unseen & (unseen - 1) or self._blocked(king, unseen, 0, other)):
            return True
        if not own and not self.jumping:
            return False
        if worst < 0:
            bits = unseen & ~forced
            if not bits:
                return False
            worst = lowest(bits)
        if self._placed(king, own, other, jumped, castled, moved, seen, forced, 1 << worst):
            return True
        if self.jumping and self.blocks_jump:
            square = self.tables.flights[((self.mater ^ 1) * SQUARES + king) * 8 + worst]
            total = 1 if self.block_near >> square & 1 else 2 if self.block_two >> square & 1 else 3
            if self._covered(king, own, other, jumped + total, castled, moved, seen | 1 << worst, forced):
                return True
        return self._covered(king, own, other, jumped, castled, moved, seen, forced | 1 << worst)

    def _blocked(self, king: int, flights: int, used: int, left: int) -> bool:
        """Can men of the victim, each but once and none of `used`, block all these flights in so many moves?"""
        victim = self.mater ^ 1
        at = (victim * SQUARES + king) * 8
        square = self.tables.flights[at + lowest(flights)]
        rest = flights & (flights - 1)
        bits = rest
        while bits:
            left -= self.cost[lowest(bits)]
            bits &= bits - 1
        for block in range(self.block_count):
            if used >> block & 1:
                continue
            far = self.tables.distance[((victim * MEN + self.block_man[block]) * SQUARES
                                        + self.block_square[block]) * SQUARES + square]
            if far > left:
                continue
            if not rest:
                return True
            bits = rest
            paid = left - far
            while bits:
                paid += self.cost[lowest(bits)]
                bits &= bits - 1
            if self._blocked(king, rest, used | ONE << block, paid):
                return True
        return False

    def _placed(self, king: int, own: int, other: int, jumped: int, castled: int, moved: int, seen: int, forced: int,
                wanted: int) -> bool:
        """Can one more man of the mater be put where it sees what is wanted, and the rest be covered then?"""
        mater = self.mater
        at = (mater ^ 1) * SQUARES + king
        square = king if wanted == CHECKED else self.tables.flights[at * 8 + lowest(wanted)]
        for unit in range(self.units):
            if moved >> unit & 1:
                continue
            man = self.men[unit]
            here = self.squares[unit]
            if man == self.judge.royal:
                if wanted == CHECKED:
                    continue
                targets = self.tables.king_within[(mater * SQUARES + here) * COSTS + own] \
                    & self.tables.seen_from[(mater * MEN + man) * SQUARES + square] & ~(ONE << here)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    paid = 1
                    while not self.tables.king_within[(mater * SQUARES + here) * COSTS + paid] >> target & 1:
                        paid += 1
                    if self._covered(king, own - paid, other, jumped, castled + paid, moved | 1 << unit,
                                     seen | self.tables.aims[((mater * MEN + man) * SQUARES + king) * SQUARES + target],
                                     forced):
                        return True
                continue
            for role in range(self.tables.role_start[mater * MEN + man], self.tables.role_start[mater * MEN + man + 1]):
                kind = self.tables.role_type[role]
                sights = self.tables.seen_from[(mater * MEN + kind) * SQUARES + square]
                targets = self.tables.within[(role * SQUARES + here) * COSTS + own] & sights
                if kind == man:
                    targets &= ~(ONE << here)
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    paid = 1
                    while not self.tables.within[(role * SQUARES + here) * COSTS + paid] >> target & 1:
                        paid += 1
                    if self._covered(king, own - paid, other, jumped, castled, moved | 1 << unit,
                                     seen | self.tables.aims[((mater * MEN + kind) * SQUARES + king) * SQUARES + target],
                                     forced):
                        return True
                if self.jumping and self.tables.jumping[mater * MEN + man]:
                    left = own + other + castled - jumped
                    targets = sights & ~(ONE << here)
                    if left < 3:
                        targets &= self.near[unit] if left == 1 else self.two[unit] if left == 2 else 0
                    while targets:
                        target = lowest(targets)
                        targets &= targets - 1
                        paid = 1 if self.near[unit] >> target & 1 else 2 if self.two[unit] >> target & 1 else 3
                        if self._covered(king, own, other, jumped + paid, castled, moved | 1 << unit,
                                         seen | self.tables.aims[
                                             ((mater * MEN + kind) * SQUARES + king) * SQUARES + target], forced):
                            return True
        return False

    # ------------------------------------------------------------------- one more move, then mate: exact lines

    def last(self, p: int, n: int, end: int, kings: int) -> int:
        """n plus those of the victim's moves list[n:end] at p that may be followed by mate of his king on `kings`."""
        mater, victim = self.mater, self.mater ^ 1
        royal = self.judge.frames[p].men[self.judge.royal]
        king = lowest(royal & self.judge.frames[p].sides[victim])
        self.open, self.leave, self.reach, self.flee = False, 0, 0, 0
        self.count_units(p)
        if self.units > UNITS:
            return end
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        others = self.judge.frames[p].sides[victim] & ~(ONE << king)
        if kings >> king & 1:
            self.mates(p, king, occupied & ~(ONE << king), others, True)
        bits = 0
        for i in range(n, end):
            if self.judge.list[i] & 63 == king and not self.judge.list[i] >> 18 & 7:
                bits |= ONE << (self.judge.list[i] >> 6 & 63)
        bits &= kings
        while bits:
            target = lowest(bits)
            bits &= bits - 1
            if self.mates(p, target, occupied & ~(ONE << king) & ~(ONE << target), others, False):
                self.flee |= ONE << target
        self.king = king
        kept = n
        for i in range(n, end):
            if self.useful(self.judge.list[i]):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def useful(self, move: int) -> bool:
        """Whether a move is one of those that `last` has found; castlings and what concerns captures in passing are."""
        if move >> 18 & 7 or (move >> 12 & 7 == self.judge.passing_man
                              and self.judge.double_to[self.mater ^ 1][move & 63] == move >> 6 & 63):
            return True
        if move & 63 == self.king:
            return self.flee >> (move >> 6 & 63) & 1
        return self.open or (self.leave >> (move & 63) | self.reach >> (move >> 6 & 63)) & 1

    def count_units(self, p: int) -> None:
        """Note the men of the mater: square and kind."""
        men = self.judge.frames[p].sides[self.mater]
        self.units = 0
        if popcount(men) > UNITS:
            self.units = UNITS + 1
            return
        for man in range(self.judge.kinds):
            bits = self.judge.frames[p].men[man] & men
            while bits:
                self.squares[self.units] = lowest(bits)
                self.men[self.units] = man
                bits &= bits - 1
                self.units += 1

    def mates(self, p: int, king: int, occupied: int, others: int, moves: bool) -> bool:
        """May a move of the mater mate the king on a square? `occupied`: all men but him; `others`: his own men.

        `moves`: one of his men moves before; what it may do is noted. False where none of the mater's moves can do.
        """
        mater = self.mater
        # which men of the mater uncover a line to the king when they leave
        shields = 0
        for unit in range(self.units):
            if self.squares[unit] != king and self.tables.aims[
                    ((mater * MEN + self.men[unit]) * SQUARES + king) * SQUARES + self.squares[unit]] & CHECKED:
                between = self.way(mater, self.men[unit], king, self.squares[unit]) & occupied
                if between & (between - 1) & ((between & (between - 1)) - 1) == 0:
                    shields |= between
        found = False
        for unit in range(self.units):
            origin = self.squares[unit]
            if origin == king:
                continue
            if self.men[unit] == self.judge.royal:
                if self.tables.castles:
                    found |= self.castling_mates(p, unit, king, occupied, others, moves, shields)
                if shields >> origin & 1:
                    targets = self.tables.king_within[(mater * SQUARES + origin) * COSTS + 1] \
                        & ~(ONE << origin | self.judge.frames[p].sides[mater] | ONE << king)
                    while targets:
                        found |= self.fits_mate(unit, lowest(targets), self.judge.royal, 0, 0, 0, king, occupied, others,
                                                moves, 0, 0)
                        targets &= targets - 1
                continue
            if not shields >> origin & 1 and not self.sees_after(unit, king):
                continue
            for s in range(mater * STEPS, mater * STEPS + self.judge.step_count[mater]):
                if not self.judge.steps[s].last or (self.judge.steps[s].man != self.men[unit]
                                                    and self.judge.steps[s].other != self.men[unit]):
                    continue
                found |= self.step_mates(p, unit, s, king, occupied, others, moves, shields >> origin & 1)
                if self.open:
                    return True
        return found

    def sees_after(self, unit: int, king: int) -> bool:
        """Might a man of the mater see a square after one move on an empty board, as what it is or may become?"""
        man = self.mater * MEN + self.men[unit]
        for role in range(self.tables.role_start[man], self.tables.role_start[man + 1]):
            if self.tables.within[(role * SQUARES + self.squares[unit]) * COSTS + 1] & self.tables.seen_from[
                    (self.mater * MEN + self.tables.role_type[role]) * SQUARES + king]:
                return True
        return False

    def step_mates(self, p: int, unit: int, s: int, king: int, occupied: int, others: int, moves: bool,
                   shield: bool) -> bool:
        """The moves of one man of the mater by one step, for `mates`."""
        mater = self.mater
        origin, man = self.squares[unit], self.men[unit]
        own = self.judge.frames[p].sides[mater]
        targets = self.judge.look(self.judge.steps[s].slots, origin, self.judge.steps[s].segments, 0) & ~(ONE << king)
        zone = self.judge.steps[s].zone
        if not shield:
            if zone:
                reached = 0
                for i in range(1, self.judge.steps[s].choices + 1):
                    reached |= self.tables.seen_from[
                        (mater * MEN + (self.judge.steps[s].codes[i] >> 15 & 7)) * SQUARES + king]
                targets &= (reached & zone) | (self.tables.seen_from[(mater * MEN + man) * SQUARES + king] & ~zone)
            else:
                targets &= self.tables.seen_from[(mater * MEN + man) * SQUARES + king]
        found = False
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            stand_in = 0            # where a man of the victim must arrive first
            blockers = 0            # which men must leave first
            if self.judge.steps[s].mode == QUIET:
                blockers = ONE << target & occupied
                if self.judge.double_to[mater][origin] == target:
                    blockers |= ONE << self.judge.passed_over[mater][origin] & occupied
            else:
                blockers = self.way(mater, man, target, origin) & occupied
                if own >> target & 1 or (self.judge.steps[s].mode == CAPTURE and not others >> target & 1):
                    stand_in = ONE << target
            if blockers & (blockers - 1) or (blockers and not moves) or (stand_in and not moves):
                continue
            if blockers & own:
                continue
            if zone >> target & 1:
                for i in range(1, self.judge.steps[s].choices + 1):
                    found |= self.fits_mate(unit, target, self.judge.steps[s].codes[i] >> 15 & 7, 0, 0, 0, king,
                                            occupied, others, moves, blockers, stand_in)
            else:
                found |= self.fits_mate(unit, target, man, 0, 0, 0, king, occupied, others, moves, blockers, stand_in)
            if self.open:
                return True
        return found

    def castling_mates(self, p: int, unit: int, king: int, occupied: int, others: int, moves: bool,
                       shields: int) -> bool:
        """The castlings of the mater, for `mates`; his king is the man `unit`."""
        mater = self.mater
        origin = self.squares[unit]
        own = self.judge.frames[p].sides[mater]
        found = False
        for f in range(mater * FAMILIES, mater * FAMILIES + self.judge.family_count):
            if self.judge.families[f].rights and not self.judge.families[f].rights & self.judge.frames[p].rights:
                continue
            partners = self.judge.families[f].partners[origin]
            if not (moves and self.judge.families[f].either and shields >> origin & 1):
                partners &= own | others
            while partners:
                partner = lowest(partners)
                partners &= partners - 1
                c = self.judge.families[f].record[origin * SQUARES + partner]
                blockers = self.judge.families[f].castles[c].empty & occupied
                if blockers & (blockers - 1) or blockers & own or (blockers and not moves):
                    continue
                king_to = self.judge.families[f].castles[c].king_to
                partner_to = self.judge.families[f].castles[c].partner_to
                uncovers = (shields >> origin | shields >> partner) & 1
                if own >> partner & 1:
                    kind = self.judge.kind_at(p, ONE << partner)
                    for role in range(self.tables.role_start[mater * MEN + kind],
                                      self.tables.role_start[mater * MEN + kind + 1]):
                        becomes = self.tables.role_type[role]
                        if becomes != kind and not self.judge.families[f].castles[c].promotes >> kind & 1:
                            break
                        if uncovers or self.tables.seen_from[(mater * MEN + becomes) * SQUARES + king] \
                                >> partner_to & 1:
                            found |= self.fits_mate(unit, king_to, self.judge.royal, ONE << partner, partner_to, becomes,
                                                    king, occupied, others, moves, blockers, 0)
                elif self.judge.families[f].either and uncovers and others >> partner & 1:
                    found |= self.fits_mate(unit, king_to, self.judge.royal, ONE << partner, partner_to, 0, king,
                                            occupied, others, moves, blockers, 0)
                if self.judge.families[f].either and moves and shields >> origin & 1 and not others >> partner & 1:
                    found |= self.fits_mate(unit, king_to, self.judge.royal, ONE << partner, partner_to, 0, king,
                                            occupied, others, moves, blockers, ONE << partner)
                if self.open:
                    return True
        return found

    def way(self, side: int, man: int, seen: int, origin: int) -> int:
        """The squares between a man and one it sees on an empty board; where there are several ways, none."""
        for i in range(self.first_sight[side * MEN + man], side * SIGHTS + self.judge.sight_count[side]):
            if (self.judge.sights[i].man == man or self.judge.sights[i].other == man) \
                    and self.judge.sights[i].reach[seen] >> origin & 1:
                if self.judge.sights[i].several[seen] >> origin & 1:
                    return 0
                return self.judge.sights[i].between[seen * SQUARES + origin]
        return 0

    def fits_mate(self, unit: int, target: int, kind: int, partner: int, partner_to: int, becomes: int, king: int,
                  occupied: int, others: int, moves: bool, blockers: int, stand_in: int) -> bool:
        """May a move of the mater mate? Notes what a move of the victim's men before it (`moves`) has to do for that.

        `unit` goes to `target` as a man of `kind`, and `partner` (bit, 0 for none) to `partner_to`, where it is
        `becomes` if it is the mater's. `blockers` (one at most) must have left before, and a man have arrived on
        `stand_in` (bit, 0 for none).
        """
        mater = self.mater
        at = (mater ^ 1) * SQUARES + king
        full = (1 << self.tables.flight_count[at]) - 1 | CHECKED
        arrived = ONE << target
        others &= ~arrived
        occupied = occupied & ~(ONE << self.squares[unit]) | arrived
        if partner:
            occupied = occupied & ~partner | ONE << partner_to
            if others & partner or stand_in:
                others = others & ~partner | ONE << partner_to
        covered = 0
        for flight in range(self.tables.flight_count[at]):
            self.openers[flight] = 0
            if others >> self.tables.flights[at * 8 + flight] & 1:
                covered |= 1 << flight
        self.openers[8] = 0
        for other in range(self.units):
            square = self.squares[other]
            man = self.men[other]
            if other == unit:
                square, man = target, kind
            elif partner and partner >> square & 1:
                if stand_in:
                    continue
                square, man = partner_to, becomes
            elif square == king or stand_in >> square & 1:
                continue
            bits = self.tables.aims[((mater * MEN + man) * SQUARES + king) * SQUARES + square] & full & ~covered
            while bits:
                flight = lowest(bits)
                bits &= bits - 1
                between = self.way(mater, man, king if flight == 8 else self.tables.flights[at * 8 + flight], square) \
                    & occupied
                if not between:
                    covered |= 1 << flight
                elif not between & (between - 1):
                    self.openers[flight] |= between & others
        need = full & ~covered
        if not moves:
            return not need
        leaving = blockers if blockers else FULL
        if need & CHECKED:
            leaving &= self.openers[8]
            need ^= CHECKED
            if not leaving:
                return False
        if not need:
            if leaving != FULL:
                self.leave |= leaving
            elif stand_in:
                self.reach |= stand_in
            else:
                self.open = True
            return True
        found = False
        if not need & (need - 1):
            arrived = ONE << self.tables.flights[at * 8 + lowest(need)]
            if not stand_in or stand_in == arrived:
                found = True
                if leaving != FULL:
                    self.leave |= leaving
                else:
                    self.reach |= arrived
        candidates = 0
        bits = need
        while bits:
            candidates |= self.openers[lowest(bits)]
            bits &= bits - 1
        candidates &= leaving
        while candidates:
            left = candidates & -candidates
            candidates ^= left
            rest = 0
            bits = need
            while bits:
                if not self.openers[lowest(bits)] & left:
                    rest |= bits & -bits
                bits &= bits - 1
            if not rest or (not rest & (rest - 1) and not stand_in):
                self.leave |= left
                found = True
        return found
