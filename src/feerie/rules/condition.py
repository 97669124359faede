"""Conditions: rules of the dictionary under a name."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from feerie.base.frozen import frozen
from feerie.rules.ending import DeadMaterial
from feerie.rules.facet import Rule, stage_of
from feerie.rules.genre import Genre, Names

__all__ = ["Condition", "with_rules"]


@frozen
class Condition:
    """A condition: a setting of a family, of which each has a file in `conditions/`.

    `name`: a part of the name of a genre: "circe", "maximummer:black". `names`: what it is called in each language, the
    usual one first; any of them finds it. `rules`: what makes it what it is (rules/facet.py).
    """

    name: str
    rules: tuple[Rule, ...]
    names: Names


def with_rules(genre: Genre, rules: Iterable[Rule]) -> Genre:
    """A genre with further rules, its men as these have them. With rules no men are known to be unable to mate."""
    added = tuple(rules)
    if not added:
        return genre
    made = replace(genre, rules=(*genre.rules, *added),
                   endings=tuple(ending for ending in genre.endings if not isinstance(ending, DeadMaterial)))
    for rule in sorted(added, key=stage_of):
        if hasattr(rule, "adapt"):
            made = rule.adapt(made)
    return made
