# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""Distances and attacks on an empty board: what the lower bounds on help play are computed from.

`Distances` is an all-pairs table of a genre, made once by breadth-first search from each square. An empty board is a
relaxation of any position, so what it gives never exceeds the moves that are needed: an admissible heuristic, after
Korf, "Depth-first iterative-deepening: an optimal admissible tree search" (1985). `SideView` applies the table to the
positions of a judge, as the mating side sees them.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

import cython

from feerie.kernel.tables import mask_of, ray_mask, tables_of
from feerie.kernel.verdict import Judge
from feerie.rules.genre import Genre
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.kernel.compiled_rules import CAPTURE, QUIET
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.tables import ATTACK_TABLES, MEN, SQUARES
    TRANSITIONS, NO_TRANSITION, SIDE_MEN, MAX_FLIGHTS, CHECKED, FAR, NEAR = 128, 128, 32, 8, 256, 99, 8

NEEDS = Property.LINES | Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER | Property.SMALL
"""What distances and attacks on an empty board need to say anything of a position."""


class Distances:
    """Tables of a genre for an empty board. Castlings are left out whose side is not among `castling_sides` (bits), or
    that need a right which is not among `rights`.

    A *transition* is a kind of man of a side together with the kind it is on arrival: the same, or one it promotes to.
    A king's castlings count among its steps. Arrays are flat; sets of squares are 64 bits. Indexed by [...], they hold:

    - `transition_start` [side, kind]: the kind's first transition, in which it stays what it is; its others follow.
      `transition_kind` [transition]: the kind on arrival. `transition_of` [side, kind, kind on arrival]: the
      transition, or NO_TRANSITION.
    - `move_targets` [transition, square]: targets of one move that makes the transition; `king_targets` [side, square].
    - `distance` [transition, square, target]: the fewest moves to be on the target as the transition says, FAR if
      impossible; `min_distance` [side, kind, square, target]: the least of these over the kind's transitions, or the
      king's `king_distance` [side, square, target]; see `least_moves`. `within` [transition, square, moves below NEAR]:
      the targets that are no more moves away.
    - `captures_apart` [side, kind]: whether the man has moves that only capture. `quiet_targets`, `quiet_distance`: as
      `move_targets` and `distance`, without such moves.
    - `first_squares` [side, kind, square]: first squares of the rays on which the man moves and captures alike;
      `quiet_first_squares`: of those on which it moves without capturing.
    - `moves_unalike` [side, kind]: whether the man may move to some square, without capturing, by a way that neither
      `attack_origins` nor the kernel's double steps cover.
    - `attack_origins` [side, kind, square]: squares from which the man attacks the square; `attacks`: squares it
      attacks from there; `threats`: squares from which it may attack the square after one move; `attacks_after_move`:
      squares it may attack after one move from there, promotions included, castlings not.
    - `flights` [side, king's square, 0 to 7] and `flight_count` [side, king's square]: where the king can step, without
      castling; `zone` [side, king's square]: these squares and the king's own.
    - `zone_attacks` [side, kind, enemy king's square, square]: what the man attacks from the square: bit i for flight
      i, CHECKED for the king.
    - `lines` [attacked square, origin]: the squares between, the same for all men that attack along that way, if
      `has_uniform_lines`; see `squares_between`. `behind` [attacked square, square]: on the same condition, the origins
      whose line to the attacked square passes the square.
    - `castling_transport` [side, kind, square]: where castlings may put the man as a partner; `castling_movable` [side,
      kind]: whether castlings may ever move it, promoted or not; `moves_until_transportable` [side, kind, square]: the
      fewest moves of its own until they may, FAR if never.

    `has_castling`: there are castlings; `castles_with_enemy`: some take a man of the other side as partner;
    `castling_needs_rights`: all need a right, so that partners start from the squares the right is for.
    """

    def __init__(self, genre: Genre, rights: int, castling_sides: int) -> None:
        if not cython.compiled:
            self.transition_kind = [0] * TRANSITIONS
            self.transition_start = [0] * (2 * MEN + 1)
            self.transition_of = [NO_TRANSITION] * (2 * MEN * MEN)
            self.move_targets = [0] * (TRANSITIONS * SQUARES)
            self.distance = [FAR] * ((TRANSITIONS + 1) * SQUARES * SQUARES)
            self.quiet_distance = [FAR] * ((TRANSITIONS + 1) * SQUARES * SQUARES)
            self.quiet_targets = [0] * (TRANSITIONS * SQUARES)
            self.captures_apart = [False] * (2 * MEN)
            self.min_distance = [FAR] * (2 * MEN * SQUARES * SQUARES)
            self.king_targets = [0] * (2 * SQUARES)
            self.within = [0] * (TRANSITIONS * SQUARES * NEAR)
            self.king_distance = [FAR] * (2 * SQUARES * SQUARES)
            for name in ("first_squares", "quiet_first_squares", "attack_origins", "threats", "attacks",
                         "attacks_after_move", "castling_transport"):
                setattr(self, name, [0] * (2 * MEN * SQUARES))
            self.zone_attacks = [0] * (2 * MEN * SQUARES * SQUARES)
            self.zone = [0] * (2 * SQUARES)
            self.lines, self.behind = [0] * (SQUARES * SQUARES), [0] * (SQUARES * SQUARES)
            self.flights = [0] * (2 * SQUARES * MAX_FLIGHTS)
            self.flight_count = [0] * (2 * SQUARES)
            self.castling_movable, self.moves_unalike = [False] * (2 * MEN), [False] * (2 * MEN)
            self.moves_until_transportable = [FAR] * (2 * MEN * SQUARES)
        tables = tables_of(genre)
        self.has_castling = self.castles_with_enemy = False
        self.castling_needs_rights = True
        self._fill_transitions(genre, tables)
        self._fill_distances()
        self._fill_kings(genre, tables, rights, castling_sides)
        self._fill_attack_origins(tables)
        self.has_uniform_lines = Property.SAME_LINE in tables.properties
        self._fill_lines(tables, tables.reach, tables.between)
        self._fill_threats()
        self._fill_zone_attacks()
        self._fill_attacks_after_move(tables.royal)

    # ---------------------------------------------------------------------------------- all men but kings

    def _fill_transitions(self, genre: Genre, tables: Tables) -> None:
        """Number the transitions of all men except kings; note where one move leads."""
        transition = 0
        if cython.compiled:
            for i in range(2 * MEN * MEN):
                self.transition_of[i] = NO_TRANSITION
            for i in range(SQUARES * SQUARES):
                self.distance[NO_TRANSITION * SQUARES * SQUARES + i] = FAR
                self.quiet_distance[NO_TRANSITION * SQUARES * SQUARES + i] = FAR
        for side in range(2):
            for kind in range(MEN):
                self.transition_start[side * MEN + kind] = transition
                if kind < len(genre.men) and kind != tables.royal:
                    transition = self._add_transitions(tables, side, kind, transition)
        self.transition_start[2 * MEN] = transition

    def _add_transitions(self, tables: Tables, side: int, kind: int, transition: int) -> int:
        """Add the transitions of a kind of man, the first of which has the number given; returns the next number."""
        promotion = tables.genre.men[kind].promotion
        zone = mask_of(promotion.zones[side]) if promotion else 0
        arrivals = [kind]
        if promotion:
            arrivals += [tables.numbers[letter] for letter in promotion.to
                         if letter in tables.numbers and tables.numbers[letter] != tables.royal]
        targets, uncapturing = self._add_moves(tables, side, kind)
        for arrival in arrivals:
            self.transition_kind[transition] = arrival
            self.transition_of[(side * MEN + kind) * MEN + arrival] = transition
            for square in range(SQUARES):
                reached = targets[square] & (~zone if arrival == kind else zone)
                self.move_targets[transition * SQUARES + square] = reached
                self.quiet_targets[transition * SQUARES + square] = reached & uncapturing[square]
            transition += 1
        return transition

    def _add_moves(self, tables: Tables, side: int, kind: int) -> tuple[list[int], list[int]]:
        """Note how a kind of man moves, but for its distances; returns by square the targets of its moves, and of those
        that need not be captures."""
        man, side_kind = tables.genre.men[kind], side * MEN + kind
        targets, uncapturing, attacked, quiet = ([0] * SQUARES for _ in range(4))
        longest = 2 if man.en_passant else 1
        moves = ((mode, square, ray) for mode, component in tables.rays_of(man, side)
                 for square, rays in enumerate(component) for ray in rays)
        for mode, square, ray in moves:
            reached, first = ray_mask(ray), 1 << ray[0]
            targets[square] |= reached
            if mode == CAPTURE:
                self.captures_apart[side_kind] = True
                attacked[square] |= reached
            elif mode == QUIET:
                if reached & quiet[square] or len(ray) > longest:
                    self.moves_unalike[side_kind] = True
                quiet[square] |= reached
                uncapturing[square] |= reached
                self.quiet_first_squares[side_kind * SQUARES + square] |= first
            else:
                attacked[square] |= reached
                uncapturing[square] |= reached
                self.first_squares[side_kind * SQUARES + square] |= first
        if any(a & b for a, b in zip(attacked, quiet, strict=True)):
            self.moves_unalike[side_kind] = True
        return targets, uncapturing

    def _fill_distances(self) -> None:
        for side_kind in range(2 * MEN):
            for transition in range(self.transition_start[side_kind], self.transition_start[side_kind + 1]):
                for square in range(SQUARES):
                    self._breadth_first(self.move_targets, self.distance, side_kind, transition, square)
                    self._fill_quiet(side_kind, transition, square)
                    self._fill_within(transition * SQUARES + square)
            for square in range(SQUARES):
                for target in range(SQUARES):
                    self._fill_min_distance(side_kind, square, target)

    def _fill_quiet(self, side_kind: int, transition: int, square: int) -> None:
        """Fill `quiet_distance` of a transition from a square, whose `distance` is filled."""
        if self.captures_apart[side_kind]:
            self._breadth_first(self.quiet_targets, self.quiet_distance, side_kind, transition, square)
            return
        base = (transition * SQUARES + square) * SQUARES
        for target in range(SQUARES):
            self.quiet_distance[base + target] = self.distance[base + target]

    def _breadth_first(self, move_targets: Any, distance: Any, side_kind: int, transition: int, square: int) -> None:
        """Fill `distance` of a transition from a square by breadth-first search; `quiet_distance` with `quiet_targets`.

        The nodes are squares in two layers: `unpromoted`, before the promoting move, and `arrived`, where the man is of
        the kind it is to be and moves as such. Where the man stays what it is, it starts in the second.
        """
        plain = self.transition_start[side_kind]
        later = self.transition_start[side_kind // MEN * MEN + self.transition_kind[transition]]
        base = (transition * SQUARES + square) * SQUARES
        for target in range(SQUARES):
            distance[base + target] = FAR
        arrived, unpromoted = 0, ONE << square
        if transition == plain:
            arrived, unpromoted = unpromoted, 0
            distance[base + square] = 0
        seen, seen_unpromoted = arrived, unpromoted
        cost = 0
        while arrived or unpromoted:
            cost += 1
            reached = stepped = 0
            while arrived:
                reached |= move_targets[later * SQUARES + lowest(arrived)]
                arrived &= arrived - 1
            while unpromoted:
                reached |= move_targets[transition * SQUARES + lowest(unpromoted)]
                stepped |= move_targets[plain * SQUARES + lowest(unpromoted)]
                unpromoted &= unpromoted - 1
            arrived = reached & ~seen
            seen |= arrived
            unpromoted = stepped & ~seen_unpromoted
            seen_unpromoted |= unpromoted
            reached = arrived
            while reached:
                distance[base + lowest(reached)] = cost
                reached &= reached - 1

    def _fill_within(self, i: int) -> None:
        """Fill `within` of a transition from a square, whose number is i."""
        for target in range(SQUARES):
            for moves in range(self.distance[i * SQUARES + target], NEAR):
                self.within[i * NEAR + moves] |= ONE << target

    def _fill_min_distance(self, side_kind: int, square: int, target: int) -> None:
        best = FAR
        for transition in range(self.transition_start[side_kind], self.transition_start[side_kind + 1]):
            best = min(best, self.distance[(transition * SQUARES + square) * SQUARES + target])
        self.min_distance[(side_kind * SQUARES + square) * SQUARES + target] = best

    def may_become(self, side: int, kind: int, squares: int, kinds: set[int], moves: int) -> bool:
        """Whether a man on one of `squares` (bits) may be of one of `kinds` after fewer than `moves` moves."""
        for transition in range(self.transition_start[side * MEN + kind] + 1,
                                self.transition_start[side * MEN + kind + 1]):
            if self.transition_kind[transition] not in kinds:
                continue
            origins: int = squares
            while origins:
                for target in range(SQUARES):
                    if self.distance[(transition * SQUARES + lowest(origins)) * SQUARES + target] < moves:
                        return True
                origins &= origins - 1
        return False

    # ---------------------------------------------------------------------------------- kings and castling

    def _fill_kings(self, genre: Genre, tables: Tables, rights: int, castling_sides: int) -> None:
        """Fill flights, kings' distances, and where castlings take their partners."""
        royal = tables.royal
        for side in range(2):
            component = tables.components[tables.king_steps[side].component]
            for square, rays in enumerate(component):
                flight = 0
                for target in sorted({ray[0] for ray in rays}):
                    self.king_targets[side * SQUARES + square] |= ONE << target
                    self.flights[(side * SQUARES + square) * MAX_FLIGHTS + flight] = target
                    flight += 1
                self.flight_count[side * SQUARES + square] = flight
                self.zone[side * SQUARES + square] = self.king_targets[side * SQUARES + square] | ONE << square
            if castling_sides >> side & 1:
                self._add_castlings(genre, tables, side, rights)
            for side_kind in range(side * MEN, (side + 1) * MEN):
                for square in range(SQUARES):
                    self._fill_moves_until_transportable(side, side_kind, square)
            for side_kind in range(side * MEN, (side + 1) * MEN):
                for square in range(SQUARES):       # a man that may become one that castlings move
                    self.castling_movable[side_kind] = self.castling_movable[side_kind] \
                        or self.moves_until_transportable[side_kind * SQUARES + square] < FAR
            for square in range(SQUARES):
                self._breadth_first_king(side, square)
                for target in range(SQUARES):
                    self.min_distance[((side * MEN + royal) * SQUARES + square) * SQUARES + target] = \
                        self.king_distance[(side * SQUARES + square) * SQUARES + target]

    def _add_castlings(self, genre: Genre, tables: Tables, side: int, rights: int) -> None:
        """Add a side's castlings to its king's steps, and note which men they take where."""
        for family in tables.families[side]:
            for castle in family.castles:
                if castle.right and not castle.right & rights:
                    continue
                self.has_castling = True
                self.castling_needs_rights = self.castling_needs_rights and castle.right in tables.right_bits.values()
                king, king_to, partner, partner_to = castle.king, castle.king_to, castle.partner, castle.partner_to
                self.king_targets[side * SQUARES + king] |= ONE << king_to
                for kind in range(len(genre.men)):
                    if (kind in family.men) == family.inverted or castle.barred >> kind & 1:
                        continue
                    for owner in (0, 1):
                        if owner == side or family.either:
                            self.castles_with_enemy = self.castles_with_enemy or owner != side
                            self.castling_movable[owner * MEN + kind] = True
                            self.castling_transport[(owner * MEN + kind) * SQUARES + partner] |= ONE << partner_to

    def _fill_moves_until_transportable(self, side: int, side_kind: int, square: int) -> None:
        best = 0 if self.castling_movable[side_kind] else FAR
        for transition in range(self.transition_start[side_kind], self.transition_start[side_kind + 1]):
            if self.castling_movable[side * MEN + self.transition_kind[transition]]:
                for target in range(SQUARES):
                    best = min(best, self.distance[(transition * SQUARES + square) * SQUARES + target])
        self.moves_until_transportable[side_kind * SQUARES + square] = best

    def _breadth_first_king(self, side: int, square: int) -> None:
        """Fill `king_distance` from a square by breadth-first search."""
        base = (side * SQUARES + square) * SQUARES
        for target in range(SQUARES):
            self.king_distance[base + target] = FAR
        self.king_distance[base + square] = 0
        seen = arrived = ONE << square
        cost = 0
        while arrived:
            cost += 1
            reached = 0
            while arrived:
                reached |= self.king_targets[side * SQUARES + lowest(arrived)]
                arrived &= arrived - 1
            arrived = reached & ~seen
            seen |= arrived
            reached = arrived
            while reached:
                self.king_distance[base + lowest(reached)] = cost
                reached &= reached - 1

    # ---------------------------------------------------------------------------------- attacks

    def _fill_attack_origins(self, tables: Tables) -> None:
        for side in range(2):
            for component, kind, other in tables.attack_records[side]:
                for square in range(SQUARES):
                    self.attack_origins[(side * MEN + kind) * SQUARES + square] |= \
                        tables.reach[component * SQUARES + square]
                    if other != kind:
                        self.attack_origins[(side * MEN + other) * SQUARES + square] |= \
                            tables.reach[component * SQUARES + square]

    def _fill_lines(self, tables: Tables, reach: Any, between: Any) -> None:
        """Fill `lines` and `behind`."""
        components = sorted({component for side in range(2) for component, *_ in tables.attack_records[side]})
        for square in range(SQUARES):
            for component in components:
                origins: int = reach[component * SQUARES + square]
                while origins:
                    at = square * SQUARES + lowest(origins)
                    line: int = between[component * SQUARES * SQUARES + at]
                    self.lines[at] = line
                    while line:
                        self.behind[square * SQUARES + lowest(line)] |= origins & -origins
                        line &= line - 1
                    origins &= origins - 1

    def _fill_threats(self) -> None:
        for side_kind in range(2 * MEN):
            side = side_kind // MEN
            for transition in range(self.transition_start[side_kind], self.transition_start[side_kind + 1]):
                for square in range(SQUARES):
                    origins = self.attack_origins[(side * MEN + self.transition_kind[transition]) * SQUARES + square]
                    for origin in range(SQUARES):
                        if self.move_targets[transition * SQUARES + origin] & origins:
                            self.threats[side_kind * SQUARES + square] |= ONE << origin

    def _fill_zone_attacks(self) -> None:
        """Fill `zone_attacks` and `attacks`."""
        for side_kind in range(2 * MEN):
            for king in range(SQUARES):
                base = (side_kind * SQUARES + king) * SQUARES
                self._mark_zone_attack(base, self.attack_origins[side_kind * SQUARES + king], CHECKED)
                zone = (side_kind // MEN ^ 1) * SQUARES + king
                for flight in range(self.flight_count[zone]):
                    square = self.flights[zone * MAX_FLIGHTS + flight]
                    self._mark_zone_attack(base, self.attack_origins[side_kind * SQUARES + square], 1 << flight)
                origins = self.attack_origins[side_kind * SQUARES + king]
                while origins:
                    self.attacks[side_kind * SQUARES + lowest(origins)] |= ONE << king
                    origins &= origins - 1

    def _mark_zone_attack(self, base: int, origins: int, bit: int) -> None:
        while origins:
            self.zone_attacks[base + lowest(origins)] |= bit
            origins &= origins - 1

    def _fill_attacks_after_move(self, royal: int) -> None:
        for side in range(2):
            king = side * MEN + royal
            for square in range(SQUARES):
                self._add_attacks_after_move(king, king, square, self.zone[side * SQUARES + square] & ~(ONE << square))
                for side_kind in range(side * MEN, (side + 1) * MEN):
                    for transition in range(self.transition_start[side_kind], self.transition_start[side_kind + 1]):
                        self._add_attacks_after_move(side_kind, side * MEN + self.transition_kind[transition], square,
                                                     self.move_targets[transition * SQUARES + square])

    def _add_attacks_after_move(self, side_kind: int, result: int, square: int, targets: int) -> None:
        """Add what a man on a square attacks after a move to one of the targets, where it is a `result`."""
        while targets:
            self.attacks_after_move[side_kind * SQUARES + square] |= self.attacks[result * SQUARES + lowest(targets)]
            targets &= targets - 1


@lru_cache(maxsize=256)
def distances_of(genre: Genre, rights: int, castling_sides: int = 3) -> Distances:
    """The distances of a genre, computed once for all castling rights, and sides that may castle (bits), that leave it
    the same castlings."""
    used = sides = 0
    for side in range(2):
        for family in tables_of(genre).families[side] if castling_sides >> side & 1 else ():
            for castle in family.castles:
                if not castle.right or castle.right & rights:
                    used, sides = used | castle.right, sides | 1 << side
    return _distances_with(genre, used & rights, sides)


@lru_cache(maxsize=16)
def _distances_with(genre: Genre, rights: int, castling_sides: int) -> Distances:
    return Distances(genre, rights, castling_sides)


def sides_that_may_castle(judge: Judge, moves: int) -> int:
    """The sides (bits) that may castle within `moves` moves of each, from the position on top of the judge's stack.

    A side needs the right, if there is one, and a man that may be a partner, or may become one by a promotion.
    """
    tables = judge.rules.tables
    p, rights, found = judge.ply, int(judge.frames[judge.ply].rights), 0
    distances = distances_of(tables.genre, rights)
    for side in range(2):
        for family in tables.families[side]:
            if found >> side & 1 or family.rights and not family.rights & rights:
                continue
            men = set(range(len(tables.genre.men))) - set(family.men) if family.inverted else set(family.men)
            owners = [0, 1] if family.either else [side]
            for owner in owners:
                for kind in range(len(tables.genre.men)):
                    squares = judge.frames[p].men[kind] & judge.frames[p].sides[owner]
                    if squares and (kind in men or distances.may_become(owner, kind, squares, men, moves)):
                        found |= 1 << side
    return found


class SideView:
    """The positions of a judge as the side `mating_side` sees them, which wants to mate (or stalemate) the other side's
    king.

    The castling rights of the position on top of the judge's stack when the view is made decide which castlings count.
    Subclasses number the men of a position; `man_squares` and `man_kinds` hold each man's square and kind.
    """

    def __init__(self, judge: Judge, mating_side: int) -> None:
        self.judge, self.mating_side = judge, mating_side
        self.distances = distances_of(judge.rules.tables.genre, int(self.judge.frames[self.judge.ply].rights))
        if not cython.compiled:
            self.man_squares, self.man_kinds = [0] * (2 * SIDE_MEN), [0] * (2 * SIDE_MEN)
            self.first_attack_table = [0] * (2 * MEN)
        for side in range(2):
            for kind in range(MEN):
                self.first_attack_table[side * MEN + kind] = (side + 1) * ATTACK_TABLES
            for i in range((side + 1) * ATTACK_TABLES - 1, side * ATTACK_TABLES - 1, -1):
                if i - side * ATTACK_TABLES < self.judge.attack_table_count[side]:
                    self.first_attack_table[side * MEN + self.judge.attack_tables[i].man] = i
                    self.first_attack_table[side * MEN + self.judge.attack_tables[i].other] = i

    def limit_castlings(self, sides: int) -> None:
        """Ignore the castlings of sides that are not among these (bits); see `sides_that_may_castle`."""
        if self.distances.has_castling:
            self.distances = distances_of(self.judge.rules.tables.genre,
                                          int(self.judge.frames[self.judge.ply].rights), sides)

    def look_up_between(self, side: int, kind: int, attacked: int, origin: int) -> int:
        """`squares_between`, of any genre."""
        for i in range(self.first_attack_table[side * MEN + kind],
                       side * ATTACK_TABLES + self.judge.attack_table_count[side]):
            if (self.judge.attack_tables[i].man == kind or self.judge.attack_tables[i].other == kind) \
                    and self.judge.attack_tables[i].reach[attacked] >> origin & 1:
                if self.judge.attack_tables[i].several[attacked] >> origin & 1:
                    return 0
                return self.judge.attack_tables[i].between[attacked * SQUARES + origin]
        return 0

    def has_several_paths(self, side: int, kind: int, attacked: int, origin: int) -> bool:
        """Whether a man has several ways to a square it attacks; then `squares_between` does not know them."""
        for i in range(self.first_attack_table[side * MEN + kind],
                       side * ATTACK_TABLES + self.judge.attack_table_count[side]):
            if (self.judge.attack_tables[i].man == kind or self.judge.attack_tables[i].other == kind) \
                    and self.judge.attack_tables[i].several[attacked] >> origin & 1:
                return True
        return False
