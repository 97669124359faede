"""Requests and WebSockets as all interfaces take them: who asks, and connections on which only the server speaks."""
from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, WebSocket, WebSocketDisconnect

__all__ = ["client_of", "tell"]


def client_of(request: Request | WebSocket) -> str:
    """The address of the client, for limits per client."""
    return request.client.host if request.client else ""


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
