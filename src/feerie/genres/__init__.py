"""The genres: one file each, one line each in the list below."""
from __future__ import annotations

import unicodedata
from functools import lru_cache

from feerie.errors import wrong_type
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
from feerie.rules.genre import Genre, GenreError, combine

GENRES: tuple[Genre, ...] = (
    ORTHODOX,
    ROQUE,
    ROKAGOGO,
    PLATZWECHSELROCHADE,
    PLATZWECHSELROCHADE_POPEYE,
    REX_MULTIPLEX,
    ULTRA_REX_MULTIPLEX,
    SIAMOIS,
    ROLLERBALL,
    ROLLERBALL_LITERAL,
)

__all__ = ["GENRES", "ORTHODOX", "PLATZWECHSELROCHADE", "PLATZWECHSELROCHADE_POPEYE", "REX_MULTIPLEX", "ROKAGOGO",
           "ROLLERBALL", "ROLLERBALL_LITERAL", "ROQUE", "SIAMOIS", "ULTRA_REX_MULTIPLEX", "GenreError", "find",
           "find_variant", "genre_of"]


def _key(name: str) -> str:
    """A name without case, accents, spaces and signs."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Genre]:
    return {_key(name): genre for genre in GENRES for name in genre.all_names()}


@lru_cache(maxsize=256)
def find(name: str) -> Genre:
    """The genre called `name` in English, French or German, or several names joined with "+".

    GenreError where there is no such genre, or where the genres do not go together.

    >>> find("échecs roque").name
    'roque'
    >>> find("rokagogo + Rex Multiplex").name
    'rokagogo+rex-multiplex'
    """
    if not isinstance(name, str):
        raise wrong_type("name", "the name of a genre", name)
    parts = []
    for part in name.split("+"):
        genre = _by_name().get(_key(part))
        if genre is None:
            known = ", ".join(genre.name for genre in GENRES)
            shown = part.strip()
            if shown.count("/") > 3:
                raise GenreError(f"a genre is expected first, and only then a FEN: {shown[:40]!r} is the name of none")
            raise GenreError(f"no genre is called {shown[:40]!r}{'...' if len(shown) > 40 else ''} (known: {known})")
        if genre not in parts and genre is not ORTHODOX:
            parts.append(genre)
    if len(parts) < 2:
        return parts[0] if parts else ORTHODOX
    return combine(ORTHODOX, *parts)


def genre_of(genre: Genre | str) -> Genre:
    """A genre that is given as a value or by a name; TypeError for anything else, GenreError as in `find`."""
    if isinstance(genre, Genre):
        return genre
    if not isinstance(genre, str):
        raise wrong_type("genre", "a Genre or the name of one", genre)
    return find(genre)


_STANDARD = {"", "standard", "chess", "normal", "regular", "fromposition"}
"""What programs call orthodox chess in the header "Variant", as `_key` has it."""


def find_variant(name: str) -> Genre:
    """The genre that programs mean by the name of a variant: those of `find`, and "Standard", "Chess", "" and so on.

    GenreError as in `find`.
    """
    return ORTHODOX if _key(name) in _STANDARD else find(name)
