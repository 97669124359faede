"""What the page says has places of its own: no control moves when a text appears, and no text hides another."""
from __future__ import annotations

from typing import Any

import pytest
import test_page
from test_page import Visit, begin, choose_in_menu, moves, shot
from test_page_compose import ask, state
from test_page_typing import enter

browser, visit = test_page.browser, test_page.visit
SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 900), (360, 740)])
CONTROLS = """() => Object.fromEntries([...document.querySelectorAll(
    'main :is(button:not(.san), select, input, textarea, summary, a)')]
    .filter(each => each.checkVisibility() && !each.closest('.notices, .solution, .problems'))
    .map((each, number) => [`${number} ${each.tagName} ${each.dataset.action || each.id || each.textContent}`,
                            Math.round(each.getBoundingClientRect().top + scrollY)]))"""
"""Where the controls are, except those that come and go with what is said."""


def controls(page: Any) -> dict[str, int]:
    """Where the controls of the page are."""
    found: dict[str, int] = page.evaluate(CONTROLS)
    return found


def says(page: Any, place: str, *words: str) -> None:
    """Wait until a place says something."""
    page.wait_for_function("([place, words]) => words.every(word => document.querySelector(place).textContent"
                           ".includes(word))", arg=[place, list(words)])


@SIZES
def test_in_a_game(visit: Visit, width: int, height: int) -> None:
    page = visit(width=width, height=height)
    begin(page, "orthodox")
    page.wait_for_selector(".bar [data-action=rules]")
    before = controls(page)
    page.click("[data-action=hint]")
    says(page, "#hinted", "The engine would play")
    enter(page, "#move", "Ke3")
    says(page, "#problem", "e1", "e3")
    page.fill("#move", "")
    enter(page, "#move", "?e1")
    says(page, ".answer", "king, White")
    page.click("[data-action=flip]")
    page.click("[data-action=flip]")
    for place in ("#hinted", "#problem", ".answer"):        # none has taken the place of another
        assert page.inner_text(place), place
    shot(page, f"notices-{width}")
    assert controls(page) == before


@SIZES
def test_in_the_editor(visit: Visit, width: int, height: int) -> None:
    page = visit("/compose", width=width, height=height)
    page.wait_for_selector("#editor cg-board")
    page.uncheck("#auto")
    page.evaluate("() => { document.querySelector('.more').open = true; }")
    ask(page, "8/8/8/8/8/5K2/1Q6/7k w - - 0 1", "#2")
    says(page, ".begins", "White to move")
    before = controls(page)
    page.click("[data-action=solve]")
    state(page, "Done")
    page.fill("#fen", "8/8 w")
    page.press("#fen", "Enter")
    says(page, "#setup-problem", "2 of 8 ranks")
    page.fill("#stipulation", "nonsense")
    page.click("[data-action=solve]")
    says(page, "#unsolved", "FEN")
    assert page.inner_text("#setup-problem")
    assert controls(page) == before


@SIZES
def test_in_a_study(visit: Visit, width: int, height: int) -> None:
    page = visit("/study", width=width, height=height)
    page.wait_for_selector("#editor .k-piece")
    page.click("[data-action='study position']")
    page.wait_for_selector(".tree")
    page.click("[data-action=engine]")
    before = controls(page)
    page.wait_for_selector("#engine-lines li:nth-child(2) .san")
    page.click("[data-action=engine]")
    page.click("[data-action=engine]")
    for move in ("e4", "e5", "Ke3"):
        enter(page, "#move", move)
    says(page, "#problem", "e1", "e3")
    page.wait_for_selector("#engine-lines li:nth-child(2) .san")
    assert controls(page) == before


def test_in_a_lesson(visit: Visit) -> None:
    page = visit("/learn/rokagogo", width=360)
    page.wait_for_function("() => [0, 1].every(number => document"
                           ".querySelector(`[data-practice='${number}'] .said`)?.textContent)")
    before = controls(page)
    enter(page, "[data-practice='0'] .entry input", "Kd5")
    says(page, "[data-practice='0'] .problem", "d4")
    assert controls(page) == before


def test_deleting_from_a_move_asks(visit: Visit) -> None:
    page = visit("/study", locale="fr-FR")
    page.wait_for_selector("#editor .k-piece")
    page.fill("#pgn", "1. e4 e5 2. Nf3")
    page.click("[data-action='study game']")
    page.wait_for_selector(".tree .san")
    page.click(".tree .san >> text=e5")
    page.wait_for_selector(".tree .san[aria-current] >> text=e5")
    page.click("[data-action='delete line']")
    assert "Supprimer e5 et tout ce qui suit" in page.inner_text("dialog")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    moves(page, "e4", "e5", "Cf3")
    page.click("[data-action='delete line']")
    page.click("dialog .choices button")
    moves(page, "e4")


@pytest.mark.parametrize("has_clipboard", [True, False])
def test_links_are_copied_with_and_without_the_clipboard(visit: Visit, has_clipboard: bool) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"] if has_clipboard else [])
    if not has_clipboard:                       # as over plain HTTP
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
        page.reload()
    begin(page, "orthodox", opponent="link")
    page.click(".menu > summary")
    page.click("[data-action=share]")
    says(page, "#copied", "Copied")
    assert page.evaluate("document.activeElement.dataset.action") == "share"
    page.focus("#move")
    page.keyboard.press("Control+v")
    page.wait_for_function("() => document.querySelector('#move').value !== ''")
    assert page.input_value("#move") == page.url[:64]


def test_a_link_that_cannot_be_copied_is_shown(visit: Visit) -> None:
    page = visit()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });"
                         "document.execCommand = () => false;")
    page.reload()
    begin(page, "orthodox")
    choose_in_menu(page, "share")
    page.wait_for_selector("#copied input")
    assert page.input_value("#copied input") == page.url
