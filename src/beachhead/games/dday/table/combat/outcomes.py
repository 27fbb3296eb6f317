"""Short names for what chance has brought, for `odds`: results where a card or counter settles one, else the card or counter."""

from __future__ import annotations

from typing import Final

from beachhead.engine.event import Event
from beachhead.engine.shown.words import counted

NOTHING: Final = "none"
BLASTS: Final = {
    "21.0-naval-blast-a": "no effect",
    "21.0-naval-blast-b": "a US step",
    "21.0-naval-blast-d": "a Japanese counter",
}
"""What a Naval Artillery Blast strikes, by case."""


def outcome_of(events: list[Event]) -> str:
    """The outcome of an action, from the events that it reported."""
    kinds = {event.kind: event for event in reversed(events)}
    for kind in ("combat card", "fort tried", "barrage result", "landing", "blast", "event", "artillery", "hero drawn"):
        if kind in kinds:
            return _result(kinds[kind])
    if "no fire" in kinds:
        return "no fire"
    if "rejuvenation" in kinds or "wake-up" in kinds:
        return "nobody"
    if "card" in kinds and "reserve" in kinds:
        return "a reserve unit"
    if "revealed" in kinds:
        turned = [str(event.data["counter"]) for event in events if event.kind == "revealed"]
        return ", ".join(turned)
    if "stance" in kinds:
        return str(kinds["stance"].text.rpartition(": ")[2])  # the marker
    if "color" in kinds:
        return str(kinds["color"].data["color"])
    if "no event" in kinds:
        return "no event"
    if "card" in kinds:
        return f"card {kinds['card'].data['card']}"
    return NOTHING


def _result(event: Event) -> str:
    data = event.data
    if event.kind == "combat card":
        word = "hit" if data["hit"] else "miss"
        return f"{word}, {data['event']}" if data["event"] else word
    if event.kind == "fort tried":
        return "reduced" if data["reduced"] else "holds"
    if event.kind == "barrage result":
        return str(data["result"])
    if event.kind == "landing":
        units = data.get("units") or []
        steps = data.get("steps", 0)
        return f"{steps} from {', '.join(units)}" if units and steps else "no loss"
    if event.kind == "event":
        return event.text
    if event.kind == "artillery":
        return counted(data.get("hits", 0), "hit")
    if event.kind == "hero drawn":
        return str(data["type"])
    return BLASTS.get(event.case, NOTHING)
