"""The chances of an attack, before and after it is rolled: over what may lie face down, or over what is known."""

from __future__ import annotations

from typing import Any

from beachhead.games.bonins.state import BoninsState

Plain = dict[str, Any]


def combat_of(state: BoninsState) -> Plain:
    """The combat under way, or the last one."""
    if state.target < 0:
        return {}
    names = state.ruleset.unit_ids
    found: Plain = {
        "target": state.hex_name(state.target),
        "from": [state.hex_name(space) for space in state.fronts],
        "attackers": [names[unit] for unit in state.attackers],
        "defenders": [names[unit] for unit in state.defenders],
    }
    if state.effect:
        found |= {
            "attack": state.attack,
            "defense": state.defense,
            "differential": state.attack - state.defense,
            "line": state.line,
            "column": state.column,
            "shift": state.shift,
            "die": state.die,
            "result": state.effect,
            "follow_up": state.follow_up,
            "shells": state.shells.copy(),
            "suppressed": bool(state.suppressed),
            "dug in": bool(state.entrenched),
            "banzai": bool(state.banzai),
            "anti-tank": {names[unit]: die for unit, die in state.tank_dice},
            "distance": state.distance,
        }
    return found
