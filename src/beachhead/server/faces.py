"""What a seat is shown: its view, encoded once, and the tag that names it.

A view is `State.view` of the seat. Items that rest on no secret are the same for everybody, so they are computed and encoded once
for all seats; a test holds the result against `State.view`.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

import msgspec

from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.server.wire import encode


@dataclass(frozen=True, slots=True)
class Face:
    """A view as JSON, and its tag."""

    view: bytes
    tag: str


class Faces:
    """The faces of one moment, made when they are asked for."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._shared: dict[str, Any] | None = None

    def view(self, side: str | None) -> bytes:
        """`state.view(side)` as JSON."""
        state = self._state
        if self._shared is None:
            self._shared = {
                "game": state.setup.game.id,
                "scenario": state.setup.scenario,
                "options": dict(state.setup.source.get("options", {})),
                "decision": asdict(state.decision),
                "result": None if state.outcome is None else state.outcome.plain(),
            }
            for item in state.setup.shown:
                if item.secret is None:
                    self._shared[item.name] = msgspec.Raw(encode(item.to(state, None)))
        everything = state.outcome is not None
        own = {item.name: item.to(state, side, everything) for item in state.setup.shown if item.secret is not None}
        return encode(self._shared | own)

    def face(self, side: str | None, moments: int) -> Face:
        """View and tag of a seat that has seen so many moments."""
        view = self.view(side)
        return Face(view, tag_of(view, moments))


def tag_of(view: bytes, moments: int) -> str:
    """The name of what a seat has seen. It depends on nothing that the seat may not know."""
    return hashlib.sha256(b"%d " % moments + view).hexdigest()[:16]


def plain_events(events: list[Event], side: str | None) -> list[dict[str, Any]]:
    """The events that a seat may know of."""
    return [event.plain() for event in events if event.visible_to(side)]


def kept_events(events: list[Event]) -> str:
    """Events as the journal keeps them, with who may see them."""
    return encode([event.plain() | ({} if event.seen_by is None else {"seen_by": event.seen_by}) for event in events]).decode()


def seen_events(kept: str, side: str | None) -> list[dict[str, Any]]:
    """Events of the journal that a seat may know of."""
    found: list[dict[str, Any]] = msgspec.json.decode(kept)
    shown = []
    for event in found:
        seen_by = event.pop("seen_by", None)
        if seen_by is None or side in seen_by:
            shown.append(event)
    return shown
