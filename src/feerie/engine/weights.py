"""The weights of the evaluation: values of men and squares, derived from the tables of a genre alone.

A man is worth what it can do on its board: the mean number of squares it reaches if every square is empty with the
same probability ("crowded board mobility", Betza). A man that promotes is worth more the fewer steps it is away from
promotion, and a king with a goal more the fewer steps it is away from winning. All values are in centipawns, with
separate ones for the opening ("mg") and for the ending ("eg"): see tapered evaluation in the Chess Programming Wiki.
"""
from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from feerie.engine.net_inputs import NetInputs
from feerie.engine.squares import LearnedSquares, squares_of
from feerie.kernel.king_run import run_steps
from feerie.kernel.tables import MEN, SQUARES, Tables, mask_of, tables_of
from feerie.rules.genre import Genre
from feerie.rules.movement import Mode
from feerie.tables.material import Material
from feerie.tables.table_file import rules_digest


@dataclass(frozen=True)
class Scale:
    """The numbers from which the weights of all genres are made; in centipawns, except for `empty`.

    `empty`: the probability that a square is empty. `reach`: what a man is worth for each square it reaches on
    average. `pawn`: what a man that promotes is worth far from promotion. `mobility`: divided by the number of squares
    a man reaches on average, what each square that it reaches now is worth. `square`: what standing on a square is
    worth for each square more than average that a man reaches from there; `centre`: what a central square is worth in
    addition, in the opening; `centre_pawn`, `centre_king`: the same for pawns and kings. `advance`, `advance_eg`: what
    a man that promotes gains on its last square before promotion; `passed`, `passed_eg`: in addition, if no enemy pawn
    can stop it; `free`, `free_eg`: the same wherever it stands. `pressure`: the divisor that turns the value of a man
    into its pressure on a square next to an enemy king; `danger_divisor`: the divisor of the square of the total
    pressure. `open_line`: a square on an open line to the king. `guarded`: a pawn guarded by a pawn. `threat`: a man
    attacked by a pawn. `tempo`: having the move. `pair`, `pair_eg`: men of a kind that cannot reach the whole board on
    both parts of it, like two bishops.

    `lesser`: a man attacked by one worth less by a pawn or more; `hanging`: a man attacked and not guarded, except
    perhaps by a king. `weak`: what such a square next to an enemy king adds to the pressure, which is limited to
    `most_pressure` if several men attack. `shelter`: a man that promotes next to its king. `doubled`, `isolated` and
    the same with `_eg`: what a man that promotes loses if another stands before it, or if no other can come to guard it
    or its way. For a man that no enemy pawn can stop, on its last square (less on earlier ones): `king_far`,
    `king_near`: each move that the enemy king and its own king are away; `way_free`: a free way, `way_safe`: one that
    is not attacked, either.

    `right`: having the right to castlings that spend it, in the opening; a quarter of that in the ending. Where king
    and partner may change places without spending a right: `partner`: a man that does not promote with which the king
    can do so, in the opening; `exchange_promotion`: for a side with men that promote, each move that its king is nearer
    to where it can promote them in this way, in the ending.
    """

    empty: float = 0.76
    reach: int = 56
    pawn: int = 72
    mobility: int = 33
    square: float = 1.5
    centre: int = 12
    centre_pawn: int = 36
    centre_king: int = 80
    advance: int = 30
    advance_eg: int = 100
    passed: int = 10
    passed_eg: int = 150
    free: int = 1
    free_eg: int = 3
    pressure: int = 100
    danger_divisor: int = 24
    open_line: int = 4
    guarded: int = 7
    threat: int = 30
    tempo: int = 16
    pair: int = 22
    pair_eg: int = 36
    lesser: int = 25
    weak: int = 5
    hanging: int = 18
    shelter: int = 9
    most_pressure: int = 120
    doubled: int = 6
    doubled_eg: int = 6
    isolated: int = 8
    isolated_eg: int = 4
    king_far: int = 12
    king_near: int = 10
    way_free: int = 25
    way_safe: int = 60
    right: int = 80
    partner: int = 15
    exchange_promotion: int = 35
    cornered: int = 1
    nearer: int = 8
    opposite: int = 4
    opposite_passed: int = 8
    locked: int = 2


MAX_STEPS = 99
MOST_STEPS = 5
"""The largest number of king moves between two squares that is counted; more count as this."""
CORNER_STEP, EDGE = 40, 10
"""Centipawns that each step of a lone king towards its corner is worth to the side driving it there, and each square
fewer that it can go to."""


class Weights:
    """Values of a genre, as flat lists: `mg` and `eg` by side, kind and square (side * MEN + kind) * SQUARES + square.

    `values`: of the kinds of men on an average square, kings 0; `phases`: what each kind counts in the phase of the
    game, which is `full_phase` at the start. `runs`: by side, flag and square, the worth of a king on its way to its
    goal. `irreversible`: by side and kind, whether no man of the kind can return to a square it has left.
    `reversible`: by kind, whether every move of the man can be undone by its next one, so that it can lose a tempo.
    `has_exchanges`: whether king and partner may change places, or castlings spend a right.
    `promotion_nearness`: by side and square, see _promotion_nearness. `riders`: by kind, whether a man is one.
    `mop_up_squares`: see _mop_up_squares. `corners`: the squares from which a king can go to the fewest others.

    By side and square, of men that promote: `fronts`, the squares next to it to which it moves without capture, and
    `bites`, those to which it captures; `ends`, where it can promote without a capture, and `moves_left` before it
    does. `shares`: by signature of a material, with White ahead, what is left of the lead, in 64ths: see scaling.py.

    `learned` values are added to those of men on squares.
    """

    def __init__(self, tables: Tables, scale: Scale = Scale(), learned: LearnedSquares | None = None) -> None:
        self.tables, self.scale = tables, scale
        self.danger_divisor, self.open_line, self.tempo = scale.danger_divisor, scale.open_line, scale.tempo
        self.guarded, self.threat = scale.guarded, scale.threat
        self.kinds = len(tables.letters)
        men = tables.genre.men
        self._all_rays = {(kind, side): [(Mode(mode), component) for mode, component in tables.rays_of(man, side)]
                          for kind, man in enumerate(men) for side in (0, 1)}
        self.promoting = [bool(man.promotion) and not man.royal for man in men]
        self.means = [self._mean(kind) for kind in range(self.kinds)]
        self.values = [0 if man.royal else scale.pawn if man.promotion else round(scale.reach * mean)
                       for man, mean in zip(men, self.means, strict=True)]
        self.irreversible = [self._is_irreversible(side, kind) for side in (0, 1) for kind in range(self.kinds)]
        self.reversible = [self._is_reversible(kind) for kind in range(self.kinds)]
        self.phases = [0 if man.royal or man.promotion else max(1, round(value / 160))
                       for man, value in zip(men, self.values, strict=True)]
        self.full_phase = self._full_phase()
        self._centre = self._centrality()
        self.mg = [0] * (2 * MEN * SQUARES)
        self.eg = [0] * (2 * MEN * SQUARES)
        for side in (0, 1):
            for kind in range(self.kinds):
                self._add_squares(side, kind)
        if learned:
            self._add_learned(learned)
        self.runs = self._runs()
        self.stoppers = [0] * (2 * SQUARES)
        self.passed_mg, self.passed_eg = [0] * (2 * SQUARES), [0] * (2 * SQUARES)
        self.ways, self.helpers = [0] * (2 * SQUARES), [0] * (2 * SQUARES)
        self.nearness, self.moves_left = [0] * (2 * SQUARES), [0] * (2 * SQUARES)
        self.fronts, self.bites, self.ends = [0] * (2 * SQUARES), [0] * (2 * SQUARES), [0] * (2 * SQUARES)
        self.king_steps = self._king_steps()
        self.has_exchanges = any(family.castles and (family.swap or family.spends_right)
                                 for family in tables.families[0])
        self.promotion_nearness = self._promotion_nearness(0) + self._promotion_nearness(1)
        self.parts = [self._part(kind) for kind in range(self.kinds)]
        self.riders = [any(len(ray) > 1 for _, component in self._all_rays[kind, 0] for rays in component
                           for ray in rays) and not self.promoting[kind] for kind in range(self.kinds)]
        self.corners = self._corners()
        self.mop_up_squares = self._mop_up_squares()
        self.shares = shares_of(tables.genre)
        for side in (0, 1):
            for kind in range(self.kinds):
                if self.promoting[kind]:
                    self._add_passed(side, kind)

    # ---------------------------------------------------------------------------------------------- mobility

    def mobility(self, kind: int, side: int, square: int) -> float:
        """The number of squares a man reaches on average."""
        total, empty = 0.0, self.scale.empty
        for mode, component in self._all_rays[kind, side]:
            for ray in component[square]:
                reached = sum(empty ** i for i in range(len(ray)))
                total += reached * {Mode.BOTH: 1.0, Mode.QUIET: empty, Mode.CAPTURE: (1 - empty) / 2}[mode]
        return total

    def _mean(self, kind: int) -> float:
        squares = self.tables.genre.board.squares
        return sum(self.mobility(kind, 0, square) for square in squares) / len(squares)

    def _centrality(self) -> list[float]:
        """By square, from -1 to 1: how much men can reach from there."""
        squares = self.tables.genre.board.squares
        sums = {square: sum(self.mobility(kind, side, square) for kind in range(self.kinds) for side in (0, 1)
                            if not self.promoting[kind]) for square in squares}
        mean = sum(sums.values()) / len(sums)
        most = max(abs(total - mean) for total in sums.values()) or 1.0
        return [(sums[square] - mean) / most if square in sums else 0.0 for square in range(SQUARES)]

    def targets(self, kind: int, side: int, square: int) -> set[int]:
        """The squares to which a man could ever go from a square in one move."""
        return {target for _, component in self._all_rays[kind, side] if square < len(component)
                for ray in component[square] for target in ray}

    def mobility_weight(self, kind: int) -> int:
        """What each square that a man reaches is worth: less for men that reach many."""
        return 0 if self.promoting[kind] else max(2, min(6, round(self.scale.mobility / max(1.0, self.means[kind]))))

    def attack_weight(self, kind: int) -> int:
        """What each square next to an enemy king that a man reaches is worth."""
        return max(1, min(9, round(self.values[kind] / self.scale.pressure)))

    # ------------------------------------------------------------------------------------------------- kinds

    def _is_irreversible(self, side: int, kind: int) -> bool:
        """Whether the graph of a man's moves has no cycle, up to its promotion."""
        man = self.tables.genre.men[kind]
        squares = set(man.region[side] if man.region else self.tables.genre.board.squares)
        if man.promotion:
            squares -= man.promotion.zones[side]
        left = {square: self.targets(kind, side, square) for square in squares}
        while left:
            ends = [square for square, targets in left.items() if not targets & left.keys()]
            if not ends:
                return False
            for square in ends:
                del left[square]
        return True

    def _part(self, kind: int) -> int:
        """The part of the board, as bits, that a man starting on its first square moves in; 0 if that is the whole."""
        if self.promoting[kind] or self.tables.genre.men[kind].royal:
            return 0
        squares = self.tables.genre.board.squares
        ways = {square: self.targets(kind, 0, square) for square in squares}
        found = {squares[0]}
        size = 0
        while size != len(found):
            size = len(found)
            found |= {square for square in squares if ways[square] & found or
                      any(square in ways[other] for other in found)}
        return 0 if len(found) == len(squares) else mask_of(found)

    def _is_reversible(self, kind: int) -> bool:
        """Whether every move of a man can be undone by its next one, along the same squares."""
        if self.promoting[kind] or self.tables.genre.men[kind].royal:
            return False
        for side in (0, 1):
            paths = {(square, ray[i], frozenset(ray[:i])) for _, component in self._all_rays[kind, side]
                     for square, rays in enumerate(component) for ray in rays for i in range(len(ray))}
            if any((target, origin, between) not in paths for origin, target, between in paths):
                return False
        return True

    def _full_phase(self) -> int:
        start = self.tables.genre.start
        letters = start.split()[0].upper() if start else "QRRBBNN" * 2
        total = sum(self.phases[self.tables.numbers[letter]] for letter in letters if letter in self.tables.numbers)
        return max(1, total)

    # ----------------------------------------------------------------------------------------------- squares

    def _add_squares(self, side: int, kind: int) -> None:
        man, scale = self.tables.genre.men[kind], self.scale
        steps = self._steps_to_promotion(side, kind) if self.promoting[kind] else {}
        most = max((count for count in steps.values() if count < MAX_STEPS), default=1)
        for square in self.tables.genre.board.squares:
            at = (side * MEN + kind) * SQUARES + square
            centre = self._centre[square]
            if man.royal:
                self.mg[at], self.eg[at] = round(-scale.centre_king * centre), round(scale.centre_king * centre)
            elif self.promoting[kind]:
                near = max(0.0, 1 - (steps[square] - 1) / max(1, most)) if steps[square] < MAX_STEPS else 0.0
                self.mg[at] = self.values[kind] - 10 + round(
                    scale.advance * near * near + scale.centre_pawn * centre * (near > 0.2))
                self.eg[at] = self.values[kind] + round(scale.advance_eg * near * near)
            else:
                more = self.mobility(kind, side, square) - self.means[kind]
                self.mg[at] = self.values[kind] + round(scale.square * more + scale.centre * centre)
                self.eg[at] = self.values[kind] + round(scale.square * more)

    def _add_learned(self, learned: LearnedSquares) -> None:
        mirror = NetInputs(self.tables).mirror
        for kind, letter in enumerate(self.tables.letters):
            for square in self.tables.genre.board.squares:
                for side, seen in enumerate((square, mirror[square])):
                    at = (side * MEN + kind) * SQUARES + square
                    self.mg[at] += learned.mg[letter][seen]
                    self.eg[at] += learned.eg[letter][seen]

    def _steps_to_promotion(self, side: int, kind: int) -> dict[int, int]:
        """By square, the moves a man is away from promotion, MAX_STEPS if it can never promote."""
        promotion = self.tables.genre.men[kind].promotion
        assert promotion
        return distances(promotion.zones[side],
                         {square: self.targets(kind, side, square) for square in self.tables.genre.board.squares})

    def _way(self, side: int, kind: int, square: int) -> set[int]:
        """The squares a man can ever reach by moves without capture, except its own."""
        found: set[int] = set()
        waiting = [square]
        while waiting:
            at = waiting.pop()
            for mode, component in self._all_rays[kind, side]:
                if mode != Mode.CAPTURE and not self._promotes(side, kind, at):
                    new = {target for ray in component[at] for target in ray} - found
                    found |= new
                    waiting.extend(new)
        return found

    def _promotes(self, side: int, kind: int, square: int) -> bool:
        promotion = self.tables.genre.men[kind].promotion
        return promotion is not None and square in promotion.zones[side]

    def _add_passed(self, side: int, kind: int) -> None:
        """Add where enemy men of the same kind can still stop a man, and what it is worth if none does."""
        scale, promotion = self.scale, self.tables.genre.men[kind].promotion
        zone = promotion.zones[side] if promotion else ()
        squares = self.tables.genre.board.squares
        steps = self._steps_to_promotion(side, kind)
        most = max((count for count in steps.values() if count < MAX_STEPS), default=1)
        guarded, attacked = {}, {}
        for square in squares:
            way = self._way(side ^ 1, kind, square) | {square}
            guarded[square] = way | {target for at in way for mode, component in self._all_rays[kind, side ^ 1]
                                     if mode != Mode.QUIET for ray in component[at] for target in ray}
            attacked[square] = {target for at in self._way(side, kind, square) | {square}
                                for mode, component in self._all_rays[kind, side]
                                if mode != Mode.QUIET for ray in component[at] for target in ray}
        for square in squares:
            way = self._way(side, kind, square)
            at = side * SQUARES + square
            self.stoppers[at] = mask_of(other for other in squares if guarded[other] & way)
            near = max(0.0, 1 - (steps[square] - 1) / max(1, most)) if steps[square] < MAX_STEPS else 0.0
            self.ways[at] = mask_of(way)
            self.helpers[at] = mask_of(other for other in squares if attacked[other] & (way | {square}))
            self.nearness[at] = round(256 * near * near)
            self.moves_left[at] = steps[square]
            self.ends[at] = mask_of(way & set(zone))
            rays = [(mode, ray) for mode, component in self._all_rays[kind, side] for ray in component[square]]
            self.fronts[at] |= mask_of(ray[0] for mode, ray in rays if mode != Mode.CAPTURE)
            self.bites[at] |= mask_of(target for mode, ray in rays if mode != Mode.QUIET for target in ray)
            self.passed_mg[at] = round(scale.free + scale.passed * near * near)
            self.passed_eg[at] = round(scale.free_eg + scale.passed_eg * near * near)

    def _king_steps(self) -> list[int]:
        """By two squares, the moves of a king from the first to the second on an empty board, MOST_STEPS at most."""
        squares = self.tables.genre.board.squares
        moves = {square: self.targets(self.tables.royal, 0, square) for square in squares}
        out = [MOST_STEPS] * (SQUARES * SQUARES)
        for square in squares:
            found = {square}
            for steps in range(MOST_STEPS):
                for at in found:
                    out[square * SQUARES + at] = min(out[square * SQUARES + at], steps)
                found = found.union(*(moves[at] for at in found))
        return out

    def _promotion_nearness(self, side: int) -> list[int]:
        """By square, MOST_STEPS less the moves of a king to where it promotes a man by changing places, or 0."""
        ends = {castling.king for family in self.tables.families[side] if family.swap for castling in family.castles
                if any(castling.promotes >> kind & 1 and (kind in family.men) != family.inverted
                       for kind in range(self.kinds))}
        return [max((MOST_STEPS - self.king_steps[square * SQUARES + end] for end in ends), default=0)
                for square in range(SQUARES)]

    def _corners(self) -> set[int]:
        moves = {square: len(self.targets(self.tables.royal, 0, square)) for square in self.tables.genre.board.squares}
        return {square for square, count in moves.items() if count == min(moves.values())}

    def _mop_up_squares(self) -> list[int]:
        """What a lone king's square is worth to the other side, in centipawns, by place and square.

        ("Mop-up evaluation", Chess Programming Wiki.) The nearer to a corner, the better. Place 0: to any corner; 1: to
        a corner in the part of the board that `parts` gives; 2: to one in the other part.
        """
        squares = self.tables.genre.board.squares
        moves = {square: self.targets(self.tables.royal, 0, square) for square in squares}
        most, corners = max(map(len, moves.values())), self.corners
        part = next((part for part in self.parts if part), 0)
        inside = {square for square in corners if part >> square & 1}
        out = [0] * (3 * SQUARES)
        for place, goals in enumerate((corners, inside or corners, corners - inside or corners)):
            steps = distances(goals, moves)
            furthest = max(steps.values())
            for square in squares:
                out[place * SQUARES + square] = CORNER_STEP * (furthest - steps[square]) \
                    + EDGE * (most - len(moves[square]))
        return out

    # -------------------------------------------------------------------------------------------------- runs

    def _runs(self) -> list[int]:
        return [3 * max(0, 10 - steps) ** 2 // 2 for steps in run_steps(self.tables.genre)]


def distances(goals: Iterable[int], moves: dict[int, set[int]]) -> dict[int, int]:
    """By square, the moves to the nearest of some squares, MAX_STEPS if there is no way; `moves`: by square."""
    found = dict.fromkeys(moves, MAX_STEPS)
    for goal in goals:
        found[goal] = 0
    changed = True
    while changed:
        changed = False
        for square, targets in moves.items():
            least = min((found[target] + 1 for target in targets if target in found), default=MAX_STEPS)
            if least < found[square]:
                found[square] = least
                changed = True
    return found


def shares_of(genre: Genre) -> dict[int, int]:
    """What is left of a lead by the men on the board alone: see Weights. Nothing is known of a genre of other rules."""
    known = json.loads((resources.files(__package__) / "shares.json").read_text(encoding="utf-8"))["genres"]
    own = known.get(genre.name)
    if own is None or own["rules"] != rules_digest(genre):
        return {}
    return {Material.parse(genre, name).signature: share for name, share in own["shares"].items()}


@lru_cache(maxsize=64)
def weights_of(genre: Genre, learned: bool = False) -> Weights:
    """The weights of a genre, made once; with `learned`, what has been learned for its men is added."""
    return Weights(tables_of(genre), learned=squares_of(genre) if learned else None)
