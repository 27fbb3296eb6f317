"""Depth markers (9.2): who may take one, who is next in line, and where lost ones go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from beachhead.engine.files.cases import enforces
from beachhead.games.dday.control.communication import japanese_in_communication
from beachhead.games.dday.counters import defenders
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DEPTH_UP, LOST_DEPTH, OUT, SECOND_DEPTH_UP, TANK_DEPTH_UP, UNIT_STANCE, DDayState

FACES: Final = (DEPTH_UP, SECOND_DEPTH_UP, TANK_DEPTH_UP)
"""The face of the marker in each slot."""


@enforces(FAMILY, "9.2-c", "9.2-d", "9.2.1", "9.2.1-a", "9.2.1-tank", "6.4.3")
def lacks_depth(state: DDayState, position: int) -> bool:
    """Whether a unit or fort in a hex is without a marker of its own. A tank never gets one; the markers under two units of a
    fortified hilltop are counted together (D25, D126). Units in counterattack stance get none (9.2-d)."""
    if state.stance[position] & UNIT_STANCE:
        return False
    holders = (state.unit[position] != 0) + (state.second[position] != 0)
    if not holders:
        holders = int(state.fort[position] != 0)
    return garrison_depth(state, position) < holders


@enforces(FAMILY, "9.2-b", "9.2-c", "9.2.1-a", "12.2")
def can_take_depth(state: DDayState, position: int) -> bool:
    """Whether a hex may receive a depth marker: somebody there lacks one, and it is in communication; disrupted or not."""
    if position >= state.ruleset.position_count:
        return False  # a cave holds its one marker
    return lacks_depth(state, position) and japanese_in_communication(state, position)


@enforces(FAMILY, "9.2.2")
def has_pool(state: DDayState, position: int) -> bool:
    """Whether a marker is left in the pool of a position's sector (c-3)."""
    return bool(state.pools[defenders.depth_pool_of(state, state.ruleset.position_sector[position])])


@enforces(FAMILY, "9.2-f", "9.2.2")
def add_depth(state: DDayState, position: int, case: str = "9.2-f", why: dict[str, Any] | None = None) -> bool:
    """Draw a marker blindly from the pool of the sector and lay it face down in the hex; False if the pool is empty."""
    counter = defenders.draw_blind(state, defenders.depth_pool_of(state, state.ruleset.position_sector[position]))
    place = state.ruleset.hex_name(state.ruleset.position_hex[position]) if state.sink is not None else ""
    if not counter:
        state.report("no depth", "9.2.2", f"No depth marker is left for {place}", {"hex": place})
        return False
    defenders.place_depth(state, position, counter)
    if state.sink is not None:
        data = {"hex": place, "why": why} if why else {"hex": place}
        state.happened("depth", case, f"A depth marker is placed in {place}", data)
    return True


@enforces(FAMILY, "9.2-e")
def nearest_of(state: DDayState, positions: Iterable[int]) -> int:
    """Of some positions the one nearest to a US unit, then by letter and number; -1 if there is none."""
    ruleset = state.ruleset
    best, found = 999, -1
    for position in positions:
        far = ruleset.ground.nearest(ruleset.position_hex[position], state.us_mask)
        if far < best or (far == best and position < found):
            best, found = far, position
    return found


@enforces(FAMILY, "9.2-b", "9.2-d", "9.2-e")
def nearest_for_depth(state: DDayState) -> int:
    """The position that takes the next depth marker of an event that names nobody; -1 if nobody can take one."""
    return nearest_of(state, [p for p in range(state.ruleset.position_count) if can_take_depth(state, p)])


# ---------------------------------------------------------------------- losing markers


@enforces(FAMILY, "9.2.1-c")
def lose_depth(state: DDayState, position: int, slot: int) -> None:
    """A marker is eliminated as such: in communication it goes to the box of eliminated units, otherwise out of the game (c-4).
    Nobody looks at a marker that lies face down."""
    linked = japanese_in_communication(state, position)
    defenders.put_back(state, LOST_DEPTH if linked else OUT, defenders.take_depth(state, position, slot))


@enforces(FAMILY, "6.4.3-b", "9.2.1-b", "9.2.1-c")
def settle_orphans(state: DDayState, position: int) -> None:
    """After a unit has gone: markers that nobody is left for. One that lies face down stays under another unit, or under a fort
    (D126), never under a tank. The others go back to the pool of their sector, or out of the game (`return_depth`)."""
    holders = (state.unit[position] != 0) + (state.second[position] != 0)
    room = holders or int(state.fort[position] != 0)
    for slot in (1, 0):
        if garrison_depth(state, position) > holders and marker_in(state, position, slot) and is_up(state, position, slot):
            return_depth(state, position, slot)
    for slot in (1, 0):
        if garrison_depth(state, position) > room and marker_in(state, position, slot):
            return_depth(state, position, slot)
    if state.tank_depth[position] and not state.tank[position]:
        return_depth(state, position, 2)


def garrison_depth(state: DDayState, position: int) -> int:
    """The depth markers of a hex, that of a tank left out."""
    return (state.depth[position] != 0) + (state.second_depth[position] != 0)


@enforces(FAMILY, "6.4.3-b", "9.2.1-b", "9.2.1-c")
def return_depth(state: DDayState, position: int, slot: int) -> None:
    """A marker whose unit is gone goes back to the pool; face up and out of communication it is gone for good."""
    lost = is_up(state, position, slot) and not japanese_in_communication(state, position)
    pool = OUT if lost else defenders.depth_pool_of(state, state.ruleset.position_sector[position])
    defenders.put_back(state, pool, defenders.take_depth(state, position, slot))


def marker_in(state: DDayState, position: int, slot: int) -> int:
    """The marker in a slot: of the first unit (0), the second (1) or the tank (2); 0 for none."""
    return (state.depth, state.second_depth, state.tank_depth)[slot][position]


def is_up(state: DDayState, position: int, slot: int) -> bool:
    """Whether the marker in a slot is face up."""
    return bool(state.faces[position] & FACES[slot])
