"""What a language has: the type whose values hold letters, names, signs and sentences.

Everywhere else men are known by their English game letters (K Q R B N P) and sides by 0 and 1. A sentence is a
`str.format` template in the `sentences` of each language; every language has the same keys and the same places.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from string import ascii_uppercase
from types import MappingProxyType
from typing import NamedTuple

from feerie.base.errors import Error, Message
from feerie.base.frozen import frozen
from feerie.rules.genre import Man
from feerie.rules.trait import Trait, Traits
from feerie.rules.unit import letter_of, side_of, unit_of

__all__ = ["FIGURINES", "MEN", "MEN_OF_FIGURINES", "TRAIT_LETTERS", "Language", "LanguageError", "Named", "Noun"]

MEN = "KQRBNP"
"""The English game letters, in the order in which every language lists its own."""

SIGNS: Mapping[str, str] = MappingProxyType({"check": "+", "mate": "#", "stalemate": "=", "win": "#"})
BOOK_SIGNS: Mapping[str, str] = MappingProxyType({"check": "†", "mate": "‡", "stalemate": "=", "win": "‡"})
TRAIT_LETTERS: Mapping[str, str] = MappingProxyType({
    "neutral": "n", "royal": "r", "kamikaze": "k", "volage": "v", "officiating": "f", "halfneutral": "hn",
    "uncapturable": "u", "patrolling": "p"})
FIGURINES: Mapping[str, str] = MappingProxyType(dict(zip(MEN, "♔♕♖♗♘♙", strict=True)))
"""The figurines of the men by English letter; print has those of White for both sides."""
MEN_OF_FIGURINES: Mapping[str, str] = MappingProxyType(dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", 2 * MEN, strict=True)))
"""The men by English letter whose figurines the signs of Unicode are, White's and Black's."""

BEFORE_VOWEL = "'"
"""The key of a form that stands before a vowel whatever the gender: "l'", "an"."""

_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|[{«])")
"""An apostrophe between letters, or before a place or a quotation; others are quotation marks."""

IN_BRACKETS = "{king} ({partner})"
IN_CLOSE_BRACKETS = "{king}({partner})"


class LanguageError(Error, ValueError):
    """No such language, or the language has no such word."""


class Noun(NamedTuple):
    """The name of a man: its article, the name alone, its gender ("m", "f" or "n").

    `oblique`: what it is in the dative and accusative, `genitive`: in the genitive, where they differ from `word`.
    `adjective`: what stands before it, without its ending.
    """

    article: str
    word: str
    gender: str = "m"
    oblique: str = ""
    genitive: str = ""
    adjective: str = ""


@frozen
class Language:
    """The words of one language.

    `letters`: the English game letters of the men it has words for. `game`, `problem`: its own letters of these men,
    in the same order, in game scores and among problemists. `men`: their names by English letter.
    `colours`, `colour_letters`: names of the sides and the letters that mark a man's colour, White first;
    `adjectives`: for each gender the same as adjectives, put in by `coloured`.
    `signs`, `book_signs`: what is written behind a move that leaves "check", "mate", "stalemate" or a "win";
    `printed_signs`: the same in the short notation of magazines;
    `long_win`: what the long form writes behind a win that is no mate. `arrivals`: how a castling that names both
    arrivals is written, `long_arrivals` in the long form; `exchange`: the sign between two men that change places;
    `gap`: what stands between a closing bracket and a sign.
    `forms`: the forms in which sentences name men (see `Named`), each by gender, "m" for all where there is one
    only, or BEFORE_VOWEL if the man's name begins with one of the `vowels`; `placed`: a named man and its square;
    `conjunctions`: "and", "or".
    `kings`: the kings of each side, White first, behind "the" and "all". `singular`: the numbers of which a noun is in
    the singular (plural rules of the Unicode CLDR). `colon`, `semicolon`: with the space before it. `apostrophe`: the
    sign that is printed for the one of the keyboard, with which all texts are written (see `typeset`).
    `trait_letters`: what stands before the letter of a man with traits, by their names; `letters_of_problemists`: those
    of men of the dictionary, where they are not Popeye's English ones.
    `with_traits`: by the names of traits, and by gender, how the name of a man that has one is made of its name
    without, with the ending that `endings` has for the form and the gender.
    Of the names of men of the dictionary: `capitals`: they begin with one; `declined`: ends of adjectives before them,
    in the place of which `endings` stand; `weak`: ends of masculine ones that take an n or en in all cases but the
    nominative; `genitive`: what others take in the genitive, unless they are feminine or end with an s already.

    Languages are compared by identity.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    code: str
    name: str
    game: Sequence[str]
    problem: Sequence[str]
    men: Mapping[str, Noun]
    colours: tuple[str, str]
    colour_letters: tuple[str, str]
    adjectives: Mapping[str, tuple[str, str]]
    kings: tuple[str, str]
    coloured: str
    words: Mapping[str, str]
    sentences: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]]
    vowels: str = ""
    singular: tuple[int, ...] = (1,)
    colon: str = ":"
    semicolon: str = ";"
    apostrophe: str = "'"
    placed: str = "{man} {square}"
    conjunctions: tuple[str, str] = ("and", "or")
    arrivals: str = IN_CLOSE_BRACKETS
    exchange: str = "<->"
    gap: str = ""
    long_win: str = "run"
    long_arrivals: str = "{king}/{colour}{partner}"
    signs: Mapping[str, str] = field(default_factory=lambda: SIGNS)
    book_signs: Mapping[str, str] = field(default_factory=lambda: BOOK_SIGNS)
    printed_signs: Mapping[str, str] = field(default_factory=lambda: SIGNS)
    letters: Sequence[str] = MEN
    trait_letters: Mapping[str, str] = field(default_factory=lambda: TRAIT_LETTERS)
    letters_of_problemists: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    with_traits: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    endings: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    capitals: bool = False
    declined: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    genitive: str = ""

    def letter(self, man: str, problem: bool = False) -> str:
        """The letter printed for the man of an English game letter, upper case; LanguageError for no man.

        The text of a man in setups (see `rules.unit`) will do as well; traits are not printed.

        >>> from feerie.notation.languages import language
        >>> language("fr").letter("N"), language("en").letter("N", problem=True), language("de").letter("=N")
        ('C', 'S', 'S')
        """
        return (self.problem if problem else self.game)[self.letters.index(self._known(man))]

    def traits(self, traits: Traits) -> str:
        """What is printed before the letter of a man with traits: "n", "nk".

        >>> from feerie.notation.languages import language
        >>> language("en").traits(frozenset({Trait.KAMIKAZE, Trait.NEUTRAL})), language("de").traits(frozenset())
        ('nk', '')
        """
        return "".join(self.trait_letters[trait.value] for trait in Trait if trait in traits)

    def with_colour(self, man: str) -> str:
        """A man with its colour and traits, as problemists write it; a neutral man has no colour.

        >>> from feerie.notation.languages import language
        >>> language("en").with_colour("N"), language("fr").with_colour("(royal)n"), language("de").with_colour("=N")
        ('wS', 'nrC', 'nS')
        """
        unit = unit_of(man)
        colour = "" if Trait.NEUTRAL in unit.traits else self.colour_letters[unit.side]
        return colour + self.traits(unit.traits) + self.letter(man, problem=True)

    def parse_letter(self, letter: str, problem: bool | None = None) -> str:
        """The English game letter of a printed letter, in one style or (None) in either; LanguageError for no man.

        >>> from feerie.notation.languages import language
        >>> language("fr").parse_letter("C")
        'N'
        """
        styles = {None: (self.game, self.problem), False: (self.game,), True: (self.problem,)}[problem]
        for letters in styles:
            for own, man in zip(letters, self.letters, strict=True):
                if own == letter:
                    return man
        raise LanguageError("{} is not the letter of a man in {} (known: {})", repr(letter), Message(self.name),
                            " ".join(styles[-1]))

    def the(self, man: str, coloured: bool = False) -> str:
        """The name of a man with its article, and with its colour (upper case is White) if `coloured`.

        >>> from feerie.notation.languages import language
        >>> language("fr").the("r", coloured=True), language("de").the("r", coloured=True)
        ('la Tour noire', 'der schwarze Turm')
        """
        noun = self.men[self._known(man.upper())]
        if not coloured:
            return self.form("the", man)
        adjective = self.adjectives[noun.gender][side_of(man)]
        return self.coloured.format(
            the=self.form("the", man), article=noun.article, word=self._with_adjective(noun.word, "the", noun),
            adjective=adjective)

    def form(self, form: str, man: str) -> str:
        """The name of a man in one of the `forms`; LanguageError for no man or no form.

        >>> from feerie.notation.languages import language
        >>> language("fr").form("of", "K"), language("de").form("by", "P")
        ('du Roi', 'vom Bauern')
        """
        noun = self.men[self._known(man.upper())]
        if form not in self.forms:
            raise LanguageError("{} has no form {} of a man's name (known: {})", Message(self.name), repr(form),
                                ", ".join(self.forms))
        shapes = self.forms[form]
        shape = shapes.get(noun.gender, shapes["m"])
        cases = {"word": noun.word, "oblique": noun.oblique or noun.word, "genitive": noun.genitive or noun.word}
        if man[0] in "=(":
            cases = {case: self._with_traits(word, form, noun.gender, man) for case, word in cases.items()}
        cases = {case: self._with_adjective(word, form, noun) for case, word in cases.items()}
        if cases["word"][0].lower() in self.vowels:
            shape = shapes.get(BEFORE_VOWEL, shape)
        return self.typeset(shape).format(**cases)

    def _with_traits(self, word: str, form: str, gender: str, man: str) -> str:
        """The name of a man with its traits, in a form; `word`: the name alone, in the case of the form."""
        for trait in reversed(Trait):
            if trait in unit_of(man).traits:
                shapes = self.with_traits[trait.value]
                word = shapes.get(gender, shapes["m"]).format(word=word, ending=self._ending(form, gender))
        return word

    def _with_adjective(self, word: str, form: str, noun: Noun) -> str:
        """A man's name, in the case of a form, behind the adjective that belongs to it, if there is one."""
        return f"{noun.adjective}{self._ending(form, noun.gender)} {word}" if noun.adjective else word

    def _ending(self, form: str, gender: str) -> str:
        """The ending of adjectives before a man's name."""
        endings = self.endings.get(form, {"m": ""})
        return endings.get(gender, endings["m"])

    def typeset(self, text: str) -> str:
        """A text, or a template of one, as it is printed: with the language's apostrophes.

        >>> from feerie.notation.languages import language
        >>> language("fr").typeset("l'échec d'{man} sur 'e4'")
        "l’échec d’{man} sur 'e4'"
        """
        return _APOSTROPHE.sub(self.apostrophe, text) if self.apostrophe != "'" else text

    def word(self, key: str) -> str:
        """The word for a status or a term ("mate"); LanguageError for an unknown key."""
        if key not in self.words:
            raise LanguageError("{} has no word for {} (known: {})", Message(self.name), repr(key),
                                ", ".join(self.words))
        return self.typeset(self.words[key])

    def sentence(self, key: str, **values: object) -> str:
        """The sentence of a key with its places filled; LanguageError for an unknown key or a missing value.

        A whole number may choose between two forms: "{count} {count:move|moves}".

        >>> from feerie.notation.languages import language
        >>> language("fr").sentence("to move", side=language("fr").colours[0])
        'Trait aux Blancs'
        >>> [language("en").sentence("no forced win", moves=number) for number in (1, 2)]
        ['no forced win in 1 move', 'no forced win in 2 moves']
        """
        if key not in self.sentences:
            raise LanguageError("{} has no sentence {}", Message(self.name), repr(key))
        try:
            return self.typeset(self.sentences[key]).format(**{
                name: Counted(value, self) if isinstance(value, int) else value for name, value in values.items()})
        except (KeyError, IndexError) as missing:
            raise LanguageError("the sentence {} needs a value for {}", repr(key), missing) from None

    def listed(self, texts: Iterable[str], alternatives: bool = False) -> str:
        """Texts as a list in a sentence, the last one behind "and" or, of `alternatives`, "or".

        >>> from feerie.notation.languages import language
        >>> language("fr").listed(["h1", "e2", "a3"]), language("de").listed(["c1", "c2"], alternatives=True)
        ('h1, e2 et a3', 'c1 oder c2')
        """
        *others, last = texts
        return f"{', '.join(others)} {self.conjunctions[alternatives]} {last}" if others else last

    def clauses(self, texts: Iterable[str]) -> str:
        """Sentences, or texts with commas in them, one after another: with the language's semicolons.

        >>> from feerie.notation.languages import language
        >>> language("en").clauses(["a, b", "c"])
        'a, b; c'
        """
        return f"{self.semicolon} ".join(texts)

    def decimal(self, value: float, digits: int) -> str:
        """A number with so many digits after the language's decimal sign.

        >>> from feerie.notation.languages import language
        >>> language("en").decimal(6.5, 1), language("de").decimal(0.125, 2)
        ('6.5', '0,12')
        """
        return self.numeral(f"{value:.{digits}f}")

    def numeral(self, text: str) -> str:
        """A number written with a decimal point, "6.5", with the language's decimal sign instead."""
        return text.replace(".", self.sentence("decimal sign"))

    def _known(self, man: str) -> str:
        letter = man if man in self.men else letter_of(man)
        if letter not in self.men:
            raise LanguageError("{} has no letter for the man {} (known: {})", Message(self.name), repr(man),
                                " ".join(self.letters))
        return letter

    def with_book_signs(self) -> Language:
        """The same language with the signs of books: † and ‡, castlings with spaced brackets, "Kf3 (Re3) †"."""
        return _in_books(self)

    def with_men(self, men: Sequence[Man]) -> Language:
        """The language with the words for more men: their own letters and names.

        A man that is not of the dictionary has its own letter or, where that already means another man in this
        language, the first free letter of its name, or else of the alphabet. In games, too, a man goes by the letter of
        problemists, or by its own where that one is taken. A hunter goes by those of its two men: "N/B".
        """
        if not men:
            return self
        letters, game, problem, nouns = [*self.letters], [*self.game], [*self.problem], dict(self.men)
        for man in men:
            own, found = self._letters_of(man, {*game}, {*problem})
            game.append(own)
            problem.append(found)
            letters.append(man.letter)
            nouns[man.letter] = self._noun(man)
        return replace(self, letters=tuple(letters), game=tuple(game), problem=tuple(problem),
                       men=MappingProxyType(nouns))

    def _letters_of(self, man: Man, game: set[str], problem: set[str]) -> tuple[str, str]:
        """The letters of a man in games, and in problems, beside those that are taken; of a hunter those of its halves.
        """
        if man.halves:
            own, found = ("/".join(self.letter(half.letter, style) if half.letter in self.men else
                                   self.letters_of_problemists.get(half.letter, half.popeye) for half in man.halves)
                          for style in (False, True))
            return own, found
        found = self.letters_of_problemists.get(man.letter, man.popeye) if man.popeye else \
            self._free(man, game | problem)
        return (found if found not in game else self._free(man, game)), found

    def _noun(self, man: Man) -> Noun:
        """The name of a man of the dictionary; that of another one has masculine gender and is not declined."""
        names = getattr(man.names, self.code, ())
        if not names:
            return Noun(self.men["K"].article, man.name or man.letter)
        word, gender = names[0], getattr(man.genders, self.code, "m")
        if self.capitals:
            word = word[0].upper() + word[1:]
        adjective, _, word = word.rpartition(" ") if self.declined else ("", "", word)
        adjective = next((adjective.removesuffix(end) for end in self.declined if adjective.endswith(end)), adjective)
        is_weak = gender == "m" and word.lower().endswith(self.weak)
        oblique = word + ("n" if word[-1] in "er" else "en") if is_weak else word
        genitive = word if gender == "f" or word[-1] in "sxß" or word[-1].isdigit() else word + self.genitive
        article = self.forms["the"].get(gender, self.forms["the"]["m"]).format(word="").strip()
        return Noun(article, word, gender, oblique, oblique if is_weak else genitive, adjective)

    def _free(self, man: Man, taken: set[str]) -> str:
        """A letter for a man, of those that are not taken."""
        found: str | None = next((letter for letter in (man.letter, *man.name.upper(), *ascii_uppercase)
                                  if letter not in taken and letter[:1] in ascii_uppercase), None)
        if found is None:
            raise LanguageError("{} has no letter left for the man {}", Message(self.name), repr(man.letter))
        return found


class Counted(int):
    """A number in a sentence. The form "move|moves" of its place gives the singular or the plural that goes with it.

    >>> from feerie.notation.languages import language
    >>> f"{Counted(0, language('en')):man|men}, {Counted(0, language('fr')):pièce|pièces}"
    'men, pièce'
    """

    _singular: tuple[int, ...]

    def __new__(cls, value: int, words: Language) -> Counted:
        made = super().__new__(cls, value)
        made._singular = words.singular
        return made

    def __format__(self, form: str) -> str:
        if "|" not in form:
            return super().__format__(form)
        one, _, several = form.partition("|")
        return one if self in self._singular else several


@frozen
class Named:
    """Men named in a sentence: `men` are (letter, square) pairs, "" for a square that is not said.

    The form stands behind the colon of the sentence's place, "{king:the}", and is one of the language's `forms`:
    the, whom (object), of, to, by (agent), a, by a, into (promotion), no, bare, e (ending of what agrees with it);
    "or" lists kinds.

    >>> from feerie.notation.languages import language
    >>> words = language("fr")
    >>> "attaquée {men:by}".format(men=Named(words, [("r", "a4"), ("b", "c5")]))
    'attaquée par la Tour a4 et par le Fou c5'
    >>> f"{Named(language('en'), [('Q', ''), ('R', ''), ('B', '')]):or}"
    'queen, rook or bishop'
    """

    language: Language
    men: Sequence[tuple[str, str]]

    def __format__(self, form: str) -> str:
        words = self.language
        named = [words.form("bare" if form == "or" else form, man) for man, _ in self.men]
        if form in ("e", "it"):
            return "".join(named)
        named = [words.placed.format(man=name, square=square) if square else name
                 for name, (_, square) in zip(named, self.men, strict=True)]
        return words.listed(named, alternatives=form == "or") if named else ""


@lru_cache(maxsize=64)
def _in_books(words: Language) -> Language:
    return replace(words, signs=words.book_signs, arrivals=IN_BRACKETS, long_arrivals=IN_BRACKETS, gap=" ")
