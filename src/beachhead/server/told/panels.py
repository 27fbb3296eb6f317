"""Combats as the games declare them (`Game.panel`), put beside the views, previews and events that they are about.

Panels never get into a view: they are made from what a seat is shown anyway, each time that it is sent, and stored nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from beachhead.engine.ruleset import Ruleset
from beachhead.engine.shown.panel import Panel
from beachhead.engine.state import State
from beachhead.server.play.messages import encode

Kept = dict[bytes, Panel | None]
_MOST = 500
"""Panels that a match remembers: every side asks for the same one, and so does everybody who reads the log."""


class _Seen(Mapping[str, Any]):
    """`state.view(side)`, item by item as they are asked for: a panel needs few of them."""

    def __init__(self, state: State, side: str | None) -> None:
        self._state = state
        self._side = side
        self._items = {item.name: item for item in state.ruleset.shown}

    def __getitem__(self, name: str) -> Any:
        state = self._state
        if name == "decision":
            decision = state.decision
            return {"side": decision.side, "step": decision.step, "prompt": decision.prompt, "case": decision.case}
        return self._items[name].to(state, self._side, state.outcome is not None)

    def __iter__(self) -> Iterator[str]:
        return iter(("decision", *self._items))

    def __len__(self) -> int:
        return 1 + len(self._items)


def panel_of(ruleset: Ruleset, combat: Mapping[str, Any] | None) -> Panel | None:
    """The panel of a combat; None if there is no combat, or its game draws none."""
    if not combat:
        return None
    kept: Kept = ruleset.remembered(__name__, _nothing_yet)
    key = encode(combat)
    if key not in kept:
        if len(kept) >= _MOST:
            kept.clear()
        kept[key] = ruleset.game.panel(ruleset, combat)
    return kept[key]


def _nothing_yet(_: Ruleset) -> Kept:
    return {}


def panel_now(state: State, side: str | None) -> dict[str, Panel]:
    """The panel of the combat under way as a seat sees it, as a field of a message; nothing if there is none."""
    return _field(panel_of(state.ruleset, state.ruleset.game.combat_in(state.ruleset, _Seen(state, side))))


def panel_beside(ruleset: Ruleset, combat: Mapping[str, Any] | None) -> dict[str, Panel]:
    """The panel of a preview's combat in the same way."""
    return _field(panel_of(ruleset, combat))


def _field(panel: Panel | None) -> dict[str, Panel]:
    return {} if panel is None else {"panel": panel}


def with_panels(ruleset: Ruleset | None, events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events as they are sent, combats with their panels."""
    if ruleset is None:
        return list(events)
    kinds = ruleset.game.combat_kinds
    return [event | panel_beside(ruleset, event["data"]) if event["kind"] in kinds else event for event in events]
