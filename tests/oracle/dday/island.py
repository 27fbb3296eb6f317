"""The island of the slow implementation: lattice, lines of sight and the fields of fire of the printed map.

A hex is its printed number, a string of four digits. Lines are drawn with exact whole numbers: the center of hex AABB lies at
(2 BB, 3 AA), one to the right on even rows, its corners at two above and below and one to either side (any affine picture of the
lattice keeps what lies on what).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

COMPONENTS = Path(__file__).parents[3] / "src" / "beachhead" / "games" / "dday" / "components"
ROWS, COLUMNS = 25, 37
INTENSE = "intense"
STEADY = "steady"
Field = dict[str, str]
"""Hex -> intense or steady."""


@cache
def sheet(name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((COMPONENTS / f"{name}.yaml").read_text()))


# ---------------------------------------------------------------------- lattice


def named(row: int, column: int) -> str:
    return f"{row:02}{column:02}"


@cache
def around(hex: str) -> tuple[str, ...]:
    """The six hexes around one, on the map or not (D1)."""
    row, column = int(hex[:2]), int(hex[2:])
    first = column if row % 2 == 0 else column - 1
    found = [(row, column - 1), (row, column + 1)]
    found += [(row + up, first + aside) for up in (-1, 1) for aside in (0, 1)]
    return tuple(named(*place) for place in sorted(found))


@cache
def distance(one: str, two: str) -> int:
    """Steps on the lattice."""

    def slant(hex: str) -> int:
        row = int(hex[:2])
        return int(hex[2:]) - (row + row % 2) // 2

    rows, aside = int(two[:2]) - int(one[:2]), slant(two) - slant(one)
    return max(abs(rows), abs(aside), abs(rows + aside))


def nearest(hex: str, others: Any) -> int:
    """Hexes to the nearest of others; a large number if there are none."""
    return min((distance(hex, other) for other in others), default=999)


SIDES = ("L", "R", "UL", "UR", "LL", "LR")


def toward(hex: str, side: str) -> str:
    """The neighbor on a side, as the player sees it (D28)."""
    row, column = int(hex[:2]), int(hex[2:])
    left = column if row % 2 == 0 else column - 1
    return {
        "L": named(row, column - 1),
        "R": named(row, column + 1),
        "UL": named(row + 1, left),
        "UR": named(row + 1, left + 1),
        "LL": named(row - 1, left),
        "LR": named(row - 1, left + 1),
    }[side]


# ---------------------------------------------------------------------- the printed map


@dataclass(frozen=True)
class Site:
    """A position hex."""

    code: str
    hex: str
    color: str
    sector: int
    group: str
    hilltop: bool
    guns: int
    fort: int

    @property
    def order(self) -> tuple[str, int]:
        return self.code[0], int(self.code[1:])


@cache
def sites() -> dict[str, Site]:
    """Position hexes by hex."""
    return {
        entry["hex"]: Site(
            code, entry["hex"], entry["colour"], entry["sector"], entry["group"], bool(entry.get("hilltop")),
            entry.get("artillery", 0), entry.get("fort", 0),
        )
        for code, entry in sheet("positions")["positions"].items()
    }  # fmt: skip


@cache
def groups() -> dict[str, tuple[Site, ...]]:
    """Position groups by name, their hexes in the order of letter and number."""
    found: dict[str, list[Site]] = {}
    for site in sorted(sites().values(), key=lambda site: site.order):
        found.setdefault(site.group, []).append(site)
    return {name: tuple(found[name]) for name in sorted(found, key=lambda name: min(site.hex for site in found[name]))}


@cache
def land() -> dict[str, dict[str, Any]]:
    return dict(sheet("map")["hexes"])


@cache
def terrain(hex: str) -> frozenset[str]:
    entry = land().get(hex)
    return frozenset(entry["terrain"]) if entry else frozenset()


@cache
def level(hex: str) -> int:
    return int(land()[hex]["level"]) if hex in land() else 0


@cache
def whole(hex: str) -> bool:
    """Whether all of a hex lies at its level."""
    return "low" not in land().get(hex, {})


@cache
def sector(hex: str) -> int:
    return int(land()[hex]["sector"])


@cache
def bluffs() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(side.split("-")) for side in sheet("map")["hexsides"]["bluff"])


@cache
def cliffs() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(side.split("-")) for side in sheet("map")["hexsides"]["cliff"])


@cache
def boxes() -> dict[str, dict[str, Any]]:
    return {name.replace(" ", ""): entry for name, entry in sheet("map")["boxes"].items()}


@cache
def beaches() -> frozenset[str]:
    return frozenset(hex for box in boxes().values() for hex in box["hexes"])


@cache
def airfield() -> frozenset[str]:
    return frozenset(hex for hexes in sheet("map")["airfields"].values() for hex in hexes)


# ---------------------------------------------------------------------- lines


@cache
def center(hex: str) -> tuple[int, int]:
    row, column = int(hex[:2]), int(hex[2:])
    return 2 * column + (1 if row % 2 == 0 else 0), 3 * row


@cache
def corners(hex: str) -> tuple[tuple[int, int], ...]:
    x, y = center(hex)
    return tuple((x + across, y + up) for across, up in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)))


def side_of(start: tuple[int, int], end: tuple[int, int], point: tuple[int, int]) -> int:
    """On which side of a line a point lies: a positive or negative number, 0 on it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def between(one: str, two: str) -> tuple[str, ...]:
    """Hexes, other than the ends, that could be touched by the line."""
    rows = sorted((int(one[:2]), int(two[:2])))
    columns = sorted((int(one[2:]), int(two[2:])))
    found = [
        named(row, column)
        for row in range(rows[0] - 1, rows[1] + 2)
        for column in range(columns[0] - 1, columns[1] + 2)
        if row >= 0 and column >= 0
    ]
    far = distance(one, two)
    return tuple(hex for hex in found if hex not in (one, two) and distance(one, hex) <= far and distance(two, hex) <= far)


@cache
def course(one: str, two: str) -> tuple[tuple[frozenset[str], frozenset[frozenset[str]]], ...]:
    """What a line meets, piece by piece. Each piece is a choice: the hexes among which the line may pick the clearest; together
    with the hexsides that it crosses. Where it runs along a hexside it has the hex on either side to choose from (D10)."""
    start, end = center(one), center(two)
    through = [hex for hex in between(one, two) if crosses(start, end, hex)]
    pieces = [(frozenset({hex}), crossed(start, end, hex)) for hex in through]
    pairs = set()
    for hex in between(one, two):
        for other in around(hex):
            if other in (one, two) or distance(one, other) > distance(one, two):
                continue
            shared = [corner for corner in corners(hex) if corner in corners(other)]
            if all(side_of(start, end, corner) == 0 for corner in shared) and within(start, end, shared):
                pairs.add(frozenset({hex, other}))
    pieces += [(pair, frozenset()) for pair in pairs]
    return tuple(pieces)


def within(start: tuple[int, int], end: tuple[int, int], points: list[tuple[int, int]]) -> bool:
    """Whether points of the line lie between its ends."""
    axis = 0 if start[0] != end[0] else 1
    low, high = sorted((start[axis], end[axis]))
    return all(low <= point[axis] <= high for point in points)


def crosses(start: tuple[int, int], end: tuple[int, int], hex: str) -> bool:
    """Whether the line passes through the inside of a hex, between its ends."""
    sides = [side_of(start, end, corner) for corner in corners(hex)]
    return min(sides) < 0 < max(sides)


def crossed(start: tuple[int, int], end: tuple[int, int], hex: str) -> frozenset[frozenset[str]]:
    """The hexsides of a hex by which the line leaves it for the inside of another hex, be it at the very end of the hexside: the
    leave to look past one side belongs to lines that run along a hexside (6.2.3). Such ends are met from five hexes on."""
    found = set()
    for other in around(hex):
        shared = [side_of(start, end, corner) for corner in corners(hex) if corner in corners(other)]
        if min(shared) < 0 < max(shared) or (min(shared) * max(shared) == 0 != sum(shared) and crosses(start, end, other)):
            found.add(frozenset({hex, other}))
    return frozenset(found)


@cache
def sees(one: str, two: str, tank: bool = False) -> bool:
    """Whether there is a line of sight between two hexes, either way (D10, D11). A Japanese tank looks as from a hilltop, but at
    the level of its hex (14.1)."""
    if distance(one, two) <= 1:
        return True
    if level(one) < level(two):
        one, two = two, one
    high, low = level(one), level(two)
    free = tank or "hilltop" in terrain(one) or (high == low and "hilltop" in terrain(two))
    no_bluffs = tank or "hilltop" in terrain(one) or "hilltop" in terrain(two)

    def stops(hex: str) -> bool:
        """Whether a hex between the ends blocks. What lies off the map cannot be looked over."""
        if not (1 <= int(hex[:2]) <= ROWS and 1 <= int(hex[2:]) <= COLUMNS):
            return True
        if level(hex) > high:
            return True
        if high > low:
            return hex in land() and level(hex) == high and whole(hex)
        return not free and bool(terrain(hex) & {"rocky", "wooded"})

    def cut(sides: Any) -> bool:
        """Whether hexsides that are crossed block."""
        walls = [side for side in sides if side in bluffs()]
        if high == low and not free and walls:
            return True
        return not no_bluffs and any(one in side or two in side for side in walls)

    for hexes, sides in course(one, two):
        if len(hexes) == 1:
            if any(stops(hex) for hex in hexes) or cut(sides):
                return False
            continue
        # Along a hexside: one of the two ways round must be open, with the sides by which it is entered and left.
        open_ways = 0
        for hex in hexes:
            ways = [frozenset({hex, other}) for other in around(hex) if other not in hexes]
            touched = [side for side in ways if touches(one, two, side)]
            open_ways += not (stops(hex) or cut(touched))
        if not open_ways:
            return False
    return True


def touches(one: str, two: str, side: frozenset[str]) -> bool:
    """Whether a hexside ends at a corner on the line and leads on to a hex that the line meets: the way round by that hex."""
    start, end = center(one), center(two)
    first, second = sorted(side)
    met = {hex for hexes, _ in course(one, two) for hex in hexes} | {one, two}
    shared = [corner for corner in corners(first) if corner in corners(second)]
    return first in met and second in met and any(side_of(start, end, corner) == 0 for corner in shared)


# ---------------------------------------------------------------------- fields


def reach_of(site: Site) -> int:
    return 3 if site.hilltop else 2


def row_of(site: Site, hex: str) -> str:
    """How a position hex fires into a hex of its field (6.3-intense, 6.3-steady); linked hexes apart."""
    ground = terrain(hex)
    if ground & {"rocky", "wooded"}:
        return STEADY
    if ground & {"beach", "airfield"} or hex in beaches() or hex in airfield() or distance(site.hex, hex) == 1:
        return INTENSE
    if site.hilltop and level(hex) < level(site.hex):
        return INTENSE
    return STEADY


@cache
def disk(hex: str, reach: int) -> tuple[str, ...]:
    """Land within so many hexes."""
    return tuple(other for other in land() if distance(hex, other) <= reach)


def field_of(guns: Any, linked: Any = ()) -> Field:
    """The field of position hexes, each with its reach; `linked` are the hexes of the group, its own among them."""
    found: Field = {}
    for site, reach in guns:
        for hex in disk(site.hex, reach):
            if not sees(site.hex, hex):
                continue
            row = row_of(site, hex)
            if hex in linked and not terrain(hex) & {"rocky", "wooded"}:
                row = INTENSE
            if found.get(hex) != INTENSE:
                found[hex] = row
    return found


@cache
def beyond(hex: str, reach: int) -> frozenset[str]:
    """The hexes that a tank adds to the field of a position hex: next to a hex of it, not in it, at most three hexes away, in
    sight (14.1)."""
    own = set(field_of([(sites()[hex], reach)]))
    return frozenset(
        other
        for other in land()
        if other not in own and distance(hex, other) <= 3 and set(around(other)) & own and sees(hex, other, tank=True)
    )


@cache
def printed(group: str) -> Field:
    """The field of a whole group on the empty map."""
    hexes = [site.hex for site in groups()[group]]
    return field_of([(site, reach_of(site)) for site in groups()[group]], hexes)
