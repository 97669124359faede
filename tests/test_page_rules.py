"""What a game says of its rules without being left, castling by the partner, mistakes found afterwards, lessons."""
from __future__ import annotations

import pytest
import test_page
from test_page import Visit, begin, click, moves, shot

from feerie.apps.web.learn.rulebook import rulebook
from feerie.genres import GENRES, find
from feerie.men import MEN, name_of_man
from feerie.notation.languages import LANGUAGES

browser, visit = test_page.browser, test_page.visit


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("genre", [*(genre.name for genre in GENRES), *map(name_of_man, MEN),
                                   "rokagogo+siamois", "circe", "mars-circe", "rokagogo+bolero"])
def test_every_man_is_said_to_move(genre: str, language: str) -> None:
    found = rulebook(find(genre), language)
    assert set(found["men"]) == {man.letter for man in find(genre).men}
    assert all(man["text"].endswith(".") for man in found["men"].values())
    assert found["parts"] or genre in map(name_of_man, MEN)


def test_the_rules_stand_beside_the_game(visit: Visit) -> None:
    page = visit()
    begin(page, "rollerball")
    assert page.is_hidden("#rules-panel")
    page.click(".bar [data-action=rules]")
    page.wait_for_selector("#rules-panel:visible")
    click(page, "e1")
    page.wait_for_function("() => document.querySelector('.men .picked')?.textContent.startsWith('Rook')")
    click(page, "g3")
    page.wait_for_function("() => document.querySelector('.moving').textContent.startsWith('Rook: Along the arrow')")
    shot(page, "rules-beside")


def test_a_king_put_on_its_rook_castles(visit: Visit) -> None:
    page = visit()
    begin(page, "orthodox", "4k3/8/8/8/8/8/8/4K2R w K -")
    click(page, "e1", "h1")
    moves(page, "0-0")


def test_mistakes_are_found_afterwards(visit: Visit) -> None:
    page = visit()
    begin(page, "orthodox", "1. f3 e5 2. g4 a6 3. a3")
    page.click("[data-action=resign]")
    page.click("dialog .choices button")
    page.click("[data-action=review]")
    page.wait_for_selector(".mistake >> text=2… a6 was a mistake; better Qh4#")
    page.click(".mistake >> text=2… a6")
    page.wait_for_selector("cg-container svg g line", state="attached")
    shot(page, "mistakes")


def test_a_lesson_begins_with_the_rule_and_a_board(visit: Visit) -> None:
    for genre in ("rokagogo", "rollerball", "orthodox"):
        page = visit(f"/learn/{genre}", width=360, height=740)
        page.wait_for_selector("[data-practice='0'] cg-board")
        box = page.locator("[data-practice='0'] cg-board").bounding_box()
        assert box["y"] + box["height"] <= 740, genre
        assert page.locator(".to-game >> text=Play this genre").last.is_visible()
