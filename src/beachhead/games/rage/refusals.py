"""Why not: answers to actions that are out of place, whatever the question. Nothing here looks at what the asker may not see."""

from __future__ import annotations

from beachhead.engine.refusal import Refusal
from beachhead.games.rage.setup import (
    ACCEPT,
    ACTIVATE,
    ASSAULT,
    BANZAI,
    BOMBARD,
    BUILD,
    DEPLOY,
    DIG,
    DONE,
    FIRE,
    GROUND,
    HIDE,
    KIRIKAMI,
    LAND,
    MOVE,
    PASS,
    RANK,
    RECOVER,
    RESOLVE,
    RETIRE,
    RETREAT,
    RETURN,
    REVEAL,
    SETUP_PLAN,
    SHOW,
    SNEAK,
    STAND,
    STOP,
    WITHDRAW,
)
from beachhead.games.rage.state import LOST, OUT, RageState

_ELSEWHERE: dict[int, tuple[str, str]] = {
    DONE: ("5", "There is nothing to close now"),
    PASS: ("5", "This question cannot be passed"),
    DEPLOY: ("4.2-e", "Units are set up before the first turn"),
    DIG: ("4.1-note", "Caves are set up before the first turn; none is added or moved later"),
    SETUP_PLAN: ("4.2-e", "Units are set up before the first turn"),
    REVEAL: ("3-status-change-a", "Only the Japanese player Reveals units, when he is asked something"),
    SHOW: ("3-status-change-d", "Only the Japanese player Reveals Caves, when he is asked something"),
    GROUND: ("6-c", "Air units are turned face down in the Weather Phase, as many as the weather says"),
    ACTIVATE: ("22.2.1-b", "The 3rd Division is called for by the U.S. player, in the decisions of his phases"),
    RECOVER: ("5.2.2", "Steps come back in the U.S. Recovery Phase"),
    RETURN: ("5.2.2", "Eliminated units come back in the U.S. Recovery Phase"),
    BOMBARD: ("5.2.3", "This is no moment to name a bombardment"),
    RESOLVE: ("9.3", "No target area waits to be chosen"),
    RANK: ("12.2.3-1", "No row is being ranked"),
    ACCEPT: ("12.2.3-1", "No row is being ranked"),
    MOVE: ("5.2.4", "This unit cannot move now: each side moves in its own Movement Phase"),
    LAND: ("5.2.4", "Units land in the U.S. Movement Phase"),
    STOP: ("10.1-b", "No unit is on its way"),
    FIRE: ("10.4-b", "Defensive Fire is declared at the moment when an enemy unit enters"),
    RETREAT: ("11.1.2-1", "Nobody is asked to retreat now"),
    STAND: ("11.1.2-1", "Nobody is asked to retreat now"),
    WITHDRAW: ("11.1.3-b", "No retreat is being carried out"),
    KIRIKAMI: ("22.3.2-a", "A Kirikami Charge is declared as a U.S. Assault Phase opens"),
    ASSAULT: ("5.2.5", "This is no moment to name an assault"),
    BUILD: ("5.2.7", "Markers are placed in the Construction Phase"),
    SNEAK: ("17.2-3-b", "Concealed units move in the Japanese Movement Phase"),
    HIDE: ("17.2-4-a", "Units hide in the Japanese Movement Phase"),
    BANZAI: ("22.3.1-a", "A Banzai Charge is declared in a Japanese Assault Phase"),
    RETIRE: ("21-c", "Support units leave in the End Phases of certain turns"),
}


def elsewhere(state: RageState, verb: int, first: int) -> Refusal:
    """An action whose time is not now."""
    del state, first
    case, reason = _ELSEWHERE[verb]
    return Refusal(case, reason)


def activate(state: RageState, unit: int) -> Refusal:
    """Why a unit cannot be called to the Landing Area Box. Where U.S. units are, is no secret."""
    name, setup = state.name(unit), state.setup
    if unit >= setup.ground_count or not setup.is_third[unit]:
        return Refusal("22.2.1-a", f"{name} does not belong to the 3rd Marine Division", (name,))
    if state.where[unit] in (LOST, OUT):
        return Refusal("22.2.1-b", f"{name} has been lost; only Recovery can bring it back", (name,), ("8-d",))
    return Refusal("22.2.1-b", f"{name} is no longer in Reserve", (name,))


def unveil(state: RageState, verb: int, first: int) -> Refusal:
    """Why the Japanese player cannot show this."""
    if verb == SHOW:
        where = state.area_name(first)
        return Refusal("3-status-change-d", f"There is no Concealed Cave in {where}")
    name = state.name(first)
    if first not in state.setup.japanese:
        return Refusal("3-status-change-a", f"{name} is a U.S. unit, and those are never Concealed", (name,))
    if state.concealed[first]:
        return Refusal("3-status-change-c", f"{name} is not on the map", (name,))
    return Refusal("3-status-change-c", f"{name} is not Concealed", (name,))


