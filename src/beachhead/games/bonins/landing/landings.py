"""Landings (14.1, 14.2): eight units a phase, two a color, one a hex, on the beaches of one side."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.state import AVAILABLE, ELIMINATED, LANDED, REBUILT, REMOVED, RESERVES, BoninsState


@enforces(FAMILY, "14.2-b")
def left(state: BoninsState) -> int:
    """How many units may still land in this phase."""
    return state.ruleset.landings - len(state.landed)


@enforces(FAMILY, "14.2-a", "14.2-b", "14.2-c", "14.2-d", "11.3-b", "rec-beaches")
def open_mask(state: BoninsState) -> int:
    """The beach hexes that can take another landing in this phase, as bits."""
    if left(state) <= 0:
        return 0
    ruleset, used = state.ruleset, 0
    if not state.landed:
        return ruleset.ground.beach_masks[state.invasion]
    for space in state.landed:
        used |= 1 << space
    found = 0
    for color in ruleset.ground.color_masks[state.invasion]:
        if (color & used).bit_count() < ruleset.landings_a_color:
            found |= color & ~used
    return found


def open_beaches(state: BoninsState) -> list[int]:
    """The same as a list of units that could land there: empty if nobody could."""
    return ready(state) if open_mask(state) else []


@enforces(FAMILY, "14.1-a", "14.1-b", "14.6-d", "14.4-f")
def ready(state: BoninsState) -> list[int]:
    """The units that may land: in the Available box, without a replacement step in this phase."""
    where, acted = state.where, state.acted
    return [unit for unit in state.ruleset.us_units if where[unit] == AVAILABLE and not acted[unit] & REBUILT]


def rows(state: BoninsState) -> tuple[list[int], list[int]]:
    """All landings, as rows of choices."""
    mask = open_mask(state) if AVAILABLE in state.where else 0
    units = ready(state) if mask else []
    bases = state.ruleset.land_bases
    return [bases[unit] for unit in units], [mask] * len(units)


@enforces(FAMILY, "14.2-e", "14.2-f", "14.3-b", "14.1-e")
def land(state: BoninsState, unit: int, space: int) -> None:
    """A unit lands under whoever is there; that is its whole move. Zones do not prevent it, nor does an enemy in the hex."""
    state.opened = 1
    state.put_us(unit, space)
    state.acted[unit] |= LANDED
    state.landed.append(space)
    if state.sink is not None:
        name, where = state.name(unit), state.hex_name(space)
        enemy = ", on a Japanese unit that it must attack" if state.jp_mask >> space & 1 else ""
        state.tell("landed", "14.2-e", f"{name} lands at {where}{enemy}", unit=name, hex=where)


def refuse(state: BoninsState, unit: int, space: int) -> Refusal:
    """Why a unit cannot land there."""
    ground, name, where = state.ruleset.ground, state.name(unit), state.hex_name(space)
    about, place = (name,), state.where[unit]
    if not state.is_us(unit):
        return Refusal("14.2-a", f"{name} is not a U.S. unit", about)
    if place >= 0:
        case = "14.2-e" if state.acted[unit] & LANDED else "14.1-e"
        return Refusal(case, f"{name} is ashore already", about)
    if place == RESERVES:
        return Refusal("14.1-c", f"{name} is in reserve; bring its regiment forward first", about, ("14.4-b",))
    if place in (ELIMINATED, REMOVED):
        return Refusal("14.1-a", f"{name} has been eliminated", about, ("14.6-c",))
    if place != AVAILABLE:
        return Refusal("14.1-a", f"{name} is not available for landing", about)
    if state.acted[unit] & REBUILT:
        return Refusal("14.6-d", f"{name} has received a replacement step and can land in the mobile movement phase", about)
    if not state.beach_mask() >> space & 1:
        if any(mask >> space & 1 for mask in ground.beach_masks):
            return Refusal("11.3-b", f"{where} is a beach of the other side of the island", about, ("14.2-a",))
        return Refusal("14.2-a", f"{where} is not a landing beach", about)
    if left(state) <= 0:
        return Refusal("14.2-b", "eight units have landed in this phase", about)
    if space in state.landed:
        return Refusal("14.2-d", f"a unit has landed at {where} in this phase", about)
    number = next(n for n, mask in enumerate(ground.color_masks[state.invasion]) if mask >> space & 1)
    color = ground.colors[state.invasion][number]
    return Refusal("14.2-c", f"two units have landed on {color} Beach in this phase", about)
