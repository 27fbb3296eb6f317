"""What a combat may bring before its dice are rolled, as plain data: attacks over what may lie face down, banzai, bombardment.

Everything rests on what everybody can know (`worlds.may_lie`), so the same figures are shown to both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

from beachhead.games.bonins import bombardment, fronts
from beachhead.games.bonins.bombardment import FIRING, BombardRecord
from beachhead.games.bonins.box.kinds import SLIPS, TRADES
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.table.chances import defenders_of, strengths

Plain = dict[str, Any]
Chances = dict[str, Fraction]
DRIVEN: Final = ("Ex", "D2", "D3", "De")
"""Results that hurt a defender."""
SLIPPED: Final = "Ex, slips away"
"""An exchange that a dug-in unit survives: the follow-up die lets it go to another hex (20.2-b)."""
DICE: Final = 6


class Price(NamedTuple):
    """What a result means: the chance that the defender is hurt (killed, if it is dug in), and U.S. steps lost, without
    suppression and with it."""

    hurt: Fraction
    plain: Fraction
    suppressed: Fraction


def percent(chance: Fraction) -> str:
    """A chance in whole percent; never 0 or 100 if it is neither.

    >>> percent(Fraction(1, 300)), percent(Fraction(5, 18)), percent(Fraction(1))
    ('1%', '28%', '100%')
    """
    return f"{int(chance) * 100}%" if chance in (0, 1) else f"{min(99, max(1, round(chance * 100)))}%"


# ---------------------------------------------------------------------- what results mean


def steps_of(state: BoninsState, units: Sequence[int]) -> int:
    """The steps that some units have left."""
    return sum(2 if state.ruleset.is_battalion[unit] and not state.depleted[unit] else 1 for unit in units)


def price_of(state: BoninsState, result: str, dug_in: bool, attackers: Sequence[int]) -> Price:
    """What a result of a U.S. attack is worth (20.2, 16.3-b, std-7.6). Retreats cost nothing, if nobody stands fast."""
    nothing, one = Fraction(0), Fraction(1)
    if result == "Ae":
        lost = Fraction(steps_of(state, attackers))
        return Price(nothing, lost, lost)
    if result not in DRIVEN:
        return Price(nothing, nothing, nothing)
    if not dug_in:
        cost = one if result == "Ex" else nothing
        return Price(one, cost, nothing)
    fates = state.ruleset.components.follow_up[result]
    if result == "Ex":
        return Price(Fraction(sum(fate != SLIPS for fate in fates), len(fates)), one, nothing)
    if result == "De":
        return Price(one, nothing, nothing)
    cost = Fraction(sum(fate == TRADES for fate in fates), len(fates))
    return Price(one, cost, nothing if state.ruleset.suppression_covers_d else cost)


def suppression(state: BoninsState, markers: int) -> Fraction:
    """The chance that some markers suppress the defender (16.3-a, 16.4-b)."""
    numbers = state.ruleset.components.numbers
    limit = numbers["suppressed_on_in_storm" if state.storm else "suppressed_on"]
    return 1 - (1 - Fraction(limit, DICE)) ** markers


# ---------------------------------------------------------------------- attacks


def attackers_from(state: BoninsState, owner: int, target: int, hexes: Sequence[int]) -> list[int]:
    """The units that would attack a hex from some others."""
    return [unit for space in hexes for unit in fronts.attackers_into(state, fronts.front(state, owner, space), target)]


def attack_facts(state: BoninsState, owner: int, target: int, hexes: Sequence[int], markers: int = 0) -> Plain:
    """An attack before its dice, with what may come of it."""
    attackers = attackers_from(state, owner, target, hexes)
    found = _facts(state, owner, target, hexes, attackers) | {"markers": markers}
    if owner == JP:
        return found | _strike(state, target, attackers, 0)
    return found | _us_attack(state, target, attackers, markers)


def _facts(state: BoninsState, owner: int, target: int, hexes: Sequence[int], attackers: Sequence[int]) -> Plain:
    """What every combat has."""
    ids = state.ruleset.unit_ids
    known = owner == JP or not state.dug_in(target)
    defenders = (state.top_units(target) if owner == JP else [state.up[target] - 1]) if known else []
    return {
        "side": state.ruleset.sides[owner],
        "target": state.hex_name(target),
        "from": [state.hex_name(space) for space in hexes],
        "attackers": [ids[unit] for unit in attackers],
        "factors": [state.attack_of(unit) for unit in attackers],
        "defenders": [ids[unit] for unit in defenders],
        "defends": [state.defense_of(unit) for unit in defenders],
        "attack": sum(state.attack_of(unit) for unit in attackers),
        "line": state.ruleset.ground.lines[target],
        "dug in": owner == US and state.dug_in(target),
        "banzai": False,
        "shift": 0,
    }


class Group(NamedTuple):
    """Defenders that are all the same to an attack."""

    defense: int
    stops_tanks: int
    """The attack factor of an anti-tank or antiaircraft unit; 0: neither, or no tank attacks."""


def _us_attack(state: BoninsState, target: int, attackers: list[int], markers: int) -> Plain:
    ruleset, dug_in = state.ruleset, state.dug_in(target)
    table, line = ruleset.table, ruleset.ground.lines[target]
    may, worlds = defenders_of(state, US, target)
    tanks = any(ruleset.is_tank[unit] for unit in attackers)
    groups: dict[Group, Fraction] = {}
    for enemy, chance in may.items():
        group = Group(state.defense_of(enemy), ruleset.attack[enemy] if tanks and ruleset.is_anti_tank[enemy] else 0)
        groups[group] = groups.get(group, Fraction(0)) + chance
    example = {Group(state.defense_of(e), ruleset.attack[e] if tanks and ruleset.is_anti_tank[e] else 0): e for e in may}
    columns: dict[int, Fraction] = {}
    chances: Chances = {}
    rows: list[Plain] = []
    hurt = plain = suppressed = Fraction(0)
    for group, likely in sorted(groups.items()):
        killed = Fraction(0)
        for attack, part in strengths(state, attackers, example[group]).items():
            column = table.column(line, attack - group.defense)
            columns[column] = columns.get(column, Fraction(0)) + likely * part
            for result in (row[column - 1] for row in table.results):
                chance = part / len(table.results)
                price = price_of(state, result, dug_in, attackers)
                killed += chance * price.hurt
                plain += likely * chance * price.plain
                suppressed += likely * chance * price.suppressed
                _add(chances, result, likely * chance, price.hurt if dug_in and result == "Ex" else Fraction(1))
        hurt += likely * killed
        differential = sum(map(state.attack_of, attackers)) - group.defense
        row: Plain = {"defense": group.defense, "chance": str(likely), "differential": differential, "hurt": str(killed)}
        rows.append(row | ({"stops tanks": group.stops_tanks} if group.stops_tanks else {}))
    silenced = suppression(state, markers)
    found: Plain = {
        "columns": {str(column): str(chance) for column, chance in sorted(columns.items())},
        "chances": {result: str(chance) for result, chance in chances.items()},
        "hurt": str(hurt),
        "steps": str(plain),
        "steps suppressed": str(suppressed),
        "suppression": str(silenced),
        "expected": str(silenced * suppressed + (1 - silenced) * plain),
        "lander": fronts.is_lander(state, target),
    }
    if dug_in:
        found |= {"may": rows, "units": len(may), "worlds": worlds}
    elif rows:
        found["stops tanks"] = rows[0].get("stops tanks", 0)
    return found


def _add(chances: Chances, result: str, chance: Fraction, share: Fraction) -> None:
    """Count a result; the part of an exchange that a dug-in unit survives is a result of its own."""
    chances[result] = chances.get(result, Fraction(0)) + chance * share
    if share != 1:
        chances[SLIPPED] = chances.get(SLIPPED, Fraction(0)) + chance * (1 - share)


def _strike(state: BoninsState, target: int, attackers: Sequence[int], shift: int) -> Plain:
    """A Japanese attack: everything about it is known."""
    table, line = state.ruleset.table, state.ruleset.ground.lines[target]
    defenders = state.top_units(target)
    attack, defense = (sum(map(state.attack_of, attackers)), sum(map(state.defense_of, defenders)))
    column = min(table.column(line, attack - defense) + shift, len(table.results[0]))
    chances: Chances = {}
    steps = Fraction(0)
    for result in (row[column - 1] for row in table.results):
        chances[result] = chances.get(result, Fraction(0)) + Fraction(1, len(table.results))
        lost = steps_of(state, defenders) if result == "De" else 1 if result == "Ex" or (shift and result in DRIVEN) else 0
        steps += Fraction(lost, len(table.results))
    return {
        "columns": {str(column): "1"},
        "chances": {result: str(chance) for result, chance in chances.items()},
        "hurt": str(sum((chance for result, chance in chances.items() if result in DRIVEN), Fraction(0))),
        "expected": str(steps),
        "defense": defense,
        "differential": attack - defense,
    }


def banzai_facts(state: BoninsState, target: int) -> Plain:
    """A banzai attack before its die."""
    units = [unit for unit, goal in state.charges if goal == target]
    hexes = sorted({state.where[unit] for unit in units})
    shift = state.ruleset.components.numbers["banzai_shift"]
    found = _facts(state, JP, target, hexes, units) | {"banzai": True, "shift": shift, "markers": 0}
    return found | _strike(state, target, units, shift)


# ---------------------------------------------------------------------- bombardment


@cache
def sums(count: int) -> dict[int, Fraction]:
    """The chances of the sum of some dice.

    >>> sums(2)[7]
    Fraction(1, 6)
    """
    found = {0: Fraction(1)}
    for _ in range(count):
        following: dict[int, Fraction] = {}
        for total, chance in found.items():
            for face in range(1, DICE + 1):
                following[total + face] = following.get(total + face, Fraction(0)) + chance / DICE
        found = following
    return found


def fire_chances(state: BoninsState, target: int, strength: int = 0) -> tuple[Chances, Fraction]:
    """What a marker does to one unit of a hex: the chances of each result, and that of losing a step. Without a strength it is
    counted over the dice that the marker would roll."""
    table, dangers = state.ruleset.table, state.ruleset.components.bombardment
    line = state.ruleset.ground.lines[target]
    spread = {strength: Fraction(1)} if strength else sums(bombardment.dice_for(state, target)[0])
    chances: Chances = {}
    lost = Fraction(0)
    for total, likely in spread.items():
        column = table.column(line, total)
        for row in table.results:
            result, chance = row[column - 1], likely / len(table.results)
            chances[result] = chances.get(result, Fraction(0)) + chance
            lost += chance * (Fraction(len(dangers[result]), DICE) if result in dangers else Fraction(result == "De"))
    return chances, lost


def fire_facts(state: BoninsState, target: int, units: Sequence[int], strength: int = 0) -> Plain:
    """A bombardment before its dice: the units of a hex, one of them after another."""
    count, why = bombardment.dice_for(state, target)
    chances, lost = fire_chances(state, target, strength)
    ids = state.ruleset.unit_ids
    return {
        "side": "jp",
        "hex": state.hex_name(target),
        "units": [ids[unit] for unit in units],
        "strength": strength,
        "dice": count,
        "why": why,
        "line": state.ruleset.ground.lines[target],
        "chances": {result: str(chance) for result, chance in chances.items()},
        "loss chance": str(lost),
        "expected": str(lost * len(units)),
    }


# ---------------------------------------------------------------------- what is being prepared


def prospect_of(state: BoninsState) -> Plain:
    """The combat that comes next as far as it has been prepared: an attack that is put together, a banzai, a unit under fire."""
    if state.outcome is not None:
        return {}
    step = state.step.name
    if step in ("attacking", "declaring") and state.target >= 0:
        return attack_facts(state, state.step.side(state), state.target, state.fronts)
    if step == "banzai combat" and state.charges:
        return banzai_facts(state, min(target for _, target in state.charges))
    if step == "bombard" and state.top(BombardRecord).stage == FIRING and state.targets:
        target = state.targets[0]
        if state.shelled:
            return fire_facts(state, target, state.shelled[:1], state.strength)
        return fire_facts(state, target, state.us_in(target))
    return {}


def chance_to_kill(state: BoninsState, target: int, attackers: list[int]) -> Fraction:
    """The chance that an attack of these units kills the dug-in unit of a hex, or drives a face-up one out."""
    return Fraction(_us_attack(state, target, attackers, 0)["hurt"])
