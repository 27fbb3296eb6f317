"""Caves (20.0-caves, D114): depth markers outside the positions, which fight as black positions without letters.

A cave has a place in the rows of Japanese counters, after the positions; its depth marker stands in the row of units, since it
fights as one. So attack, barrage and close combat treat it like a unit alone in its hex (`DDayState.hex_of`, `slot_at`).
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import TACTICAL_REINFORCEMENT
from beachhead.games.dday.control.communication import hex_in_communication
from beachhead.games.dday.counters import defenders, japanese_reserves
from beachhead.games.dday.counters.japanese_damage import because
from beachhead.games.dday.events.japanese_gains import is_open_phase, no_event
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.state import DEPTHS, UNIT_UP, DDayState
from beachhead.games.dday.verbs import MARK

RALLIES: Final = 3
"""How near a position must be whose color on the fire card frees a cave of its disruption, as with black positions (6.8.1-c)."""


def is_cave(state: DDayState, position: int) -> bool:
    """Whether this is a cave and not a position."""
    return position >= state.ruleset.position_count


# ---------------------------------------------------------------------- placing


@enforces(FAMILY, "20.0-caves", "20.0-caves-a")
def site(state: DDayState) -> int:
    """Where the next cave goes: a land hex without a position, next to a hex with US units, and next to a hilltop position that
    the Japanese hold and that is itself next to a US unit; lowest hex first (D78). -1 if there is none, or no depth marker for
    it."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    near = ground.near_mask
    found = 0
    for position in spaces_of(ground.hilltop_positions):
        place = ruleset.position_hex[position]
        if state.jp_mask >> place & 1 and near[place] & state.us_mask:
            found |= near[place]
    found &= ~(ground.position_mask | state.us_mask | state.jp_mask | ruleset.ways.closed)
    for place in spaces_of(found):
        if near[place] & state.us_mask and state.pools[DEPTHS + ground.sector[place] - 1]:
            return place
    return -1


@enforces(FAMILY, "20.0-caves")
def begin(state: DDayState) -> None:
    """A cave marker, if one is left and there is a place for it."""
    if -1 not in state.caves:
        no_event(state, "20.0-caves", "All cave markers are in play")
    elif site(state) < 0:
        no_event(state, "20.0-caves", "No hex next to US units and to a Japanese hilltop position beside them can hold a cave")
    else:
        state.push(Opening)


@enforces(FAMILY, "20.0-caves-b")
def place_cave(state: DDayState, place: int) -> None:
    """A cave with a depth marker of the sector, face down; never a unit."""
    number = state.caves.index(-1)
    slot = state.ruleset.position_count + number
    state.caves = defenders.lay(state.caves, number, place)
    defenders.place_unit(state, slot, defenders.draw_blind(state, DEPTHS + state.ruleset.ground.sector[place] - 1))
    if state.sink is not None:
        where = state.ruleset.hex_name(place)
        why = because("the hilltop next to it is held, and US units are next to both", "20.0-caves-a")
        state.happened("cave", "20.0-caves", f"A cave opens in {where}", {"hex": where, "why": why})


class Opening(Question[DDayState]):
    """A cave is placed."""

    name = "cave"
    case = "20.0-caves"
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and -1 in state.caves and site(state) >= 0

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        return f"A cave opens in {state.ruleset.hex_name(site(state))}."

    def choices(self, state: DDayState) -> Choices:
        return [pack(MARK, site(state))]

    def take_mark(self, state: DDayState, place: int) -> None:
        state.stack.pop()
        place_cave(state, place)

    def refuse_mark(self, state: DDayState, place: int) -> Refusal:
        return Refusal("20.0-caves-a", f"the cave goes to {state.ruleset.hex_name(site(state))}")


# ---------------------------------------------------------------------- Tactical Reinforcements


@enforces(FAMILY, "9.4", "20.0-caves-g")
def tactical_reinforcement(state: DDayState, position: int) -> bool:
    """Carry out 9.4 if the marker that was turned up in a cave is a Tactical Reinforcement; True if it was: nothing is left in
    the cave then (D114)."""
    if not is_cave(state, position) or not state.faces[position] & UNIT_UP:
        return False
    counter = state.unit[position]
    if counter <= 0 or state.ruleset.depth_kind[counter] != TACTICAL_REINFORCEMENT:
        return False
    place = state.hex_of(position)
    defenders.out_of_play(state, defenders.take_unit(state, position, 0))
    japanese_reserves.appear(state, place, state.ruleset.ground.sector[place])
    return True


# ---------------------------------------------------------------------- recovery


@enforces(FAMILY, "20.0-caves", "6.8.1-c")
def next_rally(state: DDayState, colors: int) -> int:
    """The next disrupted cave that recovers by the colors of the fire card, as its hex; -1 for none. It needs a position of such
    a color within three hexes, and communication, as black positions do."""
    ground = state.ruleset.ground
    for number, place in enumerate(state.caves):
        if place >= 0 and state.shaken[state.ruleset.position_count + number]:
            near = ground.positions_within[RALLIES][place]
            shown = any(colors >> ground.position_color[position] & 1 for position in spaces_of(near))
            if shown and hex_in_communication(state, place):
                return place
    return -1


@enforces(FAMILY, "20.0-caves", "6.8.1-c")
def rally(state: DDayState, place: int) -> None:
    """A cave is disrupted no longer."""
    slot = state.slot_at(place)
    state.shaken[slot] = 0
    state.touch_position(slot)
    if state.sink is not None:
        where = state.ruleset.hex_name(place)
        why = because("a color within three hexes is on the card", "6.8.1-c")
        state.happened("rallied", "6.8.1-c", f"The cave in {where} recovers", {"hex": where, "why": why})


STEPS: Final[tuple[AnyStep, ...]] = (Opening(),)
