"""The one home of words: letters, names, signs and sentences of each language.

Everywhere else men are known by their English game letters (K Q R B N P) and sides by 0 and 1. A sentence is a
`str.format` template in the `sentences` of each language; every language has the same keys and the same places.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from feerie.errors import Error

__all__ = ["LANGUAGES", "MEN", "Language", "LanguageError", "Noun", "language"]

MEN = "KQRBNP"
"""The English game letters, in the order in which every language lists its own."""

SIGNS: Mapping[str, str] = MappingProxyType({"check": "+", "mate": "#", "stalemate": "=", "win": "#"})
BOOK_SIGNS: Mapping[str, str] = MappingProxyType({"check": "†", "mate": "‡", "stalemate": "=", "win": "‡"})


class LanguageError(Error, ValueError):
    """No such language, or the language has no such word."""


class Noun(NamedTuple):
    """The name of a man: its article, the name alone, its plural, its gender ("m" or "f")."""

    article: str
    word: str
    plural: str
    gender: str = "m"


@dataclass(frozen=True, eq=False)
class Language:
    """The words of one language.

    `game`, `problem`: its letters of the men, in the order of `MEN`, in game scores and among problemists.
    `men`: their names by English letter. `colours`, `colour_letters`: names of the sides and the letters that
    mark a man's colour, White first; `adjectives`: for each gender the same as adjectives, put in by `coloured`.
    `signs`, `book_signs`: what is written behind a move that leaves "check", "mate", "stalemate" or a "win".
    `arrivals`: how a castling that names both arrivals is written; `exchange`: the sign between two men that
    change places; `book_gap`: what stands between a closing bracket and a book sign.
    """

    code: str
    name: str
    game: str
    problem: str
    men: Mapping[str, Noun]
    colours: tuple[str, str]
    colour_letters: tuple[str, str]
    adjectives: Mapping[str, tuple[str, str]]
    coloured: str
    words: Mapping[str, str]
    sentences: Mapping[str, str]
    arrivals: str = "{king}({partner})"
    exchange: str = "<->"
    book_gap: str = ""
    signs: Mapping[str, str] = field(default_factory=lambda: SIGNS)
    book_signs: Mapping[str, str] = field(default_factory=lambda: BOOK_SIGNS)

    def letter(self, man: str, problem: bool = False) -> str:
        """The letter printed for the man of an English game letter, upper case; LanguageError for no man.

        >>> language("fr").letter("N"), language("en").letter("N", problem=True)
        ('C', 'S')
        """
        return (self.problem if problem else self.game)[MEN.index(self._known(man))]

    def parse_letter(self, letter: str, problem: bool | None = None) -> str:
        """The English game letter of a printed letter, in one style or (None) in either; LanguageError for no man.

        >>> language("fr").parse_letter("C")
        'N'
        """
        styles = {None: (self.game, self.problem), False: (self.game,), True: (self.problem,)}[problem]
        for letters in styles:
            if len(letter) == 1 and letter in letters:
                return MEN[letters.index(letter)]
        raise LanguageError(f"{letter!r} is no man's letter in {self.name} (known: {' '.join(styles[-1])})")

    def the(self, man: str, coloured: bool = False) -> str:
        """The name of a man with its article, and with its colour (upper case is White) if `coloured`.

        >>> language("fr").the("r", coloured=True), language("de").the("r", coloured=True)
        ('la Tour noire', 'der schwarze Turm')
        """
        noun = self.men[self._known(man.upper())]
        if not coloured:
            return f"{noun.article} {noun.word}"
        adjective = self.adjectives[noun.gender][0 if man.isupper() else 1]
        return self.coloured.format(article=noun.article, word=noun.word, adjective=adjective)

    def word(self, key: str) -> str:
        """The word for a status or a term ("mate"); LanguageError for an unknown key."""
        if key not in self.words:
            raise LanguageError(f"{self.name} has no word for {key!r} (known: {', '.join(self.words)})")
        return self.words[key]

    def sentence(self, key: str, **values: object) -> str:
        """The sentence of a key with its places filled; LanguageError for an unknown key or a missing value.

        >>> language("fr").sentence("to move", side=language("fr").colours[0])
        'Trait aux Blancs'
        """
        if key not in self.sentences:
            raise LanguageError(f"{self.name} has no sentence {key!r}")
        try:
            return self.sentences[key].format(**values)
        except (KeyError, IndexError) as missing:
            raise LanguageError(f"the sentence {key!r} needs a value for {missing}") from None

    def _known(self, man: str) -> str:
        if len(man) != 1 or man not in MEN:
            raise LanguageError(f"{self.name} has no letter for the man {man!r} (known: {' '.join(MEN)})")
        return man


ENGLISH = Language(
    code="en",
    name="English",
    game="KQRBNP",
    problem="KQRBSP",
    men=MappingProxyType({
        "K": Noun("the", "king", "kings"),
        "Q": Noun("the", "queen", "queens"),
        "R": Noun("the", "rook", "rooks"),
        "B": Noun("the", "bishop", "bishops"),
        "N": Noun("the", "knight", "knights"),
        "P": Noun("the", "pawn", "pawns"),
    }),
    colours=("White", "Black"),
    colour_letters=("w", "b"),
    adjectives=MappingProxyType({"m": ("white", "black"), "f": ("white", "black")}),
    coloured="{article} {adjective} {word}",
    words=MappingProxyType({
        "ok": "in play",
        "check": "check",
        "mate": "mate",
        "stalemate": "stalemate",
        "win": "win",
        "draw": "draw",
        "illegal": "illegal position",
        "castling": "castling",
        "en passant": "en passant",
        "promotion": "promotion",
    }),
    sentences=MappingProxyType({
        "to move": "{side} to move",
        "check": "{side} is in check",
        "mate": "{side} is mated",
        "stalemate": "{side} is stalemated",
        "win": "{side} wins",
        "draw": "Draw",
        "illegal": "Illegal position: {reason}",
    }),
)

FRENCH = Language(
    code="fr",
    name="French",
    game="RDTFCP",
    problem="RDTFCP",
    men=MappingProxyType({
        "K": Noun("le", "Roi", "Rois"),
        "Q": Noun("la", "Dame", "Dames", "f"),
        "R": Noun("la", "Tour", "Tours", "f"),
        "B": Noun("le", "Fou", "Fous"),
        "N": Noun("le", "Cavalier", "Cavaliers"),
        "P": Noun("le", "Pion", "Pions"),
    }),
    colours=("Blancs", "Noirs"),
    colour_letters=("b", "n"),
    adjectives=MappingProxyType({"m": ("blanc", "noir"), "f": ("blanche", "noire")}),
    coloured="{article} {word} {adjective}",
    words=MappingProxyType({
        "ok": "en cours",
        "check": "échec",
        "mate": "mat",
        "stalemate": "pat",
        "win": "gain",
        "draw": "nulle",
        "illegal": "position illégale",
        "castling": "roque",
        "en passant": "en passant",
        "promotion": "promotion",
    }),
    sentences=MappingProxyType({
        "to move": "Trait aux {side}",
        "check": "Les {side} sont en échec",
        "mate": "Les {side} sont mat",
        "stalemate": "Les {side} sont pat",
        "win": "Les {side} gagnent",
        "draw": "Nulle",
        "illegal": "Position illégale : {reason}",
    }),
    arrivals="{king} ({partner})",
    exchange="↔",
    book_gap=" ",
)

GERMAN = Language(
    code="de",
    name="German",
    game="KDTLSB",
    problem="KDTLSB",
    men=MappingProxyType({
        "K": Noun("der", "König", "Könige"),
        "Q": Noun("die", "Dame", "Damen", "f"),
        "R": Noun("der", "Turm", "Türme"),
        "B": Noun("der", "Läufer", "Läufer"),
        "N": Noun("der", "Springer", "Springer"),
        "P": Noun("der", "Bauer", "Bauern"),
    }),
    colours=("Weiß", "Schwarz"),
    colour_letters=("w", "s"),
    adjectives=MappingProxyType({"m": ("weiße", "schwarze"), "f": ("weiße", "schwarze")}),
    coloured="{article} {adjective} {word}",
    words=MappingProxyType({
        "ok": "im Gang",
        "check": "Schach",
        "mate": "Matt",
        "stalemate": "Patt",
        "win": "Gewinn",
        "draw": "Remis",
        "illegal": "illegale Stellung",
        "castling": "Rochade",
        "en passant": "en passant",
        "promotion": "Umwandlung",
    }),
    sentences=MappingProxyType({
        "to move": "{side} am Zug",
        "check": "{side} steht im Schach",
        "mate": "{side} ist matt",
        "stalemate": "{side} ist patt",
        "win": "{side} gewinnt",
        "draw": "Remis",
        "illegal": "Illegale Stellung: {reason}",
    }),
)

LANGUAGES: Mapping[str, Language] = MappingProxyType({words.code: words for words in (ENGLISH, FRENCH, GERMAN)})


def language(code: str) -> Language:
    """The language of a code ("en", "fr", "de"); LanguageError for any other."""
    if code not in LANGUAGES:
        raise LanguageError(f"no language is called {code!r} (known: {', '.join(LANGUAGES)})")
    return LANGUAGES[code]
