"""Terrain and its effects on movement (5.2): what each step costs for each kind of unit, computed once per map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from beachhead.boards.detours import best_detour, cheapest_way
from beachhead.boards.fields import CostTable
from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.boards.network import network_of, side_of
from beachhead.boards.ranges import Ranges
from beachhead.engine.files.cases import enforces
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.components import Hexsides, Sheet, Terrain

FOOT: Final = 0
ARMOUR: Final = 1
"""The two kinds of mover that the terrain key tells apart."""


class Ground:
    """A map with its tables: for each kind of mover and each hex the steps it may take and their cost in half points."""

    def __init__(self, board: Sheet, terrain: Mapping[str, Terrain], hexsides: Hexsides) -> None:
        self.board = board
        self.grid = board.grid
        self.terrain = terrain
        self.hexsides = hexsides
        self.kind = tuple(terrain[name] for name in board.terrain)
        self.lines = [kind.line for kind in self.kind]
        """For each hex the terrain line of the results table."""
        self.is_sea = tuple(not kind.enter for kind in self.kind)
        self.land = tuple(space for space in range(self.grid.size) if not self.is_sea[space])
        self.land_mask = sum(self.grid.bit[space] for space in self.land)
        self.armour_mask = mask_of(space for space in self.land if self.kind[space].armour)
        """The land that armour may be placed on, as bits."""
        self.across_river = [0] * self.grid.size
        """For each hex its neighbours on the other side of a river, as bits."""
        for one, other in board.rivers:
            self.across_river[one] |= self.grid.bit[other]
            self.across_river[other] |= self.grid.bit[one]
        networks = tuple(network_of(self.grid.neighbours, partial(self.step_halves, mover)) for mover in (FOOT, ARMOUR))
        self.steps = tuple(network.steps for network in networks)
        self.open = tuple(network.open for network in networks)
        """For each mover and hex the hexes it may ever step into: for retreats and advances, which cost nothing."""
        self.ranges = tuple(Ranges(network) for network in networks)
        self._costs = tuple(CostTable(network) for network in networks)

    def is_river(self, first: int, second: int) -> bool:
        """Whether a river runs between two neighbours."""
        return bool(self.across_river[first] >> second & 1)

    @enforces(FAMILY, "5.21", "5.22", "5.23", "5.25")
    def step_halves(self, mover: int, first: int, second: int) -> int | None:
        """What a step costs in half points: road 1/2 or trail 1 in all, else the hex plus its hexside; None if closed.

        Sea and prohibited hexsides are closed to everybody (R13). Armour enters broken, rough and jungle hexes by road
        or trail only. A road or trail settles the whole cost, a river under it included (R33).
        """
        side, kind = side_of(first, second), self.kind[second]
        if not kind.enter or side in self.board.cliffs:
            return None
        if side in self.board.roads:
            return self.hexsides.road
        if side in self.board.trails:
            return self.hexsides.trail
        if mover == ARMOUR and not kind.armour:
            return None
        return kind.halves + (self.hexsides.river if side in self.board.rivers else 0)

    @enforces(FAMILY, "5.0", "5.0-procedure", "5.12", "5.13", "5.24", "6.0", "6.12", "5.32", "5.33", "2.32-movement")
    def reach(self, mover: int, halves: int, start: int, enemies: int, zones: int) -> int:
        """All hexes within a unit's allowance, as bits, the start left out.

        Hexes of `enemies` are not entered; those of enemy `zones` are, at no extra cost, and end the move. Friends do not
        hinder passage, so they play no part here.
        """
        return self.ranges[mover].reach(halves, start, enemies, zones)

    def search(self, mover: int, halves: int, start: int, enemies: int, zones: int) -> int:
        """The same from scratch, for single questions such as why a hex cannot be reached."""
        return self.ranges[mover].search(halves, start, enemies, zones)

    def costs(self, mover: int, start: int) -> bytes:
        """The least half points from a hex to every hex if no enemy were on the map (255: no way): a bound for path searches."""
        return self._costs[mover].row(start)

    def best_path(
        self, mover: int, halves: int, start: int, goal: int, closed: bytes | bytearray, wanted: int = 0
    ) -> tuple[int, ...]:
        """The path a move takes (R61): through most `wanted` hexes, then cheapest, then the lowest hex numbers.

        The path lists the hexes entered, the goal last. Of more wanted hexes than six the lowest six count.
        """
        if not wanted:
            return cheapest_way(self._costs[mover], halves, start, goal, closed)
        return best_detour(self._costs[mover], halves, start, goal, closed, spaces_of(wanted))
