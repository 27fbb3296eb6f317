"""The chances of an attack, before and after it is rolled: over what may lie face down, or over what is known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from beachhead.engine.event import Event
from beachhead.games.bonins import worlds
from beachhead.games.bonins.combat import fronts
from beachhead.games.bonins.ruleset import US
from beachhead.games.bonins.state import BoninsState

Plain = dict[str, Any]
FACES: Final = 6


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


# ---------------------------------------------------------------------- chances


def defenders_of(state: BoninsState, owner: int, target: int) -> tuple[dict[int, Fraction], int]:
    """Who may defend a hex, with the chance of each, and of how many worlds that was counted (0: exact)."""
    if owner == US and state.dug_in(target):
        return worlds.may_lie(state, target)
    unit = state.up[target] - 1 if owner == US else state.tops[target] - 1
    return {unit: Fraction(1)}, 0


def strengths(state: BoninsState, attackers: Sequence[int], enemy: int) -> dict[int, tuple[Fraction, tuple[int, ...]]]:
    """The attack strengths that anti-tank dice may leave (17.3-b): the chance of each, and dice that lead to it."""
    ruleset = state.ruleset
    found: dict[int, tuple[Fraction, tuple[int, ...]]] = {0: (Fraction(1), ())}
    for unit in sorted(attackers):
        power, shots = state.attack_of(unit), 0
        rolls = ruleset.is_tank[unit] and ruleset.is_anti_tank[enemy]
        if rolls:
            shots = min(FACES, ruleset.attack[enemy])
        following: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
        for total, (chance, dice) in found.items():
            for sum_, faces, die in ((total + power, FACES - shots, FACES - 1), (total, shots, 0)):
                if faces:
                    before, first = following.get(sum_, (Fraction(0), (*dice, die) if rolls else dice))
                    following[sum_] = before + chance * Fraction(faces, FACES), first
        found = following
    return found


def attack_odds(state: BoninsState, owner: int, target: int, hexes: list[int]) -> dict[str, Fraction]:
    """The chances of every result of an attack from some hexes."""
    attackers = [u for space in hexes for u in fronts.attackers_into(state, fronts.front(state, owner, space), target)]
    return attack_chances(state, owner, target, attackers)


def attack_chances(state: BoninsState, owner: int, target: int, attackers: Sequence[int]) -> dict[str, Fraction]:
    """The chances of every result of an attack, over what may lie in the hex and over the anti-tank dice."""
    table, line = state.ruleset.table, state.ruleset.ground.lines[target]
    found: dict[str, Fraction] = {}
    for enemy, likely in defenders_of(state, owner, target)[0].items():
        defense = sum(state.defense_of(unit) for unit in ([enemy] if owner == US else state.top_units(target)))
        for attack, (chance, _) in strengths(state, attackers, enemy).items():
            for result in state.ruleset.results_by_column[table.column(line, attack - defense) - 1]:
                found[result] = found.get(result, Fraction(0)) + likely * chance / FACES
    return dict(sorted(found.items()))


def outcome_of(events: list[Event]) -> str:
    """What chance brought, in a word that tells nothing of what lies face down."""
    for event in events:
        data = event.data
        if event.kind == "combat":
            return str(data["result"])
        if event.kind in ("sector die", "storm"):
            return str(data["die"])
        if event.kind == "banzai":
            return "banzai" if event.case == "20.5-b" and "one:" in event.text else "no banzai"
        if event.kind in ("placed", "hex", "flipped", "lot"):
            return str(data["hex"])
        if event.kind == "charged":
            return str(data["to"])
        if event.kind == "target" and data["die"]:
            return "marker"
        if event.kind == "search":
            return "picked" if "picked" in event.text else "go on"
        if event.kind == "bombardment":
            return str(data["strength"])
        if event.kind == "fire":
            return f"{data['result']}, {data['loss'] or 'no loss'}"
        if event.kind == "tunnel" and "die" in data:
            return "open" if "open" in event.text else "no way"
    return "none"
