# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""How far men have to go, and what a king's surroundings are, where everything in between is free.

`Distances` holds what a genre says of that; a `SideView` looks at a position with it, as the side that mater_castling_spare sees it.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

import cython

from feerie.kernel.tables import tables_of
from feerie.kernel.verdict import Judge
from feerie.rules.genre import Genre

if not cython.compiled:
    from feerie.kernel.plain import ONE, lowest
    from feerie.kernel.state import BOTH, QUIET
    from feerie.kernel.tables import MEN, ATTACK_TABLES, SQUARES
    ROLES, UNITS, CHECKED, FAR, NOWHERE = 128, 32, 256, 99, 128


class Distances:
    """What patterns need to know of a genre. `rights`: those there are; castlings that need another are left out.

    A role is a kind of man of a side and what it may become. By role and two squares: how many moves the man needs
    from one to the other to be that there, FAR where it never is. By side, kind and square: the squares it sees the
    square from; and, as bits, which flights of an enemy king there, and whether the king, it sees from each other
    square. By side, kind and square, too: the squares it may see the
    square from after a move (`threats`), the nearest squares it goes to (`steps`), and those it goes to without taking
    only (`pushes`). By side, kind and square, at last: the squares it sees from there (`attacks`), and those it may see from
    there after a move, promotions included (`attacks_after_move`); `zone`: a king's square and those it can step to. Castlings count as steps of the king; where they may put their partners is said by `castling_transport`,
    which men they may move at last, promoted or not, by `castling_movable`, and how many moves a man needs for that by `turn`.
    """

    def __init__(self, genre: Genre, rights: int) -> None:
        if not cython.compiled:
            self.role_type = [0] * ROLES
            self.role_start = [0] * (2 * MEN + 1)
            self.role_of = [NOWHERE] * (2 * MEN * MEN)
            self.once = [0] * (ROLES * SQUARES)
            self.steps, self.pushes = [0] * (2 * MEN * SQUARES), [0] * (2 * MEN * SQUARES)
            self.distance = [FAR] * ((ROLES + 1) * SQUARES * SQUARES)
            self.nearest = [FAR] * (2 * MEN * SQUARES * SQUARES)
            self.king_once = [0] * (2 * SQUARES)
            self.king_distance = [FAR] * (2 * SQUARES * SQUARES)
            self.attack_origins, self.threats = [0] * (2 * MEN * SQUARES), [0] * (2 * MEN * SQUARES)
            self.zone_attacks = [0] * (2 * MEN * SQUARES * SQUARES)
            self.attacks, self.attacks_after_move = [0] * (2 * MEN * SQUARES), [0] * (2 * MEN * SQUARES)
            self.zone = [0] * (2 * SQUARES)
            self.flights = [0] * (2 * SQUARES * 8)
            self.flight_count = [0] * (2 * SQUARES)
            self.castling_transport = [0] * (2 * MEN * SQUARES)
            self.castling_movable = [False] * (2 * MEN)
            self.turn = [FAR] * (2 * MEN * SQUARES)
        tables = tables_of(genre)
        self.castles = self.either = False
        self.settled = True
        self._learn_men(genre, tables)
        self._learn_kings(genre, tables, rights)
        self._learn_sights(tables)

    def _learn_men(self, genre: Genre, tables: Any) -> None:
        """Roles and distances of all men but kings."""
        crowned = [0] * (ROLES * SQUARES)
        role = 0
        if cython.compiled:
            for i in range(2 * MEN * MEN):
                self.role_of[i] = NOWHERE
            for i in range(SQUARES * SQUARES):
                self.distance[NOWHERE * SQUARES * SQUARES + i] = FAR
        for side in range(2):
            for man in range(MEN):
                self.role_start[side * MEN + man] = role
                if man >= len(genre.men) or man == tables.royal:
                    continue
                promotion = genre.men[man].promotion
                zone = promotion.zones[side] if promotion else frozenset()
                kinds = [man] + [tables.numbers[letter] for letter in promotion.to if letter in tables.numbers
                                 and tables.numbers[letter] != tables.royal] if promotion else [man]
                stays, turns = [0] * SQUARES, [0] * SQUARES
                for mode, component in tables.rays_of(genre.men[man], side):
                    for square, rays in enumerate(component):
                        for ray in rays:
                            for target in ray:
                                if target in zone:
                                    turns[square] |= ONE << target
                                else:
                                    stays[square] |= ONE << target
                            if mode == BOTH:
                                self.steps[(side * MEN + man) * SQUARES + square] |= ONE << ray[0]
                            elif mode == QUIET:
                                self.pushes[(side * MEN + man) * SQUARES + square] |= ONE << ray[0]
                for kind in kinds:
                    self.role_type[role] = kind
                    self.role_of[(side * MEN + man) * MEN + kind] = role
                    for square in range(SQUARES):
                        if kind == man:
                            self.once[role * SQUARES + square] = stays[square]
                        else:
                            crowned[role * SQUARES + square] = turns[square]
                    role += 1
        self.role_start[2 * MEN] = role
        for man in range(2 * MEN):
            for role in range(self.role_start[man], self.role_start[man + 1]):
                plain = self.role_start[man]
                side = man // MEN
                later = self.role_start[side * MEN + self.role_type[role]]
                for square in range(SQUARES):
                    if role == plain:
                        self._spread(role, square, ONE << square, 0, plain, plain, crowned)
                    else:
                        self._spread(role, square, 0, ONE << square, plain, later, crowned)
                        self.once[role * SQUARES + square] = crowned[role * SQUARES + square]
            for square in range(SQUARES):
                for target in range(SQUARES):
                    self._note_nearest(man, square, target)

    def _spread(self, role: int, square: int, done: int, waiting: int, plain: int, later: int, crowned: Any) -> None:
        """The distances of a role from a square, by waves.

        `done`: where the man is as what the role becomes, going on as in the role `later`; `waiting`: where it is as
        what it was, going on as in `plain` until it becomes the other by one of the moves `crowned`.
        """
        for target in range(SQUARES):
            self.distance[(role * SQUARES + square) * SQUARES + target] = FAR
        known, passed = done, waiting
        if done:
            self.distance[(role * SQUARES + square) * SQUARES + square] = 0
        cost = 0
        while done or waiting:
            cost += 1
            reached = gone = 0
            while done:
                reached |= self.once[later * SQUARES + lowest(done)]
                done &= done - 1
            while waiting:
                reached |= crowned[role * SQUARES + lowest(waiting)]
                gone |= self.once[plain * SQUARES + lowest(waiting)]
                waiting &= waiting - 1
            done = reached & ~known
            known |= done
            waiting = gone & ~passed
            passed |= waiting
            reached = done
            while reached:
                self.distance[(role * SQUARES + square) * SQUARES + lowest(reached)] = cost
                reached &= reached - 1

    def _note_nearest(self, man: int, square: int, target: int) -> None:
        """The shortest of a man's ways between two squares, whatever it becomes."""
        best = FAR
        for role in range(self.role_start[man], self.role_start[man + 1]):
            if self.distance[(role * SQUARES + square) * SQUARES + target] < best:
                best = self.distance[(role * SQUARES + square) * SQUARES + target]
        self.nearest[(man * SQUARES + square) * SQUARES + target] = best

    def _learn_kings(self, genre: Genre, tables: Any, rights: int) -> None:
        """Flights, kings' distances, where castlings take their partners."""
        for side in range(2):
            component = tables.components[tables.king_steps[side].component]
            for number, rays in enumerate(component):
                at = 0
                for target in sorted({ray[0] for ray in rays}):
                    self.king_once[side * SQUARES + number] |= ONE << target
                    self.flights[(side * SQUARES + number) * 8 + at] = target
                    at += 1
                self.flight_count[side * SQUARES + number] = at
                self.zone[side * SQUARES + number] = self.king_once[side * SQUARES + number] | ONE << number
            for family in tables.families[side]:
                for castle in family.castles:
                    if castle[4] and not castle[4] & rights:
                        continue
                    self.castles = True
                    self.settled = self.settled and castle[4] in tables.right_bits.values()
                    king_to, partner_to, barred, king, partner = castle[2], castle[3], castle[5], castle[7], castle[8]
                    self.king_once[side * SQUARES + king] |= ONE << king_to
                    for man in range(len(genre.men)):
                        if (man in family.men) == family.inverted or barred >> man & 1:
                            continue
                        for owner in (0, 1):
                            if owner == side or family.either:
                                self.either = self.either or owner != side
                                self.castling_movable[owner * MEN + man] = True
                                self.castling_transport[(owner * MEN + man) * SQUARES + partner] |= ONE << partner_to
            for man in range(side * MEN, (side + 1) * MEN):
                for square in range(SQUARES):
                    self._note_turn(side, man, square)
            for man in range(side * MEN, (side + 1) * MEN):
                for square in range(SQUARES):       # what a man may become jumps, too
                    self.castling_movable[man] = self.castling_movable[man] or self.turn[man * SQUARES + square] < FAR
            for square in range(SQUARES):
                self._spread_king(side, square)

    def _note_turn(self, side: int, man: int, square: int) -> None:
        """How many moves a man needs to be one that castlings may move."""
        best = 0 if self.castling_movable[man] else FAR
        for role in range(self.role_start[man], self.role_start[man + 1]):
            if self.castling_movable[side * MEN + self.role_type[role]]:
                for target in range(SQUARES):
                    if self.distance[(role * SQUARES + square) * SQUARES + target] < best:
                        best = self.distance[(role * SQUARES + square) * SQUARES + target]
        self.turn[man * SQUARES + square] = best

    def _spread_king(self, side: int, square: int) -> None:
        """The distances of a king from a square."""
        base = (side * SQUARES + square) * SQUARES
        for target in range(SQUARES):
            self.king_distance[base + target] = FAR
        self.king_distance[base + square] = 0
        known = done = ONE << square
        cost = 0
        while done:
            cost += 1
            reached = 0
            while done:
                reached |= self.king_once[side * SQUARES + lowest(done)]
                done &= done - 1
            done = reached & ~known
            known |= done
            reached = done
            while reached:
                self.king_distance[base + lowest(reached)] = cost
                reached &= reached - 1

    def _learn_sights(self, tables: Any) -> None:
        """From where each kind of man sees each square, and what it sees of a king's surroundings."""
        for side in range(2):
            for component, man, other in tables.sights[side]:
                for square in range(SQUARES):
                    self.attack_origins[(side * MEN + man) * SQUARES + square] |= tables.reach[component * SQUARES + square]
                    if other != man:
                        self.attack_origins[(side * MEN + other) * SQUARES + square] |= \
                            tables.reach[component * SQUARES + square]
            for man in range(side * MEN, (side + 1) * MEN):
                for role in range(self.role_start[man], self.role_start[man + 1]):
                    for square in range(SQUARES):
                        seen = self.attack_origins[(side * MEN + self.role_type[role]) * SQUARES + square]
                        for origin in range(SQUARES):
                            if self.once[role * SQUARES + origin] & seen:
                                self.threats[man * SQUARES + square] |= ONE << origin
            for man in range(MEN):
                for king in range(SQUARES):
                    base = ((side * MEN + man) * SQUARES + king) * SQUARES
                    self._aim(base, self.attack_origins[(side * MEN + man) * SQUARES + king], CHECKED)
                    enemy = (side ^ 1) * SQUARES + king
                    for flight in range(self.flight_count[enemy]):
                        square = self.flights[enemy * 8 + flight]
                        self._aim(base, self.attack_origins[(side * MEN + man) * SQUARES + square], 1 << flight)
                    origins = self.attack_origins[(side * MEN + man) * SQUARES + king]
                    while origins:
                        self.attacks[(side * MEN + man) * SQUARES + lowest(origins)] |= ONE << king
                        origins &= origins - 1
            for square in range(SQUARES):
                self._look_on(side * MEN + tables.royal, side * MEN + tables.royal, square,
                              self.king_once[side * SQUARES + square])
                for man in range(side * MEN, (side + 1) * MEN):
                    for role in range(self.role_start[man], self.role_start[man + 1]):
                        self._look_on(man, side * MEN + self.role_type[role], square, self.once[role * SQUARES + square])

    def _look_on(self, man: int, becomes: int, square: int, targets: int) -> None:
        """Note what a man of a side on a square may see from some targets, where it is another."""
        while targets:
            self.attacks_after_move[man * SQUARES + square] |= self.attacks[becomes * SQUARES + lowest(targets)]
            targets &= targets - 1

    def _aim(self, base: int, origins: int, bit: int) -> None:
        while origins:
            self.zone_attacks[base + lowest(origins)] |= bit
            origins &= origins - 1


@lru_cache(maxsize=16)
def distances_of(genre: Genre, rights: int) -> Distances:
    """The reach of a genre's men, found out once."""
    return Distances(genre, rights)


class SideView:
    """What the men of `mater`, a side, see of the other side's king, in the positions of a judge.

    The position on top when it is made decides whether castlings that need rights count.
    """

    def __init__(self, judge: Judge, mater: int) -> None:
        self.judge, self.mater = judge, mater
        self.distances = distances_of(judge.rules.tables.genre, int(self.judge.frames[self.judge.ply].rights))
        if not cython.compiled:
            self.squares, self.men, self.first_attack_table = [0] * (2 * UNITS), [0] * (2 * UNITS), [0] * (2 * MEN)
        for side in range(2):
            for man in range(MEN):
                self.first_attack_table[side * MEN + man] = (side + 1) * ATTACK_TABLES
            for i in range((side + 1) * ATTACK_TABLES - 1, side * ATTACK_TABLES - 1, -1):
                if i - side * ATTACK_TABLES < self.judge.attack_table_count[side]:
                    self.first_attack_table[side * MEN + self.judge.attack_tables[i].man] = i
                    self.first_attack_table[side * MEN + self.judge.attack_tables[i].other] = i

    def way(self, side: int, man: int, seen: int, origin: int) -> int:
        """The squares between a man and one it sees on an empty board; where there are several ways, none."""
        for i in range(self.first_attack_table[side * MEN + man], side * ATTACK_TABLES + self.judge.attack_table_count[side]):
            if (self.judge.attack_tables[i].man == man or self.judge.attack_tables[i].other == man) \
                    and self.judge.attack_tables[i].reach[seen] >> origin & 1:
                if self.judge.attack_tables[i].several[seen] >> origin & 1:
                    return 0
                return self.judge.attack_tables[i].between[seen * SQUARES + origin]
        return 0
