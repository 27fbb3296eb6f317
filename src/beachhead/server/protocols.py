"""The lowest layer: uvicorn's protocols, a little less patient and a little quicker than they come."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from beachhead.server.clock import Clock

P = TypeVar("P", bound=asyncio.Protocol)
WIRE = "beachhead.wire"
"""Under this name an application finds the wire of a socket, for the short ways of `QuickSocket`."""
GOODBYE = 5.0
"""Seconds that a client which does not read gets to notice that it is sent away."""
PATIENCE = 10.0
"""Seconds between looks at a connection; one on which no request has been completed in between is closed."""
WAITING = 16
"""Messages of a socket that may wait to be read before its client is made to wait."""


class ImpatientHttp(H11Protocol):
    """Closes connections that send their request drop by drop, which uvicorn would hold open for ever."""

    clock = Clock()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._seen: Any = None
        self.clock.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        transport = self.transport
        if transport.is_closing() or transport.get_protocol() is not self:
            return
        cycle = self.cycle
        if cycle is self._seen and (cycle is None or cycle.response_complete):
            transport.close()
            return
        self._seen = cycle
        self.clock.call_later(PATIENCE, self._look)


class QuickSocket(WebSocketsSansIOProtocol):
    """Reads on while few messages wait. Uvicorn stops reading after every one and starts again when it is taken, which costs more
    than reading it."""

    clock = Clock()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def write_now(self, text: bytes) -> bool:
        """Send a message at once, if the client keeps up; False if it does not, or has gone."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def hang_up(self, code: int, reason: str) -> None:
        """Send away a client that does not read: a word of goodbye, and soon the end, whether it has been heard or not."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.clock.call_later(GOODBYE, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()


def by_clock(protocol: type[P], clock: Clock) -> type[P]:
    """The same protocol with another clock; uvicorn makes one for each connection, and of the class it is given."""
    return type(protocol.__name__, (protocol,), {"clock": clock})
