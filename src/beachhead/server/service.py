"""The service: all matches of this process, and the one way in which a match continues.

Entries are written first and followed second, so what a client has been told is in the database. While entries of a match are
being written its room is locked; another process that was quicker shows as a conflict, and the room catches up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any

from sqlalchemy.engine import Connection as DatabaseConnection

from beachhead.server.catalogue import Catalogue
from beachhead.server.kept.history import Applied
from beachhead.server.kept.journal import ACT, DRAW, PLAYED, RESIGN, entry_of
from beachhead.server.kept.notify import Listener
from beachhead.server.kept.storage import EntryRow, LineRow, Storage, fault_of, key_of
from beachhead.server.kept.writer import Append, Conflict, Writer
from beachhead.server.play.bots import ensure_bot
from beachhead.server.play.connections import Connection
from beachhead.server.play.limits import Buckets, Turns
from beachhead.server.play.messages import encode
from beachhead.server.play.updates import SideUpdate
from beachhead.server.room import Room, plain_line
from beachhead.server.settings import Settings
from beachhead.server.web.network import Network
from beachhead.server.web.responses import Refused, log, trouble

HEARTBEAT = 15.0
WRONG_TOKEN, SEAT_TAKEN_OVER, UNKNOWN_MATCH = 4001, 4003, 4004
HEALTH_SECONDS = 2.0
TOGETHER = 64
"""Actions of another process that are sent in one update, at most."""


class Service:
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
        self.chats = Buckets(self.limits.chats_per_s, self.limits.chat_burst, self.clock)
        self._probe: asyncio.Future[None] | None = None
        self._aside: set[str] = set()
        """Matches that cannot be read; each is logged once."""
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listener: Listener | None = None

    async def __aenter__(self) -> Service:
        await asyncio.to_thread(self.storage.open)
        self.writer = Writer(self.storage, self.clock)
        if self.storage.shared:
            self._listener = Listener(self.storage, self._noticed, self.clock)
        self.run_in_background(self._beat())
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

    def run_in_background(self, work: Any) -> asyncio.Task[Any]:
        """Run something on the side; what goes wrong is logged."""
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
            loading = self._loading[id] = self.run_in_background(self._load(id))
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
        if row is None:
            return None
        journal = self.storage.journal(id)
        try:
            return Room(row, journal, self.clock)
        except Exception as error:
            if id not in self._aside:
                self._aside.add(id)
                log.error("a match of %s created %.0f is set aside: %s: %s", row.game, row.created, type(error).__name__, error)
            text = "This match is damaged and has been set aside; only its host can restore it, from a backup."
            raise Refused(503, "set_aside", text) from None

    async def _leave_snapshot(self, room: Room) -> None:
        """What the next one to load this match begins with."""
        if room.number > room.snapshot_number and room.playable:
            number, snapshot = room.number, room.snapshot()
            await self.writer.do(lambda connection: self.storage.keep_snapshot(connection, room.id, number, snapshot))
            room.snapshot_number = number

    # ------------------------------------------------------------------ going on

    async def write(
        self,
        room: Room,
        entries: Sequence[EntryRow],
        applied: Sequence[Applied] = (),
        *,
        key: str | None = None,
        asker: Connection | None = None,
    ) -> bool:
        """Write the next entries of a match in one transaction, follow them and tell everybody; False if another process was
        quicker or the request is an old one. `applied` are the actions that the entries are, if they are; `asker` asked for them
        by the request `key`.

        The caller holds the room's lock."""
        named = None if key is None else key_of((asker.seat if asker is not None else None) or "", key)
        if not await self._commit(room, entries, named, applied[-1] if applied else None):
            return False
        self.publish(room, entries, applied, asker, key)
        ensure_bot(self, room)  # where another process has written, its own bots answer
        return True

    async def act(self, room: Room, row: Sequence[Applied], *, key: str | None = None, asker: Connection | None = None) -> bool:
        """Write actions that one side, or one bot, takes one after another; see `write`."""
        entries = [entry_of(room.number + place, applied, place) for place, applied in enumerate(row, 1)]
        return await self.write(room, entries, row, key=key, asker=asker)

    async def _commit(self, room: Room, journal: Sequence[EntryRow], key: str | None, done: Applied | None) -> bool:
        """Write entries, all or none; `done` is what the last of them led to, and the last of them has the key."""
        now, last = self.clock.time(), journal[-1]
        rows = [
            {name: getattr(entry, name) for name in EntryRow.__slots__}
            | {"match": room.id, "key": key if entry is last else None, "at": now}
            for entry in journal
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
            written.add_done_callback(lambda _: self.run_in_background(self._follow(room, "entry")))
            raise
        room.behind = False
        if append.snapshot is not None:
            room.snapshot_number = last.number
        return True

    async def catch_up(self, room: Room) -> None:
        """Follow what other processes have written. The caller holds the room's lock."""
        journal = await asyncio.to_thread(partial(self.storage.journal, room.id, room.number, events=True))
        for played, group in groupby(journal, lambda entry: entry.kind == ACT):
            row = list(group)
            for first in range(0, len(row), TOGETHER if played else 1):
                self.publish(room, row[first : first + (TOGETHER if played else 1)])
        room.behind = False

    async def look_again(self, room: Room) -> None:
        """Follow what another process may have confirmed, if one may have: its notice can be late."""
        if room.behind or self.storage.shared:
            async with room.lock:
                await self.catch_up(room)

    # ------------------------------------------------------------------ telling

    def publish(
        self,
        room: Room,
        entries: Sequence[EntryRow],
        applied: Sequence[Applied] = (),
        asker: Connection | None = None,
        re: str | None = None,
    ) -> None:
        """Follow entries that have been written, and tell every seat once what it can see of them; `asker` asked for them by the
        request `re`."""
        updates = {side: SideUpdate(room, side) for side in {connection.side for connection in room.connections}}
        meta = answered = False
        for place, entry in enumerate(entries):
            effect = room.follow(entry, applied[place] if applied else None)
            meta, answered = meta or effect.meta, answered or effect.ended or entry.kind in PLAYED
            for update in updates.values():
                update.note(effect)
        reply: dict[str, Any] = {"re": re} | ({"taken": len(applied)} if applied else {})
        for update in updates.values():
            update.send(self.limits.listed_actions, asker if answered else None, **reply)
        if meta:
            self.publish_meta(room)
        if asker is not None and not answered:
            asker.send(encode({"t": "done", "re": re}))

    def whole_update(self, connection: Connection) -> dict[str, Any]:
        """An update with the whole view, for a client of which nothing is known; from here on it is known what it has."""
        room, side = connection.room, connection.side
        now = room.view_for(side)
        connection.tag = now.tag
        room.told[side] = now
        return room.update(side, self.limits.listed_actions, connection.seat)

    def tell_autopass(self, room: Room, seat: str, asker: Connection | None = None, re: str | None = None) -> None:
        """Tell a seat, and nobody else, what is passed for it; `asker` asked for it."""
        for other in room.connections:
            if other.seat == seat:
                told = {"t": "autopass", "re": re if other is asker else None, "steps": room.autopass(seat)}
                other.send(encode(told))

    def publish_meta(self, room: Room) -> None:
        """Tell everybody about seats, questions, the end."""
        if room.connections:
            message = encode({"t": "meta", "meta": room.meta()})
            for connection in room.connections:
                connection.send(message)

    def publish_line(self, room: Room, line: LineRow) -> None:
        """Tell everybody what somebody said."""
        message = encode({"t": "chat", "line": plain_line(line)})
        for connection in room.connections:
            connection.send(message)

    # ------------------------------------------------------------------ other processes

    def notice(self, id: str, what: str) -> str:
        """What other processes are told."""
        return json.dumps({"match": id, "what": what, "by": self.process})

    def _noticed(self, notice: dict[str, str] | None) -> None:
        """Another process has written; None: some notices may have been lost."""
        if notice is None:
            for room in list(self.rooms.values()):
                self.run_in_background(self._follow(room, "all"))
        elif notice["by"] != self.process and notice["match"] in self.rooms:
            self.run_in_background(self._follow(self.rooms[notice["match"]], notice["what"]))

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
        room.set_seats(await asyncio.to_thread(self.storage.seats, room.id))
        for name, seat in room.seats.items():
            if seat.autopass != before.get(name):
                self.tell_autopass(room, name)

    async def reseat(self, room: Room) -> None:
        """Look at the seats again: names, tokens, who is here. A socket whose token has ended is closed."""
        row = await asyncio.to_thread(self.storage.match, room.id)
        if row is None:
            self._drop(room)
            return
        room.row = row
        room.set_seats(row.seats)
        for connection in [connection for connection in room.connections if not room.opens(connection)]:
            if connection.seat is None:
                connection.close(WRONG_TOKEN, "the host has made a new link for spectators")
            else:
                connection.close(SEAT_TAKEN_OVER, "the seat is played from another device, or by somebody else")
        self.publish_meta(room)

    def _drop(self, room: Room) -> None:
        """A match has been deleted: nobody plays it on from memory."""
        self.rooms.pop(room.id, None)
        for connection in room.connections:
            connection.close(UNKNOWN_MATCH, "the match has been deleted")

    # ------------------------------------------------------------------ keeping house

    async def health(self) -> str:
        """What is wrong with the database, in a word; empty if it can be written and read within `HEALTH_SECONDS`."""
        if self._probe is None or self._probe.done():
            self._probe = self.writer.do(self.storage.probe)
            self._probe.add_done_callback(lambda probe: probe.cancelled() or probe.exception())
        await self.clock.wait(self._probe, HEALTH_SECONDS)
        if not self._probe.done():
            return "locked"
        error = self._probe.exception()
        if error is not None:
            return fault_of(error) or "gone"
        return "damaged" if self.storage.damaged else ""

    async def _beat(self) -> None:
        while True:
            await self.clock.sleep(min(HEARTBEAT, self.limits.idle_seconds / 2))
            present = [(room.id, name) for room in self.rooms.values() for name, seat in room.seats.items() if seat.links]
            try:
                if present and self.storage.shared:
                    await self.writer.do(partial(self._saw, present, self.clock.time()))
                    for room in [room for room in self.rooms.values() if room.connections]:
                        await self._look_who_is_here(room)
                ids = set(self.rooms)
                for id in ids - await asyncio.to_thread(self.storage.existing, list(ids)):
                    if id in self.rooms:
                        self._drop(self.rooms[id])
                for room in list(self.rooms.values()):
                    await self._perhaps_leave(room)
            except Exception as error:  # the database may be away for a while; the next beat tries again
                trouble(error)

    def _saw(self, present: Sequence[tuple[str, str]], now: float, connection: DatabaseConnection) -> None:
        self.storage.saw(connection, present, now)

    async def _look_who_is_here(self, room: Room) -> None:
        before = room.seated()
        room.set_seats(await asyncio.to_thread(self.storage.seats, room.id))
        if before != room.seated():
            self.publish_meta(room)

    async def _perhaps_leave(self, room: Room) -> None:
        idle = self.clock.now() - room.used > self.limits.idle_seconds
        if idle and not room.connections and not room.lock.locked() and (room.bot is None or room.bot.done()):
            await self._leave_snapshot(room)
            if not room.connections and not room.lock.locked():
                self.rooms.pop(room.id, None)
