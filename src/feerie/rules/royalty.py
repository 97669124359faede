"""Royalty: which men are royal, and what check and mate mean."""
from __future__ import annotations

from enum import Enum
from typing import ClassVar

from feerie.base.frozen import frozen
from feerie.rules.properties import NO_PROPERTY, Property

RECURSION = 6
"""Multiplex: how deep checks given in reply to checks are looked into; deeper ones count as legal (a ruling)."""


class Doctrine(Enum):
    """The rule of several kings: what holds of a side when a second royal man appears. The value is its English name.

    ONE_KING   no side may have a second one: a diagram with two is illegal, and no man becomes royal.
    MULTIPLEX  none may be left attacked; a check to a side with several is legal only if it can be parried in one move
               or mates every one of them.
    ULTRA      a side is in check when all of them are attacked; they are never captured.
    SIAMESE    none may be left attacked; a side in check without a legal move is mated.

    Of a side with one royal man all say the same: it must not be left attacked; attacked without a legal move it is
    mated.
    """

    ONE_KING = "one king"
    MULTIPLEX = "rex multiplex"
    ULTRA = "ultra rex multiplex"
    SIAMESE = "siamese"


@frozen
class Royalty:
    """Royalty of a genre: the rule of several kings, and which men are kings besides the king.

    `kinds`: letters of kinds all men of which are royal. They are checked and mated as the king is, and do not castle.
    Single men of any kind are royal by their trait (`Trait.ROYAL`), for which the same doctrine holds.
    """

    ONE_KING: ClassVar[Royalty]
    MULTIPLEX: ClassVar[Royalty]
    ULTRA: ClassVar[Royalty]
    SIAMESE: ClassVar[Royalty]

    doctrine: Doctrine = Doctrine.ONE_KING
    kinds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.doctrine, Doctrine):     # in earlier pickles a royalty is the value of a doctrine
            object.__setattr__(self, "doctrine", Doctrine(self.doctrine))

    @property
    def kings(self) -> int | None:
        """How many royal men a side may have; None for any number."""
        return 1 if self.doctrine is Doctrine.ONE_KING else None

    @property
    def loses(self) -> Property:
        """What does not hold in a genre with this royalty."""
        if self.kinds:
            return Property.ONE_KING | Property.LINES
        return NO_PROPERTY if self.doctrine is Doctrine.ONE_KING else Property.ONE_KING


Royalty.ONE_KING = Royalty()
Royalty.MULTIPLEX = Royalty(Doctrine.MULTIPLEX)
Royalty.ULTRA = Royalty(Doctrine.ULTRA)
Royalty.SIAMESE = Royalty(Doctrine.SIAMESE)
