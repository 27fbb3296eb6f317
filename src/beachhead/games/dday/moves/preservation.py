"""Preservation moves (7.1-a, 7.1-c, 7.3.5): one hex out of the worst, for units that cannot do anything else."""

from __future__ import annotations

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.control import command, communication, fields_of_fire, lasting_events
from beachhead.games.dday.counters import stacking
from beachhead.games.dday.fire import under_fire
from beachhead.games.dday.moves import arrival, move_goals, movement
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import ACTED, MOVED, PRESERVED, DDayState


@enforces(FAMILY, "7.1", "7.1-a", "7.1-c", "7.3.5", "7.6")
def may_preserve(state: DDayState, unit: int) -> bool:
    """Whether a unit can make a preservation move at all: disrupted or out of command, it has not acted, and it is on a landing
    beach or in an intense field of fire."""
    place = state.where[unit]
    if place < 0 or state.acted[unit] & ACTED or (not state.disrupted[unit] and command.in_command(state, unit)):
        return False
    return is_perilous(state, place)


def is_perilous(state: DDayState, place: int) -> bool:
    """Whether units may save themselves out of a hex."""
    return bool(fields_of_fire.intense_now(state) >> place & 1) or communication.is_landing_beach(state, place)


@enforces(FAMILY, "7.3.5", "7.3.5-a", "7.3.5-c", "7.3.1-g", "7.3.7", "18.4.4-f")
def refuges(state: DDayState, unit: int) -> int:
    """Where a unit can move to preserve itself: never into an intense field or an enemy's hex, and into a steady field only if no
    neighboring hex is out of every field. A disrupted unit cannot move next to the enemy.

    It does not enter an empty position for which a card of 9.6 would be drawn or that the rest of its group covers: it could not
    fight there.
    """
    if not may_preserve(state, unit):
        return 0
    return ways_out(state, state.where[unit], state.ruleset.is_tank[unit], state.disrupted[unit] > 0)


def ways_out(state: DDayState, place: int, tank: bool, disrupted: bool) -> int:
    """The same for a kind of unit in a perilous hex."""
    near = next_to(state, place, tank)
    if disrupted:
        near &= ~move_goals.touching(state)
    empty = near & state.ruleset.ground.position_mask
    if empty:
        near &= ~risky(state, empty)
    return near & ~fields_now(state, near) or near


@enforces(FAMILY, "6.4", "7.3.5-a")
def fields_now(state: DDayState, hexes: int) -> int:
    """Which hexes are in a field: a disrupted group still projects a steady one into its own hexes (D119)."""
    ground, found = state.ruleset.ground, fields_of_fire.field_now(state) & hexes
    for place in spaces_of(hexes & ground.position_mask & ~found):
        if ground.group_mask[ground.group_at[place]] & state.jp_mask:
            found |= 1 << place
    return found


def next_to(state: DDayState, place: int, tank: bool) -> int:
    """The hexes next to one without Japanese and out of intense fields."""
    ways = state.ruleset.ways
    near = lasting_events.tank_ways(state, place) & ~lasting_events.ditches(state) if tank else ways.foot[place]
    return near & ~(state.jp_mask | fields_of_fire.intense_now(state))


@enforces(FAMILY, "7.3.5")
def risky(state: DDayState, goals: int) -> int:
    """Those of some empty positions that a unit cannot flee to, as bits of hexes."""
    found = 0
    for goal in spaces_of(goals):
        if under_fire.entering(state, goal, under_fire.ORDINARY) or arrival.may_rejuvenate(state, goal):
            found |= 1 << goal
    return found


@enforces(FAMILY, "7.3.5", "7.3.5-b", "7.0-d", "17.5.2-important")
def take(state: DDayState, unit: int, goal: int) -> None:
    """Move one hex; the unit cannot recover in this phase. From fort to fort it comes under fire like any other (D65); elsewhere
    there is no fire. If it made up for one too many in the hex it leaves, another unit there is disrupted now; where it goes it
    makes up for itself."""
    ruleset, place = state.ruleset, state.where[unit]
    state.mark(unit, ACTED | MOVED | PRESERVED)
    if under_fire.sure(state, place) >> goal & 1:
        movement.begin_under_fire(state, unit, goal)
        return
    state.put(unit, goal)
    if state.sink is not None:
        name, here, there = ruleset.unit_ids[unit], ruleset.hex_name(place), ruleset.hex_name(goal)
        data = {"units": [name], "from": here, "to": there, "path": [there]}
        state.happened("moved", "7.3.5", f"{name} makes a preservation move to {there}", data)
    arrival.take_guns(state, goal)
    arrival.arrive(state, goal)
    stacking.test(state, place)


def refuse(state: DDayState, unit: int, goal: int) -> Refusal:
    """Why a unit cannot make a preservation move to a hex."""
    ruleset = state.ruleset
    name, place, where = ruleset.unit_ids[unit], state.where[unit], ruleset.hex_name(goal)
    if place < 0:
        return Refusal("7.3.5", f"{name} is not on the map", (name,))
    if state.acted[unit] & ACTED:
        return Refusal("7.0-d", f"{name} has acted already in this phase", (name,))
    if not state.disrupted[unit] and command.in_command(state, unit):
        return Refusal("7.3.5", f"{name} is neither disrupted nor out of command: move it", (name,), ("7.1",))
    here = ruleset.hex_name(place)
    if not may_preserve(state, unit):
        return Refusal("7.3.5", f"{here} is neither a landing beach nor in an intense field of fire", (name,))
    near = ruleset.ways.foot[place]
    if ruleset.is_tank[unit]:
        near = lasting_events.tank_ways(state, place) & ~lasting_events.ditches(state)
    if state.jp_mask >> goal & 1:
        return Refusal("7.3.5-a", f"there are Japanese in {where}", (name,))
    if not near >> goal & 1:
        return move_goals.refuse_hex(state, (unit,), goal, 0)
    if fields_of_fire.intense_now(state) >> goal & 1:
        return Refusal("7.3.5-a", f"{where} is in an intense field of fire", (name,), ("7.3.5",))
    if state.disrupted[unit] and move_goals.touching(state) >> goal & 1:
        return Refusal("7.3.5-c", f"{name} is disrupted and cannot move next to the Japanese", (name,))
    if fields_now(state, 1 << goal) and not fields_now(state, refuges(state, unit)):
        return Refusal("7.3.5-a", f"{where} is in a field of fire, and there is a hex next to {here} that is not", (name,))
    return Refusal("7.3.5", f"{name} could not fight for the position in {where}", (name,), ("9.6", "7.3.3-e"))
