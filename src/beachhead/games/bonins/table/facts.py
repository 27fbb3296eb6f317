"""The facts that vectors check and tools ask for (docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import unpack
from beachhead.games.bonins import memory, phases, victory, worlds
from beachhead.games.bonins.box.kinds import SECTORS, SURIBACHI
from beachhead.games.bonins.combat import bombardment, declaring
from beachhead.games.bonins.combat.aftermath import Aftermath
from beachhead.games.bonins.garrison import placement
from beachhead.games.bonins.saves.position import places
from beachhead.games.bonins.state import ABSENT, ATTACKED, DEFENDED, LANDED, MOVED, REBUILT, BoninsState
from beachhead.games.bonins.verbs import CHARGE, LAND, MARCH, MOVE, RETREAT, TUNNEL

DUG_IN: Final = "dug in"
OVER: Final = "over"
AIRFIELDS: Final = (1, 2)
"""The airfields that bring markers (16.1)."""
UNIT_NOTES: Final = (memory.ENTERED, memory.LEFT)
"""Notes that name a unit and no hex."""
MOVEMENT: Final = (*phases.MOVEMENT_PHASES, phases.JP_MOVEMENT)
COMBAT: Final = (*phases.COMBAT_PHASES, phases.JP_COMBAT)
_GOING: Final = (MOVE, LAND, RETREAT)
"""Verbs with a unit and the hex where it goes."""
_SHIFTING: Final = (MARCH, TUNNEL, CHARGE)
"""Verbs with the hex of a Japanese unit and the hex where it goes."""


def facts(state: BoninsState, side: str | None) -> dict[str, Any]:
    """The facts of docs/vectors.md; with a side, as it sees them. All but who lies where face down is known to everybody."""
    ruleset, decision = state.ruleset, state.decision
    found: dict[str, Any] = {
        "turn": state.turn,
        "last turn": state.last_turn,
        "phase": phases.PHASES[state.phase].name if state.outcome is None else OVER,
        "storm": bool(state.storm),
        "invasion": ruleset.ground.beach_sides[state.invasion] if state.invasion >= 0 else "",
        "decision": {"side": decision.side, "step": decision.step, "case": decision.case, "prompt": decision.prompt},
        "units": _units(state, side),
        "depleted": [state.name(unit) for unit in ruleset.us_units if state.depleted[unit]],
        "stacks": _stacks(state),
        "container": state.held,
        "track": [state.name(unit) for unit in state.track],
        "fire": bombardment.available(state),
        "cleared": [number for number in SECTORS if state.cleared[number]],
        "flag": bool(state.cleared[SURIBACHI]),
        "called": [regiment for number, regiment in enumerate(ruleset.reserve_regiments) if state.called[number]],
        "collins": ruleset.unit_ids[state.collins] if state.collins >= 0 else "",
        "markers": state.markers,
        "declared": _declared(state),
        "replacements": state.replacements,
        "struck": _hexes(state, state.struck if state.phase in COMBAT else ()),
        "bombarded": _hexes(state, state.targets),
        "losses": victory.losses(state),
        "combat": _combat(state),
        "fire combat": _fire_combat(state),
        "result": _result(state),
    }
    moving, fighting = state.phase in MOVEMENT, state.phase in COMBAT
    for name, mark in (("moved", MOVED), ("landed", LANDED), ("rebuilt", REBUILT)):
        found[name] = [state.name(unit) for unit, marks in enumerate(list(state.acted)) if moving and marks & mark]
    for name, mark in (("attacked", ATTACKED), ("defended", DEFENDED)):
        found[name] = [state.name(unit) for unit, marks in enumerate(list(state.fought)) if fighting and marks & mark]
    if side is None or (side == "jp" and not ruleset.solitaire):
        found["garrison"] = {
            state.hex_name(space): ruleset.unit_ids[number - 1 + ruleset.us_count]
            for space, number in enumerate(list(state.dug))
            if number
        }
    if side is None:
        names = ruleset.unit_ids[ruleset.us_count :]
        found["container units"] = [names[number] for number, inside in enumerate(list(state.container)) if inside]
    return found


def _hexes(state: BoninsState, spaces: Iterable[int]) -> list[str]:
    return [state.hex_name(space) for space in spaces]


def _units(state: BoninsState, side: str | None) -> dict[str, str]:
    """Where units are, by name; a dug-in unit is its place. Which units are in the container is for a judge alone."""
    ruleset = state.ruleset
    found = {state.name(unit): place for unit, place in places(state)}
    if side is not None:
        for unit in ruleset.jp_units:
            if state.where[unit] == ABSENT and unit not in state.track:
                found.pop(state.name(unit), None)
    if side == "us" and worlds.deploying(state):
        return found
    for space, number in enumerate(list(state.dug)):
        if number:
            found[ruleset.dug_names[space]] = DUG_IN
            if space == state.target and state.is_in(Aftermath) and _is_shown(state, space):
                found[state.name(number - 1 + ruleset.us_count)] = state.hex_name(space)
    return found


def _is_shown(state: BoninsState, space: int) -> bool:
    """Whether the attack under way has shown the unit dug in here: nothing has happened to its counter since. Once the attack is
    over, a unit that was kept is face down again (23.3-b)."""
    for note in reversed(state.memory):
        if note[0] not in UNIT_NOTES and space in note[1 : 3 if note[0] == memory.MOVED else 2]:
            return note[0] == memory.SHOWN
    return False


def _stacks(state: BoninsState) -> dict[str, list[str]]:
    """Hexes with two U.S. units or more, the top one first."""
    found = {}
    for space in state.ruleset.ground.land:
        if state.tops[space] and state.below[state.tops[space] - 1] >= 0:
            found[state.hex_name(space)] = [state.name(unit) for unit in state.us_in(space)]
    return found


def _declared(state: BoninsState) -> dict[str, dict[str, Any]]:
    return {
        state.hex_name(target): {"from": _hexes(state, fronts), "markers": markers} for target, markers, *fronts in state.declared
    }


def _combat(state: BoninsState) -> dict[str, Any]:
    """The combat under way, or the last one. A bombardment uses the same fields, without attackers."""
    if state.target < 0 or _is_fire(state):
        return {}
    found: dict[str, Any] = {
        "target": state.hex_name(state.target),
        "from": _hexes(state, state.fronts),
        "attackers": [state.name(unit) for unit in state.attackers],
    }
    if not state.column:
        return found
    return found | {
        "defenders": [state.name(unit) for unit in state.defenders],
        "attack": state.attack,
        "defense": state.defense,
        "differential": state.attack - state.defense,
        "line": state.line,
        "column": state.column,
        "shift": state.shift,
        "die": state.die,
        "result": state.effect,
        "follow_up": state.follow_up or None,
        "suppressed": bool(state.suppressed),
        "anti_tank": {state.name(unit): die for unit, die in state.tank_dice},
    }


def _is_fire(state: BoninsState) -> bool:
    return bool(state.column) and not state.fronts and not state.attackers


def _fire_combat(state: BoninsState) -> dict[str, Any]:
    """The bombardment under way: the marker that is resolved, its strength, and the last unit under fire."""
    found: dict[str, Any] = {}
    if state.strength:
        found = {"target": state.hex_name(state.targets[0]), "strength": state.strength}
    if not _is_fire(state) or (found and found["target"] != state.hex_name(state.target)):
        return found
    return {
        "target": state.hex_name(state.target),
        "strength": state.attack,
        "unit": state.name(state.defenders[0]),
        "line": state.line,
        "column": state.column,
        "die": state.die,
        "result": state.effect,
        "follow_up": state.follow_up or None,
    }


def _result(state: BoninsState) -> dict[str, Any] | None:
    """How the game ended; `total` is what the losses came to (12.3)."""
    if state.outcome is None:
        return None
    return state.outcome.plain() | {"total": dict(state.outcome.points).get("jp", 0)}


# ---------------------------------------------------------------------- computed only when a vector names them


def zones_of(state: BoninsState) -> dict[str, list[str]]:
    """The hexes in zones of control; where Japanese units are is known, so these are too."""
    zones = {"us": state.us_zone(), "jp": state.jp_zone()}
    return {side: sorted(_hexes(state, spaces_of(zone))) for side, zone in zones.items()}


def moves_of(state: BoninsState) -> dict[str, list[str]]:
    """Where each unit of the side that decides may go now: land, move, retreat, march, tunnel or charge."""
    found: dict[str, set[int]] = {}
    for code in state.choices() if state.outcome is None else ():
        verb, first, second, _ = unpack(code)
        if verb in _GOING:
            found.setdefault(state.name(first), set()).add(second)
        elif verb in _SHIFTING:
            found.setdefault(state.ruleset.dug_names[first], set()).add(second)
    return {name: _hexes(state, sorted(spaces)) for name, spaces in found.items()}


def eligible_of(state: BoninsState) -> dict[int, list[str]]:
    """Where a unit could be placed, by sector (19.5)."""
    return {number: _hexes(state, spaces_of(placement.eligible(state, number))) for number in SECTORS}


def costly_facts(state: BoninsState, side: str | None) -> Mapping[str, Callable[[], Any]]:
    """Facts that take time. All of them follow from what both sides see; moves are those of the side that decides. Where Japan
    has deployed is not seen before it has done (23.1)."""
    asked = side in (None, state.side)
    if side == "us" and worlds.deploying(state):
        state = state.copy()
        worlds.GARRISON.veil(state, side)
    return {
        "moves": lambda: moves_of(state) if asked else {},
        "zones": lambda: zones_of(state),
        "airfields": lambda: {number: declaring.airfield_counts(state, number) for number in AIRFIELDS},
        "eligible": lambda: eligible_of(state),
    }
