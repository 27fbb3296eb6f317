"""What the connections of one side are sent when entries have been written: every act that the side saw, with the position after
it, in one message.

An act that a side does not see has no place in its message. If the view has changed all the same, the difference is part of the
next act that the side does see, or comes after the last one. What a side cannot tell from nothing sends nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from beachhead.server.kept.journal import ACT, PLAYED
from beachhead.server.play.messages import encode
from beachhead.server.told.panels import with_panels
from beachhead.server.told.views import SeatView, visible

if TYPE_CHECKING:
    from beachhead.server.play.connections import Connection
    from beachhead.server.room import Effect, Room


class SideUpdate:
    """The update of one side, while entries are followed."""

    def __init__(self, room: Room, side: str | None) -> None:
        self._room = room
        self._side = side
        self._bit = room.bit(side)
        self._before = self._shown = room.told.get(side)
        self._acts: list[dict[str, Any]] = []
        self._played = self._ended = False

    def note(self, effect: Effect) -> None:
        """An entry has just been followed. What is known to be hidden costs the others no time either: they could measure it."""
        room, side = self._room, self._side
        if effect.hidden and effect.side != side:
            return
        self._played = self._played or effect.kind in PLAYED
        self._ended = self._ended or effect.ended
        if effect.kind == ACT and effect.seen >> self._bit & 1:
            now = room.view_for(side)
            changes = None if self._shown is None else now.changes_since(self._shown)
            self._acts.append(
                {"n": room.moments(side), "side": effect.side, "events": room_events(room, effect, side), "changes": changes}
            )
            self._shown = now

    def send(self, most: int, asker: Connection | None = None, **reply: Any) -> None:
        """Send the message to the connections of the side, if it can tell that anything has happened; `asker` gets one anyway,
        with the fields of its `reply`. More than `most` legal actions are not listed to the end."""
        room, side = self._room, self._side
        news = bool(self._acts) or self._ended or (self._played and self._is_different())
        listeners = [connection for connection in room.connections if connection.side == side]
        listeners = listeners if news else [connection for connection in listeners if connection is asker]
        if not listeners:
            return
        now, before = room.view_for(side), self._before
        ready: dict[tuple[bool, str | None], dict[str, Any]] = {}
        sent: dict[tuple[bool, str | None], bytes] = {}
        for connection in listeners:
            follows = before is not None and connection.tag == before.tag
            key = follows, connection.seat
            if key not in ready:
                ready[key] = room.update(side, most, connection.seat, **self._told(now, follows))
            if connection is asker:
                connection.send(encode(ready[key] | reply))
            else:
                if key not in sent:
                    sent[key] = encode(ready[key])
                connection.send(sent[key])
            connection.tag = now.tag
        room.told[side] = now

    def _is_different(self) -> bool:
        return self._before is None or self._room.view_for(self._side).tag != self._before.tag

    def _told(self, now: SeatView, follows: bool) -> dict[str, Any]:
        """The position: as what follows from the one that the client has, or as a whole."""
        if follows and self._before is not None and self._shown is not None:
            return {"from": self._before.tag, "acts": self._acts, "changes": now.changes_since(self._shown)}
        return {"acts": [act | {"changes": None} for act in self._acts], "view": now.whole}


def room_events(room: Room, effect: Effect, side: str | None) -> list[dict[str, Any]]:
    """The events of an effect that a side may know of, as they are sent."""
    return with_panels(None if room.state is None else room.state.ruleset, visible(effect.events, side))
