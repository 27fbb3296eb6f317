"""What can be seen and asked of a position of Saipan: the items of a view, and the facts that vectors check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import UNIT, unpack
from beachhead.engine.event import Event
from beachhead.engine.kept import keep
from beachhead.engine.secrecy import Shown
from beachhead.games.saipan.scenarios import LANDING_NOTE, Deploy, Note
from beachhead.games.saipan.state import SaipanState
from beachhead.games.saipan.victory import standing
from beachhead.series.island_war.combat.declaring import CombatPhase
from beachhead.series.island_war.combat.duties import duties
from beachhead.series.island_war.combat.fates import prospect
from beachhead.series.island_war.marks import MARKS, marks_of
from beachhead.series.island_war.movement import Movement
from beachhead.series.island_war.presentation import path_halves
from beachhead.series.island_war.ruleset import JP, US
from beachhead.series.island_war.state import POOL
from beachhead.series.island_war.zones import zone_mask

MARKS_BY_FLAGS: Final = tuple(marks_of(flags) for flags in range(256))
"""The names of every set of marks: a view is made for every seat after every action."""


def phase_of(state: SaipanState) -> str:
    """The running phase, as people call it."""
    if state.outcome is not None:
        return "over"
    ruleset = state.ruleset
    combat, movement = ruleset.number_of[CombatPhase], ruleset.number_of[Movement]
    for frame in state.stack:
        if frame[0] == combat:
            return f"{ruleset.sides[state.phasing]} combat"
        if frame[0] == movement:
            return f"{ruleset.sides[state.phasing]} movement"
    return "us note" if state.is_in(Note) else "jp deployment" if state.is_in(Deploy) else "us landing"


def place_of(state: SaipanState, unit: int) -> str:
    """Where a unit is."""
    return state.ruleset.places[state.where[unit]]


def units_of(state: SaipanState) -> dict[str, dict[str, Any]]:
    """Every counter: where it is, what is printed on it, and what it has done."""
    ruleset = state.ruleset
    names, places, marks = ruleset.names[UNIT].full, ruleset.places, MARKS_BY_FLAGS
    # Half of a view is 70 small dicts: nothing makes them faster than copying.
    found: dict[str, dict[str, Any]] = dict(zip(names, map(dict.copy, ruleset.faces), strict=True))
    for unit, space, flags in zip(found.values(), state.where, state.flags, strict=True):
        if flags:
            unit["marks"] = [*marks[flags]]
            unit["place"] = places[space]
        else:
            unit["marks"] = []
            if space != POOL:
                unit["place"] = places[space]
    if state.storm.count(-1) < len(names):
        for name, storm in zip(names, state.storm, strict=True):
            if storm >= 0:
                found[name]["storms"] = places[storm]
    return found


def duties_of(state: SaipanState) -> dict[str, list[str]]:
    """What must still happen before the combat phase may end."""
    found: dict[str, list[str]] = {"attack": [], "be attacked": [], "owed": [], "excused": []}
    if state.is_in(CombatPhase):
        names, now = state.ruleset.names[UNIT].full, duties(state)
        attack, be_attacked = now.open_duties()
        found["attack"] += map(names.__getitem__, attack)
        found["be attacked"] += map(names.__getitem__, be_attacked)
        for unit in now.owed():
            found["owed" if now.served_by_any(unit) else "excused"].append(names[unit])
    return found


def support_of(state: SaipanState) -> dict[str, int]:
    """The Ground Support Points that each side has left."""
    sides, points = state.ruleset.sides, state.points
    return {sides[US]: points[US], sides[JP]: points[JP]}


def hexes_of(state: SaipanState, spaces: list[int]) -> list[str]:
    """Hex numbers, ascending; for rows that seldom change."""
    kept, key = state.ruleset.hex_rows, tuple(spaces)
    found = kept.get(key)
    if found is None:
        names = state.ruleset.ground.grid.names
        found = keep(kept, key, sorted([names[space] for space in spaces]))
    return found.copy()


def zones_of(state: SaipanState) -> dict[str, list[str]]:
    """The hexes in the zones of control of each side, ascending."""
    names = state.ruleset.ground.grid.names
    return {
        side: sorted([names[space] for space in spaces_of(zone_mask(state, number))])
        for number, side in enumerate(state.ruleset.sides)
    }


def moves_of(state: SaipanState) -> dict[str, dict[str, dict[str, Any]]]:
    """Every legal move by unit and goal: what it costs, and the hexes of its path, in order, from the first to the last."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for action in state.actions():
        if action.verb != "move":
            continue
        trial, events = state.copy(), list[Event]()
        trial.apply(action, events)
        _, unit, goal, _ = unpack(action.code)
        path = next(event.data["path"] for event in events if event.kind == "move")
        whole, half = divmod(path_halves(state, unit, path), 2)
        found.setdefault(state.name(unit), {})[state.ruleset.hex_name(goal)] = {
            "cost": whole + 0.5 if half else whole,
            "path": tuple(path),
        }
    return found


SHOWN: tuple[Shown[SaipanState], ...] = (
    Shown("turn", lambda state: state.turn),
    Shown("turns", lambda state: state.ruleset.turns),
    Shown("phase", phase_of),
    Shown("units", units_of),
    Shown("support", support_of),
    Shown("beachheads", lambda state: hexes_of(state, state.markers)),
    Shown("noted", lambda state: hexes_of(state, state.note), LANDING_NOTE),
    Shown("duties", duties_of),
    Shown("combat", prospect),
    Shown("standing", standing),
)


FACTS: Final = ("turn", "phase", "support", "beachheads", "noted", "duties", "combat", "standing")
"""Items of the view that are facts as they are."""


def facts(state: SaipanState, side: str | None) -> dict[str, Any]:
    """The facts of docs/vectors.md; with a side, as it sees them."""
    shown = state.view(side) if side is not None else {item.name: item.show(state) for item in SHOWN}
    units = shown["units"]
    places = {name: unit["place"] for name, unit in units.items()}
    vacant = dict.fromkeys(state.ruleset.ground.grid.names, "vacant")
    found = {name: shown[name] for name in FACTS} | {
        "decision": asdict(state.decision),
        "units": places,
        "hexes": vacant | {place: name for name, place in places.items() if place in vacant},
        "zones": zones_of(state),
        "result": None if state.outcome is None else state.outcome.plain(),
    }
    for mark in MARKS:
        found[mark] = [name for name, unit in units.items() if mark in unit["marks"]]
    return found


def costly_facts(state: SaipanState, side: str | None) -> Mapping[str, Callable[[], Any]]:
    """The moves, for everybody's eyes or for the side that decides."""
    return {"moves": lambda: moves_of(state) if side in (None, state.side) else {}}
