"""Positions of Saipan from data that a person can write, and back (docs/vectors.md)."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

from beachhead.engine.dice import Dice, seed_bytes
from beachhead.engine.errors import DataError, PositionError
from beachhead.engine.game import Game
from beachhead.games.saipan.facts import MARKS, PLACES, hexes_of, phase_of, place_of
from beachhead.games.saipan.setup import SaipanSetup
from beachhead.games.saipan.state import SaipanState
from beachhead.series.island_war.sequence import FIRST_COMBAT, FIRST_END, SECOND_COMBAT, SECOND_END
from beachhead.series.island_war.state import ABSENT, CONTACT, JP, POOL, US

KEYS = {
    "scenario",
    "options",
    "rules",
    "board",
    "components",
    "units",
    "others",
    "turn",
    "phase",
    "support",
    "beachheads",
    "noted",
    "first turn",
    "moment",
    *MARKS,
}
PHASES = ("us note", "jp deployment", "us movement", "us landing", "us combat", "jp movement", "jp combat")
_UNIT = re.compile(
    r"(?:(?P<arm>infantry|engineer|armour|artillery) (?P<values>[\d/-]+) ?)?"
    r"(?:(?:at |in )?(?P<off>pool|eliminated|absent)|(?:at )?(?P<hex>\d{4})|in sea (?P<sea>\d{4}) for (?P<beach>\d{4}))"
)
_WRITTEN = ("turn", "where", "storm", "markers")
"""Fields that a position tells in its own words."""
_MOMENT = tuple(name for name in SaipanState.fields if name not in _WRITTEN)
"""The others, which stand under `moment` as they are."""


def read_position(game: Game, data: Mapping[str, Any], dice: Dice | None) -> SaipanState:
    """The state that the data describe."""
    unknown = [key for key in data if key not in KEYS]
    if unknown:
        raise PositionError(f"a position has no key {unknown[0]!r}; there are: {', '.join(sorted(KEYS))}")
    try:
        places = _places(data.get("units") or {})
        setup = game.setup(_source(game, data, places), data.get("rules"))
        assert isinstance(setup, SaipanSetup)
        state = game.empty(setup, dice or Dice(seed_bytes(0)))
        assert isinstance(state, SaipanState)
        phase = str(data.get("phase", "us note" if setup.free else "us movement"))
        _put_units(state, data, places, phase)
        _put_rest(state, data, phase)
        if "moment" in data:
            _put_moment(state, data["moment"])
        else:
            _begin_phase(state, phase)
            _put_marks(state, data)
            if "support" in data:
                state.points = [int(data["support"].get(side, 0)) for side in setup.sides]
            state.settle()
    except DataError as error:
        raise PositionError(error.message) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise PositionError(f"this position cannot be read: {error}") from None
    return state


def _places(units: Mapping[str, Any]) -> dict[str, re.Match[str]]:
    found = {}
    for name, text in units.items():
        match = _UNIT.fullmatch(str(text).strip())
        if match is None:
            raise PositionError(
                f"{name}: {text!r} cannot be read; write '1103', 'infantry 2-3-8 at 1103', 'pool' or 'eliminated'"
            )
        found[str(name)] = match
    return found


def _source(game: Game, data: Mapping[str, Any], places: dict[str, re.Match[str]]) -> dict[str, Any]:
    rules = game.known_rules(data.get("rules", game.version), "position")
    source = game.source(data.get("scenario"), data.get("options"), rules=rules)
    if "components" in data:
        source["components"] = data["components"]
    described = {name: f"{m['arm']} {m['values']}" for name, m in places.items() if m["arm"]}
    if "board" in data:
        source["board"] = dict(data["board"])
        source["roster"] = {name: described.get(name, "") for name in places}
    elif described:
        source["roster"] = described
    return source


def _space(state: SaipanState, name: str) -> int:
    space = state.setup.ground.grid.find(name)
    if space is None:
        raise PositionError(f"there is no hex {name!r} on this map")
    return space


def _put_units(state: SaipanState, data: Mapping[str, Any], places: dict[str, re.Match[str]], phase: str) -> None:
    setup = state.setup
    others = data.get("others", "keep")
    if others not in ("keep", "absent"):
        raise PositionError(f"others is keep or absent, not {others!r}")
    blank, off = "board" in data, {text: code for code, text in PLACES.items()}
    setting_up = phase in ("us note", "jp deployment")
    wanted: list[tuple[int, int]] = []
    for number, unit in enumerate(setup.units):
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
                f"{state.name(number)} and {state.name(state.unit_at(space))} are both at {setup.hex_name(space)}"
            )
        if setup.ground.is_sea[space] and not state.storms(number):
            raise PositionError(f"{state.name(number)} is at {setup.hex_name(space)}, which is sea")
        state.place(number, space)
    missing = [name for name in places if name not in setup.number]
    if missing:
        raise PositionError(f"there is no unit {missing[0]!r}; describe it like 'infantry 2-3-8 at 1103'")


def _put_rest(state: SaipanState, data: Mapping[str, Any], phase: str) -> None:
    state.turn = int(data.get("turn", 1))
    if not 1 <= state.turn <= state.setup.track.turns:
        raise PositionError(f"turn is from 1 to {state.setup.track.turns}")
    state.markers = sorted(_space(state, str(name)) for name in data.get("beachheads", []))
    if "noted" in data:
        state.note = [_space(state, str(name)) for name in data["noted"]]
    elif not state.setup.free:
        state.note = list(state.setup.landing)
    state.revealed = int(phase not in ("us note", "jp deployment"))
    state.landed = int(data.get("first turn", {}).get("landed", 0))


def _put_marks(state: SaipanState, data: Mapping[str, Any]) -> None:
    for name, mark in MARKS.items():
        if name not in data:
            continue
        if mark == CONTACT:
            state.flags = bytearray(flags & ~CONTACT for flags in state.flags)
        for unit in data[name]:
            if unit not in state.setup.number:
                raise PositionError(f"{name}: there is no unit {unit!r}")
            state.flags[state.setup.number[unit]] |= mark
    state.duties_now = None


def _begin_phase(state: SaipanState, phase: str) -> None:
    if phase not in PHASES:
        raise PositionError(f"there is no phase {phase!r}; there are: {', '.join(PHASES)}")
    step = state.setup.step
    if phase == "us note":
        state.push(step.note)
        return
    if phase == "jp deployment":
        state.push(step.deploy)
        return
    side = US if phase.startswith("us") else JP
    if phase.endswith("combat"):
        state.push(step.turn, FIRST_END if side == US else SECOND_END)
        state.begin_combat(side)
        state.push(step.combat)
        return
    state.push(step.turn, FIRST_COMBAT if side == US else SECOND_COMBAT)
    state.begin_movement(side)
    if side == US:
        state.push(step.land)
    if phase != "us landing":
        state.push(step.move)


def _put_moment(state: SaipanState, moment: Mapping[str, Any]) -> None:
    """A moment in the middle of things, exactly as `describe` wrote it."""
    for name in _MOMENT:
        value = moment[name]
        setattr(state, name, bytearray(value) if name == "flags" else copy.deepcopy(value))
    state.paths = [tuple(path) for path in state.paths]
    state.stack = [(state.setup.step_number[frame[0]], *frame[1:]) for frame in moment["stack"]]
    state.dice = Dice.from_plain(moment["dice"])
    check_fields(state)


def describe_position(state: SaipanState) -> dict[str, Any]:
    """The position as data; what no person would write by hand stands under `moment`."""
    if state.outcome is not None:
        raise PositionError("the game is over; there is no position left to describe")
    state.dice.need_unscripted()
    source, plain = state.setup.source, state.plain()
    roster = source.get("roster", {})
    units = {}
    for number, unit in enumerate(state.setup.units):
        place = place_of(state, number)
        if state.storms(number):
            place = f"in sea {place} for {state.setup.hex_name(state.storm[number])}"
        elif roster.get(unit.id) and state.where[number] != POOL:
            place = f"at {place}"
        units[unit.id] = f"{roster[unit.id]} {place}" if roster.get(unit.id) else place
    found: dict[str, Any] = {
        "scenario": source["scenario"],
        "options": dict(source["options"]),
        "turn": state.turn,
        "phase": phase_of(state),
        "units": units,
        "beachheads": hexes_of(state, state.markers),
    }
    if state.setup.rules != state.setup.game.version:
        found["rules"] = state.setup.rules
    found |= {key: source[key] for key in ("board", "components") if key in source}
    found["moment"] = {name: plain[name] for name in (*_MOMENT, "stack", "dice")}
    return found


_UNDER: dict[str, tuple[str, ...]] = {
    "turn": ("",),
    "note": ("",),
    "deploy": ("",),
    "move": ("turn", "land"),
    "land": ("turn",),
    "combat": ("turn",),
    "attackers": ("combat",),
    "barrage": ("combat",),
    "protect": ("combat",),
    "banzai": ("combat",),
    "aftermath": ("combat",),
    "advance": ("aftermath",),
    "price": ("advance",),
    "retreat": ("advance", "price"),
}
"""What each step can stand on."""


def _stack_is_sound(state: SaipanState) -> bool:
    """Whether every record of the stack stands where it can, with the numbers it needs."""
    below = ""
    for number, *values in state.stack:
        name = state.setup.steps[number].name
        sound = len(values) >= 5 if name == "retreat" else len(values) == (name == "turn")
        if below not in _UNDER[name] or not sound:
            return False
        below = name
    return True


def check_fields(state: SaipanState) -> None:
    """Whether the fields of a state just loaded can belong to a game with this setup."""
    setup = state.setup
    units, spaces = range(len(setup.units)), range(setup.ground.grid.size)
    places = (*spaces, *PLACES)
    lengths = (len(state.where), len(state.flags), len(state.storm), len(state.points))
    fights = (state.attackers, state.defenders, state.guns, state.cover, state.pending, state.victors)
    checks: dict[str, bool] = {
        "lists": lengths == (len(units), len(units), len(units), 2),
        "turn": 1 <= state.turn <= setup.track.turns,
        "phasing": state.phasing in (US, JP),
        "where": all(type(place) is int and place in places for place in state.where),
        "storm": all(type(place) is int and (place == -1 or place in spaces) for place in state.storm),
        "points": all(type(points) is int and points >= 0 for points in state.points),
        "combat": all(unit in units for fighting in fights for unit in fighting),
        "paths": all(path[0] in units and all(space in spaces for space in path[1:]) for path in state.paths),
        "landing": all(type(space) is int and space in spaces for space in (*state.markers, *state.note)),
        "stack": bool(state.stack) != bool(state.outcome) and _stack_is_sound(state),
    }
    for name, sound in checks.items():
        if not sound:
            raise PositionError(f"this save cannot be played: its {name} make no sense")
