"""Conditions: rules of the dictionary under a name."""
from __future__ import annotations

from feerie.base.frozen import frozen
from feerie.rules.facet import Rule
from feerie.rules.genre import Names

__all__ = ["Condition"]


@frozen
class Condition:
    """A condition: a setting of a family, of which each has a file in `conditions/`.

    `name`: a part of the name of a genre: "circe", "maximummer:black". `names`: what it is called in each language, the
    usual one first; any of them finds it. `rules`: what makes it what it is (rules/facet.py).
    """

    name: str
    rules: tuple[Rule, ...]
    names: Names
