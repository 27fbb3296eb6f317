"""A socket in a seat, seen from the table: messages are put in its queue, and a client that does not read is sent away."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from beachhead.server.play.limits import Bucket
from beachhead.server.settings import Limits
from beachhead.server.web.protocols import TOO_SLOW, WIRE, QuickSocket
from beachhead.server.web.security import address_of

if TYPE_CHECKING:
    from beachhead.server.room import Room

CLOSING_SECONDS = 5.0


class Connection:
    """One socket. `seat` is None for spectators, and so is `side`, with whose eyes the seat looks."""

    def __init__(self, socket: WebSocket, room: Room, seat: str | None, token_hash: str, name: str, limits: Limits) -> None:
        self.room = room
        self.seat = seat
        self.side = room.side_of(seat)
        self.token_hash = token_hash
        self.scope = socket.scope
        self.name = name
        self.tag = ""
        """The tag of the last update sent."""
        self.messages = Bucket(limits.messages_per_s, limits.message_burst, room.clock)
        self.address = address_of(socket.scope)
        self.ended = asyncio.Event()
        self._socket = socket
        self._limits = limits
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._something = asyncio.Event()
        self._close: tuple[int, str] | None = None
        self._busy = False
        """Whether the pump is sending; whatever comes meanwhile must wait its turn."""
        self._wire: QuickSocket | None = socket.scope.get("extensions", {}).get(WIRE)

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""
        if self._close is not None:
            return
        if self._wire is not None and not self._busy and not self._queue and self._wire.write_now(message):
            return
        self._queue.append(message)
        self._bytes += len(message)
        if len(self._queue) > self._limits.queued_messages or self._bytes > self._limits.queued_bytes:
            self._queue.clear()
            self.close(TOO_SLOW, "the client reads too slowly")
            if self._wire is not None:
                self._wire.hang_up(TOO_SLOW, "the client reads too slowly")
        self._something.set()

    def close(self, code: int, reason: str) -> None:
        """Send what is queued, then close."""
        if self._close is None:
            self._close = (code, reason)
        self._something.set()

    async def pump(self) -> None:
        """Send what is queued until the socket ends."""
        try:
            while True:
                while self._queue:
                    message = self._queue.popleft()
                    self._bytes -= len(message)
                    self._busy = True
                    await self._socket.send({"type": "websocket.send", "text": message.decode()})
                    self._busy = False
                if self._close is not None:
                    code, reason = self._close
                    async with self.room.clock.timeout(CLOSING_SECONDS):
                        await self._socket.close(code, reason)
                    return
                self._something.clear()
                await self._something.wait()
        except (WebSocketDisconnect, RuntimeError, TimeoutError, OSError):
            pass  # the client has gone; the reader notices too
        finally:
            self.ended.set()
