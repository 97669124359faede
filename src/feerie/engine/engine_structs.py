"""Python stand-ins for the C structures of this folder; its modules use them when they run uncompiled."""
from __future__ import annotations

from typing import Any


class SearchNode:
    """See evaluation.pxd."""

    mg = eg = phase = quiet_plies = irreversible = raw = static = in_check = improving = prunes = move = 0
    skipped = structure = 0

    def __init__(self) -> None:
        self.killers = [0, 0]


class Structure:
    """See evaluation.pxd."""

    key = mg = eg = 0

    def __init__(self) -> None:
        self.attacked, self.pawns, self.passed = [0, 0], [0, 0], [0, 0]


class AttackLookup:
    """See evaluation.pxd."""

    segments = leaping = man = more_valuable = mobility = attack = 0

    def __init__(self) -> None:
        self.slots: Any = []
        self.leaps: Any = []


class RiderTable:
    """See evaluation.pxd."""

    segments = man = other = 0

    def __init__(self) -> None:
        self.slots: Any = []


class PlayingEntry:
    """See playing_table.pxd."""

    lock = data = 0
