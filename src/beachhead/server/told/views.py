"""What a seat is shown: its view, encoded once, and the tag that names it.

A view is `State.view` of the seat, in two parts: what rests on no secret is the same for everybody, so it is computed and encoded
once for all seats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.server.play.changes import Change, changes_between
from beachhead.server.play.messages import encode


@dataclass(frozen=True, slots=True)
class SeatView:
    """A view as JSON, in its two parts, and its tag."""

    shared: bytes
    own: bytes
    tag: str

    @property
    def whole(self) -> msgspec.Raw:
        """The view as it is sent."""
        return msgspec.Raw(_joined(self.shared, self.own))

    def changes_since(self, before: SeatView) -> list[Change]:
        """What is different from an earlier view."""
        return _shared_changes(before.shared, self.shared) + changes_between(before.own, self.own)


@lru_cache(16)
def _shared_changes(before: bytes, after: bytes) -> list[Change]:
    """Every side asks for these after the same act."""
    return changes_between(before, after)


NO_VIEW = SeatView(b"null", b"{}", "frozen")
"""All that is left of a match whose rules are no longer played and whose last position cannot be read."""


class Views:
    """The views of one position, made when they are asked for."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._shared = b""
        self._print = b""

    def view(self, side: str | None) -> bytes:
        """`state.view(side)` as JSON."""
        return _joined(self._for_all(), self.own(side))

    def view_for(self, side: str | None, moments: int) -> SeatView:
        """View and tag of a seat that has seen `moments` moments. The tag depends on nothing that the seat may not know."""
        shared, own = self._for_all(), self.own(side)
        tag = hashlib.sha256(b"%b %d " % (self._print, moments) + own).hexdigest()[:16]
        return SeatView(shared, own, tag)

    def own(self, side: str | None) -> bytes:
        """What rests on secrets, as that side may see it."""
        return encode(self._state.own_view(side))

    def _for_all(self) -> bytes:
        """What everybody may see."""
        if not self._shared:
            items = self._state.open_view()
            self._shared = encode(items)
            self._print = hashlib.sha256(self._shared).digest()
        return self._shared


def _joined(shared: bytes, own: bytes) -> bytes:
    return b"%b,%b" % (shared[:-1], own[1:]) if own != b"{}" else shared


def kept_events(events: Iterable[Event]) -> str:
    """Events as the journal keeps them, with who may see them."""
    return encode([event.plain() | ({} if event.seen_by is None else {"seen_by": event.seen_by}) for event in events]).decode()


def read_events(kept: str) -> list[dict[str, Any]]:
    """Events of the journal, with who may see them: for the service alone."""
    found: list[dict[str, Any]] = msgspec.json.decode(kept)
    return found


def visible(events: Iterable[dict[str, Any]], side: str | None) -> list[dict[str, Any]]:
    """The events that a seat may know of, as they are sent."""
    return [
        {name: value for name, value in event.items() if name != "seen_by"}
        for event in events
        if event.get("seen_by") is None or side in event["seen_by"]
    ]


def seen_events(kept: str, side: str | None) -> list[dict[str, Any]]:
    """Events of the journal that a seat may know of."""
    return visible(read_events(kept), side)
