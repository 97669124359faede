"""The files of the page as they are sent: modules and style sheets joined, addresses with the version in them.

An address with the version in it answers the same for ever, so browsers keep the answer and do not ask again; a server
with other sources, texts or genres has another version. FEERIE_PAGE=sources sends the sources as they are instead.
"""
from __future__ import annotations

import gzip
import hashlib
import os
import re
from collections.abc import MutableMapping
from functools import cache
from pathlib import Path
from typing import Any

import feerie
from feerie import genres
from feerie.apps.web.serving.joining import joined
from feerie.apps.web.serving.texts import STATIC, front_page

__all__ = ["IMMUTABLE", "is_immutable", "packed", "page", "page_style", "script", "version"]

PACKAGE = Path(feerie.__file__).parent
IMMUTABLE = "public, max-age=31536000, immutable"
PUBLIC = ("/static/", "/pictures/", "/api/texts/")
"""Beginnings of the paths that may have the version in their query."""
STYLES = ("vendor/chessgroundx/chessground.base.css", "tokens.css", "style.css", "compose.css", "front.css",
          "game.css", "learn.css", "solve.css")
PRELOADED = ("feerie-regular", "feerie-bold")
"""The fonts that every page needs."""
_LINKS = re.compile(r'(?:<link rel="stylesheet" href="[^"]*">\n)+')
_SUFFIXES = {".py", ".js", ".css", ".html", ".po", ".svg", ".woff2"}


def _sends_sources() -> bool:
    return os.environ.get("FEERIE_PAGE") == "sources"


@cache
def version() -> str:
    """The version of all that is sent under versioned addresses: of the package's files and of genres of one's own."""
    found = hashlib.blake2b(digest_size=8)
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in _SUFFIXES:
            found.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    for genre in genres.known():
        if genre not in genres.GENRES:
            found.update(repr(genre).encode())
    return found.hexdigest()


@cache
def page() -> str:
    """The page, which asks for one script and one style sheet."""
    text = front_page()
    if _sends_sources():
        return text
    mark = f"?v={version()}"
    fonts = "".join('<link rel="preload" as="font" type="font/woff2" crossorigin '
                    f'href="/static/fonts/{name}.woff2{mark}">\n' for name in PRELOADED)
    text = _LINKS.sub(f'{fonts}<link rel="stylesheet" href="/static/page.css{mark}">\n', text, count=1)
    text = text.replace("/static/js/main.js", f"/static/page.js{mark}").replace("wN.svg", f"wN.svg{mark}")
    return text.replace("<html ", f'<html data-version="{version()}" ', 1)


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
