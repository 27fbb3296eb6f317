"""The table: all matches of this process, and the one way in which a match goes on.

An entry is written first and followed second, so what a client has been told is in the database. While an entry of a match is
being written its room is locked; another process that was quicker shows as a conflict, and the room catches up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from typing import Any

from beachhead.server.answers import trouble
from beachhead.server.catalogue import Catalogue
from beachhead.server.course import Next
from beachhead.server.faces import kept_events
from beachhead.server.journal import PLAYED
from beachhead.server.limits import Buckets
from beachhead.server.links import Link
from beachhead.server.notify import Listener
from beachhead.server.room import Change, Room, plain_line
from beachhead.server.settings import Settings
from beachhead.server.storage import EntryRow, LineRow, Storage
from beachhead.server.wire import encode
from beachhead.server.writer import Append, Conflict, Writer

HEARTBEAT = 15.0
SEAT_TAKEN_OVER = 4003


class Table:
    """The matches of one process. Use it as an asynchronous context."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.storage = Storage(settings.database, durable=settings.durable)
        self.catalogue = Catalogue()
        self.rooms: dict[str, Room] = {}
        self.creations = Buckets(self.limits.creations_per_minute / 60, self.limits.creation_burst)
        self.wrong_tokens = Buckets(self.limits.wrong_tokens_per_minute / 60, self.limits.wrong_tokens_per_minute)
        self.process = secrets.token_hex(4)
        """How this process knows its own notices."""
        self.writer: Writer
        self.heavy = asyncio.Semaphore(2)
        """Replaying whole records is slow: two at a time, so that play goes on meanwhile."""
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listener: Listener | None = None

    async def __aenter__(self) -> Table:
        await asyncio.to_thread(self.storage.migrate)
        self.writer = Writer(self.storage)
        if self.storage.shared:
            self._listener = Listener(self.storage, self._noticed)
        self.spawn(self._beat())
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        for room in list(self.rooms.values()):
            with contextlib.suppress(Exception):
                await self._leave_snapshot(room)
        await self.writer.close()
        self.storage.close()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Something to be done besides; what goes wrong is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            trouble(task.exception() or RuntimeError())

    # ------------------------------------------------------------------ rooms

    async def room(self, id: str) -> Room | None:
        """The match of that id, loaded if need be."""
        room = self.rooms.get(id)
        if room is not None:
            room.used = time.monotonic()
            return room
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = self.spawn(self._load(id))
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> Room | None:
        try:
            room = await asyncio.to_thread(self._read, id)
            if room is not None:
                self.rooms[id] = room
            return room
        finally:
            del self._loading[id]

    def _read(self, id: str) -> Room | None:
        row = self.storage.match(id)
        return None if row is None else Room(row, self.storage.journal(id))

    async def _leave_snapshot(self, room: Room) -> None:
        """What the next one to load this match begins with."""
        if room.number > room.snapshot_number and room.playable:
            number, snapshot = room.number, room.snapshot()
            await self.writer.do(lambda connection: self.storage.keep_snapshot(connection, room.id, number, snapshot))
            room.snapshot_number = number

    # ------------------------------------------------------------------ going on

    async def write(
        self, room: Room, side: str, kind: str, text: str, key: str | None = None, done: Next | None = None
    ) -> Change | None:
        """Write the next entry of a match and follow it; None if another process was quicker or the request is an old one.

        The caller holds the room's lock."""
        number = room.number + 1
        row: dict[str, Any] = {
            "match": room.id,
            "number": number,
            "side": side,
            "key": key,
            "kind": kind,
            "text": text,
            "events": kept_events(done.events) if done is not None else "[]",
            "seen": done.seen if done is not None else 0,
            "final": done.final if done is not None else False,
            "at": time.time(),
        }
        entry = EntryRow(number, side, kind, text, row["seen"], row["final"])
        append = Append(row, self.notice(room.id, "entry"))
        if done is not None and (done.state.over or number - room.snapshot_number >= self.settings.snapshot_every):
            append.snapshot = encode(done.state.plain()).decode()
        if (done is not None and done.state.over) or kind in ("resign", "draw"):
            append.ended = kind
        room.behind = True  # until we know: whoever is interrupted here leaves a room that looks again
        written = self.writer.append(append)
        try:
            await asyncio.shield(written)
        except Conflict:
            await self.catch_up(room)
            return None
        except asyncio.CancelledError:  # whoever asked has gone; the others must still hear of it
            written.add_done_callback(lambda _: self.spawn(self._follow(room, "entry")))
            raise
        room.behind = False
        if append.snapshot is not None:
            room.snapshot_number = number
        return room.take(entry, done)

    async def catch_up(self, room: Room) -> None:
        """Follow what other processes have written. The caller holds the room's lock."""
        for entry in await asyncio.to_thread(self.storage.journal, room.id, room.number):
            self.publish(room, room.take(entry))
        room.behind = False

    # ------------------------------------------------------------------ telling

    def publish(self, room: Room, change: Change, link: Link | None = None, re: str | None = None) -> None:
        """Tell every seat what it can see of a change; `link` asked for it by the request `re`."""
        ready: dict[str | None, bytes | None] = {}
        for other in room.links:
            if other is link:
                continue
            if other.seat not in ready:
                ready[other.seat] = self._news(room, change, other.seat, other.tag)
            message = ready[other.seat]
            if message is not None:
                other.tag = room.face(other.seat).tag
                other.send(message)
        if link is not None:
            self.tell(link, room, change.side, room.seen(change, link.seat), re)
        if change.meta:
            self.publish_meta(room)

    def _news(self, room: Room, change: Change, seat: str | None, tag: str) -> bytes | None:
        """The update that a change brings a seat; None if the seat cannot tell that anything has happened."""
        events = room.seen(change, seat)
        if not events and not change.ended and (change.kind not in PLAYED or room.face(seat).tag == tag):
            return None
        return encode(room.update(seat, change.side if events else None, events))

    def tell(self, link: Link, room: Room, by: str | None, events: list[dict[str, Any]], re: str | None) -> None:
        """An update for one socket."""
        link.tag = room.face(link.seat).tag
        link.send(encode(room.update(link.seat, by, events, re)))

    def publish_meta(self, room: Room) -> None:
        """Tell everybody about seats, questions, the end."""
        if room.links:
            message = encode({"t": "meta", "meta": room.meta()})
            for link in room.links:
                link.send(message)

    def publish_line(self, room: Room, line: LineRow) -> None:
        """Tell everybody what somebody said."""
        message = encode({"t": "chat", "line": plain_line(line)})
        for link in room.links:
            link.send(message)

    # ------------------------------------------------------------------ other processes

    def notice(self, id: str, what: str) -> str:
        """What other processes are told."""
        return json.dumps({"match": id, "what": what, "by": self.process})

    def _noticed(self, notice: dict[str, str] | None) -> None:
        """Another process has written; None: some notices may have been lost."""
        if notice is None:
            for room in list(self.rooms.values()):
                self.spawn(self._follow(room, "all"))
        elif notice["by"] != self.process and notice["match"] in self.rooms:
            self.spawn(self._follow(self.rooms[notice["match"]], notice["what"]))

    async def _follow(self, room: Room, what: str) -> None:
        if what in ("entry", "all"):
            async with room.lock:
                await self.catch_up(room)
        if what in ("seats", "all"):
            await self.reseat(room)
        if what.startswith("chat "):
            line = await asyncio.to_thread(self.storage.line, int(what[5:]))
            if line is not None:
                self.publish_line(room, line)

    async def reseat(self, room: Room) -> None:
        """Look at the seats again: names, tokens, who is here. A socket whose token has ended is closed."""
        room.sit(await asyncio.to_thread(self.storage.seats, room.id))
        for link in list(room.links):
            if link.seat is not None and room.seats[link.seat].token_hash != link.token_hash:
                link.close(SEAT_TAKEN_OVER, "the seat has been given to somebody else")
        self.publish_meta(room)

    # ------------------------------------------------------------------ keeping house

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(min(HEARTBEAT, self.limits.idle_seconds / 2))
            present = [(room.id, side) for room in self.rooms.values() for side, seat in room.seats.items() if seat.links]
            try:
                if present and self.storage.shared:
                    await self.writer.do(lambda connection, present=present: self.storage.saw(connection, present))  # type: ignore[misc]
                    for room in [room for room in self.rooms.values() if room.links]:
                        await self._look_who_is_here(room)
                for room in list(self.rooms.values()):
                    await self._perhaps_leave(room)
            except Exception as error:  # the database may be away for a while; the next beat tries again
                trouble(error)

    async def _look_who_is_here(self, room: Room) -> None:
        before = {side: seat.plain() for side, seat in room.seats.items()}
        room.sit(await asyncio.to_thread(self.storage.seats, room.id))
        if before != {side: seat.plain() for side, seat in room.seats.items()}:
            self.publish_meta(room)

    async def _perhaps_leave(self, room: Room) -> None:
        idle = time.monotonic() - room.used > self.limits.idle_seconds
        if idle and not room.links and not room.lock.locked() and (room.bot is None or room.bot.done()):
            await self._leave_snapshot(room)
            if not room.links and not room.lock.locked():
                self.rooms.pop(room.id, None)
