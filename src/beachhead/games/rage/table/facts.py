"""The facts that vectors check and tools ask for (docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from beachhead.engine.action import unpack
from beachhead.games.rage.movement import landing_cost
from beachhead.games.rage.state import ABSENT, PLACES, RageState
from beachhead.games.rage.table.view import SHOWN
from beachhead.games.rage.verbs import LAND, MOVE, SNEAK

_AS_SHOWN: Final = (
    "flag", "vp", "weather", "landed", "kirikami", "banzai", "charged", "die", "moves left", "targets", "pending", "known",
)  # fmt: skip
"""Items of the view that are facts under the same name."""


def facts(state: RageState, side: str | None) -> dict[str, Any]:
    """The facts of docs/vectors.md; with a side, as it sees them."""
    shown = state.view(side) if side is not None else {item.name: item.show(state) for item in SHOWN}
    units, decision = shown["units"], state.decision
    found: dict[str, Any] = {
        "turn": shown["turn"],
        "phase": shown["phase"],
        "decision": {"side": decision.side, "step": decision.step, "case": decision.case, "prompt": decision.prompt},
        "units": {name: unit["place"] for name, unit in units.items()},
        "steps": {name: unit["steps"] for name, unit in units.items()},
        "control": [area for area, holder in shown["control"].items() if holder == "us"],
        "caves": shown["caves"],
        "shown caves": shown["shown caves"],
        "caves checked": shown["known"]["caves checked"],
        "beachheads": shown["beachheads"],
        "safe to land": shown["airfields"],
        "attack": shown["fight"],
        "result": None if state.outcome is None else state.outcome.plain(),
    }
    if side is None:
        found["units"] |= {state.name(unit): PLACES[ABSENT] for unit, place in enumerate(state.where) if place == ABSENT}
    for mark in ("fired", "concealed", "grounded", "moved"):
        found[mark] = [name for name, unit in units.items() if mark in unit["marks"]]
    return found | {name: shown[name] for name in _AS_SHOWN}


def moves_of(state: RageState) -> dict[str, dict[str, dict[str, Any]]]:
    """The areas that units may enter next, each with its price and, unless the unit comes from the sea, where it comes from."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    areas = state.ruleset.areas
    for code in state.choices():
        verb, unit, area, _ = unpack(code)
        if verb in (MOVE, LAND, SNEAK):
            here = state.where[unit]
            move: dict[str, Any] = {"cost": landing_cost(state, area) if verb == LAND else 1}
            if here >= 0:
                move["path"] = (areas[here].id, areas[area].id)
            found.setdefault(state.name(unit), {})[areas[area].id] = move
    return found


def costly_facts(state: RageState, side: str | None) -> Mapping[str, Callable[[], Any]]:
    """The moves, for the side that decides: where a unit could go would tell the other where it is."""
    return {"moves": lambda: moves_of(state) if side in (None, state.side) else {}}
