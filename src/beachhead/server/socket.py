"""Play over a socket: one seat, messages in turn, every one answered (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from beachhead.server import chat, messages
from beachhead.server.bots import ensure_bot
from beachhead.server.connections import Link
from beachhead.server.messages import encode, tidy
from beachhead.server.requests import Impossible, Play
from beachhead.server.responses import unforeseen
from beachhead.server.room import plain_line
from beachhead.server.seats import HOST, SPECTATOR, hash_of
from beachhead.server.security import address_of
from beachhead.server.service import Table
from beachhead.server.settings import PROTOCOL

ABUSE, WRONG_TOKEN, OTHER_PROTOCOL, UNKNOWN_MATCH, TRY_LATER = 1008, 4001, 4002, 4004, 1013
COSTLY = 2
"""What a message counts that makes the service think."""
ROW = 8
"""Actions of a row that count as one message."""
GOODBYE = 5.0
"""Seconds in which a socket that has ended may still be told what is queued."""
PATIENCE = 100
"""Messages in excess, or unreadable ones, after which a socket is closed."""


class Sockets:
    """All sockets of this process."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.play = Play(table)
        self._by_address: Counter[str] = Counter()

    async def serve(self, socket: WebSocket) -> None:
        """One socket from its first message to its end."""
        address = address_of(socket.scope)
        limits = self.table.limits
        if self._by_address[address] >= limits.sockets_per_address or self._by_address.total() >= limits.sockets:
            await socket.accept()
            await socket.close(TRY_LATER, "too many sockets; try again later")
            return
        self._by_address[address] += 1
        try:
            await socket.accept()
            link = await self._welcome(socket, address)
            if link is not None:
                await self._converse(socket, link)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    # ------------------------------------------------------------------ sitting down

    async def _welcome(self, socket: WebSocket, address: str) -> Link | None:
        try:
            async with self.table.clock.timeout(self.table.limits.hello_seconds):
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
        room = await self.table.room(hello.match) if hello.match.isascii() and hello.match.isalnum() else None
        if room is None:
            await self._turn_away(socket, UNKNOWN_MATCH, "unknown", "There is no such match.")
            return None
        who = room.holder(hello.token)
        if who is None or who == HOST or not self.table.network.admits(socket.scope, room.id, hello.token):
            patient = self.table.wrong_tokens.take(address)
            if not patient:
                await self.table.clock.sleep(1)
            await self._turn_away(socket, WRONG_TOKEN, "token", "This token opens no seat of the match.")
            return None
        seat = None if who == SPECTATOR else who
        name = tidy(hello.name, self.table.limits.name_length)
        return Link(socket, room, seat, hash_of(hello.token), name, self.table.limits)

    async def _turn_away(self, socket: WebSocket, code: int, kind: str, text: str) -> None:
        await socket.send_text(encode({"t": "error", "re": None, "code": kind, "text": text}).decode())
        await socket.close(code, text)

    async def _sit_down(self, link: Link) -> None:
        """Take the seat. From here on the link hears everything, so what it is told first must be one moment."""
        room, seat, side = link.room, link.seat, link.side
        async with room.lock:
            if room.behind or self.table.storage.shared:
                await self.table.catch_up(room)
            history = await self.play.log(room, side)
            said = await asyncio.to_thread(self.table.storage.chat, room.id, self.table.limits.chat_kept)
            room.links.add(link)
            if seat is not None:
                here = room.seats[seat]
                here.links += 1
                here.taken = True
                here.name = link.name or here.name
            link.tag = room.face(side).tag
            message: dict[str, Any] = {
                "t": "welcome",
                "protocol": PROTOCOL,
                "seat": seat,
                "side": side,
                "meta": room.meta(),
                "update": room.update(side, None, []),
                "log": history,
                "chat": [plain_line(line) for line in said],
                "autopass": None if seat is None else room.autopass(seat),
            }
            link.send(encode(message))
        if seat is not None:
            await self._here(link, True)
        self.table.publish_meta(room)
        ensure_bot(self.table, room)

    async def _here(self, link: Link, here: bool) -> None:
        room, seat = link.room, link.seat
        assert seat is not None
        table = self.table

        def write(connection: Any) -> None:
            table.storage.change_seat(connection, room.id, seat, **values)
            table.storage.tell(connection, [table.notice(room.id, "seats")])

        values: dict[str, Any] = {"seen_at": table.clock.time(), "taken": True} if here else {"seen_at": 0.0}
        if here and link.name:
            values["name"] = link.name
        room.seats[seat].seen_at = values["seen_at"]
        await table.writer.do(write)

    async def _get_up(self, link: Link) -> None:
        room = link.room
        if link not in room.links:
            return
        room.links.discard(link)
        if link.seat is not None:
            seat = room.seats[link.seat]
            seat.links = max(0, seat.links - 1)
            if not seat.links and seat.token_hash == link.token_hash:
                with contextlib.suppress(Exception):
                    await self._here(link, False)
        self.table.publish_meta(room)

    # ------------------------------------------------------------------ talking

    async def _converse(self, socket: WebSocket, link: Link) -> None:
        pump = asyncio.create_task(link.pump())
        reader = asyncio.create_task(self._read(socket, link))
        try:
            await asyncio.wait({pump, reader}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not pump.done():
                link.close(1000, "")
                await self.table.clock.wait(pump, GOODBYE)
        finally:
            for task in (reader, pump):
                task.cancel()
            await asyncio.gather(reader, pump, return_exceptions=True)
            await asyncio.shield(self._get_up(link))

    async def _read(self, socket: WebSocket, link: Link) -> None:
        await self._sit_down(link)
        strikes = 0
        while not link.ended.is_set():
            raw = await _receive(socket)
            try:
                message = messages.read_message(raw)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                strikes += 1
                self._error(link, messages.id_of(raw), "unreadable", f"This cannot be read: {str(error)[:200]}.")
                allowed = link.messages.take()
            else:
                allowed = link.messages.take(_cost(message))
                if allowed:
                    strikes = max(0, strikes - 1)
                    await self._answer(link, message)
                else:
                    self._error(link, messages.id_of(raw), "too_fast", "Too many messages; wait a moment.")
            strikes += not allowed
            if strikes > PATIENCE:
                link.close(ABUSE, "too many bad messages")
                return

    async def _answer(self, link: Link, message: messages.Incoming) -> None:
        if isinstance(message, messages.Hello):
            self._error(link, None, "not_now", "This socket has a seat already.")
            return
        try:
            await self._do(link, message)
        except Impossible as no:
            self._error(link, message.id, no.code, no.text)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._error(link, message.id, "trouble", unforeseen(error))

    async def _do(self, link: Link, message: messages.Request) -> None:
        play = self.play
        match message:
            case messages.Act():
                await play.act(link, message)
            case messages.Acts():
                await play.acts(link, message)
            case messages.AutoPass():
                await play.autopass(link, message)
            case messages.Undo():
                await play.undo(link, message)
            case messages.Why():
                play.why(link, message)
            case messages.Preview():
                await play.preview(link, message)
            case messages.About():
                play.about(link, message)
            case messages.Overlay():
                play.overlay(link, message)
            case messages.Log():
                history = await play.log(link.room, play.eyes(link, message.side), message.since)
                link.send(encode({"t": "logged", "re": message.id, "log": history}))
            case messages.Look():
                await play.look(link, message)
            case messages.OfferTo():
                await play.offer(link, message)
            case messages.Answer():
                await play.answer(link, message)
            case messages.Withdraw():
                await play.withdraw(link, message)
            case messages.Resign():
                await play.resign(link, message)
            case messages.Chat():
                await chat.say(self.table, link, message)
            case messages.Rename():
                await chat.rename(self.table, link, message.name)
                link.send(encode({"t": "done", "re": message.id}))
            case messages.Ping():
                link.send(encode({"t": "pong", "re": message.id}))

    @staticmethod
    def _error(link: Link, re: str | None, code: str, text: str) -> None:
        link.send(encode({"t": "error", "re": re, "code": code, "text": text}))


def _cost(message: messages.Incoming) -> int:
    if isinstance(message, messages.Acts):
        return 1 + len(message.texts) // ROW
    return COSTLY if isinstance(message, messages.Preview | messages.Look | messages.Log) else 1


async def _receive(socket: WebSocket) -> bytes | str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text if text is not None else message.get("bytes") or b""
