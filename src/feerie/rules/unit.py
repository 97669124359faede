"""Single men of a diagram: kind, side and traits, and their texts in setups.

    N n        a knight of White, of Black
    .LI .li    a man whose letter has two characters: a lion
    =N         a neutral knight, which belongs to both sides; `=n` is read, too
    (royal)G   a man with other traits, by their names, a comma between them; a genre file may define more
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from feerie.base.errors import ArgumentError
from feerie.base.frozen import frozen
from feerie.rules.board import BLACK, WHITE
from feerie.rules.trait import OwnTrait, Trait, Traits, in_order

if TYPE_CHECKING:
    from feerie.rules.genre import Genre

__all__ = ["UNIT", "Unit", "is_unit", "kind_text", "kind_texts", "letter_of", "of_other_side", "side_of", "unit_of",
           "without_marks"]

UNIT = r"=?(?:\([a-z,]+\))?(?:\.[A-Za-z][A-Za-z0-9]|[A-Za-z])"
"""The pattern of the text of a man."""
_PARTS = re.compile(r"(?P<neutral>=?)(?:\((?P<traits>[a-z,]+)\))?"
                    r"(?P<letter>\.[A-Za-z][A-Za-z0-9]|[A-Za-z])")
_NAMED = {trait.value: trait for trait in Trait if trait is not Trait.NEUTRAL}


@lru_cache(maxsize=1024)
def kind_text(letter: str, traits: Traits = frozenset()) -> str:
    """The text of a white or neutral man.

    >>> kind_text("LI"), kind_text("N", frozenset({Trait.NEUTRAL})), kind_text("G", frozenset({Trait.ROYAL}))
    ('.LI', '=N', '(royal)G')
    """
    named = ",".join(trait.value for trait in in_order(traits) if trait is not Trait.NEUTRAL)
    return ("=" if Trait.NEUTRAL in traits else "") + (f"({named})" if named else "") + "." * (len(letter) > 1) + letter


@frozen
class Unit:
    """A man: the letter of its kind in capitals, its side (WHITE for a neutral man), its traits."""

    letter: str
    side: int
    traits: Traits = frozenset()

    @property
    def kind(self) -> str:
        """The text of such a man of White: what it is apart from its side."""
        return kind_text(self.letter, self.traits)

    def __str__(self) -> str:
        text = kind_text(self.letter, self.traits)
        return text[:-len(self.letter)] + self.letter.lower() if self.side == BLACK else text


@lru_cache(maxsize=64)
def kind_texts(genre: Genre, side: int = WHITE) -> tuple[str, ...]:
    """The texts of all men of a side that a genre knows, those without traits first; a neutral man has one text."""
    return tuple(str(Unit(man.letter, side, traits)) for traits in dict.fromkeys((frozenset(), *genre.traits))
                 for man in genre.men)


@lru_cache(maxsize=1024)
def unit_of(text: str) -> Unit:
    """The man of this text; ArgumentError if there is none.

    >>> unit_of(".li"), str(unit_of("=(royal)g"))
    (Unit(letter='LI', side=1, traits=frozenset()), '=(royal)G')
    """
    found = _PARTS.fullmatch(text)
    names = found["traits"].split(",") if found and found["traits"] else []
    if not found or not all(names) or Trait.NEUTRAL.value in names:
        raise ArgumentError("{} is not the text of a man", repr(text))
    traits = frozenset([*(_NAMED.get(name) or OwnTrait(name) for name in names),
                        *([Trait.NEUTRAL] if found["neutral"] else [])])
    letter = found["letter"].lstrip(".")
    return Unit(letter.upper(), BLACK if letter.islower() and Trait.NEUTRAL not in traits else WHITE, traits)


def is_unit(text: str) -> bool:
    """Whether this is the text of a man, known to a genre or not."""
    try:
        unit_of(text)
    except ArgumentError:
        return False
    return True


def letter_of(text: str) -> str:
    """The letter of the kind of a man, in capitals: "LI" of ".li", "G" of "(royal)g".

    >>> letter_of(".li"), letter_of("=(royal)G"), letter_of("n")
    ('LI', 'G', 'N')
    """
    return text.rpartition(")")[2].lstrip("=.").upper()


def without_marks(text: str) -> str:
    """A man without its traits, neutral or not.

    >>> without_marks("(kamikaze)R"), without_marks("=(royal).LI"), without_marks("k")
    ('R', '=.LI', 'k')
    """
    return "=" * text.startswith("=") + text.rpartition(")")[2].lstrip("=")


def side_of(text: str) -> int:
    """The side of a man; that of a neutral one is WHITE.

    >>> side_of(".li"), side_of("(royal)G"), side_of("=N")
    (1, 0, 0)
    """
    return BLACK if text.rpartition(")")[2].islower() else WHITE


def of_other_side(text: str) -> str:
    """A man in the other colour; a neutral man, a sign and "" for an empty square stay what they are.

    >>> of_other_side(".li"), of_other_side("(royal)G"), of_other_side("=N")
    ('.LI', '(royal)g', '=N')
    """
    if not text[-1:].isalnum() or text[0] == "=":
        return text
    before, bracket, letter = text.rpartition(")")
    return before + bracket + letter.swapcase()
