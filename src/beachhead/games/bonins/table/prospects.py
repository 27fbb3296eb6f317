"""What a combat may bring before its dice are rolled, as plain data: attacks over what may lie face down, banzai, bombardment.

Everything rests on what everybody can know (`worlds.may_lie`), so the same figures are shown to both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.chance.fates import fates
from beachhead.games.bonins.box.kinds import SLIPS
from beachhead.games.bonins.combat import bombardment, fronts, resolution
from beachhead.games.bonins.combat.advance import Advance
from beachhead.games.bonins.combat.bombardment import FIRING, BombardRecord
from beachhead.games.bonins.combat.combat_phase import Combat
from beachhead.games.bonins.garrison.redeployment import Redeploying
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import ELIMINATED, BoninsState
from beachhead.games.bonins.table.chances import attack_chances, defenders_of, strengths
from beachhead.games.bonins.verbs import STRIKE

Plain = dict[str, Any]
Chances = dict[str, Fraction]
DRIVEN: Final = ("Ex", "D2", "D3", "De")
"""Results that hurt a defender."""
SLIPPED: Final = "Ex, slips away"
"""An exchange that a dug-in unit survives: the follow-up die lets it go to another hex (20.2-b)."""
DICE: Final = 6


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


def tally(state: BoninsState) -> dict[str, int]:
    """The steps that the U.S. has lost; what becomes of Japanese units that may be anybody nobody can count."""
    lost = 0
    for unit in range(state.ruleset.us_count):
        gone = state.where[unit] == ELIMINATED
        lost += (1 + state.ruleset.is_battalion[unit]) if gone else int(bool(state.depleted[unit]))
    return {"us": lost}


class Case(NamedTuple):
    """An attack as it may come about: its chance, the position, and the dice that are rolled before the combat die."""

    chance: Fraction
    world: BoninsState
    dice: tuple[int, ...] = ()


class Sum(NamedTuple):
    """What comes of an attack: each result with its chance, steps and open ways, and in all the chance that the defender is hurt
    (killed, if it is dug in) and the steps that the U.S. loses."""

    rows: dict[str, Plain]
    hurt: Fraction
    steps: Fraction

    def plain(self) -> list[Plain]:
        """The results as plain data."""
        return [
            {"result": code, "chance": str(row["chance"]), "steps": str(row["steps"] / row["chance"]), "ways": row["ways"]}
            for code, row in self.rows.items()
        ]


def played_out(begin: Callable[[BoninsState], object], floor: int, cases: Iterable[Case]) -> Sum:
    """What comes of an attack, as the rules play it out."""
    rows: dict[str, Plain] = {}
    hurt = steps = Fraction(0)

    def watched(trial: BoninsState) -> None:
        begin(trial)
        trial.sink = []

    for chance, world, dice in cases:
        before = tally(world)["us"]
        for part, after, ways in fates(world, watched, tally, floor=floor, until=(Advance, Redeploying), given=dice):
            weight, lost = chance * part, tally(after)["us"] - before
            dead = any(event.kind == "lost" and event.data["to"] != "eliminated" for event in after.sink or ())
            slipped = bool(after.entrenched) and after.effect == "Ex" and not dead
            row = rows.setdefault(SLIPPED if slipped else after.effect, {"chance": Fraction(0), "steps": Fraction(0), "ways": 0})
            row["chance"] += weight
            row["steps"] += weight * lost
            row["ways"] = max(row["ways"], ways)
            hurt += weight * (dead if after.entrenched else after.effect in DRIVEN)
            steps += weight * lost
    return Sum(rows, hurt, steps)


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
        return found | _strike(state, target, attackers, 0, _resolved(state, JP, target, hexes, [Case(Fraction(1), state)]))
    return found | _us_attack(state, target, hexes, attackers, markers)


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


def _lying(state: BoninsState, target: int, enemy: int) -> BoninsState:
    """A copy in which a unit lies face down in a hex; whoever lay there lies where the other did."""
    base, trial = state.ruleset.us_count, state.copy()
    new, old = enemy + 1 - base, state.dug[target]
    if old and new != old:
        other = state.dug.find(new)
        if other >= 0:
            trial.dug[other] = old
        else:
            trial.container[new - 1], trial.container[old - 1] = 0, 1
        trial.dug[target] = new
    return trial


def _worlds(state: BoninsState, target: int, attackers: Sequence[int]) -> dict[Group, tuple[Fraction, int]]:
    """Who may defend a hex, by what makes a difference: the chance, and one of them."""
    ruleset = state.ruleset
    tanks = any(ruleset.is_tank[unit] for unit in attackers)
    found: dict[Group, tuple[Fraction, int]] = {}
    for enemy, chance in defenders_of(state, US, target)[0].items():
        group = Group(state.defense_of(enemy), ruleset.attack[enemy] if tanks and ruleset.is_anti_tank[enemy] else 0)
        found[group] = found.get(group, (Fraction(0), enemy))[0] + chance, enemy
    return dict(sorted(found.items()))


def _resolved(
    state: BoninsState, owner: int, target: int, hexes: Sequence[int], cases: Sequence[Case], spared: bool = False
) -> Sum:
    """What comes of an attack without markers, or with one that suppresses the defender."""
    base, early = len(state.stack) - (state.step.name in ("attacking", "declaring")), state.step.name in ("declare", "declaring")
    shells = (0,) if spared else ()

    def begin(trial: BoninsState) -> None:
        del trial.stack[base:]
        if early:
            trial.push(Combat)
        trial.clear_fight()
        trial.target, trial.fronts = target, list(hexes)
        resolution.resolve(trial, owner, len(shells))

    return played_out(begin, base + early, [case._replace(dice=(*shells, *case.dice)) for case in cases])


def _us_attack(state: BoninsState, target: int, hexes: Sequence[int], attackers: list[int], markers: int) -> Plain:
    ruleset, dug_in = state.ruleset, state.dug_in(target)
    table, line = ruleset.table, ruleset.ground.lines[target]
    columns: dict[int, Fraction] = {}
    rows: list[Plain] = []
    parts: list[tuple[Fraction, Sum]] = []
    without: list[tuple[Fraction, Sum]] = []
    for group, (likely, enemy) in _worlds(state, target, attackers).items():
        world, cases = _lying(state, target, enemy) if dug_in else state, list[Case]()
        for attack, (chance, dice) in strengths(state, attackers, enemy).items():
            column = table.column(line, attack - group.defense)
            columns[column] = columns.get(column, Fraction(0)) + likely * chance
            cases.append(Case(chance, world, dice))
        parts.append((likely, _resolved(state, US, target, hexes, cases)))
        costs = parts[-1][1].steps
        without.append((likely, _resolved(state, US, target, hexes, cases, spared=True) if costs else parts[-1][1]))
        differential = sum(map(state.attack_of, attackers)) - group.defense
        row: Plain = {"defense": group.defense, "chance": str(likely), "differential": differential}
        row["hurt"] = str(parts[-1][1].hurt)
        rows.append(row | ({"stops tanks": group.stops_tanks} if group.stops_tanks else {}))
    plain, spared, silenced = _mixed(parts), _mixed(without), suppression(state, markers)
    shown = _mixed([(silenced, spared), (1 - silenced, plain)])
    found: Plain = {
        "columns": {str(column): str(chance) for column, chance in sorted(columns.items())},
        "fates": shown.plain(),
        "hurt": str(plain.hurt),
        "steps": str(plain.steps),
        "steps suppressed": str(spared.steps),
        "suppression": str(silenced),
        "expected": str(shown.steps),
        "lander": fronts.is_lander(state, target),
    }
    if dug_in:
        units, worlds = defenders_of(state, US, target)
        found |= {"may": rows, "units": len(units), "worlds": worlds}
    elif rows:
        found["stops tanks"] = rows[0].get("stops tanks", 0)
    return found


def _mixed(parts: Iterable[tuple[Fraction, Sum]]) -> Sum:
    """Several sums, each with its chance."""
    rows: dict[str, Plain] = {}
    hurt = steps = Fraction(0)
    for weight, part in parts:
        hurt, steps = hurt + weight * part.hurt, steps + weight * part.steps
        for code, row in part.rows.items() if weight else ():
            now = rows.setdefault(code, {"chance": Fraction(0), "steps": Fraction(0), "ways": 0})
            now |= {name: now[name] + weight * row[name] for name in ("chance", "steps")}
            now["ways"] = max(now["ways"], row["ways"])
    return Sum(rows, hurt, steps)


def _strike(state: BoninsState, target: int, attackers: Sequence[int], shift: int, found: Sum) -> Plain:
    """A Japanese attack: everything about it is known."""
    table, line = state.ruleset.table, state.ruleset.ground.lines[target]
    attack, defense = (sum(map(state.attack_of, attackers)), sum(map(state.defense_of, state.top_units(target))))
    column = min(table.column(line, attack - defense) + shift, len(table.results[0]))
    return {
        "columns": {str(column): "1"},
        "fates": found.plain(),
        "hurt": str(found.hurt),
        "expected": str(found.steps),
        "defense": defense,
        "differential": attack - defense,
    }


def banzai_facts(state: BoninsState, target: int) -> Plain:
    """A banzai attack before its die."""
    units = [unit for unit, goal in state.charges if goal == target]
    hexes = sorted({state.where[unit] for unit in units})
    shift = state.ruleset.components.numbers["banzai_shift"]
    found = _facts(state, JP, target, hexes, units) | {"banzai": True, "shift": shift, "markers": 0}

    def begin(trial: BoninsState) -> None:
        trial.step.take(trial, pack(STRIKE, target))

    return found | _strike(state, target, units, shift, played_out(begin, len(state.stack), [Case(Fraction(1), state)]))


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
        "expected": str(
            sum((lost + (steps_of(state, [unit]) - 1) * chances.get("De", Fraction(0)) for unit in units), Fraction(0))
        ),
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
    """The chance that an attack of these units kills the dug-in unit of a hex, or drives a face-up one out, whoever may attack
    now: by the tables alone."""
    follow_up = state.ruleset.components.follow_up
    hurt = Fraction(0)
    for result, chance in attack_chances(state, US, target, attackers).items():
        fates_ = follow_up.get(result, ()) if state.dug_in(target) else ()
        spared = Fraction(fates_.count(SLIPS), len(fates_)) if fates_ else Fraction(0)
        hurt += chance * (1 - spared) if result in DRIVEN else 0
    return hurt
