"""Conditions: rules of the dictionary under a name."""
from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from feerie.base.frozen import frozen
from feerie.rules.ending import DeadMaterial
from feerie.rules.facet import Rule, stage_of
from feerie.rules.genre import Genre, Names

__all__ = ["Condition", "rex_inclusive", "split_squares", "with_rules"]

_SQUARES = re.compile("(.+):((?:[a-h][1-8])+)")


@frozen
class Condition:
    """A condition: a setting of a family, of which each has a file in `conditions/`.

    `name`: a part of the name of a genre: "circe", "maximummer:black". `names`: what it is called in each language, the
    usual one first; any of them finds it. `rules`: what makes it what it is (rules/facet.py). Where it is about squares
    the name has them at its end, "magic-squares:d4e5", and `names` need those behind them.
    """

    name: str
    rules: tuple[Rule, ...]
    names: Names

    @property
    def squares(self) -> str:
        """The squares at the end of the name; "" for a condition that is about none."""
        return split_squares(self.name)[1]

    @property
    def base(self) -> str:
        """The name without squares."""
        return split_squares(self.name)[0]

    def title(self, language: str) -> str:
        """What it is called in a language, its squares included."""
        return " ".join(filter(None, (*getattr(self.names, language)[:1], self.squares)))

    def on(self, squares: Iterable[str]) -> Condition:
        """The same condition on other squares: of a condition whose name, and whose rules, have some."""
        names = tuple(sorted(set(squares)))
        rules = tuple(replace(rule, squares=names) if hasattr(rule, "squares") else rule for rule in self.rules)
        return Condition(f"{self.base}:{''.join(names)}", rules, self.names)


def split_squares(name: str) -> tuple[str, str]:
    """A name without the squares at its end, and these.

    >>> split_squares("forced-square:white:e4"), split_squares("maximummer:white")
    (('forced-square:white', 'e4'), ('maximummer:white', ''))
    """
    found = _SQUARES.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


def rex_inclusive(condition: Condition) -> Condition:
    """The same condition with a rule that concerns kings too, by its option ":rex"."""
    def with_option(names: tuple[str, ...], *options: str) -> tuple[str, ...]:
        return tuple(f"{name} {option}" for option in options for name in names)

    names = Names(with_option(condition.names.en, "rex inclusive"),
                  with_option(condition.names.fr, "rex inclusif", "rex inclus"),
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
