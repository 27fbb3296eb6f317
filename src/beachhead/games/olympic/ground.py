"""The map with its tables, computed once: costs (5.3, 5.4), adjacency (6.26), the supply network (12.1) and the zones at sea."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import mask_of
from beachhead.boards.network import network_of, side_of
from beachhead.boards.ranges import Lines, Ranges
from beachhead.boards.spreads import CostSpread, Spread
from beachhead.engine.files.cases import enforces
from beachhead.games.olympic.box.kinds import CITY, CLEAR, ROUGH, SEA, TOWN, TOWN_IN_ROUGH, Components

FAMILY: Final = "olympic"
CELLS: Final = 400_000
"""Numbers that the cached ranges may hold: on this map one is 280 bytes long."""
IN_ROUGH: Final = 0
IN_CITY: Final = 1
IN_TOWN: Final = 2
IN_CLEAR: Final = 3
"""Terrain in the order in which retreats and the doctrine prefer it (8.71, 8.72, 14.54)."""
_RANKS: Final = {ROUGH: IN_ROUGH, TOWN_IN_ROUGH: IN_ROUGH, CITY: IN_CITY, TOWN: IN_TOWN, CLEAR: IN_CLEAR, SEA: IN_CLEAR}


class Ground:
    """What never changes about a map. Spaces are numbered line by line; a set of them is a number with one bit each."""

    def __init__(self, components: Components, us_by_hexes: bool = False) -> None:
        self.components = components
        board = components.board
        self.board = board
        self.grid = board.grid
        self.size = self.grid.size
        self.bit = self.grid.bit
        self.names = self.grid.names
        terrain = components.terrain
        kinds = board.terrain
        self.is_land = tuple(name != SEA for name in kinds)
        self.land = tuple(space for space in range(self.size) if self.is_land[space])
        self.land_mask = mask_of(self.land)
        self.rank = tuple(_RANKS[name] for name in kinds)
        """How much a retreat or a doctrine move likes the hex: 0 best."""
        self.open_rank = tuple(IN_ROUGH if rank == IN_ROUGH else IN_CLEAR for rank in self.rank)
        """The same by the ground alone, for a Town or City under the enemy's control."""
        self.defence = tuple(terrain[name].defence for name in kinds)
        self.retreat = tuple(terrain[name].retreat for name in kinds)
        self.is_clear = tuple(name in (CLEAR, TOWN, CITY) for name in kinds)
        """Whether the ground is clear, whatever is built on it."""
        self.coastal_mask = mask_of(board.coastal)
        self.row = tuple(int(name[:2]) for name in self.names)
        self.north_mask = mask_of(space for space in self.land if self.row[space] >= board.north_row)
        self.near = tuple(
            tuple(near for near in self.grid.neighbours[space] if self.is_adjacent(space, near)) if self.is_land[space] else ()
            for space in range(self.size)
        )
        """For each land hex the land hexes across a hexside that is not all-sea (6.26, A6)."""
        self.near_mask = tuple(mask_of(row) for row in self.near)
        self.around = Spread(self.near, self.is_adjacent)
        """One hex outward on land: zones of control, adjacency."""
        network = network_of(self.near, self.step_cost)
        self.network = network
        self.steps = network.steps
        self.ranges = Ranges(network, CELLS, Lines(network, self.grid.positions, self.grid.neighbours))
        self.costs = CostSpread(self.near, self.step_cost)
        roads = {space for side in board.roads for space in side}
        self.net_mask = mask_of(space for space in self.land if self.is_clear[space] or space in roads)
        """Clear and road hexes: what supply lines run through."""
        self.links = Spread(self.near, self.is_link)
        self.us_links = Spread(self.near, self._both_in_network) if us_by_hexes else self.links
        self.beach_links = self.around if us_by_hexes else Spread(self.near, self._not_rough)
        """From a beachhead outward (A52)."""
        self.build_places()
        self.build_zones()

    @enforces(FAMILY, "6.26", "5.22", "8.23", "12.21-sea")
    def is_adjacent(self, first: int, second: int) -> bool:
        """Whether two neighbors are adjacent for anything on land: both are land, and no all-sea hexside parts them (A6)."""
        return self.is_land[first] and self.is_land[second] and side_of(first, second) not in self.board.sea_sides

    @enforces(FAMILY, "5.3", "5.3-example", "5.4", "5.1", "6.22", "3.3-allowance")
    def step_cost(self, first: int, second: int) -> int:
        """Movement points for one step: 1 along a road, otherwise the hex plus the hexside."""
        side = side_of(first, second)
        if side in self.board.roads:
            return self.components.road_cost
        extra = self.components.rough_side_cost if side in self.board.rough_sides else 0
        return self.components.terrain[self.board.terrain[second]].cost + extra

    @enforces(FAMILY, "12.11", "12.12")
    def is_link(self, first: int, second: int) -> bool:
        """Whether supply runs between two neighbors: by road, or over clear ground and a hexside that is not rough (A24)."""
        side = side_of(first, second)
        return side in self.board.roads or (self.is_clear[first] and self.is_clear[second] and side not in self.board.rough_sides)

    def _not_rough(self, first: int, second: int) -> bool:
        return side_of(first, second) not in self.board.rough_sides

    def _both_in_network(self, first: int, second: int) -> bool:
        return bool(self.net_mask >> first & self.net_mask >> second & 1)

    def build_places(self) -> None:
        """Towns and Cities, ascending, with their militia (13.1)."""
        board = self.board
        cities = [space for spaces in board.cities.values() for space in spaces]
        self.places = tuple(sorted([*cities, *board.towns.values()]))
        self.place_count = len(self.places)
        self.place_at = [-1] * self.size
        """For each space the number of its Town or City, or -1."""
        for number, space in enumerate(self.places):
            self.place_at[space] = number
        self.is_city = tuple(space in cities for space in self.places)
        names = {space: name for name, spaces in board.cities.items() for space in spaces}
        names |= {space: name for name, space in board.towns.items()}
        self.place_names = tuple(names[space] for space in self.places)
        self.city_mask = mask_of(cities)
        self.town_mask = mask_of(board.towns.values())
        self.place_mask = self.city_mask | self.town_mask
        kinds = self.components.terrain
        self.militia = tuple(kinds[board.terrain[space]].militia for space in self.places)
        self.kagoshima = tuple(self.place_at[space] for space in board.kagoshima)

    def build_zones(self) -> None:
        """The invasion zones: which hex belongs to which, and the coast next to each of their hexes."""
        zones = self.board.zones
        self.zone_names = tuple(zone.name for zone in zones)
        self.zone_hexes = tuple(space for zone in zones for space in zone.hexes)
        self.zone_mask = mask_of(self.zone_hexes)
        self.zone_of = {space: number for number, zone in enumerate(zones) for space in zone.hexes}
        self.is_northern = tuple(zone.north for zone in zones)
        self.coast_of = {
            space: tuple(near for near in self.grid.neighbours[space] if self.coastal_mask >> near & 1)
            for space in self.zone_hexes
        }
        """For each zone hex the coastal hexes next to it."""
        self.zones_beside: dict[int, tuple[int, ...]] = {}
        """For each coastal hex the zones that it adjoins: where replacements of a zone may land (A43)."""
        for space, coast in self.coast_of.items():
            for hex_ in coast:
                known = self.zones_beside.get(hex_, ())
                if self.zone_of[space] not in known:
                    self.zones_beside[hex_] = (*known, self.zone_of[space])
