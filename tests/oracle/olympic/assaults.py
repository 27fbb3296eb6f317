"""Amphibious assaults: where stacks may be placed and which hexes they may attack, by trying all (10.5, A57, A70, A93)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations

from .board import Position, Unit, kinds
from .pairing import jp_defence
from .supply import militia_strength

STACK = 3
FEWEST, LARGEST = 2, 5


def most_served(wishes: Mapping[str, Iterable[str]]) -> int:
    """The largest number of stacks that can have different hexes: the first stack gets each of its hexes, or none."""
    if not wishes:
        return 0
    stack, *rest = wishes
    best = most_served({other: wishes[other] for other in rest})
    for hex in wishes[stack]:
        found = 1 + most_served({other: [wish for wish in wishes[other] if wish != hex] for other in rest})
        best = max(best, found)
        if best == min(len(wishes), len({wish for wishes_of in wishes.values() for wish in wishes_of})):
            break
    return best


def connected(position: Position, hexes: Iterable[str]) -> bool:
    left = set(hexes)
    waiting = [left.pop()] if left else []
    while waiting:
        near = left & set(position.board.neighbours(waiting.pop()))
        left -= near
        waiting += near
    return not left


def open_targets(position: Position, sea: str) -> list[str]:
    """Coastal hexes for a stack at placement: free of American units (A57)."""
    return [hex for hex in position.board.targets(sea) if not position.us_at(hex)]


def choices(position: Position, zone: str, begun: frozenset[str], exactly: int | None = None) -> list[frozenset[str]]:
    """Sets of stacks that a zone may hold in the end and that contain those already placed."""
    hexes = position.board.zones[zone]
    found: list[frozenset[str]] = [] if begun & set(hexes) else [frozenset()]
    for count in range(FEWEST, min(LARGEST, len(hexes)) + 1):
        for chosen in combinations(hexes, count):
            if begun & set(hexes) <= set(chosen) and connected(position, chosen):
                found.append(frozenset(chosen))
    return [chosen for chosen in found if exactly is None or len(chosen) == exactly]


def completable(position: Position, begun: frozenset[str], counts: Iterable[int], plan: Mapping[str, int] | None = None) -> bool:
    """Whether the stacks so far can be completed to a legal whole of one of these sizes; `plan`: stacks by zone (17.1)."""
    wanted = set(counts)
    zones = list(position.board.zones)
    offered = {zone: choices(position, zone, begun, None if plan is None else plan.get(zone, 0)) for zone in zones}

    def sizes(rest: list[str]) -> set[int]:
        """Sums that the zones still open can make, whatever the targets."""
        if not rest:
            return {0}
        return {len(chosen) + more for chosen in offered[rest[0]] for more in sizes_of[tuple(rest[1:])]}

    sizes_of: dict[tuple[str, ...], set[int]] = {}
    for start in range(len(zones), -1, -1):
        sizes_of[tuple(zones[start:])] = sizes(zones[start:])

    def search(chosen: frozenset[str], rest: list[str]) -> bool:
        if not any(len(chosen) + size in wanted for size in sizes_of[tuple(rest)]):
            return False
        if most_served({sea: open_targets(position, sea) for sea in sorted(chosen)}) < len(chosen):
            return False
        if not rest:
            return True
        return any(search(chosen | more, rest[1:]) for more in offered[rest[0]])

    return search(frozenset(), zones)


def stack_counts(position: Position) -> list[int]:
    """How many stacks there may be in the end: on GT1 all units, later as many as the reserve allows, or none."""
    begun = sum(position.us_at(sea) for sea in stacks_at_sea(position))
    whole = (len(position.due) + begun) // STACK
    return [whole] if position.turn == 1 else list(range(whole + 1))


def stacks_at_sea(position: Position) -> list[str]:
    return sorted({unit.hex for unit in position.units if unit.us and unit.hex in position.board.hexes - position.board.land})


def legal_places(position: Position) -> set[str]:
    """Zone hexes where the next unit may be placed."""
    stacks = stacks_at_sea(position)
    begun = [sea for sea in stacks if position.us_at(sea) < STACK]
    if not position.due:
        return set()
    if begun:
        return set(begun)
    every = {sea for zone in position.board.zones.values() for sea in zone}
    counts = [count for count in stack_counts(position) if count]
    return {sea for sea in every - set(stacks) if completable(position, frozenset([*stacks, sea]), counts)}


def may_stop_placing(position: Position) -> bool:
    """Whether what is placed is a legal whole (GT2 and GT3)."""
    stacks = frozenset(stacks_at_sea(position))
    if position.turn == 1:
        return not position.due
    if any(position.us_at(sea) != STACK for sea in stacks):
        return False
    return completable(position, stacks, [len(stacks)])


def attackable(position: Position, hex: str) -> bool:
    """Whether a stack may still assault a hex: something not yet attacked holds it, or only units that fled there (A54, A72)."""
    if position.us_at(hex) or (position.militia(hex) and hex in position.militia_attacked):
        return False
    units = position.at(hex, us=False)
    stood = [unit for unit in units if unit.name in position.defended and unit.name not in position.retreated]
    return not stood and bool(units or position.down_at(hex) or position.militia(hex))


def free(position: Position, hex: str) -> bool:
    """A hex for a free landing: no unit of either side, no counter, no militia."""
    return position.vacant(hex) and not position.militia(hex)


def wishes(position: Position, landing_only: bool = False) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for sea in stacks_at_sea(position):
        near = position.board.targets(sea)
        found[sea] = [hex for hex in near if free(position, hex) or (not landing_only and attackable(position, hex))]
    return found


def allowed_assaults(position: Position) -> set[tuple[str, str]]:
    """Pairs of a waiting stack and a hex to attack that belong to some largest assignment (A93)."""
    links = wishes(position)
    best = most_served(links)
    found: set[tuple[str, str]] = set()
    for sea, hexes in links.items():
        for hex in hexes:
            rest = {other: [wish for wish in links[other] if wish != hex] for other in links if other != sea}
            if attackable(position, hex) and 1 + most_served(rest) == best:
                found.add((sea, hex))
    return found


def defense(position: Position, hex: str, times: float) -> int | None:
    """What a hex that is assaulted defends with, all its counters turned up and its militia multiplied by Track 4; None if only
    dummies were there (10.0-dummy)."""
    turned: list[Unit] = []
    for counter in position.down_at(hex):
        if not counter.dummy:
            taken = {unit.name for unit in (*position.units, *turned)}
            fitting = [kind for kind in kinds().values() if (kind.values, kind.letter) == (counter.values, counter.letter)]
            turned.append(Unit(next(kind for kind in fitting if kind.name not in taken), hex))
    left = tuple(counter for counter in position.down if counter.hex != hex)
    after = replace(position, units=(*position.units, *turned), down=left)
    if not after.at(hex, us=False) and not after.militia(hex):
        return None
    return jp_defence(after, hex) + militia_strength(after, hex, times)


def phase_may_end(position: Position) -> bool:
    return most_served(wishes(position, landing_only=True)) == most_served(wishes(position))
