"""Solving problems oneself: the list, tries that are refuted, hints, solutions that are found, and what is kept."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import test_page
from serving import Server
from test_page import Visit, click, shot, stand

from feerie.apps.web.solve import exercises

browser, visit = test_page.browser, test_page.visit

ROWS: list[dict[str, Any]] = json.loads(Path(exercises.__file__).with_name("exercises.json").read_text(
    encoding="utf-8"))


def saved(server: Server, fen: str, stipulation: str, **more: Any) -> str:
    """The address of a problem that has been saved."""
    draft = {"genre": "orthodox", "fen": fen, "stipulation": stipulation, **more}
    return f"/solve/{server.ask('/api/problems', {'draft': draft})[1]['id']}"


def told(page: Any, place: str, *words: str) -> None:
    """Wait until a place of the page has some words."""
    try:
        page.wait_for_function("([place, words]) => words.every(each => document.querySelector(place).innerText"
                               ".replaceAll('\\xa0', ' ').includes(each))", arg=[place, list(words)])
    except test_page.playwright.TimeoutError:
        pytest.fail(f"{place} says {page.inner_text(place)!r}, not {words}")


def type_move(page: Any, move: str) -> None:
    """Type a move."""
    page.fill("#move", move)
    page.press("#move", "Enter")


def test_from_the_front_page_to_a_problem(visit: Visit) -> None:
    page = visit("/")
    page.click(".way[href='/solve']")
    page.wait_for_selector(".exercise-card svg")
    told(page, ".counted", f"0 of {len(ROWS)}")
    page.select_option("#chosen-genre", "rollerball")
    page.select_option("#chosen-kind", "help")
    page.wait_for_function("() => [...document.querySelectorAll('.exercise-card strong')]"
                           ".every(each => each.textContent.includes('Rollerball'))")
    count = sum(row["genre"] == "rollerball" and row["stipulation"].startswith("h") for row in ROWS)
    told(page, ".counted", f"0 of {count}")
    shot(page, "solve-list")
    page.click("[data-action='next problem']")
    page.wait_for_selector("cg-board piece")
    assert "Rollerball" in page.inner_text("h1")
    page.click("[data-action='show solution']")
    page.wait_for_selector(".solution .san")
    page.click("[data-action='next problem']")
    page.wait_for_function("() => document.querySelector('.whole')?.hidden")
    page.click("a[href='/solve'].quiet")
    page.wait_for_selector("[data-state=shown]")
    assert page.input_value("#chosen-genre") == "rollerball"
    page.check("#open-only")
    told(page, ".counted", f"1 of {count}")
    assert not page.locator("[data-state=shown]").count()


def test_the_board_refutes_hints_and_is_beaten(visit: Visit, server: Server) -> None:
    page = visit(saved(server, "4k3/8/2R5/8/8/3R4/1K6/8 w - -", "#2"))
    page.wait_for_selector("cg-board piece")
    told(page, ".task", "White begins and mates")
    click(page, "d3", "d7")
    told(page, "#problem", "Rd7 fails: Kxd7 refutes it.")
    stand(page, d7="k", d3="")
    shot(page, "solve-refuted")
    page.click("[data-action='take back']")
    stand(page, d3="R", e8="k")
    click(page, "c6", "d7")
    told(page, "#problem", "rook")
    click(page, "d3", "d7")
    stand(page, d7="k", d3="")
    click(page, "c6")       # picking up a man takes the try back
    stand(page, d3="R", e8="k")
    page.wait_for_selector("cg-board square.selected")
    for said in ("c6", "From c6 to c7", "The move is Rc7"):
        page.click("[data-action=hint]")
        told(page, "#hinted", said)
    type_move(page, "Rc7")
    stand(page, c7="R", f8="k")
    told(page, "#said", "Right")
    type_move(page, "Rdd7")
    told(page, "#problem", "Rdd7 gives no check")
    type_move(page, "Rd8")     # a typed move is meant instead of the one that failed
    told(page, "#said", "Solved!")
    page.wait_for_selector(".solution .san")
    told(page, ".solution", "1.Rc7")
    shot(page, "solve-solved")
    kept = page.evaluate("Object.values(JSON.parse(localStorage.exercises))")
    assert kept == [{"state": "hinted", "found": [["c6c7"]]}]
    page.click(".solution .san >> nth=0")
    told(page, "#said", "After")
    page.click("[data-action='study position']")
    page.wait_for_url("**/study/*")


def test_several_solutions_are_found_one_after_another(visit: Visit, server: Server) -> None:
    row = next(row for row in ROWS if row["solutions"] == 2 and row["genre"] == "orthodox")
    path = saved(server, row["fen"], row["stipulation"], intended="2")
    page = visit(path, locale="de-DE")
    page.wait_for_selector("cg-board piece")
    page.check("#helped")
    page.wait_for_selector(".moves .san")           # Black has begun
    for found in (1, 2):
        while "Gelöst!" not in page.inner_text("#said"):
            line = page.locator(".moves .san").count()
            for number in range(3):
                page.click("[data-action=hint]")
                told(page, "#hinted", ("zieht", "nach", "Der Zug ist")[number])
            type_move(page, page.inner_text("#hinted").rpartition(" ")[2])
            page.wait_for_function("line => document.querySelectorAll('.moves .san').length > line", arg=line)
        told(page, ".counted", f"{found} von 2")
        if found == 1:
            page.click("[data-action='look for others']")
            page.wait_for_function("() => !document.querySelector('#said').innerText.includes('Gelöst')")
    page.wait_for_selector(".solution .san")
    page.click("[data-action='compose this']")
    page.wait_for_url("**/compose/*")


def test_by_keyboard_and_from_a_lesson(visit: Visit) -> None:
    page = visit("/learn/rokagogo", locale="fr-FR")
    page.focus("[data-action='solve one']")     # the page may move below a click while boards come into view
    page.keyboard.press("Enter")
    page.wait_for_selector(".exercise-card svg")
    assert page.input_value("#chosen-genre") == "rokagogo"
    page.focus(".exercise-card a")
    page.keyboard.press("Enter")
    page.wait_for_selector("cg-board piece")
    page.focus("[data-square=a1]")
    page.keyboard.press("r")
    page.wait_for_function("() => document.querySelector('#announcer').textContent.includes('Rangée 1')")


@pytest.mark.parametrize("width", [360, 768])
def test_nothing_is_wider_than_the_screen(visit: Visit, width: int) -> None:
    page = visit("/solve", width=width, height=740, locale="de-DE")
    page.wait_for_selector(".exercise-card svg")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.click(".exercise-card a")
    page.wait_for_selector("cg-board piece")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("#problem").evaluate("each => each.closest('.notices').getBoundingClientRect().height") > 60


def test_few_requests(visit: Visit) -> None:
    row = next(row for row in ROWS if row["genre"] == "grasshopper")
    for path, waited in (("/solve", ".exercise-card svg"), (f"/solve/{row['id']}", "cg-board piece")):
        page = visit("/api")
        page.wait_for_load_state("networkidle")
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(page.url.removesuffix("/api") + path)
        page.wait_for_selector(waited)
        page.wait_for_load_state("networkidle")
        assert len(asked) <= 12, asked
