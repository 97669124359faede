"""Genres: the rules of a game as one frozen value."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cached_property
from typing import Any

from feerie.base.errors import Error, ProblemError
from feerie.base.frozen import frozen
from feerie.rules.board import CHESSBOARD, Board
from feerie.rules.castling import ORTHODOX_CASTLING, CastlingFamily, HomeCastling
from feerie.rules.change import Stage
from feerie.rules.ending import Ending, KingRun, MoveRule
from feerie.rules.facet import Rule, has_plain_movement, is_plain_movement, stage_of
from feerie.rules.move import Move
from feerie.rules.movement import Mode
from feerie.rules.promotion import Promotion
from feerie.rules.properties import EVERY_PROPERTY, NO_PROPERTY, Property
from feerie.rules.royalty import Doctrine, Royalty
from feerie.rules.trait import OwnTrait, Traits
from feerie.rules.unit import letter_of, unit_of, without_marks

FIGURES = "KQRBNP"
"""The letters of the men that have figures of their own."""


class GenreError(Error, ValueError):
    """No such genre, or genres that cannot be combined."""


@contextmanager
def as_problem_error() -> Iterator[None]:
    """Say of rules that do not exist, or cannot be combined, that the problem is not valid: a ProblemError."""
    try:
        yield
    except GenreError as error:
        raise ProblemError(str(error)) from None


@frozen
class Names:
    """The names of a genre or a man in each language, a field a language, the usual one first."""

    en: tuple[str, ...] = ()
    fr: tuple[str, ...] = ()
    de: tuple[str, ...] = ()

    def all(self) -> tuple[str, ...]:
        """The names in all languages."""
        return tuple(name for language in fields(self) for name in getattr(self, language.name))


@frozen
class Genders:
    """The gender of a man's name, "m", "f" or "n", in the languages whose names have one."""

    fr: str = "m"
    de: str = "m"


@frozen
class Turned:
    """How a man is drawn that has no figure of its own: as one of the six FIGURES, turned clockwise by so many degrees.

    Raises GenreError for any other figure, or for degrees other than 90, 180 and 270.
    """

    figure: str
    degrees: int

    def __post_init__(self) -> None:
        if self.figure not in tuple(FIGURES) or self.degrees not in (90, 180, 270):
            raise GenreError("a man is drawn as one of {} turned by 90, 180 or 270 degrees, not {} by {}",
                             ", ".join(FIGURES), repr(self.figure), repr(self.degrees))


@frozen
class Man:
    """A kind of man.

    `letter`: its English game letter, upper case, as in FEN; one character or two. `name`: what texts in every language
    call a man for which the languages have no word; the letter if it is "". `names`: its names in each language,
    `genders`: their genders; `popeye`: its word in Popeye's language. `moves`: its movements, each a Movement, a
    LineMovement or a PlainMovement, with what it is for.
    `promotion`: where it promotes. `region[side]`: the squares it may stand on, None for all.
    `en_passant`: captures en passant by movements that are for captures alone, and may be captured so after a double
    step by a movement of `rays` that is for moves alone. (What takes aside never moves without capture: for BOTH, it is
    for captures, but for none en passant.)
    `halves`: of a hunter, the men as which it goes up the board and down.
    `drawn`: its figure, if that is not the one of its letter; a man without any is a disc with its letter.
    """

    letter: str
    moves: tuple[tuple[Any, Mode], ...]
    royal: bool = False
    promotion: Promotion | None = None
    region: tuple[frozenset[int], frozenset[int]] | None = None
    en_passant: bool = False
    name: str = ""
    names: Names = Names()
    popeye: str = ""
    drawn: Turned | None = None
    genders: Genders = Genders()
    halves: tuple[Man, ...] = ()

    @property
    def is_pawn(self) -> bool:
        """Whether it promotes (where rules let it), or captures en passant and never moves and captures alike."""
        return self.promotion is not None or self.en_passant and all(mode is not Mode.BOTH for _, mode in self.moves)

    @property
    def loses(self) -> Property:
        """What does not hold in a genre with such a man."""
        straight = all(hasattr(movement, "rays") for movement, _ in self.moves) \
            and not (self.en_passant and any(mode is Mode.BOTH for _, mode in self.moves))
        lost = NO_PROPERTY if straight else Property.LINES
        for movement, _ in self.moves:
            if is_plain_movement(movement):
                lost |= Property(getattr(movement, "loses", EVERY_PROPERTY))
        return lost


@frozen
class ExtraState:
    """A field of the FEN between the en-passant square and the clocks: letters that may be set.

    `default`: the letters that are set if a FEN does not say.
    """

    letters: str
    default: str = ""


@frozen
class Genre:
    """The rules of a game.

    `start`: FEN of the game array, None if there is none. The other fields are what their names say; `men`
    are listed weakest first. `arrows`: if the board is played round in one direction, each square with the next one
    ahead of it, for drawings. `traits`: what men of a diagram may have besides their kinds, each item all that one man
    has. `officers`: what stands in the array in place of queen, rooks, bishops and knights, and has its home there.
    `rules`: further rules in Python (rules/facet.py). `loses`: properties that rules of the genre's own do not
    keep, besides those that its parts lose.
    """

    name: str
    men: tuple[Man, ...]
    start: str | None
    names: Names = Names()
    board: Board = CHESSBOARD
    castlings: tuple[CastlingFamily, ...] = ()
    royalty: Royalty = Royalty.ONE_KING
    endings: tuple[Ending, ...] = ()
    extra_state: ExtraState | None = None
    arrows: tuple[tuple[int, int], ...] = ()
    traits: tuple[Traits, ...] = ()
    officers: tuple[str, ...] = ("Q", "R", "B", "N")
    rules: tuple[Rule, ...] = ()
    loses: Property = NO_PROPERTY

    def __hash__(self) -> int:
        return hash(self.name)

    def __post_init__(self) -> None:
        if self.king_run and self.royalty.doctrine is not Doctrine.ONE_KING:
            raise GenreError("{}: a king run needs one king a side, not {}", self.name, self.royalty.doctrine.value)

    @cached_property
    def king_run(self) -> KingRun | None:
        """The ending by king run, None if the genre has none."""
        return next((ending for ending in self.endings if isinstance(ending, KingRun)), None)

    @cached_property
    def move_rule(self) -> MoveRule | None:
        """The draw by moves without capture or pawn move, None if the genre has none."""
        return next((ending for ending in self.endings if isinstance(ending, MoveRule)), None)

    def __repr__(self) -> str:
        return f"<Genre {self.name}>"

    @cached_property
    def royal(self) -> Man:
        """The man that is checked and mated."""
        return next(man for man in self.men if man.royal)

    def man(self, letter: str) -> Man:
        """The man of this letter in either case, or text in setups; KeyError if there is none."""
        wanted = letter_of(letter)
        for man in self.men:
            if man.letter == wanted:
                return man
        raise KeyError(letter)

    @cached_property
    def rights(self) -> str:
        """The letters of all castling rights, as the FEN's castling field writes them."""
        return "".join(self.right_squares)

    @cached_property
    def home_castling(self) -> HomeCastling | None:
        """The castling whose rights a FEN has; on the chessboard the orthodox one, even if the genre has another."""
        for family in self.castlings:
            if isinstance(family, HomeCastling):
                return family
        return ORTHODOX_CASTLING if self.board == CHESSBOARD else None

    @cached_property
    def home_rights(self) -> Mapping[str, tuple[int, int]]:
        """For each castling right of the FEN, the home squares of king and rook."""
        return self.home_castling.homes(self.board) if self.home_castling else {}

    @cached_property
    def regains(self) -> bool:
        """Whether a king or rook that an effect puts on its home square may castle as if it had not moved."""
        return any(getattr(rule, "regains", False) for rule in self.rules) \
            and any(isinstance(family, HomeCastling) for family in self.castlings)

    @cached_property
    def regains_kings(self) -> bool:
        """Whether effects put kings on squares."""
        return any(getattr(rule, "moves_kings", False) for rule in self.rules)

    @cached_property
    def right_squares(self) -> Mapping[str, tuple[int, ...]]:
        """For each castling right of the FEN, the squares whose men it says not to have moved.

        Where rights are regained, a single king has one too, by the letter of its file ("E" for White's), and so has a
        single rook if kings regain theirs.
        """
        found: dict[str, tuple[int, ...]] = dict(self.home_rights)
        if self.regains:
            for right, squares in self.home_rights.items():
                for square in squares if self.regains_kings else squares[:1]:
                    letter = self.board.name(square)[0]
                    found[letter.upper() if right.isupper() else letter] = (square,)
        return found

    def rights_at_home(self, men: Sequence[str]) -> str:
        """The castling rights whose king and rook stand at home; `men`: the FEN letters by square, "" for none.

        They may have traits. A neutral rook is at home for the side whose home it stands on; a neutral king has none.
        """
        return "".join(right for right, squares in self.right_squares.items()
                       if all(self.is_at_home(men[square], right, square) for square in squares))

    def is_at_home(self, man: str, right: str, square: int) -> bool:
        """Whether a man on a square may be the one that a castling right names there."""
        text, home = without_marks(man), self.home_man(right, square)
        return text == home or text[:1] == "=" and text[1:].upper() == home.upper() != self.royal.letter

    def home_man(self, right: str, square: int) -> str:
        """The FEN letter of the man whose square a castling right names."""
        homes = [self.home_rights[right]] if right in self.home_rights else self.home_rights.values()
        letter = self.royal.letter if any(king == square for king, _ in homes) \
            else self.home_castling.men[0] if self.home_castling else "R"
        return letter if right.isupper() else letter.lower()

    def without_implied(self, rights: str) -> str:
        """Castling rights without those that others say too: "KQ" of "KQEAH"."""
        kept, said = "", set[int]()
        for right, squares in self.right_squares.items():
            if right in rights and not said.issuperset(squares):
                kept += right
                said.update(squares)
        return kept

    @cached_property
    def flags(self) -> str:
        """The letters of the extra state; "" without one."""
        return self.extra_state.letters if self.extra_state else ""

    @cached_property
    def usual_flags(self) -> str:
        """The letters of the extra state that are set if a FEN does not say."""
        return self.extra_state.default if self.extra_state else ""

    def home_men(self, right: str) -> tuple[str, str]:
        """The FEN letters of the king and the rook whose home squares `home_rights` gives for a castling right.

        The rook is the man with which that castling is made, whatever its letter.
        """
        king, rook = self.royal.letter, self.home_castling.men[0] if self.home_castling else "R"
        return (king, rook) if right.isupper() else (king.lower(), rook.lower())

    @cached_property
    def royal_letters(self) -> frozenset[str]:
        """The letters of the kinds all men of which are royal: the king, and what the royalty names besides."""
        return frozenset({self.royal.letter, *self.royalty.kinds})

    @cached_property
    def gains_kings(self) -> bool:
        """Whether a man may promote to a royal one."""
        return any(man.promotion is not None and not self.royal_letters.isdisjoint(man.promotion.to)
                   for man in self.men)

    @cached_property
    def without_rules(self) -> Genre:
        """The genre without its rules; those that adapt men have adapted them."""
        return replace(self, rules=(), loses=self.loses & ~Property.LINES)

    @cached_property
    def has_effects(self) -> bool:
        """Whether a move may change more than where men leave, are taken, arrive and promote, by a rule or a trait."""
        traits = (trait.rule for traits in self.traits for trait in traits if isinstance(trait, OwnTrait))
        return any(hasattr(rule, "effects") for rule in (*self.rules, *traits))

    @cached_property
    def has_plain_movements(self) -> bool:
        """Whether movements are asked in Python (rules/facet.py)."""
        return any(has_plain_movement(man.moves) for man in self.men)

    @cached_property
    def has_places(self) -> bool:
        """Whether the player chooses where a man is put by a capture (rules/placement.py)."""
        return any(hasattr(rule, "places") for rule in self.rules)

    @cached_property
    def has_births(self) -> bool:
        """Whether rules ask where men were born (rules/births.py), so that positions tell."""
        return any(getattr(rule, "has_births", False) for rule in self.rules)

    def departs(self, move: Move) -> str:
        """The square from which a man makes a move, if it goes elsewhere first (rules/departure.py), else ""."""
        return next((square for rule in self.departures if (square := rule.departs(self, move))), "")

    @cached_property
    def departures(self) -> tuple[Rule, ...]:
        """The rules that say whence men make moves."""
        return tuple(rule for rule in self.rules if hasattr(rule, "departs"))

    def goes_on(self, man: str) -> bool:
        """Whether a man that captures goes on to a square, perhaps its own."""
        return any(stage_of(rule) is Stage.RETURN and (not hasattr(rule, "goes_on") or rule.goes_on(unit_of(man)))
                   for rule in self.rules)

    @cached_property
    def promotes_on_return(self) -> bool:
        """Whether the player chooses what becomes of some men that go on after a capture."""
        return any(stage_of(rule) is Stage.RETURN and (hasattr(rule, "choices") or hasattr(rule, "places"))
                   for rule in self.rules)

    @cached_property
    def revives(self) -> bool:
        """Whether kamikaze men that capture do not vanish at once, but are put somewhere by a rule."""
        return any(getattr(rule, "revives", False) for rule in self.rules)

    @cached_property
    def mates_alone(self) -> bool:
        """Whether a move that mates is legal only if no other move of its side, legal but for that, does."""
        return any(getattr(rule, "mates_alone", False) for rule in self.rules)

    def title(self, language: str = "en") -> str:
        """The usual name in a language."""
        names = getattr(self.names, language, ()) or self.names.en or (self.name,)
        return str(names[0])

    def all_names(self) -> Iterator[str]:
        """Every name the genre can be found by."""
        yield self.name
        yield from self.names.all()
