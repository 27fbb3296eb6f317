"""Forts under attack (17.3, 17.4): blocked sides, and who mans a fort that was alone when it was turned up (D71, D126)."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.combat import attackers
from beachhead.games.dday.counters import defenders, depth, forts, marines
from beachhead.games.dday.counters.defenders import MARKERS, UNITS
from beachhead.games.dday.counters.japanese_damage import hex_of
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import CHOOSE_HEX, CHOOSE_OF


@enforces(FAMILY, "17.3-d", "17.3-e", "8.3-c-fort", "17.4", "8.1-a")
def drop_out(state: DDayState, position: int, units: Sequence[int]) -> tuple[int, ...]:
    """Attackers that find themselves at a blocked side of the fort just turned up take no part and are disrupted; fire from two
    hexes is not stopped by it (D71). Returns who is left."""
    left = []
    for unit in units:
        if attackers.far(state, unit, position) <= 1 and forts.blocks(state, position, state.where[unit]):
            if state.sink is not None:
                name, where = state.ruleset.unit_ids[unit], hex_of(state, position)
                text = f"The fort in {where} blocks the side that {name} attacks"
                state.happened("blocked", "17.3-e", text, {"unit": name, "hex": where})
            marines.disrupt(state, unit, "17.3-e")
        else:
            left.append(unit)
    return tuple(left)


@enforces(FAMILY, "8.1", "8.3-c-fort")
def still_attacks(state: DDayState, position: int, units: Sequence[int]) -> bool:
    """Whether a unit that is enough for an attack is left next to the target."""
    return any(attackers.qualifies(state, unit) and attackers.far(state, unit, position) <= 1 for unit in units)


@enforces(FAMILY, "17.3-g")
def helpers(state: DDayState, position: int) -> list[tuple[int, int]]:
    """The units that may join a lone fort when the reserve is empty, by position and slot: next to it and next to no US unit;
    those that lie face down, else the weakest. Two that lie face down in one hex are the same to everybody (D155)."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    near = ground.near_mask[ruleset.position_hex[position]] & state.jp_mask & ~state.us_mask
    hidden, shown, weakest = list[tuple[int, int]](), list[tuple[int, int]](), 99
    for place in spaces_of(near):
        other = ground.position_at[place]
        if other < 0 or ground.near_mask[place] & state.us_mask:
            continue
        for slot, counter in enumerate((state.unit[other], state.second[other])):
            if counter and not state.faces[other] & UNITS[slot]:
                hidden += [(other, slot)] if (other, 0) not in hidden else []
            elif counter and ruleset.counter_strength[counter] <= weakest:
                strength = ruleset.counter_strength[counter]
                shown, weakest = [*(shown if strength == weakest else ()), (other, slot)], strength
    return sorted(hidden) or sorted(shown)


def helper_codes(state: DDayState, position: int) -> list[int]:
    """The choice among them: by hex, and by their order in it where two of a hex are equal."""
    found, codes = helpers(state, position), list[int]()
    for other, slot in found:
        place = state.ruleset.position_hex[other]
        two = (other, 1 - slot) in found
        codes.append(pack(CHOOSE_OF, place, slot + 1) if two else pack(CHOOSE_HEX, place))
    return codes


@enforces(FAMILY, "17.3-g", "17.3-g-depth", "17.7-b")
def call_in(state: DDayState, source: int, slot: int, position: int) -> None:
    """A unit moves into the fort next to it with its depth marker, or gets one there (D126: unless one lies there)."""
    up = bool(state.faces[source] & UNITS[slot])
    marker = depth.marker_in(state, source, slot)
    marker_up = depth.is_up(state, source, slot)
    if marker:
        defenders.take_depth(state, source, slot)
    shaken = state.shaken[source]
    counter = defenders.take_unit(state, source, slot)
    defenders.place_unit(state, position, counter, up=up)
    if shaken:
        state.shaken[position] = 1
        state.touch_position(position)
    if marker and not state.depth[position]:
        state.depth[position] = marker
        if marker_up:
            state.faces[position] |= MARKERS[0]
        state.touch_position(position)
    elif marker:
        defenders.put_back(state, defenders.depth_pool_of(state, state.ruleset.position_sector[position]), marker)
    elif depth.lacks_depth(state, position) and depth.has_pool(state, position):
        depth.add_depth(state, position, "17.3-g-depth")
    if state.sink is not None:
        here, there = hex_of(state, source), hex_of(state, position)
        state.happened("moved in", "17.3-g", f"The unit in {here} moves into the fort in {there}", {"from": here, "hex": there})
