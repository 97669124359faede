"""Requests and WebSockets as all interfaces take them: who asks, and connections on which only the server speaks."""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Query, Request, WebSocket, WebSocketDisconnect

from feerie.apps.web.serving.turns import Visitor

__all__ = ["BrowserName", "client_of", "tell", "visitor_of"]

BrowserName = Annotated[str, Query(max_length=40)]
"""What a browser calls itself: a random text, so that those behind one address can be told apart."""


def client_of(request: Request | WebSocket) -> str:
    """The address of the client, for limits per client."""
    return request.client.host if request.client else ""


def visitor_of(request: Request | WebSocket, browser: str) -> Visitor:
    """The client with the browser that asks, for limits and turns."""
    return Visitor(client_of(request), browser)


async def tell(socket: WebSocket, sending: Coroutine[Any, Any, None], ended: Callable[[], None]) -> None:
    """Send until everything is sent or the client has gone, whichever comes first; then close the connection.

    What the client sends is not read. `ended` is called first of all that follows.
    """
    tasks = [asyncio.create_task(sending), asyncio.create_task(_until_gone(socket))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ended()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close()


async def _until_gone(socket: WebSocket) -> None:
    """Return when the client leaves, or sends anything, which it has no reason to do."""
    with contextlib.suppress(WebSocketDisconnect):
        await socket.receive()
