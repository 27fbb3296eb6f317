"""Counterattack stance (14.4): who is in it, its markers, and how it ends (14.4.5, 14.4.6). What units in stance do is told in
`counterattack`.

The marker of a unit in stance lies in the row of its depth markers, face up, and counts as depth (c-18). Once it is lost only the
stance remains: any marker, face down, would show it.
"""

from __future__ import annotations

from beachhead.engine.chance import lots
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import TACTICAL_REINFORCEMENT
from beachhead.games.dday.control.communication import landing_beaches
from beachhead.games.dday.counters import defenders, depth
from beachhead.games.dday.counters.sorties import TANK_SLOT, UNIT_SLOT
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import (
    DEPTH_UP,
    STANCE_ACTED,
    TANK_DEPTH_UP,
    TANK_STANCE,
    UNIT_STANCE,
    WITHOUT,
    DDayState,
)


def stacks(state: DDayState) -> list[int]:
    """The position hexes with units in counterattack stance."""
    both = UNIT_STANCE | TANK_STANCE
    return [position for position in range(len(state.stance)) if state.stance[position] & both]


# ---------------------------------------------------------------------- markers


@enforces(FAMILY, "14.4.1-b", "14.4.1-f", "14.4.3-b")
def draw_marker(state: DDayState, sector: int) -> int:
    """A depth marker from the pool of a sector, turned up. A Tactical Reinforcement is put back and another one drawn; 0 if there
    is none: then a face-down marker shows the stance, and there is no depth (D95)."""
    pool, aside, found = defenders.depth_pool_of(state, sector), list[int](), 0
    while not found:
        counter = defenders.draw_blind(state, pool)
        if not counter:
            break
        number = lots.turned_up(state.lots, counter, state.dice)
        if state.ruleset.depth_kind[number] == TACTICAL_REINFORCEMENT:
            aside.append(number)
        else:
            found = number
    for number in aside:
        defenders.put_back(state, pool, number)
    return found


@enforces(FAMILY, "14.4.1-b", "14.4.1-f")
def mark(state: DDayState, position: int, slot: int, sector: int) -> str:
    """A unit or tank enters counterattack stance, with a marker of that sector; returns what it shows."""
    number = draw_marker(state, sector)
    if slot == TANK_SLOT:
        state.tank_depth = defenders.lay(state.tank_depth, position, number)
        face, bit = TANK_DEPTH_UP, TANK_STANCE
    else:
        state.depth[position] = number
        face, bit = DEPTH_UP, UNIT_STANCE
    state.faces[position] = state.faces[position] & ~face | (face if number else 0)
    state.stance[position] |= bit
    state.touch_position(position)
    return state.ruleset.counter_ids[number] if number else "no depth"


# ---------------------------------------------------------------------- leaving


@enforces(FAMILY, "14.4.6", "14.4.2-c-1")
def reaches_beach(state: DDayState, position: int) -> bool:
    """Whether a position has a US landing beach hex in its printed field of fire (D96)."""
    ground = state.ruleset.ground
    intense, steady = ground.intense[position], ground.steady[position]
    reach = ground.reach[position]
    return bool((intense[reach] | steady[reach]) & landing_beaches(state))


@enforces(FAMILY, "14.4.6", "14.4.6-a", "14.4.6-b")
def after_action(state: DDayState, position: int) -> None:
    """Units that end their action in a position with a field over a landing beach leave the stance: markers that still show go
    back to the pool of the sector, and a unit that had one draws another, face down."""
    if not reaches_beach(state, position):
        return
    pool = defenders.depth_pool_of(state, state.ruleset.position_sector[position])
    bits = state.stance[position]
    if bits & TANK_STANCE and state.tank_depth[position]:
        defenders.put_back(state, pool, defenders.take_depth(state, position, TANK_SLOT))
    if bits & UNIT_STANCE and state.depth[position]:
        defenders.put_back(state, pool, defenders.take_depth(state, position, UNIT_SLOT))
        depth.add_depth(state, position, "14.4.6-a")
    state.stance[position] = 0
    state.touch_position(position)
    if state.sink is not None:
        where = state.ruleset.hex_name(state.ruleset.position_hex[position])
        text = f"The Japanese in {where} leave counterattack stance: a landing beach is in their field of fire"
        state.happened("stance ended", "14.4.6", text, {"hex": where})


def fresh(state: DDayState) -> None:
    """Nobody has counterattacked yet in this phase, and no tank has acted."""
    state.stance = state.stance.translate(WITHOUT[STANCE_ACTED])
    state.tank_done = bytearray(len(state.tank_done))
