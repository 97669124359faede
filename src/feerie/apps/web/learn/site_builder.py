"""The built site: the lessons, a board for two, diagrams and small problems, as files for any web space.

Rules, texts and pictures are written when the site is built; positions are answered by the uncompiled package in
Pyodide, Python in the browser, whose runtime is the npm package `pyodide`.
"""
from __future__ import annotations

import html
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import feerie
from feerie import genres
from feerie.apps.web.games.answers import View, element_list, genre_list
from feerie.apps.web.games.pictures import board_picture, pictures_of
from feerie.apps.web.learn.lesson_documents import lesson_document
from feerie.apps.web.learn.local import setup_here
from feerie.apps.web.learn.practice_boards import PracticeBoards
from feerie.apps.web.learn.rulebook import rulebook
from feerie.apps.web.learn.solving_here import is_small
from feerie.apps.web.serving.joining import joined
from feerie.apps.web.serving.security import HEADERS
from feerie.apps.web.serving.texts import STATIC, front_page, page_texts
from feerie.apps.web.solve.documents import diagrams_document
from feerie.apps.web.solve.exercise_documents import exercise_document
from feerie.apps.web.solve.exercises import own_exercises, row_of
from feerie.base.errors import Error
from feerie.men import MEN
from feerie.men.attributes import RULES_OF_TRAITS
from feerie.men.elements import Elements
from feerie.notation.languages import LANGUAGES
from feerie.rules.genre import Genre, GenreError
from feerie.rules.trait import Trait

__all__ = ["PYODIDE", "RUNTIME", "SiteError", "build"]

PYODIDE = "314.0.7"
"""The version of the npm package that the site is made for and tested with."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files taken from it."""
FETCHED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""Those of them that are fetched rather than imported: while they come, the site tells how much is there."""
SECTIONS = ("learn", "learn"), ("solve", "exercises"), ("board", "board"), ("problems", "problem to solve")
"""The sections of the site: each has a path and the key of its text."""
MARK = "feerie-site.json"
"""The file that marks a folder as a site, which may be overwritten."""
PACKAGE = Path(feerie.__file__).parent
_APPS = ("__init__.py", "shell/__init__.py", "shell/catalogue.py", *(f"texts/{code}.po" for code in LANGUAGES),
         "web/__init__.py", "web/serving/__init__.py", "web/serving/error_messages.py",
         "web/serving/refusal.py", "web/serving/texts.py",
         "web/games/__init__.py", "web/games/answers.py", "web/games/families.py", "web/games/pictures.py",
         "web/compose/__init__.py", "web/compose/setups.py", "web/compose/solution_answers.py",
         "web/learn/__init__.py", "web/learn/local.py", "web/learn/practice_boards.py", "web/learn/solving_here.py",
         *(f"web/solve/{name}" for name in ("__init__.py", "answers.py", "documents.py", "exercises.json",
                                            "exercises.py", "play.py", "verdicts.py")))
"""What the site needs of `apps`."""


class SiteError(Error, ValueError):
    """The site cannot be built."""


def build(folder: Path, pyodide: Path) -> list[Path]:
    """Write a site into a folder that is new, empty or a site already; returns the files, relative to the folder.

    `pyodide`: the unpacked npm package. SiteError if it lacks a file, or if the folder holds anything else.
    """
    lacking = [name for name in RUNTIME if not (pyodide / name).is_file()]
    if lacking:
        raise SiteError("{} is not the npm package pyodide ({} is missing)", pyodide, lacking[0])
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / MARK).is_file())):
        raise SiteError("{} holds something other than a site", folder)
    written = []
    for name, content in _files(pyodide):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, path)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        written.append(Path(name))
    _archive(folder / "python" / "feerie.zip")
    fetched = [folder / "python" / "feerie.zip", *(folder / "pyodide" / name for name in FETCHED)]
    (folder / "data" / "python.json").write_text(_json({"bytes": sum(path.stat().st_size for path in fetched)}))
    return [*written, Path("python/feerie.zip"), Path("data/python.json")]


def _files(pyodide: Path) -> Iterator[tuple[str, str | bytes | Path]]:
    """The files of the site except the package, by name: their contents, or the files they are copied from."""
    yield MARK, _json({"feerie": feerie.__version__, "pyodide": PYODIDE})
    yield "index.html", _page()
    yield ".nojekyll", ""       # GitHub Pages serves all files as they are
    yield "static/site/site.js", joined(STATIC / "site" / "site.js")
    yield "static/site/worker.js", STATIC / "site" / "worker.js"
    for path in sorted(STATIC.rglob("*")):
        if path.is_file() and path.suffix not in (".html", ".js"):
            yield f"static/{path.relative_to(STATIC).as_posix()}", path
    for name in RUNTIME:
        yield f"pyodide/{name}", pyodide / name
    yield from _pictures()
    for language in LANGUAGES:
        yield f"data/texts/{language}.json", _json(dict(page_texts(language)))
        yield f"data/genres/{language}.json", _json(genre_list(language, genres.GENRES))
        yield f"data/elements/{language}.json", _json(element_list(language))
        for name, content in _exercises(language):
            yield f"data/exercises/{language}/{name}.json", content
        yield f"data/lessons/{language}.json", _json([{"name": genre.name, "title": genre.title(language)}
                                                      for genre in genres.GENRES])
        for genre in genres.GENRES:
            yield f"data/lessons/{language}/{genre.name}.json", _json(lesson_document(genre.name, language))
            yield f"data/setups/{language}/{genre.name}.json", _json(setup_here({"genre": genre.name,
                                                                                "language": language}))
            if genre.start:
                yield f"data/boards/{language}/{genre.name}.json", _json(PracticeBoards().show(
                    genre.name, None, [], View(language)))


def _exercises(language: str) -> Iterator[tuple[str, str]]:
    """The problems to solve that are small enough for a browser, with their diagrams and the rules of their genres."""
    own = [each for each in own_exercises().values() if is_small(each.problem)]
    yield "list", _json({"exercises": [row_of(each, language) for each in own], "next": None})
    yield "diagrams", _json(diagrams_document(own, language))
    for each in own:
        yield each.id, _json(exercise_document(each, View(language)))
    for genre in {each.problem.genre.name: each.problem.genre for each in own}.values():
        yield f"rules/{genre.name}", _json(rulebook(genre, language))


def _page() -> str:
    """The page as the server sends it, with the site's sections, relative addresses, and the policy included."""
    text = page_texts("en")
    sections = ['<a class="brand" href="#/">Féerie</a>',
              *(f'<a href="#/{path}" data-text="{key}">{text[key]}</a>' for path, key in SECTIONS)]
    policy = HEADERS["content-security-policy"].replace("frame-ancestors 'none'", "worker-src 'self'")
    page = front_page()
    for pattern, becomes in (
            ('<html lang="en"', '<html lang="en" data-site'),
            ("(?=<title>)", f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'),
            ("/static/js/main.js", "/static/site/site.js"),
            ('(?s)(?<=<nav class="sections">).*(?=</nav>)', "\n    ".join(sections) + "\n  "),
            ('(?<=<main id="main">)(?=</main>)', _loading()),
            ("(?s)<noscript>.*</noscript>\n", ""),
            ("(?<=</main>\n)", '<p id="python" class="python" role="status"></p>\n')):
        page, found = re.subn(pattern, becomes, page)
        if found != 1:
            raise SiteError("the page has {} times what the site replaces: {}", found, pattern)
    return re.sub('(href|src)="/', r'\1="', page)


def _loading() -> str:
    """What stands on the page until its scripts run, in all languages; browsers run none of a page opened as a file."""
    return "".join(f'<p class="loading" lang="{language}">{html.escape(page_texts(language)["site loads"])}</p>'
                   for language in LANGUAGES)


def _pictures() -> Iterator[tuple[str, str]]:
    together = [trait for trait in Trait if trait not in RULES_OF_TRAITS]
    traits = tuple(frozenset(some) for count in range(1, len(together) + 1) for some in combinations(together, count))
    traits += tuple(frozenset({trait}) for trait in RULES_OF_TRAITS)
    dictionary = (genres.with_elements(genres.ORTHODOX, Elements(men, traits)) for men in (MEN, *zip(MEN)))
    for name, figure in pictures_of([*genres.GENRES, *dictionary]).items():
        yield f"pictures/men/{name}.svg", figure.picture()
    for genre in _all_genres():
        for turned, side in ((False, "white"), (True, "black")):
            yield f"pictures/boards/{genre.name}.{side}.svg", board_picture(genre, turned)


def _all_genres() -> Iterator[Genre]:
    """The genres and their combinations of two."""
    yield from genres.GENRES
    for one, two in combinations(genres.GENRES, 2):
        try:
            yield genres.find(f"{one.name}+{two.name}")
        except GenreError:
            continue


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _archive(path: Path) -> None:
    """Write the package, without what is useless in a browser; the same bytes each time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kinds = {".py", ".css", ".svg", ".json", ".po"}
    apps = {PACKAGE / "apps" / name for name in _APPS}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(PACKAGE.rglob("*")):
            inside = file.relative_to(PACKAGE)
            if file.suffix in kinds and (inside.parts[0] != "apps" or file in apps):
                entry = zipfile.ZipInfo(f"feerie/{inside.as_posix()}", (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, file.read_bytes())
