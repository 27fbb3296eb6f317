"""What the engine says of turns 7 to 66 against what the slow implementation finds."""

from __future__ import annotations

import random
from typing import Any

from beachhead.games.dday import victory as engine_victory
from beachhead.games.dday.control import command as engine_command
from beachhead.games.dday.control import command_posts, communication, us_garrisons
from beachhead.games.dday.counters import losses
from beachhead.games.dday.events import counterattack
from beachhead.games.dday.events import raids as engine_raids
from beachhead.games.dday.fire import japanese_assault, tank_actions

from . import command, fields, raids, stance, victory
from .comparing import (
    compare_artillery,
    compare_communication,
    compare_fields,
    compare_landing,
    compare_triggers,
    hexes,
    places,
    same,
)
from .island import around, groups, land, sites
from .network import in_communication, shut, us_communication
from .table import REGIMENTAL, Table, kinds, read

DIVISIONS = (3, 4, 5)


def compare_raids(state: Any, table: Table, rng: random.Random) -> int:
    """Which hexes are open to raids, and who raids them by a few cards; also others, so that raiders are counted often."""
    ruleset, names = state.ruleset, places()
    open_hexes = raids.susceptible(table)
    same(open_hexes, [ruleset.hex_name(place) for place in engine_raids.susceptible(state)], "hexes open to raids")
    for hex in table.stacks:
        same(
            set(raids.flanks(table, hex)), hexes(state, engine_raids.open_flanks(state, names[hex])), f"open hexes next to {hex}"
        )
    targets = open_hexes or sorted(table.stacks)
    for hex in rng.sample(targets, min(3, len(targets))):
        for number in rng.sample(range(len(raids.cards())), 6):
            groups = engine_raids.raiders(state, names[hex], ruleset.card_faces[number])
            ours = raids.raiders(table, hex, raids.cards()[number])
            said = f"raid on {hex} by card {number + 1}"
            same(ours, {ruleset.groups[group].name for group in groups}, f"raiders in the {said}")
            same(len(ours), len(groups), f"raiders in the {said}, each counted once")
            same(raids.value(table, ours), engine_raids.value_of(state, groups), f"value of the {said}")
    return len(open_hexes)


def compare_command(state: Any, table: Table) -> None:
    same(command.always(table), not engine_command.is_normal(state), "everybody in command")
    if command.always(table):
        return
    ids, picture = state.ruleset.unit_ids, engine_command.picture(state)
    for name in table.marines:
        unit = state.ruleset.number[name]
        ours, theirs = command.commanders(table, name), picture.by[unit]
        same(bool(ours), theirs >= 0, f"{name} in {table.marines[name].place} in command, by the book of {sorted(ours)}")
        if ours and ids[theirs] not in ours:
            raise AssertionError(f"{name}: commanded by one of {sorted(ours)} by the book, by {ids[theirs]} by the engine")
        chief = picture.by[state.ruleset.number[staff]] if (staff := command.staff(table.marines[name])) in table.marines else -1
        host = kinds()[ids[chief]] if chief >= 0 else None
        guest = host is not None and host.type == REGIMENTAL and host.regiment != table.marines[name].kind.regiment
        regiment = command.regiment_over(table, name, host.regiment if host is not None and guest else 0)
        same(regiment, picture.over[unit], f"regiment over {name}")


def compare_garrisons(state: Any, table: Table) -> None:
    """Where garrisons can be placed (15.4-b)."""
    closed, free = fields.everywhere(table) | table.japanese() | table.later.garrisons, us_communication(table)
    ranges = [command.regimental(table, regiment) for regiment in table.later.posts]
    ours = {
        hex
        for hex in sites()
        if hex in free
        and hex not in closed
        and any(hex in reach for reach in ranges)
        and any(table.at(other) for other in (hex, *around(hex)))
    }
    if not any(table.marines[f"HQ/{regiment}"].moved for regiment in table.later.posts if f"HQ/{regiment}" in table.marines):
        same(ours, {state.ruleset.hex_name(place) for place in us_garrisons.openings(state)}, "hexes for garrisons")


def compare_posts(state: Any, table: Table) -> None:
    """Where HQs may become command posts (15.1-a), and posts grow (15.2-c)."""
    guns, fired = fields.caves(table), {hex for hex, shaken in table.later.caves.items() if not shaken}
    under = set(guns)
    shot_at = {other for hex in fired for other in around(hex)}
    for name, here in groups().items():
        if table.occupied(name):
            under |= set(fields.full(table, name))
            shot_at |= set(fields.full(table, name)) if fields.fit(table, name) else set()
        elif victory.in_play(table, here[0].hex) and in_communication(table, here[0].hex):
            under |= set(fields.projected(table, name))
    for hex in table.stacks:
        same(hex in under, command_posts.is_under_guns(state, places()[hex]), f"a command post cannot be set up in {hex}")
        same(hex in shot_at, command_posts.is_fired_on(state, places()[hex]), f"a command post in {hex} cannot grow")


def compare_paths(state: Any, table: Table) -> None:
    """The hexes through which Japanese paths may lead (12.2-b, 12.2-c)."""
    bits, open_bits = state.ruleset.network.bit, communication.lines(state).open
    theirs = {hex for hex, place in places().items() if open_bits & bits[place]}
    same(set(land()) - shut(table), theirs, "hexes open to Japanese paths")


def compare_losses(state: Any, table: Table) -> None:
    if table.later.scenario == "d-day":
        return
    for division in DIVISIONS:
        same(victory.in_box(table, division), losses.in_box(state, division), f"loss box of the {division}th Division")
        if table.turn >= 7:
            same(victory.limit(table, division), losses.limit(state, division), f"limit of the {division}th Division")
            ours = victory.is_catastrophic(table, division)
            same(ours, losses.is_catastrophic(state, division), f"catastrophic loss of the {division}th Division")
    found = engine_victory.criteria(state)
    said = ", ".join(criterion.name for criterion in found)
    same(victory.criteria(table), [criterion.met for criterion in found], f"victory: {said}")


def compare_counterattacks(state: Any, table: Table) -> None:
    """Where a stack in counterattack stance would go from every position hex with a unit or tank (14.4.2)."""
    for hex, spot in table.spots.items():
        if not (spot.units or spot.tank) or table.at(hex):
            continue
        kind, place = counterattack.goal_of(state, state.ruleset.position_at[places()[hex]])
        theirs = (kind, state.ruleset.hex_name(place) if kind else "")
        same(stance.goal(table, hex), theirs, f"goal of a counterattack from {hex}")


def compare_sorties(state: Any, table: Table) -> None:
    """Where units would assault (13.8) and tanks advance (14.2)."""
    if not table.stacks or any(state.stance):
        return
    ruleset = state.ruleset
    for hex, spot in table.spots.items():
        position = ruleset.position_at[places()[hex]]
        same(stance.assaults(table, hex), japanese_assault.is_eligible(state, position), f"assault from {hex}")
        if table.at(hex):
            continue
        if stance.assaults(table, hex):
            theirs = {ruleset.hex_name(place) for place in japanese_assault.targets(state, position)}
            same(stance.assaulted(table, hex), theirs, f"hexes assaulted from {hex}")
            theirs = {ruleset.hex_name(place) for place in japanese_assault.goals(state, position)}
            same(stance.marched(table, hex), theirs, f"positions nearer than {hex}")
        if spot.tank:
            goal, ours = tank_actions.destination(state, position), stance.driven(table, hex)
            there = ruleset.hex_name(ruleset.position_hex[goal]) if goal >= 0 else ""
            if there not in (ours or {""}):
                raise AssertionError(f"tank in {hex}: to one of {sorted(ours)} by the book, to {there!r} by the engine")


def compare_later(state: Any, rng: random.Random) -> Table:
    """Everything of later turns that can be said of a position. A party of Japanese on its way is in no position hex."""
    table = read(state)
    if state.sortie:
        return table
    compare_fields(state, table)
    compare_communication(state, table)
    compare_paths(state, table)
    compare_raids(state, table, rng)
    compare_command(state, table)
    compare_garrisons(state, table)
    compare_posts(state, table)
    compare_landing(state, table)
    compare_artillery(state, table)
    compare_triggers(state, table, rng)
    compare_losses(state, table)
    if table.turn >= 7:
        compare_counterattacks(state, table)
        compare_sorties(state, table)
    return table
