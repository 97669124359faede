"""The files of the page as they are sent: modules and style sheets joined, addresses with the version in them.

An address with the version in it answers the same for ever, so browsers keep the answer and do not ask again; a server
with other sources, texts or genres has another version. FEERIE_PAGE=sources sends the sources as they are instead.
"""
from __future__ import annotations

import gzip
import hashlib
import html
import os
import re
from collections.abc import MutableMapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import feerie
from feerie import genres
from feerie.apps.web.serving.joining import joined
from feerie.apps.web.serving.texts import SOURCES, STATIC, front_page

__all__ = ["IMMUTABLE", "is_immutable", "packed", "page", "page_style", "script", "version"]

PACKAGE = Path(feerie.__file__).parent
IMMUTABLE = "public, max-age=31536000, immutable"
PUBLIC = ("/static/", "/pictures/", "/api/texts/", "/api/front", "/api/levels", "/api/genres", "/api/elements",
          "/api/catalogue", "/api/lessons", "/api/exercises", "/api/setups")
"""Beginnings of the paths that may have the version in their query: what they answer is made of the package alone."""
STYLES = ("vendor/chessgroundx/chessground.base.css", "tokens.css", "style.css", "compose.css", "front.css",
          "game.css", "learn.css", "solve.css")
RULES = ("docs/genres", "docs/fr", "docs/de", "docs/diagrams", "docs/dictionary", "tests/data/perft")
"""Folders of the texts and positions of lessons."""
PRELOADED = ("feerie-regular", "feerie-bold")
"""The fonts that every page needs."""
DATA = {"/": ("/api/front?language={}", "/api/levels"),
        "/new": ("/api/genres?language={}", "/api/elements?language={}", "/api/levels"),
        "/compose": ("/api/catalogue?language={}",), "/study": ("/api/catalogue?language={}",),
        "/solve": ("/api/exercises?language={}&collection=0&offset=0",),
        "/learn": ("/api/front?language={}",),
        **{f"/learn/{genre.name}": (f"/api/lessons/{genre.name}?language={{}}",) for genre in genres.GENRES}}
"""What the script asks for first, by the path of the page; the language stands for the braces."""
_EXERCISE = re.compile("/solve/([0-9a-f]{8})")
_LINKS = re.compile(r'(?:<link rel="stylesheet" href="[^"]*">\n)+')
_SUFFIXES = {".py", ".js", ".css", ".html", ".po", ".svg", ".woff2", ".json", ".md", ".perft"}


def _sends_sources() -> bool:
    return os.environ.get("FEERIE_PAGE") == "sources"


@cache
def version() -> str:
    """The version of all that is sent under versioned addresses: of the package's files and of genres of one's own."""
    found = hashlib.blake2b(digest_size=8)
    for folder in (PACKAGE, *(SOURCES / name for name in RULES)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _SUFFIXES:
                found.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    for genre in genres.known():
        if genre not in genres.GENRES:
            found.update(repr(genre).encode())
    return found.hexdigest()


def page(path: str, language: str) -> str:
    """The page, which asks for one script and one style sheet, and for the data of a path before the script runs."""
    exercise = _EXERCISE.fullmatch(path)
    if exercise:
        return _page((f"/api/exercises/{exercise[1]}?language={{}}&notation=short",), language)
    return _page(DATA.get(path, ()), language)


@lru_cache(maxsize=256)
def _page(asked: tuple[str, ...], language: str) -> str:
    text = front_page(language)
    if _sends_sources():
        return text
    mark = f"v={version()}"
    data = ("/api/texts/{}", *asked)
    loads = [*(("fetch", _marked(each.format(language))) for each in data),
             *(("font", f"/static/fonts/{name}.woff2?{mark}") for name in PRELOADED)]
    links = "".join(f'<link rel="preload" as="{kind}" crossorigin href="{html.escape(address)}">\n'
                    for kind, address in loads)
    text = _LINKS.sub(f'<link rel="stylesheet" href="/static/page.css?{mark}">\n', text, count=1)
    text = text.replace("/static/js/main.js", f"/static/page.js?{mark}").replace("wN.svg", f"wN.svg?{mark}")
    text = text.replace("</head>", f"{links}</head>", 1)
    return text.replace("<html ", f'<html data-version="{version()}" ', 1)


def _marked(address: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}v={version()}"


@cache
def script() -> bytes:
    """The page's modules as one."""
    return joined(STATIC / "js" / "main.js").encode()


@cache
def page_style() -> bytes:
    """The page's style sheets as one, for the folder of the last of them."""
    text = "".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES)
    return re.sub(r'(url\("fonts/[^"]+)"', rf'\1?v={version()}"', text).encode()


@cache
def packed(content: bytes) -> bytes:
    """The content compressed, once for all who ask."""
    return gzip.compress(content, 9, mtime=0)


def is_immutable(scope: MutableMapping[str, Any]) -> bool:
    """Whether a request names the version of what it asks for."""
    return scope["type"] == "http" and scope["path"].startswith(PUBLIC) \
        and f"v={version()}" in scope["query_string"].decode("latin-1").split("&")
