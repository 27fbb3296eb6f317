"""Terrain and its effects on movement (5.2): what each step costs for each kind of unit, computed once a map."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.boards.hexes import spaces_of
from beachhead.engine.cases import enforces
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.components import Board, Hexsides, Terrain

Steps = tuple[tuple[int, int], ...]
CELLS = 3_000_000
"""Numbers that the ranges of a map may hold together before they are computed afresh: some 25 megabytes, and twenty times what
dozens of games on a map of 560 hexes ask for."""
WANTED = 6
"""Hexes that a way may seek out: every set of them is a search of its own."""
FOOT, ARMOUR = 0, 1
"""The two kinds of mover that the terrain key tells apart."""


class Fan:
    """A unit's range on an empty map, layer by layer: a search among enemies can begin where the first of them is met."""

    __slots__ = ("hexes", "layers", "within")

    def __init__(self, ground: Ground, mover: int, halves: int, start: int) -> None:
        self.layers: list[tuple[int, ...]] = []
        """For each number of half points, the layers of the search when that many have been spent."""
        self.within: list[int] = []
        """The hexes reached by then, as bits, the start among them."""
        layers, seen = [0] * (halves + 1), 0
        layers[0] = ground.grid.bit[start]
        for spent in range(halves + 1):
            if not any(layers[spent:]):
                break
            self.layers.append(tuple(layers))
            seen = ground.spread(mover, layers, seen, -1, spent, spent + 1)
            self.within.append(seen)
        self.hexes = seen & ~ground.grid.bit[start]


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
        self._cells = 0
        """How many numbers the fans hold."""
        self._costs: dict[tuple[int, int], bytearray] = {}
        self._into: list[tuple[Steps, ...]] = [(), ()]

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
            found = Fan(self, mover, halves, start)
            self._cells += len(found.layers) * (halves + 1)
            if self._cells > CELLS:
                self._fans.clear()
                self._cells = 0
            self._fans[key] = found
        return found

    @enforces(FAMILY, "5.0", "5.0-procedure", "5.12", "5.13", "5.24", "6.0", "6.12", "5.32", "5.33", "2.32-movement")
    def reach(self, mover: int, halves: int, start: int, enemies: int, zones: int) -> int:
        """All hexes within a unit's allowance, as bits, the start left out.

        Hexes of `enemies` are not entered; those of enemy `zones` are, at no extra cost, and end the move. Friends do not
        hinder passage, so they play no part here. Up to the first hex that the enemy touches the search is that of an empty map,
        which is known.
        """
        fan = self.fan(mover, halves, start)
        touched = (enemies | zones) & fan.hexes
        if not touched:
            return fan.hexes
        first = 0
        while not fan.within[first] & touched:
            first += 1
        layers = list(fan.layers[first])
        seen = enemies | (fan.within[first - 1] if first else 0)
        seen = self.spread(mover, layers, seen, ~zones | self.grid.bit[start], first, halves + 1)
        return seen & ~(enemies | self.grid.bit[start])

    def search(self, mover: int, halves: int, start: int, enemies: int, zones: int) -> int:
        """The same from scratch, for single questions such as why a hex cannot be reached."""
        layers = [0] * (halves + 1)
        layers[0] = here = self.grid.bit[start]
        return self.spread(mover, layers, enemies, ~zones | here, 0, halves + 1) & ~(enemies | here)

    def spread(self, mover: int, layers: list[int], seen: int, onward: int, first: int, end: int) -> int:
        """Go through some layers in the order of their cost, each hex once; answers all hexes seen.

        `layers[n]` are the hexes that some step leads into for n half points in all; only `onward` hexes are left again.
        """
        groups, bit, halves = self._groups[mover], self.grid.bit, len(layers) - 1
        for spent in range(first, end):
            frontier = layers[spent] & ~seen
            if not frontier:
                continue
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

        The answer lists the hexes entered, the goal last. Of more wanted hexes than six the lowest six count.
        """
        spaces = [space for space in spaces_of(wanted) if space != start and self._on_the_way(mover, halves, start, goal, space)]
        if len(spaces) < 2:
            return self._plain_path(mover, halves, start, goal, closed, sum(self.grid.bit[space] for space in spaces))
        tour = Tour(self, mover, halves, start, goal, closed, spaces[:WANTED])
        whole = tour.rest(start, 0)
        if whole > halves:
            return (goal,)
        # Partial paths by (hex, wanted hexes met), all of them parts of best paths: of equal ones that with the lowest numbers.
        known: dict[tuple[int, int], tuple[int, ...]] = {(start, 0): ()}
        waiting: list[list[tuple[int, int]]] = [[] for _ in range(whole + 1)]
        waiting[0].append((start, 0))
        for spent in range(whole):
            for space, met in sorted(set(waiting[spent]), key=known.__getitem__):
                path = known[space, met]
                if closed[space] and space != start:
                    continue
                for near, cost in self.steps[mover][space]:
                    total = spent + cost
                    if total > whole or closed[near] >= 128:
                        continue
                    key = (near, met | tour.bit.get(near, 0))
                    if total + tour.rest(*key) != whole:
                        continue
                    if key not in known or (*path, near) < known[key]:
                        known[key] = (*path, near)
                        waiting[total].append(key)
        return min(known[space, met] for space, met in waiting[whole] if space == goal and met.bit_count() == tour.most)

    def _on_the_way(self, mover: int, halves: int, start: int, goal: int, space: int) -> bool:
        """Whether a move could pass a hex, if no enemy were on the map."""
        return self.costs(mover, start)[space] + self.costs(mover, space)[goal] <= halves

    def _plain_path(
        self, mover: int, halves: int, start: int, goal: int, closed: bytes | bytearray, wanted: int
    ) -> tuple[int, ...]:
        """The same for one wanted hex or none, by a search that needs no tables: quicker, but twice as long for each more."""
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
        ends = [(-met.bit_count(), *known[space, met]) for space, met in known if space == goal and known[space, met][1]]
        return min(ends)[2] if ends else (goal,)

    def into(self, mover: int) -> tuple[Steps, ...]:
        """The steps that lead into each hex: where from, and what they cost."""
        if not self._into[mover]:
            steps: list[list[tuple[int, int]]] = [[] for _ in range(self.grid.size)]
            for space, onward in enumerate(self.steps[mover]):
                for near, cost in onward:
                    steps[near].append((space, cost))
            self._into[mover] = tuple(map(tuple, steps))
        return self._into[mover]

    def costs_to(self, mover: int, halves: int, goal: int, start: int, closed: bytes | bytearray) -> dict[int, int]:
        """What it costs to get to a hex, from every hex from which the allowance is enough; closed hexes end a move."""
        found = {goal: 0}
        waiting: list[list[int]] = [[] for _ in range(halves + 1)]
        waiting[0].append(goal)
        into = self.into(mover)
        for spent, spaces in enumerate(waiting):
            for space in spaces:
                if found[space] != spent or (space != goal and closed[space] >= (128 if space == start else 1)):
                    continue
                for before, cost in into[space]:
                    total = spent + cost
                    if total <= halves and total < found.get(before, halves + 1) and (not closed[before] or before == start):
                        found[before] = total
                        waiting[total].append(before)
        return found


class Tour:
    """What a move to a goal still costs from anywhere, by way of as many wanted hexes as the whole allowance has room for.

    Every set of wanted hexes is a number of bits, one each; there are few, so all orders in which they can be met are compared.
    """

    def __init__(
        self, ground: Ground, mover: int, halves: int, start: int, goal: int, closed: bytes | bytearray, wanted: list[int]
    ) -> None:
        self.never = halves + 1
        self.goal = goal
        self.bit = {space: 1 << number for number, space in enumerate(wanted)}
        self.to_goal = ground.costs_to(mover, halves, goal, start, closed)
        self.to_wanted = [ground.costs_to(mover, halves, space, start, closed) for space in wanted]
        self._onward: dict[tuple[int, int], int] = {}
        self._rest: dict[tuple[int, int], int] = {}
        self._wanted = wanted
        self._stops = [bool(closed[space]) for space in wanted]
        self._everything = (1 << len(wanted)) - 1
        self.most = len(wanted)
        """The most wanted hexes that one move can meet."""
        while self.most and self.rest(start, 0) > halves:
            self.most -= 1
            self._rest.clear()

    def onward(self, number: int, left: int) -> int:
        """The cost from a wanted hex by way of all those that are left, in the best order, to the goal."""
        if self._stops[number] and (left or self._wanted[number] != self.goal):
            return self.never
        found = self._onward.get((number, left))
        if found is None:
            found = self._by_way(self._wanted[number], left)
            self._onward[number, left] = found
        return found

    def _by_way(self, space: int, left: int) -> int:
        if not left:
            return self.to_goal.get(space, self.never)
        costs = (
            self.to_wanted[number].get(space, self.never) + self.onward(number, left & ~(1 << number))
            for number in range(len(self._wanted))
            if left >> number & 1
        )
        return min(self.never, *costs)

    def rest(self, space: int, met: int) -> int:
        """The cost from a hex to the goal if these wanted hexes have been met and as many as possible are to be."""
        found = self._rest.get((space, met))
        if found is None:
            missing, open_ = self.most - met.bit_count(), self._everything & ~met
            sets = (some for some in range(open_ + 1) if not some & ~open_ and some.bit_count() == missing)
            found = min((self._by_way(space, some) for some in sets), default=self.never)
            self._rest[space, met] = found
        return found
