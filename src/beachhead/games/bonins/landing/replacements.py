"""U.S. replacements (14.5 to 14.7): two steps in each regular movement phase, at sea or far from the enemy ashore."""

from __future__ import annotations

from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.kept import near_japan
from beachhead.games.bonins.phases import US_MOVEMENT
from beachhead.games.bonins.state import AVAILABLE, ELIMINATED, LANDED, MOVED, REBUILT, BoninsState
from beachhead.games.bonins.verbs import REPLACE


@enforces(FAMILY, "14.1-d", "14.5-a", "14.6-a", "14.6-b", "14.7-a", "14.7-c", "17.1-d", "17.4-c", "17.1-c")
def may_replace(state: BoninsState, unit: int, safe: int) -> bool:
    """Eliminated units and depleted battalions at sea; ashore depleted battalions that have not moved, on hexes of `safe`.

    One step a phase for each unit: who comes back from the dead gets no second one (99).
    """
    acted, where = state.acted[unit], state.where[unit]
    if acted & REBUILT:
        return False
    if where == ELIMINATED:
        return True
    if not state.depleted[unit]:
        return False
    return where == AVAILABLE or (where >= 0 and not acted & (MOVED | LANDED) and bool(safe >> where & 1))


@enforces(FAMILY, "14.7-b", "std-distance")
def safe_hexes(state: BoninsState) -> int:
    """Hexes four or more from every Japanese unit."""
    return ~near_japan(state)


def choices(state: BoninsState) -> list[int]:
    """Everybody who may receive a step."""
    if not state.replacements:
        return []
    where, depleted = state.where, state.depleted
    if depleted.find(1) < 0 and ELIMINATED not in where:
        return []
    found = [unit for unit in state.ruleset.us_units if where[unit] == ELIMINATED or depleted[unit]]
    safe = safe_hexes(state) if any(where[unit] >= 0 for unit in found) else 0
    return [pack(REPLACE, unit) for unit in found if may_replace(state, unit, safe)]


@enforces(FAMILY, "14.6-a", "14.6-c", "14.7-a", "17.1-d")
def replace(state: BoninsState, unit: int) -> None:
    """A step for a unit: an eliminated one comes back to the Available box, a battalion on its depleted side."""
    state.opened = 1
    state.replacements -= 1
    state.acted[unit] |= REBUILT
    back = state.where[unit] == ELIMINATED
    if back:
        state.where[unit] = AVAILABLE
        state.depleted[unit] = int(state.ruleset.is_battalion[unit])
    else:
        state.depleted[unit] = 0
    if state.sink is not None:
        name = state.name(unit)
        text = f"{name} is available for landing again" if back else f"{name} is rebuilt to full strength"
        state.tell("replaced", "14.6-c" if back else "14.7-a" if state.where[unit] >= 0 else "14.6-a", text, unit=name)


def refuse(state: BoninsState, unit: int) -> Refusal:
    """Why a unit cannot receive a step."""
    name, where, acted = state.name(unit), state.where[unit], state.acted[unit]
    about = (name,)
    if state.phase != US_MOVEMENT:
        return Refusal("14.5-a", "replacement steps come only in the regular movement phase", about)
    if not state.is_us(unit):
        return Refusal("14.5-a", f"{name} is not a U.S. unit", about)
    if not state.replacements:
        return Refusal("14.5-a", "both replacement steps of this phase have been spent", about, ("14.5-b",))
    if acted & REBUILT:
        case = "14.6-b" if where == AVAILABLE else "14.7-a"
        return Refusal(case, f"{name} has received a step in this phase", about)
    if where < 0 and where not in (AVAILABLE, ELIMINATED):
        return Refusal("14.6-a", f"{name} is neither available for landing nor in the Eliminated Units box", about)
    if not state.depleted[unit]:
        return Refusal("14.6-a", f"{name} has lost no step", about, ("14.7-a",))
    if acted & (MOVED | LANDED):
        verb = "landed" if acted & LANDED else "moved"
        return Refusal("14.7-c", f"{name} has {verb} in this phase", about)
    return Refusal("14.7-b", f"{name} is nearer than four hexes to a Japanese unit", about)
