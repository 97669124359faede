"""Royalty: which kings count, and what check and mate mean."""
from __future__ import annotations

from enum import Enum

from feerie.rules.properties import NO_PROPERTY, Property

RECURSION = 6
"""Multiplex: how deep checks given in reply to checks are looked into; deeper ones count as legal (a ruling)."""


class Royalty(Enum):
    """The doctrine of a genre about its kings; `kings` is the most that a side may have.

    ONE_KING   the king must not be left attacked; attacked without a legal move it is mated.
    MULTIPLEX  no king may be left attacked; a check to a side with several kings is legal only if it can be
               parried in one move or mates every one of them.
    ULTRA      a side is in check when all its kings are attacked; kings are never captured.
    SIAMESE    no king may be left attacked; a side in check without a legal move is mated.
    """

    ONE_KING = "one king"
    MULTIPLEX = "rex multiplex"
    ULTRA = "ultra rex multiplex"
    SIAMESE = "siamese"

    @property
    def kings(self) -> int | None:
        """How many kings a side may have; None for any number."""
        return 1 if self is Royalty.ONE_KING else None

    @property
    def loses(self) -> Property:
        """What does not hold in a genre with this doctrine."""
        return NO_PROPERTY if self is Royalty.ONE_KING else Property.ONE_KING
