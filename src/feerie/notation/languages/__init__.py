"""The one home of words: letters, names, signs and sentences of each language, one module a language.

Everywhere else men are known by their English game letters (K Q R B N P) and sides by 0 and 1.
A genre may have men that no language has words for. In texts of that genre, `language(code, genre)`, they go by
their own letter and name.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from feerie.notation.languages.english import ENGLISH
from feerie.notation.languages.french import FRENCH
from feerie.notation.languages.german import GERMAN
from feerie.notation.languages.words import (
    FIGURINES,
    IN_CLOSE_BRACKETS,
    MEN,
    MEN_OF_FIGURINES,
    Counted,
    Language,
    LanguageError,
    Named,
    Noun,
)
from feerie.rules.genre import Genre

__all__ = [
    "ENGLISH",
    "FIGURINES",
    "FRENCH",
    "GERMAN",
    "IN_CLOSE_BRACKETS",
    "LANGUAGES",
    "MEN",
    "MEN_OF_FIGURINES",
    "Counted",
    "Language",
    "LanguageError",
    "Named",
    "Noun",
    "language",
]

LANGUAGES: Mapping[str, Language] = MappingProxyType({words.code: words for words in (ENGLISH, FRENCH, GERMAN)})


def language(code: str | Language, genre: Genre | None = None) -> Language:
    """The language of a code ("en", "fr", "de"), with words for all men of a genre; LanguageError otherwise.

    A language instead of a code is taken as it is, with words for the men of the genre.
    """
    if not isinstance(code, Language) and code not in LANGUAGES:
        raise LanguageError("no language is called {} (known: {})", repr(code), ", ".join(LANGUAGES))
    words = code if isinstance(code, Language) else LANGUAGES[code]
    return words if genre is None else _with_men_of(words, genre)


@lru_cache(maxsize=64)
def _with_men_of(words: Language, genre: Genre) -> Language:
    return words.with_men([man for man in genre.men if man.letter not in tuple(words.letters)])
