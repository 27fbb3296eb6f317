"""Saving a running match to a file that resumes it with the same dice.

Such a file holds the seed and both sides' secrets, so nobody gets one for a match in which another person plays or could sit
down: every seat of a person must be the host's own (`seats.own_token`), not a link for somebody else. On a server for others two
own seats are not enough, because their links could have been handed on; where nobody else can reach the service they are two
people at one screen. From then on somebody may know the dice: the match says so (`known_dice`), and whoever is invited to it
later gets new ones (`creation.sit`).
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.engine import Connection

from beachhead.engine.state import State
from beachhead.server.room import Room
from beachhead.server.seats import is_own
from beachhead.server.service import Service
from beachhead.server.web.responses import Refused


async def begin_save(table: Service, room: Room, host: str) -> tuple[State, list[str]]:
    """The start and all actions of a running match, for its record, if its host may have them; `host` is the host's token."""
    private = table.settings.private

    def write(connection: Connection) -> None:
        people = [seat for seat in table.storage.hold_seats(connection, room.id) if seat.player is None]
        if not people or not all(seat.link_hash is None and is_own(seat.token_hash, host, seat.side) for seat in people):
            raise Refused(
                409,
                "shared",
                "Another person plays in this match or could join it, so its dice stay secret until it is over. "
                "You can download your own view of it.",
            )
        if len(people) > 1 and not private:
            raise Refused(
                409,
                "links",
                "On a shared server links can be passed on, so a match with two players cannot be saved before it is over.",
            )
        table.storage.change_match(connection, room.id, known_dice=True)

    async with room.lock:
        await table.catch_up(room)
        if room.ended is not None:
            raise Refused(409, "over", "The match is over; download its record.")
        if not room.playable:
            raise Refused(409, "other_rules", "This match uses a different rules version, so it cannot be saved to be resumed.")
        await table.writer.do(write)
        room.row = replace(room.row, known_dice=True)
        start, texts = room.history.start, list(room.history.texts)
    table.publish_meta(room)
    return start, texts
