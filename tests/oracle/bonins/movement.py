"""U.S. movement phases, movement of Japanese units: 13.0-5.2, 14.0, 15.0, 17.4, std-5 and std-6."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from .board import Position, around, components, distance, island, kinds

LANDINGS = 8
PER_COLOR = 2
STEPS = 2


def allowance(position: Position, name: str) -> int:
    """Halved in storms, and once more in the mobile phase (13.0-4.1-e)."""
    points = 8 if name == position.collins else kinds()[name].movement
    if position.storm:
        points //= 2
    if position.phase == "us mobile movement":
        points //= 2
    return points


def walk(
    position: Position, name: str, start: str, points: int | None, passable: Callable[[str], bool], zone: frozenset[str]
) -> dict[str, int]:
    """Where a unit could get to, and the fewest points it takes; without points: any distance."""
    if position.options["leave_zones"] == "locked" and start in zone:
        return {}
    best, edge = {start: 0}, [(0, start)]
    while edge:
        spent, here = heappop(edge)
        if spent > best[here]:
            continue
        if here != start and (here in zone or here in island().stop):
            continue
        for near in around(here):
            if not position.may_enter(name, near) or not passable(near):
                continue
            cost = spent + island().cost[near]
            if (points is None or cost <= points) and cost < best.get(near, 10**6):
                best[near] = cost
                heappush(edge, (cost, near))
    del best[start]
    return best


def us_reach(position: Position, name: str) -> set[str]:
    """Hexes that a unit could get to, whoever is there."""
    start = position.us[name]
    found = set(
        walk(position, name, start, allowance(position, name), lambda hex: hex not in position.japanese, position.jp_zone)
    )
    if position.phase == "us movement" and position.far_from_japan(start):
        found |= set(walk(position, name, start, None, position.far_from_japan, frozenset()))
    return found


def may_move(position: Position, name: str) -> bool:
    marks = position.marks
    ashore = position.us[name] in island().land
    return ashore and name not in marks.moved | marks.landed | marks.rebuilt


def moves(position: Position) -> set[str]:
    found = set()
    for name in position.us:
        if may_move(position, name):
            found |= {f"move {name} {hex}" for hex in us_reach(position, name) if position.fits([name], hex)}
    return found


def exchanges(position: Position) -> set[str]:
    """Two units that could each move into the other's hex if the other were gone (std-5.3-c as a switch)."""
    if position.options["stack_test"] != "phase_end":
        return set()
    able = [name for name in kinds() if name in position.us and may_move(position, name)]
    reach = {name: us_reach(position, name) for name in able}
    found = set()
    for place, one in enumerate(able):
        for two in able[place + 1 :]:
            here, there = position.us[one], position.us[two]
            if here == there or there not in reach[one] or here not in reach[two]:
                continue
            if position.fits([one], there) and position.fits([two], here):
                continue  # Two moves in any order do it.
            if legal_stack(position, (set(position.in_hex(here)) - {one}) | {two}, here) and legal_stack(
                position, (set(position.in_hex(there)) - {two}) | {one}, there
            ):
                found.add(f"exchange {one} {two}")
    return found


def legal_stack(position: Position, names: set[str], hex: str) -> bool:
    if hex in position.landing_beaches or len(names) == 1:
        return True
    return len(names) == 2 and any(kinds()[name].support for name in names)


def landings(position: Position) -> set[str]:
    marks = position.marks
    if len(marks.landings) >= LANDINGS:
        return set()
    hexes = set()
    for row in island().beaches[position.coast].values():
        if sum(hex in row for hex in marks.landings) < PER_COLOR:
            hexes |= set(row) - set(marks.landings)
    able = [name for name, place in position.us.items() if place == "available" and name not in marks.rebuilt]
    return {f"land {name} {hex}" for name in able for hex in hexes}


def replacements(position: Position) -> set[str]:
    marks = position.marks
    if position.phase != "us movement" or marks.spent >= STEPS:
        return set()
    found = set()
    for name, place in position.us.items():
        if name in marks.rebuilt or place in ("removed", "reserves"):
            continue
        if place == "eliminated":
            able = True
        elif place == "available":
            able = name in position.depleted
        else:
            near = any(distance(place, other) < 4 for other in position.japanese)
            able = name in position.depleted and not near and name not in marks.moved | marks.landed
        if able:
            found.add(f"replace {name}")
    return found


def reserves(position: Position) -> set[str]:
    if position.turn < 2 or position.last_turn - 1 < position.turn:
        return set()
    found = set()
    waiting = {name for name, place in position.us.items() if place == "reserves"}
    for regiment in (3, 9, 21):
        units = {row["id"] for row in components()["us_units"] if row.get("regiment") == regiment}
        if regiment not in position.called and units & waiting:
            found.add(f"call {regiment}")
            found |= {f"call {regiment} {tank}" for tank in waiting if kinds()[tank].tank}
    return found


def collins(position: Position) -> set[str]:
    if position.collins or position.marks.opened:
        return set()
    return {f"collins {name}" for name, place in position.us.items() if kinds()[name].tank and place != "removed"}


def us_phase(position: Position) -> set[str]:
    return {"done"}.union(
        moves(position),
        exchanges(position),
        landings(position),
        replacements(position),
        reserves(position),
        collins(position),
    )


# --- Japan --------------------------------------------------------------------------------------------------------------


def jp_ways(position: Position, name: str, start: str) -> dict[str, int]:
    """Hexes that a Japanese unit could get to; its own units may be passed."""
    points = allowance(position, name)
    return walk(position, name, start, points, lambda hex: hex not in position.americans, position.us_zone)


def jp_walk(position: Position, name: str, start: str) -> dict[str, int]:
    """Free hexes that it could stop in (23.2-a, 20.5-g)."""
    return {hex: cost for hex, cost in jp_ways(position, name, start).items() if hex not in position.japanese}


def jp_exchanges(position: Position, able: list[str]) -> set[str]:
    """Two face-up units of these hexes that could each move into the other's hex."""
    if position.options["stack_test"] != "phase_end":
        return set()
    found = set()
    for place, here in enumerate(sorted(able)):
        for there in sorted(able)[place + 1 :]:
            order = list(kinds())
            one, two = position.up[here], position.up[there]
            first, second = sorted((one, two), key=order.index)
            if there in jp_ways(position, one, here) and here in jp_ways(position, two, there):
                found.add(f"exchange {first} {second}")
    return found
