"""Japanese who move from one position hex to another (13.8-b, 14.2, 14.4.2): which hexes are free, and the move itself."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.control import us_garrisons
from beachhead.games.dday.counters import defenders, depth
from beachhead.games.dday.counters.sorties import TANK_SLOT, UNIT_SLOT
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.phases import FIRE as FIRE_PHASE
from beachhead.games.dday.state import (
    DEPTH_UP,
    STANCE_ACTED,
    TANK_STANCE,
    UNIT_STANCE,
    UNIT_UP,
    DDayState,
)

REACH: Final = 3
"""How far anybody moves (13.8-b, 14.2, 14.4.2-c)."""


# ---------------------------------------------------------------------- where to


@enforces(FAMILY, "14.2-default-advance", "14.4.2-c")
def is_free(state: DDayState, position: int, without: tuple[int, ...] = ()) -> bool:
    """Whether a position hex is unoccupied: no Japanese unit or fort, no US unit, no garrison (D82, D91), and in play. The units
    in some slots of it are thought away: they are out, and may come back."""
    if state.garrisons[position] or state.us_mask >> state.ruleset.position_hex[position] & 1:
        return False
    if state.fort[position] or (state.second[position] and 1 not in without):
        return False
    if state.unit[position] and UNIT_SLOT not in without:
        return False
    return not (state.tank[position] and TANK_SLOT not in without) and state.ruleset.in_play[position]


def to_us(state: DDayState, place: int) -> int:
    """How far the nearest US unit is from a hex."""
    return state.ruleset.ground.nearest(place, state.us_mask)


@enforces(FAMILY, "8.6.5-b", "14.2-R-survive")
def nearest_free(state: DDayState, place: int, home: int, out: tuple[int, ...]) -> int:
    """The unoccupied position nearest to a hex, then closest to a US unit, then with the lowest number, then letter; the position
    that a party has left counts if nobody else is there. -1 for none."""
    ruleset, row = state.ruleset, state.ruleset.ground.distance[place]
    best, found = (999, 0, 0), -1
    for position, there in enumerate(ruleset.position_hex):
        if row[there] > best[0]:
            continue
        rank = (row[there], to_us(state, there), ruleset.positions[position].number)
        if rank < best and is_free(state, position, out if position == home else ()):
            best, found = rank, position
    return found


# ---------------------------------------------------------------------- the move


@enforces(FAMILY, "13.8-b-entry")
def move(state: DDayState, position: int, goal: int, slots: tuple[int, ...], *, shaken: bool | None = None) -> None:
    """Move the units in some slots of a position, with their depth markers, faces and stance, to another. They take their
    disruption along, or get one (`shaken`); then it lies on the hex (D61). In the Fire Phase they have acted (D60)."""
    if goal == position:
        if shaken and not state.shaken[position]:
            state.shaken[position] = 1
            state.touch_position(position)
        return
    disrupted = bool(state.shaken[position]) if shaken is None else shaken
    alone = not state.jp_mask >> state.ruleset.position_hex[goal] & 1
    stance = state.stance[position] & ((UNIT_STANCE if UNIT_SLOT in slots else 0) | (TANK_STANCE if TANK_SLOT in slots else 0))
    if stance:
        stance |= state.stance[position] & STANCE_ACTED
    if UNIT_SLOT in slots and state.unit[position]:
        _move_unit(state, position, goal)
    if TANK_SLOT in slots and state.tank[position]:
        faces, marker = state.faces[position], state.tank_depth[position]
        if marker:
            defenders.take_depth(state, position, TANK_SLOT)
        defenders.place_tank(state, goal, defenders.take_unit(state, position, TANK_SLOT), marker, faces)
        state.tank_done[goal] = int(state.phase == FIRE_PHASE)
    state.stance[goal] |= stance
    if disrupted:
        state.shaken[goal] = 1
    if alone and state.phase == FIRE_PHASE:
        state.used[goal] = 1
    us_garrisons.garrison_falls(state, goal)
    state.touch_position(goal)


def _move_unit(state: DDayState, position: int, goal: int) -> None:
    faces = state.faces[position]
    marker = depth.marker_in(state, position, UNIT_SLOT)
    if marker:
        defenders.take_depth(state, position, UNIT_SLOT)
    defenders.place_unit(state, goal, defenders.take_unit(state, position, UNIT_SLOT), up=bool(faces & UNIT_UP))
    if marker:
        defenders.place_depth(state, goal, marker)
        if faces & DEPTH_UP:
            state.faces[goal] |= DEPTH_UP


def tell(state: DDayState, position: int, goal: int, case: str, who: str, why: str) -> None:
    """Report a move."""
    if state.sink is not None:
        here, there = (state.ruleset.hex_name(state.ruleset.position_hex[at]) for at in (position, goal))
        data: dict[str, Any] = {"from": here, "hex": there, "why": Why(why, case, there, (here, there)).plain()}
        state.happened("advanced", case, f"{who} in {here} moves to {there}", data)
