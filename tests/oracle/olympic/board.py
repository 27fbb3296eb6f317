"""The map, the units and the position of the slow implementation. A hex is its printed number, a string of four digits."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

COMPONENTS = Path(__file__).parents[3] / "src" / "beachhead" / "games" / "olympic" / "components.yaml"

Side = frozenset[str]
"""A hexside, as the two hexes that share it."""


def side(one: str, two: str) -> Side:
    return frozenset((one, two))


def row(hex: str) -> int:
    return int(hex[:2])


def column(hex: str) -> int:
    return int(hex[2:])


def number(hex: str) -> int:
    """The identity number, which is compared as an integer (14.25)."""
    return int(hex)


@cache
def around(hex: str) -> tuple[str, ...]:
    """The six hexes around a hex, on the sheet or not. Odd rows lie half a hex to the east."""
    r, c = row(hex), column(hex)
    shift = (0, 1) if r % 2 else (-1, 0)
    found = [(r, c - 1), (r, c + 1)]
    found += [(r + up, c + aside) for up in (1, -1) for aside in shift]
    return tuple(f"{y:02}{x:02}" for y, x in sorted(found))


@cache
def distance(one: str, two: str) -> int:
    """Hexes from one to the other, straight across whatever lies between."""

    def along(hex: str) -> tuple[int, int]:
        r, c = row(hex), column(hex)
        return 2 * c + r % 2, r

    (x, y), (u, v) = along(one), along(two)
    rows, halves = abs(y - v), abs(x - u)
    return rows + max(0, (halves - rows + 1) // 2)


@dataclass(frozen=True)
class Board:
    """What is printed on the map."""

    hexes: frozenset[str]
    land: frozenset[str]
    rough: frozenset[str]
    """Rough ground, also under a Town."""
    towns: frozenset[str]
    cities: frozenset[str]
    coastal: frozenset[str]
    sea_sides: frozenset[Side]
    """All-sea hexsides between two land hexes."""
    rough_sides: frozenset[Side]
    roads: frozenset[Side]
    zones: Mapping[str, tuple[str, ...]]
    entry: str = "5823"
    line: int = 25
    kagoshima: frozenset[str] = frozenset()

    def neighbours(self, hex: str) -> list[str]:
        """Hexes on the sheet that share a side with this one, sea included."""
        return [other for other in around(hex) if other in self.hexes]

    def adjacent(self, hex: str) -> tuple[str, ...]:
        """Land hexes next to a land hex across a side that is not all-sea (A6)."""
        return self._adjacent.get(hex, ())

    @cached_property
    def _adjacent(self) -> dict[str, tuple[str, ...]]:
        return {
            hex: tuple(other for other in self.neighbours(hex) if other in self.land and side(hex, other) not in self.sea_sides)
            for hex in self.land
        }

    def road(self, one: str, two: str) -> bool:
        return side(one, two) in self.roads

    @cached_property
    def road_hexes(self) -> frozenset[str]:
        return frozenset(hex for pair in self.roads for hex in pair)

    def clear(self, hex: str) -> bool:
        """Clear ground; a Town or City on it does not change that (A24)."""
        return hex in self.land and hex not in self.rough

    def cost(self, start: str, end: str) -> int:
        """Movement Points for a step between adjacent land hexes (5.3, e.1), without interdiction."""
        if self.road(start, end):
            return 1
        return (3 if end in self.rough else 1) + (2 if side(start, end) in self.rough_sides else 0)

    def built(self, hex: str) -> bool:
        return hex in self.towns or hex in self.cities

    def cover(self, hex: str) -> bool:
        return hex in self.rough or self.built(hex)

    def multiplier(self, hex: str) -> int:
        """By how much the ground multiplies a defending unit; the best effect alone counts (8.33)."""
        return 3 if hex in self.rough else 2 if self.built(hex) else 1

    def rank(self, hex: str) -> int:
        """Rough, City, Town, clear, as destinations are preferred (14.54)."""
        return 0 if hex in self.rough else 1 if hex in self.cities else 2 if hex in self.towns else 3

    def targets(self, sea: str) -> list[str]:
        """Coastal hexes next to a hex of an invasion zone."""
        return [hex for hex in self.neighbours(sea) if hex in self.land]

    def zone_of(self, sea: str) -> str | None:
        return next((name for name, hexes in self.zones.items() if sea in hexes), None)

    def entries(self) -> list[str]:
        """Coastal Towns and Cities by their distance from the entry hex, the higher number first among equals (A37)."""
        found = [hex for hex in self.towns | self.cities if hex in self.coastal and hex != self.entry]
        return sorted(found, key=lambda hex: (distance(hex, self.entry), -number(hex)))


def chains(roads: Iterable[Iterable[str]]) -> frozenset[Side]:
    found: set[Side] = set()
    for chain in roads:
        hexes = list(chain)
        found |= {side(one, two) for one, two in pairwise(hexes)}
    return frozenset(found)


@cache
def components() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(COMPONENTS.read_text())
    return data


@cache
def kyushu() -> Board:
    """The map of the box."""
    data = components()
    sheet = data["map"]
    letters = {f"{int(r):02}{c:02}": letter for r, line in sheet["rows"].items() for c, letter in enumerate(line, 1)}
    land = frozenset(hex for hex, letter in letters.items() if letter != ".")
    return Board(
        hexes=frozenset(letters),
        land=land,
        rough=frozenset(hex for hex in land if letters[hex] in "rRuU"),
        towns=frozenset(sheet["towns"].values()),
        cities=frozenset(hex for hexes in sheet["cities"].values() for hex in hexes),
        coastal=frozenset(hex for hex in land if letters[hex].isupper()),
        sea_sides=frozenset(side(*pair) for pair in sheet["all_sea_hexsides"]),
        rough_sides=frozenset(side(*pair) for pair in sheet["rough_hexsides"]),
        roads=chains(sheet["roads"].values()),
        zones={name: tuple(zone["hexes"]) for name, zone in data["invasion_zones"].items()},
        entry=sheet["japanese_entry"],
        line=sheet["northern_from_row"],
        kagoshima=frozenset(sheet["kagoshima"]),
    )


def small(plan: Mapping[str, Any]) -> Board:
    """A board out of the words in which positions describe one (docs/vectors.md)."""
    rows, columns = plan["size"]
    hexes = frozenset(f"{r:02}{c:02}" for r in range(1, rows + 1) for c in range(1, columns + 1))
    sea = set(plan.get("hexes", {}).get("sea", ()))
    zones = {name: tuple(found) for name, found in plan.get("zones", {}).items()}
    sea |= {hex for zone in zones.values() for hex in zone}
    land = hexes - sea
    towns = plan.get("towns", [])
    cities = plan.get("cities", [])
    beside = {hex for hex in land if any(other in sea for other in around(hex))}
    return Board(
        hexes=hexes,
        land=land,
        rough=frozenset(plan.get("hexes", {}).get("rough", ())),
        towns=frozenset(towns.values() if isinstance(towns, Mapping) else towns),
        cities=frozenset(hex for found in cities.values() for hex in found) if isinstance(cities, Mapping) else frozenset(cities),
        coastal=frozenset(beside | set(plan.get("coastal", ()))),
        sea_sides=frozenset(side(*pair) for pair in plan.get("sea sides", ())),
        rough_sides=frozenset(side(*pair) for pair in plan.get("rough sides", ())),
        roads=chains(plan.get("roads", ())),
        zones=zones,
        entry=plan.get("entry", "5823"),
        line=plan.get("line", 25),
        kagoshima=frozenset(plan.get("kagoshima", ())),
    )


@dataclass(frozen=True)
class Kind:
    """A counter as printed."""

    name: str
    us: bool
    strength: int
    allowance: int
    letter: str
    """U, or C, L, R for the Japanese."""
    order: int
    arrival: int = 0

    @property
    def values(self) -> str:
        return f"{self.strength}-{self.allowance}"


def full_name(letter: str, entry: Mapping[str, Any]) -> str:
    """The name by which the engine's facts call a unit."""
    if letter == "R":
        return str(entry["id"])
    if letter != "U":
        return "J:" + str(entry["name"]).replace(" ", "")
    regiment = entry["id"][2:]
    formation = str(entry["formation"])
    if "RCT" in formation:
        return f"U:{regiment}/RCT"
    if entry["service"] == "marine":
        return f"U:{regiment[:-1]}/{formation.rstrip('stndrh')}M"
    if formation == "Americal":
        return f"U:{regiment}/Am"
    division, _, rest = formation.partition(" ")
    return f"U:{regiment}/{division.rstrip('stndrh')}{rest[:1]}"


@cache
def kinds() -> dict[str, Kind]:
    """All counters in the order of the list: U.S., coastal, line, R."""
    data = components()
    found: dict[str, Kind] = {}
    lists = (("U", "us_units"), ("C", "japanese_coastal"), ("L", "japanese_line"), ("R", "japanese_reinforcements"))
    for letter, key in lists:
        for entry in data[key]:
            strength, allowance = map(int, entry["values"].split("-"))
            name = full_name(letter, entry)
            found[name] = Kind(name, letter == "U", strength, allowance, letter, len(found), entry.get("arrival", 0))
    return found


OFF = "entering"
"""Where an R unit stands that waits beside the entry hex."""


@dataclass(frozen=True)
class Unit:
    """A unit in play, face up."""

    kind: Kind
    hex: str

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def us(self) -> bool:
        return self.kind.us


@dataclass(frozen=True)
class Counter:
    """A face-down counter; `values` is what is printed below, or dummy."""

    hex: str
    values: str
    letter: str

    @property
    def dummy(self) -> bool:
        return self.values == "dummy"


@dataclass(frozen=True)
class Position:
    """Everything that lies on the map."""

    board: Board
    units: tuple[Unit, ...] = ()
    """In stack order where they share a hex, the first on top."""
    down: tuple[Counter, ...] = ()
    militia_gone: frozenset[str] = frozenset()
    control: frozenset[str] = frozenset()
    beachheads: frozenset[str] = frozenset()
    """Of both kinds."""
    fortified: frozenset[str] = frozenset()
    interdiction: frozenset[str] = frozenset()
    turn: int = 5
    network: str = "hexsides"
    apart: bool = True
    points: int = 0
    attacked: frozenset[str] = frozenset()
    defended: frozenset[str] = frozenset()
    retreated: frozenset[str] = frozenset()
    militia_attacked: frozenset[str] = frozenset()
    due: tuple[str, ...] = field(default=())
    """U.S. units that may be placed in an invasion zone."""

    # --- who is where -------------------------------------------------------------------------------------------------

    def unit(self, name: str) -> Unit:
        return self._named[name]

    @cached_property
    def _named(self) -> dict[str, Unit]:
        return {unit.name: unit for unit in self.units}

    def at(self, hex: str, us: bool) -> list[Unit]:
        return [unit for unit in self.units if unit.us == us and unit.hex == hex]

    def down_at(self, hex: str) -> list[Counter]:
        return [counter for counter in self.down if counter.hex == hex]

    def us_on_land(self) -> list[Unit]:
        return [unit for unit in self.units if unit.us and unit.hex in self.board.land]

    def japanese(self) -> list[Unit]:
        return [unit for unit in self.units if not unit.us and unit.hex != OFF]

    @cached_property
    def _us(self) -> Count[str]:
        return Count(unit.hex for unit in self.units if unit.us)

    @cached_property
    def _jp(self) -> Count[str]:
        return Count([unit.hex for unit in self.japanese()] + [counter.hex for counter in self.down])

    def us_at(self, hex: str) -> int:
        return self._us[hex]

    def jp_at(self, hex: str) -> int:
        """Japanese counters in a hex; face-down ones count like units, dummies too (A59)."""
        return self._jp[hex]

    def vacant(self, hex: str) -> bool:
        return not self.us_at(hex) and not self.jp_at(hex)

    def militia(self, hex: str) -> bool:
        """Whether militia is alive here."""
        return self.board.built(hex) and hex not in self.militia_gone and hex not in self.control

    # --- Zones of Control ---------------------------------------------------------------------------------------------

    def us_zone(self) -> frozenset[str]:
        return self._us_zone

    @cached_property
    def _us_zone(self) -> frozenset[str]:
        return frozenset(hex for unit in self.us_on_land() for hex in self.board.adjacent(unit.hex))

    def open_zone(self) -> frozenset[str]:
        """Hexes in the zone of face-up Japanese units."""
        return frozenset(hex for unit in self.japanese() for hex in self.board.adjacent(unit.hex))

    def hidden_near(self) -> frozenset[str]:
        """Hexes next to a face-down counter of any value."""
        return frozenset(hex for counter in self.down for hex in self.board.adjacent(counter.hex))

    def true_zone(self) -> frozenset[str]:
        """Hexes in a Japanese zone in truth: a dummy has none (6.1)."""
        real = {hex for counter in self.down if not counter.dummy for hex in self.board.adjacent(counter.hex)}
        return self.open_zone() | real

    # --- changes ------------------------------------------------------------------------------------------------------

    def moved(self, name: str, hex: str) -> Position:
        """The same with one unit elsewhere, last in the stack it joins. Markers stay."""
        unit = self.unit(name)
        rest = tuple(other for other in self.units if other is not unit)
        return replace(self, units=(*rest, replace(unit, hex=hex)))

    def without(self, name: str) -> Position:
        return replace(self, units=tuple(unit for unit in self.units if unit.name != name))

    def entered_by_japan(self, hexes: Iterable[str]) -> Position:
        """Japanese entry takes beachheads and Control markers away (11.2, 13.2)."""
        entered = frozenset(hexes)
        return replace(
            self,
            control=self.control - entered,
            militia_gone=self.militia_gone | (self.control & entered),
            beachheads=self.beachheads - entered,
            fortified=self.fortified - entered,
        )
