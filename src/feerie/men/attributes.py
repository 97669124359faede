"""Attributes: the traits of single men, with their names and with the rules that make some of them what they are."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from feerie.conditions.observation import PATROL, PROVOCATION
from feerie.rules.attribute import Phases, Spared
from feerie.rules.effect import Recolouring, When
from feerie.rules.facet import Rule
from feerie.rules.genre import Names
from feerie.rules.trait import Trait

__all__ = ["RULES_OF_TRAITS", "TRAIT_NAMES"]

TRAIT_NAMES: Mapping[Trait, Names] = MappingProxyType({
    Trait.NEUTRAL: Names(("neutral",), ("neutre",), ("neutral",)),
    Trait.ROYAL: Names(("royal",), ("royal",), ("königlich",)),
    Trait.KAMIKAZE: Names(("kamikaze",), ("kamikaze",), ("Kamikaze",)),
    Trait.VOLAGE: Names(("volage",), ("volage",), ("volage",)),
    Trait.FUNCTIONARY: Names(("officiating", "functionary man"), ("fonctionnaire",), ("beamtet",)),
    Trait.HALF_NEUTRAL: Names(("half-neutral",), ("semi-neutre", "demi-neutre"), ("halbneutral",)),
    Trait.UNCAPTURABLE: Names(("uncapturable",), ("imprenable",), ("unschlagbar",)),
    Trait.PATROL: Names(("patrolling", "patrol man"), ("patrouilleur", "pièce patrouille"),
                        ("patrouillierend", "Patrouillestein")),
})
"""What the traits are called."""

RULES_OF_TRAITS: Mapping[Trait, tuple[Rule, ...]] = MappingProxyType({
    Trait.VOLAGE: (Recolouring(When.ALWAYS, shades=True, trait=Trait.VOLAGE),),
    Trait.FUNCTIONARY: (replace(PROVOCATION, still=True, trait=Trait.FUNCTIONARY),),
    Trait.HALF_NEUTRAL: (Phases(),),
    Trait.UNCAPTURABLE: (Spared(Trait.UNCAPTURABLE),),
    Trait.PATROL: (replace(PATROL, trait=Trait.PATROL),),
})
"""The rules of a genre in which men may have these traits; the kernel knows the others itself."""
