"""The map as the sergeant carries it in his head: neighbours, going, ways of retreat and how far a unit gets in a turn.

It is read from the game's own description of its board, so an owner's map is as good as ours. Hexes are the numbers that
actions use; sets of hexes are bits of one number.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any

from beachhead.boards.hexes import HexGrid, mask_of, spaces_of
from beachhead.engine.action import SPACE
from beachhead.engine.ruleset import Ruleset

FOOT, ARMOUR = 0, 1
HALVES = {"clear": 2, "broken": 4, "town": 4, "rough": 6, "jungle": 6}
"""Half movement points a hex costs, as a rule of thumb; what a unit of ours may really reach is what the game offers."""
COLUMNS = {"rough": 3, "broken": 2, "town": 2, "jungle": 1}
"""How many columns of the results table the ground is worth to the defender."""
OPEN_TO_ARMOUR = ("clear", "town")
SEA = "sea"
ROAD_HALVES, TRAIL_HALVES, RIVER_HALVES = 1, 2, 4
NEVER = 255
DEEP = 3
"""No result drives a unit farther than this."""

_KNOWN: weakref.WeakKeyDictionary[Ruleset, Island] = weakref.WeakKeyDictionary()


class Island:
    """The board of one match, with tables filled as they are needed."""

    def __init__(self, board: dict[str, Any], names: Iterable[str], schedule: Iterable[dict[str, Any]] = ()) -> None:
        grid = HexGrid(board["lines"], board["positions"], shifted=board["shifted"])
        self.names = tuple(names)
        self.index = {name: space for space, name in enumerate(self.names)}
        terrain = board["terrain"]
        self.kind = tuple(terrain.get(name, SEA) for name in self.names)
        self.neighbours = tuple(
            tuple(self.index[grid.names[near]] for near in grid.neighbours[grid.space(name)]) for name in self.names
        )
        self.around = tuple(mask_of(near) for near in self.neighbours)
        self.columns = tuple(COLUMNS.get(kind, 0) for kind in self.kind)
        self.land = mask_of(space for space, kind in enumerate(self.kind) if kind != SEA)
        self.beaches = tuple(sorted(self.index[name] for name in board["beaches"]))
        self.rivers = self._sides(board["hexsides"].get("river", ()))
        self._cliffs = self._sides(board["hexsides"].get("cliff", ()))
        self._roads = self._sides(board["routes"].get("road", ()))
        self._trails = self._sides(board["routes"].get("trail", ()))
        self._steps = tuple(tuple(self._steps_from(mover, space) for space in range(len(self.names))) for mover in (FOOT, ARMOUR))
        self.open = tuple(tuple(mask_of(near for near, _ in steps) for steps in table) for table in self._steps)
        """For each mover and hex the hexes it may step into, as bits."""
        self._support = {entry["turn"]: entry["support"] for entry in schedule}
        self._grid = grid
        self._rows: dict[int, tuple[int, ...]] = {}
        self._rings: dict[int, tuple[int, ...]] = {}
        self._costs: dict[tuple[int, int], bytearray] = {}
        self._strikes: dict[tuple[int, int, int], int] = {}

    @classmethod
    def of(cls, ruleset: Ruleset) -> Island:
        """The island of a match; drawn once for all players of the same setup."""
        found = _KNOWN.get(ruleset)
        if found is None:
            found = _KNOWN[ruleset] = cls(ruleset.game.board(ruleset), ruleset.names[SPACE].full, ruleset.game.schedule(ruleset))
        return found

    def support(self, side: str, turn: int) -> int:
        """The support points that a side has in each combat phase of a turn."""
        return int(self._support.get(turn, {}).get(side, 0))

    def _sides(self, pairs: Iterable[Iterable[str]]) -> frozenset[tuple[int, int]]:
        found = set()
        for first, second in pairs:
            found |= {(self.index[first], self.index[second]), (self.index[second], self.index[first])}
        return frozenset(found)

    def _steps_from(self, mover: int, space: int) -> tuple[tuple[int, int], ...]:
        found = []
        for near in self.neighbours[space]:
            side, kind = (space, near), self.kind[near]
            if kind == SEA or side in self._cliffs:
                continue
            if side in self._roads:
                found.append((near, ROAD_HALVES))
            elif side in self._trails:
                found.append((near, TRAIL_HALVES))
            elif mover == FOOT or kind in OPEN_TO_ARMOUR:
                found.append((near, HALVES.get(kind, 4) + (RIVER_HALVES if side in self.rivers else 0)))
        return tuple(found)

    # ------------------------------------------------------------------ distances

    def distances(self, space: int) -> tuple[int, ...]:
        """Hexes from one hex to each other."""
        row = self._rows.get(space)
        if row is None:
            natural, grid = self._grid.distances(self._grid.space(self.names[space])), self._grid
            row = self._rows[space] = tuple(natural[grid.space(name)] for name in self.names)
        return row

    def rings(self, space: int) -> tuple[int, ...]:
        """The hexes exactly 0, 1, 2 and 3 away, as bits."""
        found = self._rings.get(space)
        if found is None:
            row = self.distances(space)
            rings = [0] * (DEEP + 1)
            for other, far in enumerate(row):
                if far <= DEEP:
                    rings[far] |= 1 << other
            found = self._rings[space] = tuple(rings)
        return found

    def costs(self, mover: int, start: int) -> bytearray:
        """Half points from a hex to every hex on an empty map, 255 if there is no way."""
        found = self._costs.get((mover, start))
        if found is None:
            found = self._costs[mover, start] = self.spread(mover, [start])
        return found

    def spread(self, mover: int, starts: Iterable[int]) -> bytearray:
        """Half points from the nearest of several hexes to every hex."""
        found = bytearray([NEVER]) * len(self.names)
        waiting: list[list[int]] = [[] for _ in range(NEVER)]
        for start in starts:
            found[start] = 0
            waiting[0].append(start)
        for spent, spaces in enumerate(waiting):
            for space in spaces:
                if found[space] == spent:
                    for near, halves in self._steps[mover][space]:
                        if spent + halves < found[near]:
                            found[near] = spent + halves
                            waiting[spent + halves].append(near)
        return found

    def strikes(self, mover: int, halves: int, start: int) -> int:
        """The hexes that a unit could be next to after one move on an empty map, as bits."""
        key = (mover, halves, start)
        found = self._strikes.get(key)
        if found is None:
            row = self.costs(mover, start)
            found = 0
            for space in spaces_of(self.land):
                if row[space] <= halves:
                    found |= self.around[space]
            self._strikes[key] = found
        return found

    # ------------------------------------------------------------------ retreats

    def way_out(self, mover: int, space: int, closed: int) -> int:
        """How many hexes, up to three, a unit can retreat when these hexes are closed to it (7.7): each step leads away."""
        rings, table = self.rings(space), self.open[mover]
        reached = table[space] & ~closed
        if not reached:
            return 0
        for length in (1, 2):
            onward = 0
            for near in spaces_of(reached):
                onward |= table[near]
            reached = onward & rings[length + 1] & ~closed
            if not reached:
                return length
        return DEEP
