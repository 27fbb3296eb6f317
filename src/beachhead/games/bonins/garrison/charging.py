"""How a banzai unit finds its target (20.5-g): the U.S. unit that is nearest in points by a way that can really be moved."""

from __future__ import annotations

from heapq import heappop, heappush

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.bonins.garrison.placement import because
from beachhead.games.bonins.ground import FAMILY, FOOT
from beachhead.games.bonins.state import BoninsState


def next_charger(state: BoninsState) -> int:
    """The unit whose turn it is to charge, in the order of the flips; -1 if all have."""
    for unit, target in state.charges:
        if target < 0:
            return unit
    return -1


@enforces(FAMILY, "13.0-4.1-e", "std-5.1-f")
def allowance(state: BoninsState, unit: int) -> int:
    """A Japanese unit's allowance in half points, halved in a storm."""
    points = state.ruleset.halves[unit] >> 1
    return 2 * (points >> 1 if state.storm else points)


@enforces(FAMILY, "20.5-g", "std-5.1-b", "std-5.2-a", "std-5.3-b", "std-6.1-a", "13.0-5.2-a", "13.0-5.2-d")
def costs(state: BoninsState, unit: int) -> dict[int, int]:
    """What it costs to get to each hex within reach, in half points, the start included; friends may be passed."""
    ground = state.ruleset.ground
    start, most = state.where[unit], allowance(state, unit)
    shut, stop = state.us_mask, state.us_zone() | ground.stop_mask
    found, waiting = {start: 0}, [(0, start)]
    if state.ruleset.locked_zones and state.us_zone() >> start & 1:
        return found
    while waiting:
        cost, space = heappop(waiting)
        if cost > found[space] or (space != start and stop >> space & 1):
            continue
        for near, price in ground.steps[FOOT][space]:
            total = cost + price
            if total <= most and not shut >> near & 1 and total < found.get(near, most + 1):
                found[near] = total
                heappush(waiting, (total, near))
    return found


@enforces(FAMILY, "20.5-g")
def options(state: BoninsState, unit: int) -> dict[int, dict[int, int]]:
    """For each U.S. hex that a unit can get next to: the hexes where it could stand, and their cost. The last hex must be free of
    units; who is next to the enemy already may stay."""
    ground, start = state.ruleset.ground, state.where[unit]
    taken = state.us_mask | state.jp_mask
    ends = {space: cost for space, cost in costs(state, unit).items() if space == start or not taken >> space & 1}
    found: dict[int, dict[int, int]] = {}
    for target in spaces_of(state.us_mask):
        near = {space: cost for space, cost in ends.items() if ground.near_mask[target] >> space & 1}
        if near:
            found[target] = near
    return found


def nearest_targets(state: BoninsState, unit: int) -> list[int]:
    """The U.S. hexes that cost a unit least to get next to, ascending."""
    found = {target: min(near.values()) for target, near in options(state, unit).items()}
    least = min(found.values(), default=0)
    return [target for target in sorted(found) if found[target] == least]


def cheapest_ends(state: BoninsState, unit: int, target: int) -> list[int]:
    """The cheapest hexes next to a target, ascending."""
    near = options(state, unit)[target]
    least = min(near.values())
    return [space for space in sorted(near) if near[space] == least]


def why(state: BoninsState, unit: int, target: int) -> dict[str, str]:
    """The reason for a charge in one clause."""
    targets = nearest_targets(state, unit)
    goal = target if target >= 0 else targets[0]
    least = min(options(state, unit)[goal].values())
    cost = f"{least // 2} MP" if least % 2 == 0 else f"{least / 2} MP"
    name, where = state.name(unit), state.hex_name(goal)
    if target < 0 and len(targets) > 1:
        return because(f"{name} has {len(targets)} targets at {cost}; roll for one", "20.5-g")
    return because(f"{name} charges {where}, nearest U.S. unit, {cost}", "20.5-g")
