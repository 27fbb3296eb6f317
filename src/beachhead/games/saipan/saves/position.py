"""Positions of Saipan from data that a person can write, and back (docs/vectors.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from beachhead.engine.errors import PositionError
from beachhead.engine.files import bounds
from beachhead.games.saipan.landing import Landing
from beachhead.games.saipan.saves.checks import check_fields, check_markers, check_storm
from beachhead.games.saipan.scenarios import Deploy, Note
from beachhead.games.saipan.state import SaipanState
from beachhead.games.saipan.table.view import hexes_of, phase_of, place_of
from beachhead.series.island_war.combat.declaring import CombatPhase
from beachhead.series.island_war.marks import CONTACT, MARKS
from beachhead.series.island_war.movement import Movement
from beachhead.series.island_war.ruleset import JP, US
from beachhead.series.island_war.sequence import FIRST_COMBAT, FIRST_END, SECOND_COMBAT, SECOND_END, GameTurn
from beachhead.series.island_war.state import ABSENT, PLACES, POOL

KEYS: Final = ("board", "components", "units", "others", "turn", "phase", "support", "beachheads", "noted", "first turn", *MARKS)
WRITTEN: Final = ("turn", "where", "storm", "markers")
"""Fields that a position says in its own words."""
PHASES = ("us note", "jp deployment", "us movement", "us landing", "us combat", "jp movement", "jp combat")
_UNIT = re.compile(
    r"(?:(?P<arm>infantry|engineer|armou?r|artillery) (?P<values>[0-9/-]+) ?)?"
    r"(?:(?:at |in )?(?P<off>pool|eliminated|absent)|(?:at )?(?P<hex>[0-9]{4})|"
    r"in sea (?P<sea>[0-9]{4}) for (?P<beach>[0-9]{4}))"
)
_ARM_AS_SAVED = {"armor": "armour"}
"""Components and saves spell it the old way; people write either."""


def put_position(state: SaipanState, data: Mapping[str, Any]) -> None:
    """Put units and markers where the data say."""
    phase = _phase(state, data)
    _put_units(state, data, _places(data), phase)
    _put_rest(state, data, phase)


def begin_position(state: SaipanState, data: Mapping[str, Any]) -> None:
    """The phase begins, with what has happened in it so far."""
    for number in range(len(state.ruleset.units)):
        check_storm(state, number)
    _begin_phase(state, _phase(state, data))
    _put_marks(state, data)
    _put_support(state, data)
    check_fields(state)
    state.settle()


def _phase(state: SaipanState, data: Mapping[str, Any]) -> str:
    return str(data.get("phase", "us note" if state.ruleset.free else "us movement"))


def _part(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A mapping inside a position; nothing at all is an empty one."""
    return bounds.mapping({} if data.get(key) is None else data[key], key)


def _list(data: Mapping[str, Any], key: str) -> list[str]:
    """A list of hexes or units inside a position."""
    found = data.get(key)
    if not isinstance(found, list):
        raise PositionError(f"{key} must be a list, not {bounds.clip(found)}")
    return [str(item) for item in found]


def _number(value: Any, what: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise PositionError(f"{what} must be a whole number from {low} to {high}, not {bounds.clip(value)}")
    return value


def _places(data: Mapping[str, Any]) -> dict[str, re.Match[str]]:
    found = {}
    for name, text in _part(data, "units").items():
        match = _UNIT.fullmatch(str(text).strip())
        if match is None:
            raise PositionError(
                f"{name}: {bounds.clip(text)} cannot be read; write '1103', 'infantry 2-3-8 at 1103', 'pool' or 'eliminated'"
            )
        found[name] = match
    return found


def roster_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of the parameters that follow from the units that a position describes."""
    places = _places(data)
    described = {name: f"{_ARM_AS_SAVED.get(m['arm'], m['arm'])} {m['values']}" for name, m in places.items() if m["arm"]}
    if "board" in data:
        return {"board": _part(data, "board"), "roster": {name: described.get(name, "") for name in places}}
    return {"roster": described} if described else {}


def _space(state: SaipanState, name: str) -> int:
    space = state.ruleset.ground.grid.find(name)
    if space is None:
        raise PositionError(f"there is no hex {bounds.clip(name)} on this map")
    return space


def _put_units(state: SaipanState, data: Mapping[str, Any], places: dict[str, re.Match[str]], phase: str) -> None:
    ruleset = state.ruleset
    others = data.get("others", "keep")
    if others not in ("keep", "absent"):
        raise PositionError(f"others must be keep or absent, not {bounds.clip(others)}")
    blank, off = "board" in data, {text: code for code, text in PLACES.items()}
    setting_up = phase in ("us note", "jp deployment")
    wanted: list[tuple[int, int]] = []
    for number, unit in enumerate(ruleset.units):
        match = places.get(unit.id)
        if match is None:
            if others == "absent" or blank:
                state.where[number] = ABSENT
            elif unit.side == JP and unit.start and not setting_up:
                wanted.append((number, _space(state, unit.start)))
        elif match["off"]:
            state.where[number] = off[match["off"]]
        else:
            wanted.append((number, _space(state, match["hex"] or match["sea"])))
            if match["beach"]:
                state.storm[number] = _space(state, match["beach"])
    for number, space in wanted:
        if state.occupant[space]:
            raise PositionError(
                f"{state.name(number)} and {state.name(state.unit_at(space))} are both at {ruleset.hex_name(space)}"
            )
        if ruleset.ground.is_sea[space] and not state.storms(number):
            raise PositionError(f"{state.name(number)} is at {ruleset.hex_name(space)}, which is sea")
        state.place(number, space)
    missing = [name for name in places if name not in ruleset.number]
    if missing:
        raise PositionError(f"there is no unit {missing[0]!r}; describe it like 'infantry 2-3-8 at 1103'")


def _put_rest(state: SaipanState, data: Mapping[str, Any], phase: str) -> None:
    state.turn = _number(data.get("turn", 1), "turn", 1, state.ruleset.track.turns)
    state.markers = sorted(_space(state, name) for name in _list(data, "beachheads")) if "beachheads" in data else []
    if "noted" in data:
        state.note = [_space(state, name) for name in _list(data, "noted")]
    elif not state.ruleset.free:
        state.note = list(state.ruleset.landing)
    check_markers(state)
    state.revealed = int(phase not in ("us note", "jp deployment"))
    state.landed = _number(_part(data, "first turn").get("landed", 0), "landed", 0, bounds.PRINTED)


def _put_support(state: SaipanState, data: Mapping[str, Any]) -> None:
    """Support points left in this combat phase."""
    if "support" not in data:
        return
    given, sides = _part(data, "support"), state.ruleset.sides
    for side in given:
        if side not in sides:
            raise PositionError(f"support: there is no side {bounds.clip(side)}; there are {', '.join(sides)}")
    state.points = [_number(given.get(side, 0), f"support of {side}", 0, bounds.PRINTED) for side in sides]


def _put_marks(state: SaipanState, data: Mapping[str, Any]) -> None:
    for name, mark in MARKS.items():
        if name not in data:
            continue
        if mark == CONTACT:
            state.flags = bytearray(flags & ~CONTACT for flags in state.flags)
        for unit in _list(data, name):
            if unit not in state.ruleset.number:
                raise PositionError(f"{name}: there is no unit {bounds.clip(unit)}")
            state.flags[state.ruleset.number[unit]] |= mark
    state.duties_now = None


def _begin_phase(state: SaipanState, phase: str) -> None:
    if phase not in PHASES:
        raise PositionError(f"there is no phase {bounds.clip(phase)}; there are: {', '.join(PHASES)}")
    if phase in ("us note", "jp deployment"):
        state.push(Note if phase == "us note" else Deploy)
        return
    side = US if phase.startswith("us") else JP
    if phase.endswith("combat"):
        state.push(GameTurn, FIRST_END if side == US else SECOND_END)
        state.begin_combat(side)
        state.push(CombatPhase)
        return
    state.push(GameTurn, FIRST_COMBAT if side == US else SECOND_COMBAT)
    state.begin_movement(side)
    if side == US:
        state.push(Landing)
    if phase != "us landing":
        state.push(Movement)


def written_position(state: SaipanState) -> dict[str, Any]:
    """What a person would write."""
    roster = state.ruleset.parameters.get("roster", {})
    units = {}
    for number, unit in enumerate(state.ruleset.units):
        place = place_of(state, number)
        if state.storms(number):
            place = f"in sea {place} for {state.ruleset.hex_name(state.storm[number])}"
        elif roster.get(unit.id) and state.where[number] != POOL:
            place = f"at {place}"
        units[unit.id] = f"{roster[unit.id]} {place}" if roster.get(unit.id) else place
    return {"turn": state.turn, "phase": phase_of(state), "units": units, "beachheads": hexes_of(state, state.markers)}
