# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""One move of a side before it is mated: which moves can that be? Lines are looked at as they are.

What it needs of a genre: the side to be mated has one king and can get no other; nothing else. Where a king in
check may castle away, or a man may be put between, there are fewer mates than found possible here, never more.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.distances import SideView

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_man, move_origin, move_target
    from feerie.kernel.plain import FULL, ONE, lowest, popcount
    from feerie.kernel.state import CAPTURE, QUIET
    from feerie.kernel.tables import CASTLING, FAMILIES, MEN, SQUARES, MOVE_TABLES
    CHECKED, SIDE_MEN, CASTLINGS = 256, 32, 64


class MateFilter(SideView):
    """Answers for the positions of a judge; `mater`: the side that mates."""

    def __init__(self, judge: Judge, mater: int) -> None:
        super().__init__(judge, mater)
        if not cython.compiled:
            self.openers = [0] * 9
            self.castled, self.castled_from = [0] * CASTLINGS, [0] * CASTLINGS

    def mateable_squares(self, p: int, kings: int) -> int:
        """On which of the squares `kings` may the victim's king be mated, after one move of his side at p?

        Says too many: lines are looked at as if they were free. What can be mated stays known to `filter_moves`.
        """
        victim = self.mater ^ 1
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[victim])
        self.count_units(p)
        self.hope = kings
        if self.units > SIDE_MEN:
            return kings
        others = self.judge.frames[p].sides[victim] & ~(ONE << king)
        self.hope = 0
        self.collect_attacks(others)
        if kings >> king & 1 and self.coverable(king, others, 1):
            self.hope |= ONE << king
        targets = self.distances.zone[victim * SQUARES + king] & kings & ~others & ~(ONE << king)
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            if self.coverable(target, others, 0):
                self.hope |= ONE << target
        if self.distances.has_castling:
            for f in range(victim * FAMILIES, victim * FAMILIES + self.judge.family_count):
                if not self.judge.families[f].rights or self.judge.families[f].rights & self.judge.frames[p].rights:
                    self.hope_castling(p, f, king, kings, others)
        return self.hope

    def hope_castling(self, p: int, f: int, king: int, kings: int, others: int) -> None:
        """The same of the castlings of a family: adds to `hope`."""
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        partners = self.judge.families[f].partners[king] & (occupied if self.judge.families[f].either else others)
        while partners:
            partner = lowest(partners)
            partners &= partners - 1
            c = self.judge.families[f].record[king * SQUARES + partner]
            target = self.judge.families[f].castles[c].king_to
            arrived = self.judge.families[f].castles[c].partner_to
            if not kings >> target & ~self.hope >> target & 1 or self.judge.families[f].castles[c].empty & occupied:
                continue
            moved = others
            if others >> partner & 1:
                moved = others & ~(ONE << partner) | ONE << arrived
            carried = -1
            for unit in range(self.units):
                if self.man_squares[unit] == partner:
                    carried = unit
                    self.man_squares[unit] = arrived
            self.collect_attacks(moved)
            if self.judge.families[f].castles[c].promotes or self.coverable(target, moved, 0):
                self.hope |= ONE << target
            if carried >= 0:
                self.man_squares[carried] = partner

    def collect_attacks(self, others: int) -> None:
        """Note what the men of the mater see, were all lines free; the victim's other men are on `others`."""
        mater = self.mater
        self.seen = self.twice = self.castlings = 0
        for unit in range(self.units):
            attacks = self.distances.attacks[(mater * MEN + self.man_kinds[unit]) * SQUARES + self.man_squares[unit]]
            self.twice |= self.seen & attacks
            self.seen |= attacks
            if self.distances.has_castling and self.man_kinds[unit] == self.judge.royal:
                for f in range(mater * FAMILIES, mater * FAMILIES + self.judge.family_count):
                    self.collect_castling_attacks(f, self.man_squares[unit], others)

    def collect_castling_attacks(self, f: int, origin: int, others: int) -> None:
        """Note what king and partner see after the castlings of a family; a man of the victim bars a square."""
        mater = self.mater
        for unit in range(self.units):
            square = self.man_squares[unit]
            if self.judge.families[f].partners[origin] >> square & 1:
                c = self.judge.families[f].record[origin * SQUARES + square]
                for role in range(self.distances.transition_start[mater * MEN + self.man_kinds[unit]],
                                  self.distances.transition_start[mater * MEN + self.man_kinds[unit] + 1]):
                    self.note_castling_attacks(origin, self.judge.families[f].castles[c].king_to, self.distances.attacks[
                        (mater * MEN + self.distances.transition_kind[role]) * SQUARES + self.judge.families[f].castles[c].partner_to])
        if self.judge.families[f].either:
            others &= self.judge.families[f].partners[origin]
            while others:
                c = self.judge.families[f].record[origin * SQUARES + lowest(others)]
                self.note_castling_attacks(origin, self.judge.families[f].castles[c].king_to,
                                       ONE << self.judge.families[f].castles[c].partner_to)
                others &= others - 1

    def note_castling_attacks(self, origin: int, target: int, attacks: int) -> None:
        """Note what a castling of the king from a square to another attacks, the partner `attacks`."""
        if self.castlings < CASTLINGS:
            self.castled[self.castlings] = attacks | self.distances.attacks[(self.mater * MEN + self.judge.royal) * SQUARES + target]
            self.castled_from[self.castlings] = origin
        self.castlings += 1

    def coverable(self, king: int, others: int, spare: int) -> bool:
        """May one move of the mater see the king on a square and all his flights but `spare` and those on which his own
        men, `others`, stand?"""
        need = self.distances.zone[(self.mater ^ 1) * SQUARES + king] & ~others
        rest = need & ~self.seen
        if self.is_enough(rest, king, spare):
            return True
        for unit in range(self.units):
            if self.man_squares[unit] == king:
                continue
            man = (self.mater * MEN + self.man_kinds[unit]) * SQUARES + self.man_squares[unit]
            # without what the man has seen from where it was
            open = need & ~(self.twice | self.seen & ~self.distances.attacks[man])
            rest = open & ~self.distances.attacks_after_move[man]
            if self.is_enough(rest, king, spare) and self.moves_to_cover(unit, king, open, spare):
                return True
            if self.man_kinds[unit] == self.judge.royal and self.distances.has_castling \
                    and self.castles_to_cover(self.man_squares[unit], king, open, spare):
                return True
        return False

    def is_enough(self, rest: int, king: int, spare: int) -> bool:
        """Is the king seen on his square, and is no more than `spare` left unseen?"""
        return not rest >> king & 1 and popcount(rest) <= spare

    def moves_to_cover(self, unit: int, king: int, need: int, spare: int) -> bool:
        """May a man of the mater see, after a move, but for `spare`, what is in `need`?"""
        man = self.mater * MEN + self.man_kinds[unit]
        royal = self.man_kinds[unit] == self.judge.royal
        for role in range(self.distances.transition_start[man], self.distances.transition_start[man + 1] + royal):
            kind = self.judge.royal if royal else self.distances.transition_kind[role]
            targets = self.distances.king_targets[self.mater * SQUARES + self.man_squares[unit]] if royal \
                else self.distances.move_targets[role * SQUARES + self.man_squares[unit]]
            while targets:
                rest = need & ~self.distances.attacks[(self.mater * MEN + kind) * SQUARES + lowest(targets)]
                targets &= targets - 1
                if self.is_enough(rest, king, spare):
                    return True
        return False

    def castles_to_cover(self, origin: int, king: int, need: int, spare: int) -> bool:
        """May a castling of the mater's king on `origin` see, but for `spare`, what is in `need`?"""
        for i in range(self.castlings):
            if i >= CASTLINGS:
                return True
            rest = need & ~self.castled[i]
            if self.castled_from[i] == origin and self.is_enough(rest, king, spare):
                return True
        return False

    def filter_moves(self, p: int, n: int, end: int) -> int:
        """n plus those of the victim's moves list[n:end] at p that may be followed by mate of his king.

        `mateable_squares` must have been asked at p just before.
        """
        victim = self.mater ^ 1
        royal = self.judge.frames[p].men[self.judge.royal]
        king = lowest(royal & self.judge.frames[p].sides[victim])
        self.open, self.leave, self.arrive, self.flee = False, 0, 0, 0
        if self.units > SIDE_MEN:
            return end
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        others = self.judge.frames[p].sides[victim] & ~(ONE << king)
        if self.hope >> king & 1:
            self.mates(p, king, occupied & ~(ONE << king), others, True)
        bits = 0
        for i in range(n, end):
            if move_origin(self.judge.list[i]) == king and not move_kind(self.judge.list[i]):
                bits |= ONE << move_target(self.judge.list[i])
        bits &= self.hope
        while bits:
            target = lowest(bits)
            bits &= bits - 1
            if self.mates(p, target, occupied & ~(ONE << king) & ~(ONE << target), others, False):
                self.flee |= ONE << target
        self.king = king
        kept = n
        for i in range(n, end):
            if self.keeps(self.judge.list[i]):
                self.judge.list[kept] = self.judge.list[i]
                kept += 1
        return kept

    def keeps(self, move: int) -> bool:
        """Whether a move is one of those that `filter_moves` has found; castlings and what concerns captures in passing are
        where there is hope."""
        if move_kind(move) >= CASTLING:
            return self.hope >> move_target(move) & 1
        if move_kind(move) or (move_man(move) == self.judge.ep_man
                              and self.judge.double_to[self.mater ^ 1][move_origin(move)] == move_target(move)):
            return self.hope >> self.king & 1
        if move_origin(move) == self.king:
            return self.flee >> move_target(move) & 1
        return self.open or (self.leave >> move_origin(move) | self.arrive >> move_target(move)) & 1

    def count_units(self, p: int) -> None:
        """Note the men of the mater: square and kind."""
        men = self.judge.frames[p].sides[self.mater]
        self.units = 0
        if popcount(men) > SIDE_MEN:
            self.units = SIDE_MEN + 1
            return
        for man in range(self.judge.kinds):
            bits = self.judge.frames[p].men[man] & men
            while bits:
                self.man_squares[self.units] = lowest(bits)
                self.man_kinds[self.units] = man
                bits &= bits - 1
                self.units += 1

    def mates(self, p: int, king: int, occupied: int, others: int, moves: bool) -> bool:
        """May a move of the mater mate the king on a square? `occupied`: all men but him; `others`: his own men.

        `moves`: one of his men moves before; what it may do is noted. False where none of the mater's moves can do.
        """
        mater = self.mater
        # which men uncover a line to the king when they leave; where a man of the victim may arrive that does
        shields, lanes = 0, 0
        for unit in range(self.units):
            if self.man_squares[unit] != king and self.distances.zone_attacks[
                    ((mater * MEN + self.man_kinds[unit]) * SQUARES + king) * SQUARES + self.man_squares[unit]] & CHECKED:
                between = self.squares_between(mater, self.man_kinds[unit], king, self.man_squares[unit]) & occupied
                if between & (between - 1) & ((between & (between - 1)) - 1) == 0:
                    shields |= between
                if moves and not between & (between - 1):
                    lanes |= self.squares_between(mater, self.man_kinds[unit], king, self.man_squares[unit])
        found = False
        for unit in range(self.units):
            origin = self.man_squares[unit]
            if origin == king:
                continue
            if self.man_kinds[unit] == self.judge.royal:
                if self.distances.has_castling:
                    found |= self.castling_mates(p, unit, king, occupied, others, moves, shields, lanes)
                if shields >> origin & 1:
                    targets = self.distances.king_targets[mater * SQUARES + origin] \
                        & ~(ONE << origin | self.judge.frames[p].sides[mater] | ONE << king)
                    while targets:
                        found |= self.can_mate(unit, lowest(targets), self.judge.royal, 0, 0, 0, king, occupied, others,
                                                moves, 0, 0)
                        targets &= targets - 1
                continue
            if not shields >> origin & 1 and not self.distances.threats[(mater * MEN + self.man_kinds[unit]) * SQUARES + king] >> origin & 1:
                continue
            for s in range(mater * MOVE_TABLES, mater * MOVE_TABLES + self.judge.move_table_count[mater]):
                if not self.judge.move_tables[s].last or (self.judge.move_tables[s].man != self.man_kinds[unit]
                                                    and self.judge.move_tables[s].other != self.man_kinds[unit]):
                    continue
                found |= self.step_mates(p, unit, s, king, occupied, others, moves, shields >> origin & 1)
                if self.open:
                    return True
        return found

    def step_mates(self, p: int, unit: int, s: int, king: int, occupied: int, others: int, moves: bool,
                   shield: bool) -> bool:
        """The moves of one man of the mater by one step, for `mates`."""
        mater = self.mater
        origin, man = self.man_squares[unit], self.man_kinds[unit]
        own = self.judge.frames[p].sides[mater]
        targets = self.judge.look_up(self.judge.move_tables[s].slots, origin, self.judge.move_tables[s].segments, 0) & ~(ONE << king)
        zone = self.judge.move_tables[s].zone
        if not shield:
            if zone:
                reached = 0
                for i in range(1, self.judge.move_tables[s].choices + 1):
                    reached |= self.distances.attack_origins[
                        (mater * MEN + (self.judge.move_tables[s].codes[i] >> 15 & 7)) * SQUARES + king]
                targets &= (reached & zone) | (self.distances.attack_origins[(mater * MEN + man) * SQUARES + king] & ~zone)
            else:
                targets &= self.distances.attack_origins[(mater * MEN + man) * SQUARES + king]
        found = False
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            stand_in = 0            # where a man of the victim must arrive first
            blockers = 0            # which men must leave first
            if self.judge.move_tables[s].mode == QUIET:
                blockers = ONE << target & occupied
                if self.judge.double_to[mater][origin] == target:
                    blockers |= ONE << self.judge.passed_over[mater][origin] & occupied
            else:
                blockers = self.squares_between(mater, man, target, origin) & occupied
                if own >> target & 1 or (self.judge.move_tables[s].mode == CAPTURE and not others >> target & 1):
                    stand_in = ONE << target
            if blockers & (blockers - 1) or (blockers and not moves) or (stand_in and not moves):
                continue
            if blockers & own:
                continue
            if zone >> target & 1:
                for i in range(1, self.judge.move_tables[s].choices + 1):
                    found |= self.can_mate(unit, target, self.judge.move_tables[s].codes[i] >> 15 & 7, 0, 0, 0, king,
                                            occupied, others, moves, blockers, stand_in)
            else:
                found |= self.can_mate(unit, target, man, 0, 0, 0, king, occupied, others, moves, blockers, stand_in)
            if self.open:
                return True
        return found

    def castling_mates(self, p: int, unit: int, king: int, occupied: int, others: int, moves: bool,
                       shields: int, lanes: int) -> bool:
        """The castlings of the mater, for `mates`; his king is the man `unit`.

        `shields`: men that uncover a line to the king when they leave; `lanes`: where men that arrive will do so.
        """
        mater = self.mater
        origin = self.man_squares[unit]
        own = self.judge.frames[p].sides[mater]
        found = False
        for f in range(mater * FAMILIES, mater * FAMILIES + self.judge.family_count):
            if self.judge.families[f].rights and not self.judge.families[f].rights & self.judge.frames[p].rights:
                continue
            partners = self.judge.families[f].partners[origin]
            if not (moves and self.judge.families[f].either and shields >> origin & 1):
                partners &= own | others | (lanes if self.judge.families[f].either else 0)
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
                    for role in range(self.distances.transition_start[mater * MEN + kind],
                                      self.distances.transition_start[mater * MEN + kind + 1]):
                        becomes = self.distances.transition_kind[role]
                        if becomes != kind and not self.judge.families[f].castles[c].promotes >> kind & 1:
                            break
                        if uncovers or self.distances.attack_origins[(mater * MEN + becomes) * SQUARES + king] \
                                >> partner_to & 1:
                            found |= self.can_mate(unit, king_to, self.judge.royal, ONE << partner, partner_to, becomes,
                                                    king, occupied, others, moves, blockers, 0)
                elif self.judge.families[f].either and uncovers and others >> partner & 1:
                    found |= self.can_mate(unit, king_to, self.judge.royal, ONE << partner, partner_to, 0, king,
                                            occupied, others, moves, blockers, 0)
                if self.judge.families[f].either and moves and (shields >> origin | lanes >> partner) & 1 \
                        and not others >> partner & 1:
                    found |= self.can_mate(unit, king_to, self.judge.royal, ONE << partner, partner_to, 0, king,
                                            occupied, others, moves, blockers, ONE << partner)
                if self.open:
                    return True
        return found

    def can_mate(self, unit: int, target: int, kind: int, partner: int, partner_to: int, becomes: int, king: int,
                  occupied: int, others: int, moves: bool, blockers: int, stand_in: int) -> bool:
        """May a move of the mater mate? Notes what a move of the victim's men before it (`moves`) has to do for that.

        `unit` goes to `target` as a man of `kind`, and `partner` (bit, 0 for none) to `partner_to`, where it is
        `becomes` if it is the mater's. `blockers` (one at most) must have left before, and a man have arrived on
        `stand_in` (bit, 0 for none).
        """
        mater = self.mater
        at = (mater ^ 1) * SQUARES + king
        full = (1 << self.distances.flight_count[at]) - 1 | CHECKED
        arrived = ONE << target
        others &= ~arrived
        occupied = occupied & ~(ONE << self.man_squares[unit]) | arrived
        if partner:
            occupied = occupied & ~partner | ONE << partner_to
            if others & partner or stand_in:
                others = others & ~partner | ONE << partner_to
        covered = 0
        for flight in range(self.distances.flight_count[at]):
            self.openers[flight] = 0
            if others >> self.distances.flights[at * 8 + flight] & 1:
                covered |= 1 << flight
        self.openers[8] = 0
        for other in range(self.units):
            square = self.man_squares[other]
            man = self.man_kinds[other]
            if other == unit:
                square, man = target, kind
            elif partner and partner >> square & 1:
                if stand_in:
                    continue
                square, man = partner_to, becomes
            elif square == king or stand_in >> square & 1:
                continue
            bits = self.distances.zone_attacks[((mater * MEN + man) * SQUARES + king) * SQUARES + square] & full & ~covered
            while bits:
                flight = lowest(bits)
                bits &= bits - 1
                between = self.squares_between(mater, man, king if flight == 8 else self.distances.flights[at * 8 + flight], square) \
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
                self.arrive |= stand_in
            else:
                self.open = True
            return True
        found = False
        if not need & (need - 1):
            arrived = ONE << self.distances.flights[at * 8 + lowest(need)]
            if not stand_in or stand_in == arrived:
                found = True
                if leaving != FULL:
                    self.leave |= leaving
                else:
                    self.arrive |= arrived
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
