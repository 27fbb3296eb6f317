"""The island with its tables, computed once: what a step costs, where a move stops, table lines, beaches, sectors and symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beachhead.boards.hexes import mask_of
from beachhead.engine.files.cases import enforces
from beachhead.series.island_war import ground as series
from beachhead.series.island_war.components import Hexsides
from beachhead.series.island_war.ground import ARMOUR, FOOT

if TYPE_CHECKING:
    from beachhead.games.bonins.box.kinds import Components

FAMILY: Final = "bonins"
SURIBACHI: Final = 0
"""The number of the sector that has none (22.0-a)."""
SECTORS: Final = 7
"""Suribachi and the six numbered ones."""
NEAR: Final = 2
"""How far from a dug-in unit a replacement may be placed (19.5-b)."""
SAFE: Final = 4
"""How far from every Japanese unit a unit must be to redeploy or to be rebuilt (14.7-b, 15.0-b)."""
RINGS: Final = 5
"""Distances below this one are kept."""
NO_HEXSIDES: Final = Hexsides(1, 2, 0, "clear")
"""There are no roads, trails or rivers (std-5.2-b)."""
__all__ = ["ARMOUR", "FAMILY", "FOOT", "NEAR", "SAFE", "SECTORS", "SURIBACHI", "Ground"]


class Ground(series.Ground):
    """What never changes about the map. Land is numbered first, in the order of hex numbers; a set of hexes is a number."""

    def __init__(self, components: Components) -> None:
        super().__init__(components.board, components.terrain, NO_HEXSIDES)
        self.island = components.board
        island, grid = components.board, self.grid
        self.size = grid.size
        self.bit = grid.bit
        self.names = grid.names
        self.near = grid.neighbours
        self.near_mask = grid.neighbour_mask
        self.hill_mask = mask_of(island.hills)
        self.stop_mask = self.stops(components)
        self.lines = self.lines_of(components)
        """For each hex the line of the results table, hills included."""
        self.tank_mask = self.armour_mask
        """The land that tanks may enter and attack into (17.3-a, 13.0-5.2-c)."""
        self.sector = island.sector
        self.sector_mask = tuple(mask_of(s for s in self.land if island.sector[s] == number) for number in range(SECTORS))
        self.suribachi_mask = mask_of(island.suribachi)
        self.red_mask = mask_of(island.red)
        self.white_mask = mask_of(island.white)
        self.symbol_mask = self.red_mask | self.white_mask
        self.beach_sides = tuple(island.beaches)
        """The names of the two sides, east first."""
        self.colors = tuple(tuple(island.beaches[side]) for side in self.beach_sides)
        self.color_masks = tuple(tuple(mask_of(hexes) for hexes in island.beaches[side].values()) for side in self.beach_sides)
        self.beach_masks = tuple(sum(masks) for masks in self.color_masks)
        self.airfield_masks = {number: mask_of(hexes) for number, hexes in island.airfields.items()}
        self.rank = self.ranks(components)
        """How much the placement of 19.5-d likes each hex: 0 best."""
        self._rings: list[list[int]] = [[-1] * self.size for _ in range(RINGS)]
        """By distance and hex all hexes that near, worked out when first asked for."""

    @enforces(FAMILY, "13.0-5.2-a", "13.0-5.2-d")
    def stops(self, components: Components) -> int:
        """Hexes that end the move that enters them: beaches and ravines."""
        return mask_of(space for space in self.land if self.island.terrain[space] in components.stops)

    @enforces(FAMILY, "std-7.4-a", "std-7.4-b", "13.0-5.2-b", "rec-tec", "rec-hills", "rec-village")
    def lines_of(self, components: Components) -> list[str]:
        """The single line that is best for the defender: a hill counts in combat, not for movement."""
        table, found = components.table, []
        for space in range(self.grid.size):
            line = self.kind[space].line
            if self.hill_mask >> space & 1 and table.favour(components.overlay_line) > table.favour(line):
                line = components.overlay_line
            found.append(line)
        return found

    @enforces(FAMILY, "19.5-d")
    def ranks(self, components: Components) -> tuple[int, ...]:
        """The place of each hex in the priority of 19.5; a hill is a hill whatever it is made of, a beach is clear (103)."""
        places = {name: number for number, name in enumerate(components.priority)}
        last = len(places)
        return tuple(
            places.get("hill", last) if self.hill_mask >> space & 1 else places.get(self.island.terrain[space], last - 1)
            for space in range(self.grid.size)
        )

    @enforces(FAMILY, "std-distance")
    def around(self, space: int, distance: int) -> int:
        """All hexes up to so many hexes away, over sea, terrain and units alike, the hex itself included."""
        if distance >= RINGS:
            return self._disk(space, distance)
        found = self._rings[distance][space]
        if found < 0:
            found = self._rings[distance][space] = self._disk(space, distance)
        return found

    def _disk(self, space: int, distance: int) -> int:
        row = self.grid.distances(space)
        return mask_of(other for other in range(self.grid.size) if row[other] <= distance)

    def within(self, mask: int, distance: int) -> int:
        """All hexes up to so many hexes away from any of some hexes."""
        rings, found = self._rings[distance] if distance < RINGS else [-1] * self.size, 0
        while mask:
            low = mask & -mask
            space = low.bit_length() - 1
            disk = rings[space]
            found |= disk if disk >= 0 else self.around(space, distance)
            mask ^= low
        return found
