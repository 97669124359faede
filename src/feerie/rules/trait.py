"""Traits: what single men of a diagram have, whatever their kind."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from enum import Enum
from typing import Any

from feerie.base.frozen import frozen
from feerie.rules.properties import EVERY_PROPERTY, NO_PROPERTY, Property

__all__ = ["OwnTrait", "Trait", "Traits", "in_order"]


class Trait(Enum):
    """What a man may have besides its kind. The value is its English name.

    NEUTRAL    it belongs to both sides: whoever is to move may move it, and either may take it; it moves, captures and
               promotes as a man of the side that moves it
    ROYAL      it is a king in all but the way it moves: it is checked and mated, and does not castle
    KAMIKAZE   it vanishes when it takes a man, without promoting first; it gives check nevertheless, and a royal one,
               which does so too, takes nothing; rules may put it somewhere instead (`Revival`)

    The others are what rules say of the men that have them (men/attributes.py):

    VOLAGE         it changes sides by its first move to a square of the other colour, and is an ordinary man then
    FUNCTIONARY    it moves only while an enemy man observes it
    HALF_NEUTRAL   by each move it becomes neutral, or one of the side that moves it if it is neutral
    UNCAPTURABLE   it is not taken; but a royal one is in check as any other
    PATROL         it takes only while a man of its own side observes it
    """

    NEUTRAL = "neutral"
    ROYAL = "royal"
    KAMIKAZE = "kamikaze"
    VOLAGE = "volage"
    FUNCTIONARY = "officiating"
    HALF_NEUTRAL = "halfneutral"
    UNCAPTURABLE = "uncapturable"
    PATROL = "patrolling"

    @property
    def loses(self) -> Property:
        """What does not hold in a genre in which men have this trait."""
        return Property.LINES | _LOST.get(self, NO_PROPERTY)


_LOST = {Trait.NEUTRAL: Property.STEADY_SIDE, Trait.ROYAL: Property.ONE_KING,
         Trait.KAMIKAZE: Property.SMALL | Property.PLACES_ONE}



@frozen
class OwnTrait:
    """A trait that a genre file defines. `value`: its name, of lower-case letters, by which alone it is known in texts.

    `rule`: what makes it what it is, asked for men that have it (rules/facet.py); None where only the name is known.
    """

    value: str
    rule: Any = field(default=None, compare=False)

    @property
    def loses(self) -> Property:
        """What does not hold in a genre in which men have this trait: everything, unless its rule says less."""
        return Property.LINES | Property(getattr(self.rule, "loses", EVERY_PROPERTY))


Traits = frozenset[Trait | OwnTrait]
"""What one man has."""


def in_order(traits: Iterable[Trait | OwnTrait]) -> list[Trait | OwnTrait]:
    """Traits in the order in which texts name them: those of the dictionary, then others by name.

    >>> in_order({OwnTrait("shy"), Trait.KAMIKAZE, OwnTrait("bold")})
    [<Trait.KAMIKAZE: 'kamikaze'>, OwnTrait(value='bold', rule=None), OwnTrait(value='shy', rule=None)]
    """
    had = set(traits)
    return [*(trait for trait in Trait if trait in had),
            *sorted((trait for trait in had if isinstance(trait, OwnTrait)), key=lambda trait: trait.value)]
