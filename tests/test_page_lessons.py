"""The lessons in a browser: boards in place of diagrams, moves tried on them, reasons, three languages."""
from __future__ import annotations

from typing import Any

import pytest
import test_page
from test_page import Visit, men, shot

browser, visit = test_page.browser, test_page.visit


def click_trial(page: Any, number: int, *squares: str) -> None:
    """Click on squares of a lesson's board, White below."""
    board = page.locator(f"[data-practice='{number}'] cg-board")
    board.wait_for()
    board.scroll_into_view_if_needed()
    files, ranks = (int(page.locator(f"[data-practice='{number}'] .board").evaluate(
        f"board => getComputedStyle(board).getPropertyValue('--{name}')")) for name in ("files", "ranks"))
    for square in squares:
        box = board.bounding_box()
        page.mouse.click(box["x"] + (ord(square[0]) - 96.5) * box["width"] / files,
                         box["y"] + (ranks - int(square[1:]) + 0.5) * box["height"] / ranks)


def says(page: Any, place: str, words: str) -> None:
    """Wait until a text of the first board contains some words."""
    page.wait_for_function("([place, words]) => document.querySelector(`[data-practice='0'] ${place}`).textContent"
                           ".includes(words)", arg=[place, words])


def test_a_lesson(visit: Visit) -> None:
    page = visit("/learn", locale="fr-FR")
    page.click("a[href='/learn/rokagogo']")
    page.wait_for_selector("[data-practice='0'] .cg-custom-svgs path")        # the crosses of the diagram
    assert page.inner_text("h1") == "Rokagogo" and "autant de fois" in page.inner_text("article")
    shot(page, "lesson-rokagogo")
    click_trial(page, 0, "d3", "d5")
    says(page, ".problem", "attaquée")
    click_trial(page, 0, "d3", "f3")
    says(page, ".tried-moves", "1. Rf3 (Te3)+")
    page.fill("[data-practice='0'] input", "Rxd7")
    page.press("[data-practice='0'] input", "Enter")
    says(page, ".tried-moves", "1. Rf3 (Te3)+ Rxd7")
    page.click("[data-practice='0'] [data-action='begin again']")
    page.wait_for_selector("[data-practice='0'] .cg-custom-svgs path")
    page.click("summary >> nth=0")
    shot(page, "lesson-facts")
    page.select_option("#language", "de")
    page.wait_for_function("() => document.querySelector('article')?.lang === 'de'")


@pytest.mark.long
def test_every_lesson_opens(visit: Visit) -> None:
    page = visit("/learn", width=400, height=800)
    page.wait_for_selector(".lessons a")
    names = page.evaluate("[...document.querySelectorAll('.lessons a')].map(link => link.getAttribute('href'))")
    assert len(names) == 11
    for name in names:
        page.goto(page.url.partition("/learn")[0] + name)
        page.wait_for_selector("[data-practice='0'] cg-board")
        page.wait_for_function("() => document.querySelector(\"[data-practice='0'] .said\").textContent !== ''")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
    assert "P" in men(page).values() or "R" in men(page).values()
