"""6.0 Zones of control: where they are, whom they hold, and the way out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.ruleset import US, IslandWarRuleset

if TYPE_CHECKING:
    from beachhead.series.island_war.state import IslandWarState


@enforces(FAMILY, "6.11", "6.15", "6.21", "6.22", "6.23")
def zone(state: IslandWarState, side: int) -> int:
    """The zones of a side, as bits: all six hexes around each of its units, whatever is there, beside any other zone.

    Found again only when it is asked for after a unit has come, gone or moved: nobody asks for the mover's own zones while he
    moves unit after unit.
    """
    found = state.zones[side]
    if found < 0:
        around, where, found = state.ruleset.ground.grid.neighbour_mask, state.where, 0
        for unit in state.on_map(side):
            found |= around[where[unit]]
        state.zones[side] = found
    return found


def zone_mask(state: IslandWarState, side: int) -> int:
    """The land in the zones of a side, as bits."""
    return zone(state, side) & state.ruleset.ground.land_mask


@enforces(FAMILY, "5.14", "5.15", "6.13")
def is_held(ruleset: IslandWarRuleset, unit: int) -> bool:
    """Whether an enemy zone keeps a unit where it is: all but Japanese infantry and engineers, which may slip one hex (6.14)."""
    return ruleset.owner[unit] == US or not ruleset.is_foot[unit]


def refuse_to_leave(state: IslandWarState, unit: int, space: int) -> Refusal | None:
    """Why a unit may not leave an enemy zone for this hex; None if it may, as far as zones go."""
    ruleset, name = state.ruleset, state.name(unit)
    about = (name, *(state.name(enemy) for enemy in state.adjacent_enemies(unit)))
    if is_held(ruleset, unit):
        if ruleset.owner[unit] == US:
            return Refusal("5.14", f"{name} is in a Japanese zone of control and cannot leave it by movement", about, ("6.13",))
        return Refusal("5.15", f"{name} is in a U.S. zone of control; armor and artillery cannot leave it", about, ("6.13",))
    if space not in ruleset.ground.grid.neighbours[state.where[unit]]:
        return Refusal("6.14", f"{name} starts in a U.S. zone of control and can move only one hex", about)
    if space not in ruleset.ground.open[ruleset.mover[unit]][state.where[unit]]:
        return Refusal("5.21", f"the hexside between {name} and {ruleset.hex_name(space)} is prohibited", (name,), ("6.14",))
    return None
