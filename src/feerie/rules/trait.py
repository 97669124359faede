"""Traits: what single men of a diagram have, whatever their kind."""
from __future__ import annotations

from enum import Enum

from feerie.rules.properties import Property

__all__ = ["Trait", "Traits"]


class Trait(Enum):
    """What a man may have besides its kind. The value is its English name.

    NEUTRAL    it belongs to both sides: whoever is to move may move it, and either may take it; it moves, captures and
               promotes as a man of the side that moves it
    ROYAL      it is a king in all but the way it moves: it is checked and mated, and does not castle
    KAMIKAZE   it vanishes when it takes a man, without promoting first; it gives check nevertheless, and a royal one,
               which does so too, takes nothing
    """

    NEUTRAL = "neutral"
    ROYAL = "royal"
    KAMIKAZE = "kamikaze"

    @property
    def loses(self) -> Property:
        """What does not hold in a genre in which men have this trait."""
        return Property.LINES | _LOST[self]


_LOST = {Trait.NEUTRAL: Property.STEADY_SIDE, Trait.ROYAL: Property.ONE_KING, Trait.KAMIKAZE: Property.SMALL}

Traits = frozenset[Trait]
"""What one man has."""
