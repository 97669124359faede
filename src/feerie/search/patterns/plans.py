# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Plans: which castlings the lines of a pattern contain.

Where each castling needs a right, is one of a few, and is its side's last, lines are told apart by the castlings
that they contain (orthodox chess: at most nine ways for both sides). The patterns of lines with a castling are those of
the position in which it has been made, with one move less. Until it is made, king and partner do not move otherwise;
lines without a castling contain none. So no distance has to allow for castlings.
"""
from __future__ import annotations

import cython

from feerie.search.patterns.distances import distances_of
from feerie.search.patterns.men import TrackedMen

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_origin, move_target
    from feerie.kernel.tables import CASTLING, SQUARES
    from feerie.search.patterns.structs import Plan
    MAX_PLANS = 8


class CastlingPlans:
    """The castlings that lines may contain; referred to by their numbers from 1 on, 0 for none. `count`: how many."""

    def __init__(self, men: TrackedMen) -> None:
        self.men, self.count = men, 0
        if not cython.compiled:
            self.plans = [Plan() for _ in range(MAX_PLANS)]

    def tell_apart(self) -> None:
        """Use plans instead of distances that allow for castlings, where the genre permits."""
        tables = self.men.judge.rules.tables
        rights, plans = int(self.men.judge.frames[self.men.judge.ply].rights), []
        for side in range(2):
            of_side = sum({castle.right for family in tables.families[side] for castle in family.castles})
            for family in tables.families[side]:
                for castle in family.castles:
                    if family.inverted or family.either or not family.right_implies_home \
                            or castle.right not in tables.right_bits.values() \
                            or any((castle.promotes | castle.barred) >> man & 1 for man in family.men) \
                            or tables.rights_mask[castle.king] & of_side:
                        return
                    if castle.right & rights:
                        plans.append((side, castle))
        if len(plans) > MAX_PLANS:
            return
        self.men.distances = distances_of(tables.genre, 0)
        self.men.note_castlings()
        self.count = len(plans)
        for i, (side, castle) in enumerate(plans):
            self.plans[i].side, self.plans[i].right = side, castle.right
            self.plans[i].king, self.plans[i].king_to = castle.king, castle.king_to
            self.plans[i].partner, self.plans[i].partner_to = castle.partner, castle.partner_to

    def is_possible(self, p: int, plan: int, side: int) -> bool:
        """Whether a side has the right to a castling, by its number from 1 on; to none (0) it has."""
        return not plan or self.plans[plan - 1].side == side \
            and (self.men.judge.frames[p].rights & self.plans[plan - 1].right) != 0

    def make(self, p: int, plan: int, is_made: bool) -> None:
        """Put king and partner of a castling (its number, 0: none) where it takes them, or back, for an enumeration."""
        if plan:
            made = self.plans[plan - 1]
            self.men.man_squares[self.men.man_at[p * SQUARES + made.king]] = made.king_to if is_made else made.king
            self.men.man_squares[self.men.man_at[p * SQUARES + made.partner]] = \
                made.partner_to if is_made else made.partner

    def keeps_to(self, move: int, us: int, pending: int) -> bool:
        """Whether the castlings of a pattern are still possible after a move of our side (0: the mating side), and no
        others made.
        """
        plan = pending >> 4 * us & 15
        if move_kind(move) >= CASTLING:
            return plan != 0 and self.plans[plan - 1].king_to == move_target(move)
        origin = move_origin(move)
        if plan and (origin == self.plans[plan - 1].king or origin == self.plans[plan - 1].partner):
            return False
        plan = pending >> 4 * (us ^ 1) & 15
        return not plan or move_target(move) != self.plans[plan - 1].partner
