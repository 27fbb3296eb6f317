"""A party of Japanese that has left its position and fights in a hex of the Marines (8.6-japanese, 13.8, 14.2, 14.4, 20.0).

Nothing Japanese stays outside a position hex: a party enters a hex, fights at once, and is back in a position before anything
else happens. So its counters stay in the rows of the position they came from, and the state remembers only how the party came,
from where and to which hex. Close combat asks here who fights, where, and by which color; for a combat in the hex of a position
the answers are that hex and everybody in it.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.games.dday.counters import defenders, depth, fallen_units, japanese_damage
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import TANK_STANCE, UNIT_STANCE, DDayState

# How a party came.
ASSAULT: Final = 1
"""By letter A (13.8)."""
OVERRUN: Final = 2
"""A tank, by letter R (14.2-R)."""
COUNTERATTACK: Final = 3
"""A stack in counterattack stance (14.4.2)."""
LOCAL: Final = 4
"""By the event Local Japanese Counterattack (20.0-local-counterattack)."""

UNIT_SLOT: Final = 0
TANK_SLOT: Final = 2
EVERYBODY: Final = (0, 1, TANK_SLOT)
CASES: Final = {ASSAULT: "13.8-a", OVERRUN: "14.2-R", COUNTERATTACK: "14.4.2-c-2", LOCAL: "20.0-local-counterattack-a"}


# ---------------------------------------------------------------------- who and where


def is_out(state: DDayState, position: int) -> bool:
    """Whether a party from this position is fighting elsewhere."""
    return state.sortie > 0 and state.sortie_from == position


def place_of(state: DDayState, position: int) -> int:
    """The hex of a close combat with the Japanese of a position: their own, or that which a party of them has entered."""
    return state.sortie_to if is_out(state, position) else state.hex_of(position)


def where_of(state: DDayState, position: int) -> str:
    """The same as people write it."""
    return state.ruleset.hex_name(place_of(state, position))


@enforces(FAMILY, "13.8-a", "14.2-R", "14.4.2")
def slots(state: DDayState, position: int) -> tuple[int, ...]:
    """The slots whose units take part, with their depth markers: everybody at home; of a party the unit, the tank, or those in
    counterattack stance."""
    if not is_out(state, position):
        return EVERYBODY
    if state.sortie == OVERRUN:
        return (TANK_SLOT,)
    if state.sortie == COUNTERATTACK:
        return stack_of(state, position)
    return (UNIT_SLOT,)


def stack_of(state: DDayState, position: int) -> tuple[int, ...]:
    """The slots of a position hex whose units are in counterattack stance."""
    bits = state.stance[position]
    unit = (UNIT_SLOT,) if bits & UNIT_STANCE else ()
    return (*unit, TANK_SLOT) if bits & TANK_STANCE else unit


def faces_of(state: DDayState, position: int, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Of the faces of units, or of markers, those that take part."""
    return tuple([faces[slot] for slot in slots(state, position)])


def standing_units(state: DDayState, position: int) -> list[int]:
    """The slots of a close combat that hold a unit."""
    return [slot for slot in slots(state, position) if fallen_units.unit_in(state, position, slot)]


def standing_depth(state: DDayState, position: int) -> list[int]:
    """The slots of a close combat that hold a depth marker."""
    return [slot for slot in slots(state, position) if depth.marker_in(state, position, slot)]


def fort_of(state: DDayState, position: int) -> int:
    """The fort in which the Japanese fight; a party has left it behind (D145)."""
    return 0 if is_out(state, position) else state.fort[position]


def is_standing(state: DDayState, position: int) -> bool:
    """Whether anybody Japanese is left in a close combat."""
    if is_out(state, position):
        return bool(standing_units(state, position))
    return defenders.is_occupied(state, position)


# ---------------------------------------------------------------------- disruption


def is_shaken(state: DDayState, position: int) -> bool:
    """Whether the Japanese of a close combat are disrupted; a party has its own disruption, not that of the hex it left."""
    return bool(state.sortie_shaken if is_out(state, position) else state.shaken[position])


@enforces(FAMILY, "8.6.1-4-b", "14.3")
def shake(state: DDayState, position: int, case: str) -> None:
    """The first hit disrupts everything Japanese that takes part."""
    if not is_out(state, position):
        japanese_damage.shake(state, position, case)
    elif not state.sortie_shaken:
        state.sortie_shaken = 1
        if state.sink is not None:
            where = where_of(state, position)
            state.happened("disrupted", case, f"The Japanese in {where} are disrupted", {"hex": where})


# ---------------------------------------------------------------------- what decides cards and hits


@enforces(FAMILY, "14.4.3", "20.0-local-counterattack-a")
def is_counterattack(state: DDayState, position: int) -> bool:
    """Whether a close combat involves units in counterattack stance: a party of them, those that a local counterattack puts in
    stance (c-50), or some that the Marines have entered upon."""
    if is_out(state, position):
        return state.sortie in (COUNTERATTACK, LOCAL)
    return bool(state.stance[position] & (UNIT_STANCE | TANK_STANCE))


@enforces(FAMILY, "8.6.1-2-c", "14.4.3-a")
def is_attacking(state: DDayState, position: int) -> bool:
    """Whether the Japanese get a card for moving in: a counterattack does not."""
    return is_out(state, position) and not is_counterattack(state, position)


@enforces(FAMILY, "14.4.3-e", "8.6.1-2-ca")
def is_supported(state: DDayState, position: int) -> bool:
    """Whether US units next to the hex of a counterattack let the Marines turn up the first card of each round."""
    if not is_counterattack(state, position):
        return False
    return bool(state.ruleset.ground.near_mask[place_of(state, position)] & state.us_mask)


@enforces(
    FAMILY, "8.6.5-a", "13.8-e", "14.2-R-nonposition", "14.2-color", "2.2.2-tank-color", "14.4.3-f", "8.6.1-3-c",
)  # fmt: skip
def color_of(state: DDayState, position: int) -> int:
    """The color by which a close combat is fought: in a position hex that of the position; elsewhere that printed on the tank,
    and for a party without one that of the position it came from (D95). It may be black."""
    ruleset = state.ruleset
    there = ruleset.ground.position_at[place_of(state, position)]
    if there >= 0:
        return ruleset.position_color[there]
    if TANK_SLOT in slots(state, position) and state.tank[position] > 0:
        return ruleset.components.japanese_units[state.tank[position] - 1].color
    return ruleset.position_color[position]
