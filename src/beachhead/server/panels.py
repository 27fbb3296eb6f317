"""Panels of combats: what a game makes of the data of a combat, beside the view and never inside it.

A game that has a `panel(ruleset, combat)` is asked for one wherever a combat leaves the service: with an update, a look at the
past, a preview, and an event that begins a fight. The data has been redacted before; a panel is a function of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from beachhead.engine.ruleset import Ruleset
from beachhead.server.chapters import chapter_kind
from beachhead.server.messages import encode

Kept = dict[bytes, dict[str, Any] | None]
_MOST = 500
"""Panels that a match remembers: every side asks for the same one, and so does everybody who reads the log."""


def panel_of(ruleset: Ruleset, combat: Any) -> dict[str, Any] | None:
    """The panel of a combat; None if there is no combat, or its game draws none."""
    panel = getattr(ruleset.game, "panel", None)
    if panel is None or not isinstance(combat, dict) or not combat:
        return None
    kept: Kept = ruleset.remembered(__name__, _nothing_yet)
    key = encode(combat)
    if key not in kept:
        if len(kept) >= _MOST:
            kept.clear()
        kept[key] = panel(ruleset, combat)
    return kept[key]


def _nothing_yet(_: Ruleset) -> Kept:
    return {}


def panel_beside(ruleset: Ruleset, combat: Any) -> dict[str, Any]:
    """The same as a field of a message; nothing if there is no panel."""
    panel = panel_of(ruleset, combat)
    return {} if panel is None else {"panel": panel}


def with_panels(ruleset: Ruleset | None, events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events as they are sent, fights with their panels."""
    if ruleset is None or getattr(ruleset.game, "panel", None) is None:
        return list(events)
    return [event | panel_beside(ruleset, event["data"]) if chapter_kind(event) == "fight" else event for event in events]
