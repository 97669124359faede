"""Conditions: rules of the dictionary under a name."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from feerie.base.frozen import frozen
from feerie.rules.ending import DeadMaterial
from feerie.rules.facet import Rule, stage_of
from feerie.rules.genre import Genre, Names

__all__ = ["Condition", "rex_inclusive", "with_rules"]


@frozen
class Condition:
    """A condition: a setting of a family, of which each has a file in `conditions/`.

    `name`: a part of the name of a genre: "circe", "maximummer:black". `names`: what it is called in each language, the
    usual one first; any of them finds it. `rules`: what makes it what it is (rules/facet.py).
    """

    name: str
    rules: tuple[Rule, ...]
    names: Names


def rex_inclusive(condition: Condition) -> Condition:
    """The same condition with a rule that concerns kings too, by its option ":rex"."""
    def with_option(names: tuple[str, ...], option: str) -> tuple[str, ...]:
        return tuple(f"{name} {option}" for name in names)

    names = Names(with_option(condition.names.en, "rex inclusive"), with_option(condition.names.fr, "rex inclus"),
                  with_option(condition.names.de, "rex inklusiv"))
    rules = tuple(replace(rule, kings=True) if hasattr(rule, "kings") else rule for rule in condition.rules)
    return Condition(f"{condition.name}:rex", rules, names)


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
