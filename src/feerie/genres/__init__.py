"""The genres: one file each, one line each in the list below; and how genres are found by their names."""
from __future__ import annotations

import copyreg
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, reduce
from typing import Any

from feerie.base.errors import Message, conjoined, in_one_line, message_of, nearest, wrong_type
from feerie.genres.chess960 import CHESS960
from feerie.genres.orthodox import ORTHODOX
from feerie.genres.platzwechselrochade import PLATZWECHSELROCHADE
from feerie.genres.platzwechselrochade_popeye import PLATZWECHSELROCHADE_POPEYE
from feerie.genres.rex_multiplex import REX_MULTIPLEX
from feerie.genres.rokagogo import ROKAGOGO
from feerie.genres.rollerball import ROLLERBALL
from feerie.genres.rollerball_literal import ROLLERBALL_LITERAL
from feerie.genres.roque import ROQUE
from feerie.genres.siamois import SIAMOIS
from feerie.genres.ultra_rex_multiplex import ULTRA_REX_MULTIPLEX
from feerie.men.elements import NOTHING, WITH_OPTIONS, Elements, element, element_names, of_men
from feerie.men.elements import key as _key
from feerie.rules.combination import combine
from feerie.rules.completeness import check
from feerie.rules.genre import Genre, GenreError
from feerie.rules.unit import letter_of

GENRES: tuple[Genre, ...] = (
    ORTHODOX,
    ROQUE,
    ROKAGOGO,
    PLATZWECHSELROCHADE,
    PLATZWECHSELROCHADE_POPEYE,
    CHESS960,
    REX_MULTIPLEX,
    ULTRA_REX_MULTIPLEX,
    SIAMOIS,
    ROLLERBALL,
    ROLLERBALL_LITERAL,
)

__all__ = ["CHESS960", "GENRES", "ORTHODOX", "PLATZWECHSELROCHADE", "PLATZWECHSELROCHADE_POPEYE", "REX_MULTIPLEX",
           "ROKAGOGO", "ROLLERBALL", "ROLLERBALL_LITERAL", "ROQUE", "SIAMOIS", "ULTRA_REX_MULTIPLEX", "GenreError",
           "check_names", "conditions_of", "elements_of", "find", "find_variant", "forget_names", "genre_of",
           "installed", "known", "known_too", "variant_name", "with_chess960", "with_elements", "with_men_of",
           "without_chess960"]


GROUP = "feerie.genres"
"""The group of entry points by which installed packages offer genres."""


def _names_of(genres: Iterable[Genre]) -> dict[str, Genre]:
    return {_key(name): genre for genre in genres for name in genre.all_names()}


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Genre]:
    return _names_of(GENRES)


_temporary: list[tuple[Genre, ...]] = []
"""Genres that are known while a block of `known_too` lasts."""


@contextmanager
def known_too(genres: Iterable[Genre]) -> Iterator[None]:
    """While the block lasts, `find` knows these genres too, in all threads; GenreError if a name is taken."""
    added = tuple(genres)
    check_names(added)
    _temporary.append(added)
    forget_names()
    try:
        yield
    finally:
        _temporary.remove(added)
        forget_names()


def check_names(genres: Iterable[Genre]) -> None:
    """GenreError if genres have a name that a genre of the package has, or two of them have the same one."""
    taken = dict(_by_name())
    for genre in genres:
        for name in genre.all_names():
            other = taken.get(_key(name))
            if other is not None and other is not genre:
                raise GenreError("{}: the name {} is taken by {}" if name == genre.name else
                                 "{}: the name {} is taken by {}: give it names=Names() or other names", genre.name,
                                 repr(name), other.name)
        taken.update(_names_of([genre]))


@lru_cache(maxsize=1)
def installed() -> tuple[tuple[Genre, ...], tuple[str, ...]]:
    """The genres that installed packages offer, and what is wrong with those that cannot be used, a line each.

    An entry point of the group refers to a Genre or to several in a tuple.
    """
    from importlib.metadata import entry_points

    found: list[Genre] = []
    wrong: list[str] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            value = entry.load()
            offered = [check(genre) for genre in (value if isinstance(value, (tuple, list)) else (value,))]
            check_names([*found, *offered])
            found += offered
        except Exception as error:      # whatever another package does wrong, the remaining ones are offered
            said = in_one_line(message_of(error))
            wrong.append(Message("the genre {} of the entry point {}: {}", repr(entry.name), entry.value,
                                 said if isinstance(error, GenreError) else
                                 Message("{}: {}", type(error).__name__, said)))
    return tuple(found), tuple(wrong)


def known() -> tuple[Genre, ...]:
    """All genres that `find` knows now: those of the package, of `known_too`, and of installed packages."""
    return tuple(dict.fromkeys([*GENRES, *(genre for added in _temporary for genre in added), *installed()[0]]))


_BETWEEN = re.compile(r"[\s,;/&]+")
_CHESS = "echecs"
"""What French sets before the name of any genre: "Échecs Rokagogo"."""


def _named(name: str) -> Genre | None:
    """The one genre of a name, with or without the word "Échecs" before it; None for an element of the dictionary.

    Installed packages are asked last, since looking for them takes time.
    """
    key = _key(name)
    keys = key, key.removeprefix(_CHESS)
    own = *map(_names_of, reversed(_temporary)), _by_name()
    return _first(keys, own) or (None if element(name) else _first(keys, (_names_of(installed()[0]),)))


def _first(keys: Iterable[str], tables: Iterable[dict[str, Genre]]) -> Genre | None:
    return next((names[key] for names in tables for key in keys if key in names), None)


def _near(name: str) -> str:
    """The genre that was perhaps meant by a name; "" if there is none, or if the name is too short to tell.

    Names of several with blanks or commas between them, which are joined otherwise, are joined.
    """
    with suppress(GenreError):
        several = [part for part in _BETWEEN.split(name) if part]
        if len(several) > 1 and all(map(_is_known, several)):
            return "+".join(several)
    examples = {word: f"{word}:{options}" for word, options in WITH_OPTIONS.items()}
    names = examples | dict(element_names()) | {_key(other): genre.name for genre in known()
                                                for other in (genre.name, *genre.all_names())}
    word, colon, rest = name.strip().partition(":")
    if colon and len(_key(word)) > 2 and rest.isprintable() and (near := nearest(_key(word), WITH_OPTIONS)):
        return examples[near] if near == _key(word) else f"{near}:{rest[:40]}"
    near = next(filter(None, (nearest(key, names) for key in (_key(name), _key(word)) if len(key) > 2)), "")
    return names.get(near, "")


def _is_known(name: str) -> bool:
    return _named(name) is not None or element(name) is not None


def find(name: str) -> Genre:
    """The genre called `name` in English, French or German, or several names joined with "+", in any order.

    Elements of the dictionary, men and others, have names too (see `men.elements`). Genres of installed packages and
    those of `known_too` are found as well. GenreError if there is no such genre, or if the genres cannot be combined.

    >>> find("échecs roque").name
    'roque'
    >>> find("Rex Multiplex + rokagogo").name
    'rokagogo+rex-multiplex'
    >>> find("Löwe+grasshopper").name
    'grasshopper+lion'
    """
    if not isinstance(name, str):
        raise wrong_type("name", "the name of a genre", name)
    return _found(name)


@lru_cache(maxsize=256)
def _found(name: str) -> Genre:
    parts, elements = [], NOTHING
    for part in name.split("+"):
        genre = _named(part)
        if genre is None and (found := element(part)):
            elements += found
            continue
        if genre is None:
            names = ", ".join(genre.name for genre in known())
            shown, wrong = part.strip(), installed()[1]
            if shown.count("/") > 3:
                raise GenreError("a genre is expected first, and only then a FEN: {} is the name of none",
                                 repr(shown[:40]))
            if not wrong and (near := _near(part)):
                raise GenreError("no genre is called {} (did you mean {}?)", repr(shown[:40]), near)
            shown = f"{shown[:40]!r}{'...' if len(shown) > 40 else ''}"
            if wrong:
                raise GenreError("no genre is called {} (known: {}); not loaded: {}", shown, names,
                                 conjoined(wrong, "{}; {}", "{}; {}"))
            raise GenreError("no genre is called {} (known: {})", shown, names)
        if genre not in parts and genre is not ORTHODOX:
            parts.append(genre)
    genre = combine(ORTHODOX, *sorted(parts, key=_place)) if len(parts) > 1 else parts[0] if parts else ORTHODOX
    return elements.added_to(genre, is_named=genre is not ORTHODOX)


def elements_of(genre: Genre) -> Elements:
    """The elements of the dictionary that a genre has."""
    return reduce(Elements.__add__, filter(None, map(element, _parts(genre, True))), NOTHING)


def conditions_of(genre: Genre) -> Genre:
    """The genre without its elements: its conditions, or orthodox chess."""
    return find("+".join(_parts(genre, False)) or ORTHODOX.name) if any(_parts(genre, True)) else genre


def with_elements(genre: Genre, elements: Elements) -> Genre:
    """The genre with more elements of the dictionary; GenreError if it has no room for them."""
    had = elements_of(genre)
    if had + elements == had:
        return genre
    conditions = conditions_of(genre)
    return (had + elements).added_to(conditions, is_named=conditions is not ORTHODOX)


def with_men_of(genre: Genre, men: Iterable[str], hunters: Genre | None = None) -> Genre:
    """The genre with whatever men (texts of setups) need: their kinds and their traits; `hunters`: the genre that says
    what those among them are.
    """
    men, known_men = tuple(men), {man.letter for man in genre.men}
    wanted, shown = of_men(men), {letter_of(man) for man in men}
    told = [man for man in hunters.men if man.halves and man.letter in shown] if hunters else []
    return with_elements(genre, Elements(tuple(man for man in (*wanted.men, *told) if man.letter not in known_men),
                                         wanted.traits))


def _parts(genre: Genre, elements: bool) -> list[str]:
    """The parts of the name of a genre that are elements, or that are not."""
    return [part for part in genre.name.split("+") if (_named(part) is None and element(part) is not None) == elements]


def forget_names() -> None:
    """Forget what names meant, since other genres are known now."""
    _found.cache_clear()


def _place(genre: Genre) -> int:
    """The place of a genre in GENRES, or after them: combined genres have one name whatever the order asked for."""
    return GENRES.index(genre) if genre in GENRES else len(GENRES)


def genre_of(genre: Genre | str) -> Genre:
    """A genre that is given as a value or by a name; TypeError for anything else, GenreError as in `find`."""
    if isinstance(genre, Genre):
        return genre
    if not isinstance(genre, str):
        raise wrong_type("genre", "a Genre or the name of one", genre)
    return find(genre)


_STANDARD = {"", "standard", "chess", "normal", "regular", "fromposition"}
"""What programs call orthodox chess in the header "Variant", as `_key` has it."""


@lru_cache(maxsize=64)
def _of_package(name: str) -> Genre | None:
    """The genre of the package that has exactly this name, alone or combined; None if there is none."""
    names = {genre.name for genre in GENRES}
    return find(name) if all(part in names or element(part) for part in name.split("+")) else None


def _reduced(genre: Genre) -> Any:
    """What pickles and copies of a genre hold: the name of one of the package, the whole value of any other."""
    found = _of_package(genre.name)
    return (find, (genre.name,)) if found is genre or found == genre else genre.__reduce_ex__(2)


copyreg.pickle(Genre, _reduced)


def find_variant(name: str) -> Genre:
    """The genre that programs mean by the name of a variant: those of `find`, and "Standard", "Chess", "" and so on.

    GenreError as in `find`.
    """
    return ORTHODOX if _key(name) in _STANDARD else find(name)


def with_chess960(genre: Genre) -> Genre:
    """The genre with the castling of Chess960; GenreError if it has another that is not the orthodox one."""
    return find(f"{genre.name}+{CHESS960.name}") if CHESS960.name not in genre.name.split("+") else genre


def without_chess960(genre: Genre) -> Genre:
    """The genre without the castling of Chess960, if its name says that it has it."""
    parts = genre.name.split("+")
    return find("+".join(part for part in parts if part != CHESS960.name) or ORTHODOX.name) \
        if CHESS960.name in parts else genre


def variant_name(genre: Genre) -> str:
    """What the header "Variant" of a game says: the name of the genre, in Chess960 as other programs write it."""
    return CHESS960.title() if genre.name == CHESS960.name else genre.name
