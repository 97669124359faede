"""Compression of answers that hold nothing of anybody: the length of a compressed answer tells what is in it."""
from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from feerie.apps.web.serving.page_files import is_immutable

__all__ = ["PublicGZip"]

PUBLIC = ("/static/", "/pictures/", "/api/texts/", "/api/front", "/api/genres", "/api/elements", "/api/catalogue",
          "/api/lessons", "/api/openapi.json")
"""Beginnings of the paths of such answers; those of versioned addresses hold nothing of anybody either."""


class PublicGZip:
    """An ASGI application that compresses what another one answers under those paths."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.compressing = app, GZipMiddleware(app, minimum_size=1000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_public = scope["type"] == "http" and (scope["path"].startswith(PUBLIC) or is_immutable(scope))
        await (self.compressing if is_public else self.app)(scope, receive, send)
