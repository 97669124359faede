"""Python stand-ins for the C structures of the .pxd files here; used where the modules run uncompiled."""
from __future__ import annotations

from feerie.search.proof.structs import ALL_MEN

NO_MAN, COSTS = 255, 7


class BoundFrame:
    """See bound.pxd."""

    def __init__(self) -> None:
        self.man_at, self.node, self.alive, self.open = [NO_MAN] * 64, [0] * ALL_MEN, [0, 0], [0, 0]
        self.fixed_cost, self.key, self.spare, self.slack = [0] * (2 * COSTS), [0, 0], [0, 0], [0, 0]
        self.path_key, self.paid = 0, [0, 0]

    def copy(self, other: BoundFrame) -> None:
        """Become equal to another."""
        self.man_at, self.node, self.alive = other.man_at[:], other.node[:], other.alive[:]
        self.open, self.path_key = other.open[:], other.path_key
        self.fixed_cost, self.key, self.spare = other.fixed_cost[:], other.key[:], other.spare[:]
        self.slack, self.paid = other.slack[:], other.paid[:]


class Memo:
    """See bound.pxd."""

    def __init__(self) -> None:
        self.key, self.cost = 0, [0] * COSTS


class Step:
    """See castling_group.pxd."""

    path = origin = partner = partner_to = castles = 0


class PairMove:
    """See pairs.pxd."""

    path = origin = target = cost = 0


class Goal:
    """See pairs.pxd."""

    first = second = late = 0
