"""In which order groups fire by a card (4.0-IV-order, 13.1-e, D60), in the Fire Phase and at units on the move."""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import BLACK
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.fire import hits
from beachhead.games.dday.fire.hits import Shot
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

LANES: Final = 4
"""Black groups, then the three colors of a card."""
NEAR_COLOR: Final = 3
"""How near a color must be to a black group to free it, or to let it fire at movers (6.8.1-c, 7.3.3-f)."""


@enforces(FAMILY, "4.0-IV-order", "13.1-e")
def next_in(state: DDayState, lane: int, group: int, among: int = -1) -> int:
    """The next group of a lane from a number on, among some as bits; -1 if there is none."""
    left = (state.ruleset.ground.color_groups[lane_color(state, lane)] & among) >> group
    return group + (left & -left).bit_length() - 1 if left else -1


def lane_color(state: DDayState, lane: int) -> int:
    """The color whose turn it is."""
    return state.ruleset.card_faces[state.card].fire[lane - 1].color if lane else BLACK


def first_hex(state: DDayState, shot: Shot) -> int:
    """The hex after which a shot is named: the nearest of those that fire."""
    return min(state.hex_of(position) for position in hits.firing_positions(state, shot))


def in_sight(state: DDayState) -> int:
    """The groups that have a US unit in their field of fire as it is on the map, as bits, and those with tanks: no other can fire
    at anybody."""
    seeing, found = state.ruleset.ground.groups_seeing, fields_of_fire.tank_groups(state)
    for place in state.us_at:
        found |= seeing[place]
    return found


def colors_near(state: DDayState, group: int) -> int:
    """The colors of the positions within three hexes of a group, as bits, black left out."""
    return state.ruleset.ground.colors_near_group[NEAR_COLOR][group]
