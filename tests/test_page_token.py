"""A server with a token in browsers: links for guests, for watching, for one's own other browser; a field for it."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import test_page
from serving import Server
from test_page import Visit, begin, choose_in_menu, click, moves, shot
from test_page_typing import enter

browser, visit = test_page.browser, test_page.visit
TOKEN = "correct-horse-battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a token."""
    with Server(tmp_path_factory.mktemp("data"), "--token", TOKEN) as serving:
        yield serving


def copied(page: Any, button: str) -> str:
    """The link that a button copies, without the server's address."""
    choose_in_menu(page, button)
    page.wait_for_function("() => document.querySelector('#copied').textContent !== ''")
    link: str = page.evaluate("navigator.clipboard.readText()")
    return link.removeprefix(page.evaluate("location.origin"))


def test_links_open_their_game(visit: Visit, server: Server) -> None:
    white = visit(f"/?token={TOKEN}", permissions=["clipboard-read", "clipboard-write"])
    begin(white, "rollerball", opponent="link", side="white")
    invitation = white.input_value("#invitation").removeprefix(server.address)
    links = copied(white, "share"), copied(white, "own link"), invitation
    assert not any(TOKEN in link for link in links)
    watching, own, black = (visit(link) for link in links)
    watching.wait_for_function("() => document.querySelector('.said')?.textContent.includes('You are watching')")
    click(own, "c1", "b1")
    enter(black, "#move", "e6f6")
    for page in (white, watching, own, black):
        moves(page, "c1b1", "e6f6")
    assert black.locator(".whole:visible, [data-action='study this game']:visible").count() == 0
    own.click("[data-action=resign]")
    own.click("dialog .choices button")
    black.click("[data-action=rematch]")
    black.locator(".player.white", has_text="you").wait_for()
    enter(black, "#move", "c1b1")
    moves(black, "c1b1")
    black.click(".brand")                       # the guest sees nothing else of the server
    black.wait_for_selector("input[name=token]")
    assert black.url == f"{server.address}/" and black.locator(".front").count() == 0


@pytest.mark.parametrize("width", [1280, 360])
def test_the_token_is_asked_for(visit: Visit, server: Server, width: int) -> None:
    page = visit("/compose", width=width, locale="fr-FR")
    page.wait_for_selector("input[name=token]")
    shot(page, f"token-{width}")
    page.fill("input[name=token]", "a-wrong-one-of-16")
    page.keyboard.press("Enter")
    page.wait_for_url("**/compose?token=*")
    page.fill("input[name=token]", TOKEN)
    page.click("button")
    page.wait_for_selector("#editor cg-board")
    assert page.url == f"{server.address}/compose"
    page.context.clear_cookies()
    page.click(".sections a[href='/study']")    # as after another token: the open page asks for it too
    page.wait_for_selector("input[name=token]")
