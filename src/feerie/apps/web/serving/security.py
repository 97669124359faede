"""Security middleware: who may ask, how much and how often, and what the browser may do with the answers.

Headers after the OWASP Secure Headers Project; the rate limit is a token bucket (Turner, 1986).
"""
from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from feerie.apps.web.serving.access import TOKEN_PAGE_POLICY, Access, token_page
from feerie.apps.web.serving.error_messages import error_message, language_of
from feerie.apps.web.serving.page_files import IMMUTABLE, is_immutable

__all__ = ["HEADERS", "RateLimit", "SecurityMiddleware"]

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 256 * 1024
IMPORT = "/api/problems/import"
LARGEST_IMPORT_BODY = 44 * 1024 * 1024
"""Bytes of a request to import problems: 32 MB, as base64 or with escapes."""
IMPORT_FILE = "/api/problems/import/file"
LARGEST_SENT_FILE = 1 << 30
"""Bytes of a file of problems that is sent as it is."""
LONGEST_TARGET = 4096
"""Bytes of path and query."""
BODY_SECONDS, IMPORT_SECONDS, FILE_SECONDS = 6.0, 120.0, 1800.0
MOST_CONNECTIONS = 128
"""WebSockets of one client."""
FILES = ("/static/", "/pictures/men")
"""Beginnings of the paths of files that every page needs."""
COSTLY = ("/api/solutions", IMPORT, "/api/problems/export", "/api/studies")
LOOPBACK = ("localhost", "127.0.0.1", "::1")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                               "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
                               "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class RateLimit:
    """A token bucket for each client: `rate` requests a second, `burst` at once."""

    CLIENTS = 10_000

    def __init__(self, rate: float, burst: int) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Whether a client may ask now; counts the request."""
        now = time.monotonic()
        tokens, last = self._buckets.pop(client, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + (now - last) * self.rate)
        allowed = tokens >= 1
        self._buckets[client] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > self.CLIENTS:
            self._buckets.popitem(last=False)
        return allowed


class SecurityMiddleware:
    """An ASGI application that wraps another one.

    `access`: who may reach what, None if only this machine can connect. Then the header Host must name this machine, so
    that no foreign page can reach the server under a name of its own (DNS rebinding).
    """

    def __init__(self, app: App, access: Access | None = None, limit: RateLimit | None = None) -> None:
        self.app, self.access = app, access
        self.limit = limit or RateLimit(rate=100, burst=400)
        self.files = RateLimit(rate=500, burst=5000)        # a school class behind one address opens the page at once
        self.new_games = RateLimit(rate=1, burst=120)
        self.costly = RateLimit(rate=20, burst=400)         # stepping through a study with the engine on asks each time
        self._connections: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal:
            status, reason = refusal
            language = language_of({}, headers)
            await _refuse(scope, send, status, error_message(reason, language),
                          language if status == 401 and "text/html" in headers.get("accept", "") else None)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif self.access and (redirection := self.access.redirection(scope)):
            await _redirect(send, *redirection)
        else:
            await self._answer(scope, receive, send, language_of({}, headers))

    # --------------------------------------------------------------------------------------------- checks

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        client = _client(scope)
        if scope.get("http_version", "1.1") not in ("1.0", "1.1"):
            return 400, "this version of HTTP is not known"
        new_game = scope.get("method") == "POST" and scope["path"].startswith("/api/games") \
            and scope["path"].endswith(("/games", "/rematch"))
        limit = self.files if scope["path"].startswith(FILES) else self.limit
        if not limit.allows(client) or (new_game and not self.new_games.allows(client)) \
                or (_is_costly(scope) and not self.costly.allows(client)):
            return 429, "too many requests"
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_TARGET:
            return 414, "the address is too long"
        host = headers.get("host", "")
        if self.access is None and _hostname(host) not in LOOPBACK:
            return 421, "this server answers this machine only"
        if self.access is not None and not self.access.is_open(scope, headers):
            return 401, "the token is missing or wrong: open the address that `feerie serve` printed"
        return self._foreign(scope, headers, host) or _body_refusal(headers, _body_limits(scope)[0])

    @staticmethod
    def _foreign(scope: Scope, headers: dict[str, str], host: str) -> tuple[int, str] | None:
        """Refuse what another site's page sends."""
        origin = headers.get("origin")
        needed = scope["type"] == "websocket"
        asked = needed or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if asked and ((origin is None and needed) or (origin is not None and not _is_same(origin, host))):
            return 403, "the request comes from another site"
        return None

    async def _answer(self, scope: Scope, receive: Receive, send: Send, language: str) -> None:
        """Pass a request on. It is cancelled if the server ends while its body is still coming."""
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, _limited(receive, *_body_limits(scope)),
                           _with_headers(sending, IMMUTABLE if is_immutable(scope) else None))
        except asyncio.CancelledError:
            if not begun:
                await _refuse(scope, send, 503, error_message("the server has been stopped", language))

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = _client(scope)
        if self._connections.get(client, 0) >= MOST_CONNECTIONS:
            await _refuse(scope, send, 429, "too many connections")
            return
        self._connections[client] = self._connections.get(client, 0) + 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._connections[client] -= 1
            if not self._connections[client]:
                del self._connections[client]


def _is_costly(scope: Scope) -> bool:
    """Whether a request makes the server compute or write much: solving, reading and writing problems, new studies.

    Setups are not counted: the tables of their men have been made as a rule, and a class asks for one with every man
    that it places.
    """
    path, method = scope["path"], scope.get("method")
    return path.endswith("/file") or path == "/api/analysis" or (method in ("POST", "PUT") and path.startswith(COSTLY))


def _client(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _hostname(host: str) -> str | None:
    """The host name in a header Host, None if there is none."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:          # brackets that do not hold an IPv6 address
        return None


def _is_same(origin: str, host: str) -> bool:
    """Whether the headers Origin and Host name the same server."""
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


def _body_limits(scope: Scope) -> tuple[int, float]:
    """How many bytes the body of a request may have, and how many seconds it may take to come."""
    if scope["path"] == IMPORT_FILE:
        return LARGEST_SENT_FILE, FILE_SECONDS
    return (LARGEST_IMPORT_BODY, IMPORT_SECONDS) if scope["path"] == IMPORT else (LARGEST_BODY, BODY_SECONDS)


def _body_refusal(headers: dict[str, str], most: int) -> tuple[int, str] | None:
    """Refuse a request that announces too large a body."""
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit():
        return 400, "the length is not a number"
    return (413, "the request is too large") if int(length) > most else None


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def _with_headers(send: Send, caching: str | None) -> Send:
    """Add the headers of every answer. `caching`: how a good one may be kept, None where the answer says so."""
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            said = dict(message["headers"]).get(b"cache-control", b"no-cache")
            kept = caching.encode() if caching and message["status"] == 200 else said
            others = [each for each in message["headers"] if each[0] != b"cache-control"]
            message["headers"] = [*others, *_encoded(HEADERS), (b"cache-control", kept)]
        await send(message)
    return sending


def _limited(receive: Receive, most: int, seconds: float) -> Receive:
    """The body, as long as it is neither too large nor too slow."""
    received, begin = 0, time.monotonic()
    whole = False

    async def receiving() -> Message:
        nonlocal received, whole
        if whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.1, begin + seconds - time.monotonic()))
        except TimeoutError:
            return {"type": "http.disconnect"}
        received += len(message.get("body", b""))
        whole = not message.get("more_body")
        return message if received <= most else {"type": "http.disconnect"}
    return receiving


async def _redirect(send: Send, address: str, cookies: list[str]) -> None:
    await send({"type": "http.response.start", "status": 303, "headers": [
        (b"location", address.encode()), *((b"set-cookie", each.encode()) for each in cookies), *_encoded(HEADERS)]})
    await send({"type": "http.response.body", "body": b""})


async def _refuse(scope: Scope, send: Send, status: int, reason: str, page: str | None = None) -> None:
    """Refuse a request. `page`: the language of the page that asks for the token; None for an answer to a program."""
    body = json.dumps({"error": reason}).encode() if page is None else token_page(reason, page)
    kind, own = ("application/json", {}) if page is None else \
        ("text/html; charset=utf-8", {"content-security-policy": TOKEN_PAGE_POLICY, "cache-control": "no-store"})
    headers = [(b"content-type", kind.encode()), *_encoded({**HEADERS, **own})]
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
