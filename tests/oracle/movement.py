"""Movement: what a step costs and where a move may end."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from .board import (
    RIVER_COST,
    ROAD_COST,
    TRAIL_COST,
    OPosition,
    enemy_of,
    neighbours,
    unit_at,
    zone,
)


def step_cost(pos: OPosition, unit_id: str, a: str, b: str) -> float | None:
    """Movement points for the step from a to b as the ground alone has it; None if this unit may never take it.

    Closed are hexes that are no neighbours or do not exist (R52), the sea on either end and cliffs (R13), and, for
    armour, all but clear and town unless a road or trail crosses the hexside (5.25, R32). A road makes it 1/2 in all,
    a trail 1 in all, river or not (5.22, 5.23, R33); else the hex cost and the river add up (5.21). Units standing in
    the hex and zones are not looked at here.
    """
    if b not in neighbours(pos, a):
        return None
    if pos.terrain[a] == "sea" or pos.terrain[b] == "sea":
        return None
    side = frozenset({a, b})
    if side in pos.cliffs:
        return None
    if side in pos.roads:
        return ROAD_COST
    if side in pos.trails:
        return TRAIL_COST
    if pos.units[unit_id].arm == "armour" and pos.terrain[b] not in ("clear", "town"):
        return None
    cost = pos.costs[pos.terrain[b]]
    if side in pos.rivers:
        cost += RIVER_COST
    return cost


def may_leave_zone(pos: OPosition, unit_id: str) -> bool:
    """Whether a unit may move out of an enemy zone: Japanese infantry and engineers only (5.14, 5.15, 6.13, 6.14)."""
    unit = pos.units[unit_id]
    return unit.side == "jp" and unit.arm in ("infantry", "engineer")


def single_steps(pos: OPosition, unit_id: str) -> set[str]:
    """Hexes a unit may enter and stop in as the one step of its move (5.12, 5.24, 5.31, R42, errata-5.13 with R34).

    The hex must be empty, open and payable, unless the minimum move is in force, which pays for anything.
    """
    unit = pos.units[unit_id]
    start = pos.where[unit_id]
    found: set[str] = set()
    for hex_ in neighbours(pos, start):
        cost = step_cost(pos, unit_id, start, hex_)
        if cost is None or unit_at(pos, hex_) is not None:
            continue
        if cost <= unit.movement or pos.minimum_move:
            found.add(hex_)
    return found


def exchanges(pos: OPosition) -> set[frozenset[str]]:
    """Pairs of friends that could each end a move where the other stands if it were not there (5.31, R42)."""
    found: set[frozenset[str]] = set()
    for one, other in combinations([unit for unit in pos.where if pos.units[unit].side == pos.phasing], 2):
        if all(pos.where[goal] in destinations(without(pos, goal), mover) for mover, goal in ((one, other), (other, one))):
            found.add(frozenset({one, other}))
    return found


def without(pos: OPosition, unit_id: str) -> OPosition:
    """The position as if that unit were off the map."""
    return replace(pos, where={unit: place for unit, place in pos.where.items() if unit != unit_id})


def destinations(pos: OPosition, unit_id: str) -> set[str]:
    """Every hex in which a move of this unit may end in the movement phase, its own hex not counted.

    Only Phasing units on the map move (5.11). Starting in an enemy zone: nobody leaves but Japanese infantry and
    engineers, by a single hex (5.14, 5.15, 6.14, R35). Else any path it can pay (5.13, 5.24) that enters no enemy
    (5.12), stops on entering an enemy zone (6.0) and stops nowhere with a friend, though it may pass him
    (5.31, 5.33, R42). With the minimum move one costly hex is open as well (R34).
    """
    if unit_id not in pos.where or pos.units[unit_id].side != pos.phasing:
        return set()
    unit = pos.units[unit_id]
    start = pos.where[unit_id]
    hostile = zone(pos, enemy_of(unit.side))
    if start in hostile:
        if not may_leave_zone(pos, unit_id):
            return set()
        return single_steps(pos, unit_id)

    spent: dict[str, float] = {start: 0.0}
    changed = True
    while changed:
        changed = False
        for hex_ in list(spent):
            if hex_ in hostile:
                continue
            for step in neighbours(pos, hex_):
                cost = step_cost(pos, unit_id, hex_, step)
                if cost is None or spent[hex_] + cost > unit.movement:
                    continue
                other = unit_at(pos, step)
                if other is not None and other != unit_id:
                    if pos.units[other].side != unit.side:
                        continue
                    if step in hostile:
                        continue
                if step not in spent or spent[hex_] + cost < spent[step]:
                    spent[step] = spent[hex_] + cost
                    changed = True

    ends = {hex_ for hex_ in spent if unit_at(pos, hex_) is None}
    if pos.minimum_move:
        ends |= single_steps(pos, unit_id)
    return ends
