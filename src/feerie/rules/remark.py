"""What rules say of themselves for explanations: typed, without words; the languages have the sentences.

Each plain method of a rule (rules/facet.py) may have a companion with the same arguments whose name begins with `why_`.
It yields what makes the method answer as it does: what forbids a move or a capture, what the answer of `effects` does
not show.
"""
from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["At", "Called", "Fact", "Kind", "Of", "Remark", "Standing"]


class At(NamedTuple):
    """A square."""

    square: int


class Standing(NamedTuple):
    """Men on squares, by their texts: "the knight on b3"."""

    men: tuple[tuple[str, int], ...]


class Kind(NamedTuple):
    """A kind of man, by the text of one: "the rook"."""

    man: str


class Of(NamedTuple):
    """A side."""

    side: int


class Called(NamedTuple):
    """A name that is the same in all languages."""

    name: str


Fact = At | Standing | Kind | Of | Called
"""What fills a place in a sentence."""


class Remark(NamedTuple):
    """Something to be said: the key of its sentence, and what fills the places of that."""

    key: str
    facts: Mapping[str, Fact] = MappingProxyType({})

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares that it is about."""
        return tuple(fact.square for fact in self.facts.values() if isinstance(fact, At))

    @property
    def men(self) -> tuple[int, ...]:
        """The squares of the men that it names."""
        return tuple(dict.fromkeys(square for fact in self.facts.values() if isinstance(fact, Standing)
                                   for _, square in fact.men))
