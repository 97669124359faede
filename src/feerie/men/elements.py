"""Elements of the dictionary in the name of a genre: men, traits of single men, holes, a cylinder.

    grasshopper             orthodox chess with grasshoppers
    rokagogo+lion+neutral   Rokagogo with lions, where men may be neutral
    mao+holes:a1b2          two squares do not exist
    cylinder                the first and the last file are neighbours

A genre has the elements that its name lists behind its conditions, in one order whatever the order asked for.
"""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import lru_cache, reduce

from feerie.base.frozen import frozen
from feerie.men import MEN, name_of_man, with_men
from feerie.rules.board import CHESSBOARD, FILES, Board
from feerie.rules.castling import CastlingFamily, HomeCastling
from feerie.rules.ending import DeadMaterial, Ending
from feerie.rules.genre import Genre, GenreError, Man, Names
from feerie.rules.trait import Trait, Traits
from feerie.rules.unit import unit_of

__all__ = ["CYLINDER", "NOTHING", "TRAIT_NAMES", "Elements", "element", "element_names", "key", "of_men"]

CYLINDER = Names(("cylinder", "vertical cylinder"), ("cylindre", "cylindre vertical"),
                 ("Zylinder", "senkrechter Zylinder"))
TRAIT_NAMES = {Trait.NEUTRAL: Names(("neutral",), ("neutre",), ("neutral",)),
               Trait.ROYAL: Names(("royal",), ("royal",), ("königlich",)),
               Trait.KAMIKAZE: Names(("kamikaze",), ("kamikaze",), ("Kamikaze",))}
"""What the traits are called."""

_HOLES = re.compile("holes?:((?:[a-h][1-8])+)")
_SQUARE = re.compile("[a-h][1-8]")


def key(name: str) -> str:
    """A name without case, accents, spaces and punctuation."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


@frozen
class Elements:
    """What a genre has of the dictionary. `traits`: each item all that one man has; `holes`: names of squares."""

    men: tuple[Man, ...] = ()
    traits: tuple[Traits, ...] = ()
    holes: tuple[str, ...] = ()
    cylinder: bool = False

    def __add__(self, other: Elements) -> Elements:
        """All elements of both, in their usual order."""
        men, traits = {*self.men, *other.men}, {*self.traits, *other.traits}
        return Elements(tuple(man for man in MEN if man in men), tuple(sorted(traits, key=_place)),
                        tuple(sorted({*self.holes, *other.holes})), self.cylinder or other.cylinder)

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, as parts of that of a genre."""
        return (*map(name_of_man, self.men), *map(_name_of_traits, self.traits),
                *(["holes:" + "".join(self.holes)] if self.holes else []), *(["cylinder"] if self.cylinder else []))

    def titles(self, code: str) -> tuple[str, ...]:
        """What they are called in a language, in the same order; holes by their squares."""
        def titled(names: Names, name: str) -> str:
            return next(iter(getattr(names, code, ())), name)

        men = (titled(man.names, man.name) for man in self.men)
        traits = ("-".join(titled(TRAIT_NAMES[trait], trait.value) for trait in Trait if trait in traits)
                  for traits in self.traits)
        return (*men, *traits, *(["holes:" + "".join(self.holes)] if self.holes else []),
                *([titled(CYLINDER, "cylinder")] if self.cylinder else []))

    def added_to(self, genre: Genre, *, is_named: bool) -> Genre:
        """A genre without elements, with these; GenreError if its board has no room for them.

        `is_named`: its name goes before theirs, as that of any but orthodox chess does.
        """
        if not self.names:
            return genre
        made = with_men(genre, self.men)
        if self.holes or self.cylinder:
            if genre.board != CHESSBOARD:
                raise GenreError("{} has a board of its own: holes and cylinders are those of the chessboard",
                                 genre.name)
            board = replace(Board.with_walls(8, 8, *self.holes), wraps=FILES if self.cylinder else None)
            made = replace(made, board=board, start=None if self.holes else made.start,
                           endings=tuple(map(_without_minors, made.endings)),
                           castlings=tuple(_without_holes(family, self.holes) for family in made.castlings))
        titles = [" + ".join([*[genre.title(language.name)] * is_named, *self.titles(language.name)])
                  for language in fields(Names)]
        return replace(made, name="+".join([*[genre.name] * is_named, *self.names]), traits=self.traits,
                       names=Names(*((title[:1].upper() + title[1:],) for title in titles)))


NOTHING = Elements()


def _place(traits: Traits) -> tuple[int, ...]:
    return (len(traits), *(number for number, trait in enumerate(Trait) if trait in traits))


def _name_of_traits(traits: Traits) -> str:
    return "-".join(trait.value for trait in Trait if trait in traits)


def _without_minors(ending: Ending) -> Ending:
    """An ending for a board that is not the one on which some men were found unable to mate."""
    return replace(ending, minors=()) if isinstance(ending, DeadMaterial) else ending


def _without_holes(family: CastlingFamily, holes: Iterable[str]) -> CastlingFamily:
    """A castling without the wings that a hole breaks; other families ask the board themselves."""
    if not isinstance(family, HomeCastling):
        return family

    def stands(king: str, rook: str) -> bool:
        first, last = sorted((king[0], rook[0]))
        return not any(hole[1:] == king[1:] and first <= hole[0] <= last for hole in holes)

    return replace(family, wings=tuple(tuple(wing for wing in wings if stands(wing[1], wing[3]))
                                       for wings in family.wings))


@lru_cache(maxsize=1)
def _by_key() -> dict[str, Elements]:
    found = {key(name): Elements(men=(man,)) for man in MEN
             for name in (man.name, *man.names.en, *man.names.fr, *man.names.de)}
    found |= {key(name): Elements(traits=(frozenset({trait}),)) for trait, names in TRAIT_NAMES.items()
              for name in names.en + names.fr + names.de}
    return found | {key(name): Elements(cylinder=True) for name in CYLINDER.en + CYLINDER.fr + CYLINDER.de}


def element_names() -> Iterator[tuple[str, str]]:
    """The keys of all names that elements have, holes apart, with the name in a genre."""
    return ((name, found.names[0]) for name, found in _by_key().items())


def element(name: str) -> Elements | None:
    """The element of a name in English, French or German, "holes:a1b2", or "neutral-royal"; None if there is none."""
    if found := _by_key().get(key(name)):
        return found
    if holes := _HOLES.fullmatch(name.strip().lower()):
        return Elements(holes=tuple(sorted(set(_SQUARE.findall(holes[1])))))
    parts = [_by_key().get(key(part)) for part in name.split("-")]
    traits = [part.traits[0] for part in parts if part and part.traits]
    if len(traits) == len(parts):
        return Elements(traits=(frozenset().union(*traits),))
    return None


def of_men(texts: Iterable[str]) -> Elements:
    """The elements without which men (texts of setups) cannot be placed; texts that are no men are passed over."""
    return reduce(Elements.__add__, (_of_man(text) for text in set(texts)), NOTHING)


@lru_cache(maxsize=1024)
def _of_man(text: str) -> Elements:
    if not any(sign.isalpha() for sign in text):
        return NOTHING
    unit = unit_of(text)
    return Elements(tuple(man for man in MEN if man.letter == unit.letter), (unit.traits,) if unit.traits else ())
