"""The page without a pointer and without sight: squares by arrow keys, lines read out, axe-core's rules.

axe-core is an npm package; FEERIE_AXE_CORE names the folder where it was unpacked.
"""
from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import test_page
from test_page import Visit, begin, moves, shot, stand

browser, visit = test_page.browser, test_page.visit
AXE = Path(os.environ.get("FEERIE_AXE_CORE", "")) / "axe.min.js"


def announced(page: Any, *words: str) -> None:
    """Wait until the announcer says the words."""
    text = "document.querySelector('#announcer').textContent"
    try:
        page.wait_for_function(f"words => words.every(word => {text}.includes(word))", arg=list(words))
    except test_page.playwright.TimeoutError:
        pytest.fail(f"announced is {page.evaluate(text)!r}, not {words}")


def press(page: Any, *keys: str) -> None:
    """Press keys one after another."""
    for key in keys:
        page.keyboard.press(key)


def test_a_game_by_arrow_keys(visit: Visit) -> None:
    page = visit(reduced_motion="reduce", contrast="more")
    begin(page, "rokagogo", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -")
    page.focus("[data-square=a1]")
    press(page, "ArrowUp", "ArrowUp", "ArrowRight", "r")
    announced(page, "Rank 3", "b3: rook, White. d3: king, White. h3: rook, White")
    press(page, "ArrowRight", "ArrowRight", "f")
    announced(page, "File d", "d3: king, White. d7: rook, White")
    press(page, "d")
    announced(page, "Diagonal b1 h7. d3: king, White. Diagonal a6 f1")
    press(page, "m")
    announced(page, "d3: king, White", "Goes to:", "f3")
    press(page, "Enter", "ArrowRight", "ArrowRight", "Enter")
    moves(page, "Kf3(Re3)+")
    announced(page, "White: Kf3(Re3)+", "king on e8")
    stand(page, e3="R")
    shot(page, "arrow-keys")
    press(page, "Home")
    assert page.evaluate("document.activeElement.dataset.square") == "a3"
    press(page, "l")
    announced(page, "Kf3(Re3)+")
    assert page.evaluate("getComputedStyle(document.querySelector('cg-board piece')).transitionDuration") == "0s"


def test_lines_are_read_when_asked(visit: Visit) -> None:
    page = visit(locale="de-DE")
    begin(page, "rollerball")
    for asked, said in (("?d6", "d6: König, Schwarz"), ("?d4", "d4: Loch"), ("?a", "Linie a. leer"),
                        ("? S", "Auf dem Brett"), ("?K", "d6: König, Schwarz"), ("?c1>", "nach: b1, b2"),
                        ("?2", "Reihe 2"), ("?b1/", "Diagonale b1 g6")):
        page.fill("#move", asked)
        page.press("#move", "Enter")
        assert said in page.inner_text(".answer"), asked
    page.click("[data-action=flip]")
    page.focus("[data-square=g7]")
    press(page, "ArrowRight")
    assert page.evaluate("document.activeElement.dataset.square") == "f7"


def test_what_colours_tell_is_seen_with_forced_colours(visit: Visit) -> None:
    page = visit(forced_colors="active")
    begin(page, "orthodox")
    page.fill("#move", "e4")
    page.press("#move", "Enter")
    moves(page, "e4")
    page.wait_for_selector("cg-board square.last-move")     # drawn in the next frame
    colour = "place => getComputedStyle(document.querySelector(place)).backgroundColor"
    assert page.evaluate(colour, "cg-board square.last-move") == "rgba(155, 199, 0, 0.45)"
    assert page.evaluate(colour, ".san[aria-current]") not in (page.evaluate(colour, ".moves"), "rgba(0, 0, 0, 0)")
    shot(page, "forced-colours")


@pytest.mark.skipif(not AXE.is_file(), reason="FEERIE_AXE_CORE names no folder with axe.min.js (npm package axe-core)")
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long),
                                    pytest.param("forced", marks=pytest.mark.long)])
def test_axe_finds_nothing_serious(visit: Visit, scheme: str) -> None:
    page = visit(forced_colors="active") if scheme == "forced" else visit(color_scheme=scheme)
    page.wait_for_selector("button.main")
    sections = page.evaluate("[...document.querySelectorAll('nav.sections a')].map(link => link.getAttribute('href'))")
    for section in (*dict.fromkeys(sections), "/learn/rokagogo", "/api", "/play/none"):
        page.goto(page.url.partition("://")[0] + "://" + page.url.partition("://")[2].partition("/")[0] + section)
        page.wait_for_selector("main > *")
        if section.startswith("/learn/"):
            page.wait_for_function("() => document.querySelector('[data-practice] .said')?.textContent")
            if scheme == "dark":
                page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")
        check(page, section)
    page.goto(page.url.partition("/play/")[0])
    begin(page, "orthodox", "k7/3P4/8/8/8/8/8/K7 w - -")
    check(page, "a game")
    page.fill("#move", "Kb1")
    page.press("#move", "Enter")
    moves(page, "Kb1")
    check(page, "a game that goes on")
    page.click("[data-action=resign]")
    page.wait_for_selector("dialog[open]")
    check(page, "a question")
    page.click("dialog .choices button")
    page.wait_for_selector(".said.over")
    check(page, "a game that is over")


def check(page: Any, what: str) -> None:
    """axe-core finds nothing serious or critical in what is shown."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found = page.evaluate("async () => (await axe.run(document)).violations.map(({ id, impact, nodes }) => "
                          "({ id, impact, where: nodes.slice(0, 5).map(node => node.html.slice(0, 150)) }))")
    assert not [each for each in found if each["impact"] in ("serious", "critical")], what
