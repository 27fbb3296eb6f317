"""The chapters of a match: turns, phases and fights, so that one finds one's way in a long log without reading all of it.

They follow from events alone, by one rule for every game, which a client applies to the events of its updates (docs/protocol.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MORE = ("day", "tally")
"""What the event of a turn may say besides: the day it belongs to, and numbers of the moment by name."""


def chapter_kind(event: Mapping[str, Any]) -> str | None:
    """Which kind of chapter an event begins, if any: `turn` and `phase` are events of every game; in a `fight` a handful of dice
    was rolled or cards were turned up, or a die with a result.

    >>> chapter_kind({"kind": "weather", "data": {"die": 3}})
    >>> chapter_kind({"kind": "combat", "data": {"die": 3, "result": "D2"}})
    'fight'
    """
    kind, data = event["kind"], event["data"]
    if kind in ("turn", "phase"):
        return str(kind)
    return "fight" if "dice" in data or "cards" in data or ("die" in data and "result" in data) else None


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a chapter begins: in which action, counted from 0, and with which event."""

    action: int
    kind: str
    event: Mapping[str, Any]


class Chapters:
    """Where the chapters of a match begin, whoever may know."""

    def __init__(self) -> None:
        self._beginnings: list[Beginning] = []

    def add(self, action: int, events: Sequence[Mapping[str, Any]]) -> None:
        """What happened in an action, counted from 0."""
        for event in events:
            kind = chapter_kind(event)
            if kind is not None:
                self._beginnings.append(Beginning(action, kind, event))

    def rewind(self, to: int) -> None:
        """Only the first `to` actions stand."""
        while self._beginnings and self._beginnings[-1].action >= to:
            self._beginnings.pop()

    def seen(self, side: str | None, moments: Mapping[int, int]) -> list[dict[str, Any]]:
        """The chapters as a seat saw them; `moments` has the seat's moment of each action that it saw."""
        found: list[dict[str, Any]] = []
        turn, phase = None, ""
        for beginning in self._beginnings:
            event = beginning.event
            seen_by = event.get("seen_by")
            if (seen_by is not None and side not in seen_by) or beginning.action not in moments:
                continue
            turn = event["data"].get("turn", turn) if beginning.kind != "fight" else turn
            if beginning.kind != "fight":
                phase = str(event["data"].get("phase", "")) if beginning.kind == "phase" else ""
            more = {name: event["data"][name] for name in MORE if name in event["data"]}
            here = {"n": moments[beginning.action], "turn": turn, "phase": phase, "kind": beginning.kind, "text": event["text"]}
            found.append(here | more)
        return found
