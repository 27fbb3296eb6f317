"""Chat and names: what people say and what they are called."""

from __future__ import annotations

from typing import Any

from beachhead.server import messages
from beachhead.server.connections import Link
from beachhead.server.messages import encode, tidy
from beachhead.server.requests import Impossible
from beachhead.server.service import Table
from beachhead.server.storage import LineRow


async def say(table: Table, link: Link, request: messages.Chat) -> None:
    """Say something to the table."""
    if not link.chats.take():
        raise Impossible("too_fast", "You talk faster than anybody can read; wait a moment.")
    if len(request.text) > table.limits.chat_length:
        raise Impossible("too_large", f"A line has at most {table.limits.chat_length} characters.")
    text = tidy(request.text, table.limits.chat_length)
    if not text:
        raise Impossible("unreadable", "There is nothing to say.")
    room = link.room
    seat = room.seats.get(link.seat) if link.seat is not None else None
    name = seat.name if seat is not None else link.name
    if not name:
        name = room.name_of(link.side) if link.side is not None else "Spectator"
    line = LineRow(link.side, name, text, table.clock.time())

    def write(connection: Any) -> None:
        number = table.storage.add_line(connection, room.id, line, table.limits.chat_kept)
        table.storage.tell(connection, [table.notice(room.id, f"chat {number}")])

    await table.writer.do(write)
    table.publish_line(room, line)
    link.send(encode({"t": "done", "re": request.id}))


async def rename(table: Table, link: Link, wanted: str) -> None:
    """Call a seat or a spectator something else."""
    name = tidy(wanted, table.limits.name_length)
    link.name = name
    room = link.room
    if link.seat is None or room.seats[link.seat].name == name:
        return
    seat, notice = link.seat, table.notice(room.id, "seats")

    def write(connection: Any) -> None:
        table.storage.change_seat(connection, room.id, seat, name=name)
        table.storage.tell(connection, [notice])

    await table.writer.do(write)
    room.seats[seat].name = name
    table.publish_meta(room)
