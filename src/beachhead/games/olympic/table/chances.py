"""Exact chances of combats before their dice, and what they come to, from what everybody may know (A103).

The counters of one letter that still lie face down are the whole set less those turned up, and each is equally likely in each
place. So the chance of an assault is the mean over what may lie there, dummies included, of the chance by Track 4 and the combat
die. Nothing here looks at what really lies anywhere: counters are put into copies, and strengths come from the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from beachhead.engine.chance.fates import fates
from beachhead.games.olympic.box.kinds import COASTAL, LINE
from beachhead.games.olympic.combat.advance import Advance, JapaneseAdvance
from beachhead.games.olympic.combat.american_phase import BROKEN_OFF, FAILED, Attackers, fight, strike
from beachhead.games.olympic.combat.strengths import (
    column,
    defense_of_unit,
    fresh_militia,
    jp_defense,
    label,
    militia_rolled,
    militia_strength,
)
from beachhead.games.olympic.landing.deployment import mix
from beachhead.games.olympic.phases import DEPLOYMENT
from beachhead.games.olympic.ruleset import A_DUMMY, US, OlympicRuleset
from beachhead.games.olympic.state import BOX, LOST, RETREATED, OlympicState
from beachhead.games.olympic.supply import jp_supplied, us_supplied
from beachhead.games.olympic.worlds import face_down

Plain = dict[str, Any]
WON: Final = ("Dr", "De", "Ex")
"""Results that empty the hex attacked, and with which an assault succeeds (10.0-success)."""


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
    trial = state.copy()
    slots = [slot for slot in state.ruleset.slots_at.get(space, ()) if state.reserve[slot]]
    for slot, kind in zip(slots, kinds, strict=True):
        trial.reserve[slot] = kind
    trial.release_all(slots, "14.21-permanent")
    return trial


# ---------------------------------------------------------------------- columns and results


Columns = dict[int, tuple[Fraction, tuple[int, ...]]]
"""For each column its chance, and dice of the militias that lead to it. -1: below the table."""
LANDED: Final = "landed"
"""In odds: nobody was there, and the stack goes ashore without a die."""


def columns_of(ruleset: OlympicRuleset, attack: int, defense: int, militia: Sequence[Sequence[int]]) -> Columns:
    """The chance of each column; each militia brings the strength that its die of Track 4 says."""
    sums: Columns = {defense: (Fraction(1), ())}
    for row in militia:
        more: Columns = {}
        for total, (chance, dice) in sums.items():
            for die, strength in enumerate(row):
                before, found = more.get(total + strength, (Fraction(0), (*dice, die)))
                more[total + strength] = before + chance / len(row), found
        sums = more
    columns: Columns = {}
    for total, (chance, dice) in sums.items():
        number = column(ruleset, attack - total)
        before, found = columns.get(number, (Fraction(0), dice))
        columns[number] = before + chance, found
    return dict(sorted(columns.items()))


def results_of(ruleset: OlympicRuleset, columns: Columns) -> dict[str, Fraction]:
    """The chance of each result of a U.S. attack; none below the table."""
    found: dict[str, Fraction] = {}
    rows = ruleset.components.results
    for number, (chance, _) in columns.items():
        for code in [row[number][0] for row in rows] if number >= 0 else [""] * len(rows):
            found[code] = found.get(code, Fraction(0)) + chance / len(rows)
    return found


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
    """An assault if these kinds of counters lie in the hex: the position then, its defense without militia, and its columns.

    Without columns there is no die: nobody is there, and the stack lands (10.0-dummy, 10.0-vacant).
    """

    chance: Fraction
    kinds: tuple[int, ...]
    world: OlympicState
    defense: int
    columns: Columns

    @property
    def success(self) -> Fraction:
        """The chance that the stack lands."""
        results = results_of(self.world.ruleset, self.columns)
        return sum((results.get(code, Fraction(0)) for code in WON), Fraction(0)) if self.columns else Fraction(1)


def prospects(state: OlympicState, strength: int, space: int) -> list[Prospect]:
    """An assault of that strength on a coastal hex, by what may lie there."""
    found, rows = [], militia_rows(state, [space])
    for chance, kinds in may_lie(state, space):
        world = turned_up(state, space, kinds)
        manned = bool(world.jp_mask >> space & 1 or rows)
        defense = jp_defense(world, space) if manned else 0
        found.append(
            Prospect(chance, kinds, world, defense, columns_of(state.ruleset, strength, defense, rows) if manned else {})
        )
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


class Case(NamedTuple):
    """A combat as it may come about: its chance, the position, and the dice that have been rolled before the combat die."""

    chance: Fraction
    world: OlympicState
    dice: tuple[int, ...] = ()


def tally(state: OlympicState) -> dict[str, int]:
    """The units that either side has lost, and Casualty Points."""
    first = state.ruleset.us_count
    gone = [unit for unit, space in enumerate(state.where) if space in (LOST, BOX)]
    us = sum(unit < first for unit in gone)
    return {"us": us, "jp": len(gone) - us, "points": state.casualties}


def _fates(begin: Callable[[OlympicState], object], floor: int, cases: Iterable[Case]) -> Plain:
    """What each result comes to in points and units, as the rules play it out, and the points to expect of all together."""
    rows: dict[tuple[str, int, bool], Plain] = {}
    for chance, world, dice in cases:
        before = tally(world)
        for part, after, ways in fates(world, begin, tally, floor=floor, until=(Advance, JapaneseAdvance), given=dice):
            weight, now = chance * part, tally(after)
            key = (after.effect, after.price, bool(after.suicide)) if after.die else ("", 0, False)
            row = rows.setdefault(
                key, {"chance": Fraction(0), "ways": 0, "faces": set(), "toll": dict.fromkeys(now, Fraction(0))}
            )
            row["chance"] += weight
            row["ways"] = max(row["ways"], ways)
            row["faces"] |= {after.die} - {0}
            for name in now:
                row["toll"][name] += weight * (now[name] - before[name])
    expected = sum((row["toll"]["points"] for row in rows.values()), Fraction(0))
    found = [
        {"result": code, "price": price, "suicide": suicide, "ways": row["ways"], "faces": sorted(row["faces"])}
        | {"chance": str(row["chance"]), "toll": {name: str(sum_ / row["chance"]) for name, sum_ in row["toll"].items()}}
        for (code, price, suicide), row in rows.items()
    ]
    return {"fates": found, "expected": str(expected)}


def attack_facts(state: OlympicState, attackers: Sequence[int], targets: Sequence[int]) -> Plain:
    """A land attack of the U.S. before its dice."""
    ruleset, spaces = state.ruleset, sorted(targets)
    attack = sum(ruleset.strength[unit] for unit in attackers)
    units = sum(jp_defense(state, space) for space in spaces)
    hexes = _hexes(state, spaces)
    guards = {name: entry["militia"] for name, entry in hexes.items() if "militia" in entry}
    defense = units + sum(guards.values())
    columns = columns_of(ruleset, attack, units, militia_rows(state, spaces))
    defenders = [unit for space in spaces for unit in state.units_in(space)]
    floor = len(state.stack) - state.is_at(Attackers)

    def begin(trial: OlympicState) -> None:
        del trial.stack[floor:]
        fight(trial, list(attackers), list(spaces), by_sea=False)

    found = _fates(begin, floor, [Case(chance, state, dice) for chance, dice in columns.values()])
    return (
        _facts(state, ruleset.sides[US], attackers, spaces, defenders, attack, defense)
        | found
        | {
            "militia": guards,
            "hexes": hexes,
            "columns": {label(ruleset, number): str(chance) for number, (chance, _) in columns.items()},
            "success": _success(found),
        }
    )


def _success(found: Plain) -> str:
    """The chance that the hex attacked is emptied."""
    return str(sum((Fraction(row["chance"]) for row in found["fates"] if row["result"] in WON), Fraction(0)))


def assault_facts(state: OlympicState, attackers: Sequence[int], space: int) -> Plain:
    """An amphibious assault before its dice, over all that may lie in the hex."""
    ruleset = state.ruleset
    attack = sum(ruleset.strength[unit] for unit in attackers)
    hexes = _hexes(state, [space])
    guards = {name: entry["militia"] for name, entry in hexes.items() if "militia" in entry}
    cases = prospects(state, attack, space)
    defense = jp_defense(state, space) + sum(guards.values())
    columns: dict[int, Fraction] = {}
    for one in cases:
        for number, (chance, _) in one.columns.items():
            columns[number] = columns.get(number, Fraction(0)) + one.chance * chance
    free = sum((one.chance for one in cases if not one.columns), Fraction(0))

    def begin(trial: OlympicState) -> None:
        fight(trial, list(attackers), [space], by_sea=True)

    fought = [Case(one.chance * chance, one.world, dice) for one in cases for chance, dice in one.columns.values()]
    found = _facts(state, ruleset.sides[US], attackers, [space], state.units_in(space), attack, defense) | {
        "assault": True,
        "militia": guards,
        "hexes": hexes,
        "columns": {label(ruleset, number): str(chance) for number, chance in sorted(columns.items())},
        "free": str(free),
    }
    found |= _fates(begin, len(state.stack), fought)
    found["success"] = str(free + Fraction(_success(found)))
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
    ground = ruleset.ground

    def begin(trial: OlympicState) -> None:
        strike(trial, attacker, defender)

    found = _fates(begin, len(state.stack), [Case(Fraction(1), state)])
    fortified = bool(state.fort_mask >> space & 1)
    return (
        _facts(state, ruleset.sides[1 - US], [attacker], [space], [defender], attack, defense)
        | found
        | {
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
            "success": _success(found),
        }
    )


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
        for code, chance in results_of(state.ruleset, one.columns).items() if one.columns else ((LANDED, Fraction(1)),):
            found[code or FAILED] = found.get(code or FAILED, Fraction(0)) + one.chance * chance
    return {} if found.get(LANDED) == 1 else dict(sorted(found.items()))


def attack_odds(state: OlympicState) -> dict[str, Fraction]:
    """The chances of the attack that is being prepared: every militia has a die of its own, too many to try one by one."""
    attack = sum(state.ruleset.strength[unit] for unit in state.attackers)
    units = sum(jp_defense(state, space) for space in state.targets)
    columns = columns_of(state.ruleset, attack, units, militia_rows(state, state.targets))
    return dict(sorted((code or BROKEN_OFF, chance) for code, chance in results_of(state.ruleset, columns).items()))
