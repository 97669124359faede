# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The evaluation: what a position is worth to the side to move, in centipawns, from the tables of the genre alone.

The values of men on squares are summed incrementally as moves are made; mobility, the pressure on the squares round the
enemy kings and the way of a king to its goal are computed afresh for each position. The sums for the opening and the
ending are blended by the men left ("tapered evaluation", Chess Programming Wiki). The values are those of weights.py.
"""
from __future__ import annotations

import cython

from feerie.engine.net import Accumulator, Net
from feerie.engine.scaling import Scaling
from feerie.engine.weights import Scale, Weights
from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.engine.engine_structs import AttackLookup, RiderTable, SearchNode, Structure
    from feerie.kernel.compiled_rules import KING_MOVE_TABLE, QUIET
    from feerie.kernel.packed_move import (
        move_kind,
        move_man,
        move_origin,
        move_partner_man,
        move_result,
        move_target,
    )
    from feerie.kernel.plain import FULL, ONE, SPREAD, kind_on, lowest, popcount, reached_from
    from feerie.kernel.tables import ATTACK_TABLES, EN_PASSANT, FAMILIES, MEN, MOVE_TABLES, PLAIN, SQUARES
    LONGEST_LINE, FRAMES, STRUCTURES, ATTACK_LOOKUPS = 120, 160, 2048, 2 * MOVE_TABLES
    KING_STEP = 20

NEEDS = Property.LINES
"""Men are looked up by kind, and in tables what they attack. Else GeneralEvaluation evaluates."""
NEEDS_OF_SUMS = Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER | Property.SMALL
"""A plain move changes what it says, and nothing comes back that is captured. Else sums are made afresh, and a position
may recur after any move."""


class Evaluation:
    """Evaluates the positions of a judge; `weights`: of its genre (weights.Weights).

    Methods take the frame `p`. What is known of the position at frame p is in `nodes_at[p]`.
    """

    def __init__(self, judge: Judge, weights: Weights) -> None:
        self.judge, self.weights = judge, weights
        self.keeps_sums = judge.has(NEEDS_OF_SUMS)
        if not cython.compiled:
            self.nodes_at = [SearchNode() for _ in range(FRAMES)]
            self.mg_square, self.eg_square = [0] * (2 * MEN * SQUARES), [0] * (2 * MEN * SQUARES)
            self.values, self.phases, self.promoting = [0] * MEN, [0] * MEN, [0] * MEN
            self.irreversible, self.reversible, self.runs = [0] * (2 * MEN), [0] * MEN, [0] * (4 * SQUARES)
            self.structures, self.structural = [Structure() for _ in range(STRUCTURES)], [0] * MEN
            self.structural_count, self.is_structural = 0, [False] * MEN
            self.stoppers = [0] * (2 * SQUARES)
            self.parts, self.riders, self.mop_up_squares = [0] * MEN, [False] * MEN, [0] * (3 * SQUARES)
            self.passed_mg, self.passed_eg = [0] * (2 * SQUARES), [0] * (2 * SQUARES)
            self.mobility_weight, self.attack_weight = [0] * MEN, [0] * MEN
            self.ways, self.helpers = [0] * (2 * SQUARES), [0] * (2 * SQUARES)
            self.promotion_nearness = [0] * (2 * SQUARES)
            self.nearness, self.steps = [0] * (2 * SQUARES), [0] * (SQUARES * SQUARES)
            self.attack_lookups, self.attack_lookup_count = [AttackLookup() for _ in range(2 * ATTACK_LOOKUPS)], [0, 0]
            self.lines, self.line_count = [RiderTable() for _ in range(2 * ATTACK_TABLES)], [0, 0]
            self.paired, self.pair_count = [0] * MEN, 0
            self.by_value = [0] * MEN
            self.seen, self.zones, self.pressure, self.attackers = [0, 0], [0, 0], [0, 0], [0, 0]
        self.use_net(None)
        self._fill()

    def use_net(self, net: Net | None) -> None:
        """Evaluate by a net, alone or added to the tables, as its file says; by the tables alone if it is None."""
        self.net, self.uses_net = None if net is None else Accumulator(net), net is not None
        self.net_adds = net is not None and net.file.adds

    def _fill(self) -> None:
        """Take what the weights say."""
        weights = self.weights
        self.kinds, self.royal = weights.kinds, weights.tables.royal
        for i in range(2 * MEN * SQUARES):
            self.mg_square[i], self.eg_square[i] = weights.mg[i], weights.eg[i]
        for i in range(self.kinds):
            self.values[i], self.phases[i] = weights.values[i], weights.phases[i]
            self.promoting[i], self.reversible[i] = weights.promoting[i], weights.reversible[i]
            self.parts[i], self.riders[i] = weights.parts[i], weights.riders[i]
            self.irreversible[i] = weights.irreversible[i]
            self.irreversible[MEN + i] = weights.irreversible[self.kinds + i]
        for i in range(4 * SQUARES):
            self.runs[i] = weights.runs[i]
        for i in range(3 * SQUARES):
            self.mop_up_squares[i] = weights.mop_up_squares[i]
        for i in range(2 * SQUARES):
            self.stoppers[i] = weights.stoppers[i]
            self.passed_mg[i], self.passed_eg[i] = weights.passed_mg[i], weights.passed_eg[i]
        self.danger_divisor, self.open_line, self.tempo = weights.danger_divisor, weights.open_line, weights.tempo
        self.guarded, self.threat = weights.guarded, weights.threat
        self.pair, self.pair_eg = weights.scale.pair, weights.scale.pair_eg
        self.full_phase = weights.full_phase
        self.has_exchanges, self.plain_castlings = weights.has_exchanges, False
        self.has_runs = weights.tables.genre.king_run is not None
        for i in range(self.kinds):
            self.mobility_weight[i], self.attack_weight[i] = weights.mobility_weight(i), weights.attack_weight(i)
        self._list_structural()
        self._list_attack_lookups()
        self._list_lines()
        self._fill_scale(weights.scale)
        self.scaling = Scaling(self.judge, weights)
        for i in range(2 * SQUARES):
            self.promotion_nearness[i] = weights.promotion_nearness[i]
            self.ways[i], self.helpers[i], self.nearness[i] = weights.ways[i], weights.helpers[i], weights.nearness[i]
        for i in range(SQUARES * SQUARES):
            self.steps[i] = weights.king_steps[i]

    def _list_structural(self) -> None:
        """List the kinds that promote or all move by the same shifts, and those that have `parts`."""
        shifted = {self.judge.move_tables[side * MOVE_TABLES + i].man
                   for side in range(2) for i in range(self.judge.shifting[side])}
        self.structural_count = self.pair_count = 0
        for kind in range(self.kinds):
            self.is_structural[kind] = self.promoting[kind] != 0 or kind in shifted
            if self.is_structural[kind]:
                self.structural[self.structural_count] = kind
                self.structural_count += 1
            if self.parts[kind]:
                self.paired[self.pair_count] = kind
                self.pair_count += 1

    def _list_attack_lookups(self) -> None:
        """List the kinds of each side with the move tables by which they attack, except kings and translations.

        They are sorted by `more_valuable`, the number of kinds in by_value that are more valuable.
        """
        more_valuable = self._order_by_value()
        for side in range(2):
            found = []
            for i in range(side * MOVE_TABLES, side * MOVE_TABLES + self.judge.move_table_count[side]):
                if self.judge.move_tables[i].mode != QUIET and not self.judge.move_tables[i].translation:
                    found += [(more_valuable[kind], kind, i)
                              for kind in {self.judge.move_tables[i].man, self.judge.move_tables[i].other}]
            self.attack_lookup_count[side] = 0
            for count, kind, i in sorted(found):
                at = side * ATTACK_LOOKUPS + self.attack_lookup_count[side]
                self.attack_lookups[at].slots, self.attack_lookups[at].leaps = \
                    self.judge.move_tables[i].slots, self.judge.move_tables[i].leaps
                self.attack_lookups[at].leaping, self.attack_lookups[at].segments = \
                    self.judge.move_tables[i].leaping, self.judge.move_tables[i].segments
                self.attack_lookups[at].man, self.attack_lookups[at].more_valuable = kind, count
                self.attack_lookups[at].mobility, self.attack_lookups[at].attack = \
                    self.mobility_weight[kind], self.attack_weight[kind]
                self.attack_lookup_count[side] += 1

    def _order_by_value(self) -> dict[int, int]:
        """Order by value the kinds that are neither kings nor pawns; by kind, how many of them are more valuable.

        They form groups, each more valuable than the next; the kinds within a group count as equal.
        """
        kinds = sorted((kind for kind in range(self.kinds) if kind != self.royal and not self.promoting[kind]),
                       key=lambda kind: -self.values[kind])
        more_valuable: dict[int, int] = dict.fromkeys(range(self.kinds), 0)
        first: int = 0
        for i, kind in enumerate(kinds):
            if i and self.values[kinds[i - 1]] > self.values[kind] + 100:
                first = i
            self.by_value[i], more_valuable[kind] = kind, first
        return more_valuable

    def _list_lines(self) -> None:
        """List the attack tables of each side's riders whose lines are the same from both ends."""
        for side in range(2):
            self.line_count[side] = 0
            for i in range(side * ATTACK_TABLES + self.judge.leaping[side],
                           side * ATTACK_TABLES + self.judge.attack_table_count[side]):
                if self.judge.attack_tables[i].mutual:
                    at = side * ATTACK_TABLES + self.line_count[side]
                    self.lines[at].slots = self.judge.attack_tables[i].slots
                    self.lines[at].segments = self.judge.attack_tables[i].segments
                    self.lines[at].man, self.lines[at].other = \
                        self.judge.attack_tables[i].man, self.judge.attack_tables[i].other
                    self.line_count[side] += 1

    def _fill_scale(self, scale: Scale) -> None:
        self.lesser, self.weak, self.hanging, self.shelter = scale.lesser, scale.weak, scale.hanging, scale.shelter
        self.most_pressure = scale.most_pressure
        self.doubled, self.doubled_eg = scale.doubled, scale.doubled_eg
        self.isolated, self.isolated_eg = scale.isolated, scale.isolated_eg
        self.right, self.partner, self.exchange_promotion = scale.right, scale.partner, scale.exchange_promotion
        self.king_far, self.king_near, self.way_free, self.way_safe = \
            scale.king_far, scale.king_near, scale.way_free, scale.way_safe

    def score_of(self, position: Judge) -> int:
        """What the position on top of a judge is worth to the side to move, without any search."""
        self.judge.copy_from(position)
        self.sum_up(0)
        return self.evaluate(0)

    # ---------------------------------------------------------------------------------------- men on squares

    def sum_up(self, p: int) -> None:
        """Sum up men and squares at p afresh."""
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
        self.nodes_at[p].structure = self.structure_key(p)

    @cython.final
    def make_null(self, p: int) -> None:
        """Make a null move at p."""
        self.judge.copy_frame(p, p + 1)
        self.judge.null_move(p + 1)
        self.nodes_at[p + 1].mg, self.nodes_at[p + 1].eg = self.nodes_at[p].mg, self.nodes_at[p].eg
        self.nodes_at[p + 1].phase = self.nodes_at[p].phase
        self.nodes_at[p + 1].structure = self.nodes_at[p].structure
        self.nodes_at[p + 1].quiet_plies = self.nodes_at[p].quiet_plies + 1
        self.nodes_at[p + 1].irreversible = 0
        self.nodes_at[p + 1].in_check = 0
        self.nodes_at[p + 1].move = 0

    def advance(self, p: int, move: int) -> None:
        """Derive the sums at p + 1 from those at p and the move between them."""
        us = self.judge.frames[p].turn
        them = us ^ 1
        origin, target, man, becomes = move_origin(move), move_target(move), move_man(move), move_result(move)
        self.nodes_at[p + 1].move = move
        if move_kind(move) != PLAIN or not self.keeps_sums:
            self.sum_up(p + 1)
            if move_kind(move) == PLAIN:
                lasting = self.promoting[man] != 0 or self.judge.frames[p].sides[them] >> target & 1
            else:
                lasting = move_kind(move) == EN_PASSANT or self.promoting[move_partner_man(move)] != 0
            self.nodes_at[p + 1].quiet_plies = 0 if lasting else self.nodes_at[p].quiet_plies + 1
            self.nodes_at[p + 1].irreversible = 0 if lasting and self.keeps_sums else \
                self.nodes_at[p].irreversible + 1
            return
        sign = -1 if us else 1
        a = (us * MEN + man) * SQUARES + origin
        b = (us * MEN + becomes) * SQUARES + target
        mg = self.mg_square[b] - self.mg_square[a]
        eg = self.eg_square[b] - self.eg_square[a]
        self.nodes_at[p + 1].phase = self.nodes_at[p].phase + self.phases[becomes] - self.phases[man]
        lasting = self.promoting[man] != 0
        structural = self.is_structural[man] | self.is_structural[becomes]
        self.nodes_at[p + 1].irreversible = 0 if self.irreversible[us * MEN + man] else \
            self.nodes_at[p].irreversible + 1
        if self.judge.frames[p].sides[them] >> target & 1:
            captured = kind_on(self.judge.frames, p, ONE << target)
            structural |= self.is_structural[captured]
            a = (them * MEN + captured) * SQUARES + target
            mg += self.mg_square[a]
            eg += self.eg_square[a]
            self.nodes_at[p + 1].phase -= self.phases[captured]
            self.nodes_at[p + 1].irreversible = 0
            lasting = True
        self.nodes_at[p + 1].structure = self.structure_key(p + 1) if structural else self.nodes_at[p].structure
        self.nodes_at[p + 1].quiet_plies = 0 if lasting else self.nodes_at[p].quiet_plies + 1
        self.nodes_at[p + 1].mg = self.nodes_at[p].mg + sign * mg
        self.nodes_at[p + 1].eg = self.nodes_at[p].eg + sign * eg

    def waiting_men(self, p: int) -> int:
        """How many men of the side to move can move back and forth."""
        men = 0
        for kind in range(self.kinds):
            if self.reversible[kind]:
                men |= self.judge.frames[p].men[kind]
        return popcount(men & self.judge.frames[p].sides[self.judge.frames[p].turn])

    # -------------------------------------------------------------------------------------------- evaluation

    def evaluate(self, p: int) -> int:
        """What the position at p is worth to the side to move."""
        for side in range(2):
            if not self.judge.frames[p].sides[side] & (self.judge.frames[p].sides[side] - 1):
                value = self.mop_up(p, side)
                if value:
                    return -value if self.judge.frames[p].turn == side else value
        if not self.uses_net:
            return self.scaled(p, self.by_tables(p))
        value = self.net.evaluate(self.judge, p)
        return self.scaled(p, value + self.by_tables(p) if self.net_adds else value)

    def is_final(self, p: int) -> bool:
        """Whether searches do not correct the evaluation of p: the men alone say that little is left of a lead."""
        return self.scaling.knows_material(p)

    def scaled(self, p: int, value: int) -> int:
        """A value, less what the side that is ahead at p cannot make use of."""
        if self.has_runs:
            return value
        us = self.judge.frames[p].turn
        return value * self.scaling.share(p, us if value > 0 else us ^ 1) >> 6

    @cython.final
    def mop_up(self, p: int, lone: int) -> int:
        """What the position at p, where a side has one man, is worth to the other side; 0 if it is not judged here.

        ("Mop-up evaluation", Chess Programming Wiki.) It is judged here in genres without a king run, if a lone king
        faces a single king with riders that can mate it and without men that promote. The lone king is driven into a
        corner; if the only riders are men of kinds with `parts`, all in the same part, into a corner of that part, as
        with bishop and knight.
        """
        king = self.judge.frames[p].sides[lone]
        others = self.judge.frames[p].sides[lone ^ 1]
        own_king = self.judge.frames[p].men[self.royal] & others
        if self.has_runs or not king & self.judge.frames[p].men[self.royal] \
                or not own_king or own_king & (own_king - 1):
            return 0
        value = parts = riders = free = 0
        for kind in range(self.kinds):
            men = self.judge.frames[p].men[kind] & others
            if not men or kind == self.royal:
                continue
            if self.promoting[kind]:
                return 0
            value += popcount(men) * self.values[kind]
            if self.parts[kind]:
                riders |= self.riders[kind]
                parts |= (men & self.parts[kind] != 0) + 2 * (men & ~self.parts[kind] != 0)
            else:
                free = 1
                if self.riders[kind]:
                    riders, parts = 1, 3
        if not riders or parts != 3 and not free:
            return 0
        place = 0 if parts == 3 else parts
        return value + self.mop_up_squares[place * SQUARES + lowest(king)] \
            + KING_STEP * (5 - self.steps[lowest(own_king) * SQUARES + lowest(king)])

    def by_tables(self, p: int) -> int:
        """The evaluation of p from the tables."""
        self.mg, self.eg = self.nodes_at[p].mg, self.nodes_at[p].eg
        i = self.structure(p)
        self.mg += self.structures[i].mg
        self.eg += self.structures[i].eg
        score = self.threats(p, 0, i) - self.threats(p, 1, i)
        self.mg += score
        self.eg += score
        score = self.pairs(p, 0) - self.pairs(p, 1)
        self.mg += self.pair * score
        self.eg += self.pair_eg * score
        self.seen[0], self.seen[1] = self.structures[i].attacked[0], self.structures[i].attacked[1]
        self.add_activity(p, 0, 1, self.structures[i].attacked[1])
        self.add_activity(p, 1, -1, self.structures[i].attacked[0])
        if self.has_exchanges and not self.plain_castlings:
            self.add_castlings(p, 0, 1, self.structures[i].pawns[0])
            self.add_castlings(p, 1, -1, self.structures[i].pawns[1])
        self.add_safety(p, 0, 1, self.structures[i].pawns[0])
        self.add_safety(p, 1, -1, self.structures[i].pawns[1])
        if self.structures[i].passed[0]:
            self.add_passers(p, 0, 1, self.structures[i].passed[0])
        if self.structures[i].passed[1]:
            self.add_passers(p, 1, -1, self.structures[i].passed[1])
        return self.blended(p)

    def blended(self, p: int) -> int:
        """The sums for the opening and the ending blended by the men left at p, for the side to move.

        With the tempo and, in genres with king runs, how far the kings are.
        """
        us = self.judge.frames[p].turn
        phase = self.nodes_at[p].phase * 256 // self.full_phase
        if phase > 256:
            phase = 256
        score = self.mg * phase + self.eg * (256 - phase)
        score = (-score if us else score) >> 8
        if self.has_runs:
            score += -self.run_score(p) if us else self.run_score(p)
        return score + self.tempo

    def structure_key(self, p: int) -> int:
        """A key of the men at p that promote or all move by the same shifts; never 0."""
        key = 0
        for i in range(self.structural_count):
            men = self.judge.frames[p].men[self.structural[i]]
            key = (key ^ men & self.judge.frames[p].sides[0]) * SPREAD & FULL
            key ^= key >> 32
            key = (key ^ men & self.judge.frames[p].sides[1]) * SPREAD & FULL
            key ^= key >> 32
        return key | 1

    @cython.final
    def structure(self, p: int) -> int:
        """The index in `structures` of what is known of the pawns at p ("pawn hash table", Chess Programming Wiki)."""
        key = self.nodes_at[p].structure
        i = key >> 1 & (STRUCTURES - 1)
        if self.structures[i].key != key:
            self.structures[i].key = key
            self.structures[i].mg = self.structures[i].eg = 0
            self.add_pawns(p, 0, 1, i)
            self.add_pawns(p, 1, -1, i)
        return i

    @cython.final
    def add_activity(self, p: int, us: int, sign: int, attacked: int) -> None:
        """Add the mobility of the men of a side, and find what they attack.

        Squares that enemy pawns attack (`attacked`) do not count as mobility.
        """
        own = self.judge.frames[p].sides[us]
        enemy = self.judge.frames[p].sides[us ^ 1]
        occupied = own | enemy
        free = ~(own | attacked)
        bits = self.judge.frames[p].men[self.royal] & enemy
        zone = bits
        while bits:
            zone |= self.judge.move_tables[KING_MOVE_TABLE + (us ^ 1)].leaps[lowest(bits)]
            bits &= bits - 1
        self.zones[us ^ 1] = zone
        total = pressure = joined = 0
        dear = seen = attackers = threatened = 0
        for i in range(us * ATTACK_LOOKUPS, us * ATTACK_LOOKUPS + self.attack_lookup_count[us]):
            men = self.judge.frames[p].men[self.attack_lookups[i].man] & own
            if not men:
                continue
            while joined < self.attack_lookups[i].more_valuable:
                dear |= self.judge.frames[p].men[self.by_value[joined]]
                joined += 1
            reached = 0
            moves = near = 0
            while men:
                square = lowest(men)
                bits = self.attack_lookups[i].leaps[square] if self.attack_lookups[i].leaping \
                    else reached_from(self.attack_lookups[i].slots, square, self.attack_lookups[i].segments, occupied)
                reached |= bits
                moves += popcount(bits & free)
                bits &= zone
                near += popcount(bits)
                attackers |= men & -men if bits else 0
                men &= men - 1
            seen |= reached
            threatened |= reached & dear
            total += moves * self.attack_lookups[i].mobility
            pressure += near * self.attack_lookups[i].attack
        self.seen[us] |= seen
        self.pressure[us] = pressure
        self.attackers[us] = popcount(attackers)
        total += self.lesser * popcount(threatened & enemy)
        self.mg += sign * total
        self.eg += sign * total

    @cython.final
    def add_safety(self, p: int, us: int, sign: int, pawns: int) -> None:
        """Add the pressure of the men of a side on the squares round the enemy kings, and what shelters its own king.

        The pressure of several men together counts by its square ("king safety", Chess Programming Wiki); squares that
        only the king guards count more.
        """
        enemy = self.judge.frames[p].sides[us ^ 1]
        loose = self.seen[us] & ~self.seen[us ^ 1]
        pressure = self.pressure[us] + self.weak * popcount(loose & self.zones[us ^ 1])
        if self.attackers[us] > 1:
            pressure = min(pressure, self.most_pressure)
            danger = pressure * pressure // self.danger_divisor
        else:
            danger = self.pressure[us]
        hanging = popcount(loose & enemy & ~self.judge.frames[p].men[self.royal])
        self.mg += sign * (danger + self.hanging * hanging + self.shelter * popcount(pawns & self.zones[us])
                           - self.open_line * self.exposure(p, us, enemy | self.judge.frames[p].sides[us]))
        self.eg += sign * (danger // 4 + self.hanging * hanging)

    @cython.final
    def add_castlings(self, p: int, us: int, sign: int, pawns: int) -> None:
        """Add what exchanges of king and partner, and the right to castlings that spend it, are worth: see Scale.

        `pawns`: the side's men that promote. Only for sides with one king.
        """
        kings = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[us]
        if not kings or kings & (kings - 1):
            return
        king = lowest(kings)
        for f in range(us * FAMILIES, us * FAMILIES + self.judge.family_count):
            if self.judge.families[f].rights and not self.judge.families[f].rights & self.judge.frames[p].rights:
                continue
            if self.judge.families[f].spends_right:
                self.mg += sign * self.right
                self.eg += sign * (self.right >> 2)
            elif self.judge.families[f].swap:
                men = self.judge.partner_men(p, f) & self.judge.families[f].partners[king] \
                    & self.judge.frames[p].sides[us]
                self.mg += sign * self.partner * popcount(men & ~pawns & ~self.seen[us ^ 1])
                if men & pawns:
                    self.eg += sign * self.exchange_promotion * self.promotion_nearness[us * SQUARES + king]

    @cython.final
    def add_passers(self, p: int, us: int, sign: int, men: int) -> None:
        """Add how near the kings are to men that no enemy pawn can stop, and whether other men stop these."""
        own_kings = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[us]
        kings = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[us ^ 1]
        if not kings or not own_kings:
            return
        occupied = self.judge.frames[p].sides[0] | self.judge.frames[p].sides[1]
        worth = 0
        own_king = lowest(own_kings) * SQUARES
        king = lowest(kings) * SQUARES
        while men:
            square = lowest(men)
            men &= men - 1
            value = self.king_far * self.steps[king + square] - self.king_near * self.steps[own_king + square]
            way = self.ways[us * SQUARES + square]
            if not way & occupied:
                value += self.way_safe if not way & self.seen[us ^ 1] else self.way_free
            worth += value * self.nearness[us * SQUARES + square] >> 8
        self.eg += sign * worth
        self.mg += sign * (worth >> 2)

    @cython.final
    def exposure(self, p: int, us: int, occupied: int) -> int:
        """How many squares see the king of a side along open lines, of the kinds that enemy men move along.

        Only lines that are the same from both ends count, and only a single king.
        """
        kings = self.judge.frames[p].men[self.royal] & self.judge.frames[p].sides[us]
        if not kings or kings & (kings - 1):
            return 0
        seen = 0
        square = lowest(kings)
        enemy = self.judge.frames[p].sides[us ^ 1]
        for i in range((us ^ 1) * ATTACK_TABLES, (us ^ 1) * ATTACK_TABLES + self.line_count[us ^ 1]):
            if (self.judge.frames[p].men[self.lines[i].man] | self.judge.frames[p].men[self.lines[i].other]) & enemy:
                seen |= reached_from(self.lines[i].slots, square, self.lines[i].segments, occupied)
        return popcount(seen & ~self.judge.frames[p].sides[us])

    @cython.final
    def pawn_attacks(self, p: int, us: int) -> int:
        """The squares attacked by those men of a side that all move by the same shifts, as pawns do."""
        seen = 0
        for i in range(us * MOVE_TABLES, us * MOVE_TABLES + self.judge.shifting[us]):
            if self.judge.move_tables[i].mode != QUIET:
                men = self.judge.frames[p].men[self.judge.move_tables[i].man] & self.judge.frames[p].sides[us] \
                    & self.judge.move_tables[i].leave
                shift = self.judge.move_tables[i].shift
                seen |= men << (shift & 63) | men >> (-shift & 63)
        return seen

    @cython.final
    def add_pawns(self, p: int, us: int, sign: int, i: int) -> None:
        """Add to structure i what men that promote are worth together: protected, and with a free way to promotion."""
        own = 0
        for kind in range(self.kinds):
            if self.promoting[kind]:
                own |= self.judge.frames[p].men[kind]
        enemy = own & self.judge.frames[p].sides[us ^ 1]
        own &= self.judge.frames[p].sides[us]
        self.structures[i].pawns[us] = men = own
        self.structures[i].passed[us] = 0
        self.structures[i].attacked[us] = self.pawn_attacks(p, us)
        score = self.guarded * popcount(self.structures[i].attacked[us] & own)
        self.structures[i].mg += sign * score
        self.structures[i].eg += sign * score
        while own:
            square = us * SQUARES + lowest(own)
            own &= own - 1
            if self.ways[square] & men:
                self.structures[i].mg -= sign * self.doubled
                self.structures[i].eg -= sign * self.doubled_eg
            if not self.helpers[square] & men:
                self.structures[i].mg -= sign * self.isolated
                self.structures[i].eg -= sign * self.isolated_eg
            if not self.stoppers[square] & enemy:
                self.structures[i].passed[us] |= ONE << (square & 63)
                self.structures[i].mg += sign * self.passed_mg[square]
                self.structures[i].eg += sign * self.passed_eg[square]

    def pairs(self, p: int, us: int) -> int:
        """The number of kinds of which a side has men in both parts of the board between which such men cannot move."""
        found = 0
        for i in range(self.pair_count):
            kind = self.paired[i]
            men = self.judge.frames[p].men[kind] & self.judge.frames[p].sides[us]
            found += men & self.parts[kind] != 0 and men & ~self.parts[kind] != 0
        return found

    def threats(self, p: int, us: int, i: int) -> int:
        """What the attacks of pawns on men other than pawns and kings are worth to a side, by structure i."""
        return self.threat * popcount(self.judge.frames[p].sides[us ^ 1] & self.structures[i].attacked[us]
                                      & ~(self.judge.frames[p].men[self.royal] | self.structures[i].pawns[us ^ 1]))

    @cython.final
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
