"""The lowest layer: uvicorn's protocols, a little less patient and a little quicker than they come.

Everything here happens before a request or message has been read, so it is counted by connection and by address alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, TypeVar

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from beachhead.server.clock import Clock
from beachhead.server.play.limits import Bucket, network_of
from beachhead.server.settings import Limits, Settings

P = TypeVar("P", bound=asyncio.Protocol)
WIRE = "beachhead.wire"
"""Under this name an application finds the wire of a socket, for the short ways of `QuickSocket`."""
GOODBYE = 5.0
"""Seconds that a client which does not read gets to notice that it is sent away."""
PATIENCE = 10.0
"""Seconds between looks at a connection; one on which no request has been completed in between is closed."""
STUCK = 3
"""Looks after which a client that has read nothing of an answer is given up."""
WAITING = 16
"""Messages of a socket that may wait to be read before its client is made to wait."""
PIECE = 2048
"""Bytes of a socket that are decoded before the frames in them are counted."""
PIECES = 1000
"""Pieces of one message, at most."""
ABUSE, TOO_SLOW = 1008, 1013


class Crowd:
    """The connections that are open, counted by address. `trusted` are the proxies, which bring many people."""

    def __init__(self, trusted: Any = ()) -> None:
        self.trusted = trusted
        self._open: Counter[str] = Counter()

    def come(self, transport: asyncio.BaseTransport) -> int:
        """Count a connection, and return how many its address now has; a proxy's are not counted."""
        address = _peer(transport)
        if address in self.trusted:
            return 0
        self._open[network_of(address)] += 1
        return self._open[network_of(address)]

    def go(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        address = network_of(_peer(transport))
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


def _peer(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


class ImpatientHttp(H11Protocol):
    """Closes connections that send their request drop by drop, or do not read what they asked for, which uvicorn would hold open
    for ever, and those of an address that has too many already."""

    clock = Clock()
    limits = Limits()
    crowd = Crowd()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._seen: Any = None
        self._unread = self._stuck = 0
        if self.crowd.come(transport) > self.limits.connections_per_address:
            transport.abort()
            return
        self.clock.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.crowd.go(self.transport)

    def _look(self) -> None:
        transport = self.transport
        if transport.get_protocol() is not self:
            return
        cycle, unread = self.cycle, transport.get_write_buffer_size()
        same = cycle is self._seen
        self._stuck = self._stuck + 1 if same and unread and unread == self._unread else 0
        if transport.is_closing() or self._stuck >= STUCK:
            transport.abort()
            return
        if same and (cycle is None or cycle.response_complete):
            transport.close()
        self._seen, self._unread = cycle, unread
        self.clock.call_later(PATIENCE, self._look)


class QuickSocket(WebSocketsSansIOProtocol):
    """Reads on while few messages wait. Uvicorn stops reading after every one and starts again when it is taken, which costs more
    than reading it. Frames are counted before anything is done about them, whatever they hold, and a connection that is to end
    does so, whether its client reads what is still queued or not."""

    clock = Clock()
    limits = Limits()
    crowd = Crowd()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._allowed = Bucket(self.limits.frames_per_s, self.limits.frame_burst, self.clock)
        self._cut = False
        self.clock.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.crowd.go(self.transport)

    def _look(self) -> None:
        if self.transport.is_closing():
            self.transport.abort()
        elif not self.disconnected:
            self.clock.call_later(PATIENCE, self._look)

    def data_received(self, data: bytes) -> None:
        for at in range(0, len(data), PIECE):
            if self._cut:
                return
            self.conn.receive_data(data[at : at + PIECE])
            if self.conn.parser_exc is not None:
                self.handle_parser_exception()
                return
            if not self._allowed.take(max(1, len(self.conn.events))) or len(self.frames) > PIECES:
                self.hang_up(ABUSE, "too many frames")
                return
            self.handle_events()
            if self.transport.get_write_buffer_size() > self.limits.queued_bytes:
                self.hang_up(TOO_SLOW, "the client reads too slowly")

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
        """Send away a client that does not read, or sends too much: a word of goodbye, and soon the end, whether it has been
        heard or not. Nothing more is read from it."""
        if self._cut:
            return
        self._cut = True
        if not self.disconnected and not self.close_sent and not self.transport.is_closing():
            if self.handshake_complete:
                self.conn.send_close(code, reason)
                self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.clock.call_later(GOODBYE, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()


def configured(protocol: type[P], settings: Settings, crowd: Crowd) -> type[P]:
    """A protocol with a service's clock and limits; uvicorn makes one for each connection, and of the class it is given."""
    return type(protocol.__name__, (protocol,), {"clock": settings.clock, "limits": settings.limits, "crowd": crowd})
