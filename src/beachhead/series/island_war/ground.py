"""Terrain and its effects on movement (5.2): what each step costs for each kind of unit, computed once a map."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.engine.cases import enforces
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.components import Board, Hexsides, Terrain

Steps = tuple[tuple[int, int], ...]
FOOT, ARMOUR = 0, 1
"""The two kinds of mover that the terrain key tells apart."""


_MANY, _FEW = 20, 40
"""With how many enemy hexes in range a plain search is quicker, and how many doubtful hexes are worth one of their own (measured)."""


class Fan:
    """A unit's range on an empty map: its hexes, and for each of them those that are cheapest reached by way of it."""

    __slots__ = ("beyond", "hexes")

    def __init__(self, ground: Ground, mover: int, halves: int, start: int) -> None:
        bit, costs = ground.grid.bit, ground.costs(mover, start)
        order = sorted((space for space in ground.land if costs[space] <= halves and space != start), key=costs.__getitem__)
        came_from: dict[int, int] = {}
        for space in (start, *order):
            for near, cost in ground.steps[mover][space]:
                if costs[space] + cost == costs[near]:
                    came_from.setdefault(near, space)
        self.beyond = dict.fromkeys((start, *order), 0)
        self.hexes = 0
        for space in reversed(order):
            self.hexes |= bit[space]
            self.beyond[came_from[space]] |= self.beyond[space] | bit[space]


class Ground:
    """A map with its tables: for each kind of mover and each hex the steps it may take and their cost in half points."""

    def __init__(self, board: Board, terrain: Mapping[str, Terrain], hexsides: Hexsides) -> None:
        self.board = board
        self.grid = board.grid
        self.terrain = terrain
        self.hexsides = hexsides
        self.kind = tuple(terrain[name] for name in board.terrain)
        self.is_sea = tuple(not kind.enter for kind in self.kind)
        self.land = tuple(space for space in range(self.grid.size) if not self.is_sea[space])
        self.land_mask = sum(self.grid.bit[space] for space in self.land)
        self.steps: tuple[tuple[Steps, ...], ...] = tuple(
            tuple(self._steps_from(mover, space) for space in range(self.grid.size)) for mover in (FOOT, ARMOUR)
        )
        self.open: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple(near for near, _ in steps) for steps in table) for table in self.steps
        )
        """For each mover and hex the hexes it may ever step into: for retreats and advances, which cost nothing."""
        self._groups = tuple(tuple(self._grouped(steps) for steps in table) for table in self.steps)
        self._fans: dict[tuple[int, int, int], Fan] = {}
        self._costs: dict[tuple[int, int], bytearray] = {}

    def _grouped(self, steps: Steps) -> tuple[tuple[int, int], ...]:
        """The steps from a hex by cost: what they cost, and where they lead, as bits."""
        masks: dict[int, int] = {}
        for near, halves in steps:
            masks[halves] = masks.get(halves, 0) | self.grid.bit[near]
        return tuple(sorted(masks.items()))

    def side(self, first: int, second: int) -> tuple[int, int]:
        """The hexside between two neighbours."""
        return (first, second) if first < second else (second, first)

    def is_river(self, first: int, second: int) -> bool:
        """Whether a river runs between two neighbours."""
        return self.side(first, second) in self.board.rivers

    @enforces(FAMILY, "5.21", "5.22", "5.23", "5.25")
    def step_halves(self, mover: int, first: int, second: int) -> int | None:
        """What a step costs in half points: road 1/2 or trail 1 in all, else the hex plus its hexside; None if closed.

        Sea and prohibited hexsides are closed to everybody (R13). Armour enters broken, rough and jungle hexes by road
        or trail only. A road or trail settles the whole cost, a river under it included (R33).
        """
        side, kind = self.side(first, second), self.kind[second]
        if not kind.enter or side in self.board.cliffs:
            return None
        if side in self.board.roads:
            return self.hexsides.road
        if side in self.board.trails:
            return self.hexsides.trail
        if mover == ARMOUR and not kind.armour:
            return None
        return kind.halves + (self.hexsides.river if side in self.board.rivers else 0)

    def _steps_from(self, mover: int, space: int) -> Steps:
        found = []
        for near in self.grid.neighbours[space]:
            halves = self.step_halves(mover, space, near)
            if halves is not None:
                found.append((near, halves))
        return tuple(found)

    def fan(self, mover: int, halves: int, start: int) -> Fan:
        """A unit's range on an empty map; filled as games ask for it."""
        key = (mover, halves, start)
        found = self._fans.get(key)
        if found is None:
            found = self._fans[key] = Fan(self, mover, halves, start)
        return found

    def reach(self, mover: int, halves: int, start: int, enemies: int, zones: int) -> int:
        """All hexes within a unit's allowance, as bits: what `search` answers, sooner where few enemies are about.

        Whatever the enemy does not stand before, on the cheapest ways of an empty map, needs no search. If little is left,
        only that is searched, from the hexes around it.
        """
        fan = self.fan(mover, halves, start)
        in_the_way = (enemies | zones) & fan.hexes
        if not in_the_way:
            return fan.hexes
        if in_the_way.bit_count() > _MANY:
            return self.search(mover, halves, start, enemies, zones)
        bit, beyond = self.grid.bit, fan.beyond
        doubtful = 0
        while in_the_way:
            space = in_the_way.bit_length() - 1
            in_the_way ^= bit[space]
            doubtful |= beyond[space]
        sure = fan.hexes & ~(doubtful | enemies)
        doubtful &= ~enemies
        if not doubtful:
            return sure
        if doubtful.bit_count() > _FEW:
            return self.search(mover, halves, start, enemies, zones)
        around, near, edge = self.grid.neighbour_mask, doubtful, 0
        while near:
            space = near.bit_length() - 1
            near ^= bit[space]
            edge |= around[space]
        edge &= sure & ~zones | bit[start]
        groups, cost_of = self._groups[mover], self.costs(mover, start)
        layers = [0] * (halves + 1)
        while edge:
            space = edge.bit_length() - 1
            edge ^= bit[space]
            spent = cost_of[space]
            for cost, mask in groups[space]:
                if spent + cost <= halves:
                    layers[spent + cost] |= mask
        return sure | self._spread(groups, layers, ~doubtful, ~zones) & doubtful

    @enforces(FAMILY, "5.0", "5.0-procedure", "5.12", "5.13", "5.24", "6.0", "6.12", "5.32", "5.33", "2.32-movement")
    def search(self, mover: int, halves: int, start: int, enemies: int, zones: int) -> int:
        """All hexes within a unit's allowance, as bits, the start left out.

        Hexes of `enemies` are not entered; those of enemy `zones` are, at no extra cost, and end the move. Friends do not
        hinder passage, so they play no part here. Hexes are taken in the order of their cost: `layers[n]` are those that
        some step leads into for n half points in all.
        """
        bit = self.grid.bit
        layers = [0] * (halves + 1)
        layers[0] = bit[start]
        seen = self._spread(self._groups[mover], layers, enemies, ~zones | bit[start])
        return seen & ~(enemies | bit[start])

    def _spread(self, groups: tuple[tuple[tuple[int, int], ...], ...], layers: list[int], seen: int, onward: int) -> int:
        """Go through the layers in order, each hex once; only `onward` hexes are left again. Answers all hexes seen."""
        bit, halves = self.grid.bit, len(layers) - 1
        for spent, frontier in enumerate(layers):
            if not frontier:
                continue
            frontier &= ~seen
            seen |= frontier
            frontier &= onward
            left = halves - spent
            while frontier:
                space = frontier.bit_length() - 1
                frontier ^= bit[space]
                for cost, mask in groups[space]:
                    if cost > left:
                        break
                    layers[spent + cost] |= mask
        return seen

    def costs(self, mover: int, start: int) -> bytearray:
        """The least half points from a hex to every hex if no enemy were on the map (255: no way): a bound for path searches."""
        found = self._costs.get((mover, start))
        if found is None:
            found = bytearray(b"\xff") * self.grid.size
            found[start] = 0
            waiting: list[list[int]] = [[] for _ in range(255)]
            waiting[0].append(start)
            for spent, spaces in enumerate(waiting):
                for space in spaces:
                    if found[space] == spent:
                        for near, halves in self.steps[mover][space]:
                            if spent + halves < found[near]:
                                found[near] = spent + halves
                                waiting[spent + halves].append(near)
            self._costs[mover, start] = found
        return found

    def best_path(
        self, mover: int, halves: int, start: int, goal: int, closed: bytes | bytearray, wanted: int = 0
    ) -> tuple[int, ...]:
        """The path a move takes (R61): through most `wanted` hexes, then cheapest, then the lowest hex numbers.

        The answer lists the hexes entered, the goal last.
        """
        best: tuple[int, int, tuple[int, ...]] | None = None
        to_goal = self.grid.distances(goal)
        # Partial paths by (hex, wanted hexes met): a cheaper one, or an equal one with lower numbers, replaces the other.
        known: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(start, 0): (0, ())}
        waiting: list[list[tuple[int, int]]] = [[] for _ in range(halves + 1)]
        waiting[0].append((start, 0))
        for spent in range(halves + 1):
            for space, met in sorted(set(waiting[spent]), key=lambda key: known[key][1]):
                total_known, path = known[space, met]
                if total_known != spent or (closed[space] and space != start):
                    continue
                for near, halves_needed in self.steps[mover][space]:
                    total = spent + halves_needed
                    if total + to_goal[near] > halves or closed[near] >= 128:
                        continue
                    key = (near, met | self.grid.bit[near] & wanted)
                    entry = (total, (*path, near))
                    if key not in known or entry < known[key]:
                        known[key] = entry
                        waiting[total].append(key)
        for (space, met), (total, path) in known.items():
            if space == goal and path:
                entry_best = (-met.bit_count(), total, path)
                if best is None or entry_best < best:
                    best = entry_best
        return (goal,) if best is None else best[2]
