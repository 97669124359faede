"""Limits of connections: how many a client may have, how soon a request must come, and no answers to clients that do
not read them."""
from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["CONNECTIONS_OF_ONE", "REQUEST_SECONDS", "LimitedProtocol", "PacedWebSocket", "limited_protocol"]

CONNECTIONS_OF_ONE = 384
"""Connections that may be open from one client's address, WebSockets not counted."""
REQUEST_SECONDS = 10.0
"""Time from the opening of a connection, or the end of an answer, to the end of the next request's headers."""


class LimitedProtocol(H11Protocol):
    """Answers 429 to a client's connections beyond `most`, and 408 if no request comes within `seconds`.

    `clients`: how many connections each client's address has. `proxy`: the address of a reverse proxy, whose
    connections are those of many clients and are not limited. The methods are those of asyncio.Protocol and uvicorn.
    """

    clients: Counter[str]
    seconds = REQUEST_SECONDS
    most = CONNECTIONS_OF_ONE
    proxy: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _counted: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:        # type: ignore[override]
        super().connection_made(transport)
        client = self.client[0] if self.client else ""
        if client == self.proxy:
            return
        if self.clients[client] >= self.most:
            self._refuse(b"429 Too Many Requests")
            return
        self._counted = client
        self.clients[client] += 1
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._is_answering():
            self._wait_no_more()
        else:
            self._wait()

    def send_400_response(self, msg: str) -> None:
        if self.cycle is not None and not self.cycle.response_complete:     # a request that went wrong in its body
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.close()
                return
        super().send_400_response(msg)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._is_answering():
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    # ---------------------------------------------------------------------------------------- the deadline

    def _is_answering(self) -> bool:
        return self._counted is None or (self.cycle is not None and not self.cycle.response_complete)

    def _wait(self) -> None:
        if self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(self.seconds, self._give_up)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self._refuse(b"408 Request Timeout")

    def _refuse(self, status: bytes) -> None:
        if self.cycle is None:
            self.transport.write(b"HTTP/1.1 " + status + b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        self.transport.close()

    def _leave(self) -> None:
        self._wait_no_more()
        if self._counted is not None:
            self.clients[self._counted] -= 1
            if not self.clients[self._counted]:
                del self.clients[self._counted]
            self._counted = None


class PacedWebSocket(WebSocketsSansIOProtocol):
    """Reads nothing from a client that does not read: the answers to its pings would fill the memory."""

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()


def limited_protocol(proxy: str | None = None) -> type[LimitedProtocol]:
    """The protocol for the connections of one server, which are counted together; see `LimitedProtocol`."""
    return type("Protocol", (LimitedProtocol,), {"clients": Counter(), "proxy": proxy})
