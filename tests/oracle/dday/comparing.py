"""What the engine says of a position against what the slow implementation finds."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import beachhead as bh
from beachhead.boards.hexes import spaces_of
from beachhead.games.dday.box.kinds import CARD_COLORS, SYMBOLS, WEAPONS, names_of
from beachhead.games.dday.combat import attack_table, attackers, barrage
from beachhead.games.dday.control import communication, fields_of_fire
from beachhead.games.dday.fire import japanese_artillery, under_fire
from beachhead.games.dday.moves import landing, move_goals
from beachhead.games.dday.state import FOUGHT

from . import combat, fields, network
from .island import INTENSE, STEADY, Field, around, distance, land, sees, sites
from .table import TANK, Table, read

SECTORS = (1, 2, 3, 4)


def same(ours: Any, theirs: Any, what: str) -> None:
    """The engine is measured by the slow implementation."""
    if ours != theirs:
        if isinstance(ours, (set, frozenset)) and isinstance(theirs, (set, frozenset)):
            raise AssertionError(f"{what}: the engine lacks {sorted(ours - theirs)}, and adds {sorted(theirs - ours)}")
        raise AssertionError(f"{what}: {ours} by the book, {theirs} by the engine")


def hexes(state: Any, mask: int) -> set[str]:
    return {state.ruleset.hex_name(place) for place in spaces_of(mask) if place < state.ruleset.ground.land}


def rows(state: Any, found: tuple[int, int]) -> Field:
    """A pair of masks as a field."""
    return dict.fromkeys(hexes(state, found[1]), STEADY) | dict.fromkeys(hexes(state, found[0]), INTENSE)


@cache
def places() -> dict[str, int]:
    """Hex -> its number in the engine, on the printed map."""
    state = bh.game("dday").new("d-day", seed=1)
    return {state.ruleset.hex_name(place): place for place in range(state.ruleset.ground.land)}


# ---------------------------------------------------------------------- fields of fire


def compare_fields(state: Any, table: Table) -> None:
    for number, group in enumerate(state.ruleset.groups):
        name = group.name
        if not table.occupied(name):
            same({}, rows(state, fields_of_fire.standing_field(state, number)), f"field of the empty {name}")
            same({}, rows(state, fields_of_fire.moving_field(state, number)), f"field of the empty {name} at movers")
            continue
        same(fields.full(table, name), rows(state, fields_of_fire.full_field(state, number)), f"full field of {name}")
        same(fields.standing(table, name), rows(state, fields_of_fire.standing_field(state, number)), f"field of {name}")
        same(fields.firing(table, name), rows(state, fields_of_fire.group_field(state, number)), f"field of {name} in its phase")
        same(fields.moving(table, name), rows(state, fields_of_fire.moving_field(state, number)), f"field of {name} at movers")
    same(fields.fierce(table), hexes(state, fields_of_fire.intense_now(state)), "intense fields")
    stops = {hex for hex, place in places().items() if move_goals.under_field(state, place)}
    same(fields.everywhere(table), stops, "fields that stop")


def compare_lines(state: Any, rng: random.Random) -> None:
    """A few lines of sight at any distance."""
    names, ground = places(), state.ruleset.ground
    for _ in range(20):
        one = rng.choice(list(land()))
        two = rng.choice([hex for hex in land() if distance(one, hex) <= rng.choice((2, 3, 4, 8))])
        same(sees(one, two), bool(ground.sees(names[one], names[two])), f"line of sight from {one} to {two}")


def compare_triggers(state: Any, table: Table, rng: random.Random) -> None:
    """Who draws fire by going from where he is to any hex beside it (D65)."""
    names = places()
    for hex in rng.sample(sorted(table.stacks), min(4, len(table.stacks))):
        stack = [marine.name for marine in table.at(hex)]
        if table.spot(hex).occupied:
            continue
        tanks = [name for name in stack if table.marines[name].tank]
        others = [name for name in stack if name not in tanks]
        for movers in filter(None, (tanks, others, stack)):
            for goal in around(hex):
                if goal not in land():
                    continue
                enemy = goal in table.japanese()
                if enemy and state.done[state.slot_at(names[goal])] & FOUGHT:
                    continue  # Nobody enters there again in this phase (8.0-cc).
                for short in (True,) if enemy else (False, True):
                    kind = under_fire.ASSAULT if enemy else under_fire.ORDINARY
                    tanked = any(table.marines[name].tank for name in movers)
                    footed = any(not table.marines[name].tank for name in movers)
                    theirs = under_fire.drawn(state, names[hex], names[goal], kind=kind, short=short, tanks=tanked, others=footed)
                    ours = fields.triggers(table, movers, hex, goal, short)
                    same(ours, any(theirs), f"fire at {movers} from {hex} to {goal}, {'one hex' if short else 'a longer move'}")


# ---------------------------------------------------------------------- communication


def compare_communication(state: Any, table: Table) -> None:
    names = places()
    control = network.controlled(table) & set(land())
    same(control, {hex for hex in land() if communication.us_controls_hex(state, names[hex])}, "US control")
    ours = network.us_communication(table)
    same(ours, {hex for hex in land() if communication.us_in_communication(state, names[hex])}, "US communication")
    for position, place in enumerate(state.ruleset.position_hex):
        hex = state.ruleset.hex_name(place)
        says = f"{sites()[hex].code} in {hex}"
        theirs = communication.japanese_in_communication(state, position)
        same(network.in_communication(table, hex), theirs, f"communication of {says}")
        same(network.holds_position(table, hex), communication.us_controls_position(state, position), f"US control of {says}")
    same(network.suribachi_linked(table), communication.suribachi_linked(state), "Suribachi's link")


# ---------------------------------------------------------------------- landing and artillery


def compare_landing(state: Any, table: Table) -> None:
    for number, box in enumerate(state.ruleset.components.board.boxes):
        for color, name in enumerate(CARD_COLORS):
            ours = network.landing_losses(table, box.name.replace(" ", ""), name)
            if ours < 0:
                same(False, bool(box.squares >> color & 1), f"{name} square of {box.name}")
            else:
                same(ours, landing.landing_losses(state, number, color), f"steps lost to {name} before {box.name}")


def compare_artillery(state: Any, table: Table) -> None:
    for sector in SECTORS:
        same(network.points(table)[sector], japanese_artillery.points_of(state, sector), f"points of sector {sector}")
        same(network.targets(table, sector), japanese_artillery.goals(state, sector), f"neighbors shelled by sector {sector}")
    same(network.shelled(table), japanese_artillery.sectors_with_us(state), "sectors with US units")
    for aim in network.targets(table, 3) or [0]:
        choices = {home: aim if home == 3 else (network.targets(table, home) or [0])[0] for home in SECTORS}
        ours = [network.strength_into(table, sector, choices) for sector in SECTORS]
        same(ours, japanese_artillery.allocation(state, aim), f"points into each sector, sector 3 aiming at {aim}")
    for divisor in (5, 6, 8, 10, 12):
        for points in range(0, 40, 3):
            same(
                network.shells(points, divisor),
                japanese_artillery.hits_of(points, divisor),
                f"hits of {points} points by {divisor}",
            )


# ---------------------------------------------------------------------- attack and barrage


def compare_attacks(state: Any, table: Table, rng: random.Random, tries: int = 3) -> int:
    """Attacks by any units in reach, allowed together or not, on hexes whose units and top fort are face up."""
    ruleset, done = state.ruleset, 0
    for hex, spot in sorted(table.spots.items()):
        near = [marine for marine in table.marines.values() if combat.can_attack_from(hex, marine)]
        shown = all(one.up for one in (*spot.units, *([spot.tank] if spot.tank else []), *spot.forts[:1]))
        if not spot.occupied or not near or not shown or table.at(hex):
            continue
        position = ruleset.position_at[places()[hex]]
        for _ in range(tries):
            chosen = rng.sample(near, rng.randint(1, min(6, len(near))))
            naval, air = rng.random() < 0.3, rng.random() < 0.3
            support = (attackers.NAVAL if naval else 0) | (attackers.AIR if air else 0)
            numbers = tuple(ruleset.number[marine.name] for marine in chosen)
            force = attack_table.force_of(state, position, numbers, support)
            defense = attack_table.defense_in(state, position)
            wild = rng.choice(("", "", *combat.required(spot)[0])) if rng.random() < 0.4 else ""
            bit = 1 << WEAPONS.index(wild) if wild else 0
            theirs = attack_table.reading(ruleset, force, defense, bit)
            ours = combat.reading(table, hex, [marine.name for marine in chosen], naval=naval, air=air, wild=wild)
            said = f"attack on {hex} by {[marine.name for marine in chosen]}, naval {naval}, air {air}, hero for {wild!r}"
            same((ours.us, ours.japanese), (force.strength, defense.strength), f"strengths in the {said}")
            same(set(ours.unmet), set(names_of(theirs.unmet, WEAPONS)), f"missing weapons in the {said}")
            same((ours.row, ours.column), (combat.ROWS[theirs.row], theirs.column), f"row and column of the {said}")
            same(combat.codes(ours), list(theirs.codes), f"result of the {said}")
            done += 1
    return done


def compare_reach(state: Any, table: Table) -> None:
    """Who stands where he could attack a hex from, as far as range, sight, cliffs and sides of forts go."""
    ruleset = state.ruleset
    for hex, spot in table.spots.items():
        if not spot.occupied or table.at(hex):
            continue
        position = ruleset.position_at[places()[hex]]
        closed = combat.blocked_sides(hex, spot)
        for marine in table.marines.values():
            if distance(marine.place, hex) > 3 or marine.disrupted or marine.acted:
                continue
            ours = combat.can_attack_from(hex, marine) and marine.place not in closed
            theirs = attackers.reaches(state, ruleset.number[marine.name], position)
            same(ours, theirs, f"{marine.name} in {marine.place} against {hex}")


def compare_barrages(state: Any, table: Table, rng: random.Random) -> int:
    ruleset, done = state.ruleset, 0
    tanks = [marine for marine in table.marines.values() if marine.kind.type == TANK]
    for hex, spot in sorted(table.spots.items()):
        near = [tank for tank in tanks if 1 < distance(tank.place, hex) <= 3]
        position = ruleset.position_at[places()[hex]]
        for points in (1, 2, 3, 4, 5, 6, 8):
            same(combat.barrage_column(hex, spot, points), barrage.column_of(state, position, points), f"{points} on {hex}")
        for _ in range(2 if near else 0):
            chosen = rng.sample(near, rng.randint(1, min(2, len(near))))
            names = [tank.name for tank in chosen]
            numbers = [ruleset.number[name] for name in names]
            ours = combat.barrage_strength(table, hex, names)
            same(ours, barrage.tank_strength(state, places()[hex], numbers), f"barrage of {hex} by {names}")
            same(combat.barrage_symbol(table, names), SYMBOLS[barrage.tank_symbol(state, numbers)], f"symbol of {names}")
            done += 1
    return done


def compare(state: Any, rng: random.Random) -> Table:
    """Everything that can be said of a position at rest."""
    table = read(state)
    compare_fields(state, table)
    compare_lines(state, rng)
    compare_triggers(state, table, rng)
    compare_communication(state, table)
    compare_landing(state, table)
    compare_artillery(state, table)
    compare_reach(state, table)
    compare_attacks(state, table, rng)
    compare_barrages(state, table, rng)
    return table
