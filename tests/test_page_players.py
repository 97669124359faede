"""Names and presence of the players at the board, in a browser."""
from __future__ import annotations

from typing import Any

import test_page
from serving import Server
from test_page import Visit, begin, choose_in_menu, shot

browser, visit = test_page.browser, test_page.visit


def bars(page: Any, *expected: str) -> None:
    """Wait until the bars of White and Black say this."""
    page.wait_for_function(
        "all => all.every((each, index) => document.querySelectorAll('.player .name')[index]?.textContent === each)",
        arg=list(reversed(expected)))


def came(page: Any, said: str) -> None:
    """Wait until it is said who has come or gone."""
    page.wait_for_function("said => document.querySelector('#came').textContent === said", arg=said)


def test_names_and_presence(visit: Visit, server: Server) -> None:
    white = visit()
    begin(white, "orthodox", opponent="link")
    bars(white, "White · you", "Black")
    choose_in_menu(white, "your name")
    white.fill("dialog input", "Ada")
    shot(white, "game-name")
    white.press("dialog input", "Enter")
    bars(white, "Ada · White · you", "Black")
    assert white.locator(".presence.here").count() == 1 and white.locator(".presence.away").count() == 1
    before = white.evaluate("document.querySelector('.bar').getBoundingClientRect().top")
    black = visit(white.input_value("#invitation").removeprefix(server.address), locale="de-DE")
    came(white, "Black has joined")
    assert white.evaluate("document.querySelector('.bar').getBoundingClientRect().top") == before
    assert white.locator(".presence.here").count() == 2
    bars(black, "Ada · Weiß", "Schwarz · Sie")
    black.reload()                              # that is not worth a word
    bars(black, "Ada · Weiß", "Schwarz · Sie")
    white.wait_for_timeout(4500)
    came(white, "Black has joined")
    choose_in_menu(black, "your name")
    black.fill("dialog input", "Bert <b>")
    black.press("dialog input", "Enter")
    bars(white, "Ada · White · you", "Bert <b> · Black")
    shot(white, "game-players")
    black.goto(server.address + "/learn")
    came(white, "Bert <b> has left")
    assert white.locator(".presence.away").count() == 1
    visit(white.input_value("#invitation").removeprefix(server.address))
    came(white, "Bert <b> has joined")


def test_a_name_is_taken_into_the_next_game(visit: Visit) -> None:
    page = visit()
    begin(page, "orthodox", opponent="link")
    choose_in_menu(page, "your name")
    page.fill("dialog input", "Ada")
    page.press("dialog input", "Enter")
    bars(page, "Ada · White · you", "Black")
    page.goto(page.url.partition("/play")[0] + "/new")
    begin(page, "rokagogo", opponent="link")
    bars(page, "Ada · White · you", "Black")
