"""Studying in a browser: the engine's lines, variations, comments, a position set up by hand."""
from __future__ import annotations

import re
from typing import Any

import test_page
from serving import Server
from test_page import Visit, click, shot, stand
from test_page_compose import ask, centre
from waiting import until

browser, visit = test_page.browser, test_page.visit


SLOW_NODES = """() => {
  const fetched = window.fetch;
  window.fetch = async (...asked) => {
    if (String(asked[0]).includes('/position')) await new Promise(done => setTimeout(done, 300));
    return fetched(...asked);
  };
}"""
"""Delays the answers to the page's questions about positions."""


def study(visit: Visit, pgn: str) -> Any:
    """The page with a study made of a pasted game."""
    page = visit("/study")
    page.wait_for_selector("#editor .k-piece")
    page.fill("#pgn", pgn)
    page.click("[data-action='study game']")
    page.wait_for_selector(".tree .san")
    return page


def test_variations_and_the_engine(visit: Visit) -> None:
    page = study(visit, "1. e4 e5 2. Nf3 {attacks} Nc6 3. Bb5")
    page.click("[data-action=engine]")
    page.wait_for_selector("#engine-lines li:nth-child(2) .san")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.tree [aria-current]')?.textContent === 'e4'")
    page.evaluate(SLOW_NODES)
    click(page, "c7", "c5")
    page.wait_for_selector(".variation .san >> text=c5")
    page.fill("#comment", "Sicilian")       # at once: it belongs to the move that is shown
    page.press("#comment", "Tab")
    page.wait_for_selector(".variation .comment >> text=Sicilian")
    page.wait_for_function("() => document.querySelector('.engine .number')?.textContent === '2.'")
    shot(page, "study")
    page.click("#engine-lines li:first-child .san")
    page.wait_for_function("() => document.querySelectorAll('.variation .san').length === 2")
    page.fill("#move", "Ke3")
    page.press("#move", "Enter")
    page.wait_for_function("() => document.querySelector('#problem').textContent !== ''")
    page.set_viewport_size({"width": 360, "height": 740})
    shot(page, "study-phone")
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    page.wait_for_selector(".variation .comment >> text=Sicilian")
    with page.expect_download() as download:
        page.click("[data-action=download]")
    text = download.value.path().read_text(encoding="utf-8")
    assert "1... c5 {Sicilian}" in text and "{attacks}" in text


def test_arrows_of_comments_are_drawn(visit: Visit) -> None:
    page = study(visit, "1. e4 {[%csl Rd5,Yf7][%cal Ge4d5,Bf1c4] space} e5")
    drawn = "svg.cg-shapes > g > :is(line, circle), svg.cg-shapes > g > g > :is(line, circle)"
    assert page.locator(drawn).count() == 0
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".tree .comment >> text=space")
    page.wait_for_function("drawn => document.querySelectorAll(drawn).length === 4", arg=drawn)
    colours = {each.get_attribute("stroke") for each in page.locator(drawn).all()}
    assert len(colours) == 4
    click(page, "d7", "d4")         # no move: the position stays, with its arrows
    page.wait_for_function("() => document.querySelector('#problem').textContent !== ''")
    assert page.locator(drawn).count() == 4
    shot(page, "study-arrows")
    page.fill("#comment", "more space")
    page.press("#comment", "Tab")
    page.wait_for_selector(".tree .comment >> text=more space")
    assert page.locator(drawn).count() == 4
    page.click("[data-action=forward]")
    page.wait_for_function("drawn => document.querySelectorAll(drawn).length === 0", arg=drawn)


def drawn(page: Any, count: int) -> None:
    """Wait until so many arrows and circles are drawn on the board."""
    page.wait_for_function("count => document.querySelectorAll('svg.cg-shapes > g > :is(line, circle), "
                           "svg.cg-shapes > g > g > :is(line, circle)').length === count", arg=count)


def saved(page: Any, server: Server, *arrows: str) -> None:
    """Wait until the PGN of the study has these arrows and circles, and no others."""
    name = page.url.rpartition("/")[2]
    found = re.compile(r"[GR](?:[a-h][1-8])+")
    until(lambda: sorted(found.findall(server.ask(f"/api/studies/{name}/pgn")[1])) == sorted(arrows), f"{arrows}")


def test_arrows_are_drawn_and_kept(visit: Visit, server: Server) -> None:
    page = study(visit, "1. e4 e5")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".tree .san[aria-current] >> text=e4")
    page.mouse.move(*centre(page, "g1", ".board"))
    page.mouse.down(button="right")
    page.mouse.move(*centre(page, "f3", ".board"))
    drawn(page, 1)
    page.mouse.up(button="right")
    saved(page, server, "Gg1f3")
    page.select_option("#pen", "red")
    page.click("[data-action='draw arrows']")
    page.mouse.click(*centre(page, "d5", ".board"))
    saved(page, server, "Rd5", "Gg1f3")
    page.focus(".squares [tabindex='0']")
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    saved(page, server, "Rd5", "Gg1f3", "Ra1a2")
    page.click("[data-action='draw arrows']")
    click(page, "g8", "f6")                     # men are moved again
    page.wait_for_selector(".tree .san >> text=Nf6")
    drawn(page, 0)
    page.keyboard.press("ArrowLeft")
    drawn(page, 3)
    shot(page, "study-drawn")
    page.click("[data-action='erase arrows']")
    drawn(page, 0)
    page.click("[data-action=undo]")
    drawn(page, 3)
    page.reload()
    page.wait_for_selector(".tree .san")
    page.keyboard.press("ArrowRight")
    drawn(page, 3)


def test_chapters_headers_and_two_tabs(visit: Visit, server: Server) -> None:
    page = study(visit, '1. e4 e5 *\n\n[White "Ada"]\n[Black "Bert"]\n\n1. d4 d5 1-0\n')
    page.click(".chapters a >> text=Ada")
    page.wait_for_selector("#players >> text=1-0")
    page.click(".headers summary")
    page.fill("#header-white", "Eva")
    page.press("#header-white", "Tab")
    page.wait_for_selector("#players >> text=Eva – Bert")
    other = visit(f"/study/{page.url.rpartition('/')[2]}")
    other.wait_for_selector("#players >> text=Eva – Bert")
    other.keyboard.press("ArrowRight")
    other.wait_for_selector(".tree .san[aria-current] >> text=d4")
    page.fill("#move", "Nf3")
    page.press("#move", "Enter")
    other.wait_for_selector(".tree .san >> text=Nf3")
    assert other.inner_text(".tree [aria-current]") == "d4"
    other.fill("#comment", "Queen's pawn")
    other.press("#comment", "Tab")
    page.wait_for_selector(".tree .comment >> text=Queen's pawn")
    assert page.inner_text(".tree [aria-current]") == "Nf3"
    page.focus(".squares [tabindex='0']")
    page.keyboard.press("Control+z")
    other.wait_for_function("() => !document.querySelector('.tree .comment')")
    page.click("[data-action=undo]")
    other.wait_for_function("() => !document.querySelector('.tree').textContent.includes('Nf3')")
    page.click("[data-action=redo]")
    other.wait_for_selector(".tree .san >> text=Nf3")
    page.click(".new-chapter")
    page.select_option("#genre", "roque")
    page.click("[data-action='study position']")
    page.wait_for_selector(".chapters li:nth-child(3) [aria-current]")
    other.wait_for_selector(".chapters li:nth-child(3)")
    page.click("[data-action=earlier]")
    other.wait_for_selector(".chapters li:nth-child(2) >> text=Castling chess")
    page.click("[data-action=undo]")
    other.wait_for_selector(".chapters li:nth-child(3) >> text=Castling chess")
    page.click("[data-action='remove study']")
    page.click("dialog [data-value=false]")
    page.wait_for_function("() => document.querySelectorAll('.chapters li').length === 2")


def test_the_engine_points_at_its_move(visit: Visit) -> None:
    page = study(visit, "1. e4")
    drawn(page, 0)
    page.click("[data-action=engine]")
    drawn(page, 1)
    page.click("[data-action=engine]")
    drawn(page, 0)


def test_a_start_takes_few_requests(visit: Visit) -> None:
    page = visit("/learn")
    page.wait_for_selector("h1")
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page.url.replace("/learn", "/study"))
    page.wait_for_load_state("networkidle")
    assert len(asked) <= 12, asked


def test_a_reason_is_said_of_the_position_that_is_shown(visit: Visit) -> None:
    page = study(visit, "1. e4 e5 2. Nf3")
    page.evaluate(SLOW_NODES.replace("/position", "/why"))
    click(page, "e2", "e5")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".tree .san[aria-current] >> text=e4")
    page.wait_for_timeout(700)
    assert not page.inner_text("#problem")


def test_a_position_set_up_by_hand(visit: Visit) -> None:
    page = visit("/study", locale="fr-FR")
    page.wait_for_selector("#editor .k-piece")
    page.select_option("#genre", "rokagogo")
    page.fill("#fen", "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -")
    page.press("#fen", "Enter")
    page.wait_for_function("() => document.querySelector('#fen').value.endsWith('w - - 0 1')")
    page.click("[data-action='study position']")
    page.wait_for_selector(".tree")
    page.wait_for_selector("cg-board piece.k-piece")
    click(page, "d3", "d5")
    page.wait_for_function("() => document.querySelector('#problem').textContent.includes('attaquée par la Tour a4')")
    click(page, "d3", "f3")
    page.wait_for_selector(".tree .san >> text=Rf3")
    page.wait_for_function("() => document.querySelector('#fen').value.startsWith('4k3/3R4/8/8/r7/1R2RK2/')")
    stand(page, e3="R", f3="K")


def test_a_series_is_stepped_through(visit: Visit) -> None:
    """Several moves of one side in a row: in the editor, then in a study, where the line goes on by hand."""
    page = visit("/compose")
    ask(page, "1k6/8/8/8/6K1/r2Q4/5b2/8 w - -", "ser-h#3")
    page.click(".solution .lines .san >> nth=1")
    page.wait_for_function("() => document.querySelector('.stepping').textContent.includes('Rb7')")
    stand(page, b7="r", a3="", f2="b")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.stepping').textContent.includes('Ba7')")
    stand(page, b7="r", a7="b", f2="", d3="Q")
    page.click("[data-action='study solution']")
    page.wait_for_selector(".tree .san")
    for move in ("Ra7", "Rb7", "Ba7", "Qd8#"):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("move => document.querySelector('.tree [aria-current]')?.textContent === move", arg=move)
    stand(page, b7="r", a7="b", d8="Q", d3="")
    page.wait_for_function("() => document.querySelector('.said').textContent === 'White wins (checkmate)'")
    shot(page, "study-series")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelector('.tree [aria-current]').textContent === 'Ba7'")
    page.fill("#move", "--")
    page.press("#move", "Enter")
    page.wait_for_function("() => document.querySelector('.tree [aria-current]').textContent === '--'")
    page.wait_for_function("() => document.querySelector('.said').textContent === 'Black to move'")
