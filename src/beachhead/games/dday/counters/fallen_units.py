"""What becomes of Japanese units that are beaten: elite units fall back before an attack (8.3.3), the dead of a close combat go
to their box or out of the game (8.6.2-a), and markers without a unit find their place (6.4.3-b)."""

from __future__ import annotations

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.control.communication import hex_in_communication, japanese_in_communication
from beachhead.games.dday.counters import defenders, depth
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import (
    DEPTH_UP,
    ELITES,
    LOST_DEPTH,
    OUT,
    SECOND_DEPTH_UP,
    SECOND_UP,
    UNIT_UP,
    DDayState,
)

DDAY_TURNS = 6
"""Until this turn beaten units that cannot withdraw go to the box (8.3.3-d)."""


def unit_in(state: DDayState, position: int, slot: int) -> int:
    """The unit in a slot: the first (0), the second (1) or the tank (2); 0 for none."""
    return (state.unit, state.second, state.tank)[slot][position]


@enforces(FAMILY, "8.3.3-a", "8.3.3-b", "8.3-a-exception")
def refuges(state: DDayState, position: int) -> list[int]:
    """The position hexes next to one to which a unit may withdraw, best first: empty ones before those with room, its own group
    before others, then by letter and number (D75). US units next to them do not matter."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    near = ground.near_mask[ruleset.position_hex[position]] & ground.position_mask & ~(state.us_mask | state.garrison_mask)
    found: list[tuple[bool, bool, int]] = []
    for place in spaces_of(near):
        other = ground.position_at[place]
        if has_room(state, other):
            occupied = bool(state.jp_mask >> place & 1)
            found.append((occupied, ruleset.position_group[other] != ruleset.position_group[position], other))
    return [other for _, _, other in sorted(found)]


@enforces(FAMILY, "8.3.3-b", "6.4.3", "6.4.3-a")
def has_room(state: DDayState, position: int) -> bool:
    """Whether one more unit fits: nobody is there but a fort or a tank, or it is a black hilltop with two forts and one unit
    (D25)."""
    if not state.unit[position]:
        return True
    here = state.ruleset.positions[position]
    return (
        not state.second[position] and bool(state.lower_fort[position]) and here.hilltop and defenders.is_black(state, position)
    )


@enforces(
    FAMILY, "8.3-a", "8.3.3", "8.3.3-a", "8.3.3-b", "8.3.3-b-1", "8.3.3-b-2", "8.3.3-c", "8.3.3-d", "8.3.3-e",
    "8.3-a-exception",
)  # fmt: skip
def defeat(state: DDayState, position: int, slot: int) -> None:
    """An attack defeats a unit. An elite one in communication withdraws to a position hex next to it, or into the reserve of its
    sector if those are full; others leave the map. Its depth marker stays behind (6.4.3-b)."""
    ruleset = state.ruleset
    if position >= ruleset.position_count:
        lose_cave(state, position, "20.0-caves-g")
        return
    place = ruleset.hex_name(ruleset.position_hex[position])
    linked = japanese_in_communication(state, position)
    shaken = state.shaken[position]
    counter = defenders.take_unit(state, position, slot)
    name = ruleset.counter_ids[counter]
    if slot != 2 and ruleset.is_elite[counter] and linked:
        goals = refuges(state, position)
        if goals:
            move_in(state, goals[0], counter, shaken)
            goal = ruleset.hex_name(ruleset.position_hex[goals[0]])
            text, case, to = f"{name} withdraws from {place} to {goal}", "8.3.3-a", goal
        elif _crowded(state, position):
            defenders.put_back(state, defenders.reserve_of(state, ruleset.position_sector[position]), counter)
            text, case, to = f"{name} finds no room next to {place} and goes back into the reserve", "8.3.3-c", "reserve"
        else:
            defenders.put_back(state, ELITES, counter)
            text, case, to = f"{name} is defeated in {place}; no position is next to it", "8.3.3-d", "box"
    elif slot != 2 and state.turn <= DDAY_TURNS:
        defenders.put_back(state, ELITES, counter)
        text, case, to = f"{name} is defeated in {place}", "8.3.3-d", "box"
    else:
        defenders.put_back(state, OUT, counter)
        text, case, to = f"{name} is defeated in {place} and out of the game", "8.3.3-e", "out"
    depth.settle_orphans(state, position)
    if state.sink is not None:
        state.happened("defeated", case, text, {"hex": place, "counter": name, "to": to})


def _crowded(state: DDayState, position: int) -> bool:
    """Whether it is Japanese units that keep a withdrawing unit out of the position hexes next to it."""
    ground = state.ruleset.ground
    near = ground.near_mask[state.ruleset.position_hex[position]] & ground.position_mask
    return bool(near & state.jp_mask & ~state.us_mask)


@enforces(FAMILY, "8.3.3-b-1", "8.3.3-b-2", "9.1-c")
def move_in(state: DDayState, position: int, counter: int, shaken: int) -> None:
    """A withdrawing unit enters a position hex: face down, unless a unit or depth marker there is face up. It remains disrupted
    if it was; then so is the hex (D61, D75)."""
    seen = bool(state.faces[position] & (UNIT_UP | SECOND_UP | DEPTH_UP | SECOND_DEPTH_UP))
    defenders.place_unit(state, position, counter, up=seen)
    if shaken:
        state.shaken[position] = 1
        state.touch_position(position)


@enforces(FAMILY, "8.6.2-a")
def eliminate_unit(state: DDayState, position: int, slot: int, case: str = "8.6.2-a") -> None:
    """A unit is eliminated in close combat: an elite one that is in communication goes to its box and may come back, others are
    out of the game (c-4)."""
    ruleset = state.ruleset
    if position >= ruleset.position_count:
        lose_cave(state, position, "20.0-caves-g")
        return
    linked = japanese_in_communication(state, position)
    counter = defenders.take_unit(state, position, slot)
    back = linked and ruleset.is_elite[counter] and slot != 2
    defenders.put_back(state, ELITES if back else OUT, counter)
    depth.settle_orphans(state, position)
    if state.sink is not None:
        place, name = ruleset.hex_name(ruleset.position_hex[position]), ruleset.counter_ids[counter]
        state.happened("eliminated", case, f"{name} is eliminated in {place}", {"hex": place, "counter": name})


# ---------------------------------------------------------------------- the end of a cave


@enforces(FAMILY, "20.0-caves-g", "9.2.1-c")
def lose_cave(state: DDayState, position: int, case: str) -> None:
    """The marker of a cave is eliminated: to its box if the hex is in communication, else out of the game (c-4)."""
    place = state.hex_of(position)
    linked, counter = hex_in_communication(state, place), state.unit[position]
    known = counter > 0 and bool(state.faces[position] & UNIT_UP)
    defenders.put_back(state, LOST_DEPTH if linked else OUT, defenders.take_unit(state, position, 0))
    if state.sink is not None:
        where = state.ruleset.hex_name(place)
        name = state.ruleset.counter_ids[counter] if known else ""
        text = f"{name or 'The depth marker'} is eliminated in {where}, and the cave is closed"
        state.happened("depth lost", case, text, {"hex": where, "counter": name})
