"""Typed moves in a browser: one that is refused comes back into its field, and what is typed meanwhile stays."""
from __future__ import annotations

from typing import Any

import test_page
from test_page import Visit, begin, moves

browser, visit = test_page.browser, test_page.visit


def slow(page: Any, address: str) -> None:
    """Make requests to an address take a while from now on."""
    def later(route: Any) -> None:
        page.wait_for_timeout(600)
        route.continue_()

    page.route(address, later)


def enter(page: Any, field: str, text: str) -> None:
    """Type a text by single keys, then Enter."""
    page.focus(field)
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def holds(page: Any, field: str, text: str) -> None:
    """Wait until the field holds a text."""
    page.wait_for_function("([field, text]) => document.querySelector(field).value === text", arg=[field, text])


def test_in_a_game(visit: Visit) -> None:
    page = visit()
    begin(page, "orthodox")
    enter(page, "#move", "Ke5")
    holds(page, "#move", "Ke5")
    page.fill("#move", "")
    slow(page, "**/moves")
    enter(page, "#move", "e4")
    page.keyboard.type("c7")
    page.wait_for_selector(".san >> text=e4")
    page.keyboard.type("c6")
    holds(page, "#move", "c7c6")
    page.keyboard.press("Enter")
    moves(page, "e4", "c6")
    holds(page, "#move", "")


def test_faster_than_the_server(visit: Visit) -> None:
    """Moves that are typed while one is being played are played after it; behind one that is refused they are not."""
    game, study = visit(), visit("/study")
    begin(game, "orthodox")
    study.wait_for_selector("#editor .k-piece")
    study.click("[data-action='study position']")
    study.wait_for_selector(".tree")
    for page in (game, study):
        slow(page, "**/moves?*" if page is study else "**/moves")
        for move in ("e4", "e5", "Nf3", "Ke7", "Nxe5", "d6", "Nf9", "a3"):
            enter(page, "#move", move)
        moves(page, "e4", "e5", "Nf3", "Ke7", "Nxe5", "d6")
        holds(page, "#move", "Nf9")
        assert page.inner_text(".answer") == "Not played: a3"
        page.fill("#move", "Nf3")
        page.keyboard.press("Enter")
        moves(page, "e4", "e5", "Nf3", "Ke7", "Nxe5", "d6", "Nf3")


def test_a_comment_belongs_to_the_move_that_was_shown(visit: Visit) -> None:
    page = visit("/study")
    page.wait_for_selector("#editor .k-piece")
    page.fill("#pgn", "1. e4")
    page.click("[data-action='study game']")
    page.wait_for_selector(".tree .san")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".tree .san[aria-current] >> text=e4")
    slow(page, "**/moves?*")
    enter(page, "#move", "c5")
    page.fill("#comment", "of e4")
    page.press("#comment", "Tab")
    page.wait_for_selector(".tree .comment")
    assert page.inner_text(".tree").split() == ["1.e4", "of", "e4", "1…c5"]


def test_in_a_lesson(visit: Visit) -> None:
    page = visit("/learn/rokagogo")
    page.wait_for_function("() => document.querySelector(\"[data-practice='0'] .said\")?.textContent")
    field = "[data-practice='0'] .entry input"
    played = "document.querySelector(\"[data-practice='0'] .tried-moves\").textContent"
    enter(page, field, "Kd5")
    page.wait_for_function("() => document.querySelector(\"[data-practice='0'] .problem\").textContent")
    holds(page, field, "Kd5")
    page.fill(field, "")
    slow(page, "**/api/practice")
    enter(page, field, "Kf3")
    page.keyboard.type("Kx")
    page.wait_for_function(f"() => {played} === '1. Kf3(Re3)+'")
    page.keyboard.type("d7")
    holds(page, field, "Kxd7")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {played} === '1. Kf3(Re3)+ Kxd7'")
    holds(page, field, "")
