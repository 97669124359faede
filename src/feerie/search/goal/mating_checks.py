# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Which checks may mate on the attacker's next move, after one more quiet move of his that is not yet known?

Asked of a position in which the attacker has passed and the defender has replied. Every check that the attacker may
give is gone through; what he can do is overestimated: his own men block no line, and what they attack stays attacked. A
check cannot mate if it leaves the king a flight square, if the king can capture the checking man, if another man can
capture it or be interposed, or if men of the attacker's own stand in its way that one move cannot all remove. What the
quiet move must not do for that to hold is kept with it (the method of analogies, see standing_replies.py): squares it
must not attack (`flight_sets`), squares it must not enter (`kept_clear`), men that must not make it (`must_stay`).

What this needs of a genre is said by `NEEDS` in standing_replies.py.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.goal.reach import Reach

if not cython.compiled:
    from feerie.kernel.compiled_rules import KING_MOVE_TABLE
    from feerie.kernel.plain import ONE, lowest, popcount, reached_from
    from feerie.kernel.tables import ATTACK_TABLES, FAMILIES, MEN, MOVE_TABLES, SQUARES
    FLIGHT_SETS = 64


class MatingChecks:
    """Can prove that no check mates at once, whatever quiet move came before."""

    def __init__(self, judge: Judge, reach: Reach) -> None:
        self.judge, self.reach, self.promotion_zone = judge, reach, 0
        if not cython.compiled:
            self.check_squares, self.flight_sets = [0] * MEN, [0] * FLIGHT_SETS
            self.partner_kinds = [0] * (2 * FAMILIES)
        self.free_castlings = [self.has_free_castlings(0), self.has_free_castlings(1)]
        self.list_partners()
        self.find_promotion_zone()

    def collect_checks(self, p: int) -> bool:
        """Collect what keeps each check that the attacker, to move at p, may have from mating; False if one may mate.

        Valid also after one more quiet move of his, whose own checks FrontierPruning.cannot_mate_next adds. False also
        if there are too many sets of flights.
        """
        us = self.judge.frames[p].turn
        self.defenders = self.judge.frames[p].sides[us ^ 1]
        bits = self.judge.frames[p].men[self.judge.royal] & self.defenders
        king = lowest(bits)
        self.victim = king
        self.defenders_without_king = self.defenders ^ bits
        self.king_targets = reached_from(self.judge.move_tables[KING_MOVE_TABLE + (us ^ 1)].slots, king, 1,
                                         self.defenders) & ~self.defenders
        self.flights = self.king_targets
        if self.flights:
            self.flights &= ~self.judge.attacked_squares(p, us, self.defenders_without_king)
        self.kept_clear = self.must_stay = self.enemy_partners = 0
        self.parrying_men = self.defenders_without_king & ~self.reach.lines_to(p, us, king, self.defenders)
        self.collect_check_squares(p, us, king)
        self.flight_set_count = 0
        for i in range(self.judge.kinds):
            bits = self.judge.frames[p].men[i] & self.judge.frames[p].sides[us]
            while bits:
                origin = lowest(bits)
                bits &= bits - 1
                if not self.add_checks_of_man(p, us, i, origin):
                    return False
        for i in range(us * FAMILIES, us * FAMILIES + self.judge.family_count):
            if self.has_right(p, i) \
                    and not (self.add_castlings(p, i) if self.judge.families[i].home_castle_count
                             else self.add_free_castlings(p, i)):
                return False
        return True

    def collect_check_squares(self, p: int, us: int, king: int) -> None:
        """Set `check_squares`, `battery_squares` and `line_squares` for checks by `us` to the king.

        Own men block no line. Two men that mask one line must stay, so that no battery arises; three are never all
        removed by the quiet move and the check. Sets `screens` and `only_screens`, for captures.
        """
        self.battery_squares = self.line_squares = self.screens = self.only_screens = 0
        for i in range(MEN):
            self.check_squares[i] = 0
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            seen = self.judge.attack_tables[i].near[king]
            if i >= us * ATTACK_TABLES + self.judge.leaping[us]:
                seen = reached_from(self.judge.attack_tables[i].slots, king,
                                    self.judge.attack_tables[i].segments, self.defenders)
                self.screens |= seen & self.defenders
                bits = (self.judge.frames[p].men[self.judge.attack_tables[i].man]
                        | self.judge.frames[p].men[self.judge.attack_tables[i].other]) \
                    & self.judge.frames[p].sides[us] & self.judge.attack_tables[i].far[king]
                while bits:
                    origin = lowest(bits)
                    bits &= bits - 1
                    between = self.judge.attack_tables[i].between[king * SQUARES + origin]
                    masks = between & self.defenders
                    if masks:
                        if not masks & (masks - 1):
                            self.only_screens |= masks
                        continue
                    self.line_squares |= between
                    masks = between & self.judge.frames[p].sides[us]
                    if not masks & (masks - 1):
                        self.battery_squares |= between
                    elif popcount(masks) == 2:
                        self.must_stay |= masks
            self.check_squares[self.judge.attack_tables[i].man] |= seen
            if self.judge.attack_tables[i].other != self.judge.attack_tables[i].man:
                self.check_squares[self.judge.attack_tables[i].other] |= seen
        self.check_squares[self.judge.royal] = 0

    def add_checks_of_man(self, p: int, us: int, man: int, origin: int) -> bool:
        """add_checks for the man on a square, by direct and discovered checks; False also for a king in a battery."""
        targets = self.reach.possible_targets(us, man, origin, self.defenders) & ~(ONE << self.victim)
        if man == self.judge.ep_man and targets & self.promotion_zone \
                and not self.add_promotions(p, us, origin, targets & self.promotion_zone):
            return False
        if not self.battery_squares >> origin & 1:
            targets &= self.check_squares[man]
        elif man == self.judge.royal:
            return False
        return self.add_checks(p, us, man, origin, targets)

    def has_right(self, p: int, f: int) -> bool:
        """Is there at p a right that castlings of a family need, or do they need none?"""
        return not self.judge.families[f].rights or self.judge.families[f].rights & self.judge.frames[p].rights != 0

    def add_castlings(self, p: int, f: int) -> bool:
        """add_checks for the castlings of a family whose rights imply that king and partner are at home."""
        us = self.judge.frames[p].turn
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
        for c in range(self.judge.families[f].home_castle_count):
            if self.judge.families[f].castles[c].right & self.judge.frames[p].rights \
                    and not self.defenders & self.judge.families[f].castles[c].empty \
                    and not self.add_castling(p, f, c, king, self.judge.families[f].castles[c].partner):
                return False
        return True

    def add_free_castlings(self, p: int, f: int) -> bool:
        """add_checks for the castlings of a family from any squares; False if one with an enemy man may give check.

        Adds the enemy men that may be partners to `enemy_partners`.
        """
        us = self.judge.frames[p].turn
        king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
        partners = self.judge.families[f].partners[king] & self.judge.partner_men(p, f) \
            & (self.judge.frames[p].sides[us] | (self.defenders_without_king if self.judge.families[f].either else 0))
        while partners:
            partner = lowest(partners)
            partners &= partners - 1
            c = self.judge.families[f].record[king * SQUARES + partner]
            if self.defenders & self.judge.families[f].castles[c].empty:
                continue
            if self.defenders >> partner & 1:
                self.enemy_partners |= ONE << partner
                if (self.line_squares >> king | self.only_screens >> partner) & 1:
                    return False
            elif not self.add_castling(p, f, c, king, partner):
                return False
        return True

    def add_castling(self, p: int, f: int, c: int, king: int, partner: int) -> bool:
        """add_checks for castling c of a family with a man of its own side as partner; False also if that may promote.
        """
        us = self.judge.frames[p].turn
        man = self.judge.kind_at(p, ONE << partner)
        if self.judge.families[f].castles[c].promotes >> man & 1:
            return False
        if not self.castling_checks(man, king, partner, self.judge.families[f].castles[c].partner_to):
            return True
        remaining = self.flights_after_castling(us, man, f, c)
        return remaining != 0 and self.add_flight_set(remaining)

    def flights_after_castling(self, us: int, man: int, f: int, c: int) -> int:
        """The flights that remain after castling c of a family with `man` as the partner."""
        king_to, target = self.judge.families[f].castles[c].king_to, self.judge.families[f].castles[c].partner_to
        return self.flights & ~(
            self.reach.attacks_from(us, man, target, self.defenders_without_king) | ONE << target | ONE << king_to
            | self.reach.attacks_from(us, self.judge.royal, king_to, self.defenders_without_king))

    def castling_checks(self, man: int, king: int, partner: int, target: int) -> bool:
        """May a castling whose partner goes to `target` give check, directly or because both leave their squares?"""
        return (self.check_squares[man] >> target | self.line_squares >> king | self.line_squares >> partner) & 1 != 0

    def may_mate_by_castling(self, p: int, us: int, man: int, square: int) -> bool:
        """May a castling mate that a move of `man` to a square has made possible? collect_checks has gone through p.

        These are the castlings with the man as the partner; after a move of the king, all that he then has.
        """
        king = square
        if man != self.judge.royal:
            king = lowest(self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[us])
            if self.enemy_partners and self.reach.attacks_from(
                    us, man, square, self.defenders_without_king & ~self.enemy_partners) >> self.victim & 1:
                return True
        for f in range(us * FAMILIES, us * FAMILIES + self.judge.family_count):
            if self.judge.families[f].home_castle_count or not self.has_right(p, f):
                continue
            partners = self.judge.families[f].partners[king]
            if man != self.judge.royal:
                partners &= ONE << square if self.partner_kinds[f] >> man & 1 else 0
            else:
                partners &= self.judge.partner_men(p, f) & ~self.judge.frames[p].men[self.judge.royal] & (
                    self.judge.frames[p].sides[us] | (self.defenders if self.judge.families[f].either else 0))
            while partners:
                partner = lowest(partners)
                partners &= partners - 1
                c = self.judge.families[f].record[king * SQUARES + partner]
                if not self.defenders & self.judge.families[f].castles[c].empty \
                        and self.castling_may_mate(p, us, man, square, f, c, king, partner):
                    return True
        return False

    def castling_may_mate(self, p: int, us: int, man: int, square: int, f: int, c: int, king: int,
                          partner: int) -> bool:
        """may_mate_by_castling for castling c of a family.

        One with an enemy man may mate where it may give check; so may all after a capture, which leaves fewer defenders
        to block lines than `flights` counts.
        """
        captured = self.defenders >> square & 1
        if man == self.judge.royal:
            if self.defenders >> partner & 1:
                return captured or (self.line_squares >> king | self.only_screens >> partner) & 1 != 0
            man = self.judge.kind_at(p, ONE << partner)
        if self.judge.families[f].castles[c].promotes >> man & 1 or captured and self.screens >> square & 1:
            return True
        return self.castling_checks(man, king, partner, self.judge.families[f].castles[c].partner_to) \
            and (captured or not self.flights_after_castling(us, man, f, c))

    def has_free_castlings(self, us: int) -> bool:
        """Has a side castlings from any squares?"""
        for f in range(us * FAMILIES, us * FAMILIES + self.judge.family_count):
            if not self.judge.families[f].home_castle_count:
                return True
        return False

    def add_checks(self, p: int, us: int, man: int, origin: int, targets: int) -> bool:
        """Add the flights that remain after a man's checks from each target; False if none remain, or it promotes."""
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            if man == self.judge.ep_man and self.promotion_zone >> target & 1:
                return False
            remaining = self.flights
            if remaining:
                remaining &= ~(self.reach.attacks_from(us, man, target, self.defenders_without_king) | ONE << target)
            if not remaining:
                if not self.is_harmless(p, us, man, origin, target, 0) \
                        and not self.add_sheltered_flights(p, us, man, origin, target):
                    return False
            elif not self.add_flight_set(remaining):
                return False
        return True

    def add_promotions(self, p: int, us: int, origin: int, targets: int) -> bool:
        """add_checks for a pawn that promotes to any man on these squares; False if it may promote to king."""
        if self.judge.king_promotion_from[us]:
            return False
        for i in range(self.judge.kinds):
            if i != self.judge.royal and i != self.judge.ep_man \
                    and not self.add_checks(p, us, i, origin, targets & self.check_squares[i]):
                return False
        return True

    def add_sheltered_flights(self, p: int, us: int, man: int, origin: int, target: int) -> bool:
        """Add the flights after a check that the attacker's own men shelter from his riders; False if there are none.

        Men that shelter a flight alone must not make the quiet move.
        """
        own = self.judge.frames[p].sides[us] & ~(ONE << origin)
        fixed = self.defenders_without_king | ONE << target
        occupied = own | fixed
        flights = self.king_targets & ~(ONE << target)
        if flights:
            flights &= ~self.reach.attacks_from(us, man, target, self.defenders_without_king)
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            bits = self.judge.men_attacking_by(p, i) & own & self.judge.attack_tables[i].approach[self.victim]
            while bits and flights:
                flights &= ~reached_from(self.judge.attack_tables[i].slots, lowest(bits),
                                         self.judge.attack_tables[i].segments, occupied)
                bits &= bits - 1
        if not flights or not self.add_flight_set(flights):
            return False
        while flights:
            square = lowest(flights)
            flights &= flights - 1
            for i in range(us * ATTACK_TABLES + self.judge.leaping[us],
                           us * ATTACK_TABLES + self.judge.attack_table_count[us]):
                bits = self.judge.men_attacking_by(p, i) & own & self.judge.attack_tables[i].reach[square]
                while bits:
                    masks = self.judge.attack_tables[i].between[square * SQUARES + lowest(bits)]
                    bits &= bits - 1
                    if not masks & fixed and not masks & own & ((masks & own) - 1):
                        self.must_stay |= masks & own
        return True

    def add_flight_set(self, remaining: int) -> bool:
        """Add a set of flights unless it is there already; False if there is no room."""
        for i in range(self.flight_set_count):
            if self.flight_sets[i] == remaining:
                return True
        if self.flight_set_count == FLIGHT_SETS:
            return False
        self.flight_sets[self.flight_set_count] = remaining
        self.flight_set_count += 1
        return True

    # ------------------------------------------------------------------------------- checks without flights

    def is_harmless(self, p: int, us: int, man: int, origin: int, target: int, moved: int) -> bool:
        """Does a check that leaves no flight square still not mate? `man` gives it from `target`, coming from `origin`.

        `moved`: the square (bit) that it left before, where it has made the quiet move; 0 otherwise, and then what the
        quiet move must not do is kept.
        """
        own = self.judge.frames[p].sides[us] & ~(ONE << origin | moved)
        line = self.reach.line_between(us, man, self.victim, target)
        blockers = ONE << target | self.reach.way_between(p, us, man, origin, target)
        if not self.battery_squares >> origin & 1:
            blockers |= line        # a man that leaves a battery gives check all the same
        blockers &= own
        if blockers:
            if not blockers & (blockers - 1) and not moved:
                self.must_stay |= blockers
            return True
        if self.king_targets >> target & 1 and not self.guards(p, us, target, own):
            return moved != 0 or self.add_flight_set(ONE << target)
        if self.battery_squares >> origin & 1:
            return False
        occupied = own | self.defenders
        parrying_men = self.parrying_men & ~(ONE << target)
        if self.has_parry(p, us ^ 1, target, occupied, parrying_men):
            if not moved:
                self.kept_clear |= self.parry_path
            return True
        while line:
            square = lowest(line)
            line &= line - 1
            if self.has_parry(p, us ^ 1, square, occupied,
                              parrying_men & ~self.reach.pawns(p)):
                if not moved:
                    self.kept_clear |= self.parry_path | ONE << square
                return True
        return False

    def guards(self, p: int, us: int, square: int, men: int) -> bool:
        """Does one of `men` attack the square if only the defenders but their king block lines?"""
        for i in range(us * ATTACK_TABLES, us * ATTACK_TABLES + self.judge.attack_table_count[us]):
            origins = self.judge.men_attacking_by(p, i) & men & self.judge.attack_tables[i].reach[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                if not self.judge.attack_tables[i].between[square * SQUARES + origin] & self.defenders_without_king:
                    return True
        return False

    def has_parry(self, p: int, them: int, square: int, occupied: int, men: int) -> bool:
        """Can one of `men` of the defender go to the square? Sets `parry_path`: its square and those it passes."""
        found = False
        for i in range(them * ATTACK_TABLES, them * ATTACK_TABLES + self.judge.attack_table_count[them]):
            origins = self.judge.men_attacking_by(p, i) & men & self.judge.attack_tables[i].reach[square]
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                between = self.judge.attack_tables[i].between[square * SQUARES + origin]
                if not between & occupied:
                    self.parry_path = between | ONE << origin
                    if not between:
                        return True
                    found = True
        return found

    def list_partners(self) -> None:
        """List the kinds of men that may be partners in each family of castlings."""
        for side in range(2):
            for f in range(side * FAMILIES, side * FAMILIES + self.judge.family_count):
                kinds: int = 0
                for i in range(self.judge.families[f].count):
                    kinds |= 1 << self.judge.families[f].men[i]
                at: int = f
                self.partner_kinds[at] = ~kinds & (1 << MEN) - 1 if self.judge.families[f].inverted else kinds

    def find_promotion_zone(self) -> None:
        """Set `promotion_zone`: the squares on which men of either side promote."""
        for side in range(2):
            for i in range(side * MOVE_TABLES, side * MOVE_TABLES + self.judge.move_table_count[side]):
                self.promotion_zone |= self.judge.move_tables[i].zone
