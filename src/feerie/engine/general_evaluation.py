# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The evaluation on the general path, in centipawns, from the tables of the genre alone.

Men on squares are summed by the changes that moves make. For each position come the mobility of the men as they stand,
which for men that hop is what their hurdles allow, the pressure on the squares round the enemy kings, and men that are
attacked and not guarded. Neutral men count for neither side. The values are those of general_weights.py.
"""
from __future__ import annotations

import cython

from feerie.engine.evaluation import NEEDS as NEEDS_OF_TABLES
from feerie.engine.evaluation import Evaluation
from feerie.engine.general_weights import general_weights_of
from feerie.engine.weights import weights_of
from feerie.kernel.verdict import Judge
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.kernel.compiled_rules import CAPTURE, QUIET
    from feerie.kernel.general_judge import ZEROING_BIT
    from feerie.kernel.general_rules import SIDE
    from feerie.kernel.plain import ONE, lowest, popcount
    from feerie.kernel.tables import SQUARES

NEEDS = Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER
"""No position recurs after a capture or the move of a man that promotes. Else it may recur after any move."""


class GeneralEvaluation(Evaluation):
    """Evaluates the positions of a judge of the general path; `weights`: a GeneralWeights of its genre."""

    def _fill(self) -> None:
        weights = self.weights
        self.general = self.judge
        self.may_return = not self.judge.has(NEEDS)
        self.kinds = self.royal = 0
        self.has_runs = weights.genre.king_run is not None
        self.has_exchanges, self.plain_castlings = False, False
        self.full_phase, self.tempo = weights.full_phase, weights.scale.tempo
        self.danger_divisor, self.open_line = weights.scale.danger_divisor, weights.scale.open_line
        self._fill_scale(weights.scale)
        if not cython.compiled:
            self.mg_of, self.eg_of = [0] * (2 * SIDE * SQUARES), [0] * (2 * SIDE * SQUARES)
            self.around = [0] * SQUARES
            self.worth, self.phase_of, self.mobility_of, self.attack_of, self.waits = ([0] * SIDE for _ in range(5))
        for i in range(2 * SIDE * SQUARES):
            self.mg_of[i], self.eg_of[i] = weights.mg[i], weights.eg[i]
        for i in range(len(weights.values)):
            self.worth[i], self.phase_of[i], self.waits[i] = weights.values[i], weights.phases[i], weights.waits[i]
            self.mobility_of[i], self.attack_of[i] = weights.mobility[i], weights.attack[i]
        for i in range(SQUARES):
            self.around[i] = weights.zones[i]
        for i in range(4 * SQUARES):
            self.runs[i] = weights.runs[i]

    def sum_up(self, p: int) -> None:
        mg = eg = phase = 0
        key = 1
        for side in range(2):
            bits = self.judge.frames[p].sides[side]
            while bits:
                square = lowest(bits)
                bits &= bits - 1
                s = self.general.species_on(p, side, square)
                at = s * SQUARES + square
                mg += -self.mg_of[at] if side else self.mg_of[at]
                eg += -self.eg_of[at] if side else self.eg_of[at]
                phase += self.phase_of[s & SIDE - 1]
                if self.general.species[s].choices:
                    key ^= self.general.men_keys[at]
        self.nodes_at[p].mg, self.nodes_at[p].eg, self.nodes_at[p].phase = mg, eg, phase
        self.nodes_at[p].structure = key

    def advance(self, p: int, move: int) -> None:
        """The judge must have made no other move since."""
        mg, eg, phase = self.nodes_at[p].mg, self.nodes_at[p].eg, self.nodes_at[p].phase
        key = self.nodes_at[p].structure
        for i in range(self.general.change_count):
            square = self.general.changes[i].square
            for side in range(2):
                sign = -1 if side else 1
                if self.general.changes[i].owners_before >> side & 1:
                    s = side * SIDE + self.general.changes[i].before - 1
                    mg -= sign * self.mg_of[s * SQUARES + square]
                    eg -= sign * self.eg_of[s * SQUARES + square]
                    phase -= self.phase_of[s & SIDE - 1]
                    if self.general.species[s].choices:
                        key ^= self.general.men_keys[s * SQUARES + square]
                if self.general.changes[i].after and self.general.changes[i].owners_after >> side & 1:
                    s = side * SIDE + self.general.changes[i].after - 1
                    mg += sign * self.mg_of[s * SQUARES + square]
                    eg += sign * self.eg_of[s * SQUARES + square]
                    phase += self.phase_of[s & SIDE - 1]
                    if self.general.species[s].choices:
                        key ^= self.general.men_keys[s * SQUARES + square]
        lasting = move & ZEROING_BIT != 0 or self.judge.is_capture_at(p, move)
        self.nodes_at[p + 1].move = move
        self.nodes_at[p + 1].mg, self.nodes_at[p + 1].eg, self.nodes_at[p + 1].phase = mg, eg, phase
        self.nodes_at[p + 1].structure = key
        self.nodes_at[p + 1].quiet_plies = 0 if lasting else self.nodes_at[p].quiet_plies + 1
        self.nodes_at[p + 1].irreversible = 0 if lasting and not self.may_return else \
            self.nodes_at[p].irreversible + 1

    def waiting_men(self, p: int) -> int:
        us = self.judge.frames[p].turn
        men = self.judge.frames[p].sides[us] & ~self.judge.frames[p].sides[us ^ 1]
        found = 0
        while men:
            found += self.waits[self.general.boards[p].men[lowest(men)] - 1]
            men &= men - 1
        return found

    def is_final(self, p: int) -> bool:
        return False

    def evaluate(self, p: int) -> int:
        self.mg, self.eg = self.nodes_at[p].mg, self.nodes_at[p].eg
        self.seen[0] = self.seen[1] = 0
        pawns = self.add_men(p, 0, 1)
        others = self.add_men(p, 1, -1)
        self.add_safety(p, 0, 1, pawns)
        self.add_safety(p, 1, -1, others)
        return self.blended(p)

    @cython.final
    def add_men(self, p: int, us: int, sign: int) -> int:
        """Add the mobility of the men of a side, and find what they attack; returns those that promote."""
        both = self.judge.frames[p].sides[0] & self.judge.frames[p].sides[1]
        own = self.judge.frames[p].sides[us] & ~both
        enemy = self.judge.frames[p].sides[us ^ 1] & ~both
        occupied = own | enemy | both
        zone = bits = self.judge.frames[p].men[0] & enemy
        while bits:
            zone |= self.around[lowest(bits)]
            bits &= bits - 1
        self.zones[us ^ 1] = zone
        pawns = seen = 0
        total = pressure = attackers = 0
        men = own & ~self.judge.frames[p].men[0]
        while men:
            origin = lowest(men)
            men &= men - 1
            s = self.general.species_on(p, us, origin)
            struck = quiet = 0
            for i in range(self.general.species[s].count):
                w = self.general.species[s].ways[i]
                reached = self.general.reach(p, w, origin, occupied)
                if self.general.species[s].modes[i] != CAPTURE:
                    quiet |= reached
                if self.general.species[s].modes[i] != QUIET:
                    struck |= reached
            if self.general.species[s].choices:
                pawns |= ONE << origin
            seen |= struck
            total += popcount(quiet & ~occupied | struck & enemy) * self.mobility_of[s & SIDE - 1]
            if struck & zone:
                pressure += popcount(struck & zone) * self.attack_of[s & SIDE - 1]
                attackers += 1
        self.seen[us], self.pressure[us], self.attackers[us] = seen, pressure, attackers
        self.mg += sign * total
        self.eg += sign * total
        return pawns


def new_evaluation(judge: Judge, learned: bool) -> Evaluation:
    """An evaluation for a judge, by the tables of its genre, with what has been `learned` for its men."""
    genre = judge.rules.tables.genre
    return Evaluation(judge, weights_of(genre, learned)) if judge.has(NEEDS_OF_TABLES) else \
        GeneralEvaluation(judge, general_weights_of(genre))
