"""What visitors have run into: phones held sideways, printed pages, impatient clicks, games looked at afterwards."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import test_page
from facts import PACKAGE
from serving import Server
from test_page import Visit, begin, choose_in_menu, click, moves
from test_page_compose import ask, fen, state
from waiting import PATIENCE

from feerie.apps.web.compose.schemas import LARGEST_IMPORT
from feerie.apps.web.serving.security import LARGEST_BODY, LARGEST_SENT_FILE

browser, visit = test_page.browser, test_page.visit
TELEPHONE = {"has_touch": True, "is_mobile": True, "locale": "fr-FR"}


def hidden_or_shown(page: Any, *places: str) -> list[bool]:
    """Whether something of each of these places is visible."""
    return [page.locator(f"{place}:visible").count() > 0 for place in places]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (667, 375), (683, 384)])
def test_the_whole_board_is_in_sight(visit: Visit, width: int, height: int) -> None:
    page = visit(width=width, height=height, **TELEPHONE)
    begin(page, "orthodox")
    for path in ("", "/compose", "/study"):
        if path:
            page.goto(page.url.partition("/play")[0].partition("/compose")[0] + path)
        box = page.locator("cg-board").bounding_box()
        assert 290 < box["width"] <= width and box["height"] <= height, (path, box)
        assert page.evaluate("document.documentElement.scrollWidth") == width, path


@pytest.mark.parametrize(("width", "height"), [(720, 450), (960, 400)])
def test_the_whole_board_is_in_sight_twice_as_large(visit: Visit, width: int, height: int) -> None:
    """A screen of 1440 by 900 at 200 %."""
    page = visit(width=width, height=height)
    begin(page, "orthodox", opponent="engine")
    box = page.locator("cg-board").bounding_box()
    assert box["y"] + box["height"] <= height and page.evaluate("document.documentElement.scrollWidth") == width
    assert page.inner_text(".player.black").endswith(")")


def test_the_form_remembers_what_was_chosen(visit: Visit) -> None:
    page = visit()
    page.select_option("#genre", "rokagogo")
    page.select_option("#second", "siamois")
    page.select_option("#opponent", "link")
    page.select_option("#side", "black")
    page.select_option("#clock", "days 3")
    page.click("button.main")
    page.wait_for_selector("cg-board")
    chosen = {"genre": "rokagogo", "second": "siamois", "opponent": "link", "side": "black", "clock": "days 3"}
    for path, genre in (("/new", "rokagogo"), ("/?genre=rollerball", "rollerball")):
        page.goto(page.url.partition("/play")[0].removesuffix("/new") + path)
        page.wait_for_selector("#genre")
        found = {name: page.input_value(f"#{name}") for name in chosen}
        assert found == {**chosen, "genre": genre, "second": "siamois" if genre == "rokagogo" else ""}


def test_a_turned_board_stays_turned(visit: Visit) -> None:
    page = visit()
    begin(page, "rokagogo", opponent="engine", side="black")
    page.wait_for_selector(".orientation-black")
    page.click("[data-action=flip]")
    page.reload()
    page.wait_for_selector(".orientation-white")
    page.select_option("#language", "fr")
    page.wait_for_selector("[data-action=flip][title='Retourner l’échiquier']")
    assert page.locator(".orientation-white").count() == 1


def test_without_scripts_the_page_says_what_it_needs(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    for words in ("needs JavaScript", "besoin de JavaScript", "braucht JavaScript"):
        page.locator(".loading", has_text=words).wait_for()


SMALL = """[...document.querySelectorAll(
    'a:not(p a, li > a, td a), button, select, summary, label:has(input[type=checkbox])')]
    .filter(each => each.checkVisibility())
    .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, box]) => box.width < 40 || box.height < 40).map(([what]) => what)"""
"""What is to be touched, links in texts aside, and is less than 40 pixels high or wide."""


def test_fingers_find_what_they_touch(visit: Visit) -> None:
    page = visit(width=360, height=640, **TELEPHONE)
    page.wait_for_selector("#genre")
    assert page.evaluate(SMALL) == []
    begin(page, "orthodox")
    for move in ("e4", "e5"):
        page.fill("#move", move)
        page.press("#move", "Enter")
        page.wait_for_selector(f".moves .san >> text={move}")
    assert page.evaluate(SMALL) == []
    study = visit("/study", width=360, height=640, **TELEPHONE)
    study.fill("#pgn", "1. e4 e5 (1... c5) 2. Nf3")
    study.click("[data-action='study game']")
    study.wait_for_selector(".tree .san")
    study.click("[data-action=engine]")
    study.wait_for_selector(".engine .san")
    assert study.evaluate(SMALL) == []
    study.click("[data-action=engine]")


def test_fingers_find_what_they_touch_in_the_editor(visit: Visit) -> None:
    page = visit("/compose", width=360, height=640, **TELEPHONE)
    page.click(".more > summary")
    ask(page, "7k/8/8/8/8/8/Q7/KR6 w - - 0 1", "h#2")
    page.wait_for_selector("#solution:not(.stale) .san")
    page.locator("#solution .san:visible").first.click()
    page.wait_for_selector(".stepping:visible")
    assert page.evaluate(SMALL) == []
    for tab in ("problem", "collection"):
        page.click(f"#choose-{tab}")
        page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")
        assert page.evaluate(SMALL) == [], tab
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.click("[data-action='new collection']")
    page.click("dialog button[type=button]")                # a telephone has no Escape
    page.wait_for_function("() => !document.querySelector('dialog')")


def test_a_browser_that_keeps_nothing(visit: Visit) -> None:
    """Where cookies are refused, the storages of the browser are errors."""
    page = visit()
    page.add_init_script("""for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });""")
    page.reload()
    page.wait_for_selector("#genre")
    begin(page, "orthodox", opponent="link", side="white")
    assert page.input_value("#invitation").startswith("http")
    click(page, "e2", "e4")
    moves(page, "e4")
    page.click(".sections a[href='/compose']")
    ask(page, "7k/8/8/8/8/8/Q7/KR6 w - - 0 1", "h#2")
    page.wait_for_selector("#solution:not(.stale) .san")
    page.select_option("#language", "de")
    page.wait_for_selector("[data-action=solve] >> text=Lösen")


def test_a_huge_file_is_refused_before_it_is_read(visit: Visit, tmp_path: Path) -> None:
    with (tmp_path / "huge.pgn").open("wb") as file:
        file.truncate(200_000_000)
    page = visit("/study", locale="fr-FR")
    page.wait_for_selector("#pgn")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    page.set_input_files("input[type=file]", tmp_path / "huge.pgn")
    page.wait_for_function("() => document.querySelector('#problem').textContent.includes('256 ko')")
    assert not asked
    source = (PACKAGE / "apps" / "web" / "static" / "js" / "api.js").read_text(encoding="utf-8")
    assert f"LARGEST_BODY = {LARGEST_BODY // 1024} * 1024;" in source


def test_a_solution_is_printed_without_controls(visit: Visit) -> None:
    page = visit("/compose")
    ask(page, "7k/8/8/8/8/8/Q7/KR6 w - - 0 1", "h#2")
    page.wait_for_selector("#solution:not(.stale) .san")
    page.emulate_media(media="print")
    assert hidden_or_shown(page, "cg-board", ".caption", ".verdict", "#solution .san") == [True] * 4
    assert hidden_or_shown(page, "header", ".palette", ".controls", ".tabs", "#fen", "#notation") == [False] * 6
    assert page.evaluate("getComputedStyle(document.querySelector('cg-board')).printColorAdjust") == "exact"


def test_the_board_follows_a_long_solution(visit: Visit) -> None:
    page = visit("/compose", width=1366, height=768)
    ask(page, "7k/8/8/8/8/8/QQ6/KR6 w - - 0 1", "h#3")
    page.wait_for_selector("#solution:not(.stale) .badge >> text=200+")
    page.locator("#solution .san:visible").nth(500).click()
    page.wait_for_selector(".stepping:visible")
    box = page.locator("#editor").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 768


def test_changes_of_a_problem_are_undone_and_redone(visit: Visit) -> None:
    page = visit("/compose")
    ask(page, "7k/8/8/8/8/8/Q7/KR6 w - - 0 1", "h#2")
    page.wait_for_timeout(1100)
    page.fill("#stipulation", "h#3")
    page.click("[data-action='clear board']")
    fen(page, "8/8/8/8/8/8/8/8 w - - 0 1")
    page.focus("#editor")
    page.keyboard.press("Control+z")
    fen(page, "7k/8/8/8/8/8/Q7/KR6 w - - 0 1")
    page.click("[data-action=undo]")
    page.wait_for_function("() => document.querySelector('#stipulation').value === 'h#2'")
    page.focus("#editor")
    page.keyboard.press("Control+Shift+z")
    page.wait_for_function("() => document.querySelector('#stipulation').value === 'h#3'")
    page.click("[data-action=redo]")
    fen(page, "8/8/8/8/8/8/8/8 w - - 0 1")
    assert page.is_disabled("[data-action=redo]") and page.is_enabled("[data-action=undo]")
    page.click("[data-action='new problem']")
    page.click("[data-action=undo]")
    page.wait_for_function("() => document.querySelector('#stipulation').value === 'h#3'")


def test_a_text_with_mistakes_stays_to_be_put_right(visit: Visit, tmp_path: Path) -> None:
    page = visit("/compose")
    page.click("#choose-collection")
    page.click("summary >> text=Files and")
    said = "() => document.querySelector('#read').textContent"
    for wrong, answer in (("8/8/8/8/8/8/8 w - - 0 1", "7 of 8 ranks"),
                          ("\N{BLACK CHESS PAWN} and others", "none of the formats")):
        page.fill("#import", wrong)
        page.click("[data-action=import]")
        page.wait_for_function(f"answer => ({said})().includes(answer)", arg=answer)
        assert page.input_value("#import") == wrong
        assert page.locator("#read").evaluate("said => said.classList.contains('problem')")
    with (tmp_path / "huge.pop").open("wb") as file:
        file.truncate(LARGEST_SENT_FILE + 1)
    page.set_input_files(".collection input[type=file]", tmp_path / "huge.pop")
    page.wait_for_function(f"() => ({said})().includes('too large')")
    page.fill("#import", "")
    page.click("[data-action=import]")
    assert "too large" in page.inner_text("#read")          # an empty field sends nothing
    source = (PACKAGE / "apps" / "web" / "static" / "js" / "api.js").read_text(encoding="utf-8")
    assert f"LARGEST_IMPORT = {LARGEST_IMPORT >> 20} * 1024 * 1024," in source
    assert f"LARGEST_SENT_FILE = {LARGEST_SENT_FILE >> 20} * 1024 * 1024;" in source


def test_a_large_file_is_read_with_its_progress(visit: Visit, tmp_path: Path) -> None:
    page = visit("/compose")
    page.click("#choose-collection")
    page.click("summary >> text=Files and")
    with (tmp_path / "large.fen").open("w") as file:
        file.write("4k3/8/8/8/8/8/8/4K2R w K - ; h#2\n" * 1200 + "\n" * (34 << 20))
    page.evaluate("""new MutationObserver(([{ target }]) => { (window.told ||= []).push(target.textContent); })
        .observe(document.querySelector('#read'), { childList: true })""")
    page.set_input_files(".collection input[type=file]", tmp_path / "large.fen")
    page.wait_for_function("() => document.querySelector('#read').textContent === 'Problems read: 1200'")
    told = page.evaluate("told")
    assert any(each.startswith("Sent: ") for each in told) and "Problems read: 1000 …" in told
    assert page.is_hidden(".reading")


def test_a_double_click_does_a_thing_once(visit: Visit) -> None:
    page = visit("/compose")
    ask(page, "7k/8/8/8/8/8/Q7/KR6 w - - 0 1", "h#2")
    state(page, "Done")
    page.click("#choose-collection")
    page.click("[data-action='new collection']")
    page.fill("#collection-name", "Clicked twice")
    page.keyboard.press("Enter")
    page.wait_for_selector("#collection option:checked >> text=Clicked twice (0)", state="attached")
    page.dblclick("[data-action=save]")
    page.wait_for_selector("#collection option:checked >> text=Clicked twice (1)", state="attached")
    page.wait_for_timeout(300)
    assert page.locator("#problems li[data-id]").count() == 1
    page.goto(page.url.partition("/compose")[0] + "/new")
    opened: list[str] = []
    page.on("request", lambda asked: opened.append(asked.url) if asked.method == "POST" else None)
    page.wait_for_selector("#genre")
    page.dblclick("button.main")
    page.wait_for_selector("cg-board")
    page.wait_for_timeout(300)
    assert len(opened) == 1


def test_a_hint_and_the_game_looked_at_afterwards(visit: Visit) -> None:
    page = visit("/?genre=rollerball", locale="fr-FR")
    page.wait_for_selector("#genre")
    assert page.input_value("#genre") == "rollerball" and "Règles\u00a0: Rollerball" in page.inner_text(".lobby")
    begin(page, "rollerball")
    page.click("[data-action=hint]")
    page.wait_for_function("() => document.querySelector('#hinted').textContent.startsWith('Le moteur jouerait ')")
    page.wait_for_selector("cg-container svg.cg-shapes g line, cg-container svg g line", state="attached")
    click(page, "c1", "b2")
    moves(page, "c1b2")
    assert not page.inner_text("#hinted")
    page.click("[data-action=resign]")
    page.click("dialog [data-value=true]")
    page.wait_for_selector("[data-action='new game']:visible")
    assert hidden_or_shown(page, "#move", "[data-action=hint]", "[data-action=draw]",
                           "[data-action=resign]") == [False] * 4
    page.click("[data-action='study this game']")
    page.wait_for_selector(".tree .san")
    assert page.inner_text(".tree .san") == "c1b2"
    page.go_back()
    page.goto(page.url.partition("/play")[0] + "/learn/rollerball")
    page.click("[data-action=play]")
    page.wait_for_selector("#genre")
    assert page.input_value("#genre") == "rollerball"


def test_an_invitation_goes_when_it_has_been_followed(visit: Visit, server: Server) -> None:
    white = visit()
    begin(white, "orthodox", opponent="link", side="white")
    black = visit(white.input_value("#invitation").removeprefix(server.address), locale="de-DE")
    black.wait_for_selector("cg-board")
    assert "Schwarz · Sie" in black.inner_text(".player.black") and "Sie" not in black.inner_text(".player.white")
    click(white, "e2", "e4")
    moves(black, "e4")
    assert hidden_or_shown(white, ".invitation") == [True]
    assert hidden_or_shown(black, "[data-action=hint]", "[data-action='study this game']") == [False] * 2
    black.fill("#move", "e5")
    black.press("#move", "Enter")
    moves(white, "e4", "e5")
    assert hidden_or_shown(white, ".invitation") == [False]


def test_quick_changes_leave_one_page(visit: Visit) -> None:
    page = visit("/learn")
    page.click(".lessons a >> text=Rokagogo")
    page.wait_for_selector("article h1 >> text=Rokagogo")
    assert page.title() == "Rokagogo – Féerie"
    assert page.get_attribute(".sections a[href='/learn']", "aria-current") == "true"
    page.go_back()
    page.wait_for_selector(".lessons")
    page.evaluate("() => { for (const link of [...document.querySelectorAll('.lessons a')].slice(-3)) link.click(); }")
    page.wait_for_function("() => document.title === 'Rollerball, literal reading – Féerie'")
    page.wait_for_timeout(700)
    assert page.locator("h1").all_inner_texts() == ["Rollerball, literal reading"]


def test_what_needs_a_server_that_is_gone_is_said(visit: Visit, server: Server) -> None:
    page = visit("/learn")
    page.wait_for_selector(".lessons a")
    lobby, study = visit(), visit("/study")
    lobby.wait_for_selector("#genre")
    study.wait_for_selector("#pgn")
    server.kill()
    page.click(".lessons a >> text=Rokagogo")
    page.wait_for_selector("#main [role=alert] >> text=The server does not answer")
    page.select_option("#language", "de")
    page.wait_for_function("() => document.querySelector('#language').value === 'en'")
    lobby.click("button.main")
    lobby.wait_for_selector("[role=alert] >> text=The server does not answer")
    study.fill("#pgn", "1. e4 e5")
    study.click("[data-action='study game']")
    study.wait_for_selector("[role=alert] >> text=The server does not answer")
    assert study.input_value("#pgn") == "1. e4 e5"
    server.start()
    page.click("#main button >> text=Try again")
    page.wait_for_selector("article h1 >> text=Rokagogo")


def test_the_move_that_is_shown_is_in_sight_on_a_telephone(visit: Visit) -> None:
    page = visit("/compose", width=390, height=844, **{**TELEPHONE, "locale": "en-GB"})
    page.click(".more > summary")
    ask(page, "7k/8/8/8/8/8/Q7/KR6 w - - 0 1", "h#2")
    page.wait_for_selector("#solution:not(.stale) .san")
    for number in (-1, 0):
        page.locator("#solution .san:visible").nth(number).click()
        page.wait_for_selector(".stepping:visible")
        page.wait_for_function("""() => {
            const [board, move, bar] = ['#editor .board', '#solution .san[aria-current]', '.stepping'].map(
                place => document.querySelector(place).getBoundingClientRect());
            return board.bottom <= move.top && move.bottom <= bar.top;
        }""")


def test_a_rematch_captured_men_and_sounds(visit: Visit, server: Server) -> None:
    page = visit(width=360, height=640)
    begin(page, "orthodox", opponent="link", side="white")
    page.evaluate("""() => {
        const { createOscillator } = BaseAudioContext.prototype;
        window.tones = 0;
        AudioContext.prototype.createOscillator = function () { window.tones++; return createOscillator.call(this); };
    }""")
    choose_in_menu(page, "sound")
    assert page.get_attribute("[data-action=sound]", "aria-pressed") == "true"
    page.click(".menu > summary")
    other = visit(page.input_value("#invitation")[len(server.address):])
    other.wait_for_selector("cg-board piece")
    for player, move in ((page, "e4"), (other, "d5"), (page, "exd5"), (other, "Qxd5"), (page, "Nc3"), (other, "Qxd2+")):
        player.fill("#move", move)
        player.press("#move", "Enter")
        page.locator(".moves .san", has_text=move).wait_for()
        other.locator(".moves .san", has_text=move).wait_for()
    assert page.locator(".player.white .captured").get_attribute("aria-label") == "Captured: pawn"
    assert page.locator(".player.black .captured").get_attribute("aria-label") == "Captured: pawn, pawn"
    page.click("[data-action=first]")
    page.wait_for_selector(".captured", state="detached")
    page.click("[data-action=last]")
    assert page.evaluate("tones") == 1 + 1 + 1 + 2 + 2 + 1 + 2
    page.click("[data-action=resign]")
    page.click("dialog .choices button")
    other.click("[data-action=rematch]")
    page.locator(".offers", has_text="would like a rematch").wait_for()
    page.click("[data-action=rematch]")
    page.locator(".player.black", has_text="you").wait_for()
    assert page.url == other.url
    other.fill("#move", "d4")
    other.press("#move", "Enter")
    page.locator(".moves .san", has_text="d4").wait_for()


SHIFTS = """window.shifts = [];
    new PerformanceObserver(list => { for (const { value, sources } of list.getEntries())
        shifts.push([value, ...sources.map(each => each.node?.outerHTML?.slice(0, 100))]);
    }).observe({ type: 'layout-shift', buffered: true })"""
"""Collects what moved by itself, and by how much."""


@pytest.mark.parametrize(("path", "shown"), [
    ("/", ".card .diagram svg"), ("/new", "#genre"), ("/learn/roque", "cg-board piece"), ("/solve", ".stars"),
    ("/solve/9747cd88", "cg-board piece"), ("/compose", "cg-board"), ("/study", "#pgn")])
def test_nothing_moves_while_the_page_comes(visit: Visit, server: Server, path: str, shown: str) -> None:
    """Also where the page has been painted before its data is there. A font that comes late may move a text by a pixel.
    """
    page = visit("/static/page.css", width=768, height=1024)
    page.add_init_script(SHIFTS)

    def late(route: Any) -> None:
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        page.wait_for_timeout(200)
        route.continue_()

    page.route("**/api/texts/*", late)
    page.route("**/fonts/*", lambda route: route.abort())
    page.goto(server.address + path)
    page.wait_for_selector(shown)
    page.wait_for_timeout(300)
    assert page.evaluate("shifts") == []


def test_the_problems_do_not_wait_for_the_collections(visit: Visit, server: Server) -> None:
    page = visit("/learn")
    kept: list[Any] = []
    page.route("**/api/collections", lambda route: kept.append(route))
    page.goto(server.address + "/solve")
    page.wait_for_selector(".exercise-card .diagram svg")
    assert page.input_value("#from") == "0" and len(kept) == 1
    kept[0].fulfill(json=[{"id": 7, "name": "Mine", "count": 3}, {"id": 8, "name": "Empty", "count": 0}])
    page.wait_for_selector("#from option >> text=Mine", state="attached")
    assert page.locator("#from option").count() == 2


@pytest.mark.parametrize(("path", "shown", "asked"), [
    ("/", ".card .diagram svg", []), ("/learn/roque", "cg-board piece", []), ("/solve/9747cd88", "cg-board piece", []),
    ("/solve", ".exercise-card .diagram svg", ["/api/collections"])])
def test_a_second_visit_asks_for_the_page_alone(visit: Visit, server: Server, path: str, shown: str, asked: list[str]
                                                ) -> None:
    """The browser has kept all else; what a list offers besides is asked for, and not waited for."""
    page = visit(path)
    page.wait_for_selector(shown)
    page.wait_for_load_state("networkidle")
    page = page.context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    found: list[str] = []
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.on("Network.responseReceived", lambda told: None if told["response"]["fromDiskCache"]
             else found.append(told["response"]["url"].removeprefix(server.address)))
    page.goto(server.address + path)
    page.wait_for_selector(shown)
    page.wait_for_load_state("networkidle")
    assert found == [path, *asked]
