#!/usr/bin/env python3
"""Takes the pictures of the page, pictures/*.png, in Chromium.

    docs/shoot.py [NAME]...     take all of them anew, or those that are named

Needs the extras `web` and `test`, and Chromium. The engine thinks by the clock, so that its lines may differ each time.
"""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
RUN = "1. c2b2 e6f6 2. Kc2 Ke6 3. Kb3 Rb7 4. Kb4 Kf7 5. Kb5 Bf5 6. Kxc6 Be6"
"""A game of Rollerball before the king's last step."""
LINES = "1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 {attacks} Nc6 3. Bb5 *"


def rollerball(page: Page) -> None:
    """A king's run at its end."""
    start(page, "rollerball", RUN)
    page.fill("#move", "Kd6")
    page.press("#move", "Enter")
    page.get_by_role("button", name="Kd6#").wait_for()


def phone(page: Page) -> None:
    """An illegal move, explained."""
    start(page, "orthodox", "1. Nf3 e6", "engine")
    page.fill("#move", "Sf3e4")
    page.press("#move", "Enter")
    page.locator("#problem:not(:empty)").wait_for()
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def compose(page: Page) -> None:
    """A Rokagogo castling at the end of a solution."""
    page.goto("/compose")
    page.select_option("#genre", "rokagogo")
    page.fill("#fen", "6B1/4P3/8/8/8/2pk4/2N5/4K2R w K - 0 1")
    page.press("#fen", "Enter")
    page.fill("#stipulation", "#2")
    page.press("#stipulation", "Enter")
    page.locator("#solution .san", has_text="Ke3(Re2)#").click()
    page.wait_for_timeout(500)
    page.evaluate("scrollTo(0, 0)")


def study(page: Page) -> None:
    """The engine's lines beside a variation."""
    page.goto("/study")
    page.fill("#pgn", LINES)
    page.click("[data-act='study game']")
    page.get_by_role("button", name="c5", exact=True).click()
    page.click("[data-act=engine]")
    page.select_option("#engine-count", "2")
    page.wait_for_timeout(3000)


def lesson(page: Page) -> None:
    """The rules of Rokagogo in French."""
    page.goto("/learn/rokagogo")
    page.locator("cg-board piece").first.wait_for()
    page.wait_for_timeout(1000)


SHOTS: dict[str, tuple[Callable[[Page], None], dict[str, Any]]] = {
    "page-rollerball": (rollerball, {"viewport": {"width": 1000, "height": 700}}),
    "page-phone": (phone, {"viewport": {"width": 360, "height": 740}, "locale": "de-DE", "has_touch": True,
                           "is_mobile": True}),
    "page-compose": (compose, {"viewport": {"width": 1280, "height": 900}}),
    "page-study": (study, {"viewport": {"width": 1280, "height": 800}}),
    "page-lesson": (lesson, {"viewport": {"width": 1200, "height": 900}, "locale": "fr-FR"}),
}
"""By the names of the files: what is done on the page, and in which browser."""


def start(page: Page, genre: str, moves: str, opponent: str = "board") -> None:
    """Begin a game after some moves."""
    page.goto(f"/new?genre={genre}")
    page.select_option("#opponent", opponent)
    page.click("summary")
    page.fill("#start", moves)
    page.click("main button[type=submit]")
    page.locator("cg-board piece").first.wait_for()


@contextmanager
def served() -> Iterator[str]:
    """The address of a server while the block lasts."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "feerie", "serve", "--json", "--no-browser", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                yield str(json.loads(server.stdout.readline())["address"])
            finally:
                server.terminate()


def main(names: list[str]) -> None:
    """Take the pictures of these names, of all where none is named."""
    with served() as address, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in names or SHOTS:
            act, kind = SHOTS[name]
            options = {"locale": "en-GB", "reduced_motion": "reduce", **kind}
            page = browser.new_context(base_url=address, **options).new_page()
            act(page)
            page.screenshot(path=PICTURES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
