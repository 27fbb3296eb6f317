"""The table: all matches of this process, and the one way in which a match goes on.

An entry is written first and followed second, so what a client has been told is in the database. While an entry of a match is
being written its room is locked; another process that was quicker shows as a conflict, and the room catches up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy.engine import Connection

from beachhead.server.catalogue import Catalogue
from beachhead.server.connections import Link
from beachhead.server.history import Next
from beachhead.server.journal import ACT, DRAW, PLAYED, RESIGN
from beachhead.server.limits import Buckets, Turns
from beachhead.server.messages import encode
from beachhead.server.network import Network
from beachhead.server.notify import Listener
from beachhead.server.responses import trouble
from beachhead.server.room import Change, Room, plain_line
from beachhead.server.settings import Settings
from beachhead.server.storage import EntryRow, LineRow, Storage
from beachhead.server.views import kept_events
from beachhead.server.writer import Append, Conflict, Writer

HEARTBEAT = 15.0
SEAT_TAKEN_OVER = 4003


class Table:
    """The matches of one process. Use it as an asynchronous context."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.clock = settings.clock
        self.storage = Storage(settings.database, durable=settings.durable)
        self.catalogue = Catalogue()
        self.network = Network(settings)
        self.rooms: dict[str, Room] = {}
        self.creations = Buckets(self.limits.creations_per_minute / 60, self.limits.creation_burst, self.clock)
        wrong = self.limits.wrong_tokens_per_minute
        self.wrong_tokens = Buckets(wrong / 60, wrong, self.clock)
        self.process = secrets.token_hex(4)
        """How this process knows its own notices."""
        self.writer: Writer
        self.heavy = Turns(2)
        """Replaying whole records is slow: two at a time, so that play goes on meanwhile."""
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listener: Listener | None = None

    async def __aenter__(self) -> Table:
        await asyncio.to_thread(self.storage.migrate)
        self.writer = Writer(self.storage, self.clock)
        if self.storage.shared:
            self._listener = Listener(self.storage, self._noticed, self.clock)
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
            room.used = self.clock.now()
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
        return None if row is None else Room(row, self.storage.journal(id), self.clock)

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
        entry = _entry(room.number + 1, side, kind, text, done)
        return room.take(entry, done) if await self._commit(room, [entry], [key], done) else None

    async def write_row(self, room: Room, row: Sequence[Next], key: str | None = None, link: Link | None = None) -> bool:
        """Write several actions of one side in one transaction, follow them and tell everybody; False if nothing came of it, as
        with `write`. `link` asked for it by the request `key`, and is told once.

        The caller holds the room's lock."""
        entries = [_entry(room.number + place, done.side, ACT, done.text, done, place) for place, done in enumerate(row, 1)]
        if not await self._commit(room, entries, [None] * (len(row) - 1) + [key], row[-1]):
            return False
        meta, events = False, list[dict[str, Any]]()
        for entry, done in zip(entries, row, strict=True):
            change = room.take(entry, done)
            self._spread(room, change, link)
            meta = meta or change.meta
            if link is not None:
                events += room.seen(change, link.side)
        if link is not None:
            self.tell(link, room, row[-1].side, events, key, taken=len(row))
        if meta:
            self.publish_meta(room)
        return True

    async def _commit(self, room: Room, journal: Sequence[EntryRow], keys: Sequence[str | None], done: Next | None) -> bool:
        """Write entries, all or none; `done` is what the last of them led to."""
        now, last = self.clock.time(), journal[-1]
        rows = [
            {name: getattr(entry, name) for name in EntryRow.__slots__} | {"match": room.id, "key": key, "at": now}
            for entry, key in zip(journal, keys, strict=True)
        ]
        append = Append(rows, self.notice(room.id, "entry"))
        if done is not None and (done.state.over or last.number - room.snapshot_number >= self.settings.snapshot_every):
            append.snapshot = encode(done.state.plain()).decode()
        if (done is not None and done.state.over) or last.kind in (RESIGN, DRAW):
            append.ended = last.kind
        room.behind = True  # until we know: whoever is interrupted here leaves a room that looks again
        written = self.writer.append(append)
        try:
            await asyncio.shield(written)
        except Conflict:
            await self.catch_up(room)
            return False
        except asyncio.CancelledError:  # whoever asked has gone; the others must still hear of it
            written.add_done_callback(lambda _: self.spawn(self._follow(room, "entry")))
            raise
        room.behind = False
        if append.snapshot is not None:
            room.snapshot_number = last.number
        return True

    async def catch_up(self, room: Room) -> None:
        """Follow what other processes have written. The caller holds the room's lock."""
        for entry in await asyncio.to_thread(self.storage.journal, room.id, room.number):
            self.publish(room, room.take(entry))
        room.behind = False

    async def look_again(self, room: Room) -> None:
        """Follow what another process may have confirmed, if one may have: its notice can be late."""
        if room.behind or self.storage.shared:
            async with room.lock:
                await self.catch_up(room)

    # ------------------------------------------------------------------ telling

    def publish(self, room: Room, change: Change, link: Link | None = None, re: str | None = None) -> None:
        """Tell every seat what it can see of a change; `link` asked for it by the request `re`."""
        self._spread(room, change, link)
        if link is not None:
            self.tell(link, room, change.side, room.seen(change, link.side), re)
        if change.meta:
            self.publish_meta(room)

    def _spread(self, room: Room, change: Change, link: Link | None) -> None:
        """Tell everybody but `link`. What is known to be hidden costs the others no time either: they could measure it."""
        ready: dict[str | None, bytes | None] = {}
        for other in room.links:
            if other is link or (change.hidden and other.side != change.side):
                continue
            if other.side not in ready:
                ready[other.side] = self._news(room, change, other.side, other.tag)
            message = ready[other.side]
            if message is not None:
                other.tag = room.face(other.side).tag
                other.send(message)

    def _news(self, room: Room, change: Change, side: str | None, tag: str) -> bytes | None:
        """The update that a change brings the seats of a side; None if they cannot tell that anything has happened."""
        events = room.seen(change, side)
        if not events and not change.ended and (change.kind not in PLAYED or room.face(side).tag == tag):
            return None
        return encode(room.update(side, change.side if events else None, events))

    def tell(self, link: Link, room: Room, by: str | None, events: list[dict[str, Any]], re: str | None, **more: Any) -> None:
        """An update for one socket."""
        link.tag = room.face(link.side).tag
        link.send(encode(room.update(link.side, by, events, re) | more))

    def tell_autopass(self, room: Room, seat: str, link: Link | None = None, re: str | None = None) -> None:
        """Tell a seat, and nobody else, what is passed for it; `link` asked for it."""
        for other in room.links:
            if other.seat == seat:
                told = {"t": "autopass", "re": re if other is link else None, "steps": room.autopass(seat)}
                other.send(encode(told))

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
        if what == "autopass":
            await self._look_what_is_passed(room)
        if what.startswith("chat "):
            line = await asyncio.to_thread(self.storage.line, int(what[5:]))
            if line is not None:
                self.publish_line(room, line)

    async def _look_what_is_passed(self, room: Room) -> None:
        """Another process has changed what is passed for a seat: nothing that others may hear of."""
        before = {name: seat.autopass for name, seat in room.seats.items()}
        room.sit(await asyncio.to_thread(self.storage.seats, room.id))
        for name, seat in room.seats.items():
            if seat.autopass != before.get(name):
                self.tell_autopass(room, name)

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
            await self.clock.sleep(min(HEARTBEAT, self.limits.idle_seconds / 2))
            present = [(room.id, name) for room in self.rooms.values() for name, seat in room.seats.items() if seat.links]
            try:
                if present and self.storage.shared:
                    await self.writer.do(partial(self._saw, present, self.clock.time()))
                    for room in [room for room in self.rooms.values() if room.links]:
                        await self._look_who_is_here(room)
                for room in list(self.rooms.values()):
                    await self._perhaps_leave(room)
            except Exception as error:  # the database may be away for a while; the next beat tries again
                trouble(error)

    def _saw(self, present: Sequence[tuple[str, str]], now: float, connection: Connection) -> None:
        self.storage.saw(connection, present, now)

    async def _look_who_is_here(self, room: Room) -> None:
        before = room.seated()
        room.sit(await asyncio.to_thread(self.storage.seats, room.id))
        if before != room.seated():
            self.publish_meta(room)

    async def _perhaps_leave(self, room: Room) -> None:
        idle = self.clock.now() - room.used > self.limits.idle_seconds
        if idle and not room.links and not room.lock.locked() and (room.bot is None or room.bot.done()):
            await self._leave_snapshot(room)
            if not room.links and not room.lock.locked():
                self.rooms.pop(room.id, None)


def _entry(number: int, side: str, kind: str, text: str, done: Next | None, place: int = 1) -> EntryRow:
    """An entry of the journal; `done` is the action that it is, if it is one."""
    if done is None:
        return EntryRow(number, side, kind, text, 0, False, "[]")
    return EntryRow(number, side, kind, text, done.seen, done.final, kept_events(done.events), place)
