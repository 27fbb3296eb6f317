"""The Japanese Movement Doctrine (14.5), unit after unit, everything found anew before each move."""

from __future__ import annotations

from dataclasses import dataclass

from .board import OFF, Position, Unit, number
from .movement import Way, allowance, entry_hex, jp_free, jp_ways, step
from .supply import unsupplied_units

ORDER = ("2-4", "3-4", "4-4", "1-8", "2-8", "2-10", "3-10")


@dataclass(frozen=True)
class Plan:
    """What the doctrine wants of a unit: its destination and where it stops now."""

    unit: str
    goal: str | None
    cost: int
    ring: int
    stop: str | None
    """None: it stays where it is, or waits off the map."""
    path: tuple[str, ...]


def rings(position: Position) -> list[set[str]]:
    """Land hexes without an American unit by their distance from the Americans, vacant or not (A85)."""
    board = position.board
    american = {unit.hex for unit in position.us_on_land()}
    found: list[set[str]] = []
    taken = set(american)
    last = american
    while last:
        last = {hex for old in last for hex in board.adjacent(old)} - taken
        taken |= last
        if last:
            found.append(last)
    return found


def tie(position: Position, hex: str) -> tuple[int, int]:
    """Rough, City, Town, clear, then the higher number (14.54, 14.57)."""
    return position.board.rank(hex), -number(hex)


def alone(position: Position, unit: Unit) -> bool:
    return unit.hex != OFF and position.jp_at(unit.hex) == 1


def destination(position: Position, unit: Unit, reach: dict[str, Way]) -> tuple[str, int, int] | None:
    """The hex a unit goes for, its distance and its ring: the nearest vacant one of the first ring that offers any."""
    for place, ring in enumerate(rings(position), 1):
        offered = [(reach[hex].cost, *tie(position, hex), hex) for hex in ring if hex in reach and position.vacant(hex)]
        if alone(position, unit) and unit.hex in ring:
            offered.append((0, *tie(position, unit.hex), unit.hex))
        if offered:
            cost, _, _, hex = min(offered)
            return hex, cost, place
    return None


def on_cheapest_way(position: Position, reach: dict[str, Way], goal: str) -> set[str]:
    """Every hex that some cheapest way to the goal passes."""
    found = {goal}
    waiting = [goal]
    zone = position.us_zone()
    while waiting:
        hex = waiting.pop()
        for before in position.board.adjacent(hex):
            if before in found or before not in reach or before in zone:
                continue
            if reach[before].cost + position.board.cost(before, hex) == reach[hex].cost:
                found.add(before)
                waiting.append(before)
    return found


def single(position: Position, unit: Unit, hex: str) -> int | None:
    """What the one step into a hex would cost that 5.24 always allows; None if the hex is not next to the unit."""
    if unit.hex == OFF or hex not in position.board.adjacent(unit.hex):
        return None
    return step(position, unit.hex, hex)


def stop_on_way(position: Position, unit: Unit, reach: dict[str, Way], goal: str, most: int) -> str | None:
    """The free hex nearest the goal that the allowance reaches, or the single hex of 5.24 (A21, A41)."""
    through = on_cheapest_way(position, reach, goal)
    free = [hex for hex in through if jp_free(position, unit.name, hex)]
    near = [hex for hex in free if reach[hex].cost <= most or reach[hex].cost == single(position, unit, hex)]
    if not near:
        return None
    return max(near, key=lambda hex: (reach[hex].cost, number(hex)))


def nearest_free(position: Position, unit: Unit, reach: dict[str, Way], most: int) -> str | None:
    """Where a unit goes that may not stay: the nearest hex where it may stop, if need be by the single hex of 5.24 (A35, A94)."""
    free = [hex for hex in reach if jp_free(position, unit.name, hex)]
    near = {hex: reach[hex].cost for hex in free if reach[hex].cost <= most}
    if not near:
        near = {hex: cost for hex in free if (cost := single(position, unit, hex)) is not None}
    return min(near, key=lambda hex: (near[hex], *tie(position, hex)), default=None)


def plan(position: Position, name: str, unsupplied: frozenset[str]) -> Plan | None:
    """What a unit would do if it moved now; None if it cannot move at all, in an American Zone of Control."""
    unit = position.unit(name)
    if unit.hex in position.us_zone():
        return None
    reach = jp_ways(position, name)
    most = allowance(position, name, unsupplied)
    goal = destination(position, unit, reach)
    stop: str | None = None
    if goal is not None and goal[0] != unit.hex:
        stop = stop_on_way(position, unit, reach, goal[0], most)
    must_go = unit.hex == OFF or not alone(position, unit)
    if stop is None and must_go and (position.us_on_land() or unit.hex == OFF):
        stop = nearest_free(position, unit, reach, most)
    path: tuple[str, ...] = ()
    if stop is not None:
        path = reach[stop].path if reach[stop].cost <= most else (stop,)
    hex, cost, ring = goal or (None, 0, 0)
    return Plan(name, hex, cost, ring, stop, path)


def standing(position: Position, unit: Unit) -> int:
    """The number by which equals are ordered (14.56, A36)."""
    hex = entry_hex(position) if unit.hex == OFF else unit.hex
    return number(hex or position.board.entry)


def next_to_move(position: Position, left: list[str], unsupplied: frozenset[str]) -> Plan | None:
    """The unit whose turn it is, of the first type that has one left (14.51, 14.55, 14.56, A94)."""
    for values in ORDER:
        plans = [
            plan(position, name, unsupplied)
            for name in left
            if position.unit(name).kind.values == values and position.unit(name).hex not in position.us_zone()
        ]
        ready = [found for found in plans if found is not None]
        if ready:
            return min(
                ready,
                key=lambda found: (
                    found.goal is None,
                    found.cost,
                    -standing(position, position.unit(found.unit)),
                    position.unit(found.unit).kind.order,
                ),
            )
    return None


def march(position: Position, found: Plan) -> Position:
    """The position after a unit's move, markers on its way gone."""
    if found.stop is None:
        return position
    return position.moved(found.unit, found.stop).entered_by_japan(found.path)


def movement_phase(position: Position) -> tuple[list[Plan], Position]:
    """The turns of all units in a Japanese Movement Phase in their order, also of those that stay, and the position after it."""
    unsupplied = unsupplied_units(position, us=False)
    left = [unit.name for unit in position.units if not unit.us]
    turns: list[Plan] = []
    while True:
        found = next_to_move(position, left, unsupplied)
        if found is None:
            return turns, position
        left.remove(found.unit)
        turns.append(found)
        position = march(position, found)


def marches(position: Position) -> list[Plan]:
    return [plan for plan in movement_phase(position)[0] if plan.stop is not None]
