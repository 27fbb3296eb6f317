"""The facts that vectors check and tools ask for (docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import unpack
from beachhead.games.olympic.combat import pairing
from beachhead.games.olympic.combat.strengths import militia_strength
from beachhead.games.olympic.doctrine import marching
from beachhead.games.olympic.movement import Movement
from beachhead.games.olympic.phases import JP_MOVEMENT
from beachhead.games.olympic.ruleset import OlympicRuleset
from beachhead.games.olympic.state import ABSENT, DUE, PLACES, Moving, OlympicState
from beachhead.games.olympic.supply import allowance, jp_supplied, us_supplied
from beachhead.games.olympic.table.view import SHOWN, hexes_of, phase_of
from beachhead.games.olympic.verbs import MOVE

_AS_SHOWN: Final = (
    "points", "control", "militia gone", "beachheads", "fortified", "interdiction", "announced", "captured", "tokko",
    "north assaulted", "moved", "unsupplied", "attacked", "defended", "retreated", "militia attacked", "combat", "score",
)  # fmt: skip
"""Items of the view that are facts under the same name."""


_MOMENTS: Final = {
    "announce": "us announce",
    "tokko": "tokko",
    "tokko losses": "tokko",
    "landing": "us landing",
    "beachheads": "us beachheads",
}
"""Steps that positions and facts call by a phase of their own."""


def moment_of(state: OlympicState) -> str:
    """The running phase as positions and facts call it. A loss may have to be assigned in the middle of any combat, so that step
    has no phase of its own."""
    if state.outcome is not None:
        return phase_of(state)
    names = [state.ruleset.steps[frame[0]].name for frame in state.stack]
    while names[-1] == "assign":
        names.pop()
    return _MOMENTS.get(names[-1], phase_of(state))


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
    found |= {name: shown[name] for name in _AS_SHOWN}
    if state.effect:
        found["combat"] = shown["combat"] | {"points": state.scored}
    return found


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
    """The strength of every militia before its die."""
    ground = state.ruleset.ground
    places = [(place, space) for place, space in enumerate(ground.places) if state.militia[place]]
    return {ground.names[space]: militia_strength(state, place) for place, space in places}


def moves_of(state: OlympicState) -> dict[str, dict[str, dict[str, Any]]]:
    """Every legal move of the side that decides, with its cost and the hexes of its path; the doctrine has one."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    twin = state.copy()
    twin.sink = []  # ways are worked out hex by hex only for those who are told of them
    step = twin.step
    for code in twin.choices():
        verb, unit, space, _ = unpack(code)
        if verb != MOVE:
            continue
        start = twin.where[unit]
        if isinstance(step, Movement):
            now = twin.top(Moving)
            points = now.left if now.mover == unit else allowance(twin, unit)
            cost, path = step.way(twin, step.tables(twin), unit, start, space, points)
        else:
            plan = marching.current(twin)[1]
            assert plan is not None
            cost, path = marching.path_cost(twin, plan), plan.path
        names = [twin.hex_name(place) for place in ((start, *path) if start >= 0 else path)]
        found.setdefault(twin.name(unit), {})[twin.hex_name(space)] = {"cost": cost, "path": names}
    return found


def destinations_of(state: OlympicState) -> dict[str, dict[str, Any]]:
    """What the doctrine will do in this phase, unit by unit in its order."""
    if state.phase != JP_MOVEMENT or not state.ruleset.doctrine:
        return {}
    names, found = state.ruleset.ground.names, {}
    for unit, goal, cost, ring, stop, path in marching.destinations(state):
        way = [names[space] for space in path]
        found[state.name(unit)] = {"goal": names[goal], "cost": cost, "ring": ring, "stop": names[stop], "path": way}
    return found


def pairs_of(state: OlympicState) -> list[list[str]]:
    """All Japanese attacks that belong to some largest set of attacks, as names."""
    return [[state.name(attacker), state.name(defender)] for attacker, defender in pairing.pairs(state)]


def costly_facts(state: OlympicState, side: str | None) -> Mapping[str, Callable[[], Any]]:
    """Facts that take time. All of them follow from what both sides see; moves are those of the side that decides."""
    return {
        "moves": lambda: moves_of(state) if side in (None, state.side) else {},
        "destinations": lambda: destinations_of(state),
        "pairs": lambda: pairs_of(state),
        "supply": lambda: supply_of(state),
        "zones": lambda: zones_of(state),
        "militia": lambda: militia_of(state),
    }
