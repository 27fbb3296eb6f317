"""Japanese counters in position hexes: what stands there, turning it up, adding and taking away (2.2.2, 6.4.3, 9.1, 9.2.1, 17).

Only what happens to the counters is here. When and why is told in the chapters: combat, letters, events, reserves, forts.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.chance import lots
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import BLACK
from beachhead.games.dday.control import us_garrisons
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import (
    DEPTH_UP,
    DEPTHS,
    FORT_UP,
    FORTS,
    OUT,
    RESERVES,
    SECOND_DEPTH_UP,
    SECOND_UP,
    STANCE_ACTED,
    TANK_DEPTH_UP,
    TANK_STANCE,
    TANK_UP,
    UNIT_STANCE,
    UNIT_UP,
    DDayState,
)

UNITS: Final = (UNIT_UP, SECOND_UP, TANK_UP)
MARKERS: Final = (DEPTH_UP, SECOND_DEPTH_UP, TANK_DEPTH_UP)
"""Faces of units and of depth markers, in the order of their slots."""
LIMIT: Final = 3
"""The hit limit of a hex, and of a group (6.3.1-important, D120)."""


# ---------------------------------------------------------------------- what is there


def is_occupied(state: DDayState, position: int) -> bool:
    """Whether a Japanese unit, tank or fort is in a position hex."""
    return bool(state.jp_mask >> state.hex_of(position) & 1)


def has_unit(state: DDayState, position: int) -> bool:
    """Whether a Japanese unit or tank is in a position hex; a fort alone is not enough."""
    return bool(state.unit[position] or state.second[position] or state.tank[position])


def is_group_occupied(state: DDayState, group: int) -> bool:
    """Whether any hex of a group holds a Japanese unit, tank or fort."""
    return bool(state.jp_mask & state.ruleset.ground.group_mask[group])


@enforces(FAMILY, "7.4-b", "17.3-a")
def is_revealed(state: DDayState, position: int) -> bool:
    """Whether what stands in a hex has been turned up: the top fort and every unit (D86). Depth markers do not matter."""
    faces = state.faces[position]
    return not (
        (state.fort[position] and not faces & FORT_UP)
        or (state.unit[position] and not faces & UNIT_UP)
        or (state.second[position] and not faces & SECOND_UP)
        or (state.tank[position] and not faces & TANK_UP)
    )


def depth_count(state: DDayState, position: int) -> int:
    """The depth markers of a hex."""
    return (state.depth[position] != 0) + (state.second_depth[position] != 0) + (state.tank_depth[position] != 0)


def is_black(state: DDayState, position: int) -> bool:
    """Whether it is a black position."""
    return state.ruleset.position_color[position] == BLACK


# ---------------------------------------------------------------------- turning up


def counter_name(state: DDayState, counter: int) -> str:
    """What a counter that everybody knows is called."""
    return state.ruleset.counter_ids[counter]


@enforces(FAMILY, "9.1", "9.1-a")
def reveal_units(state: DDayState, position: int, case: str, why: dict[str, str] | None = None) -> None:
    """Turn up every unit of a hex, not its depth markers."""
    for face in UNITS:
        put_counter(state, position, face, _turn_up(state, position, row_of(state, face)[position], face, case, why))


@enforces(FAMILY, "2.2.2-depth-b", "9.1-b")
def reveal_depth(state: DDayState, position: int, case: str) -> None:
    """Turn up every depth marker of a hex."""
    for face in MARKERS:
        put_counter(state, position, face, _turn_up(state, position, row_of(state, face)[position], face, case))


@enforces(FAMILY, "17.3-c")
def reveal_fort(state: DDayState, position: int, case: str) -> None:
    """Turn up the top fort of a hex."""
    state.fort[position] = _turn_up(state, position, state.fort[position], FORT_UP, case)


def next_down(state: DDayState, position: int, faces: tuple[int, ...]) -> int:
    """The first of these faces whose counter is in the hex and face down; 0 if there is none."""
    for face in faces:
        if row_of(state, face)[position] and not state.faces[position] & face:
            return face
    return 0


def lay(row: list[int], position: int, counter: int) -> list[int]:
    """A row of counters with another one in a position hex; the old row does not change, since copies of a state share it."""
    if row[position] == counter:
        return row
    row = row.copy()
    row[position] = counter
    return row


def put_counter(state: DDayState, position: int, face: int, counter: int) -> None:
    """Put another counter in the place of the one with this face."""
    if face == UNIT_UP:
        state.unit[position] = counter
    elif face == SECOND_UP:
        state.second = lay(state.second, position, counter)
    elif face == TANK_UP:
        state.tank = lay(state.tank, position, counter)
    elif face == DEPTH_UP:
        state.depth[position] = counter
    elif face == SECOND_DEPTH_UP:
        state.second_depth = lay(state.second_depth, position, counter)
    elif face == TANK_DEPTH_UP:
        state.tank_depth = lay(state.tank_depth, position, counter)
    else:
        state.fort[position] = counter


def row_of(state: DDayState, face: int) -> list[int]:
    """The row of the state whose counters have this face."""
    if face == UNIT_UP:
        return state.unit
    if face == SECOND_UP:
        return state.second
    if face == TANK_UP:
        return state.tank
    if face == DEPTH_UP:
        return state.depth
    if face == SECOND_DEPTH_UP:
        return state.second_depth
    return state.tank_depth if face == TANK_DEPTH_UP else state.fort


@enforces(FAMILY, "9.1", "9.1-a")
def reveal_one(state: DDayState, position: int, face: int, case: str, why: dict[str, str]) -> int:
    """Turn up one counter of a hex and return it: an act of the book, with its reason."""
    found = _turn_up(state, position, row_of(state, face)[position], face, case, why)
    put_counter(state, position, face, found)
    return found


@enforces(FAMILY, "2.2.2-back", "2.0-dice")
def _turn_up(state: DDayState, position: int, counter: int, face: int, case: str, why: dict[str, str] | None = None) -> int:
    if not counter:
        return 0
    if state.faces[position] & face:
        return counter
    found = lots.turned_up(state.lots, counter, state.dice)
    state.faces[position] |= face
    state.touch_position(position)
    if state.sink is not None:
        place = state.ruleset.hex_name(state.hex_of(position))
        name = counter_name(state, found)
        data = {"hex": place, "counter": name, "why": why} if why else {"hex": place, "counter": name}
        state.happened("revealed", case, f"{name} is turned up in {place}", data)
    return found


# ---------------------------------------------------------------------- pools


def draw_blind(state: DDayState, pool: int) -> int:
    """Take a counter face down out of a pool; 0 if the pool is empty. Nobody looks at it."""
    row = lots.mixed(state.lots, state.pools[pool])
    if not row:
        return 0
    state.pools[pool] = row[:-1]
    return row[-1]


def put_back(state: DDayState, pool: int, counter: int) -> None:
    """Put a counter into a pool."""
    state.pools[pool] = [*state.pools[pool], counter]


def reserve_of(state: DDayState, sector: int) -> int:
    """The pool of a sector's reserve units."""
    del state
    return RESERVES + sector - 1


def depth_pool_of(state: DDayState, sector: int) -> int:
    """The pool of a sector's depth markers."""
    del state
    return DEPTHS + sector - 1


def fort_pool_of(fort_class: int) -> int:
    """The pool of a class of forts."""
    return FORTS + fort_class - 1


# ---------------------------------------------------------------------- adding


@enforces(FAMILY, "6.4.3", "9.3-a-place", "9.0")
def place_unit(state: DDayState, position: int, counter: int, *, up: bool = False) -> None:
    """Put a unit into a position hex, face down unless told otherwise. A second unit shares the hex (D25)."""
    if state.unit[position]:
        state.second = lay(state.second, position, counter)
        state.faces[position] = state.faces[position] & ~SECOND_UP | (SECOND_UP if up else 0)
    else:
        state.unit[position] = counter
        state.faces[position] = state.faces[position] & ~UNIT_UP | (UNIT_UP if up else 0)
    state.jp_mask |= 1 << state.hex_of(position)
    state.touch_position(position)
    us_garrisons.garrison_falls(state, position)


@enforces(FAMILY, "9.2-f", "6.4.3-a", "2.2.2-depth-a")
def place_depth(state: DDayState, position: int, counter: int) -> None:
    """Put a depth marker, face down, under the first unit of a hex that lacks one, or under its fort."""
    if not state.depth[position]:
        state.depth[position] = counter
        state.faces[position] &= ~DEPTH_UP
    else:
        state.second_depth = lay(state.second_depth, position, counter)
        state.faces[position] &= ~SECOND_DEPTH_UP
    state.touch_position(position)


def place_tank(state: DDayState, position: int, counter: int, marker: int, faces: int) -> None:
    """Put a tank and its depth marker, if any, into a position hex, with the faces they show."""
    state.tank = lay(state.tank, position, counter)
    state.tank_depth = lay(state.tank_depth, position, marker)
    both = TANK_UP | TANK_DEPTH_UP
    state.faces[position] = state.faces[position] & ~both | (faces & both)
    state.jp_mask |= 1 << state.hex_of(position)
    state.touch_position(position)


def place_forts(state: DDayState, position: int, forts: list[int]) -> None:
    """Put up to three forts into a hex, face down, the first on top."""
    state.fort[position] = forts[0]
    state.lower_fort = lay(state.lower_fort, position, forts[1] if len(forts) > 1 else 0)
    state.bottom_fort = lay(state.bottom_fort, position, forts[2] if len(forts) > 2 else 0)
    state.faces[position] &= ~FORT_UP
    state.jp_mask |= 1 << state.hex_of(position)
    state.touch_position(position)


# ---------------------------------------------------------------------- taking away


def take_unit(state: DDayState, position: int, slot: int) -> int:
    """Take a unit (slot 0), the second unit (1) or the tank (2) out of its hex; its depth marker stays. Returns the counter."""
    faces = state.faces[position]
    if slot == 2:
        counter = state.tank[position]
        state.tank = lay(state.tank, position, 0)
        faces &= ~TANK_UP
    elif slot == 1:
        counter = state.second[position]
        state.second = lay(state.second, position, 0)
        faces &= ~SECOND_UP
    else:
        counter = state.unit[position]
        state.unit[position] = state.second[position]
        state.second = lay(state.second, position, 0)
        faces = faces & ~(UNIT_UP | SECOND_UP) | (UNIT_UP if faces & SECOND_UP else 0)
    state.faces[position] = faces
    if state.stance[position] and slot != 1:
        end_stance(state, position, TANK_STANCE if slot == 2 else UNIT_STANCE)
    if slot == 2:
        state.tank_done[position] = 0
    _update(state, position)
    return counter


def end_stance(state: DDayState, position: int, bit: int) -> None:
    """The unit or tank of a hex is in counterattack stance no longer."""
    left = state.stance[position] & ~bit
    state.stance[position] = 0 if left == STANCE_ACTED else left


def take_depth(state: DDayState, position: int, slot: int) -> int:
    """Take a depth marker out of its hex: the first (slot 0), the second (1) or the tank's (2). Returns the counter."""
    faces = state.faces[position]
    if slot == 2:
        counter = state.tank_depth[position]
        state.tank_depth = lay(state.tank_depth, position, 0)
        faces &= ~TANK_DEPTH_UP
    elif slot == 1:
        counter = state.second_depth[position]
        state.second_depth = lay(state.second_depth, position, 0)
        faces &= ~SECOND_DEPTH_UP
    else:
        counter = state.depth[position]
        state.depth[position] = state.second_depth[position]
        state.second_depth = lay(state.second_depth, position, 0)
        faces = faces & ~(DEPTH_UP | SECOND_DEPTH_UP) | (DEPTH_UP if faces & SECOND_DEPTH_UP else 0)
    state.faces[position] = faces
    _update(state, position)
    return counter


def take_fort(state: DDayState, position: int) -> int:
    """Take the top fort off; the next one, if any, comes up face down (D86). Returns the counter."""
    counter = state.fort[position]
    state.fort[position] = state.lower_fort[position]
    state.lower_fort = lay(state.lower_fort, position, state.bottom_fort[position])
    state.bottom_fort = lay(state.bottom_fort, position, 0)
    state.faces[position] &= ~FORT_UP
    _update(state, position)
    return counter


def out_of_play(state: DDayState, counter: int) -> None:
    """A counter is out of the game for good."""
    if counter:
        put_back(state, OUT, counter)


@enforces(FAMILY, "20.0-japanese-hero-b")
def drop_hero(state: DDayState, position: int) -> None:
    """The Japanese hero of a hex, if there is one, goes back to the supply."""
    if state.japanese_heroes[position]:
        state.japanese_heroes[position] = 0
        state.touch_position(position)
        if state.sink is not None:
            place = state.ruleset.hex_name(state.hex_of(position))
            state.happened("hero gone", "20.0-japanese-hero-b", f"The Japanese hero in {place} is gone", {"hex": place})


@enforces(FAMILY, "20.0-caves-g")
def close_cave(state: DDayState, position: int) -> None:
    """After a combat: a cave without a marker is gone, and its own marker is back in the supply."""
    number = position - state.ruleset.position_count
    if number >= 0 and not state.unit[position] and state.caves[number] >= 0:
        state.touch_position(position)
        state.caves = lay(state.caves, number, -1)
        state.done[position] = state.faces[position] = state.shaken[position] = 0


@enforces(FAMILY, "20.0-tunnels")
def _update(state: DDayState, position: int) -> None:
    """Keep `jp_mask` right; a hex without Japanese units or forts is not disrupted any more, and a tunnel served the unit that
    has left (D111)."""
    place = state.hex_of(position)
    if state.unit[position] or state.second[position] or state.fort[position] or state.tank[position]:
        state.jp_mask |= 1 << place
    else:
        state.jp_mask &= ~(1 << place)
        state.shaken[position] = 0
        state.japanese_heroes[position] = 0
    if state.tunnels[position] and not has_unit(state, position):
        state.tunnels[position] = 0
    state.touch_position(position)
