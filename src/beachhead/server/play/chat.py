"""Chat and names: what people say and what they are called."""

from __future__ import annotations

from typing import Any

from beachhead.server.kept.storage import LineRow
from beachhead.server.play import messages
from beachhead.server.play.connections import Connection
from beachhead.server.play.messages import encode, tidy
from beachhead.server.play.requests import RequestError
from beachhead.server.room import Room
from beachhead.server.service import Service


async def say(service: Service, connection: Connection, request: messages.Chat) -> None:
    """Say something to the service."""
    room = connection.room
    if connection.seat is None and room.row.silent:
        raise RequestError("silent", "The host has turned off the spectators' chat.")
    if not service.chats.take(f"{room.id} {connection.seat or connection.address}"):
        raise RequestError("too_fast", "You talk faster than anybody can read; wait a moment.")
    if len(request.text) > service.limits.chat_length:
        raise RequestError("too_large", f"A line has at most {service.limits.chat_length} characters.")
    text = tidy(request.text, service.limits.chat_length)
    if not text:
        raise RequestError("unreadable", "There is nothing to say.")
    seat = room.seats.get(connection.seat) if connection.seat is not None else None
    name = seat.name if seat is not None else connection.name
    if not name:
        name = room.seat_name(connection.seat) if connection.seat is not None else "Spectator"
    line = LineRow(connection.side, name, text, service.clock.time())

    def write(database: Any) -> None:
        number = service.storage.add_line(database, room.id, line, service.limits.chat_kept)
        service.storage.tell(database, [service.notice(room.id, f"chat {number}")])

    await service.writer.do(write)
    service.publish_line(room, line)
    connection.send(encode({"t": "done", "re": request.id}))


def seat_changed(service: Service, database: Any, room: Room, seat: str, how: str) -> LineRow:
    """Write down for everybody at the table that a seat has changed hands: "taken", "link", or the bot that has it now."""
    line = LineRow(room.places[seat], room.seat_name(seat), how, service.clock.time(), "seat")
    number = service.storage.add_line(database, room.id, line, service.limits.chat_kept)
    service.storage.tell(database, [service.notice(room.id, "seats"), service.notice(room.id, f"chat {number}")])
    return line


async def rename(service: Service, connection: Connection, wanted: str) -> None:
    """Call a seat or a spectator something else."""
    name = tidy(wanted, service.limits.name_length)
    connection.name = name
    room = connection.room
    if connection.seat is None or room.seats[connection.seat].name == name:
        return
    seat, notice = connection.seat, service.notice(room.id, "seats")

    def write(database: Any) -> None:
        service.storage.change_seat(database, room.id, seat, name=name)
        service.storage.tell(database, [notice])

    await service.writer.do(write)
    room.seats[seat].name = name
    service.publish_meta(room)
