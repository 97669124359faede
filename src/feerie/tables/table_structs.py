"""Python stand-ins for the C structures of this folder; its modules use them when they run uncompiled."""
from __future__ import annotations

from typing import Any


class Group:
    """See indexing.pxd."""

    sets: Any = None
    side = kind = count = size = step = 0

    def __init__(self) -> None:
        self.ranks = [0] * 64


class IndexScheme:
    """See indexing.pxd."""

    group_count = image_count = folding = king = flag_sets = size = 0

    def __init__(self) -> None:
        self.groups = [Group() for _ in range(16)]
        self.images, self.fold = [0] * 16 * 64, [0] * 2 * 64
        self.flag_number, self.flag_rights = [0] * 2 * 256, [0] * 256
        self.binomials = [0] * 64 * 8


class Probed:
    """See prober.pxd."""

    scheme: Any = None
    outcomes: Any = None
    signature = exchanged = 0


class Part:
    """See retrograde.pxd."""

    scheme: Any = None
    values: Any = None
    signature = exchanged = 0
