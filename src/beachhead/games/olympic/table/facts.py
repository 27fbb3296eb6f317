"""The facts that vectors check and tools ask for (docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.games.olympic.combat import militia_now
from beachhead.games.olympic.ruleset import OlympicRuleset
from beachhead.games.olympic.state import ABSENT, DUE, PLACES, OlympicState
from beachhead.games.olympic.supply import jp_supplied, us_supplied
from beachhead.games.olympic.table.view import SHOWN, hexes_of, moment_of

_AS_SHOWN: Final = (
    "points", "control", "militia gone", "beachheads", "fortified", "interdiction", "announced", "captured", "tokko",
    "north assaulted", "moved", "unsupplied", "attacked", "defended", "retreated", "militia attacked", "combat", "score",
)  # fmt: skip
"""Items of the view that are facts under the same name."""


def facts(state: OlympicState, side: str | None) -> dict[str, Any]:
    """The facts of docs/vectors.md; with a side, as it sees them."""
    shown = state.view(side) if side is not None else {item.name: item.show(state) for item in SHOWN}
    decision, ruleset = state.decision, state.ruleset
    found: dict[str, Any] = {
        "turn": shown["turn"],
        "phase": moment_of(state),
        "decision": {"side": decision.side, "step": decision.step, "case": decision.case, "prompt": decision.prompt},
        "units": {name: _place(ruleset, name, counter) for name, counter in shown["units"].items()},
        "stacks": {hex_: units[::-1] for hex_, units in shown["stacks"].items()},
        "result": None if state.outcome is None else state.outcome.plain(),
    }
    if side is None:
        # Nobody's view has these: they are not in the game, or have not been turned up yet.
        for unit, place in enumerate(state.where):
            if place in (ABSENT, DUE):
                found["units"].setdefault(state.name(unit), PLACES[place])
    return found | {name: shown[name] for name in _AS_SHOWN}


def _place(ruleset: OlympicRuleset, name: str, counter: Mapping[str, Any]) -> str:
    """Where a counter is, as positions say it."""
    if name not in ruleset.number:
        return "face down"
    place = str(counter["place"])
    if place == PLACES[DUE] and counter.get("due") != ruleset.arrival[ruleset.number[name]]:
        return f"{place} {counter['due']}"
    return place


# ---------------------------------------------------------------------- computed only when a vector names them


def supply_of(state: OlympicState) -> dict[str, bool]:
    """Whether each unit on the map is in supply now."""
    found = {}
    for unit, space in enumerate(state.where):
        if space >= 0:
            found[state.name(unit)] = us_supplied(state, unit) if state.is_us(unit) else jp_supplied(state, unit)
    return found


def zones_of(state: OlympicState) -> dict[str, list[str]]:
    """The hexes in zones of control; face-down counters show none."""
    return {"us": hexes_of(state, spaces_of(state.us_zone())), "jp": hexes_of(state, spaces_of(state.jp_zone()))}


def militia_of(state: OlympicState) -> dict[str, int]:
    """The strength of every militia alive, before its die."""
    ground = state.ruleset.ground
    return {
        ground.names[space]: militia_now(state, place) for place, space in enumerate(ground.places) if state.militia[place]
    }


def costly_facts(state: OlympicState, side: str | None) -> Mapping[str, Callable[[], Any]]:
    """Facts that take time. All of them follow from what both sides see."""
    del side
    return {
        "supply": lambda: supply_of(state),
        "zones": lambda: zones_of(state),
        "militia": lambda: militia_of(state),
    }
