"""Amphibious assaults (10.0, 10.52): which coastal hexes the stacks at sea may still take, and what an assault sets off.

Every stack waiting at sea is linked to the hexes it could still take: vacant ones, by a free landing at the end of the phase, and
those that it can attack. A stack may attack a hex only if the pair belongs to some largest assignment of different hexes to the
waiting stacks (A93).
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.matching import most_served, pairs_of_largest
from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import listed
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.state import ABSENT, ATTACKED, DEFENDED, DUE, RETREATED, STACK, OlympicState
from beachhead.games.olympic.verbs import ASSAULT

CLOSED: Final = 0
VACANT: Final = 1
DEFENDABLE: Final = 2
"""What a coastal hex is to a stack at sea: nothing, a free landing, or something to attack."""


def waiting(state: OlympicState) -> list[int]:
    """Zone hexes whose stacks have not been resolved, ascending."""
    return spaces_of(state.us_mask & state.ruleset.ground.zone_mask)


@enforces(FAMILY, "10.0-vacant", "10.0-procedure-3", "8.12", "11.2-vacant", "10.0-militia")
def standing(state: OlympicState, coast: int, size: int) -> int:
    """What a coastal hex is to a stack of so many units (A30, A54, A63, A72, A96)."""
    if coast in state.struck:
        return CLOSED
    bit = 1 << coast
    if state.us_mask & bit:
        return VACANT if len(state.units_in(coast)) + size <= STACK else CLOSED
    if state.militia_mask & bit and state.stormed[state.ruleset.ground.place_at[coast]]:
        return CLOSED
    if state.jp_mask & bit:
        fought = state.fought
        for unit in state.units_in(coast):
            if fought[unit] & DEFENDED and not fought[unit] & RETREATED:
                return CLOSED
        return DEFENDABLE
    return DEFENDABLE if (state.down_mask | state.militia_mask) & bit else VACANT


def links(state: OlympicState, vacant_only: bool = False) -> dict[int, list[int]]:
    """For each waiting stack the hexes that it could still take."""
    coast_of, found = state.ruleset.ground.coast_of, {}
    for sea in waiting(state):
        size = len(state.units_in(sea))
        if vacant_only:
            found[sea] = [coast for coast in coast_of[sea] if standing(state, coast, size) == VACANT]
        else:
            found[sea] = [coast for coast in coast_of[sea] if standing(state, coast, size) != CLOSED]
    return found


@enforces(FAMILY, "10.0-general", "10.0-procedure-2", "10.0-procedure-3", "10.51-stay", "10.53")
def codes(state: OlympicState) -> list[int]:
    """All assaults that may be made now, as numbers of actions, ascending."""
    if not state.us_mask & state.ruleset.ground.zone_mask:
        return []
    found = []
    for sea, coast in sorted(pairs_of_largest(links(state))):
        if standing(state, coast, len(state.units_in(sea))) == DEFENDABLE:
            found.append(pack(ASSAULT, sea, coast))
    return found


@enforces(FAMILY, "10.0-procedure-2", "10.51-stay", "4.2-A3")
def may_end(state: OlympicState) -> bool:
    """Whether the phase may end: free landings alone serve as many stacks as assaults would."""
    if not state.us_mask & state.ruleset.ground.zone_mask:
        return True
    return most_served(links(state, vacant_only=True)) == most_served(links(state))


def refuse_end(state: OlympicState) -> Refusal:
    """Why the phase cannot end yet."""
    vacant = links(state, vacant_only=True)
    stuck = [state.hex_name(sea) for sea in vacant if not vacant[sea]] or [state.hex_name(sea) for sea in vacant]
    one = len(stuck) == 1
    reason = f"The {'stack' if one else 'stacks'} in {listed(stuck)} must assault a coastal hex in this phase"
    return Refusal("10.51-stay", reason, (), ("10.0-procedure-2", "10.0-vacant"))


# ---------------------------------------------------------------------- making an assault


@enforces(FAMILY, "10.0-dummy", "14.21-permanent", "16.23")
def take(state: OlympicState, sea: int, coast: int) -> None:
    """The stack in a zone hex attacks a coastal hex: what lies there face down is turned up, and the fight begins, unless it was
    a dummy and nobody is left to fight (A28, A32)."""
    from beachhead.games.olympic.combat.american_phase import fight

    state.struck.append(coast)
    invade(state, sea)
    ruleset = state.ruleset
    for slot in ruleset.slots_at.get(coast, ()):
        if state.reserve[slot]:
            state.release(slot, "14.21-permanent")
    if (state.jp_mask | state.militia_mask) >> coast & 1:
        fight(state, state.units_in(sea), [coast], True)
    else:
        go_ashore(state, state.units_in(sea), coast, "10.0-dummy")


@enforces(FAMILY, "10.0-success", "10.0-vacant", "10.0-dummy", "10.11", "7.0")
def go_ashore(state: OlympicState, units: list[int], coast: int, case: str = "10.0-success") -> None:
    """Units of a stack enter a coastal hex, in the order they have; the hex is captured. If nobody is left, it is not (A58)."""
    if not units:
        return
    origin = state.hex_name(state.where[units[0]])
    for unit in units:
        state.carry(unit, coast)
        state.fought[unit] |= ATTACKED
    if coast not in state.captured:
        state.captured.append(coast)
    state.march = None
    state.tables = None
    if state.sink is not None:
        names, where = [state.name(unit) for unit in units], state.hex_name(coast)
        state.tell("landed", case, f"The stack from {origin} lands in {where}", stack=names, hex=where, origin=origin)
    for unit in units:
        state.passes(unit, coast)


@enforces(FAMILY, "10.52-gt6", "10.52-release", "9.15")
def invade(state: OlympicState, sea: int) -> None:
    """The first stack that attacks or lands from a northern zone turns up all counters in the north, and the units of Game-Turn 6
    will not come (A27, A79)."""
    ruleset = state.ruleset
    ground = ruleset.ground
    if state.north or not ground.is_northern[ground.zone_of[sea]]:
        return
    state.north = 1
    late = ruleset.components.cancelled_turn
    away = [unit for unit in ruleset.us_units if late and state.where[unit] == DUE and state.due[unit] == late]
    for unit in away:
        state.where[unit] = ABSENT
    if away and state.sink is not None:
        names = [state.name(unit) for unit in away]
        text = f"The assault in the north cancels the arrivals of Game-Turn {late}: {listed(names)}"
        state.tell("cancelled", "10.52-gt6", text, units=names)
    slots = [slot for slot, space in enumerate(ruleset.slot_space) if ground.north_mask >> space & 1]
    state.release_all(slots, "10.52-release")


# ---------------------------------------------------------------------- refusals


def refuse(state: OlympicState, sea: int, coast: int) -> Refusal:
    """Why a stack may not attack that hex."""
    ground = state.ruleset.ground
    origin, where = state.hex_name(sea), state.hex_name(coast)
    if sea not in ground.zone_of:
        return Refusal(
            "10.53", f"{origin} is not a hex of an invasion zone; assaults are made from there alone", (), ("10.0-general",)
        )
    if not state.us_mask >> sea & 1:
        return Refusal("10.0-general", f"No stack is waiting in {origin}")
    if coast not in ground.coast_of[sea]:
        return Refusal("10.0-procedure-2", f"{where} is not a coastal hex next to {origin}")
    if coast in state.struck:
        return Refusal("10.0-procedure-3", f"Another stack has attacked {where} in this phase; each needs a hex of its own")
    if state.us_mask >> coast & 1:
        reason = f"{where} is held by U.S. units; with room for the stack it can land there when the phase ends"
        return Refusal("10.0-vacant", reason, (), ("10.0-procedure-2",))
    kind = standing(state, coast, len(state.units_in(sea)))
    if kind == VACANT:
        return Refusal("10.0-vacant", f"{where} is vacant: the stack lands there freely when the phase ends")
    if kind == CLOSED:
        return Refusal("8.12", f"{where} has already been attacked in this phase", (), ("10.0-procedure-3",))
    reason = f"With {where} attacked from {origin}, another stack would be left without a hex of its own"
    return Refusal("10.0-procedure-3", reason, (), ("10.0-procedure-2", "10.51-stay"))
