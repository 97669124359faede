# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Plans: which castlings the lines of a pattern contain.

Where each castling needs a right, is one of a few, and is its side's last, lines are told apart by the castlings
that they contain (orthodox chess: at most nine ways for both sides). The patterns of lines with a castling are those of
the position in which it has been made, with one move less. Until it is made, king and partner do not move otherwise;
lines without a castling contain none. So no distance has to allow for castlings.
"""
from __future__ import annotations

import cython

from feerie.kernel.verdict import Judge
from feerie.search.patterns.distances import SideView, distances_of

if not cython.compiled:
    from feerie.kernel.packed_move import move_kind, move_origin, move_target
    from feerie.kernel.tables import CASTLING
    from feerie.search.patterns.structs import Plan
    MAX_PLANS = 8


class CastlingPlans(SideView):
    """The castlings that lines may contain; referred to by their numbers from 1 on, 0 for none."""

    def __init__(self, judge: Judge, mating_side: int) -> None:
        super().__init__(judge, mating_side)
        self.plan_count = 0
        if not cython.compiled:
            self.plans = [Plan() for _ in range(MAX_PLANS)]

    def _plan_castlings(self) -> None:
        """Use plans instead of distances that allow for castlings, where the genre permits."""
        tables = self.judge.rules.tables
        rights, plans = int(self.judge.frames[self.judge.ply].rights), []
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
        self.distances = distances_of(tables.genre, 0)
        self.plan_count = len(plans)
        for i, (side, castle) in enumerate(plans):
            self.plans[i].side, self.plans[i].right = side, castle.right
            self.plans[i].king, self.plans[i].king_to = castle.king, castle.king_to
            self.plans[i].partner, self.plans[i].partner_to = castle.partner, castle.partner_to

    def _is_possible(self, p: int, plan: int, side: int) -> bool:
        """Has a side the right to a castling, by its number from 1 on? 0: none."""
        return not plan or self.plans[plan - 1].side == side \
            and (self.judge.frames[p].rights & self.plans[plan - 1].right) != 0

    def _keeps_to_plan(self, move: int, us: int, pending: int) -> bool:
        """Are the castlings of a pattern still possible after a move of our side (0: the mating side), and no others
        made?
        """
        plan = pending >> 4 * us & 15
        if move_kind(move) >= CASTLING:
            return plan != 0 and self.plans[plan - 1].king_to == move_target(move)
        origin = move_origin(move)
        if plan and (origin == self.plans[plan - 1].king or origin == self.plans[plan - 1].partner):
            return False
        plan = pending >> 4 * (us ^ 1) & 15
        return not plan or move_target(move) != self.plans[plan - 1].partner
