"""The records of the components: map, counters, charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from beachhead.boards.hexes import HexGrid

Side = tuple[int, int]
"""A hexside: the lower space first."""

ARMY: Final = "army"
MARINE: Final = "marine"
COASTAL: Final = "C"
LINE: Final = "L"
REINFORCEMENT: Final = "R"
DUMMY: Final = "dummy"

SEA: Final = "sea"
CLEAR: Final = "clear"
ROUGH: Final = "rough"
TOWN: Final = "town"
TOWN_IN_ROUGH: Final = "town_in_rough"
CITY: Final = "city"


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter as printed."""

    id: str
    """Its name in actions and views, such as U:27/25."""
    key: str
    """Its id in the components file, such as U:27."""
    side: int
    kind: str
    """army, marine, C, L or R."""
    strength: int
    movement: int
    formation: str = ""
    name: str = ""
    arrival: int = 0
    """The Game-Turn on which a U.S. unit arrives; 0 for Japanese units."""

    @property
    def values(self) -> str:
        """Strength and allowance as printed: 4-12."""
        return f"{self.strength}-{self.movement}"


@dataclass(frozen=True, slots=True)
class Zone:
    """An invasion zone."""

    name: str
    north: bool
    hexes: tuple[int, ...]
    """Its all-sea hexes, ascending."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A line of the Terrain Effects Chart. `cost` 0: never entered."""

    name: str
    letter: str
    cost: int
    defence: int
    retreat: int
    militia: int


@dataclass(frozen=True, slots=True)
class Board:
    """The map. Spaces are numbered line by line, the sea included."""

    grid: HexGrid
    terrain: tuple[str, ...]
    """For each space the name of its terrain."""
    coastal: frozenset[int]
    """Part-sea land hexes."""
    sea_sides: frozenset[Side]
    """All-sea hexsides between two land hexes."""
    rough_sides: frozenset[Side]
    roads: frozenset[Side]
    cities: Mapping[str, tuple[int, ...]]
    towns: Mapping[str, int]
    kagoshima: tuple[int, ...]
    north_row: int
    """The first row of northern Kyushu; the Objective Line runs just south of it."""
    entry: int
    """Where Japanese reinforcements enter; -1 on a board without such a hex."""
    entry_order: tuple[int, ...]
    """Coastal Towns and Cities by their distance from the entry hex (A37)."""
    zones: tuple[Zone, ...]
    coastal_ring: tuple[int, ...]
    """C hexes in the order of A22."""
    line_hexes: tuple[int, ...]
    """L hexes, ascending."""
    line_double: frozenset[int]
    """Those of them with two counters."""


@dataclass(frozen=True, slots=True)
class Components:
    """All components of a match."""

    board: Board
    units: tuple[Unit, ...]
    """U.S. units in the order of the list, then Japanese coastal, line and R units."""
    dummies: Mapping[str, int]
    """How many dummies there are by letter: C and L."""
    order: tuple[str, ...]
    """Values in the order in which the doctrine moves them (14.51)."""
    columns: tuple[tuple[int, int], ...]
    """Combat Results Table: lowest and highest differential of each column; the last one ends at 99."""
    results: tuple[tuple[tuple[str, int, int], ...], ...]
    """By die (0 is face 1) and column: result, points when the U.S. attacks, points when Japan does."""
    track1: tuple[str, ...]
    """By die: all, half, none."""
    track2: tuple[str, ...]
    """By die: all, all_inland, all_coastal, all_southern, all_northern."""
    track3: tuple[tuple[str, ...], ...]
    """By die: the values that arrive."""
    track4: tuple[int, ...]
    """By die: twice the factor of militia strength (6, 4, 2, 2, 2, 1)."""
    track5: tuple[int, ...]
    """By die: the Tokko table, 1 to 3."""
    tokko: tuple[tuple[int, ...], ...]
    """Tables 1 to 3 by die: Casualty Points, 0 for no effect."""
    optional_tokko: tuple[tuple[int, ...], ...]
    tokko_zones: tuple[str, ...]
    """Table 4 by die."""
    tokko_units: Mapping[int, int]
    """Units lost by Casualty Points, both sets of tables."""
    terrain: Mapping[str, Terrain]
    road_cost: int
    rough_side_cost: int
    turns: int
    arrivals: Mapping[int, Mapping[str, int]]
    """By Game-Turn: how many units of each value arrive."""
    floating_turn: int
    """The Game-Turn of the Floating Reserve (9.23)."""
    cancelled_turn: int
    """The Game-Turn whose arrivals a northern assault cancels (10.52); 0: none."""
    interdiction: int
    """Air Interdiction markers."""
    plan: Mapping[str, Mapping[str, int]]
    """The historical plan (17.1): zone -> values -> how many."""
    south: int
    per_row: int
    kagoshima_points: int
    city_points: int
    town_points: int
    casualty_bands: tuple[tuple[int, int], ...]
    """Japanese points: up to how many Casualty Points (the last one a very high number), and half points for each."""
