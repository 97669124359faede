"""Access: what a client may reach, by the token of the server or by the key of one game.

The token opens everything. The key of a game opens that game alone, by each of its addresses; it is derived from the
token (HMAC, RFC 2104), so that nothing has to be stored and a new token ends all keys. A browser keeps either as a
cookie, that of a key for the addresses of its game only. Files that the package publishes anyway are open to all.
"""
from __future__ import annotations

import hashlib
import hmac
import html
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from feerie.apps.web.serving.texts import STATIC, page_texts

__all__ = ["TOKEN_PAGE_POLICY", "Access", "token_page"]

Scope = MutableMapping[str, Any]

PUBLIC = ("/static/", "/pictures/", "/api/texts/")
"""Beginnings of the paths that hold nothing of anybody."""
TOKEN_COOKIE, KEY_COOKIE = "feerie", "feerie-game"
YEAR = 31_536_000
"""Seconds."""
TOKEN_PAGE_POLICY = ("default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
                     "frame-ancestors 'none'")
_GAME = re.compile(r"/(?:play|api/games)/([A-Za-z0-9_-]{1,64})(?:/[a-z]+)?")
"""The addresses of one game: its page, and what the interface has of it."""


class Access:
    """What the holders of a server's token, and of the keys of its games, may reach."""

    def __init__(self, token: str) -> None:
        self._token = token

    def key_of(self, game: str) -> str:
        """The key that opens a game, and nothing else."""
        found = hmac.new(self._token.encode(), f"game {game}".encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(found[:18]).decode()

    def cookies_of(self, game: str) -> list[str]:
        """The cookies by which a browser keeps the key of a game."""
        return [_cookie(KEY_COOKIE, self.key_of(game), f"{path}/{game}") for path in ("/play", "/api/games")]

    def is_open(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        """Whether the sender of a request may reach its address."""
        return scope["path"].startswith(PUBLIC) or self.knows_token(scope, headers) or self._knows_key(scope, headers)

    def knows_token(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        """Whether a request shows the token, in its address, a header or a cookie."""
        shown = (_asked(scope).get("token", ""), headers.get("authorization", "").removeprefix("Bearer "),
                 _kept(headers, TOKEN_COOKIE))
        return any(_equal(each, self._token) for each in shown)

    def _knows_key(self, scope: Scope, headers: Mapping[str, str]) -> bool:
        game = _GAME.fullmatch(scope["path"])
        return game is not None and any(_equal(each, self.key_of(game[1]))
                                        for each in (_asked(scope).get("key", ""), _kept(headers, KEY_COOKIE)))

    def redirection(self, scope: Scope) -> tuple[str, list[str]] | None:
        """The address without the token or key that it shows, and the cookies that keep it; None where it shows none.

        For requests that are open.
        """
        asked, game = _asked(scope), _GAME.fullmatch(scope["path"])
        cookies = []
        if _equal(asked.get("token", ""), self._token):
            cookies.append(_cookie(TOKEN_COOKIE, self._token, "/"))
        if game and _equal(asked.get("key", ""), self.key_of(game[1])):
            cookies += self.cookies_of(game[1])
        if not cookies:
            return None
        query = urlencode([(key, value) for key, value in _query(scope) if key not in ("token", "key")])
        path = "/" + quote(scope["path"].lstrip("/"))       # "//" and "/\" would lead to other sites
        return path + (f"?{query}" if query else ""), cookies


def token_page(reason: str, language: str) -> bytes:
    """The page that asks for the token, with the reason why."""
    texts = page_texts(language)
    page = (STATIC / "token.html").read_text(encoding="utf-8")
    for mark, said in (("language", language), ("title", texts["title"]), ("reason", reason),
                       ("token", texts["token"]), ("open", texts["open"])):
        page = page.replace(f"[[{mark}]]", html.escape(said))
    return page.encode()


def _equal(shown: str, secret: str) -> bool:
    return hmac.compare_digest(shown.encode(), secret.encode())


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"))


def _asked(scope: Scope) -> dict[str, str]:
    return dict(_query(scope))


def _kept(headers: Mapping[str, str], name: str) -> str:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return cookie.value if cookie else ""


def _cookie(name: str, value: str, path: str) -> str:
    return f"{name}={value}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={YEAR}"
