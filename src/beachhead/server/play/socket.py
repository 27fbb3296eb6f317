"""Play over a socket: one seat, messages in turn, every one answered (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from beachhead.server.play import chat, messages
from beachhead.server.play.bots import ensure_bot
from beachhead.server.play.connections import Connection
from beachhead.server.play.messages import encode, tidy
from beachhead.server.play.requests import RequestError, SeatRequests
from beachhead.server.room import plain_line
from beachhead.server.seats import HOST, LINK, SPECTATOR, hash_of
from beachhead.server.service import Service
from beachhead.server.settings import PROTOCOL
from beachhead.server.told.log import log_page
from beachhead.server.web.responses import Refused, trouble, unforeseen
from beachhead.server.web.security import address_of

ABUSE, WRONG_TOKEN, OTHER_PROTOCOL, UNKNOWN_MATCH, SET_ASIDE, TRY_LATER = 1008, 4001, 4002, 4004, 4005, 1013
COSTLY = 2
"""What a message counts that makes the service think."""
ROW = 8
"""Actions of a row that count as one message."""
FORWARD = 2
"""Moments of the past that count as one message: each is played and seen anew."""
GOODBYE = 5.0
"""Seconds in which a socket that has ended may still be told what is queued."""
PATIENCE = 100
"""Messages in excess, or unreadable ones, after which a socket is closed."""


class Sockets:
    """All sockets of this process."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.requests = SeatRequests(service)
        self._by_address: Counter[str] = Counter()

    async def serve(self, socket: WebSocket) -> None:
        """One socket from its first message to its end."""
        address = address_of(socket.scope)
        limits = self.service.limits
        if self._by_address[address] >= limits.sockets_per_address or self._by_address.total() >= limits.sockets:
            await socket.accept()
            await socket.close(TRY_LATER, "too many sockets; try again later")
            return
        self._by_address[address] += 1
        try:
            await socket.accept()
            try:
                connection = await self._welcome(socket, address)
                if connection is not None:
                    await self._converse(socket, connection)
            except Refused as no:
                await self._turn_away(socket, SET_ASIDE, no.code, no.text)
            except SQLAlchemyError as error:
                await self._turn_away(socket, TRY_LATER, "trouble", unforeseen(error))
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    # ------------------------------------------------------------------ sitting down

    async def _welcome(self, socket: WebSocket, address: str) -> Connection | None:
        try:
            async with self.service.clock.timeout(self.service.limits.hello_seconds):
                raw = await _receive(socket)
        except TimeoutError:
            await socket.close(ABUSE, "no hello in time")
            return None
        try:
            hello = messages.read_message(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            hello = None
        if not isinstance(hello, messages.Hello):
            await self._turn_away(socket, ABUSE, "unreadable", "The first message must be a hello.")
            return None
        if hello.protocol != PROTOCOL:
            text = f"This service speaks version {PROTOCOL} of the protocol."
            await self._turn_away(socket, OTHER_PROTOCOL, "protocol", text)
            return None
        room = await self.service.room(hello.match) if hello.match.isascii() and hello.match.isalnum() else None
        if room is None:
            await self._turn_away(socket, UNKNOWN_MATCH, "unknown", "There is no such match.")
            return None
        who = room.holder(hello.token)
        admitted = self.service.network.admits(socket.scope, room.id, hello.token)
        if who == LINK and admitted:
            await self._turn_away(socket, WRONG_TOKEN, "link", "This is the link to a seat; take the seat first.")
            return None
        if who is None or who in (HOST, LINK) or not admitted:
            patient = self.service.wrong_tokens.take(address)
            if not patient:
                await self.service.clock.sleep(1)
            await self._turn_away(socket, WRONG_TOKEN, "token", "This token opens no seat of the match.")
            return None
        seat = None if who == SPECTATOR else who
        name = tidy(hello.name, self.service.limits.name_length)
        return Connection(socket, room, seat, hash_of(hello.token), name, self.service.limits)

    async def _turn_away(self, socket: WebSocket, code: int, kind: str, text: str) -> None:
        await socket.send_text(encode({"t": "error", "re": None, "code": kind, "text": text}).decode())
        await socket.close(code, text)

    async def _sit_down(self, connection: Connection) -> None:
        """Take the seat. From here on the connection hears everything, so what it is told first must be one moment."""
        room, seat, side = connection.room, connection.seat, connection.side
        async with room.lock:
            if room.behind or self.service.storage.shared:
                await self.service.catch_up(room)
            page = await log_page(self.service.storage, room, side, self.service.limits.log_page)
            said = await asyncio.to_thread(self.service.storage.chat, room.id, self.service.limits.chat_kept)
            room.connections.add(connection)
            if seat is not None:
                here = room.seats[seat]
                here.links += 1
                here.name = connection.name or here.name
            message: dict[str, Any] = {
                "t": "welcome",
                "protocol": PROTOCOL,
                "seat": seat,
                "side": side,
                "meta": room.meta(),
                "update": self.service.whole_update(connection),
                "log": page["log"],
                "first": page["log"][0]["n"] if page["log"] else 1,
                "chapters": page["chapters"],
                "chat": [plain_line(line) for line in said],
                "autopass": None if seat is None else room.autopass(seat),
            }
            connection.send(encode(message))
        if seat is not None:
            self._here(connection, True)
        self.service.publish_meta(room)
        ensure_bot(self.service, room)

    def _here(self, connection: Connection, here: bool) -> None:
        """Write down that somebody has come or gone, as soon as that is possible: nobody waits for it."""
        room, seat = connection.room, connection.seat
        assert seat is not None
        service = self.service

        def write(database: Any) -> None:
            service.storage.change_seat(database, room.id, seat, **values)
            service.storage.tell(database, [service.notice(room.id, "seats")])

        values: dict[str, Any] = {"seen_at": service.clock.time() if here else 0.0}
        if here and connection.name:
            values["name"] = connection.name
        room.seats[seat].seen_at = values["seen_at"]
        service.writer.do(write).add_done_callback(_note)

    async def _get_up(self, connection: Connection) -> None:
        room = connection.room
        if connection not in room.connections:
            return
        room.connections.discard(connection)
        if all(other.side != connection.side for other in room.connections):
            room.told.pop(connection.side, None)
        if connection.seat is not None:
            seat = room.seats[connection.seat]
            seat.links = max(0, seat.links - 1)
            if not seat.links and seat.token_hash == connection.token_hash:
                self._here(connection, False)
        self.service.publish_meta(room)

    # ------------------------------------------------------------------ talking

    async def _converse(self, socket: WebSocket, connection: Connection) -> None:
        pump = asyncio.create_task(connection.pump())
        reader = asyncio.create_task(self._read(socket, connection))
        try:
            await asyncio.wait({pump, reader}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not pump.done():
                connection.close(1000, "")
                await self.service.clock.wait(pump, GOODBYE)
        finally:
            for task in (reader, pump):
                task.cancel()
            await asyncio.gather(reader, pump, return_exceptions=True)
            await asyncio.shield(self._get_up(connection))

    async def _read(self, socket: WebSocket, connection: Connection) -> None:
        try:
            await self._sit_down(connection)
        except Exception as error:
            self._error(connection, None, "trouble", unforeseen(error))
            connection.close(TRY_LATER, "trouble; try again later")
            return
        strikes = 0
        while not connection.ended.is_set():
            raw = await _receive(socket)
            try:
                message = messages.read_message(raw)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                strikes += 1
                self._error(connection, messages.id_of(raw), "unreadable", f"This cannot be read: {str(error)[:200]}.")
                allowed = connection.messages.take()
            else:
                allowed = connection.messages.take(_cost(message))
                if allowed:
                    strikes = max(0, strikes - 1)
                    await self._answer(connection, message)
                else:
                    self._error(connection, messages.id_of(raw), "too_fast", "Too many messages; wait a moment.")
            strikes += not allowed
            if strikes > PATIENCE:
                connection.close(ABUSE, "too many bad messages")
                return

    async def _answer(self, connection: Connection, message: messages.Incoming) -> None:
        if isinstance(message, messages.Hello):
            self._error(connection, None, "not_now", "This socket has a seat already.")
            return
        try:
            await self._do(connection, message)
        except RequestError as no:
            self._error(connection, message.id, no.code, no.text)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._error(connection, message.id, "trouble", unforeseen(error))

    async def _do(self, connection: Connection, message: messages.Request) -> None:
        done = _DO[type(message)](self.requests, connection, message)
        if inspect.isawaitable(done):
            await done

    @staticmethod
    def _error(connection: Connection, re: str | None, code: str, text: str) -> None:
        connection.send(encode({"t": "error", "re": re, "code": code, "text": text}))


async def _rename(requests: SeatRequests, connection: Connection, message: messages.Rename) -> None:
    await chat.rename(requests.service, connection, message.name)
    connection.send(encode({"t": "done", "re": message.id}))


def _pong(_: SeatRequests, connection: Connection, message: messages.Ping) -> None:
    connection.send(encode({"t": "pong", "re": message.id}))


_DO: dict[type[messages.Request], Callable[[SeatRequests, Connection, Any], Awaitable[None] | None]] = {
    messages.Act: SeatRequests.act,
    messages.ListActions: SeatRequests.list_actions,
    messages.AutoPass: SeatRequests.autopass,
    messages.Undo: SeatRequests.undo,
    messages.Why: SeatRequests.why,
    messages.Preview: SeatRequests.preview,
    messages.AskHint: SeatRequests.hint,
    messages.About: SeatRequests.about,
    messages.Overlay: SeatRequests.overlay,
    messages.Log: SeatRequests.log,
    messages.Look: SeatRequests.look,
    messages.AskOpponent: SeatRequests.offer,
    messages.Answer: SeatRequests.answer,
    messages.Withdraw: SeatRequests.withdraw,
    messages.Resign: SeatRequests.resign,
    messages.Chat: lambda requests, connection, message: chat.say(requests.service, connection, message),
    messages.Rename: _rename,
    messages.Ping: _pong,
}
"""Who carries out which message."""


def _cost(message: messages.Incoming) -> int:
    if isinstance(message, messages.Act):
        return 1 + len(message.texts) // ROW
    if isinstance(message, messages.Look):
        return COSTLY + message.then // FORWARD
    return COSTLY if isinstance(message, messages.Preview | messages.Log | messages.ListActions | messages.AskHint) else 1


def _note(done: asyncio.Future[Any]) -> None:
    error = None if done.cancelled() else done.exception()
    if error is not None:
        trouble(error)


async def _receive(socket: WebSocket) -> bytes | str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text if text is not None else message.get("bytes") or b""
