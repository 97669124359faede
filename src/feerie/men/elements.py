"""Elements of the dictionary in the name of a genre: conditions, men, traits of single men, royal kinds, rules of
promotion, game arrays, holes, round boards.

    circe                   a condition (conditions/)
    magic-squares:d4e5      a condition that is about some squares
    grasshopper             orthodox chess with grasshoppers
    rokagogo+lion+neutral   Rokagogo with lions, where men may be neutral
    mao+holes:a1b2          two squares do not exist
    cylinder                the first and the last file are neighbours (horizontal-cylinder, torus: ranks, both)
    royal:G                 all grasshoppers are royal, besides the king
    promotion:QG            promotion to queens and grasshoppers alone; letters as in a FEN, "promotion:Q.LI"
    promotion:orthodox      promotion to Q, R, B and N alone, whatever else stands on the diagram
    hunter1:NB              hunters, with the letter H1: knights up the board and bishops down it (men/hunters.py)
    array:QRB.NR            what stands in the game array in place of queen, rooks, bishops and knights
    marine-chess            a set (men/sets.py): its men, its array, and promotion to its men alone

A genre has the elements that its name lists behind the names of genres, in one order whatever the order asked for.
"""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache, reduce
from itertools import combinations
from types import MappingProxyType

from feerie.base.errors import conjoined
from feerie.base.frozen import frozen
from feerie.conditions import CONDITIONS
from feerie.men import MEN, name_of_man, with_men
from feerie.men.attributes import RULES_OF_TRAITS, TRAIT_NAMES
from feerie.men.chess import CHESSMEN
from feerie.men.hunters import hunter
from feerie.men.royal import ROYAL
from feerie.men.sets import SETS
from feerie.rules.board import BOTH, CHESSBOARD, FILES, RANKS, Board, Wrap
from feerie.rules.condition import Condition, with_rules
from feerie.rules.facet import Rule
from feerie.rules.genre import Genre, GenreError, Man, Names
from feerie.rules.on_board import on_board
from feerie.rules.royalty import Doctrine
from feerie.rules.trait import Trait, Traits, in_order
from feerie.rules.unit import kind_text, letter_of, unit_of

__all__ = ["CYLINDER", "NOTHING", "ORTHODOX_PROMOTION", "ROUND", "TRAIT_NAMES", "WITH_OPTIONS", "Elements",
           "array_name", "element", "element_names", "hunter_name", "key", "known_elements", "men_near", "named_in",
           "of_men", "promotion_name"]

CYLINDER = Names(("cylinder", "vertical cylinder"), ("cylindre", "cylindre vertical"),
                 ("Zylinder", "senkrechter Zylinder"))
ROUND: Mapping[Wrap, Names] = MappingProxyType({
    FILES: CYLINDER,
    RANKS: Names(("horizontal cylinder",), ("cylindre horizontal",), ("waagrechter Zylinder",)),
    BOTH: Names(("torus",), ("tore",), ("Torus",))})
"""What round boards are called."""
ORTHODOX_PROMOTION = ("Q", "R", "B", "N")
"""What pawns promote to in orthodox chess."""
WITH_OPTIONS: Mapping[str, str] = MappingProxyType(
    {"array": "QRB.NR", "holes": "a1b2", "hunter1": "NB", "promotion": "QR", "royal": "Q"})
"""The names before a colon, each with an example of what follows it."""

WITH_LETTERS = ("royal", "promotion", "array")
"""Those of them that are followed by letters of kinds that the genre has."""

_ROYAL = frozenset(man.letter for man in ROYAL)
_NAMES_OF_WRAPS = {FILES: "cylinder", RANKS: "horizontal-cylinder", BOTH: "torus"}
_HOLES = re.compile("(?:holes?|trous?|löcher|loch):(.*)", re.DOTALL)
_SQUARES = re.compile("(?:[a-h][1-8])+")
_SQUARE = re.compile("[a-h][1-8]")
_SQUARES_AT_END = re.compile("((?:[ ,]*+[1-8][a-h])++) *[: ]")
"""In a name read backwards, lest it take long."""
_KINDS = re.compile(r"(royal|promotion|array|hunter[1-9]):((?:\.[a-z][a-z0-9]|[a-z])+)")
_KIND = re.compile(r"\.[a-z][a-z0-9]|[a-z]")


def key(name: str) -> str:
    """A name without case, accents, spaces and punctuation."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


@frozen
class Elements:
    """What a genre has of the dictionary. `traits`: each item all that one man has; `holes`: names of squares; `royal`:
    letters of kinds that are royal besides the king; `promotion`: letters of what alone men promote to, none for the
    usual rule; `array`: letters of what stands in the game array in place of queen, rooks, bishops and knights.
    """

    men: tuple[Man, ...] = ()
    traits: tuple[Traits, ...] = ()
    holes: tuple[str, ...] = ()
    wraps: Wrap | None = None
    royal: tuple[str, ...] = ()
    promotion: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    array: tuple[str, ...] = ()

    def __add__(self, other: Elements) -> Elements:
        """All elements of both, in their usual order; GenreError for two rules of promotion, two game arrays, hunters
        of one letter or twice the same, or conditions that both say the same thing.
        """
        men, traits = {*self.men, *other.men}, {*self.traits, *other.traits}
        _check_hunters(sorted((man for man in men if man.halves), key=name_of_man))
        conditions = {*self.conditions, *other.conditions}
        sorted_traits = sorted(traits, key=_place)
        if self.promotion and other.promotion and {*self.promotion} != {*other.promotion}:
            raise GenreError("{} and {} cannot be combined: both say what men promote to",
                             promotion_name(self.promotion), promotion_name(other.promotion))
        if self.array and other.array and self.array != other.array:
            raise GenreError("{} and {} cannot be combined: both say what stands in the game array",
                             *(_named_letters("array", each.array)[0] for each in (self, other)))
        wraps = {self.wraps, other.wraps} - {None}
        return Elements(tuple(sorted(men, key=_place_of_man)), tuple(sorted_traits),
                        tuple(sorted({*self.holes, *other.holes})), BOTH if len(wraps) > 1 else next(iter(wraps), None),
                        tuple(sorted({*self.royal, *other.royal})), self.promotion or other.promotion,
                        _compatible(sorted(conditions, key=_place_of_condition), sorted_traits),
                        self.array or other.array)

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, as parts of that of a genre."""
        return (*(condition.name for condition in self.conditions), *map(name_of_man, self.men),
                *map(_name_of_traits, self.traits),
                *self._with_letters(),
                *(["holes:" + "".join(self.holes)] if self.holes else []),
                *([_NAMES_OF_WRAPS[self.wraps]] if self.wraps else []))

    def _with_letters(self) -> Iterator[str]:
        """The names that have letters of kinds behind a colon."""
        for name in WITH_LETTERS:
            yield from _named_letters(name, getattr(self, name))

    def titles(self, code: str) -> tuple[str, ...]:
        """What they are called in a language, in the same order; holes, and what has letters of kinds, by their names.
        """
        men = (named_in(man.names, code) or man.name for man in self.men)
        traits = ("-".join(named_in(TRAIT_NAMES[trait], code) for trait in Trait if trait in traits)
                  for traits in self.traits)
        return (*(condition.title(code) for condition in self.conditions), *men, *traits,
                *self._with_letters(),
                *(["holes:" + "".join(self.holes)] if self.holes else []),
                *([named_in(ROUND[self.wraps], code)] if self.wraps else []))

    def added_to(self, genre: Genre, *, is_named: bool) -> Genre:
        """A genre without elements, with these; GenreError where its rules have no room for them.

        `is_named`: its name goes before theirs, as that of any but orthodox chess does.
        """
        if not self.names:
            return genre
        had = {man.letter for man in genre.men}
        named = {*self.royal, *self.promotion, *self.array} - had
        men = (*(man for man in MEN if man in self.men or man.letter in named),
               *(man for man in self.men if man.halves))
        made = self._with_array(self._with_royal(self._with_promotion(with_men(genre, men))))
        promoting = next((man.promotion for man in made.men if man.promotion), None)
        if made.gains_kings and made.royalty.doctrine is Doctrine.ONE_KING:
            raise GenreError("{}: promotion to royal men needs a rule of several kings", genre.name)
        if self.holes or self.wraps:
            if genre.board != CHESSBOARD:
                raise GenreError("{} has a board of its own: holes and cylinders are those of the chessboard",
                                 genre.name)
            if self.wraps not in (None, FILES) and (hunters := [man for man in made.men if man.halves]):
                raise GenreError("{} needs a board with an end above and one below", name_of_man(hunters[0]))
            board = replace(Board.with_walls(8, 8, *self.holes), wraps=self.wraps)
            made = on_board(made, board)
        elements = replace(self, men=men, royal=tuple(kind for kind in made.royalty.kinds if kind not in _ROYAL),
                           promotion=promoting.to if self.promotion and promoting else ())
        titles = [" + ".join([*[genre.title(language.name)] * is_named, *elements.titles(language.name)])
                  for language in fields(Names)]
        made = replace(made, name="+".join([*[genre.name] * is_named, *elements.names]),
                       names=Names(*((title[:1].upper() + title[1:],) for title in titles)),
                       traits=tuple(dict.fromkeys((*genre.traits, *self.traits))))
        return with_rules(made, (rule for _, rules in _named_rules(self.conditions, self.traits) for rule in rules))

    def _with_promotion(self, genre: Genre) -> Genre:
        """The genre with the rule of promotion: royal kinds are nothing to promote to, unless the rule names them."""
        _require(genre, self.promotion)
        if self.promotion and not any(man.promotion for man in genre.men):
            raise GenreError("{}: no man promotes", genre.name)
        if promoting := [man.letter for man in genre.men if man.promotion and man.letter in self.promotion]:
            raise GenreError("{} promotes itself: it is nothing to promote to", promoting[0])
        order = {letter: None for man in genre.men if man.promotion for letter in man.promotion.to}
        order |= dict.fromkeys(man.letter for man in genre.men)

        def wanted(to: tuple[str, ...]) -> tuple[str, ...]:
            if self.promotion:
                return tuple(letter for letter in order if letter in self.promotion)
            return tuple(letter for letter in to if letter not in self.royal)

        return replace(genre, men=tuple(
            replace(man, promotion=replace(man.promotion, to=wanted(man.promotion.to))) if man.promotion else man
            for man in genre.men))

    def _with_royal(self, genre: Genre) -> Genre:
        """The genre with the royal kinds."""
        _require(genre, self.royal)
        if promoting := [man.letter for man in genre.men if man.promotion and man.letter in self.royal]:
            raise GenreError("{} promotes: its kind cannot be royal, though single men may be ((royal){})",
                             promoting[0], promoting[0])
        kinds = tuple(man.letter for man in genre.men
                      if man.letter in {*self.royal, *genre.royalty.kinds} and not man.royal)
        return replace(genre, royalty=replace(genre.royalty, kinds=kinds))

    def _with_array(self, genre: Genre) -> Genre:
        """The genre with the game array; without rooks nobody castles in it."""
        _require(genre, self.array)
        if not self.array:
            return genre
        if genre.start is None or genre.board != CHESSBOARD or len(self.array) != len(genre.officers):
            raise GenreError("{}: no men stand in this game array in place of queen, rooks, bishops and knights",
                             genre.name)
        board, turn, rights, *rest = genre.start.split()
        texts = {old: kind_text(new) for old, new in zip(genre.officers, self.array, strict=True)}
        texts |= {old.lower(): new.lower() for old, new in texts.items()}
        start = ["".join(texts.get(sign, sign) for sign in board), turn, rights if "R" in self.array else "-", *rest]
        return replace(genre, start=" ".join(start), officers=self.array)


NOTHING = Elements()


def _named_rules(conditions: Iterable[Condition], traits: Iterable[Traits]) -> Iterator[tuple[str, tuple[Rule, ...]]]:
    """The rules of conditions and of traits, with the names of these."""
    yield from ((condition.name, condition.rules) for condition in conditions)
    had = {trait for of in traits for trait in of}
    yield from ((trait.value, rules) for trait, rules in RULES_OF_TRAITS.items() if trait in had)


def _compatible(conditions: Sequence[Condition], traits: Iterable[Traits]) -> tuple[Condition, ...]:
    """The conditions; GenreError if two of them, or one and a trait, fill one slot (rules/facet.py)."""
    filled: dict[str, str] = {}
    for name, rules in _named_rules(conditions, traits):
        for slot in (rule.slot for rule in rules if getattr(rule, "slot", None)):
            if slot in filled:
                raise GenreError("{} and {} cannot be combined: both say {}", filled[slot], name, slot)
            filled[slot] = name
    return tuple(conditions)


def _check_hunters(hunters: Sequence[Man]) -> None:
    """GenreError if two hunters have one letter, or are the same man."""
    for one, other in combinations(hunters, 2):
        if one.letter == other.letter:
            raise GenreError("{} and {} cannot be combined: both say what {} is", name_of_man(one), name_of_man(other),
                             one.letter)
        if one.halves == other.halves:
            raise GenreError("{} and {} are the same man", name_of_man(one), name_of_man(other))


def _hunter(name: str, letters: Sequence[str]) -> Man:
    """The hunter of a name "hunter1" and the letters of its two men; GenreError if there is none."""
    known = {man.letter: man for man in (*CHESSMEN, *MEN)}
    for letter in letters:
        if letter not in known:
            raise GenreError("no man has the letter {} (known: {})", letter, conjoined(known, "{}, {}"))
    if len(letters) != 2:
        raise GenreError("{} needs the letters of two men, like {}", name, f"{name}:{WITH_OPTIONS['hunter1']}")
    return hunter(int(name[-1]), known[letters[0]], known[letters[1]])


def hunter_name(number: int, up: str, down: str) -> str:
    """A hunter as a part of the name of a genre, by the letters of its two men.

    >>> hunter_name(1, "N", "LI")
    'hunter1:N.LI'
    """
    return f"hunter{number}:{kind_text(up)}{kind_text(down)}"


def _named_letters(name: str, letters: Iterable[str]) -> list[str]:
    """A part of the name of a genre with letters of kinds; none without letters."""
    texts = "".join(map(kind_text, letters))
    return [f"{name}:{texts}"] if texts else []


def promotion_name(letters: Iterable[str]) -> str:
    """A rule of promotion as a part of the name of a genre.

    >>> promotion_name(["Q", "LI"])
    'promotion:Q.LI'
    """
    return _named_letters("promotion", letters)[0]


def array_name(letters: Iterable[str]) -> str:
    """A game array as a part of the name of a genre.

    >>> array_name(["Q", "R", "B", "NR"])
    'array:QRB.NR'
    """
    return _named_letters("array", letters)[0]


def _require(genre: Genre, letters: Iterable[str]) -> None:
    """GenreError if the genre lacks a man of one of these letters."""
    known = [man.letter for man in genre.men]
    for letter in letters:
        if letter not in known:
            more = [man.letter for man in MEN if man.letter not in known]
            raise GenreError("no man has the letter {} (known: {})", letter, conjoined([*known, *more], "{}, {}"))


@lru_cache(maxsize=1)
def _places_of_conditions() -> dict[str, int]:
    return {condition.base: place for place, condition in enumerate(CONDITIONS)}


def _place_of_condition(condition: Condition) -> tuple[int, str]:
    """The place of a condition in the name of a genre."""
    return _places_of_conditions()[condition.base], condition.name


@lru_cache(maxsize=1)
def _places_of_men() -> dict[str, int]:
    return {man.letter: place for place, man in enumerate(MEN)}


def _place_of_man(man: Man) -> tuple[int, str]:
    """The place of a man in the name of a genre: hunters come last."""
    return _places_of_men().get(man.letter, len(MEN)), man.letter


def _place(traits: Traits) -> tuple[object, ...]:
    known = [number for number, trait in enumerate(Trait) if trait in traits]
    return len(traits), known, _name_of_traits(traits)


def _name_of_traits(traits: Traits) -> str:
    return "-".join(trait.value for trait in in_order(traits))


def named_in(names: Names, language: str) -> str:
    """The usual one of some names in a language, "" if there is none."""
    return str(next(iter(getattr(names, language)), ""))


@lru_cache(maxsize=1)
def _by_key() -> dict[str, Elements]:
    found = {key(name): Elements(men=(man,)) for man in MEN
             for name in (man.name, *man.names.en, *man.names.fr, *man.names.de)}
    found |= {key(name): Elements(traits=(frozenset({trait}),)) for trait, names in TRAIT_NAMES.items()
              for name in names.en + names.fr + names.de}
    found |= {key(name): Elements(conditions=(condition,)) for condition in CONDITIONS
              for name in (condition.name, *([] if condition.squares else condition.names.all()))}
    return found | {key(name): Elements(wraps=wraps) for wraps, names in ROUND.items()
                    for name in (_NAMES_OF_WRAPS[wraps], *names.all())}


@lru_cache(maxsize=1)
def _sets() -> dict[str, Elements]:
    """The sets of men, by the keys of their names."""
    return {key(name): Elements(men=tuple(man for man in MEN if man.letter in each.letters), promotion=each.promotion,
                                array=each.array)
            for each in SETS for name in (each.name, *each.names.all())}


@lru_cache(maxsize=1)
def _about_squares() -> dict[str, Condition]:
    """The conditions that are about squares, each with some, by the keys of their names without these."""
    return {key(name): condition for condition in CONDITIONS if condition.squares
            for name in (condition.base, *condition.names.all())}


def _on_squares(name: str) -> Elements | None:
    """The condition on squares of a name; GenreError if they are missing, or no squares."""
    if found := _SQUARES_AT_END.match(name[::-1]):
        if condition := _about_squares().get(key(name[:-found.end()])):
            return Elements(conditions=(condition.on(_SQUARE.findall(found[1][::-1])),))
        return None
    base, _, rest = name.rpartition(":")
    for said, wrong in ((name, ""), (base, rest)):
        if condition := _about_squares().get(key(said)):
            raise GenreError("{} needs squares, like {}: {} names none" if wrong else "{} needs squares, like {}",
                             condition.base, condition.name, *[repr(wrong[:20])] * bool(wrong))
    return None


def element_names() -> Iterator[tuple[str, str]]:
    """The keys of all names that elements have, holes apart, with the name in a genre."""
    return ((name, found.names[0]) for name, found in _by_key().items())


def known_elements() -> list[Elements]:
    """Each element that has a name of its own: conditions, men, traits, the cylinder."""
    return sorted(dict.fromkeys(_by_key().values()), key=lambda found: (not found.conditions, not found.men))


def element(name: str) -> Elements | None:
    """The element of a name in English, French or German, "holes:a1b2", "magic-squares:d4", "royal:G", "promotion:QG",
    "array:QRB.NR", "hunter1:NB" or "neutral-royal"; None if there is none. GenreError for holes or a condition on
    squares without squares, or a hunter of no men.

    >>> element("Löcher:b2a1").names, element("neutral-royal").names, element("cavalier majeur").names
    (('holes:a1b2',), ('neutral-royal',), ('nightrider', 'promotion:QRB.NR', 'array:QRB.NR'))
    """
    if found := _by_key().get(key(name)) or _sets().get(key(name)):
        return found
    plain = name.strip().lower()
    if holes := _HOLES.fullmatch(plain):
        if not _SQUARES.fullmatch(holes[1]):
            example = f"holes:{WITH_OPTIONS['holes']}"
            raise GenreError("{} needs squares, like {}: {} names none", "holes", example, repr(holes[1][:20]))
        return Elements(holes=tuple(sorted(set(_SQUARE.findall(holes[1])))))
    if plain == "promotion:orthodox":
        return Elements(promotion=ORTHODOX_PROMOTION)
    if kinds := _KINDS.fullmatch(plain):
        every = [letter_of(kind) for kind in _KIND.findall(kinds[2])]
        if kinds[1] not in WITH_LETTERS:
            return Elements(men=(_hunter(kinds[1], every),))
        letters = tuple(dict.fromkeys(every))
        return {"royal": Elements(royal=letters), "promotion": Elements(promotion=letters),
                "array": Elements(array=letters)}[kinds[1]]
    if found := _on_squares(plain):
        return found
    parts = [_by_key().get(key(part)) for part in name.split("-")]
    traits = [part.traits[0] for part in parts if part and part.traits]
    if len(traits) == len(parts):
        return Elements(traits=(frozenset().union(*traits),))
    return None


def men_near(letters: str) -> list[Man]:
    """The men whose names in any language begin with these letters or, if there are none, with the first of them.

    >>> [man.name for man in men_near("CAMELR")]
    ['camelrider', 'camelrider hopper']
    """
    for wanted in filter(None, (key(letters), key(letters)[:1])):
        if near := [man for man in MEN if any(key(name).startswith(wanted) for name in man.names.all())]:
            return near
    return []


def of_men(texts: Iterable[str]) -> Elements:
    """The elements without which men (texts of setups) cannot be placed; texts that are no men are passed over."""
    return _of_set(frozenset(texts))


@lru_cache(maxsize=256)
def _of_set(texts: frozenset[str]) -> Elements:
    return reduce(Elements.__add__, dict.fromkeys(map(_of_man, texts)), NOTHING)


@lru_cache(maxsize=1024)
def _of_man(text: str) -> Elements:
    if not any(sign.isalpha() for sign in text):
        return NOTHING
    unit = unit_of(text)
    known = frozenset(trait for trait in unit.traits if isinstance(trait, Trait))
    return Elements(tuple(man for man in MEN if man.letter == unit.letter),
                    (known,) if known and known == unit.traits else ())
