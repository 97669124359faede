# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Where the victim's king can be mated after one move of his side and one of the other's, if no line is blocked.

After one move of the victim's, a mating move must attack the king and all his flights. Which squares men attack from
where they stand, and after one move, is read from tables of the empty board (`Distances`). Optimistic: a square is
named too often, never left out wrongly. That a man may be interposed, or that a king in check may castle, is not
considered; both make mates fewer.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property
from feerie.search.patterns.distances import NEEDS as NEEDS_OF_DISTANCES
from feerie.search.patterns.distances import SideView

if not cython.compiled:
    from feerie.kernel.plain import FULL, ONE, lowest, popcount
    from feerie.kernel.tables import FAMILIES, MEN, NONE, SQUARES
    SIDE_MEN, MAX_CASTLINGS = 32, 64

NEEDS = NEEDS_OF_DISTANCES | Property.FREE


class MateableSquares(SideView):
    """Answers for the positions of a judge; `mating_side`: the side that mates, the other is the victim.

    It requires of a genre what `NEEDS` says, and that the victim has one king and can get no other (`applicable`).

    The mating side's men are numbered by `list_men`: man i is of kind man_kinds[i] and stands on man_squares[i].
    Without `needs_check`, `mateable_squares` are those where the king may be left without a flight, in check or not;
    without `needs_guards` those where he may be in check, with flights or not. `block_count`: how many flights one
    move of the victim's other men may block. With `kings_meet` the mating side's kings may go next to the victim's.
    """

    def __init__(self, judge: Judge, mating_side: int) -> None:
        super().__init__(judge, mating_side)
        self.needs_check = self.needs_guards = True
        self.kings_meet = False
        self.block_count = 1
        p = self.judge.ply
        kings: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mating_side ^ 1]
        own: int = self.judge.frames[p].men[self.judge.royal] & self.judge.frames[p].sides[mating_side]
        self.applicable = judge.has(NEEDS) and bool(kings) and not kings & (kings - 1) \
            and not self.judge.king_promotion_from[0] and not self.judge.king_promotion_from[1] \
            and not (own & (own - 1) and self.distances.castling_movable[mating_side * MEN + self.judge.royal])
        if not cython.compiled:
            self.partner_kinds = [0] * (2 * FAMILIES)
            self.castling_attacks, self.castling_origins = [0] * MAX_CASTLINGS, [0] * MAX_CASTLINGS
        for f in range(mating_side * FAMILIES, mating_side * FAMILIES + self.judge.family_count):
            kinds: int = 0
            for i in range(self.judge.families[f].count):
                kinds |= 1 << self.judge.families[f].men[i]
            at: int = f
            self.partner_kinds[at] = kinds ^ (1 << MEN) - 1 if self.judge.families[f].inverted else kinds

    def mateable_squares(self, p: int, kings: int) -> int:
        """Those of the squares `kings` (bits) on which the victim's king may be mated after one move of his side at p.

        Optimistic: no line is taken to be blocked. `filter_moves` uses the result.
        """
        self.king = lowest(self.judge.frames[p].men[self.judge.royal]
                           & self.judge.frames[p].sides[self.mating_side ^ 1])
        self.list_men(p)
        return self.find_mateable(p, kings)

    def find_mateable(self, p: int, kings: int) -> int:
        """`mateable_squares` of the victim's king on `king`, for the men of p as `list_men` has numbered them."""
        victim = self.mating_side ^ 1
        king = self.king
        self.mateable = kings
        if self.man_count > SIDE_MEN:
            return kings
        others = self.judge.frames[p].sides[victim] & ~(ONE << king)
        self.mateable = 0
        self.collect_attacks(p, self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1], True)
        self.all_seen, self.all_twice = self.seen, self.twice
        # if the king stays, the man that moves may block one flight
        if kings >> king & 1 and self.is_coverable(king, others, self.block_count):
            self.mateable |= ONE << king
        targets = self.distances.zone[victim * SQUARES + king] & kings & ~others & ~(ONE << king)
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            if self.is_coverable(target, others, 0):
                self.mateable |= ONE << target
        if self.distances.has_castling:
            for f in range(victim * FAMILIES, victim * FAMILIES + self.judge.family_count):
                if not self.judge.families[f].rights or self.judge.families[f].rights & self.judge.frames[p].rights:
                    self.add_castling_targets(p, f, king, kings, others)
        return self.mateable

    def is_mateable_in_two(self, p: int) -> bool:
        """Whether the victim's king may be mated after two moves of his side in a row at p. Optimistic, as
        `mateable_squares`.

        Not for positions in which castlings may still be made.
        """
        self.king = lowest(self.judge.frames[p].men[self.judge.royal]
                           & self.judge.frames[p].sides[self.mating_side ^ 1])
        self.list_men(p)
        if self.man_count > SIDE_MEN:
            return True
        near = self.distances.zone[(self.mating_side ^ 1) * SQUARES + self.king]
        others = self.judge.frames[p].sides[self.mating_side ^ 1] & ~(ONE << self.king)
        self.collect_attacks(p, self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1], True)
        if self.is_coverable(self.king, others, 2):
            return True
        targets, far = near & ~(ONE << self.king), 0
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            if self.is_coverable(target, others, 1):
                return True
            far |= self.distances.zone[(self.mating_side ^ 1) * SQUARES + target] & ~near
        while far:
            if self.is_coverable(lowest(far), others, 0):
                return True
            far &= far - 1
        return False

    def list_men(self, p: int) -> None:
        """Number the men of the mating side at p."""
        men = self.judge.frames[p].sides[self.mating_side]
        self.man_count = 0
        if popcount(men) > SIDE_MEN:
            self.man_count = SIDE_MEN + 1
            return
        for kind in range(self.judge.kinds):
            bits = self.judge.frames[p].men[kind] & men
            while bits:
                self.man_squares[self.man_count] = lowest(bits)
                self.man_kinds[self.man_count] = kind
                bits &= bits - 1
                self.man_count += 1

    # --------------------------------------------------------------- what the mating side attacks if no line is blocked

    def collect_attacks(self, p: int, occupied: int, victim_moves: bool) -> None:
        """Set which squares the mating side attacks if no line is blocked (`seen`), which it attacks at least twice
        (`twice`), and which it attacks now or after some move (`reachable`). Optimistic: never misses an attack.

        Lists what the mating side's castlings attack, too. `occupied`: all men; `victim_moves`: one of the victim's
        moves first, unless he has castled.
        """
        mating_side = self.mating_side
        self.seen = self.twice = self.castling_count = self.reachable = self.castling_reach = 0
        for man in range(self.man_count):
            at = (mating_side * MEN + self.man_kinds[man]) * SQUARES + self.man_squares[man]
            attacks = self.distances.attacks[at]
            self.reachable |= self.distances.attacks_after_move[at]
            if self.kings_meet and self.man_kinds[man] == self.judge.royal:
                attacks |= ONE << self.man_squares[man]     # a king is not captured: no flight
                self.reachable |= self.distances.zone[mating_side * SQUARES + self.man_squares[man]]
            self.twice |= self.seen & attacks
            self.seen |= attacks
            if self.distances.has_castling and self.man_kinds[man] == self.judge.royal:
                for f in range(mating_side * FAMILIES, mating_side * FAMILIES + self.judge.family_count):
                    self.collect_castling_attacks(p, f, self.man_squares[man], occupied, victim_moves)
        self.reachable |= self.seen | self.castling_reach

    def collect_castling_attacks(self, p: int, f: int, origin: int, occupied: int, victim_moves: bool) -> None:
        """List what king and partner attack after each castling of a family with the king on `origin`.

        A partner of the victim's attacks nothing, but his king cannot step to its square. The partner may only just
        have come to the square that it is taken from. For the other arguments see `collect_attacks`.
        """
        mating_side = self.mating_side
        for man in range(self.man_count):
            square, moved = self.man_squares[man], self.man_kinds[man]
            if not self.judge.families[f].partners[origin] >> square & 1 or not self.partner_kinds[f] >> moved & 1:
                continue
            c = self.judge.families[f].record[origin * SQUARES + square]
            if not self.may_castle_next(p, f, c, occupied, victim_moves):
                continue
            for role in range(self.distances.transition_start[mating_side * MEN + moved],
                              self.distances.transition_start[mating_side * MEN + moved + 1]):
                kind = self.distances.transition_kind[role]
                if kind == moved or self.judge.families[f].castles[c].promotes >> moved & 1:
                    attacks = self.distances.attacks[
                        (mating_side * MEN + kind) * SQUARES + self.judge.families[f].castles[c].partner_to]
                    self.add_castling_attacks(origin, self.judge.families[f].castles[c].king_to, attacks)
        if self.judge.families[f].either:
            others = self.judge.families[f].partners[origin]
            if not victim_moves:
                others &= occupied
            while others:
                c = self.judge.families[f].record[origin * SQUARES + lowest(others)]
                if self.may_castle_next(p, f, c, occupied, victim_moves):
                    self.add_castling_attacks(origin, self.judge.families[f].castles[c].king_to,
                                              ONE << self.judge.families[f].castles[c].partner_to)
                others &= others - 1

    def may_castle_next(self, p: int, f: int, c: int, occupied: int, victim_moves: bool) -> bool:
        """Whether castling c of family f may come after one move of the victim's: it needs its right and empty squares.

        A plain move of the victim's leaves one square, a castling of one of his kings two; a capture en passant removes
        a man of the mating side, too.
        """
        right = self.judge.families[f].castles[c].right
        if right and not right & self.judge.frames[p].rights:
            return False
        blockers = occupied & self.judge.families[f].castles[c].empty
        if not blockers:
            return True
        return victim_moves and (self.judge.frames[p].ep_square != NONE
                                 or not blockers & self.judge.frames[p].sides[self.mating_side]
                                 and popcount(blockers) <= self.block_count)

    def add_castling_attacks(self, origin: int, target: int, attacks: int) -> None:
        """List the attacks after a castling that takes the king from `origin` to `target`; `attacks`: the partner's."""
        attacks |= self.distances.attacks[(self.mating_side * MEN + self.judge.royal) * SQUARES + target]
        if self.kings_meet:
            attacks |= ONE << target
        if self.castling_count and self.castling_count <= MAX_CASTLINGS \
                and self.castling_attacks[self.castling_count - 1] == attacks \
                and self.castling_origins[self.castling_count - 1] == origin:
            return          # squares on one line: what the castlings attack is the same
        if self.castling_count < MAX_CASTLINGS:
            self.castling_attacks[self.castling_count] = attacks
            self.castling_origins[self.castling_count] = origin
            self.castling_reach |= self.castling_attacks[self.castling_count]
        else:
            self.castling_reach = FULL
        self.castling_count += 1

    def add_castling_targets(self, p: int, f: int, king: int, kings: int, others: int) -> None:
        """Add to `mateable` the squares where castlings of a family of the victim's take his king to be mated."""
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        partners = self.judge.families[f].partners[king] & (occupied if self.judge.families[f].either else others)
        while partners:
            partner = lowest(partners)
            partners &= partners - 1
            c = self.judge.families[f].record[king * SQUARES + partner]
            target = self.judge.families[f].castles[c].king_to
            arrived = self.judge.families[f].castles[c].partner_to
            if not kings >> target & ~self.mateable >> target & 1 \
                    or self.judge.families[f].castles[c].empty & occupied:
                continue
            after = others
            if others >> partner & 1:
                after = others & ~(ONE << partner) | ONE << arrived
            now = occupied & ~(ONE << king | ONE << partner) | ONE << target | ONE << arrived
            moved = -1              # the number of the partner where it is the mating side's
            for man in range(self.man_count):
                if self.man_squares[man] == partner:
                    moved = man
                    self.man_squares[man] = arrived
            self.collect_attacks(p, now, False)
            if self.judge.families[f].castles[c].promotes or self.is_coverable(target, after, 0):
                self.mateable |= ONE << target
            if moved >= 0:
                self.man_squares[moved] = partner

    # --------------------------------------------------------------------------------------- one square of the king

    def is_coverable(self, king: int, others: int, gaps: int) -> bool:
        """Whether one move of the mating side may attack the king on this square and all but `gaps` of his flights.

        Squares of his own men (`others`) are not flights. `collect_attacks` must have been called for the position.
        """
        zone = ONE << king
        if self.needs_guards:
            zone = self.distances.zone[(self.mating_side ^ 1) * SQUARES + king] & ~others
        rest = zone & ~self.seen
        if self.is_covered(rest, king, gaps):
            return True
        if not self.is_covered(zone & ~self.reachable, king, gaps):
            return False
        for man in range(self.man_count):
            if self.man_squares[man] == king:
                continue
            at = (self.mating_side * MEN + self.man_kinds[man]) * SQUARES + self.man_squares[man]
            unseen = zone & ~(self.twice | self.seen & ~self.distances.attacks[at])     # by the men that stay
            rest = unseen & ~self.distances.attacks_after_move[at]
            if self.is_covered(rest, king, gaps) and self.covering_targets(man, king, unseen, gaps):
                return True
            if self.man_kinds[man] == self.judge.royal and self.distances.has_castling \
                    and self.is_covered(unseen & ~self.castling_reach, king, gaps) \
                    and self.covers_by_castling(self.man_squares[man], king, unseen, gaps):
                return True
        return False

    def is_covered(self, rest: int, king: int, gaps: int) -> bool:
        """Whether the king's square is attacked, if it must be, and all flights but `gaps`; `rest`: what is not."""
        if rest >> king & 1:
            return not self.needs_check and popcount(rest) <= gaps + 1
        return popcount(rest) <= gaps

    def covering_targets(self, man: int, king: int, need: int, gaps: int) -> int:
        """The targets of one move from which a man of the mating side may attack all squares `need` but `gaps` flights.

        The targets are counted by the flights that they leave open, none, one or two (`gaps` is 2 at most).
        """
        at = self.mating_side * MEN + self.man_kinds[man]
        royal = self.man_kinds[man] == self.judge.royal
        found = 0
        for role in range(self.distances.transition_start[at], self.distances.transition_start[at + 1] + royal):
            attackers = (self.mating_side * MEN + (
                self.judge.royal if royal else self.distances.transition_kind[role])) * SQUARES
            none = self.distances.zone[self.mating_side * SQUARES + self.man_squares[man]] if royal \
                else self.distances.move_targets[role * SQUARES + self.man_squares[man]]
            if self.needs_check and need >> king & 1:
                none &= self.distances.attack_origins[attackers + king]
            one = two = 0
            flights = need & ~(ONE << king)
            while flights and none | one | two:
                origins = self.distances.attack_origins[attackers + lowest(flights)]
                if royal and self.kings_meet:
                    origins |= flights & -flights
                flights &= flights - 1
                if gaps > 1:
                    two = two & origins | one & ~origins
                if gaps:
                    one = one & origins | none & ~origins
                none &= origins
            found |= none | one | two
        return found

    def covers_by_castling(self, origin: int, king: int, need: int, gaps: int) -> bool:
        """Whether a castling of the mating side's king on `origin` may attack all squares `need` but `gaps` flights."""
        for i in range(self.castling_count):
            if i >= MAX_CASTLINGS:
                return True
            rest = need & ~self.castling_attacks[i]
            if self.castling_origins[i] == origin and self.is_covered(rest, king, gaps):
                return True
        return False
