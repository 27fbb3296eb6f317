"""Exact chances of combats before their dice, from what everybody may know (A103).

The counters of one letter that still lie face down are the whole set less those turned up, and each is equally likely in each
place. So the chance of an assault is the mean over what may lie there, dummies included, of the chance by Track 4 and the combat
die. Nothing here looks at what really lies anywhere: counters are put into copies, and strengths come from the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from beachhead.games.olympic.box.kinds import COASTAL, LINE
from beachhead.games.olympic.combat import BROKEN_OFF, FAILED
from beachhead.games.olympic.deployment import mix
from beachhead.games.olympic.phases import DEPLOYMENT
from beachhead.games.olympic.retreat import best_steps
from beachhead.games.olympic.ruleset import A_DUMMY, US, OlympicRuleset
from beachhead.games.olympic.state import ABSENT, RETREATED, OlympicState
from beachhead.games.olympic.strengths import (
    column,
    defense_of_unit,
    fresh_militia,
    jp_defense,
    label,
    militia_rolled,
    militia_strength,
)
from beachhead.games.olympic.supply import jp_supplied, us_supplied
from beachhead.games.olympic.worlds import face_down

Plain = dict[str, Any]
WON: Final = ("Dr", "De", "Ex")
"""Results that empty the hex attacked, and with which an assault succeeds (10.0-success)."""
LOST_UNIT: Final = 10
LOST_FOR_GOOD: Final = 30
"""Casualty Points of a unit that is eliminated, supplied and unsupplied (15.21, 15.22)."""
SIX: Final = 6


# ---------------------------------------------------------------------- what may lie face down


def cup(state: OlympicState, letter: str) -> dict[int, int]:
    """The counters of one letter that are still face down, by kind: the whole set less those turned up, as everybody knows.

    While Japan deploys out of sight (17.2), all of them.
    """
    return Counter(mix(state.ruleset, letter) if state.phase == DEPLOYMENT else face_down(state, letter))


def may_lie(state: OlympicState, space: int) -> list[tuple[Fraction, tuple[int, ...]]]:
    """What may lie face down in a hex: the chance of each set of kinds, ascending; one empty set where nothing does."""
    ruleset = state.ruleset
    found: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for slot in ruleset.slots_at.get(space, ()):
        if not state.reserve[slot]:
            continue
        drawn_from = cup(state, COASTAL if ruleset.slot_is_coastal[slot] else LINE)
        there: dict[tuple[int, ...], Fraction] = {}
        for kinds, chance in found.items():
            rest = {kind: count - _drawn(ruleset, kinds, kind, slot) for kind, count in drawn_from.items()}
            total = sum(rest.values())
            for kind, count in rest.items():
                if count:
                    key = tuple(sorted((*kinds, kind)))
                    there[key] = there.get(key, Fraction(0)) + chance * Fraction(count, total)
        found = there
    return [(chance, kinds) for kinds, chance in sorted(found.items())]


def _drawn(ruleset: OlympicRuleset, kinds: tuple[int, ...], kind: int, slot: int) -> int:
    """How many of a kind have been drawn for the other place of the same hex. Kinds but dummies tell their letter."""
    if kind == A_DUMMY and len({ruleset.slot_is_coastal[near] for near in ruleset.slots_at[ruleset.slot_space[slot]]}) > 1:
        return 0
    return kinds.count(kind)


def turned_up(state: OlympicState, space: int, kinds: Iterable[int]) -> OlympicState:
    """A copy in which these kinds of counters have been turned up in a hex."""
    ruleset, trial = state.ruleset, state.copy()
    trial.sink = None
    for slot in ruleset.slots_at.get(space, ()):
        trial.reserve[slot] = 0
    trial.down_mask &= ~(1 << space)
    for kind in kinds:
        if kind != A_DUMMY:
            unit = next(one for one in ruleset.kind_units[kind] if trial.where[one] < 0)
            trial.where[unit] = ABSENT
            trial.put(unit, space)
    return trial


# ---------------------------------------------------------------------- columns and results


class Result(NamedTuple):
    """What the table may bring: its code, Casualty Points for each U.S. unit in it, and whether it is a suicide attack.

    The code is empty if the differential falls below the table.
    """

    code: str
    price: int
    suicide: bool = False


Results = dict[Result, Fraction]
BELOW: Final = Result("", 0)
LANDED: Final = "landed"
"""In odds: nobody was there, and the stack goes ashore without a die."""


def columns_of(ruleset: OlympicRuleset, attack: int, defense: int, militia: Sequence[Sequence[int]]) -> dict[int, Fraction]:
    """The chance of each column; each militia brings the strength that its die of Track 4 says. -1: below the table."""
    sums = {defense: Fraction(1)}
    for row in militia:
        more: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for strength in row:
                more[total + strength] = more.get(total + strength, Fraction(0)) + chance / len(row)
        sums = more
    found: dict[int, Fraction] = {}
    for total, chance in sums.items():
        number = column(ruleset, attack - total)
        found[number] = found.get(number, Fraction(0)) + chance
    return dict(sorted(found.items()))


def results_of(ruleset: OlympicRuleset, columns: dict[int, Fraction]) -> Results:
    """The chance of each result of a U.S. attack."""
    found: Results = {}
    for number, chance in columns.items():
        if number < 0:
            found[BELOW] = found.get(BELOW, Fraction(0)) + chance
            continue
        for row in ruleset.components.results:
            code, price, _ = row[number]
            result = Result(code, price)
            found[result] = found.get(result, Fraction(0)) + chance / len(ruleset.components.results)
    return found


def strike_results(ruleset: OlympicRuleset, strength: int, defense: int) -> Results:
    """The chance of each result of a Japanese attack: a six doubles the attacker, who dies of it (8.54)."""
    found: Results = {}
    for die, row in enumerate(ruleset.components.results, 1):
        number = column(ruleset, (2 * strength if die == SIX else strength) - defense)
        code, _, price = row[number]
        result = Result(code, price, die == SIX)
        found[result] = found.get(result, Fraction(0)) + Fraction(1, len(ruleset.components.results))
    return found


def won(results: Results) -> Fraction:
    """The chance that the hex attacked is emptied."""
    return sum((chance for result, chance in results.items() if result.code in WON), Fraction(0))


def militia_rows(state: OlympicState, targets: Iterable[int]) -> list[list[int]]:
    """For each militia that would defend, its strength by the die of Track 4 (14.24)."""
    ground = state.ruleset.ground
    return [
        [militia_rolled(state, ground.place_at[space], die) for die in range(1, 7)]
        for space in targets
        if fresh_militia(state, space)
    ]


# ---------------------------------------------------------------------- assaults


class Prospect(NamedTuple):
    """An assault if these kinds of counters lie in the hex: its defense without militia, and what the dice may bring.

    Without results there is no die: nobody is there, and the stack lands (10.0-dummy, 10.0-vacant).
    """

    chance: Fraction
    kinds: tuple[int, ...]
    defense: int
    columns: dict[int, Fraction]
    results: Results

    @property
    def success(self) -> Fraction:
        """The chance that the stack lands."""
        return won(self.results) if self.results else Fraction(1)

    def cost(self, units: int) -> Fraction:
        """Casualty Points to expect: each unit of a stack that fails costs 10, whatever the table says (15.21)."""
        each = sum((chance * (r.price if r.code in WON else LOST_UNIT) for r, chance in self.results.items()), Fraction(0))
        return each * units


def prospects(state: OlympicState, strength: int, space: int) -> list[Prospect]:
    """An assault of that strength on a coastal hex, by what may lie there."""
    ruleset, found = state.ruleset, []
    rows = militia_rows(state, [space])
    for chance, kinds in may_lie(state, space):
        trial = turned_up(state, space, kinds)
        if not trial.jp_mask >> space & 1 and not rows:
            found.append(Prospect(chance, kinds, 0, {}, {}))
            continue
        units = jp_defense(trial, space)
        columns = columns_of(ruleset, strength, units, rows)
        found.append(Prospect(chance, kinds, units, columns, results_of(ruleset, columns)))
    return found


def assault_chance(state: OlympicState, strength: int, space: int) -> Fraction:
    """The chance that an assault of that strength takes a coastal hex (A103)."""
    return sum((one.chance * one.success for one in prospects(state, strength, space)), Fraction(0))


def percent(chance: Fraction) -> str:
    """A chance in whole percent; never 0 or 100 if it is neither.

    >>> percent(Fraction(1, 300)), percent(Fraction(55, 117)), percent(Fraction(1))
    ('1%', '47%', '100%')
    """
    return f"{int(chance) * 100}%" if chance in (0, 1) else f"{min(99, max(1, round(chance * 100)))}%"


# ---------------------------------------------------------------------- combats as plain data


def _hexes(state: OlympicState, targets: Iterable[int]) -> dict[str, Plain]:
    """What strengthens or weakens the defenders of each hex."""
    ruleset, ground, found = state.ruleset, state.ruleset.ground, dict[str, Plain]()
    for space in targets:
        units = [unit for unit in state.units_in(space) if not state.fought[unit] & RETREATED]
        entry: Plain = {"units": jp_defense(state, space), "terrain": ground.board.terrain[space], "times": ground.defence[space]}
        entry["doubled"] = state.turn == 1 and any(ruleset.is_coastal[unit] for unit in units)
        entry["unsupplied"] = bool(units) and not jp_supplied(state, units[0])
        if fresh_militia(state, space):
            place = ground.place_at[space]
            entry["militia"] = militia_strength(state, place)
            entry["name"] = ground.place_names[place]
        found[state.hex_name(space)] = entry
    return found


def _trapped(state: OlympicState, units: Sequence[int], attackers: Sequence[int]) -> list[str]:
    """The units that have no path of retreat as things are now (8.7-elimination)."""
    trial = state.copy()
    trial.sink = None
    trial.attackers, trial.defenders, trial.retreating = list(attackers), list(units), list(units)
    return [state.name(unit) for unit in units if not best_steps(trial, unit, [])]


def _plain_results(results: Results) -> list[list[Any]]:
    return [[code, price, suicide, str(chance)] for (code, price, suicide), chance in results.items()]


def attack_facts(state: OlympicState, attackers: Sequence[int], targets: Sequence[int]) -> Plain:
    """A land attack of the U.S. before its dice."""
    ruleset, spaces = state.ruleset, sorted(targets)
    attack = sum(ruleset.strength[unit] for unit in attackers)
    units = sum(jp_defense(state, space) for space in spaces)
    hexes = _hexes(state, spaces)
    guards = {name: entry["militia"] for name, entry in hexes.items() if "militia" in entry}
    defense = units + sum(guards.values())
    columns = columns_of(ruleset, attack, units, militia_rows(state, spaces))
    results = results_of(ruleset, columns)
    defenders = [unit for space in spaces for unit in state.units_in(space)]
    return _facts(state, ruleset.sides[US], attackers, spaces, defenders, attack, defense) | {
        "militia": guards,
        "hexes": hexes,
        "columns": {label(ruleset, number): str(chance) for number, chance in columns.items()},
        "chances": _plain_results(results),
        "success": str(won(results)),
        "expected": str(sum((r.price * chance for r, chance in results.items()), Fraction(0)) * len(attackers)),
        "trapped": _trapped(state, defenders, attackers),
    }


def assault_facts(state: OlympicState, attackers: Sequence[int], space: int) -> Plain:
    """An amphibious assault before its dice, over all that may lie in the hex."""
    ruleset = state.ruleset
    attack = sum(ruleset.strength[unit] for unit in attackers)
    hexes = _hexes(state, [space])
    guards = {name: entry["militia"] for name, entry in hexes.items() if "militia" in entry}
    cases = prospects(state, attack, space)
    defense = jp_defense(state, space) + sum(guards.values())
    columns: dict[int, Fraction] = {}
    results: Results = {}
    for one in cases:
        for number, chance in one.columns.items():
            columns[number] = columns.get(number, Fraction(0)) + one.chance * chance
        for result, chance in one.results.items():
            results[result] = results.get(result, Fraction(0)) + one.chance * chance
    free = sum((one.chance for one in cases if not one.results), Fraction(0))
    found = _facts(state, ruleset.sides[US], attackers, [space], state.units_in(space), attack, defense) | {
        "assault": True,
        "militia": guards,
        "hexes": hexes,
        "columns": {label(ruleset, number): str(chance) for number, chance in sorted(columns.items())},
        "chances": _plain_results(results),
        "free": str(free),
        "success": str(sum((one.chance * one.success for one in cases), Fraction(0))),
        "expected": str(sum((one.chance * one.cost(len(attackers)) for one in cases), Fraction(0))),
    }
    if state.down_mask >> space & 1:
        found["may"] = [
            {
                "values": [ruleset.kind_values[kind] for kind in one.kinds],
                "chance": str(one.chance),
                "defense": one.defense,
                "success": str(one.success),
            }
            for one in cases
        ]
    return found


def strike_facts(state: OlympicState, attacker: int, defender: int) -> Plain:
    """A Japanese attack before its die."""
    ruleset = state.ruleset
    attack, defense = ruleset.strength[attacker], defense_of_unit(state, defender)
    space = state.where[defender]
    supplied = us_supplied(state, defender)
    results = strike_results(ruleset, attack, defense)
    loss = LOST_UNIT if supplied else LOST_FOR_GOOD
    ground = ruleset.ground
    trapped = _trapped(state, [defender], [attacker])
    dead = ("De", "Ex", "Dr") if trapped else ("De", "Ex")
    expected = sum((chance * (loss if r.code in dead else r.price) for r, chance in results.items()), Fraction(0))
    fortified = bool(state.fort_mask >> space & 1)
    return _facts(state, ruleset.sides[1 - US], [attacker], [space], [defender], attack, defense) | {
        "hexes": {
            state.hex_name(space): {
                "units": defense,
                "terrain": ground.board.terrain[space],
                "times": ground.defence[space],
                "doubled": False,
                "fortified": fortified,
                "unsupplied": not supplied,
            }
        },
        "chances": _plain_results(results),
        "success": str(won(results)),
        "expected": str(expected),
        "trapped": trapped,
    }


def _facts(
    state: OlympicState,
    side: str,
    attackers: Sequence[int],
    targets: Sequence[int],
    defenders: Sequence[int],
    attack: int,
    defense: int,
) -> Plain:
    """What every combat has, in the form of its event (`combat.combat_data`)."""
    ids, names = state.ruleset.unit_ids, state.ruleset.ground.names
    differential = attack - defense
    return {
        "side": side,
        "attackers": [ids[unit] for unit in attackers],
        "targets": [names[space] for space in targets],
        "defenders": [ids[unit] for unit in defenders],
        "attack": attack,
        "defense": defense,
        "militia": {},
        "differential": differential,
        "column": label(state.ruleset, column(state.ruleset, differential)),
        "die": 0,
        "result": "",
        "points": 0,
        "assault": False,
        "suicide": False,
    }


# ---------------------------------------------------------------------- odds


def assault_odds(state: OlympicState, sea: int, space: int) -> dict[str, Fraction]:
    """The chances of an assault, over all that may lie in the hex (A103); nothing if the stack is sure to land without a die."""
    attack = sum(state.ruleset.strength[unit] for unit in state.units_in(sea))
    found: dict[str, Fraction] = {}
    for one in prospects(state, attack, space):
        for result, chance in one.results.items():
            name = result.code or FAILED
            found[name] = found.get(name, Fraction(0)) + one.chance * chance
        if not one.results:
            found[LANDED] = found.get(LANDED, Fraction(0)) + one.chance
    return {} if found.get(LANDED) == 1 else dict(sorted(found.items()))


def attack_odds(state: OlympicState) -> dict[str, Fraction]:
    """The chances of the attack that is being prepared: every militia has a die of its own, too many to try one by one."""
    attack = sum(state.ruleset.strength[unit] for unit in state.attackers)
    units = sum(jp_defense(state, space) for space in state.targets)
    columns = columns_of(state.ruleset, attack, units, militia_rows(state, state.targets))
    found: dict[str, Fraction] = {}
    for result, chance in results_of(state.ruleset, columns).items():
        name = result.code or BROKEN_OFF
        found[name] = found.get(name, Fraction(0)) + chance
    return dict(sorted(found.items()))
