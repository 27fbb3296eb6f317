"""The position, the hex lattice, zones of control and the loader of the real map.

Case numbers are those of the case inventory, R numbers those of the rulings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

ROAD_COST = 0.5
TRAIL_COST = 1.0
RIVER_COST = 2.0
COSTS = {"clear": 1.0, "broken": 2.0, "rough": 3.0, "town": 2.0, "jungle": 3.0}


@dataclass(frozen=True)
class OUnit:
    """One counter (2.31, 2.32): for artillery `attack` is the barrage strength; others have no fpf and no range."""

    id: str
    side: str
    arm: str
    attack: int
    defence: int
    movement: int
    fpf: int = 0
    range: int = 0


@dataclass
class OPosition:
    """All that the rules of this oracle look at. The last three fields are used for positions of kind retreat only."""

    terrain: dict[str, str]
    rivers: set[frozenset[str]]
    cliffs: set[frozenset[str]]
    roads: set[frozenset[str]]
    trails: set[frozenset[str]]
    costs: dict[str, float]
    units: dict[str, OUnit]
    where: dict[str, str]
    phasing: str
    minimum_move: bool = False
    attacked: set[str] = field(default_factory=set)
    defended: set[str] = field(default_factory=set)
    displaced: set[str] = field(default_factory=set)
    contact: set[str] = field(default_factory=set)
    support: int = 0
    sea_target: dict[str, str] = field(default_factory=dict)
    retreating: str = ""
    retreat_hexes: int = 0
    fight: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


def hex_name(row: int, column: int) -> str:
    """The four-digit number of a hex: row, then column (e7)."""
    return f"{row:02d}{column:02d}"


def row_and_column(hex_: str) -> tuple[int, int]:
    """The row and the column of a hex number (e7)."""
    return int(hex_[:2]), int(hex_[2:])


def neighbours(pos: OPosition, hex_: str) -> set[str]:
    """The hexes around a hex that exist, sea hexes included (e7 lattice B, R52)."""
    row, column = row_and_column(hex_)
    if row % 2 == 0:
        places = [
            (row, column - 1),
            (row, column + 1),
            (row + 1, column),
            (row + 1, column + 1),
            (row - 1, column),
            (row - 1, column + 1),
        ]
    else:
        places = [
            (row, column - 1),
            (row, column + 1),
            (row + 1, column - 1),
            (row + 1, column),
            (row - 1, column - 1),
            (row - 1, column),
        ]
    return {hex_name(r, c) for r, c in places if r >= 0 and c >= 0 and hex_name(r, c) in pos.terrain}


def distance(pos: OPosition, a: str, b: str) -> int:  # noqa: ARG001
    """Lattice distance by the formula of e7; hexes that do not exist are counted over as well (8.12, 8.61)."""
    row_a, column_a = row_and_column(a)
    row_b, column_b = row_and_column(b)
    x_a = column_a + 0.5 if row_a % 2 == 0 else float(column_a)
    x_b = column_b + 0.5 if row_b % 2 == 0 else float(column_b)
    dq = (x_b - row_b / 2) - (x_a - row_a / 2)
    dr = row_b - row_a
    return int(max(abs(dq), abs(dr), abs(dq + dr)))


def enemy_of(side: str) -> str:
    """The other side (1.0)."""
    return "jp" if side == "us" else "us"


def on_map(pos: OPosition, side: str) -> set[str]:
    """The units of a side that stand on the map, those in the sea included."""
    return {unit for unit in pos.where if pos.units[unit].side == side}


def unit_at(pos: OPosition, hex_: str) -> str | None:
    """The unit in a hex, if there is one; no hex holds two (5.31)."""
    for unit, place in pos.where.items():
        if place == hex_:
            return unit
    return None


def zone(pos: OPosition, side: str) -> set[str]:
    """The hexes controlled by a side: all around each of its units, over any terrain and hexside (6.0, 6.11, 6.15)."""
    controlled: set[str] = set()
    for unit in on_map(pos, side):
        controlled |= neighbours(pos, pos.where[unit])
    return controlled


def adjacent(pos: OPosition, one: str, other: str) -> bool:
    """Whether two units stand in neighbouring hexes."""
    return pos.where[other] in neighbours(pos, pos.where[one])


def unit_from_values(id_: str, side: str, arm: str, values: str) -> OUnit:
    """Read printed values: attack-defence-movement, or barrage-FPF-range/defence-movement for guns (3.0-values)."""
    if "/" in values:
        left, right = values.split("/")
        barrage, fpf, reach = (int(text) for text in left.split("-"))
        defence, movement = (int(text) for text in right.split("-"))
        return OUnit(id_, side, arm, barrage, defence, movement, fpf, reach)
    attack, defence, movement = (int(text) for text in values.split("-"))
    return OUnit(id_, side, arm, attack, defence, movement)


def hexsides_of_lines(lines: dict[str, list[str]]) -> set[frozenset[str]]:
    """A road or trail crosses the hexside between two consecutive hexes of its list (e7, reading the block)."""
    pairs: set[frozenset[str]] = set()
    for hexes in lines.values():
        for a, b in pairwise(hexes):
            pairs.add(frozenset({a, b}))
    return pairs


def from_components(path: Path | str) -> OPosition:
    """The real map with the historical Japanese set-up (14.11); U.S. units exist but are not on the map (14.12-a)."""
    data: dict[str, Any] = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    kinds = {str(entry["symbol"]): name for name, entry in data["terrain"].items()}
    terrain: dict[str, str] = {}
    for row, line in data["map"]["rows"].items():
        for index, symbol in enumerate(line):
            terrain[hex_name(int(row), index + 1)] = kinds[symbol]
    units: dict[str, OUnit] = {}
    where: dict[str, str] = {}
    for entry in data["japanese_units"]:
        units[entry["id"]] = unit_from_values(entry["id"], "jp", entry["arm"], entry["values"])
        where[entry["id"]] = entry["historical_hex"]
    for entry in data["us_units"]:
        units[entry["id"]] = unit_from_values(entry["id"], "us", entry["arm"], entry["values"])
    return OPosition(
        terrain=terrain,
        rivers={frozenset(pair) for pair in data["map"]["river_hexsides"]},
        cliffs={frozenset(pair) for pair in data["map"]["cliff_hexsides"]},
        roads=hexsides_of_lines(data["map"]["roads"]),
        trails=hexsides_of_lines(data["map"]["trails"]),
        costs={name: float(entry["cost"]) for name, entry in data["terrain"].items() if "cost" in entry},
        units=units,
        where=where,
        phasing="jp",
    )
