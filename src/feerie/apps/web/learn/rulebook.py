"""The rules of a genre in a few sentences, for those who are playing: what it is made of, and how its men move."""
from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from feerie import genres
from feerie.apps.web.games.pictures import picture_name
from feerie.apps.web.learn.lessons import NoLessonError, lesson
from feerie.apps.web.serving.texts import SOURCES, page_texts
from feerie.men import MEN, name_of_man
from feerie.notation.languages import language as language_of
from feerie.rules.condition import split_squares
from feerie.rules.genre import Genre, Man
from feerie.rules.unit import kind_text
from feerie.views.captions import capital
from feerie.views.figures import figures_of

__all__ = ["rulebook"]


@lru_cache(maxsize=256)
def rulebook(genre: Genre, language: str) -> dict[str, Any]:
    """`parts`: each genre, condition and trait of the genre's name with a sentence; `men`: by letter, how each kind
    moves, as without conditions where nothing is known of it with them; `signs`: the signs on the board that the genre
    has, as keys of texts.
    """
    words, men = language_of(language, genre), {}
    plain = {man.letter: man for man in genres.conditions_of(genre).men}
    figures = figures_of(genre.men, [kind_text(man.letter) for man in genre.men])
    for man in genre.men:
        said = _movement(man, language) or _movement(plain.get(man.letter, man), language)
        if said:
            men[man.letter] = {"name": capital(words.men[man.letter].word), "text": said,
                               "picture": picture_name(figures[kind_text(man.letter)])}
    signs = ["dot", "last", "check"] + ["partner"] * bool(genre.castlings) + ["arrow"] * bool(genre.arrows) \
        + ["goal"] * bool(genre.king_run) + ["line"] * any(hasattr(rule, "part") for rule in genre.rules) \
        + ["frame"] * any(hasattr(rule, "framed") for rule in genre.rules)
    parts = [part for name in genre.name.split("+") if (part := _part(name, language))]
    return {"parts": parts, "men": men, "signs": signs}


def _part(name: str, language: str) -> dict[str, str] | None:
    """A part of a genre's name: what it is called, and what it means; None for men, and where nothing is known."""
    try:
        found = lesson(name, language)
        return {"name": found.genre, "title": found.title, "text": found.summary, "lesson": found.genre}
    except (NoLessonError, genres.GenreError):
        pass
    said = _meanings().get(split_squares(name)[0]) or _meanings().get(name.partition(":")[0])
    if not said or name in map(name_of_man, MEN):
        return None
    return {"name": name, "title": genres.find(name).title(language), "text": said[language], "lesson": ""}


def _movement(man: Man, language: str) -> str:
    """How a man moves; "" where nobody has said so."""
    if man.halves:
        return _meanings().get("hunter", {}).get(language, "")
    if known := _movements().get(man.moves):
        return page_texts(language).get(known, "")
    return next((said[language] for each in MEN if each.moves == man.moves
                 and (said := _meanings().get(name_of_man(each)))), "")


@lru_cache(maxsize=1)
def _movements() -> dict[object, str]:
    """The keys of the page's texts about the men of the genres, by their movements."""
    found: dict[object, str] = {}
    for genre in genres.GENRES:
        for man in genre.men:
            found.setdefault(man.moves, f"moves: {genre.name} {man.letter}")
    return found


@lru_cache(maxsize=1)
def _meanings() -> dict[str, dict[str, str]]:
    """What the elements of the dictionary mean, by name and language; none where the texts are not installed."""
    try:
        found: dict[str, dict[str, str]] = json.loads(
            (SOURCES / "docs" / "dictionary" / "meanings.json").read_text(encoding="utf-8"))
    except OSError:
        return {}
    return found
