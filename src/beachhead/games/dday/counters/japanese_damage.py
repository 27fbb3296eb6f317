"""What any kind of combat does to the Japanese counters of a hex: disruption, lost markers, faces turned down."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.games.dday.counters import defenders, depth, fallen_units
from beachhead.games.dday.counters.defenders import UNITS
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import TANK_STANCE, UNIT_STANCE, DDayState


def hex_of(state: DDayState, position: int) -> str:
    """The hex of a position."""
    return state.ruleset.hex_name(state.hex_of(position))


def standing_units(state: DDayState, position: int) -> list[int]:
    """The slots of a hex that hold a unit."""
    return [slot for slot in (0, 1, 2) if fallen_units.unit_in(state, position, slot)]


def standing_depth(state: DDayState, position: int) -> list[int]:
    """The slots of a hex that hold a depth marker."""
    return [slot for slot in (0, 1, 2) if depth.marker_in(state, position, slot)]


@enforces(FAMILY, "8.3-c-6", "6.4.3-b", "14.4.5")
def lose_marker(state: DDayState, position: int, slot: int, case: str) -> None:
    """A depth marker is eliminated; one that lies face down is not looked at."""
    if state.sink is not None:
        counter, where = depth.marker_in(state, position, slot), hex_of(state, position)
        known = counter > 0 and depth.is_up(state, position, slot)
        name = state.ruleset.counter_ids[counter] if known else "A depth marker, unseen,"
        state.happened("depth lost", case, f"{name} is eliminated in {where}", {"hex": where, "counter": name if known else ""})
    depth.lose_depth(state, position, slot)
    if state.sink is not None and state.stance[position] & (TANK_STANCE if slot == 2 else UNIT_STANCE):
        where = hex_of(state, position)
        text = f"The unit in {where} has no depth any more, but stays in counterattack stance"
        state.happened("flipped", "14.4.5", text, {"hex": where})


def shake(state: DDayState, position: int, case: str) -> None:
    """Everything Japanese in a hex is disrupted (D61)."""
    if state.shaken[position] or not defenders.is_occupied(state, position):
        return
    state.shaken[position] = 1
    state.touch_position(position)
    if state.sink is not None:
        where = hex_of(state, position)
        state.happened("disrupted", case, f"The Japanese in {where} are disrupted", {"hex": where})


@enforces(FAMILY, "9.1-c", "8.3-c-6")
def hide(state: DDayState, position: int) -> None:
    """The units of a hex turn face down again, not their depth markers. What was seen is remembered. Units in counterattack
    stance stay as they are: the marker on them shows who they are."""
    stance = state.stance[position]
    slots = [slot for slot in standing_units(state, position) if slot == 1 or not stance & (TANK_STANCE if slot else UNIT_STANCE)]
    for slot in slots:
        state.faces[position] &= ~UNITS[slot]
    state.touch_position(position)
    if slots and state.sink is not None:
        where = hex_of(state, position)
        state.happened("hidden", "9.1-c", f"The Japanese in {where} turn face down again", {"hex": where})


def because(text: str, case: str) -> dict[str, str]:
    """Why the book acts."""
    return {"text": text, "case": case}
