"""Python stand-ins for the C structures of this folder; the search modules use them where they run uncompiled."""
from __future__ import annotations


class MateQuestion:
    """See mate_filter.pxd."""

    def __init__(self, king: int, occupied: int, mating_side_men: int, victim_men: int, victim_moves: bool,
                 discoverers: int, check_lines: int) -> None:
        self.king, self.occupied, self.mating_side_men, self.victim_men = king, occupied, mating_side_men, victim_men
        self.victim_moves, self.discoverers, self.check_lines = victim_moves, discoverers, check_lines


class MatingMove:
    """See mate_filter.pxd."""

    def __init__(self, man: int, target: int, kind: int, partner: int, partner_target: int, partner_kind: int,
                 blockers: int, arrival: int) -> None:
        self.man, self.target, self.kind = man, target, kind
        self.partner, self.partner_target, self.partner_kind = partner, partner_target, partner_kind
        self.blockers, self.arrival = blockers, arrival


class LineNode:
    """See help.pxd."""

    def __init__(self, p: int, n: int, left: int, depth: int, first: int, end: int) -> None:
        self.p, self.n, self.left, self.depth, self.first, self.end = p, n, left, depth, first, end


class Continuations:
    """See line_records.pxd."""

    key = start = end = count = depth = generation = 0


class TableEntry:
    """See transposition.pxd."""

    lock = data = 0


class Area:
    """See transposition.pxd."""

    def __init__(self, entries: int, smaller: Area | None = None) -> None:
        self.entries = [TableEntry() for _ in range(entries)]
        self.mask, self.smaller = entries - 4, smaller


new_area = Area


def full_barrier() -> None:
    """Nothing: see kernel/memory.pxd."""


def entries_of(area: Area) -> list[TableEntry]:
    """See transposition.pxd."""
    return area.entries


class Child:
    """See proof_numbers.pxd."""

    key = move = phi = delta = length = 0


class Note:
    """See forced_play.pxd."""

    key = record = 0
