"""The map: a ring of land around a lagoon, made by a formula so that the same island comes in two sizes."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from typing import Final

from beachhead.boards.hexes import HexGrid

WEST: Final = 6
"""Columns of open sea at the left edge, where the boxes are printed."""
COST: Final = {"clear": 1, "beach": 1, "jungle": 2, "hill": 2}
"""What it costs to enter land; nothing else can be entered."""
SHELTER: Final = {"clear": 0, "beach": 0, "jungle": 1, "hill": 2}
FAR: Final = 999


class Island:
    """Grid, terrain, sectors and names."""

    def __init__(self, lines: int, positions: int, sectors: tuple[str, ...]) -> None:
        self.grid = HexGrid(lines, positions)
        self._middle = (WEST + positions + 1) / 2, (lines + 1) / 2
        self._radii = (positions - WEST) / 2 - 0.4, lines / 2 - 0.2
        self.terrain = tuple(self._ground(space) for space in range(self.grid.size))
        self.land = tuple(space for space, kind in enumerate(self.terrain) if kind in COST)
        self.is_land = bytes(kind in COST for kind in self.terrain)
        self.near = tuple(tuple(n for n in around if self.is_land[n]) for around in self.grid.neighbours)
        """The neighbors of each hex that are land."""
        self.beaches = tuple(space for space in self.land if self.terrain[space] == "beach")
        self.sector_names = sectors
        self.sector = tuple(self._wedge(space) if self.is_land[space] else -1 for space in range(self.grid.size))
        west = [space for space in self.beaches if self.sector[space] in (0, len(sectors) - 1)]
        self.beachheads = tuple(west[:: max(1, len(west) // 4)][:4])
        """Where the first wave is ashore when the game begins."""
        heights = [space for space in self.land if self.terrain[space] == "hill"]
        self.names = {"Signal Hill": [heights[len(heights) // 3]], "Mangrove Point": [self.land[-1]], "Jetty": [self.land[0]]}

    def _polar(self, space: int) -> tuple[float, float]:
        """How far from the middle a hex lies, 1 being the shore, and in which direction."""
        line, position = int(self.grid.names[space][:2]), int(self.grid.names[space][2:])
        across = position + (0.5 if line % 2 == 0 else 0.0) - self._middle[0]
        down = line - self._middle[1]
        angle = math.atan2(down, -across)
        bulge = 1 + 0.08 * math.sin(3 * angle + 1) + 0.05 * math.sin(7 * angle)
        return math.hypot(across / self._radii[0], down / self._radii[1]) / bulge, angle

    def _ground(self, space: int) -> str:
        away, angle = self._polar(space)
        if away > 1:
            return "sea"
        if away > 0.86:
            return "reef"
        if away < 0.3:
            return "sea"
        if away > 0.7 and abs(angle) < 1.6:
            return "beach"
        line, position = divmod(int(self.grid.names[space]), 100)
        chance = (line * 37 + position * position * 11 + line * position * 7) % 10
        return "hill" if chance > 7 else "jungle" if chance > 3 else "clear"

    def _wedge(self, space: int) -> int:
        """The sector of a hex, counted around the island from the west."""
        count = len(self.sector_names)
        return int(((self._polar(space)[1] / math.tau) % 1) * count) % count

    def distances(self, goals: Iterable[int]) -> list[int]:
        """How far each hex is from the nearest of these, overland."""
        found = [FAR] * self.grid.size
        queue = deque(sorted(set(goals)))
        for space in queue:
            found[space] = 0
        while queue:
            space = queue.popleft()
            for near in self.near[space]:
                if found[near] == FAR:
                    found[near] = found[space] + 1
                    queue.append(near)
        return found

    def way(self, start: int, goals: Iterable[int], closed: Iterable[int] = ()) -> list[int]:
        """The shortest way overland to the nearest goal, lowest hex numbers first; empty if there is none."""
        wanted, barred = set(goals), set(closed)
        came: dict[int, int] = {start: start}
        queue = deque([start])
        while queue:
            space = queue.popleft()
            if space in wanted:
                way = [space]
                while came[way[-1]] != way[-1]:
                    way.append(came[way[-1]])
                return way[::-1]
            for near in self.near[space]:
                if near not in came and near not in barred:
                    came[near] = space
                    queue.append(near)
        return []

    def reach(self, start: int, points: int, closed: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Where so many movement points lead: hex -> what it costs, and the hex before it."""
        barred = set(closed)
        best: dict[int, tuple[int, int]] = {start: (0, start)}
        waiting = [start]
        while waiting:
            space = waiting.pop(0)
            for near in self.near[space]:
                cost = best[space][0] + COST[self.terrain[near]]
                if near not in barred and cost <= points and cost < best.get(near, (FAR, 0))[0]:
                    best[near] = cost, space
                    waiting.append(near)
        return best
