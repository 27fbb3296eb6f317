"""Combats as the games declare them (`Game.panel`), put beside the views, previews and events that they are about.

Panels never get into a view: they are made from what a seat is shown anyway, each time that it is sent, and stored nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from beachhead.engine.panel import Panel
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import State


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


def panel_now(state: State, side: str | None) -> Panel | None:
    """The combat under way as a seat sees it; None if there is none."""
    return panel_in(state.ruleset, _Seen(state, side))


def panel_in(ruleset: Ruleset, view: Mapping[str, Any]) -> Panel | None:
    """The same for a view that is at hand."""
    combat = ruleset.game.combat_in(ruleset, view)
    return ruleset.game.panel(ruleset, combat) if combat else None


def with_panel(ruleset: Ruleset, preview: dict[str, Any]) -> dict[str, Any]:
    """A preview, with the panel of its combat if it has one."""
    panel = ruleset.game.panel(ruleset, preview["combat"]) if preview.get("combat") else None
    return preview if panel is None else preview | {"panel": panel}


def with_panels(ruleset: Ruleset, events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events as a seat hears of them, those of combats with their panels."""
    found, game = [], ruleset.game
    for event in events:
        panel = game.panel(ruleset, event["data"]) if event["kind"] in game.combat_kinds else None
        found.append(event if panel is None else event | {"panel": panel})
    return found
