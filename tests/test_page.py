"""The page in a browser: Debian's Chromium, driven by Playwright; skipped if either is missing."""
from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from serving import Server
from waiting import PATIENCE

playwright = pytest.importorskip("playwright.sync_api", exc_type=ImportError)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("there is no Chromium", allow_module_level=True)
SHOTS = os.environ.get("FEERIE_SCREENSHOTS")
"""A folder for screenshots of what the tests see, for people to look at."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    with playwright.sync_playwright() as tools:
        running = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


Visit = Callable[..., Any]


@pytest.fixture
def visit(server: Server, browser: Any) -> Iterator[Visit]:
    """Opens a page of a new visitor. Every error in the page, and every request to elsewhere, fails the test."""
    contexts, wrong = [], []

    def visiting(path: str = "/new", width: int = 1280, height: int = 900, **how: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **{"locale": "en-GB", **how})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if _is_error(said) else None)
        page.on("request", lambda asked: None if asked.url.startswith(server.address) else wrong.append(asked.url))
        page.goto(server.address + path)
        return page

    yield visiting
    for context in contexts:
        context.close()
    assert not wrong


def _is_error(said: Any) -> bool:
    """Refused requests, and those that a killed server leaves, are logged by the browser; the page says them itself."""
    return said.type in ("error", "warning") and "the server responded with a status of 4" not in said.text \
        and "WebSocket connection" not in said.text and "net::ERR_" not in said.text


def begin(page: Any, genre: str, fen: str = "", opponent: str = "board", **choices: str) -> None:
    """Fill in the form for a new game and start it; from the front page, its link is followed first."""
    page.wait_for_selector("#genre, [data-action='own mix']")
    if page.locator("[data-action='own mix']").count():
        page.click("[data-action='own mix']")
    page.select_option("#genre", genre)
    page.select_option("#opponent", opponent)
    for name, value in choices.items():
        page.select_option(f"#{name}", value)
    if fen:
        page.click("summary")
        page.fill("#start", fen)
    page.click("button.main")
    page.wait_for_selector("cg-board")


def choose_in_menu(page: Any, action: str) -> None:
    """Click on what a game has in its menu."""
    if not page.locator(".menu[open]").count():
        page.click(".menu > summary")
    page.click(f".menu [data-action='{action}']")


ANOTHER_SELECTED = """before => [...document.querySelectorAll('cg-board square.selected')].some(
    square => square.cgKey !== before)"""


def click(page: Any, *squares: str) -> None:
    """Click on squares of the board, White below."""
    for square in squares:
        box = page.locator("cg-board").bounding_box()
        files, ranks = (int(page.locator(".board").evaluate(
            f"board => getComputedStyle(board).getPropertyValue('--{name}')")) for name in ("files", "ranks"))
        x, y = ord(square[0]) - 97 + 0.5, ranks - int(square[1:]) + 0.5
        before = page.evaluate("document.querySelector('cg-board square.selected')?.cgKey")
        page.mouse.click(box["x"] + x * box["width"] / files, box["y"] + y * box["height"] / ranks)
        if len(squares) > 1 and square == squares[0]:       # a board that has just appeared may not listen yet
            for number in range(1, 40):
                with suppress(playwright.TimeoutError):
                    page.wait_for_function(ANOTHER_SELECTED, arg=before, timeout=100 * number)
                    break
                page.mouse.click(box["x"] + x * box["width"] / files, box["y"] + y * box["height"] / ranks)


def moves(page: Any, *expected: str) -> None:
    """Wait until the list of moves is this."""
    texts = "[...document.querySelectorAll('.san')].map(move => move.textContent)"
    try:
        page.wait_for_function(f"texts => JSON.stringify({texts}) === JSON.stringify(texts)", arg=list(expected))
    except playwright.TimeoutError:
        pytest.fail(f"the moves are {page.evaluate(f'() => {texts}')}, not {expected}; {page.inner_text('.panel')}")


def men(page: Any) -> dict[str, str]:
    """What stands on the board, according to the widget: square -> class of the man."""
    found: dict[str, str] = page.evaluate("Object.fromEntries([...document.querySelectorAll('cg-board piece')]"
                                          ".filter(man => man.cgKey && !man.classList.contains('fading'))"
                                          ".map(man => [man.cgKey, man.className.trim()]))")
    letters = {square: name.partition("-piece")[0][-1] for square, name in found.items()}
    return {square: letter.upper() if "white" in found[square] else letter for square, letter in letters.items()}


def stand(page: Any, **expected: str) -> None:
    """Wait until these men stand on these squares, "" for none: a move is shown step by step."""
    end = time.monotonic() + PATIENCE
    while not expected.items() <= (found := dict.fromkeys(expected, "") | men(page)).items():
        assert time.monotonic() < end, f"the men are {found}, not {expected}"
        page.wait_for_timeout(50)


def shot(page: Any, name: str) -> None:
    """Take a screenshot if somebody wants to look at it."""
    if SHOTS:
        page.wait_for_timeout(400)
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{name}.png")


def test_a_game_by_clicks(visit: Visit) -> None:
    page = visit()
    shot(page, "lobby")
    begin(page, "orthodox")
    for squares in ("f2f3", "e7e5", "g2g4"):
        click(page, squares[:2], squares[2:])
        page.wait_for_function("count => document.querySelectorAll('.san').length === count",
                               arg=("f2f3", "e7e5", "g2g4").index(squares) + 1)
    click(page, "d8", "h4")
    moves(page, "f3", "e5", "g4", "Qh4#")
    assert page.inner_text(".said") == "Black wins (checkmate)"
    shot(page, "mate")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelectorAll('.san')[2].hasAttribute('aria-current')")
    stand(page, d8="q")


def test_a_castling_carries_its_partner(visit: Visit) -> None:
    page = visit(locale="fr-FR")
    begin(page, "rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -")
    click(page, "d3")
    shot(page, "rokagogo-partner")
    click(page, "d5")
    page.wait_for_function("() => document.querySelector('#problem').textContent.includes('attaquée par la Tour a4')")
    shot(page, "rokagogo-why")
    click(page, "d3", "f3")
    moves(page, "Rf3 (Te3)+")
    stand(page, e3="R", f3="K", h3="")
    page.click(".menu > summary")
    page.select_option("#notation", "long")
    moves(page, "Rd3-f3/bTh3-e3 +")


def test_an_exchange_by_king_and_partner(visit: Visit) -> None:
    page = visit()
    begin(page, "platzwechselrochade", "4k3/8/6R1/8/8/8/2K5/8 w - -", second="siamois")
    click(page, "c2", "g6")
    moves(page, "Kc2<->Rg6")
    stand(page, c2="R", g6="K")


def test_the_ring(visit: Visit) -> None:
    page = visit()
    begin(page, "rollerball")
    shot(page, "rollerball")
    click(page, "d2", "c3")       # into the hole: nothing happens
    click(page, "e1", "g3")
    page.wait_for_function("() => document.querySelector('#problem').textContent.includes('e1g3 is not legal')")
    click(page, "d1", "c1", "b1")       # another man of the same side is picked up instead
    moves(page, "c1b1")
    stand(page, b1="P")


def test_promotion_to_a_king(visit: Visit) -> None:
    page = visit()
    begin(page, "rex-multiplex", "7k/P7/8/8/8/8/8/K7 w - -")
    click(page, "a7", "a8")
    page.wait_for_selector("dialog[open]")
    shot(page, "promotion")
    page.click("dialog [data-value=a7a8k]")
    moves(page, "a8=K")
    stand(page, a8="K")


def test_keyboard_alone_on_a_phone(visit: Visit) -> None:
    page = visit(width=360, height=740, locale="de-DE")
    begin(page, "orthodox", opponent="engine", seconds="0.1")
    page.focus("#move")
    page.keyboard.type("Sf3")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.san').length === 2")
    assert page.inner_text(".san >> nth=0") == "Sf3"
    page.keyboard.type("Sf3e4")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#problem').textContent !== ''")
    shot(page, "phone")
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    page.fill("#move", "")
    page.keyboard.type("? e1")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.answer').textContent === 'e1: König, Weiß'")


def test_two_browsers_and_a_killed_server(visit: Visit, server: Server) -> None:
    white = visit()
    begin(white, "orthodox", opponent="link", side="white", clock="4")
    link = white.input_value("#invitation")
    black = visit(link.removeprefix(server.address))
    click(white, "e2", "e4")
    moves(black, "e4")
    shot(white, "link")
    server.kill()
    server.start()
    black.focus("#move")
    black.wait_for_function("() => document.querySelector('.panel p.problem').hidden")
    black.keyboard.type("e5")
    black.keyboard.press("Enter")
    moves(white, "e4", "e5")
    black.click("[data-action='take back']")
    white.click("[data-action=accept]")
    moves(black, "e4")
    moves(white, "e4")
    watching = visit(link.removeprefix(server.address).partition("#")[0])
    watching.wait_for_selector(".said")
    watching.wait_for_function("() => document.querySelector('.said').textContent.includes('You are watching')")
    white.click("[data-action=draw]")
    black.click("[data-action=accept]")
    watching.wait_for_function("() => document.querySelector('.said').textContent.includes('agreement')")
