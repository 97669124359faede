"""The compiled forms of rules (rules/effect.py) as tables of species and squares.

Species are numbered as in general_tables.py; tables of both sides have SIDE places for each. What a table says of a
neutral man it says for the side as one of which it moves or is taken.
"""
from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from feerie.kernel.tables import NONE, SQUARES
from feerie.rules.change import Stage
from feerie.rules.choice import Accepted, Preference
from feerie.rules.effect import Immunity, Rebirth, Recolouring, Return, Transmutation, When
from feerie.rules.facet import Rule, stage_of
from feerie.rules.filters import Barred, Contact
from feerie.rules.genre import Genre, Man
from feerie.rules.home import LEFT, Home, Place
from feerie.rules.observation import Silence, Unwatched
from feerie.rules.trait import Trait, Traits

__all__ = ["SIDE", "FormTables", "PlacingRecord", "compiled_forms", "plain_rules"]

SIDE = 64
"""Places for the species of a side."""
NOWHERE, AT_HOME, WHERE_LEFT, BY_VECTOR = range(4)
"""Kinds of places: see general_rules.pxd."""


def plain_rules(genre: Genre) -> tuple[Rule, ...]:
    """The rules that are asked in Python: all, if one without a compiled form has its effects before others."""
    plain = tuple(rule for rule in genre.rules if not hasattr(rule, "forms"))
    return genre.rules if any(stage_of(rule) != Stage.EFFECT for rule in plain) else plain


def compiled_forms(genre: Genre) -> list[object]:
    """The forms of the other rules."""
    plain = plain_rules(genre)
    return [form for rule in genre.rules if rule not in plain for form in rule.forms]


class PlacingRecord(NamedTuple):
    """Where a man is put, or what must be free; for the fields see Placing in general_rules.pxd."""

    place: int = NOWHERE
    homes: array[int] = array("B")
    kings: bool = False
    crushes: bool = False
    clones: bool = False
    stays: bool = False


class FormTables:
    """Tables of the forms of a genre; `all_traits`: what the species have besides their kinds, in their order.

    `rebirth`, `returning`, `immunity`: as PlacingRecords. `recolours`: 0 for never, 1 by captures, 2 by other moves;
    `recoloured`: what a species is then. `after_capture`, `after_quiet`: what a species becomes by its moves.
    `clones`: by species the one from which its clones, with its traits, are numbered by their kind.
    """

    def __init__(self, genre: Genre, all_traits: Sequence[Traits]) -> None:
        self.genre, self.all_traits = genre, tuple(all_traits)
        self.rebirth = self.returning = self.immunity = PlacingRecord()
        self.recolours = 0
        self.transmutes = False
        self.recoloured = self._species(lambda man, traits: (man.letter, traits - {Trait.NEUTRAL}))
        self.after_capture = self.after_quiet = self._species(lambda man, traits: (man.letter, traits))
        self.clones = array("B", bytes(SIDE))
        for form in compiled_forms(genre):
            self._add(form)

    def _add(self, form: object) -> None:
        match form:
            case Rebirth():
                self.rebirth = self._placing(form.place)._replace(kings=form.kings, crushes=form.crushes,
                                                                  clones=form.clones)
                self.clones = self._clones(royal=form.clones and form.kings)
            case Return():
                self.returning = self._placing(form.place)._replace(stays=form.stays, kings=True)
            case Immunity():
                self.immunity = self._placing(form.place)._replace(kings=form.kings)
            case Recolouring():
                self.recolours = 1 if form.when is When.CAPTURES else 2
            case Transmutation():
                self.transmutes = True
                self.after_capture = self._species(lambda man, traits: (form.after(man.letter, True), traits))
                self.after_quiet = self._species(lambda man, traits: (form.after(man.letter, False), traits))
            case Accepted() | Barred() | Contact() | Preference() | Silence() | Unwatched():
                pass        # see restraints.py
            case _:
                raise TypeError(f"no form: {form!r}")

    def _number(self, letter: str, traits: Traits) -> int:
        """The number of a species, NONE if there is none."""
        letters = [man.letter for man in self.genre.men]
        if traits not in self.all_traits or letter not in letters:
            return NONE
        return self.all_traits.index(traits) * len(letters) + letters.index(letter)

    def _species(self, other: Callable[[Man, Traits], tuple[str, Traits]]) -> array[int]:
        """By species another one; royal men stay what they are, as do those of which there is no other."""
        found = array("B", range(SIDE))
        for traits in self.all_traits:
            for man in self.genre.men:
                number = self._number(man.letter, traits)
                is_royal = man.letter in self.genre.royal_letters or Trait.ROYAL in traits
                becomes = self._number(*other(man, traits))
                if not is_royal and becomes != NONE:
                    found[number] = becomes
        return found

    def _clones(self, *, royal: bool) -> array[int]:
        found = array("B", bytes(SIDE))
        for traits in self.all_traits:
            for man in self.genre.men:
                is_royal = man.letter in self.genre.royal_letters or Trait.ROYAL in traits
                kept = traits | {Trait.ROYAL} if royal and is_royal else traits
                found[self._number(man.letter, traits)] = self.all_traits.index(kept) * len(self.genre.men)
        return found

    def _placing(self, place: Place) -> PlacingRecord:
        if not isinstance(place, Home):
            return PlacingRecord(WHERE_LEFT if place == LEFT else BY_VECTOR)
        homes = array("B", [NONE]) * (2 * SIDE * SQUARES)
        for side in (0, 1):
            for kind, man in enumerate(self.genre.men):
                row = array("B", [NONE]) * SQUARES
                for struck in self.genre.board.squares:
                    home = place.home(self.genre, man.letter, side, struck)
                    row[struck] = NONE if home is None else home
                for number in range(len(self.all_traits)):
                    at = (side * SIDE + number * len(self.genre.men) + kind) * SQUARES
                    homes[at:at + SQUARES] = row
        return PlacingRecord(AT_HOME, homes)
