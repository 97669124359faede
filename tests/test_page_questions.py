"""Answers on the page belong to the question that was asked: a solution, a verdict, a file, a stored problem."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import test_page
from serving import Server
from test_page import Visit
from test_page_compose import fen, state

browser, visit = test_page.browser, test_page.visit
QUICK, OTHER = "8/Q7/8/8/8/8/8/2k1K2R w K - 0 1", "8/Q7/8/8/8/8/8/3k1K1R w - - 0 1"
SERIES = "7k/8/5K2/8/6p1/6P1/4Q3/3R4 w - - 0 2"
"""A problem that takes some seconds as s#6 and has solutions as #2."""
BROKEN = "8/8/8/8/8/5K2/1Q6/8k w - - 0 1"
SLOW = """([part, milliseconds]) => {
  const fetched = window.fetch;
  window.fetch = async (...asked) => {
    if (String(asked[0]).includes(part)) await new Promise(done => setTimeout(done, milliseconds));
    return fetched(...asked);
  };
}"""
"""Delays the page's requests to addresses with a part."""


def composing(visit: Visit, position: str, stipulation: str = "#2", **how: Any) -> Any:
    """The editor with a problem, which is not solved by itself."""
    page = visit("/compose", **how)
    page.wait_for_selector("#editor cg-board")
    page.uncheck("#auto")
    page.fill("#fen", position)
    page.press("#fen", "Enter")
    fen(page, position)
    page.fill("#stipulation", stipulation)
    return page


def solved(page: Any) -> None:
    """Solve, and wait for the solution."""
    page.click("[data-action=solve]")
    page.wait_for_selector("#verdict:not(.stale) .verdict")


def is_stale(page: Any) -> bool:
    """Whether the solution is drawn as that of something else."""
    page.wait_for_timeout(800)
    return bool(page.locator("#solution.stale").count())


def stored(page: Any, server: Server) -> dict[str, Any]:
    """The problem that is stored at the page's address."""
    page.wait_for_url("**/compose/*")
    answer: dict[str, Any] = server.ask(f"/api/problems/{page.url.rpartition('/')[2]}")[1]
    return answer


def test_another_notation_leaves_an_old_solution_old(visit: Visit) -> None:
    page = composing(visit, QUICK)
    solved(page)
    page.fill("#fen", OTHER)
    page.press("#fen", "Enter")
    fen(page, OTHER)
    page.wait_for_selector("#verdict.stale .verdict")
    page.select_option("#notation", "long")
    page.wait_for_selector("#solution .san >> text=Qa7-f2")
    assert is_stale(page)
    page.fill("#fen", QUICK)                    # the question that it answers
    page.press("#fen", "Enter")
    page.wait_for_selector("#verdict:not(.stale) .verdict")


def test_what_is_changed_while_solving_is_not_answered(visit: Visit) -> None:
    page = composing(visit, SERIES, "s#6")
    page.click("[data-action=solve]")
    state(page, "Solving")
    page.fill("#stipulation", "#2")
    state(page, "Done")
    assert is_stale(page) and page.locator("#state.stale").count()
    assert page.inner_text("[data-action=solve]") == "Solve"
    solved(page)
    assert "Qe8#" in page.inner_text("#solution")


@pytest.mark.parametrize("act", ["save", "solve", "export"])
def test_acts_wait_for_the_diagram(visit: Visit, server: Server, tmp_path: Path, act: str) -> None:
    page = composing(visit, QUICK)
    solved(page)
    page.click("#choose-collection")
    page.evaluate(SLOW, ["/api/setups", 400])
    page.fill("#fen", OTHER)
    if act == "export":
        page.select_option("#format", "fen")
        with page.expect_download() as download:
            page.click("[data-action=export]")
        download.value.save_as(tmp_path / "one.fen")
        assert (tmp_path / "one.fen").read_text(encoding="utf-8").startswith(OTHER.split()[0])
        return
    with page.expect_request(lambda asked: asked.method == "POST" and asked.url.partition("?")[0].endswith(
            ("/api/problems", "/api/solutions"))) as request:
        page.click(f"[data-action={act}]")
    assert request.value.post_data_json["draft"]["fen"] == OTHER
    if act == "save":
        kept = stored(page, server)
        assert kept["draft"]["fen"] == OTHER and not kept["tested"]


def test_changes_by_hand_follow_one_another(visit: Visit) -> None:
    page = composing(visit, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    page.evaluate(SLOW, ["/api/setups", 400])
    page.uncheck("[data-right=K]")
    page.select_option("#turn", "black")
    page.click("[data-action=undo]", trial=True)
    fen(page, "4k3/8/8/8/8/8/8/R3K2R b Q - 0 1")


def test_a_fen_that_is_none_stays_until_it_is_mended(visit: Visit, server: Server) -> None:
    page = composing(visit, QUICK)
    solved(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method != "GET" else None)
    page.fill("#fen", BROKEN)
    page.press("#fen", "Enter")
    page.wait_for_function("() => document.querySelector('#setup-problem').textContent.includes('8k')")
    page.fill("#stipulation", "#3")
    assert is_stale(page)
    page.click("[data-action=solve]")
    page.wait_for_function("() => document.querySelector('#unsolved').textContent.includes('FEN')")
    page.click("#choose-collection")
    for act in ("save", "export"):
        page.click(f"[data-action={act}]")
    page.wait_for_function("() => document.querySelector('#unkept').textContent.includes('FEN')")
    assert page.input_value("#fen") == BROKEN and "8k" in page.inner_text("#setup-problem")
    assert not [url for url in asked if "/api/setups" not in url and "/stop" not in url]
    page.reload()                               # nor is it forgotten
    page.wait_for_function("() => document.querySelector('#setup-problem')?.textContent.includes('8k')")
    assert page.input_value("#fen") == BROKEN
    page.fill("#fen", OTHER)
    page.press("#fen", "Enter")
    fen(page, OTHER)
    page.wait_for_function("() => document.querySelector('#setup-problem').textContent === ''")


def test_a_study_begins_with_the_position_that_is_shown(visit: Visit) -> None:
    page = visit("/study")
    page.wait_for_selector("#editor .k-piece")
    page.evaluate(SLOW, ["/api/setups", 400])
    page.fill("#fen", BROKEN)
    page.click("[data-action='study position']")
    page.wait_for_function("() => document.querySelector('#problem').textContent.includes('FEN')")
    page.fill("#fen", OTHER)
    page.click("[data-action='study position']")
    page.wait_for_selector(".tree")
    page.wait_for_function("fen => document.querySelector('#fen').value === fen", arg=OTHER)


def test_a_list_of_problems_is_that_of_the_last_words(visit: Visit) -> None:
    page = composing(visit, QUICK)
    page.click("#choose-collection")
    page.click("[data-action=save]")
    page.wait_for_selector("#problems [data-id]")
    page.evaluate(SLOW, ["words=nonesuch", 1500])
    page.fill("#words", "nonesuch")
    page.wait_for_timeout(400)                  # it has been asked for
    page.fill("#words", "orthodox")
    page.wait_for_timeout(2000)
    assert page.locator("#problems [data-id]").count() and not page.locator("#problems .none").count()


def test_a_new_problem_is_not_the_one_that_was_being_saved(visit: Visit) -> None:
    page = composing(visit, QUICK)
    page.click("#choose-collection")
    page.evaluate(SLOW, ["/api/problems", 600])
    page.click("[data-action=save]")
    page.click("[data-action='new problem']")
    page.wait_for_function("() => document.querySelector('#kept').textContent === 'Saved'")
    assert page.url.endswith("/compose") and page.is_hidden("[data-action='remove problem']")
