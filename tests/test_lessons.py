"""The lessons: every position of the rules pages is a board that works, every ruling has one, in three languages."""
from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("markdown_it")

from feerie import Position
from feerie.apps.web.games.answers import View
from feerie.apps.web.learn.lessons import NoLessonError, lesson
from feerie.apps.web.learn.practice_boards import GAMES, PracticeBoards
from feerie.apps.web.serving.texts import SOURCES
from feerie.base.errors import IllegalMoveError
from feerie.genres import GENRES
from feerie.notation.languages import LANGUAGES

PAGES = [(genre.name, language) for genre in GENRES for language in LANGUAGES]


@pytest.mark.parametrize(("genre", "language"), PAGES)
def test_every_position_of_a_lesson_can_be_tried(genre: str, language: str) -> None:
    boards, page = PracticeBoards(), lesson(genre, language)
    assert page.language == language and len(page.boards) >= 3
    places = [int(number) for number in re.findall(r'data-practice="(\d+)"', page.html)]
    assert places == list(range(len(page.boards)))
    for board in page.boards:
        shown = boards.show(board.genre, board.fen, board.line, View(language))
        position = Position(board.genre, board.fen)
        for move in board.line:
            position = position.play(position.parse(move))
        assert shown["men"] == position.men() and shown["turn"] == position.turn
        assert {move["uci"] for move in shown["destinations"]} <= {move.uci() for move in position.legal_moves}
        if board.tried:
            assert boards.why(board.genre, board.fen, board.line, board.tried, language)["verdict"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("genre", [genre.name for genre in GENRES])
def test_every_ruling_is_seen(genre: str, language: str) -> None:
    page = lesson(genre, language)
    english = (SOURCES / "docs" / "genres" / f"{genre}.md").read_text(encoding="utf-8")
    rulings = re.split(r"<h3 id=\"(?:ruling|décision|entscheidung)-", page.html)[1:]
    assert '<section lang="en">' not in page.html
    assert len(rulings) == english.count("\n### Ruling:") > 0
    for ruling in rulings:
        assert "data-practice" in re.split("<h[23]", ruling)[0], ruling[:80]


@pytest.mark.parametrize(("genre", "language"), PAGES)
def test_a_lesson_has_no_styles_scripts_or_pictures(genre: str, language: str) -> None:
    html = lesson(genre, language).html
    assert not re.search(r"style=|<script|<img|onclick|javascript:", html)
    assert html.count("<a ") == html.count("</a>") and html.count("<span") == html.count("</span>")
    assert "Tests:" not in html


def test_what_a_page_names_is_on_its_boards() -> None:
    boards = lesson("rokagogo", "en").boards
    figure = next(board for board in boards if board.caption.startswith("The first diagram"))
    assert figure.fen == "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1" and figure.marks == {"d4": "cross", "c3": "cross"}
    assert any(board.tried == "d3d5" for board in boards)
    assert any(board.caption == "promoted rook" for board in boards), "a perft fact"


def test_there_is_no_lesson() -> None:
    with pytest.raises(NoLessonError):
        lesson("rokagogo+siamois", "en")


def test_moves_are_tried() -> None:
    boards, view = PracticeBoards(), View("fr")
    fen = "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1"
    with pytest.raises(IllegalMoveError, match="la case d4"):
        boards.play("rokagogo", fen, (), "d3d5", view)
    shown = boards.play("rokagogo", fen, (), "Rf3(Te3)", view)
    assert (shown["line"], shown["texts"], shown["check"]) == (["d3f3"], ["Rf3 (Te3)+"], ["e8"])
    assert boards.show("rokagogo", fen, (), view)["line"] == []
    assert '[FEN "4k3/3R4/8/8/r7/1R1K3R/8/8 w - - 0 1"]' in boards.pgn("rokagogo", fen, ("d3f3",))
    assert boards.show("rollerball", "3k3/7/2***2/2***2/2***2/3K3/4P2 w - - -", (), view)["destinations"] == []


def test_a_draw_by_repetition_is_seen() -> None:
    boards, line = PracticeBoards(), list[str]()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 4:
        shown = boards.play("orthodox", None, line, move, View())
        line = shown["line"]
    assert shown["over"] and "repetition" in shown["said"] and shown["destinations"] == []


def test_moves_are_typed_as_in_games() -> None:
    boards, line = PracticeBoards(), list[str]()
    for move in ("e2 e4", "sg8-f6", "nf3", "B8C6"):
        line = boards.play("orthodox", None, line, move, View())["line"]
    assert line == ["e2e4", "g8f6", "g1f3", "b8c6"]
    assert boards.why("orthodox", None, (), "nf3", "en") == boards.why("orthodox", None, (), "Nf3", "en")
    assert not boards.why("orthodox", None, (), "ff1c4", "fr")["legal"]


def test_trials_at_the_same_time() -> None:
    boards, wrong = PracticeBoards(), list[str]()

    def walk(first: str) -> None:
        line: tuple[str, ...] = ()
        for move in (first, "e7e5", "g1f3", "b8c6"):
            shown = boards.play("orthodox", None, line, move, View())
            line = tuple(shown["line"])
            if line[0] != first:
                wrong.append(first)

    threads = [threading.Thread(target=walk, args=(move,)) for move in _first_moves()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and len(boards._games) <= GAMES


def _first_moves() -> Iterator[Any]:
    yield from (f"{file}2{file}{rank}" for file in "abcdh" for rank in "34")
