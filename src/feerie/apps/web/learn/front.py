"""What the front page shows: each genre with a diagram and a sentence, and the families of the dictionary.

A diagram is the first one of the genre's rules page; where there is none, the game array.
"""
from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

from feerie.apps.web.games.families import family_of
from feerie.apps.web.games.pictures import BOARD_STYLE, small_board
from feerie.apps.web.learn.lessons import NoLessonError, PracticeBoard, lesson
from feerie.apps.web.serving.texts import page_texts
from feerie.game.game import Game
from feerie.game.position import Position
from feerie.men.elements import Elements, known_elements
from feerie.rules.chess960 import number_of_arrays
from feerie.rules.genre import Genre
from feerie.views.captions import capital
from feerie.views.diagram import Arrow, definitions
from feerie.views.figures import Figure, figures_of

__all__ = ["families", "front_document"]

_LONGEST_SENTENCE = 110
"""Characters of a summary that a card shows whole."""


def front_document(language: str, offered: Sequence[Genre]) -> dict[str, Any]:
    """Genres as cards, the drawings of men that their diagrams refer to, and families of the dictionary."""
    cards = [_card(genre, language) for genre in offered]
    figures = {figure.name: figure for _, position in cards for figure in _figures(position)}
    return {"definitions": definitions(figures.values(), BOARD_STYLE), "genres": [card for card, _ in cards],
            "families": families(language)}


@lru_cache(maxsize=256)
def _card(genre: Genre, language: str) -> tuple[dict[str, Any], Position | None]:
    """What a card shows, and the position of its diagram; None for a genre that has neither a page nor an array."""
    sentence, board = "", PracticeBoard(genre.name, genre.start)
    try:
        found = lesson(genre.name, language)
        sentence, board = found.summary, found.boards[0]
    except NoLessonError:
        pass
    drawn, position = "", None
    if board.fen or genre.start:
        game = Game(genre, Position(genre, board.fen))
        for move in board.line:
            game.push(move)
        position = game.position
        drawn = small_board(position, cast("tuple[Arrow, ...]", board.arrows), board.marks, label=genre.title(language))
    if len(sentence) > _LONGEST_SENTENCE:
        sentence = sentence.partition(". ")[0].removesuffix(".") + "."
    return {"name": genre.name, "title": genre.title(language), "sentence": sentence, "diagram": drawn,
            "has_start": genre.start is not None, "arrays": number_of_arrays(genre)}, position


def _figures(position: Position | None) -> Iterable[Figure]:
    if position is None:
        return ()
    return figures_of(position.genre.men, [man for _, man in position.setup.pieces]).values()


@lru_cache(maxsize=8)
def families(language: str) -> list[dict[str, Any]]:
    """The families of the dictionary, each with the elements that it holds, options left out; last those of none.

    A family is called as the page's texts say, or else as the first of its elements.
    """
    known = {each.names[0]: each for each in known_elements()}
    found: dict[str, list[Elements]] = {}
    for name, each in known.items():
        if not _is_option(name, known):
            found.setdefault(family_of(each) or "others", []).append(each)
    found["others"] = found.pop("others", [])
    texts = page_texts(language)
    return [{"title": texts.get(f"family: {family}") or capital(held[0].titles(language)[0]),
             "elements": [{"name": each.names[0], "title": capital(each.titles(language)[0])} for each in held]}
            for family, held in found.items() if held]


def _is_option(name: str, known: Container[str]) -> bool:
    """Whether a name is that of another element with an option."""
    return ":" in name and name.partition(":")[0] in known
