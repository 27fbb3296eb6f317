"""Events that last until the end of the game turn (20.0, D112): which are in force, and what they do to movement and sight.

AT Ditch and Minefields count by the fire colors of their card, which lies on the track until the turn ends (c-54).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import Card
from beachhead.games.dday.phases import FAMILY, SECOND_DAY
from beachhead.games.dday.state import EVENT_CARDS, DDayState

AIRFIELD_OBJECTIVE: Final = "airfield-objective"
AMMO_DUMP: Final = "ammo-dump"
AT_DITCH: Final = "at-ditch"
HEAVY_MORTAR: Final = "heavy-mortar"
INTENSE_FIRE: Final = "intense-fire"
MINEFIELDS: Final = "minefields"
NIGHT_ASSAULT: Final = "night-assault"
RAIN: Final = "rain"
MINED: Final = 2
"""How near to a position of the card's leftmost color units are among mines."""
SLOWED: Final = 2
"""The hexes of a move in rain or under intense fire."""


def is_lasting(state: DDayState, event: str) -> bool:
    """Whether an event is in force."""
    number = state.ruleset.components.event_index.get(event, -1)
    return number >= 0 and bool(state.lasting[number])


def begin(state: DDayState, event: str) -> None:
    """An event is in force from now on; fields, communication and moves may depend on it."""
    state.lasting[state.ruleset.components.event_index[event]] = 1
    state.touch()


def end(state: DDayState, event: str) -> None:
    """An event is over."""
    number = state.ruleset.components.event_index.get(event, -1)
    if number >= 0 and state.lasting[number]:
        state.lasting[number] = 0
        state.touch()


def cards_of(state: DDayState, event: str) -> list[Card]:
    """The event cards of this turn that brought an event that is in force; cards carried over brought theirs on another day."""
    if not is_lasting(state, event):
        return []
    ruleset = state.ruleset
    number, date = ruleset.components.event_index[event], ruleset.charts.dates[state.turn]
    drawn = [ruleset.card_faces[card] for card in state.cards[EVENT_CARDS][state.carried :] if card >= 0]
    return [card for card in drawn if card.event_on(date) == number]


# ---------------------------------------------------------------------- rain


@enforces(FAMILY, "20.0-rain")
def rains(state: DDayState) -> bool:
    """Whether it rains: ranges and fields of fire of one hex, no airstrikes, two hexes a move, no roads for tanks (c-41)."""
    if state.turn < SECOND_DAY:
        return False
    number = state.ruleset.rain_event
    return number >= 0 and bool(state.lasting[number])


@enforces(FAMILY, "20.0-rain", "7.3.1-g")
def tank_ways(state: DDayState, place: int) -> int:
    """The neighbors to which a tank can move: in rain the roads over bluffs do not carry it."""
    ways = state.ruleset.ways
    if rains(state):
        return ways.foot[place] & ~state.ruleset.ground.bluff_mask[place]
    return ways.tank[place]


# ---------------------------------------------------------------------- ditches and mines


@enforces(FAMILY, "20.0-at-ditch")
def ditches(state: DDayState) -> int:
    """The hexes that tanks do not enter without engineers, as bits: positions of the colors of the card, held or not."""
    if state.turn < SECOND_DAY:
        return 0
    ruleset, found = state.ruleset, 0
    for card in cards_of(state, AT_DITCH):
        for entry in card.fire:
            for position in spaces_of(ruleset.ground.positions_of_color[entry.color]):
                found |= 1 << ruleset.position_hex[position]
    return found


@enforces(FAMILY, "20.0-at-ditch")
def barred(state: DDayState, units: Sequence[int]) -> int:
    """The hexes that ditches bar to some units moving together: none without a tank among them, or with an engineer."""
    if state.turn < SECOND_DAY:
        return 0
    ruleset = state.ruleset
    if not any(ruleset.is_tank[unit] for unit in units) or any(ruleset.is_engineer[unit] for unit in units):
        return 0
    return ditches(state)


@enforces(FAMILY, "20.0-minefields")
def is_mined(state: DDayState, units: Sequence[int], place: int) -> bool:
    """Whether units that set out together from a hex move one hex only: within two hexes of a position of the leftmost color
    that the Japanese hold, and without an engineer unit."""
    if state.turn < SECOND_DAY or any(state.ruleset.is_engineer[unit] for unit in units):
        return False
    ground = state.ruleset.ground
    near = 0
    for card in cards_of(state, MINEFIELDS):
        near |= ground.positions_of_color[card.fire[0].color] & ground.positions_within[MINED][place]
    return any(state.jp_mask >> ground.position_hex[position] & 1 for position in spaces_of(near))
