# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, annotation_typing=False
"""The moves of a genre as a graph for each side: nodes are men on squares, edges are what takes one to another.

Unlike search/patterns/distances it keeps the squares that a move passes, so that men in the way can be taken into
account. A castling is two edges, one of its king and one of its partner.
"""
from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache

import cython

from feerie.kernel.tables import CastlingRecord, FamilyRecord, Tables, tables_of
from feerie.kernel.verdict import Judge
from feerie.rules.genre import Genre, GenreError
from feerie.rules.movement import Mode
from feerie.rules.properties import Property

if not cython.compiled:
    from feerie.kernel.compiled_rules import i32_view, u8_view, u16_view, u64_view
    from feerie.kernel.tables import SQUARES
    from feerie.search.proof.structs import CAPTURING, CASTLING_KING, GRAPH_NODES, QUIET_MOVE, TRANSPORT

NEEDS = Property.RAYS | Property.STEADY_KIND | Property.STEADY_SIDE | Property.FEWER | Property.SMALL
"""What it takes to follow each man on a graph of its own."""
NEEDS_OF_ATTACKS = Property.LINES
"""What it takes to know what men attack from their squares alone."""


Edge = tuple[int, int, int, int, int]
"""What takes a man of a kind on a square to another square: origin, target, path (squares, bits, that must be empty),
flags, castling. A plain tuple, because a genre has thousands."""


class MoveGraph:
    """All moves of both sides; castlings that need a right which is not among `rights` are left out.

    `royal`, `ep_man`: the kinds of kings, and of men that capture en passant. `double_step_over`, `double_step_to`: by
    side and square, where such a man's double step passes and ends, NONE for none.
    """

    def __init__(self, genre: Genre, rights: int) -> None:
        genre = genre.without_rules
        tables = tables_of(genre)
        self.references = [tables]
        self.royal, self.ep_man = tables.royal, tables.ep_man
        self.castles_with_enemy = False
        castling_sides: list[int] = []
        records: list[CastlingRecord] = []
        if not cython.compiled:
            self.once, self.rights, self.needs_rights, self.unmoved = [0, 0], [0, 0], [0, 0], [0, 0]
            self.double_step_over, self.double_step_to = [b"", b""], [b"", b""]
        edges: list[list[Edge]] = [list(_moves(genre, tables, side)) for side in (0, 1)]
        for side in range(2):
            self.double_step_over[side] = u8_view(tables.double_step_over[side], 0)
            self.double_step_to[side] = u8_view(tables.double_step_to[side], 0)
            used, at_home, needs = 0, True, True
            for family in tables.families[side]:
                castles = [castle for castle in family.castles if not castle.right or castle.right & rights]
                for castle in castles:
                    number = len(castling_sides)
                    castling_sides.append(side)
                    records.append(castle)
                    edges[side].append((tables.royal * SQUARES + castle.king, tables.royal * SQUARES
                                        + castle.king_to, castle.empty, QUIET_MOVE | CASTLING_KING, number))
                    for owner in range(2) if family.either else range(side, side + 1):
                        edges[owner] += _transports(genre, tables, family, castle, number)
                    used |= castle.right
                    needs = needs and bool(castle.right)
                if castles:
                    at_home = at_home and family.right_implies_home
                    self.castles_with_enemy = self.castles_with_enemy or family.either
            spent = not used & (used - 1) and all(family.spends_right for family in tables.families[side])
            self.once[side] = needs and (at_home or spent)
            self.rights[side], self.needs_rights[side] = used, needs
            self.unmoved[side] = needs and at_home
        self.castling_count = len(castling_sides)
        self._store(edges, castling_sides, records)

    def _store(self, edges: list[list[Edge]], castling_sides: list[int], records: list[CastlingRecord]) -> None:
        """Keep the edges of White, then those of Black, each sorted by origin."""
        every = [edge for side in (0, 1) for edge in sorted(edges[side])]
        self.edge_count = len(every)
        origin, target, path, flags, castling = zip(*every, strict=True) if every else ((0,),) * 5
        leaving, entering, sorted_by_target = array("i"), array("i"), array("i")
        start = 0
        for side in (0, 1):
            count = len(edges[side])
            numbers = range(start, start + count)
            for fill, nodes in ((leaving, origin), (entering, target)):
                counts = [0] * GRAPH_NODES
                for number in numbers:
                    counts[nodes[number]] += 1
                place = start
                for node in range(GRAPH_NODES):
                    fill.append(place)
                    place += counts[node]
                fill.append(place)
            sorted_by_target.extend(sorted(numbers, key=target.__getitem__))
            start += count
        arrays = (leaving, entering, sorted_by_target or array("i", [0]),
                  array("H", origin), array("H", target), array("Q", path), array("B", flags), array("i", castling),
                  array("B", castling_sides or [0]),
                  array("Q", [castle.right for castle in records] or [0]),
                  array("Q", [castling_name(castle) for castle in records] or [0]))
        self.references.append(arrays)
        self.first_leaving, self.first_entering = i32_view(arrays[0], 0), i32_view(arrays[1], 0)
        self.entering = i32_view(arrays[2], 0)
        self.origin, self.target = u16_view(arrays[3], 0), u16_view(arrays[4], 0)
        self.path, self.flags = u64_view(arrays[5], 0), u8_view(arrays[6], 0)
        self.castling, self.castling_side = i32_view(arrays[7], 0), u8_view(arrays[8], 0)
        self.castling_right, self.castling_name = u64_view(arrays[9], 0), u64_view(arrays[10], 0)


def castling_name(castle: CastlingRecord) -> int:
    """A number, not 0, that is a castling's own in all graphs of a genre, whatever rights are left."""
    name = 1
    for square in (castle.king, castle.king_to, castle.partner, castle.partner_to):
        name = name * SQUARES + square
    return int(name)


def _moves(genre: Genre, tables: Tables, side: int) -> Iterator[Edge]:
    """All moves but castlings; several paths to the same square are several edges."""
    flags = {int(Mode.BOTH): QUIET_MOVE | CAPTURING, int(Mode.QUIET): QUIET_MOVE, int(Mode.CAPTURE): CAPTURING}
    for kind, man in enumerate(genre.men):
        zone = man.promotion.zones[side] if man.promotion else frozenset()
        becomes = [tables.numbers[letter] for letter in man.promotion.to if letter in tables.numbers] \
            if man.promotion else []
        for mode, component in tables.rays_of(man, side):
            for square, rays in enumerate(component):
                for ray in rays:
                    path = 0
                    for target in ray:
                        for result in becomes if target in zone else [kind]:
                            yield kind * SQUARES + square, result * SQUARES + target, path, flags[int(mode)], -1
                        path |= 1 << target


def _transports(genre: Genre, tables: Tables, family: FamilyRecord, castle: CastlingRecord,
                number: int) -> Iterator[Edge]:
    """What a castling does with its partner, for each kind of man that it may be."""
    for kind, man in enumerate(genre.men):
        if (kind in family.men) == family.inverted or castle.barred >> kind & 1:
            continue
        results = [kind]
        if castle.promotes >> kind & 1:
            results = [tables.numbers[letter] for letter in man.promotion.to if letter in tables.numbers]
        for result in results:
            yield (kind * SQUARES + castle.partner, result * SQUARES + castle.partner_to, castle.empty,
                   QUIET_MOVE | TRANSPORT, number)


def can_be_followed(judge: Judge) -> bool:
    """Has the genre what NEEDS says, and tables of its men alone?"""
    if not judge.has(NEEDS):
        return False
    try:
        tables_of(judge.rules.tables.genre.without_rules)
    except GenreError:
        return False
    return True


@lru_cache(maxsize=16)
def graph_of(genre: Genre, rights: int) -> MoveGraph:
    """The graph of a genre, made once for each set of castling rights."""
    return MoveGraph(genre, rights)
