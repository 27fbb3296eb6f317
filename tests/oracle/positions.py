"""Small random positions. Those of a combat phase are reached by really fighting some combats of that phase."""

from __future__ import annotations

import random
from dataclasses import replace

from .board import COSTS, OPosition, OUnit, adjacent, distance, enemy_of, hex_name, neighbours, on_map, unit_at, zone
from .combat import (
    combat_is_legal,
    free_guns,
    in_range,
    legal_attacks,
    legal_barrage_openings,
    legal_support_openings,
    struck,
    unattacked_enemies,
    units_in_contact,
    unspent_attackers,
)
from .movement import step_cost
from .retreat import Plan, carry_out, retreat_plans

MOST_UNITS = 14
MOST_IN_CONTACT = 6


def random_position(rng: random.Random, kind: str) -> OPosition:
    """A random position of kind "movement", "combat" or "retreat".

    movement: some units, nobody has moved. combat: some combats of the phase have been fought (perhaps none), and the
    flags are those that this left behind. retreat: in addition one more combat, `fight`, has just been rolled and
    `retreating`, the one unit it strikes, standing in an enemy zone, is to go `retreat_hexes` hexes; the unit and its
    foes are already marked as having attacked or been attacked.
    """
    if kind == "movement":
        return movement_position(rng)
    if kind == "combat":
        return combat_position(rng)
    if kind == "retreat":
        while True:
            pos = retreat_position(rng)
            if pos is not None:
                return pos
    raise ValueError(kind)


# ------------------------------------------------------------------------------------------------ boards


def random_board(rng: random.Random) -> OPosition:
    """A board of 5x5 to 9x9 hexes with terrain and hexsides, and no units."""
    height, width = rng.randint(5, 9), rng.randint(5, 9)
    weights = rng.choice([(8, 3, 1, 1, 0), (4, 4, 3, 1, 1), (2, 2, 6, 1, 2), (1, 0, 0, 0, 0)])
    terrain = {
        hex_name(row, column): rng.choices(["clear", "broken", "rough", "town", "jungle"], weights)[0]
        for row in range(1, height + 1)
        for column in range(1, width + 1)
    }
    edge = rng.choice(["north", "south", "east", "west", "none"])
    for row in range(1, height + 1):
        for column in range(1, width + 1):
            depths = {"north": height - row, "south": row - 1, "east": width - column, "west": column - 1, "none": 9}
            depth = depths[edge]
            if depth == 0 or (depth == 1 and rng.random() < 0.3) or rng.random() < 0.02:
                terrain[hex_name(row, column)] = "sea"
    pos = OPosition(terrain, set(), set(), set(), set(), dict(COSTS), {}, {}, rng.choice(["us", "jp"]))
    for _ in range(rng.randint(0, 3)):
        pos.roads |= random_line(rng, pos)
    for _ in range(rng.randint(0, 3)):
        pos.trails |= random_line(rng, pos)
    rivers, cliffs = rng.choice([0.0, 0.1, 0.25]), rng.choice([0.0, 0.08, 0.2])
    for a in sorted(land(pos)):
        for b in sorted(neighbours(pos, a) & land(pos)):
            side = frozenset({a, b})
            if a < b and rng.random() < rivers:
                pos.rivers.add(side)
            if a < b and rng.random() < cliffs and side not in pos.roads | pos.trails | pos.rivers:
                pos.cliffs.add(side)
    return pos


def land(pos: OPosition) -> set[str]:
    """All hexes that are not sea."""
    return {hex_ for hex_, kind in pos.terrain.items() if kind != "sea"}


def random_line(rng: random.Random, pos: OPosition) -> set[frozenset[str]]:
    """The hexsides of a road or trail that wanders over land."""
    sides: set[frozenset[str]] = set()
    here = rng.choice(sorted(land(pos)))
    seen = {here}
    for _ in range(rng.randint(2, 8)):
        ways = sorted((neighbours(pos, here) & land(pos)) - seen)
        if not ways:
            break
        there = rng.choice(ways)
        sides.add(frozenset({here, there}))
        seen.add(there)
        here = there
    return sides


# ------------------------------------------------------------------------------------------------ units


def add_unit(rng: random.Random, pos: OPosition, side: str, hex_: str, arm: str = "") -> str:
    """Put a new unit on the board, of a random arm unless one is given."""
    if not arm:
        arm = rng.choices(["infantry", "engineer", "armour", "artillery"], [6, 1, 2, 2])[0]
    number = 1 + sum(1 for unit in pos.units.values() if unit.side == side)
    id_ = f"{'U' if side == 'us' else 'J'}:{number}"
    defence = rng.randint(1, 6)
    if arm == "artillery":
        movement, fpf, reach = rng.choice([2, 3, 4]), rng.randint(1, 4), rng.choice([2, 2, 3, 3, 4, 6, 10])
    else:
        movement, fpf, reach = rng.choice([2, 4, 6, 8, 8]), 0, 0
    pos.units[id_] = OUnit(id_, side, arm, rng.randint(1, 6), defence, movement, fpf, reach)
    pos.where[id_] = hex_
    return id_


def empty_land(pos: OPosition) -> list[str]:
    """Land hexes without a unit."""
    return sorted(land(pos) - set(pos.where.values()))


def scatter(rng: random.Random, pos: OPosition) -> None:
    """Place units: all over the board, in one crowd, or as two fronts facing each other."""
    number = rng.randint(3, 11)
    style = rng.choice(["scattered", "crowd", "crowd", "front"])
    places = empty_land(pos)
    rng.shuffle(places)
    if style != "scattered":
        middle = places[0]
        places.sort(key=lambda hex_: distance(pos, middle, hex_))
        places = places[: number + rng.randint(0, 5)]
        rng.shuffle(places)
    share = rng.choice([0.3, 0.5, 0.7])
    ordered = sorted(places[:number], key=lambda hex_: hex_[2:]) if style == "front" else places[:number]
    for index, hex_ in enumerate(ordered):
        side = ("us" if index < share * len(ordered) else "jp") if style == "front" else "us" if rng.random() < share else "jp"
        add_unit(rng, pos, side, hex_)
    for side in ("us", "jp"):
        if not on_map(pos, side):
            add_unit(rng, pos, side, rng.choice(empty_land(pos)))


def pocket(rng: random.Random, pos: OPosition) -> None:
    """A few enemies before one or two units with a crowd of friends behind them."""
    side = rng.choice(["us", "jp"])
    inland = [hex_ for hex_ in empty_land(pos) if len(neighbours(pos, hex_) & land(pos)) == 6]
    middle = rng.choice(inland or empty_land(pos))
    add_unit(rng, pos, side, middle, rng.choice(["infantry", ""]))
    around = sorted(neighbours(pos, middle) & land(pos))
    rng.shuffle(around)
    for hex_ in around[: rng.choice([1, 1, 2])]:
        add_unit(rng, pos, enemy_of(side), hex_)
    second = sorted(zone(pos, enemy_of(side)) & set(empty_land(pos)))
    if second and rng.random() < 0.7:
        add_unit(rng, pos, side, rng.choice(second))
    if rng.random() < 0.25:
        add_unit(rng, pos, enemy_of(side), rng.choice(empty_land(pos)))
    crowd(rng, pos, side)


def crowd(rng: random.Random, pos: OPosition, side: str) -> None:
    """Fill the ground behind units in contact with friends that are in no enemy zone, so that ways back are taken."""
    thick = rng.choice([0.5, 0.8, 1.0])
    front = sorted(on_map(pos, side) & units_in_contact(pos))
    if not front:
        return
    middle = pos.where[rng.choice(front)]
    for hex_ in sorted(empty_land(pos), key=lambda hex_: (distance(pos, middle, hex_), rng.random())):
        if len(pos.where) >= MOST_UNITS:
            return
        if hex_ in zone(pos, enemy_of(side)) or distance(pos, middle, hex_) > 3:
            continue
        if rng.random() < thick:
            add_unit(rng, pos, side, hex_)


def place_guns(rng: random.Random, pos: OPosition) -> None:
    """Give the Phasing side artillery that stands clear of the enemy."""
    for _ in range(rng.randint(1, 3)):
        places = [hex_ for hex_ in empty_land(pos) if hex_ not in zone(pos, enemy_of(pos.phasing))]
        if places and len(pos.where) < MOST_UNITS:
            add_unit(rng, pos, pos.phasing, rng.choice(places), "artillery")


def place_landing(rng: random.Random, pos: OPosition) -> None:
    """A landing on Game-Turn One (12.3, R2, R26): only U.S. infantry, ashore or in the sea before held beaches."""
    pos.phasing = "us"
    coast = sorted(hex_ for hex_ in land(pos) if any(pos.terrain[n] == "sea" for n in neighbours(pos, hex_)))
    rng.shuffle(coast)
    for hex_ in sorted(rng.sample(empty_land(pos), min(len(empty_land(pos)), rng.randint(1, 4)))):
        add_unit(rng, pos, "jp", hex_)
    start = rng.choice(coast)
    coast.sort(key=lambda hex_: distance(pos, start, hex_))
    for hex_ in coast[: rng.randint(2, 6)]:
        if unit_at(pos, hex_) is None and rng.random() < 0.4:
            add_unit(rng, pos, "jp", hex_)
        if unit_at(pos, hex_) is None:
            add_unit(rng, pos, "us", hex_, "infantry")
            continue
        sea = [n for n in neighbours(pos, hex_) if pos.terrain[n] == "sea" and unit_at(pos, n) is None]
        if sea:
            unit = add_unit(rng, pos, "us", rng.choice(sorted(sea)), "infantry")
            pos.sea_target[unit] = hex_
    if not on_map(pos, "us"):
        add_unit(rng, pos, "us", rng.choice(empty_land(pos)), "infantry")


def thin_out(rng: random.Random, pos: OPosition) -> None:
    """Take units away until neither side has more of them in contact than can be tried in every combination."""
    for side in ("us", "jp"):
        while len(units_in_contact(pos) & on_map(pos, side)) > MOST_IN_CONTACT:
            gone = rng.choice(sorted(units_in_contact(pos) & on_map(pos, side)))
            if gone in pos.sea_target or pos.where[gone] in pos.sea_target.values():
                continue
            remove(pos, gone)


def remove(pos: OPosition, unit: str) -> None:
    """Take a unit off the map and forget its marks."""
    del pos.where[unit]
    pos.sea_target.pop(unit, None)
    for marks in (pos.attacked, pos.defended, pos.displaced, pos.contact):
        marks.discard(unit)


# ------------------------------------------------------------------------------------------------ phases


def movement_position(rng: random.Random) -> OPosition:
    """The start of a movement phase."""
    pos = random_board(rng)
    pos.minimum_move = rng.random() < 0.4
    scatter(rng, pos)
    return pos


def combat_position(rng: random.Random, pockets: float = 0.15) -> OPosition:
    """A moment between two combats of a combat phase."""
    pos = random_board(rng)
    if rng.random() < pockets:
        pocket(rng, pos)
    elif "sea" in pos.terrain.values() and rng.random() < 0.25:
        place_landing(rng, pos)
    else:
        scatter(rng, pos)
        if rng.random() < 0.5:
            crowd(rng, pos, rng.choice(["us", "jp"]))
        if rng.random() < 0.5:
            place_guns(rng, pos)
    thin_out(rng, pos)
    pos.contact = units_in_contact(pos)
    if rng.random() < (0.6 if pos.phasing == "us" else 0.2):
        pos.support = rng.randint(1, 4)
    for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 3])):
        pos = fight_something(rng, pos)
    return pos


def retreat_position(rng: random.Random) -> OPosition | None:
    """A combat has struck one unit, which is to retreat; None if this board offers no such combat."""
    pos = combat_position(rng, 0.7)
    fights = [
        (attackers, defenders)
        for attackers, defenders in sorted(legal_attacks(pos), key=lambda fight: [sorted(side) for side in fight])
        if len(defenders) == 1 or (len(attackers) == 1 and not attackers & set(pos.sea_target))
    ]
    if not fights:
        return None
    attackers, defenders = rng.choice(fights)
    pos = struck(pos, attackers, defenders, frozenset(), 0)
    losers = defenders
    if len(defenders) > 1 or (len(attackers) == 1 and not attackers & set(pos.sea_target) and rng.random() < 0.5):
        losers = attackers
    (loser,) = losers
    side = pos.units[loser].side
    others_fought = (pos.attacked | pos.defended) & on_map(pos, side) - {loser}
    if others_fought and rng.random() < 0.7:
        for friend in sorted(on_map(pos, side) - others_fought - {loser}):
            if pos.where[friend] not in zone(pos, enemy_of(side)) and rng.random() < 0.6:
                pos.displaced.add(friend)
    hexes = rng.randint(1, 3)
    if hexes == 3 and len(on_map(pos, side)) > 8:
        hexes = 2  # the plans of a long retreat through a large crowd are too many to list
    return replace(pos, retreating=loser, retreat_hexes=hexes, fight=(attackers, defenders))


# ------------------------------------------------------------------------------------------------ fighting


def fight_something(rng: random.Random, pos: OPosition) -> OPosition:
    """Fight one random legal combat with a random result, retreats and perhaps an advance; the position after it."""
    kinds: list[tuple[frozenset[str], frozenset[str], frozenset[str], int]] = []
    for attackers, defenders in legal_attacks(pos):
        kinds.append((attackers, defenders, frozenset(), 0))
    if not kinds or rng.random() < 0.3:
        for gun, target in legal_barrage_openings(pos):
            kinds.append((frozenset(), frozenset({target}), frozenset({gun}), 0))
        for target, points in legal_support_openings(pos):
            kinds.append((frozenset(), frozenset({target}), frozenset(), points))
    if not kinds:
        return pos
    kinds.sort(key=lambda kind: ([sorted(some) for some in kind[:3]], kind[3]))
    attackers, defenders, guns, points = rng.choice(kinds)
    if attackers and rng.random() < 0.3:
        more = {gun for gun in free_guns(pos) if any(in_range(pos, gun, enemy) for enemy in defenders)}
        for gun in sorted(more):
            if combat_is_legal(pos, attackers, defenders, guns | {gun}, points):
                guns |= {gun}
    storming = {unit: pos.sea_target[unit] for unit in attackers if unit in pos.sea_target}
    result = rng.choice(["none", "D1", "D1", "D2", "D2", "D3", "De", "A1", "A2", "A3", "Ae"])
    if all(pos.units[unit].arm == "artillery" for unit in attackers) and result == "D1":
        result = "none"
    pos = struck(pos, attackers, defenders, guns, points)
    pos = copied(pos)
    if result[0] == "D":
        losers, winners = sorted(defenders), sorted(attackers)
    elif result[0] == "A":
        losers, winners = sorted(attackers), sorted(defenders)
    else:
        losers, winners = [], []
    rng.shuffle(losers)
    followers = {loser: [unit for unit in winners if adjacent(pos, unit, loser)] for loser in losers}
    left: dict[str, str] = {}
    for loser in losers:
        left[loser] = pos.where[loser]
        if result[1] == "e" or loser in storming:
            remove(pos, loser)
            continue
        plans = retreat_plans(pos, loser, int(result[1]))
        plan: Plan = rng.choice(sorted(plans.plans))
        if plans.level == 3:
            remove(pos, loser)
        else:
            pos = carry_out(pos, plan)
    for unit, beach in storming.items():
        if unit not in pos.where:
            continue
        if result[0] == "D" and unit_at(pos, beach) is None:
            pos.where[unit] = beach
            del pos.sea_target[unit]
        else:
            remove(pos, unit)
    for loser in losers:
        for unit in followers[loser]:
            hex_ = left[loser]
            if unit in storming or unit_at(pos, hex_) is not None or rng.random() < 0.5:
                continue
            if step_cost(pos, unit, pos.where[unit], hex_) is not None:
                pos.where[unit] = hex_
    return pos


def copied(pos: OPosition) -> OPosition:
    """The same position with places and marks of its own."""
    return replace(
        pos,
        where=dict(pos.where),
        sea_target=dict(pos.sea_target),
        attacked=set(pos.attacked),
        defended=set(pos.defended),
        displaced=set(pos.displaced),
        contact=set(pos.contact),
    )


def is_consistent(pos: OPosition) -> bool:
    """What every reachable moment of a combat phase shows (R16): unspent units keep an enemy, nobody shares a hex."""
    if len(set(pos.where.values())) != len(pos.where):
        return False
    for unit in unspent_attackers(pos):
        if not any(adjacent(pos, unit, enemy) for enemy in unattacked_enemies(pos)):
            return False
    for unit in on_map(pos, pos.phasing) - pos.attacked - pos.contact:
        for enemy in on_map(pos, enemy_of(pos.phasing)) - pos.defended:
            if adjacent(pos, unit, enemy):
                return False
    return all(pos.terrain[hex_] != "sea" or unit in pos.sea_target for unit, hex_ in pos.where.items())
