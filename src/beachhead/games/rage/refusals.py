"""Why not: answers to actions that are out of place, whatever the question. Nothing here looks at what the asker may not see."""

from __future__ import annotations

from beachhead.engine.refusal import Refusal
from beachhead.games.rage.ruleset import (
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

_ELSEWHERE: dict[int, tuple[str, ...]] = {
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
    BOMBARD: ("5.2.3", "Bombardments are named in the Bombardment Phase, before its first dice", "9.1-a", "16-a-1", "5.3.2"),
    RESOLVE: ("9.3", "No target area waits to be chosen", "12.2", "16-a-8", "19-a-5"),
    RANK: ("12.2.3-1", "No row is being ranked", "9.3.3-1", "9.3.3-3", "16-5", "19-a-2"),
    ACCEPT: ("12.2.3-1", "No row is being ranked", "9.3.3-1", "9.3.3-3", "16-5", "19-a-2"),
    MOVE: ("5.2.4", "Each side moves in its own Movement Phase, unit by unit", "10-b", "17", "5.3.3"),
    LAND: ("5.2.4", "Units land in the U.S. Movement Phase", "10.3-a", "17.1-2"),
    STOP: ("10.1-b", "No unit is on its way"),
    FIRE: ("10.4-b", "Defensive Fire is declared at the moment when an enemy unit enters", "11-a", "18-a"),
    RETREAT: ("11.1.2-1", "Nobody is asked to retreat now", "12.2.3-2", "16-a-9"),
    STAND: ("11.1.2-1", "Nobody is asked to retreat now", "12.2.3-2", "16-a-9"),
    WITHDRAW: ("11.1.3-b", "No retreat is being carried out"),
    KIRIKAMI: ("22.3.2-a", "A Kirikami Charge is declared as a U.S. Assault Phase opens"),
    ASSAULT: ("5.2.5", "Assaults are named in the Assault Phase, before its first dice", "12.1-a", "19-a-1", "5.3.4"),
    BUILD: ("5.2.7", "Markers are placed in the Construction Phase"),
    SNEAK: ("17.2-3-b", "Concealed units move in the Japanese Movement Phase"),
    HIDE: ("17.2-4-a", "Units hide in the Japanese Movement Phase"),
    BANZAI: ("22.3.1-a", "A Banzai Charge is declared once, in a Japanese Assault Phase"),
    RETIRE: ("21-c", "Support units leave in the End Phases of certain turns", "22.1.3"),
}


def elsewhere(verb: int) -> Refusal:
    """An action whose time is not now."""
    case, reason, *also = _ELSEWHERE[verb]
    return Refusal(case, reason, (), tuple(also))


def activate(state: RageState, unit: int) -> Refusal:
    """Why a unit cannot be called to the Landing Area Box. Where U.S. units are, is no secret."""
    name, ruleset = state.name(unit), state.ruleset
    if unit >= ruleset.ground_count or not ruleset.is_third[unit]:
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
    if first not in state.ruleset.japanese:
        return Refusal("3-status-change-a", f"{name} is a U.S. unit, and those are never Concealed", (name,))
    if state.concealed[first]:
        return Refusal("3-status-change-c", f"{name} is not on the map", (name,))
    return Refusal("3-status-change-c", f"{name} is not Concealed", (name,))
