"""US garrisons (15.4): markers that hold empty position hexes behind the front.

Whether US units or a garrison hold a hex is asked with `state.us_mask | state.garrison_mask`. Distances, fields of
fire and sectors ask for units alone (R1 c39).
"""

from __future__ import annotations

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.control import command, communication, fields_of_fire
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

# ---------------------------------------------------------------------- placing


@enforces(FAMILY, "15.0-b", "15.4", "15.4-a", "15.4-b", "4.0-II-1")
def refuse_garrison(state: DDayState, position: int, ranges: int) -> Refusal | None:
    """Why no garrison can be placed in a position hex; None if one can. `ranges` are the hexes in range of command posts."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    place = ruleset.position_hex[position]
    where = ruleset.hex_name(place)
    if state.jp_mask >> place & 1:
        return Refusal("15.4", f"there are Japanese in {where}")
    if state.garrisons[position]:
        return Refusal("15.4-a", f"there is a garrison in {where} already")
    if not ranges >> place & 1:
        return Refusal("15.4-b", f"{where} is out of the range of every command post", (), ("15.0-b",))
    if not ground.disk[1][place] & state.us_mask:
        return Refusal("15.4-b", f"no US unit is in {where} or next to it")
    if seen_by_japanese(state, place):
        return Refusal("15.4-b", f"{where} is in the field of fire of a Japanese unit")
    if not communication.us_in_communication(state, place):
        return Refusal("15.4-b", f"{where} is not in US communication", (), ("12.3",))
    return None


def seen_by_japanese(state: DDayState, place: int) -> bool:
    """Whether a hex is in the field of an occupied position, disrupted or not."""
    ground = state.ruleset.ground
    for group in spaces_of(fields_of_fire.seeing(state, place)):
        if ground.group_mask[group] & state.jp_mask:
            hot, cool = fields_of_fire.full_field(state, group)
            if (hot | cool) >> place & 1:
                return True
    hot, cool = fields_of_fire.cave_fields(state)
    return bool((hot | cool) >> place & 1)


def openings(state: DDayState) -> list[int]:
    """The position hexes in which a garrison can be placed now."""
    ranges = command.post_ranges(state)
    if not ranges:
        return []
    hexes = state.ruleset.position_hex
    return [
        place for position, place in enumerate(hexes) if ranges >> place & 1 and refuse_garrison(state, position, ranges) is None
    ]


@enforces(FAMILY, "15.4", "15.4-a", "15.4.1-a", "15.4.1-b")
def place_garrison(state: DDayState, position: int) -> None:
    """A garrison takes over a position hex. It is a marker: it does not stack, act or fight."""
    _set(state, position, 1)
    if state.sink is not None:
        where = state.ruleset.hex_name(state.ruleset.position_hex[position])
        state.happened("garrison", "15.4", f"A garrison is placed in {where}", {"hex": where, "placed": True})


# ---------------------------------------------------------------------- falling


@enforces(FAMILY, "15.4.1-c")
def garrison_falls(state: DDayState, position: int) -> None:
    """The garrison of a hex, if it has one, is removed."""
    if not state.garrisons[position]:
        return
    _set(state, position, 0)
    if state.sink is not None:
        where = state.ruleset.hex_name(state.ruleset.position_hex[position])
        state.happened("garrison", "15.4.1-c", f"The garrison in {where} is removed", {"hex": where, "placed": False})


@enforces(FAMILY, "15.4.1-c", "15.4.1-d")
def fall_to_fire(state: DDayState, group: int) -> None:
    """A group fires in the Fire Phase: garrisons that are alone in its field are removed, beside its hits. While hits are laid
    they still hold their hexes, so that the fire comes from the remaining ones (6.2.1)."""
    if not state.garrison_mask:
        return
    hot, cool = fields_of_fire.group_field(state, group)
    for place in spaces_of((hot | cool) & state.garrison_mask & ~state.us_mask):
        garrison_falls(state, state.ruleset.ground.position_at[place])


def _set(state: DDayState, position: int, held: int) -> None:
    place = state.ruleset.position_hex[position]
    state.garrisons[position] = held
    if held:
        state.garrison_mask |= 1 << place
    else:
        state.garrison_mask &= ~(1 << place)
    state.touch_position(position)
    state.stale_moving |= state.ruleset.ground.groups_at_hand[place]
