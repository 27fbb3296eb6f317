"""Reserves (14.4) and Task Force Collins (17.4): the 3rd Division, and what three tank battalions can become."""

from __future__ import annotations

from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.state import ABSENT, AVAILABLE, REMOVED, RESERVES, BoninsState
from beachhead.games.bonins.verbs import CALL, CALL_WITH, COLLINS


@enforces(FAMILY, "14.4-a", "14.4-c", "12.1-b")
def may_call(state: BoninsState) -> bool:
    """From turn 2 on, as long as the game would not end before the present turn."""
    numbers = state.ruleset.components.numbers
    return state.turn >= numbers["reserves_from_turn"] and state.last_turn - numbers["turns_lost_per_regiment"] >= state.turn


@enforces(FAMILY, "14.4-a", "14.4-b", "14.4-e", "14.1-c", "17.4-a")
def call_choices(state: BoninsState) -> list[int]:
    """Every regiment in reserve, alone or with the tank battalion."""
    found: list[int] = []
    if not may_call(state):
        return found
    ruleset = state.ruleset
    tanks = [tank for tank in ruleset.reserve_tanks if state.where[tank] == RESERVES]
    for regiment, units in enumerate(ruleset.regiment_units):
        if not state.called[regiment] and any(state.where[unit] == RESERVES for unit in units):
            found.append(pack(CALL, regiment))
            found += [pack(CALL_WITH, regiment, tank) for tank in tanks]
    return found


@enforces(FAMILY, "14.4-b", "14.4-c", "14.4-d", "14.4-e", "14.4-f")
def call(state: BoninsState, regiment: int, tank: int) -> None:
    """The four units of a regiment, and the tanks if they ride along, come forward; the game is a turn shorter."""
    ruleset = state.ruleset
    state.opened = 1
    state.called[regiment] = 1
    units = [unit for unit in ruleset.regiment_units[regiment] if state.where[unit] == RESERVES]
    units += [tank] if tank >= 0 else []
    for unit in units:
        state.where[unit] = AVAILABLE
    if state.sink is not None:
        name, last = ruleset.reserve_regiments[regiment], state.last_turn
        text = f"Regiment {name} comes forward{' with ' + state.name(tank) if tank >= 0 else ''}; turn {last} is now the last"
        state.tell("called", "14.4-c", text, regiment=name, units=[state.name(unit) for unit in units], last_turn=last)


def refuse_call(state: BoninsState, regiment: int, tank: int) -> Refusal:
    """Why a regiment cannot come forward."""
    ruleset, numbers = state.ruleset, state.ruleset.components.numbers
    name = ruleset.reserve_regiments[regiment] if ruleset.reserve_regiments else "none"
    if state.turn < numbers["reserves_from_turn"]:
        return Refusal("14.4-a", f"reserves come forward from turn {numbers['reserves_from_turn']} on")
    if not ruleset.reserve_regiments or state.called[regiment]:
        return Refusal("14.4-b", f"Regiment {name} has been brought forward already")
    if not may_call(state):
        return Refusal("12.1-b", f"the game would have ended before turn {state.turn}")
    if not any(state.where[unit] == RESERVES for unit in ruleset.regiment_units[regiment]):
        return Refusal("14.4-b", f"Regiment {name} is not in reserve")
    about = (state.name(tank),) if tank >= 0 else ()
    return Refusal("14.4-e", f"{about[0] if about else 'this unit'} is not a tank battalion in reserve", about)


# ---------------------------------------------------------------------- Task Force Collins


def battalions(state: BoninsState) -> list[int]:
    """The tank battalions that are still in the game."""
    return [tank for tank in state.ruleset.tanks if state.where[tank] not in (ABSENT, REMOVED)]


@enforces(FAMILY, "17.4-a", "17.4-e")
def collins_choices(state: BoninsState) -> list[int]:
    """At the very beginning of a U.S. movement phase, once in the game: any tank battalion, wherever it is."""
    if state.opened or state.collins >= 0:
        return []
    return [pack(COLLINS, tank) for tank in battalions(state) if state.ruleset.units[tank].collins]


@enforces(FAMILY, "17.4-a", "17.4-b", "17.4-c", "17.4-d")
def form_collins(state: BoninsState, tank: int) -> None:
    """The counter is turned over where it is; the other two leave the game for good."""
    state.opened = 1
    others = [other for other in battalions(state) if other != tank]
    for other in others:
        if state.where[other] >= 0:
            state.take_us(other, REMOVED)
        else:
            state.where[other] = REMOVED
    name = state.name(tank)
    state.collins = tank
    if state.sink is not None:
        removed = [state.name(other) for other in others]
        state.tell("collins", "17.4-a", f"{name} becomes Task Force Collins", unit=name, removed=removed)


def refuse_collins(state: BoninsState, tank: int) -> Refusal:
    """Why Task Force Collins cannot be formed from this unit now."""
    name = state.ruleset.unit_ids[tank]
    if not state.ruleset.is_tank[tank]:
        return Refusal("17.4-a", f"{name} is not a tank battalion", (name,))
    if state.collins >= 0:
        return Refusal("17.4-e", "Task Force Collins has been formed already", (name,))
    if state.opened:
        return Refusal("17.4-a", "Task Force Collins is formed before anything else in a movement phase", (name,))
    return Refusal("17.4-a", f"{name} is not in the game", (name,))
