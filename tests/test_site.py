"""The documentation as a site: every page in it, links that hold, a search that needs no network; the translations.

What the pages say is tested by test_docs.py.
"""
from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from facts import ROOT

import feerie
from feerie.formats import files
from feerie.genres import GENRES
from feerie.rules.genre import Genre

DOCS = ROOT / "docs"
SYMBOLS = {"WHITE", "BLACK"}
"""Public names that are not classes or functions; the reference describes them in a sentence."""
PROBLEMS = re.compile(r"^```text\n((?:BeginProblem|DebutProbleme|AnfangProblem)\n.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_a_genre_has_its_page_in_other_languages(genre: Genre, language: str) -> None:
    text = (DOCS / language / "genres" / f"{genre.name}.md").read_text(encoding="utf-8")
    for name in (genre.name, *getattr(genre.names, language)[:1]):
        assert name in text, f"the name {name} is missing"
    assert f"(../../genres/{genre.name}.md)" in text and "](../../diagrams/" in text
    front = (DOCS / language / "index.md").read_text(encoding="utf-8")
    assert f"(genres/{genre.name}.md)" in front and f"\ngenres/{genre.name}\n" in front


@pytest.mark.parametrize("page", [page for page in sorted(DOCS.rglob("*.md")) if PROBLEMS.search(page.read_text())],
                         ids=lambda page: page.relative_to(DOCS).as_posix())
def test_problem_files_of_pages_are_read(page: Path) -> None:
    for block in PROBLEMS.findall(page.read_text(encoding="utf-8")):
        problems = [entry.get() for entry in files.parse(block)]
        assert problems and all(any(problem.diagram.men) for problem in problems)


def test_every_page_has_its_place_in_the_contents() -> None:
    listed = set()
    for front in (DOCS / "index.md", DOCS / "fr" / "index.md", DOCS / "de" / "index.md"):
        for names in re.findall(r"^:::{toctree}\n(?::[^\n]*\n)*\n(.*?)^:::$", front.read_text(encoding="utf-8"),
                                re.MULTILINE | re.DOTALL):
            listed |= {front.parent / re.sub(r"^.*<(.*)>$", r"\1", name) for name in names.split("\n") if name}
    found = {page.resolve().relative_to(ROOT).with_suffix("").as_posix() for page in listed}
    pages = {page.relative_to(ROOT).with_suffix("").as_posix() for page in [*DOCS.rglob("*.md"), *DOCS.rglob("*.rst")]}
    assert pages - found == {"docs/index"}, "add them to a list of contents in docs/index.md"


def test_the_front_pages_show_the_same_problem() -> None:
    texts = (PROBLEMS.search((DOCS / page).read_text(encoding="utf-8"))
             for page in ("tutorials/composers.md", "fr/index.md", "de/index.md"))
    shown = [entry.get() for text in texts if text for entry in files.parse(text[1])]
    assert len(shown) == 3
    assert len({(problem.genre.name, problem.diagram, str(problem.stipulation)) for problem in shown}) == 1


def test_the_reference_has_every_public_name() -> None:
    text = (DOCS / "reference.rst").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\.\. auto\w+:: (\w+)$", text, re.MULTILINE))
    assert listed == set(feerie.__all__) - SYMBOLS
    assert all(f"``feerie.{name}`` is {getattr(feerie, name)!r}" in text for name in SYMBOLS)


class _Page(HTMLParser):
    """The anchors of a page, its links, and what a browser loads to show it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element says."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.add(values["href"])
        if tag in ("img", "script", "iframe") and "src" in values:
            self.loaded.add(values["src"])
        if tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.add(values["href"])


def _faults(pages: dict[Path, _Page]) -> list[str]:
    """The links of a site that lead nowhere, and what is loaded from elsewhere."""
    found = []
    for path, page in pages.items():
        for link in page.links | page.loaded:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    found.append(f"{path}: loads {link}")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                found.append(f"{path}: {link} does not exist")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                found.append(f"{path}: {link} has no such place")
    return found


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("sphinx") is None or importlib.util.find_spec("furo") is None
                    or importlib.util.find_spec("myst_parser") is None, reason='needs the extra "docs"')
def test_the_site_is_built_without_warnings(tmp_path: Path) -> None:
    built = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", str(DOCS), "-d",
                            str(tmp_path / "trees"), str(ROOT), str(tmp_path / "site")],
                           capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    site = (tmp_path / "site").resolve()
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert not _faults(pages)
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    assert {page.relative_to(ROOT).with_suffix("").as_posix() for page in DOCS.rglob("*.md")} <= set(found["docnames"])
    assert {"rokagogo", "checkpoint", "échec", "königslauf"} <= found["terms"].keys() | found["titleterms"].keys()
