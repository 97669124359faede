# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The evaluation: what a position is worth to the side to move, in centipawns, from the tables of the genre alone.

Men on squares are summed as moves are made; mobility, the pressure on the squares round the enemy kings and the way of
a king to its goal are found anew at each position. The sums for the opening and the ending are mixed by the men left
("tapered evaluation", Chess Programming Wiki). The values are those of weights.py.
"""
from __future__ import annotations

from typing import Any

import cython

if not cython.compiled:
    from feerie.engine.plain import Node
    from feerie.kernel.packed_move import (
        move_kind,
        move_man,
        move_origin,
        move_partner_man,
        move_result,
        move_target,
    )
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.state import KING_MOVE_TABLE, QUIET
    from feerie.kernel.tables import ATTACK_TABLES, EN_PASSANT, MEN, MOVE_TABLES, PLAIN, SQUARES
    LONGEST_LINE, FRAMES = 120, 160


class Evaluation:
    """Evaluates the positions of a judge; `weights`: of its genre (weights.Weights).

    Methods take the frame `p`. What is known of the position at frame p stands in `nodes_at[p]`.
    """

    def __init__(self, judge: Any, weights: Any) -> None:
        self.judge, self.weights = judge, weights
        self.kinds, self.royal = weights.kinds, weights.tables.royal
        if not cython.compiled:
            self.nodes_at = [Node() for _ in range(FRAMES)]
            self.mg_square, self.eg_square = [0] * (2 * MEN * SQUARES), [0] * (2 * MEN * SQUARES)
            self.values, self.phases, self.promoting = [0] * MEN, [0] * MEN, [0] * MEN
            self.irreversible, self.to_and_fro, self.runs = [0] * (2 * MEN), [0] * MEN, [0] * (4 * SQUARES)
            self.stoppers = [0] * (2 * SQUARES)
            self.passed_mg, self.passed_eg = [0] * (2 * SQUARES), [0] * (2 * SQUARES)
            self.mobility_weight, self.attack_weight = [0] * (2 * MOVE_TABLES), [0] * (2 * MOVE_TABLES)
        self._fill()

    def _fill(self) -> None:
        weights = self.weights
        for i in range(2 * MEN * SQUARES):
            self.mg_square[i], self.eg_square[i] = weights.mg[i], weights.eg[i]
        for i in range(self.kinds):
            self.values[i], self.phases[i] = weights.values[i], weights.phases[i]
            self.promoting[i], self.to_and_fro[i] = weights.promoting[i], weights.to_and_fro[i]
            self.irreversible[i] = weights.irreversible[i]
            self.irreversible[MEN + i] = weights.irreversible[self.kinds + i]
        for i in range(4 * SQUARES):
            self.runs[i] = weights.runs[i]
        for i in range(2 * SQUARES):
            self.stoppers[i] = weights.stoppers[i]
            self.passed_mg[i], self.passed_eg[i] = weights.passed_mg[i], weights.passed_eg[i]
        self.calm, self.open_line, self.tempo = weights.calm, weights.open_line, weights.tempo
        self.guarded, self.threat = weights.guarded, weights.threat
        self.full_phase = weights.full_phase
        self.has_runs = weights.tables.genre.king_run is not None
        for side in range(2):
            for i in range(self.judge.move_table_count[side]):
                table = side * MOVE_TABLES + i
                self.mobility_weight[table] = weights.mobility_weight(self.judge.move_tables[table].man)
                self.attack_weight[table] = weights.attack_weight(self.judge.move_tables[table].man)

    def score_of(self, position: Any) -> int:
        """What the position on top of a judge is worth to the side to move, without any search."""
        self.judge.copy_from(position)
        self.sum_up(0)
        return self.evaluate(0)

    # ---------------------------------------------------------------------------------------- men on squares

    def sum_up(self, p: int) -> None:
        """Sum up men and squares at p anew."""
        mg = eg = phase = 0
        for side in range(2):
            for kind in range(self.kinds):
                bits = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[side]
                phase += popcount(bits) * self.phases[kind]
                while bits:
                    at = (side * MEN + kind) * SQUARES + lowest(bits)
                    bits &= bits - 1
                    if side:
                        mg -= self.mg_square[at]
                        eg -= self.eg_square[at]
                    else:
                        mg += self.mg_square[at]
                        eg += self.eg_square[at]
        self.nodes_at[p].mg, self.nodes_at[p].eg, self.nodes_at[p].phase = mg, eg, phase

    def make(self, p: int, move: int) -> None:
        """Make a move at p, whose position and sums are then at p + 1."""
        self.judge.make(p, p + 1, move)
        self.advance(p, move)

    def make_null(self, p: int) -> None:
        """Make a null move at p."""
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        self.nodes_at[p + 1].mg, self.nodes_at[p + 1].eg = self.nodes_at[p].mg, self.nodes_at[p].eg
        self.nodes_at[p + 1].phase = self.nodes_at[p].phase
        self.nodes_at[p + 1].quiet_plies = self.nodes_at[p].quiet_plies + 1
        self.nodes_at[p + 1].irreversible = 0
        self.nodes_at[p + 1].in_check = 0
        self.nodes_at[p + 1].move = 0

    def advance(self, p: int, move: int) -> None:
        """Bring the sums of p up to date for p + 1."""
        us = self.judge.frames[p].turn
        them = us ^ 1
        origin, target, man, becomes = move_origin(move), move_target(move), move_man(move), move_result(move)
        self.nodes_at[p + 1].move = move
        if move_kind(move) != PLAIN:
            self.sum_up(p + 1)
            lasting = move_kind(move) == EN_PASSANT or self.promoting[move_partner_man(move)] != 0
            self.nodes_at[p + 1].quiet_plies = 0 if lasting else self.nodes_at[p].quiet_plies + 1
            self.nodes_at[p + 1].irreversible = 0 if lasting else self.nodes_at[p].irreversible + 1
            return
        sign = -1 if us else 1
        a = (us * MEN + man) * SQUARES + origin
        b = (us * MEN + becomes) * SQUARES + target
        mg = self.mg_square[b] - self.mg_square[a]
        eg = self.eg_square[b] - self.eg_square[a]
        self.nodes_at[p + 1].phase = self.nodes_at[p].phase + self.phases[becomes] - self.phases[man]
        lasting = self.promoting[man] != 0
        self.nodes_at[p + 1].irreversible = 0 if self.irreversible[us * MEN + man] else \
            self.nodes_at[p].irreversible + 1
        if self.judge.frames[p].sides[them] >> target & 1:
            captured = self.judge.kind_at(p, ONE << target)
            a = (them * MEN + captured) * SQUARES + target
            mg += self.mg_square[a]
            eg += self.eg_square[a]
            self.nodes_at[p + 1].phase -= self.phases[captured]
            self.nodes_at[p + 1].irreversible = 0
            lasting = True
        self.nodes_at[p + 1].quiet_plies = 0 if lasting else self.nodes_at[p].quiet_plies + 1
        self.nodes_at[p + 1].mg = self.nodes_at[p].mg + sign * mg
        self.nodes_at[p + 1].eg = self.nodes_at[p].eg + sign * eg

    # -------------------------------------------------------------------------------------------- evaluation

    def evaluate(self, p: int) -> int:
        """What the position at p is worth to the side to move."""
        phase = self.nodes_at[p].phase
        us = self.judge.frames[p].turn
        self.mg, self.eg = self.nodes_at[p].mg, self.nodes_at[p].eg
        self.add_activity(p, 0, 1)
        self.add_activity(p, 1, -1)
        self.add_pawns(p, 0, 1)
        self.add_pawns(p, 1, -1)
        phase = phase * 256 // self.full_phase
        if phase > 256:
            phase = 256
        score = self.mg * phase + self.eg * (256 - phase)
        score = (-score if us else score) >> 8
        if self.has_runs:
            score += -self.run_score(p) if us else self.run_score(p)
        return score + self.tempo

    def add_activity(self, p: int, us: int, sign: int) -> None:
        """Add the mobility of the men of a side, and their pressure on the squares round the enemy kings.

        Squares that enemy pawns attack do not count as mobility. The pressure of several men together grows as its
        square ("king safety", Chess Programming Wiki).
        """
        own = self.judge.frames[p].sides[us]
        occupied = own | self.judge.frames[p].sides[us ^ 1]
        free = ~(own | self.pawn_attacks(p, us ^ 1))
        bits = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[us ^ 1]
        zone = bits
        while bits:
            zone |= self.judge.move_tables[KING_MOVE_TABLE + (us ^ 1)].leaps[lowest(bits)]
            bits &= bits - 1
        total = pressure = attackers = 0
        for i in range(us * MOVE_TABLES, us * MOVE_TABLES + self.judge.move_table_count[us]):
            if self.judge.move_tables[i].mode == QUIET or self.judge.move_tables[i].translation:
                continue
            men = self.judge.men_moving_by(p, i) & own
            while men:
                square = lowest(men)
                men &= men - 1
                if self.judge.move_tables[i].leaping:
                    reached = self.judge.move_tables[i].leaps[square]
                else:
                    reached = self.judge.look_up(self.judge.move_tables[i].slots, square,
                                                 self.judge.move_tables[i].segments, occupied)
                total += popcount(reached & free) * self.mobility_weight[i]
                if reached & zone:
                    attackers += 1
                    pressure += popcount(reached & zone) * self.attack_weight[i]
        danger = pressure * pressure // self.calm if attackers > 1 else pressure
        self.mg += sign * (total + danger - self.open_line * self.exposure(p, us, occupied))
        self.eg += sign * (total + danger // 4)

    def exposure(self, p: int, us: int, occupied: int) -> int:
        """How many squares see the king of a side along open lines, where enemy men run along such lines.

        Only lines that are the same from both ends count, and only a single king.
        """
        kings = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[us]
        if not kings or kings & (kings - 1):
            return 0
        seen = 0
        for i in range((us ^ 1) * ATTACK_TABLES + self.judge.leaping[us ^ 1],
                       (us ^ 1) * ATTACK_TABLES + self.judge.attack_table_count[us ^ 1]):
            if self.judge.attack_tables[i].mutual \
                    and self.judge.men_attacking_by(p, i) & self.judge.frames[p].sides[us ^ 1]:
                seen |= self.judge.look_up(self.judge.attack_tables[i].slots, lowest(kings),
                                           self.judge.attack_tables[i].segments, occupied)
        return popcount(seen & ~self.judge.frames[p].sides[us])

    def pawn_attacks(self, p: int, us: int) -> int:
        """The squares that men of a side attack which all move by the same shifts, as pawns do."""
        seen = 0
        for i in range(us * MOVE_TABLES, us * MOVE_TABLES + self.judge.shifting[us]):
            if self.judge.move_tables[i].mode != QUIET:
                men = self.judge.frames[p].men[self.judge.move_tables[i].man] & self.judge.frames[p].sides[us] \
                    & self.judge.move_tables[i].leave
                shift = self.judge.move_tables[i].shift
                seen |= men << (shift & 63) | men >> (-shift & 63)
        return seen

    def add_pawns(self, p: int, us: int, sign: int) -> None:
        """Add what men that promote are worth together: protected, attacking, and with a free way to promotion."""
        own = 0
        for kind in range(self.kinds):
            if self.promoting[kind]:
                own |= self.judge.frames[p].men[kind]
        enemy = own & self.judge.frames[p].sides[us ^ 1]
        others = self.judge.frames[p].sides[us ^ 1] & ~(own | self.judge.frames[p].men[self.royal])
        own &= self.judge.frames[p].sides[us]
        attacked = self.pawn_attacks(p, us)
        score = self.guarded * popcount(attacked & own) + self.threat * popcount(attacked & others)
        self.mg += sign * score
        self.eg += sign * score
        while own:
            square = us * SQUARES + lowest(own)
            own &= own - 1
            if not self.stoppers[square] & enemy:
                self.mg += sign * self.passed_mg[square]
                self.eg += sign * self.passed_eg[square]

    def run_score(self, p: int) -> int:
        """How near the kings are to their goals, White's less Black's; for genres in which a side has one king."""
        total = 0
        for side in range(2):
            flag = 1 if self.judge.frames[p].rights & self.judge.run_flags[side] else 0
            kings = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[side]
            if kings:
                worth = self.runs[(2 * side + flag) * SQUARES + lowest(kings)]
                total += -worth if side else worth
        return total
