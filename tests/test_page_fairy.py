"""Men, traits and boards of the dictionary in a browser: pasted, typed, edited, solved, kept, played and studied."""
from __future__ import annotations

from typing import Any

import test_page
from facts import TESTS
from test_page import Visit, choose_in_menu, click, moves, shot, stand
from test_page_compose import ask, centre, drag, fen

browser, visit = test_page.browser, test_page.visit
NEUTRAL = "8/3P3K/8/2P5/5PP1/2=.NR3k1/p5p1/3.NR4 w - - 0 1"
"""A h#1.5 with a neutral nightrider, and its FEN."""
PROMOTION = "8/1P3=N2/8/8/k6g/4G3/Pp6/1G2K3 w - -"


def elements(page: Any, expected: str) -> None:
    """Wait until these elements are in force."""
    page.wait_for_function("all => document.querySelector('#elements')?.value === all", arg=expected)


def pictures(page: Any) -> dict[str, str]:
    """The pictures of the men on the board by their squares."""
    found: dict[str, str] = page.evaluate("""Object.fromEntries([...document.querySelectorAll('cg-board piece')]
        .map(man => [man.cgKey, getComputedStyle(man).backgroundImage.match(/men(?:\\.svg.*#|\\/)([\\w-]+)/)?.[1]]))""")
    return found


def refused(page: Any, words: str) -> None:
    """Wait until the page says these words of a setup that it does not understand."""
    page.wait_for_function("words => document.querySelector('#setup-problem').textContent.includes(words)", arg=words)


def legend(page: Any) -> list[str]:
    """The lines of the legend."""
    found: list[str] = page.locator(".legend li").all_inner_texts()
    return found


def test_a_pasted_diagram_brings_its_men_and_is_solved_and_kept(visit: Visit) -> None:
    page = visit("/compose")
    ask(page, NEUTRAL, "h#1.5")
    elements(page, "nightrider+neutral")
    page.wait_for_selector(".verdict.sound")
    assert legend(page) == ["N = nightrider", "neutral"]
    assert {"c3": "nN-180", "d1": "wN-180", "h7": "wK", "a2": "bP"}.items() <= pictures(page).items()
    assert page.locator("[data-brush='.nr']").get_attribute("aria-label") == "nightrider, Black"
    page.click("#solution .san >> nth=2")
    page.wait_for_function("() => document.querySelector('.stepping').textContent.includes('Qh4#')")
    shot(page, "fairy-compose")
    page.keyboard.press("Escape")
    page.click("#choose-collection")
    page.click("[data-action=save]")
    page.wait_for_selector("#problems .tested")
    assert "nightrider + neutral" in page.inner_text("#problems [data-id]")
    page = visit(page.url.removeprefix(page.url.split("/compose")[0]), locale="fr-FR")
    fen(page, NEUTRAL)
    elements(page, "noctambule+neutre")
    assert legend(page) == ["N = noctambule", "neutre"]


def test_men_with_traits_are_put_and_taken_back(visit: Visit) -> None:
    page = visit("/compose")
    page.wait_for_selector("#editor cg-board")
    page.fill("#elements", "Löwe, sauterelle; neutral+kamikaze")
    page.press("#elements", "Enter")
    elements(page, "grasshopper+lion+neutral+kamikaze")
    page.click("[data-traits='=*']")
    assert page.get_attribute("[data-traits='=*']", "aria-pressed") == "true"
    assert page.locator(".palette .men.black").count() == 0
    page.click("[data-brush='=.LI']")
    page.mouse.click(*centre(page, "d4"))
    fen(page, "8/8/8/8/3=.LI4/8/8/8 w - - 0 1")
    page.click("[data-traits='(kamikaze)*']")       # the lion that is taken gets it, too
    page.mouse.click(*centre(page, "e5"))
    fen(page, "8/8/8/4(kamikaze).LI3/3=.LI4/8/8/8 w - - 0 1")
    page.click("[data-brush='']")
    drag(page, centre(page, "d4"), centre(page, "d5"))
    fen(page, "8/8/8/3=.LI(kamikaze).LI3/8/8/8/8 w - - 0 1")
    page.click("[data-traits='(kamikaze)*']")
    page.focus("#editor")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("g")
    fen(page, "8/8/8/3=.LI(kamikaze).LI3/8/8/8/g7 w - - 0 1")
    shot(page, "fairy-editor")
    page.click("[data-action=undo]")
    fen(page, "8/8/8/3=.LI(kamikaze).LI3/8/8/8/8 w - - 0 1")
    page.fill("#elements", "lion+holes:a1h8+cylinder")
    page.press("#elements", "Enter")                # men that are not among them are left out
    fen(page, "7*/8/8/8/8/8/8/*7 w - - 0 1")
    assert legend(page) == ["LI = lion", "vertical cylinder"]
    shot(page, "fairy-holes")
    page.click("[data-action=undo]")
    fen(page, "8/8/8/3=.LI(kamikaze).LI3/8/8/8/8 w - - 0 1")
    elements(page, "grasshopper+lion+neutral+kamikaze")
    page.click("[data-action=redo]")
    elements(page, "lion+holes:a1h8+cylinder")


def test_what_is_typed_wrongly_stays_to_be_mended(visit: Visit) -> None:
    page = visit("/compose")
    ask(page, NEUTRAL, "h#1.5")
    elements(page, "nightrider+neutral")
    page.fill("#elements", "nightridr+neutral")
    page.press("#elements", "Enter")
    refused(page, "did you mean nightrider?")
    assert page.input_value("#elements") == "nightridr+neutral"
    assert page.locator(".notices :text('nightridr')").count() == 1
    page.fill("#elements", "nightrider+neutral")
    page.press("#elements", "Enter")
    page.wait_for_function("() => !document.querySelector('#setup-problem').textContent")
    fen(page, NEUTRAL)
    page.fill("#fen", NEUTRAL.replace(".NR4", ".LX4"))
    page.press("#fen", "Enter")
    refused(page, "did you mean .LI = lion, ")
    assert page.input_value("#fen") == NEUTRAL.replace(".NR4", ".LX4")


def test_a_file_of_popeye_with_men_is_imported(visit: Visit) -> None:
    page = visit("/compose")
    page.wait_for_selector("#editor cg-board")
    page.uncheck("#auto")
    page.click("#choose-collection")
    page.click("details:has(#import) summary")
    page.fill("#import", (TESTS / "data" / "problem_files" / "men.pop").read_text())
    page.click("[data-action=import]")
    page.wait_for_function("() => document.querySelector('#read').textContent === 'Problems read: 4'")
    page.click("#problems [data-id] a:has-text('Berolina')")
    elements(page, "grasshopper+nightrider+lion+Berolina pawn+neutral+royal+neutral-kamikaze+holes:a1b2")
    fen(page, "n6k/=.NR=.NR.LI.li3p/7.bp/8/3(royal)G4/8/1*6/*K5=(kamikaze).LI w - - 0 1")
    found = pictures(page)
    assert (found["a7"], found["d4"], found["h1"], found["h6"]) \
        == ("nN-180", "wQ-180-royal", "nQ-90-kamikaze", "bP-180")
    shot(page, "fairy-import")


def test_a_game_with_fairy_men_at_one_board_and_its_study(visit: Visit) -> None:
    page = visit()
    page.select_option("#opponent", "board")
    page.click("summary")
    page.fill("#start", PROMOTION)
    page.click("button.main")
    page.wait_for_selector("cg-board piece")
    assert page.inner_text("h1") == "Grasshopper + neutral"
    assert legend(page) == ["G = grasshopper", "neutral"]
    click(page, "b7", "b8")
    page.click("dialog [title=grasshopper]")
    moves(page, "b8=G")
    stand(page, b8="G", b7="")
    click(page, "f7", "e5")         # Black moves the neutral knight
    moves(page, "b8=G", "nNe5")
    click(page, "e3", "e6")         # over it
    moves(page, "b8=G", "nNe5", "Ge6")
    shot(page, "fairy-game")
    choose_in_menu(page, "study this game")
    page.wait_for_selector(".tree .san, .tree button")
    assert legend(page) == ["G = grasshopper", "neutral"]
    fen(page, f"{PROMOTION} 0 1")
    click(page, "b1", "b3")
    page.wait_for_function("() => document.querySelector('.tree').textContent.includes('Gb3')")
    page.evaluate("""new MutationObserver(
        () => { window.slid ||= document.querySelector('piece.anim.picture-nN') !== null }).observe(
        document.querySelector('cg-board'), { subtree: true, childList: true, attributes: true })""")
    page.click(".tree button:has-text('nNe5')")     # the neutral knight slides, though another side may move it now
    page.wait_for_function("() => window.slid")
    page.click("header a[href='/']")
    assert "Grasshopper + neutral" in page.inner_text(".own")


def test_conditions_are_chosen_in_the_language_of_the_page(visit: Visit) -> None:
    page = visit("/compose")
    page.wait_for_selector("#editor cg-board")
    page.fill("#elements", "Köko; Anticirce")
    page.press("#elements", "Enter")
    elements(page, "Anticirce+Köko")
    page.fill("#elements", "circé")
    page.press("#elements", "Enter")
    elements(page, "Circe")
    page.fill("#fen", "8/8/8/3r4/8/2k5/8/K2R4 b - -")
    page.press("#fen", "Enter")
    page.wait_for_function("() => document.querySelector('#editor .k-piece')")
    page.fill("#stipulation", "h#3")
    page.click("[data-action=solve]")           # what is solved by itself has two seconds: too few on a busy machine
    page.wait_for_function("() => document.querySelector('#solution').textContent.includes('(+Rh1)')")
    assert "Circe" in page.inner_text(".under-board")
    shot(page, "fairy-condition")
    page.click("#choose-collection")
    page.click("[data-action=save]")
    page.wait_for_selector("#problems [data-id]:has-text('Circe')")
    page.fill("#elements", "cirse")
    page.press("#elements", "Enter")
    refused(page, "did you mean circe?")
    page.fill("#elements", "circe+pwc")
    page.press("#elements", "Enter")
    refused(page, "both say where a captured man is reborn")
    page.fill("#elements", "Circe+grasshopper")
    page.press("#elements", "Enter")
    elements(page, "Circe+grasshopper")
    page.click("[data-action=undo]")
    elements(page, "Circe")
    fen(page, "8/8/8/3r4/8/2k5/8/K2R4 b - - 0 1")
    page = visit(page.url.removeprefix(page.url.split("/compose")[0]), locale="fr-FR")
    elements(page, "Circé")
    page.click("[data-action=solve]")
    page.wait_for_function("() => document.querySelector('#solution').textContent.includes('(+Th1)')")


def test_a_game_under_a_condition(visit: Visit) -> None:
    page = visit()
    page.select_option("#opponent", "board")
    page.fill("#elements", "circe")
    page.press("#elements", "Enter")
    page.click("button.main")
    page.wait_for_selector("cg-board piece")
    assert page.inner_text("h1") == "Circe"
    for origin, target in (("e2", "e4"), ("d7", "d5"), ("e4", "d5")):
        click(page, origin, target)
    moves(page, "e4", "d5", "exd5(+Pd7)")
    stand(page, d5="P", d7="p", e4="")


def test_elements_are_found_by_a_name_in_any_language_and_conflicts_are_said(visit: Visit) -> None:
    page = visit("/compose", locale="fr-FR")
    page.wait_for_selector("#editor cg-board")
    page.click("#elements")
    page.keyboard.type("grassh")
    page.wait_for_selector(".found [role=option] >> text=sauterelle")
    shot(page, "fairy-finder")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    elements(page, "sauterelle")
    page.wait_for_selector("[data-brush=G]")
    page.keyboard.type("+circ")
    page.click(".found [data-name=circe]")
    elements(page, "Circé+sauterelle")
    page.fill("#elements", "circe+pwc")
    page.press("#elements", "Enter")
    refused(page, "ne peuvent être combinés")


def test_a_link_keeps_conditions_and_men(visit: Visit) -> None:
    page = visit("/compose?genre=circe%2Bneutral%2Bgrasshopper&fen=7k/8/8/3G4/3=N4/8/8/K6R+w+-+-&stipulation=h%232")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    elements(page, "Circe+grasshopper+neutral")
    page.locator("#editor .g-piece").first.wait_for()
    kept = "7k/8/8/3G4/3=N4/8/8/K6R w - - 0 1"
    fen(page, kept)
    page.click("[data-action='copy link']")
    page.wait_for_function("() => navigator.clipboard.readText().then(text => text.includes('/compose?'))")
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    elements(page, "Circe+grasshopper+neutral")
    page.locator("#editor .g-piece").first.wait_for()
    fen(page, kept)
    assert page.input_value("#stipulation") == "h#2"
    page.goto(page.url.partition("/compose")[0] + "/compose?genre=nonesuch&fen=8/8/8/8/8/2K5/1R6/k7")
    refused(page, "nonesuch")
    page.wait_for_selector("#editor cg-board")
    assert page.input_value("#fen") == "8/8/8/8/8/2K5/1R6/k7"
