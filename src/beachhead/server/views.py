"""What a seat is shown: its view, encoded once, and the tag that names it.

A view is `State.view` of the seat. Items that rest on no secret are the same for everybody, so they are computed and encoded once
for all seats; a test holds the result against `State.view`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.server.messages import encode


@dataclass(frozen=True, slots=True)
class Face:
    """A view as JSON, and its tag."""

    view: bytes
    tag: str


class Faces:
    """The faces of one moment, made when they are asked for."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._shared: bytes | None = None
        self._print = b""

    def view(self, side: str | None) -> bytes:
        """`state.view(side)` as JSON."""
        return b"%b,%b" % (self._for_all()[:-1], own[1:]) if (own := self.own(side)) != b"{}" else self._for_all()

    def face(self, side: str | None, moments: int) -> Face:
        """View and tag of a seat that has seen so many moments. The tag depends on nothing that the seat may not know."""
        shared, own = self._for_all(), self.own(side)
        tag = hashlib.sha256(b"%b %d " % (self._print, moments) + own).hexdigest()[:16]
        return Face(b"%b,%b" % (shared[:-1], own[1:]) if own != b"{}" else shared, tag)

    def _for_all(self) -> bytes:
        """What everybody may see."""
        if self._shared is None:
            state = self._state
            decision, outcome = state.decision, state.outcome
            shared: dict[str, Any] = {
                "game": state.ruleset.game.id,
                "scenario": state.ruleset.scenario,
                "options": state.ruleset.parameters.get("options", {}),
                "decision": {"side": decision.side, "step": decision.step, "prompt": decision.prompt, "case": decision.case},
                "result": None if outcome is None else outcome.plain(),
            }
            for item in state.ruleset.shown:
                if item.secret is None:
                    shared[item.name] = item.to(state, None)
            self._shared = encode(shared)
            self._print = hashlib.sha256(self._shared).digest()
        return self._shared

    def own(self, side: str | None) -> bytes:
        """What rests on secrets, as that side may see it."""
        state = self._state
        everything = state.outcome is not None
        return encode({item.name: item.to(state, side, everything) for item in state.ruleset.shown if item.secret is not None})


def plain_events(events: list[Event], side: str | None) -> list[dict[str, Any]]:
    """The events that a seat may know of."""
    return [event.plain() for event in events if event.visible_to(side)]


def kept_events(events: Iterable[Event]) -> str:
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
