"""Composing in a browser: the editor, solving, stepping through solutions, collections and files."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import test_page
from serving import Server
from test_page import Visit, click, shot, stand
from test_page_access import AXE, check

from feerie.formats import files

browser, visit = test_page.browser, test_page.visit
EXAMPLES = Path(__file__).parent.parent / "examples"
STAUGAARD = "6B1/4P3/8/8/8/2pk4/2N5/4K2R w K - 0 1"


def centre(page: Any, square: str, place: str = "#editor") -> tuple[float, float]:
    """The middle of a square of the editor, or of the board in another place, White below."""
    box = page.locator(f"{place} cg-board").bounding_box()
    files, ranks = (int(page.locator(place).evaluate(
        f"board => getComputedStyle(board).getPropertyValue('--{name}')")) for name in ("files", "ranks"))
    return (box["x"] + (ord(square[0]) - 96.5) * box["width"] / files,
            box["y"] + (ranks - int(square[1:]) + 0.5) * box["height"] / ranks)


def drag(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def fen(page: Any, expected: str) -> None:
    """Wait until the FEN of the editor is this."""
    page.wait_for_function("fen => document.querySelector('#fen')?.value === fen", arg=expected)


def ask(page: Any, position: str, stipulation: str, genre: str = "orthodox") -> None:
    """Put a problem into the editor by its texts."""
    page.wait_for_selector("#editor cg-board")
    page.select_option("#genre", genre)
    page.fill("#fen", position)
    page.press("#fen", "Enter")
    page.wait_for_function("() => document.querySelector('#editor .k-piece')")
    page.fill("#stipulation", stipulation)


def state(page: Any, *words: str) -> None:
    """Wait until the line below the button says one of these words."""
    page.wait_for_function("words => words.some(word => document.querySelector('#state').textContent.startsWith(word))",
                           arg=list(words))


def test_a_problem_is_composed_solved_and_kept(visit: Visit, server: Server) -> None:
    page = visit("/compose")
    ask(page, "6B1/4P3/8/8/8/2p1k3/2N5/4K3 w - - 0 1", "#2", "rokagogo")
    button = page.locator("[data-brush=R]").bounding_box()
    drag(page, (button["x"] + 10, button["y"] + 10), centre(page, "h1"))
    fen(page, "6B1/4P3/8/8/8/2p1k3/2N5/4K2R w K - 0 1")
    drag(page, centre(page, "e3"), centre(page, "d3"))
    fen(page, STAUGAARD)
    page.wait_for_selector(".verdict.sound")
    shot(page, "compose")
    page.click(".solution .san >> text=e8=R")
    page.wait_for_function("() => document.querySelector('.stepping').textContent.includes('e8=R')")
    castling = page.locator(".solution .san", has_text="(R").first
    castling.click()
    page.wait_for_function("() => document.querySelector('.stepping').textContent.includes('(R')")
    shot(page, "compose-castling")
    stand(page, e3="K", e2="R", e1="", e8="")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => !document.querySelector('.stepping').textContent.includes('(R')")
    page.keyboard.press("Escape")
    stand(page, e1="K")
    page.click("#choose-problem")
    page.fill("#about-authors", "Conrad Staugaard")
    page.click(".about summary >> text=Themes")
    page.fill("#about-themes", "castling, promotion")
    shot(page, "compose-problem")
    state(page, "Done")
    page.click("#choose-collection")
    page.click("[data-action=save]")
    page.wait_for_selector("#problems .tested")
    address = page.url.removeprefix(server.address)
    assert address.startswith("/compose/")
    server.kill()
    server.start()
    page = visit(address, locale="fr-FR")
    fen(page, STAUGAARD)
    page.click("#choose-collection")
    page.fill("#words", "author:staug")
    page.wait_for_selector("#problems [data-id][aria-current=true]")
    shot(page, "compose-collection")
    page.fill("#words", "nonesuch")
    page.wait_for_selector("#problems .none")


def test_solve_stop_and_go_on(visit: Visit) -> None:
    page = visit("/compose")
    ask(page, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "#6")
    page.uncheck("#auto")
    page.click("[data-action=solve]")
    state(page, "Solving")
    page.wait_for_selector("[data-action=stop]")
    shot(page, "compose-solving")
    page.click("[data-action=stop]")
    state(page, "Stopped")
    assert page.inner_text("[data-action=solve]") == "Go on"
    page.click("[data-action=solve]")
    page.wait_for_function("() => document.querySelector('#state').textContent.includes('goes on')")
    page.click("[data-action=stop]")
    state(page, "Stopped")


def test_a_solution_stays_when_only_the_author_is_added(visit: Visit) -> None:
    page = visit("/compose")
    ask(page, STAUGAARD, "#2", "rokagogo")
    page.wait_for_selector(".verdict.sound")
    begun: list[str] = []
    page.on("request", lambda asked: begun.append(asked.url) if asked.method == "POST" else None)
    page.click("#choose-problem")
    with page.expect_response(lambda answer: "/api/problems/check" in answer.url):
        page.fill("#about-authors", "Staugaard, Simon")
    with page.expect_response(lambda answer: "/api/problems/check" in answer.url):
        page.fill("#about-source", "The Problemist")
    assert not any("/api/solutions?" in url for url in begun)
    assert page.locator(".solution.stale").count() == 0
    page.fill("#stipulation", "h#9")        # takes long: meanwhile the old solution is not shown as its own
    state(page, "Solving")
    assert page.locator(".solution.stale").count() == 1
    page.fill("#stipulation", "#2")
    state(page, "Done")
    page.wait_for_selector(".verdicts:not(.stale) .verdict.sound", state="attached")
    assert sum("/api/solutions?" in url for url in begun) == 2


def test_files_in_and_out(visit: Visit, tmp_path: Path) -> None:
    page = visit("/compose")
    page.wait_for_selector("#editor cg-board")
    page.click("#choose-collection")
    page.click("summary >> text=Files and")
    page.set_input_files("input[type=file]", EXAMPLES / "roque.pop")
    page.wait_for_function("() => document.querySelector('#read').textContent.startsWith('Problems read: 4')")
    page.click("#problems a >> text=h#3")
    page.wait_for_function("() => document.querySelector('#stipulation')?.value === 'h#3'")
    page.click("#choose-problem")
    assert "b) condition" in page.input_value("#about-twins").lower()
    page.click("#choose-collection")
    page.click("summary >> text=Files and")
    page.select_option("#list-format", "popeye")
    with page.expect_download() as download:
        page.click("[data-action='export all']")
    download.value.save_as(tmp_path / "out.pop")
    written = {problem.fen for problem in files.problems(tmp_path / "out.pop")}
    assert {problem.fen for problem in files.problems(EXAMPLES / "roque.pop")} <= written
    page.select_option("#format", "svg")
    with page.expect_download() as download:
        page.click("[data-action=export]")
    download.value.save_as(tmp_path / "out.svg")
    assert "<svg" in (tmp_path / "out.svg").read_text(encoding="utf-8")


def test_the_ring_by_keyboard_on_a_phone(visit: Visit) -> None:
    page = visit("/compose", width=360, height=740, locale="de-DE")
    page.wait_for_selector("#editor cg-board")
    page.select_option("#genre", "rollerball")
    page.wait_for_selector("[data-flag]", state="attached")
    page.click(".more summary")
    page.click("[data-action='clear board']")
    page.focus("#editor")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "K", "ArrowUp", "t"):
        page.keyboard.press(key)
    fen(page, "7/3r3/2***2/2***2/2***2/3K3/7 w - - - 0 1")
    page.wait_for_function("() => document.querySelector('#announcer').textContent === 'd6: Turm, Schwarz'")
    page.keyboard.press("Delete")
    page.keyboard.press("k")
    page.check("[data-flag] >> nth=0")
    page.wait_for_function("() => document.querySelector('#fen').value.split(' ')[4] !== '-'")
    page.click("[data-brush=T], [data-brush=R]")
    click(page, "a1")
    page.wait_for_function("() => document.querySelector('#fen').value.includes('R6 w')")
    page.fill("#stipulation", "h#3")
    page.wait_for_function("() => document.querySelector('.begins').textContent.includes('Schwarz am Zug')")
    shot(page, "compose-phone")
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.skipif(not AXE.is_file(), reason="FEERIE_AXE_CORE names no folder with axe.min.js (npm package axe-core)")
def test_axe_finds_nothing_serious(visit: Visit) -> None:
    page = visit("/compose")
    ask(page, STAUGAARD, "#2", "rokagogo")
    page.wait_for_selector(".verdict.sound")
    page.click(".solution .san")
    page.wait_for_selector(".stepping")
    check(page, "a solution")
    page.click("#choose-problem")
    check(page, "a problem")
    page.click("#choose-collection")
    page.click("[data-action=save]")
    page.wait_for_selector("#problems [data-id]")
    page.click("summary >> text=Files and")
    check(page, "a collection")
    page.goto(page.url.partition("/compose")[0] + "/study")
    page.wait_for_selector("#editor .k-piece")
    page.fill("#pgn", "1. e4 {centre} e5 (1... c5 {Sicilian}) 2. Nf3")
    page.click("[data-action='study game']")
    page.wait_for_selector(".tree .san")
    page.click("[data-action=engine]")
    page.wait_for_selector("#engine-lines .san")
    check(page, "a study")


def test_every_entry_of_the_history_has_its_own_problem(visit: Visit) -> None:
    """Back and Forward show the problems that were in the editor there, unsaved changes included."""
    page = visit("/compose")
    page.uncheck("#auto")
    ask(page, STAUGAARD, "h#2")
    first = page.input_value("#fen")
    page.click("#choose-collection")
    page.click("[data-action=save]")
    page.wait_for_url("**/compose/*")
    page.fill("#stipulation", "h#3")            # not saved
    page.click("[data-action='new problem']")
    page.wait_for_function("() => location.pathname === '/compose' && !document.querySelector('#editor .k-piece')")
    ask(page, "7k/8/8/8/8/8/8/K7 w - - 0 1", "#4")
    second = page.input_value("#fen")
    page.click("[data-action='new problem']")
    page.wait_for_function("() => !document.querySelector('#editor .k-piece')")
    for go, position, stipulation in (("back", second, "#4"), ("back", first, "h#3"), ("forward", second, "#4"),
                                      ("reload", second, "#4"), ("back", first, "h#3")):
        getattr(page, "reload" if go == "reload" else f"go_{go}")()
        fen(page, position)
        assert page.input_value("#stipulation") == stipulation, go
    assert page.url.rpartition("/")[2] != "compose"
