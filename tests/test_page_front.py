"""The front page: genres as cards, a game in one click, games that go on, the dictionary."""
from __future__ import annotations

from typing import Any

import pytest
import test_page
from test_page import Visit, click, men, moves, shot

from feerie.apps.web.learn.front import families, front_document
from feerie.conditions import CONDITIONS
from feerie.genres import GENRES
from feerie.men import MEN
from feerie.notation.languages import LANGUAGES

browser, visit = test_page.browser, test_page.visit


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_genre_has_a_card(language: str) -> None:
    document = front_document(language, GENRES)
    assert [card["name"] for card in document["genres"]] == [genre.name for genre in GENRES]
    for card in document["genres"]:
        assert card["sentence"].endswith(".") and len(card["sentence"]) < 140, card
        assert not set(card["sentence"]) & set("[]*`|\n"), card
        assert card["diagram"].startswith("<svg") and "<defs>" not in card["diagram"]
        for used in card["diagram"].split('href="#')[1:]:
            assert f'id="{used.partition(chr(34))[0]}"' in document["definitions"]


def test_the_dictionary_is_complete() -> None:
    listed = [element["name"] for family in families("en") for element in family["elements"]]
    assert len(listed) == len(set(listed))
    names = {condition.name for condition in CONDITIONS}
    options = {name for name in names if ":" in name and name.partition(":")[0] in names}
    assert names - options <= {*listed}
    assert len(listed) >= len(MEN)


def test_a_game_in_one_click(visit: Visit) -> None:
    page = visit("/")
    page.click("[data-genre=rollerball] [data-action='play now']")
    page.wait_for_selector("cg-board piece")
    click(page, "c1", "b1")
    page.wait_for_function("() => document.querySelectorAll('.san').length === 2")     # the engine has answered
    page.click(".brand")
    page.wait_for_selector(".own .going svg")
    assert "Rollerball" in page.inner_text(".own")
    shot(page, "front")
    page.click(".own .board-link")
    page.wait_for_selector("cg-board piece")


def test_what_is_chosen_counts_for_every_card(visit: Visit) -> None:
    page = visit("/", locale="de-DE")
    page.click("#settings")
    page.select_option("#opponent", "board")
    assert "die Engine" not in page.inner_text("#settings")
    page.click("[data-genre=rokagogo] [data-action='play now']")
    page.wait_for_selector("cg-board piece")
    click(page, "e2", "e4")
    moves(page, "e4")
    page.click(".brand")
    page.wait_for_selector("#settings")
    assert page.input_value("#opponent") == "board"


def test_an_array_of_chess960_by_its_number(visit: Visit) -> None:
    page = visit("/", locale="de-DE")
    page.evaluate("localStorage.setItem('new game', JSON.stringify({ opponent: 'board' }))")
    page.reload()
    page.fill("[data-genre=chess960] .array", "960")
    page.click("[data-genre=chess960] [data-action='play now']")
    assert page.evaluate("document.querySelector('[data-genre=chess960] .array').matches(':invalid')")
    page.fill("[data-genre=chess960] .array", "0")
    page.click("[data-genre=chess960] [data-action='play now']")
    page.wait_for_selector("cg-board piece")
    assert page.inner_text("h1") == "Schach960, Grundstellung 0"
    test_page.stand(page, g1="K", f1="R", h1="R", a1="B")
    test_page.choose_in_menu(page, "study this game")
    page.wait_for_selector("#comment")
    page.goto(page.url.partition("/study")[0] + "/study?genre=chess960")
    page.select_option("#genre", "chess960")
    page.fill("#fen", "6kr/8/8/8/8/8/8/6KR w K - 0 1")
    page.click("[data-action='study position']")
    page.wait_for_selector("#comment")
    click(page, "g1", "h1")         # the king stays where it is
    moves(page, "0-0")
    test_page.stand(page, g1="K", f1="R", h1="")


def test_an_entry_of_the_dictionary_is_played(visit: Visit) -> None:
    for entry in ("Circé", "Bondisseur 3,5"):
        page = visit("/", locale="fr-FR")
        page.click(f".entry-link >> text='{entry}'")
        page.wait_for_selector("#elements")
        assert page.input_value("#elements").lower() == entry.lower()
        assert page.is_visible("#added-men") == (entry != "Circé")
        page.click("button.main")
        page.wait_for_selector("cg-board piece")
        assert page.inner_text("h1") == entry
        assert ("Q" in men(page).values()) == (entry == "Circé")      # its man stands where the queen stood


@pytest.mark.parametrize("width", [360, 768])
def test_nothing_is_wider_than_the_screen(visit: Visit, width: int) -> None:
    page: Any = visit("/", width=width, height=740, locale="de-DE")
    page.wait_for_selector(".card svg")
    assert page.evaluate("document.documentElement.scrollWidth") == width
