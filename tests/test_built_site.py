"""`feerie site`: what is written, the package in it alone, and the site in Chromium, served by a plain file server.

The runtime of Pyodide is an npm package; FEERIE_PYODIDE names the folder where it was unpacked.
"""
from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from facts import PACKAGE
from waiting import PATIENCE

pytest.importorskip("markdown_it")

from feerie import Problem
from feerie.apps.web.learn.site_builder import MARK, RUNTIME, SiteError, build
from feerie.apps.web.learn.solving_here import require_small
from feerie.apps.web.serving.texts import page_texts
from feerie.apps.web.solve.exercises import own_exercises
from feerie.apps.web.solve.verdicts import solutions_of
from feerie.base.errors import ProblemError
from feerie.genres import GENRES

pytestmark = pytest.mark.end_to_end

PYODIDE = Path(os.environ.get("FEERIE_PYODIDE", ""))


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files named like Pyodide's."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in RUNTIME:
        (folder / name).write_text("not the real one", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, runtime: Path) -> Path:
    """A site without the real runtime."""
    folder = tmp_path_factory.mktemp("sites") / "site"
    files = build(folder, runtime)
    assert all((folder / name).is_file() for name in files)
    return folder


def test_what_is_written(built: Path) -> None:
    assert json.loads((built / "data/lessons/fr/rokagogo.json").read_text(encoding="utf-8"))["language"] == "fr"
    assert all((built / f"pictures/boards/{genre.name}.black.svg").is_file() for genre in GENRES)
    assert (built / "pictures/boards/rokagogo+siamois.white.svg").is_file()
    assert all((built / f"pictures/men/{name}.svg").is_file() for name in (
        "wK", "nQ-180", "bL-royal", "wN-kamikaze", "nQ-180-royal", "bN-royal-kamikaze", "nL-royal-kamikaze"))
    exercises = json.loads((built / "data/exercises/de/list.json").read_text(encoding="utf-8"))["exercises"]
    diagrams = json.loads((built / "data/exercises/de/diagrams.json").read_text(encoding="utf-8"))["diagrams"]
    assert len(exercises) == len(diagrams) > 100 and "#3" not in {each["stipulation"] for each in exercises}
    for each in exercises:
        assert (built / f"data/exercises/de/{each['id']}.json").is_file()
        assert (built / f"data/exercises/de/rules/{each['genre']}.json").is_file()
    page = (built / "index.html").read_text(encoding="utf-8")
    assert "script-src 'self'" in page and "http:" not in page and 'href="/' not in page and 'src="/' not in page
    assert not [name for name in zipfile.ZipFile(built / "python/feerie.zip").namelist()
                if name.endswith((".so", ".pyd", ".net")) or "fastapi" in name]


def test_the_package_in_it_works_alone(built: Path, tmp_path: Path) -> None:
    """Without what a browser lacks: compiled modules, other packages, the database, threads."""
    with zipfile.ZipFile(built / "python/feerie.zip") as archive:
        archive.extractall(tmp_path)
    program = """
import sys
for name in ("sqlite3", "click", "rich", "yaml", "fastapi", "pydantic", "markdown_it", "Cython", "cython"):
    sys.modules[name] = None
del sys.modules["cython"]
sys.meta_path.insert(0, type("Finder", (), {"find_spec": staticmethod(lambda name, path=None, target=None:
    (_ for _ in ()).throw(ModuleNotFoundError(name)) if name.split(".")[0] == "cython" else None)}))
sys.platform = "emscripten"
import json, threading
def forbidden(*unused):
    raise RuntimeError("can't start new thread")
threading.Thread.start = forbidden
from feerie.apps.web.learn.local import Local
local = Local()
for line in sys.stdin:
    path, body = json.loads(line)
    print(local.answer(path, json.dumps(body)))
"""
    fen = "4k3/3R4/8/8/r7/1R1K3R/8/8 w - -"
    at = {"genre": "rokagogo", "fen": fen, "line": [], "language": "en", "notation": "short"}
    asked = [("/api/practice", at), ("/api/practice", {**at, "move": "Kf3(Re3)"}),
             ("/api/practice", {**at, "move": "d3 f3"}), ("/api/practice", {**at, "move": "d3d5"}),
             ("/api/practice/why", {**at, "move": "d3d5"}), ("/api/practice/pgn", {**at, "line": ["d3f3"]}),
             ("/api/practice/svg", at), ("/api/nothing", at), ("/api/practice", {**at, "genre": "none"}),
             ("/api/solutions", {"genre": "rokagogo", "fen": "6B1/4P3/8/8/8/2pk4/2N5/4K2R", "stipulation": "#2",
                                 "language": "en"}),
             ("/api/solutions", {"genre": "orthodox", "fen": "8/8/8/8/8/1K6/3R4/k7 b - -", "stipulation": "h#1",
                                 "language": "fr"}),
             ("/api/practice", {**at, "genre": "orthodox+neutre", "fen": "7k/8/8/3G4/3=N4/8/8/K7 w - -"}),
             ("/api/solutions/1/0/position?line=e7e8r&set_play=false", None),
             ("/api/solutions/1/0/rows?line=e7e8r&set_play=false&language=fr&notation=short", None),
             ("/api/solutions/2/0/lines?offset=0&set_play=false&language=fr&notation=long", None),
             ("/api/setups?language=de", {"genre": "rokagogo", "men": {"e1": "K", "h1": "R"}}),
             ("/api/setups?language=de", {"genre": "none"}), ("/api/solutions/9/0/position?line=", None)]
    exercise = next(each for each in own_exercises().values() if each.problem.stipulation.plies == 3)
    hint = {"line": [], "step": 3, "found": [], "language": "fr", "notation": "short"}
    asked += [(f"/api/exercises/{exercise.id}/hint", hint), ("/api/exercises/none/hint", hint),
              (f"/api/exercises/{exercise.id}/line", {"move": solutions_of(exercise.problem)[0][0]}),
              (f"/api/exercises/{exercise.id}/why", {"move": "a1a1", "language": "de"})]
    done = subprocess.run([sys.executable, "-c", program], input="".join(json.dumps(row) + "\n" for row in asked),
                          capture_output=True, text=True, check=False, timeout=PATIENCE,
                          env={"PYTHONPATH": str(tmp_path)})
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked), done.stderr
    assert [each["status"] for each in answers] == [200, 200, 200, 422, 200, 200, 200, 422, 422, 200, 200, 200,
                                                    200, 200, 200, 200, 422, 422, 200, 422, 200, 200]
    shown, played, typed, refused, why, pgn, svg = (each["answer"] for each in answers[:7])
    assert {"uci": "d3f3", "from": "d3", "to": "f3", "promotion": None, "partner": ["h3", "e3"],
            "captured_on": None} in shown["destinations"]
    assert played["texts"] == ["Kf3(Re3)+"] and typed == played and "d4" in refused["error"] and not why["legal"]
    assert "1. Kf3" in pgn["text"] and svg["text"].startswith("<svg")
    mate = answers[9]["answer"]
    assert mate["state"] == "done" and mate["results"][0]["sound"]
    items = mate["results"][0]["sections"][0]["rows"][0]["items"]
    assert {"kind": "move", "text": "e8=R", "line": ["e7e8r"]} in items
    position, rows, lines, setup = (each["answer"] for each in answers[12:16])
    assert position["men"]["e8"] == "R" and position["last"] == ["e7", "e8"] and rows[0]["items"]
    assert any(each["text"].startswith("Td2-d1") for each in lines["lines"][0])
    assert setup["rights"] and setup["genre"]["colours"][0] == "Weiß"
    assert "none" in answers[16]["answer"]["error"]
    hinted, _, solved, why = (each["answer"] for each in answers[18:])
    assert hinted["said"].startswith("Le coup est") and solved["state"] == "right" and len(solved["line"]) == 2
    assert not why["legal"] and why["reasons"]
    fairy = answers[11]["answer"]
    assert fairy["genre"]["name"] == "grasshopper+neutral" and fairy["genre"]["conditions"] == "orthodox"
    assert "d5d3" in {move["uci"] for move in fairy["destinations"]}


@pytest.mark.parametrize(("genre", "fits", "too_long"), [
    ("rokagogo+rex-multiplex", "#2 s#1 r#1 h#2 ser-#3 ser-h#3 ser-s#2", "#3 s#2 h#2.5 ser-#4 ser-h#4 hs#2 dia6.5"),
    ("circe", "#2 h#1.5 ser-#2 ser-h#2", "#3 s#1 h#2 ser-#3")])
def test_what_is_too_long_is_refused(genre: str, fits: str, too_long: str) -> None:
    for stipulation in fits.split():
        require_small(Problem(genre, "4k3/8/8/8/8/8/8/4K3 w - -", stipulation))
    for stipulation in too_long.split():
        with pytest.raises(ProblemError, match="too long to be solved in a browser"):
            require_small(Problem(genre, "4k3/8/8/8/8/8/8/4K3 w - -", stipulation))
    said = page_texts("en")["small problems"]
    assert all(each in said for each in fits.split() if each != "r#1")


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, runtime: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(SiteError, match="something other"):
        build(tmp_path, runtime)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(SiteError, match=r"pyodide\.mjs"):
        build(tmp_path / "new", tmp_path)
    site = tmp_path / "site"
    build(site, runtime)
    (site / MARK).unlink()
    with pytest.raises(SiteError):
        build(site, runtime)


def test_the_command(tmp_path: Path, runtime: Path) -> None:
    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), **environment}
        return subprocess.run([sys.executable, "-m", "feerie", "site", *arguments], capture_output=True, text=True,
                              check=False, timeout=PATIENCE, env=environment)

    done = run(str(tmp_path / "site"), "--pyodide", str(runtime), "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0 and told["files"] > 100 and told["folder"] == str(tmp_path / "site")
    said = run(str(tmp_path / "site"), "--pyodide", str(runtime), FEERIE_LANGUAGE="de").stdout
    assert said.endswith(f": {told['files']} Dateien, {told['bytes'] / 1e6:.1f} MB\n".replace(".", ","))
    failed = run(str(tmp_path / "other"), PATH="")
    assert failed.returncode == 2 and failed.stderr.startswith("error: Pyodide is needed") and not failed.stdout
    assert not (tmp_path / "other").exists()


# ------------------------------------------------------------------------------------------------ in a browser

class Quiet(SimpleHTTPRequestHandler):
    """A plain file server."""

    def log_message(self, *unused: Any) -> None:
        """Say nothing."""


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a plain file server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.skipif(not shutil.which("chromium"), reason="there is no Chromium")
def test_a_site_that_cannot_be_loaded_says_so(built: Path) -> None:
    """Opened as a file; without its data; without Python, which is not the real one in this site."""
    tools = pytest.importorskip("playwright.sync_api", exc_type=ImportError)
    with tools.sync_playwright() as running, serving(built) as address:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(locale="fr-FR").new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(f"file://{built}/index.html")
        for language in ("en", "fr", "de"):
            page.locator(f".loading[lang={language}]", has_text="python3 -m http.server").wait_for()
        page.goto(f"{address}/#/board")
        page.locator("cg-board piece").first.wait_for()             # the board is there without Python
        page.locator("#python", has_text="Python n’a pas pu être chargé").wait_for()
        page.fill(".practice input", "Cf3")
        page.press(".practice input", "Enter")
        page.locator(".practice .problem", has_text="Python n’a pas pu être chargé").wait_for()
        page.goto(f"{address}/#/learn/rokagogo")
        page.locator("[data-practice='0'] cg-board piece").first.wait_for()
        page.goto(f"{address}/#/problems")
        page.locator("#editor cg-board").wait_for()
        page.locator("#python", has_text="Python n’a pas pu être chargé").wait_for()
        page.route("**/data/lessons/**", lambda asked: asked.abort())
        page.click("a[href='#/learn']")
        page.locator("#main [role=alert]", has_text="Le serveur ne répond pas").wait_for()
        page.unroute("**/data/lessons/**")
        page.click("#main button")
        page.wait_for_selector(".lessons a")
        page.evaluate("() => { for (const each of ['learn/rokagogo', 'problems', 'learn', 'learn/roque']) "
                      "location.hash = `/${each}`; }")
        page.wait_for_selector("article h1")
        page.wait_for_timeout(500)
        assert page.locator("h1").count() == 1
        browser.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """The address of a site with the real runtime, in a folder of a file server."""
    build(tmp_path / "some" / "where", PYODIDE)
    with serving(tmp_path) as address:
        yield f"{address}/some/where/"


@pytest.mark.skipif(not (PYODIDE / RUNTIME[0]).is_file() or not shutil.which("chromium"),
                    reason="FEERIE_PYODIDE names no folder with pyodide.mjs (npm package pyodide), or no Chromium")
def test_the_site_in_a_browser(served: str) -> None:
    tools = pytest.importorskip("playwright.sync_api", exc_type=ImportError)
    wrong: list[str] = []
    with tools.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(locale="fr-FR", viewport={"width": 1280, "height": 900}).new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda asked: None if asked.url.startswith((served, "blob:")) else wrong.append(asked.url))
        page.goto(served)
        page.evaluate("""() => new MutationObserver(() => {
            window.told = [...(window.told || []), document.querySelector('#python span[aria-hidden]')?.textContent];
        }).observe(document.querySelector('#python'), { childList: true, subtree: true })""")
        page.click("a[href='#/learn/rokagogo']")
        first = page.locator("[data-practice='0']")
        first.locator("cg-board piece").first.wait_for()
        assert "autant de fois" in page.inner_text("article")
        first.locator("input").fill("d3d5")
        first.locator("input").press("Enter")
        first.locator(".problem", has_text="attaquée par la Tour a4").wait_for()
        _take_picture(page, "site-lesson")
        shares = [int(each.split()[0]) for each in page.evaluate("told") if each]
        assert shares == sorted(shares) and len(shares) > 3 and shares[-1] > 90     # how much of Python was there
        page.click("a[href='#/board']")
        page.locator(".practice.large cg-board piece").first.wait_for()
        page.fill(".practice input", "Cf3")
        page.press(".practice input", "Enter")
        page.locator(".tried-moves", has_text="1. Cf3").wait_for()
        with page.expect_download() as saved:
            page.click("[data-action=diagram]")
        assert Path(saved.value.path()).read_text(encoding="utf-8").startswith("<svg")
        _take_picture(page, "site-board")
        page.fill("#elements", "neutre+holes:a8b7")
        page.click("[data-action='edit position']")
        page.fill("#fen", "*6k/1*6/8/3G4/3=N4/8/8/K7 w - -")
        page.press("#fen", "Enter")
        page.locator("#editor .g-piece").wait_for()
        page.click("button.main")
        page.locator(".practice.large cg-board .g-piece").wait_for()
        assert page.locator(".practice .legend li").all_inner_texts() == ["S = sauterelle", "neutre"]
        _take_picture(page, "site-fairy")
        page.click("a[href='#/solve']")
        page.select_option("#chosen-genre", "orthodox")
        page.locator(".exercise-card .diagram svg").first.wait_for()
        page.locator(".exercise-card a").first.click()
        page.locator(".exercise cg-board piece").first.wait_for()
        page.click("[data-action=hint]")
        page.locator("#hinted", has_text="Ce qui joue").wait_for()
        page.click("[data-action='show solution']")
        page.locator(".whole .san").first.wait_for()
        _take_picture(page, "site-exercise")
        page.click("a[href='#/problems']")
        page.select_option("#genre", "rokagogo")
        page.fill("#fen", "6B1/4P3/8/8/8/2pk4/2N5/4K2R w - -")
        page.press("#fen", "Enter")
        page.locator("#editor .r-piece").wait_for()
        page.fill("#stipulation", "#2")
        page.click("button.main")
        page.click("#solution .san >> text=e8=T")
        page.locator(".stepping", has_text="e8=T").wait_for()
        page.wait_for_function("() => document.querySelectorAll('#editor .r-piece').length === 2")
        _take_picture(page, "site-problem")
        page.fill("#stipulation", "#3")
        page.wait_for_selector("#verdict.stale")
        assert page.is_hidden(".stepping")
        page.click("button.main")
        page.locator(".problem", has_text="trop long pour être résolu").first.wait_for()
        page.fill("#fen", "3r4/1p1p2p1/2n2b2/1P1k1P1Q/2N5/8/B5K1/4R3 w - -")
        page.select_option("#genre", "orthodox")
        page.fill("#stipulation", "h#2")
        page.click("button.main")
        page.click("[data-action=stop]")
        page.locator(".problem", has_text="Arrêté").first.wait_for()
        browser.close()
    assert not wrong


def _take_picture(page: Any, name: str) -> None:
    folder = os.environ.get("FEERIE_SCREENSHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png")
