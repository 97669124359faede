"""The properties of a genre, derived from its rules and from the rays of its men: see rules/properties.py."""
from __future__ import annotations

from collections.abc import Set
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from feerie.kernel.lookup import have_same_lines
from feerie.rules.genre import Genre
from feerie.rules.movement import Mode
from feerie.rules.properties import EVERY_PROPERTY, NO_PROPERTY, Property

if TYPE_CHECKING:
    from feerie.kernel.tables import Tables

__all__ = ["lost_by_rules", "properties_of"]

OF_LINES = Property.TAILS | Property.MUTUAL | Property.ONE_LINE | Property.SAME_LINE | Property.PAWNS
"""What can hold only of lines."""


def lost_by_rules(genre: Genre) -> Property:
    """What the parts of a genre say that they do not keep. Without lines, nothing is said of what lines are like.

    Rules have no tables of lines, but leave men on their rays unless they say otherwise.
    """
    parts = (genre.royalty, *genre.men, *genre.endings, *(trait for traits in genre.traits for trait in traits))
    lost = reduce(or_, (part.loses for part in parts), NO_PROPERTY)
    if Property.LINES in lost:
        lost |= Property.RAYS
    lost |= genre.loses
    for rule in genre.rules:
        lost |= Property.LINES | Property(getattr(rule, "loses", EVERY_PROPERTY))
    if genre.gains_kings:
        lost |= Property.ONE_KING
    return lost | OF_LINES if Property.LINES in lost else lost


def properties_of(tables: Tables) -> Property:
    """What optimisations may rely on in a genre, whose men and attacks are in the tables."""
    lost = tables.lost
    if not all(_are_moved_as_pawns(tables, side) for side in (0, 1)):
        lost |= Property.PAWNS
    return EVERY_PROPERTY & ~(lost | _lost_by_attacks(tables, {component for side in (0, 1)
                                                    for component, *_ in tables.attack_records[side]}))


def _lost_by_attacks(tables: Tables, components: Set[int]) -> Property:
    """What the rays of the components that capture do not keep."""
    lost = NO_PROPERTY
    if not all(map(tables.tails_are_rays, components)):
        lost |= Property.TAILS
    if not all(tables.mutual[component] for component in components if tables.rides(component)):
        lost |= Property.MUTUAL
    if any(map(tables.has_several_paths, components)):
        lost |= Property.ONE_LINE | Property.SAME_LINE
    elif not have_same_lines(sorted(components), tables.reach, tables.between):
        lost |= Property.SAME_LINE
    return lost


def _are_moved_as_pawns(tables: Tables, side: int) -> bool:
    """Whether the man that captures en passant is moved by shifts, and every other plainly, kings not considered."""
    return all(step.translation if step.man == tables.ep_man
               else step.mode == Mode.BOTH and not step.zone and not step.translation
               for step in tables.move_records[side])
