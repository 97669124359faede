"""The compiled forms of rules (rules/effect.py) as tables of species and squares.

Species are numbered as in general_tables.py; tables of both sides have SIDE places for each. What a table says of a
neutral man it says for the side as one of which it moves or is taken.
"""
from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from feerie.kernel.tables import NONE, SQUARES, mask_of
from feerie.rules.attribute import Phases, Spared
from feerie.rules.becoming import Alternation, LikeForLike, ReturnAsTaken
from feerie.rules.change import Stage
from feerie.rules.choice import Accepted, LoneMate, Preference
from feerie.rules.completion import Completion, Preparation, first_rank
from feerie.rules.effect import (
    Degradation,
    HomeFree,
    Immunity,
    Rebirth,
    Recolouring,
    Return,
    Revival,
    Transmutation,
    When,
)
from feerie.rules.facet import Rule, stage_of
from feerie.rules.filters import Barred, Contact
from feerie.rules.genre import Genre, Man
from feerie.rules.home import Birthplace, ByVector, Left, Place
from feerie.rules.legacy import Assumption, Inheritance, Sentries, taking_over
from feerie.rules.movement import Mode
from feerie.rules.mutual import Aligned, KingSafe, LeftToWatchers, Woozled
from feerie.rules.observation import Few, Homeless, Joint, Linked, Shelter, Silence, Unwatched
from feerie.rules.oscillation import Oscillation, Swings
from feerie.rules.placement import ChosenRebirth, ChosenReturn, Where
from feerie.rules.squares import Forced, Magic
from feerie.rules.trait import Trait, Traits
from feerie.rules.unit import Unit

__all__ = ["COMPLETES", "COMPLETES_ALL", "SIDE", "FormTables", "PlacingRecord", "compiled_forms", "plain_rules"]

FULL_BOARD = (1 << SQUARES) - 1
SIDE = 64
"""Places for the species of a side."""
NOWHERE, AT_HOME, WHERE_LEFT, BY_VECTOR, BIRTHPLACE, ANYWHERE, CAGE, STEP = range(8)
"""Kinds of places: see general_rules.pxd."""
STAYS, TURNS, PHASES = range(3)
"""How men change sides: see there."""
ALWAYS_SWINGS, SAFE_SWINGS, SWINGS_ON_CHECK = 1, 2, 3
SWINGS = {Swings.ALWAYS: ALWAYS_SWINGS, Swings.SAFE: SAFE_SWINGS, Swings.CHECKS: SWINGS_ON_CHECK}
"""When kings exchange places after a side's moves, 0 for never."""
COMPLETES, COMPLETES_ALL = 1, 2
"""A man that captures goes on; one that takes a king must be able to, too."""
_OF_THE_CAPTURE = {Left(): WHERE_LEFT, ByVector(): BY_VECTOR, Birthplace(): BIRTHPLACE}
"""Those of which no table can be made."""
_RESTRAINTS = (Accepted, Aligned, Barred, Contact, Few, Forced, Joint, KingSafe, LeftToWatchers, LikeForLike, Linked,
               LoneMate, Preference, Shelter, Silence, Spared, Unwatched, Woozled)
"""See restraints.py."""
_PERMISSIONS = ("may_move", "may_capture")
"""Methods of rules that are asked what men may do."""


def plain_rules(genre: Genre) -> tuple[Rule, ...]:
    """The rules that are asked in Python: all, if one of them has its effects before others, or paralyses men, which
    others depend on.
    """
    plain = tuple(rule for rule in genre.rules if not _is_compiled(genre, rule))
    return genre.rules if any(stage_of(rule) != Stage.EFFECT or getattr(rule, "paralyses", False) for rule in plain) \
        else plain


def _is_compiled(genre: Genre, rule: Rule) -> bool:
    """Whether a rule has a compiled form that holds in a genre: see rules/facet.py."""
    if not hasattr(rule, "forms") or getattr(rule, "asks_movements", False) and genre.has_plain_movements:
        return False
    return not getattr(rule, "asks_rules", False) or all(_is_compiled(genre, other) for other in genre.rules
                                                         if any(hasattr(other, method) for method in _PERMISSIONS)
                                                         and not getattr(other, "asks_rules", False))


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
    others: bool = False
    turns: bool = False


class FormTables:
    """Tables of the forms of a genre; `all_traits`: what the species have besides their kinds, in their order.

    `rebirth`, `returning`, `immunity`, `revival`, `birth`: as PlacingRecords, revival only where men are kamikaze.
    `has_choices`: whether a man may be put where it promotes.
    `recolours`: bits, 1 by captures, 2 by other moves, 4 not by taking a man of its kind; `turning`: by side and square
    that a man leaves, the squares (bits) on which it changes sides; `sides_of`: by species, STAYS, TURNS or PHASES;
    `recoloured`: what it is then.
    `transmutes`: bits, 1 for men that move, 2 for partners of castlings; `after_capture`, `after_quiet`: what a species
    becomes; `changing`: by side, the squares (bits) on which it does. `reborn_kinds`, `revived_kinds`: as what a
    species comes back that was taken, or that is kamikaze and took.
    `clones`: by species the one from which its clones, with its traits, are numbered by their kind.
    `assumed`, `inherited`: by the species taken and another (SIDE apart), what its captor, or its king, becomes; None
    where men become nothing so. `assumes`: its captor does where it arrives, not only where it goes on to (there if
    `returning` clones). `left`: by side and species, the species + 1 that it leaves where it stood, 0 for none;
    `leaving`: the squares (bits) where it does, `most_left`: while its side has fewer such men.
    `fronts`: where men are put into cages, by side, species (SIDE apart), 0 or 1 and square of the first rank of its
    side the squares (bits) to which a man that waits there would go next, or on which it would take.
    `completes`: 0, COMPLETES or COMPLETES_ALL; `avoided`: by side, the squares (bits) where men that promote neither
    end a capture that goes on nor begin one that is prepared; `prepares`: whether a man goes, before it captures, as
    the one that it takes. `swings`: by side, whether kings exchange places after its moves, as in `SWINGS`.
    `magic`: the squares (bits) on which men that are put there change sides.
    """

    def __init__(self, genre: Genre, all_traits: Sequence[Traits]) -> None:
        self.genre, self.all_traits = genre, tuple(all_traits)
        self.rebirth = self.returning = self.immunity = self.revival = self.birth = PlacingRecord()
        self.recolours = 0
        self.transmutes = 0
        self.recoloured = array("B", range(SIDE))
        self.sides_of = array("B", bytes(SIDE))
        self.after_capture = self.after_quiet = self._species(lambda man, traits: (man.letter, traits))
        self.clones = array("B", bytes(SIDE))
        self.reborn_kinds = self.revived_kinds = array("B", range(SIDE))
        self.turning, self.changing = array("Q", bytes(8 * 2 * SQUARES)), (FULL_BOARD, FULL_BOARD)
        self.has_choices = False
        self.assumed: array[int] | None = None
        self.assumes = False
        self.inherited: array[int] | None = None
        self.left: array[int] | None = None
        self.leaving = self.most_left = 0
        self.fronts: array[int] | None = None
        self.completes, self.prepares, self.swings, self.magic = 0, False, [0, 0], 0
        self.avoided = mask_of(first_rank(genre.board, 0)), mask_of(first_rank(genre.board, 1))
        for form in compiled_forms(genre):
            if isinstance(form, ChosenRebirth | ChosenReturn):
                self._add_chosen(form)
            elif isinstance(form, Oscillation):
                self.swings[form.side] = SWINGS[form.when]
            elif isinstance(form, Assumption | ReturnAsTaken):
                self._add_taking_over(form)
            else:
                self._add(form)

    def _add_taking_over(self, form: Assumption | ReturnAsTaken) -> None:
        self.assumed = self._pairs(lambda taken, man: taking_over(self.genre, man, taken))
        if isinstance(form, ReturnAsTaken):
            self.returning = self._placing(form.place)._replace(stays=form.stays, kings=True, others=True, clones=True)
        else:
            self.assumes = True

    def _add(self, form: object) -> None:
        match form:
            case Rebirth():
                self.rebirth = self._placing(form.place)._replace(kings=form.kings, crushes=form.crushes,
                                                                  clones=form.clones, others=form.of_capturer,
                                                                  turns=form.turns)
                self.clones = self._clones(royal=form.clones and form.kings)
                self.reborn_kinds = self._species(lambda man, traits: (form.becomes(man.letter), traits))
                self.has_choices |= self._leaves_choices(form.place) or form.of_capturer
            case Revival() if any(Trait.KAMIKAZE in traits for traits in self.all_traits):
                self.revival = self._placing(form.place)._replace(clones=form.clones, turns=form.turns, others=True)
                self.revived_kinds = self._species(lambda man, traits: (form.becomes(man.letter), traits))
                self.has_choices |= self._leaves_choices(form.place)
            case Return():
                self.returning = self._placing(form.place)._replace(stays=form.stays, kings=True, others=True)
                self.has_choices |= self._leaves_choices(form.place)
            case Immunity():
                self.immunity = self._placing(form.place)._replace(kings=form.kings)
            case HomeFree():
                self.immunity = self._placing(form.place)._replace(others=True)
            case Recolouring():
                self.recolours |= {When.CAPTURES: 1, When.QUIET: 2, When.ALWAYS: 3}[form.when] | 4 * form.unlike
                self._add_turns(TURNS, form.concerns, form.left)
                for side in (0, 1):
                    for square in self.genre.board.squares:
                        self.turning[side * SQUARES + square] = mask_of(
                            target for target in self.genre.board.squares
                            if form.turns(self.genre.board, side, square, target))
            case Phases():
                self.recolours |= 3
                self._add_turns(PHASES, lambda traits: Trait.HALF_NEUTRAL in traits,
                                lambda traits: traits ^ {Trait.NEUTRAL})
            case Degradation():
                self.transmutes = 1
                self.after_capture = self.after_quiet = self._species(lambda man, traits: (form.to, traits))
                ranks = [self.genre.board.rows(form.rank if side == 0 else -1 - form.rank) for side in (0, 1)]
                self.changing = mask_of(ranks[0]), mask_of(ranks[1])
            case Transmutation():
                self.transmutes = 1 if form.promotes else 3
                self.after_capture = self._species(lambda man, traits: (form.after(man.letter, True), traits))
                self.after_quiet = self._species(lambda man, traits: (form.after(man.letter, False), traits))
            case Alternation():
                self.transmutes = 3
                self.after_capture = self.after_quiet = self._species(
                    lambda man, traits: (form.other(man.letter), traits), royal=True)
            case Homeless():
                self.birth = self._placing(form.home)
            case Inheritance():
                self.inherited = self._pairs(lambda taken, king: form.becomes(self.genre, king, taken))
            case Magic():
                self.magic = mask_of(map(self.genre.board.index, form.squares))
            case Sentries():
                self.left, self.most_left = self._left(form), form.most
                self.leaving = mask_of(form.squares(self.genre.board))
            case Completion():
                self.completes = COMPLETES_ALL if form.absolute else COMPLETES
            case Preparation():
                self.prepares = True
            case _ if not isinstance(form, (*_RESTRAINTS, Revival)):
                raise TypeError(f"no form: {form!r}")

    def _add_chosen(self, form: ChosenRebirth | ChosenReturn) -> None:
        self.has_choices = True
        if isinstance(form, ChosenReturn):
            self.returning = PlacingRecord(ANYWHERE, kings=True, others=True)
            return
        self.rebirth = PlacingRecord({Where.ANYWHERE: ANYWHERE, Where.CAGE: CAGE, Where.STEP: STEP}[form.where])
        if form.where is Where.CAGE:
            self.fronts = self._fronts()

    def _fronts(self) -> array[int]:
        found = array("Q", bytes(8 * 2 * SIDE * 2 * SQUARES))
        for side, taking in ((0, 0), (0, 1), (1, 0), (1, 1)):
            barred = Mode.QUIET if taking else Mode.CAPTURE
            for kind, man in enumerate(self.genre.men):
                if not man.promotion:
                    continue
                movements = [movement for movement, mode in man.moves if mode != barred]
                for square in self.genre.board.rows(0 if side == 0 else -1):
                    fronts = mask_of(line[0] for movement in movements
                                     for line in movement.rays(self.genre.board, square, side) if line)
                    for number in range(len(self.all_traits)):
                        species = side * SIDE + number * len(self.genre.men) + kind
                        found[(2 * species + taking) * SQUARES + square] = fronts
        return found

    def _add_turns(self, how: int, concerns: Callable[[Traits], bool], left: Callable[[Traits], Traits]) -> None:
        """Note how species with some traits change sides, unless they are royal, and which traits they have then."""
        others = self._species(lambda man, traits: (man.letter, left(traits)))
        for traits in self.all_traits:
            for man in self.genre.men if concerns(traits) else ():
                if man.letter not in self.genre.royal_letters and Trait.ROYAL not in traits:
                    number = self._number(man.letter, traits)
                    self.sides_of[number], self.recoloured[number] = how, others[number]

    def _pairs(self, other: Callable[[Unit, Unit], Unit]) -> array[int]:
        """By two species (SIDE apart) what becomes of the second; what it is already where there is no other."""
        found = array("B", list(range(SIDE)) * SIDE)
        species = [(self._number(man.letter, traits), Unit(man.letter, 0, traits))
                   for traits in self.all_traits for man in self.genre.men]
        for first, taken in species:
            for second, man in species:
                becomes = other(taken, man)
                number = self._number(becomes.letter, becomes.traits)
                if number != NONE:
                    found[first * SIDE + second] = number
        return found

    def _left(self, form: Sentries) -> array[int]:
        found = array("B", bytes(2 * SIDE))
        for traits in self.all_traits:
            for man in self.genre.men:
                for side in (0, 1):
                    if form.leaves(self.genre, man.letter):
                        pawn = form.left(side)
                        found[side * SIDE + self._number(man.letter, traits)] = \
                            self._number(pawn.letter, pawn.traits) + 1
        return found

    def _number(self, letter: str, traits: Traits) -> int:
        """The number of a species, NONE if there is none."""
        letters = [man.letter for man in self.genre.men]
        if traits not in self.all_traits or letter not in letters:
            return NONE
        return self.all_traits.index(traits) * len(letters) + letters.index(letter)

    def _species(self, other: Callable[[Man, Traits], tuple[str, Traits]], *, royal: bool = False) -> array[int]:
        """By species another one; royal men stay what they are, unless `royal`, as do those of which there is no other.
        """
        found = array("B", range(SIDE))
        for traits in self.all_traits:
            for man in self.genre.men:
                number = self._number(man.letter, traits)
                is_royal = man.letter in self.genre.royal_letters or Trait.ROYAL in traits
                becomes = self._number(*other(man, traits))
                if (royal or not is_royal) and becomes != NONE:
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

    def _leaves_choices(self, place: Place) -> bool:
        """Whether a man may be put on a place where it promotes."""
        return not hasattr(place, "home") or any(
            place.home(self.genre, man.letter, side, struck) in man.promotion.zones[side]
            for man in self.genre.men if man.promotion for side in (0, 1) for struck in self.genre.board.squares)

    def _placing(self, place: Place) -> PlacingRecord:
        if not hasattr(place, "home"):
            return PlacingRecord(_OF_THE_CAPTURE[place])
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
