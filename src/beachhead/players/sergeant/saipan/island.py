"""The map and the counters as the sergeant carries them in his head: neighbours, going, ways of retreat, a turn's march.

They are read from the game's own description of its board and counters, so an owner's map is as good as ours. Hexes are the
numbers that actions use; sets of hexes are bits of one number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from beachhead.boards.hexes import HexGrid, mask_of, spaces_of
from beachhead.engine.action import SPACE
from beachhead.engine.ruleset import Ruleset
from beachhead.players.sergeant.saipan.counter import ARMOUR, FOOT, Counter

HALVES: Final = {"clear": 2, "broken": 4, "town": 4, "rough": 6, "jungle": 6}
"""Half movement points a hex costs, as a rule of thumb; what a unit of ours may really reach is what the game offers."""
COLUMNS: Final = {"rough": 3, "broken": 2, "town": 2, "jungle": 1}
"""How many columns of the results table the ground is worth to the defender."""
OPEN_TO_ARMOUR: Final = ("clear", "town")
SEA: Final = "sea"
ROAD_HALVES: Final = 1
TRAIL_HALVES: Final = 2
RIVER_HALVES: Final = 4
NEVER: Final = 255
DEEP: Final = 3
"""No result drives a unit farther than this."""

Fan = list[tuple[int, int]]
"""Hexes as single bits, each with the hexes to which a retreat continues from it."""


class Island:
    """The board of one match, with tables filled as they are needed."""

    def __init__(
        self,
        board: dict[str, Any],
        names: Iterable[str],
        schedule: Iterable[dict[str, Any]] = (),
        printed: Iterable[dict[str, Any]] = (),
    ) -> None:
        grid = HexGrid(board["lines"], board["positions"], shifted=board["shifted"])
        self.names = tuple(names)
        self.index = {name: space for space, name in enumerate(self.names)}
        terrain = board["terrain"]
        self.kind = tuple(terrain.get(name, SEA) for name in self.names)
        self.neighbours: list[list[int]] = [
            [self.index[grid.names[near]] for near in grid.neighbours[grid.space(name)]] for name in self.names
        ]
        self.around: list[int] = [mask_of(near) for near in self.neighbours]
        self.columns: list[int] = [COLUMNS.get(kind, 0) for kind in self.kind]
        self.land: int = mask_of(space for space, kind in enumerate(self.kind) if kind != SEA)
        self.beaches: list[int] = sorted(self.index[name] for name in board["beaches"])
        self.rivers = self._sides(board["hexsides"].get("river", ()))
        self._cliffs = self._sides(board["hexsides"].get("cliff", ()))
        self._roads = self._sides(board["routes"].get("road", ()))
        self._trails = self._sides(board["routes"].get("trail", ()))
        self._steps: list[list[list[tuple[int, int]]]] = [
            [self._steps_from(mover, space) for space in range(len(self.names))] for mover in (FOOT, ARMOUR)
        ]
        self.open: list[list[int]] = [[mask_of(near for near, _ in steps) for steps in table] for table in self._steps]
        """For each mover and hex the hexes it may step into, as bits."""
        self._support: dict[tuple[str, int], int] = {
            (side, entry["turn"]): points for entry in schedule for side, points in entry["support"].items()
        }
        self._grid = grid
        self._rows: dict[int, list[int]] = {}
        self._within: dict[tuple[int, int], int] = {}
        self._fans: dict[tuple[int, int], tuple[Fan, Fan]] = {}
        self._costs: dict[tuple[int, int], list[int]] = {}
        self._strikes: dict[tuple[int, int, int], list[bool]] = {}
        self._covered: dict[tuple[int, int, int], int] = {}
        self.printed: list[dict[str, Any]] = list(printed)
        self.units: dict[str, list[int]] = {side: [] for side in ("us", "jp")}
        """The numbers of each side's units."""
        for number, facts in enumerate(self.printed):
            self.units[facts["side"]].append(number)
        self._counters: list[dict[int, Counter]] = [{} for _ in self.printed]

    @classmethod
    def of(cls, ruleset: Ruleset) -> Island:
        """The island of a match; drawn once for all players of the same ruleset."""
        return ruleset.remembered(__name__, _draw)

    def support(self, side: str, turn: int) -> int:
        """The support points that a side has in each combat phase of a turn."""
        return self._support.get((side, turn), 0)

    def counter(self, number: int, space: int, storms: int) -> Counter:
        """A unit in a place: always the same object, since a unit is asked about again and again."""
        kept = self._counters[number]
        key = space << 12 | storms + 1
        found = kept.get(key)
        if found is None:
            found = kept[key] = Counter(number, self.printed[number], space, storms)
        return found

    def _sides(self, pairs: Iterable[Iterable[str]]) -> set[tuple[int, int]]:
        found: set[tuple[int, int]] = set()
        for first, second in pairs:
            found |= {(self.index[first], self.index[second]), (self.index[second], self.index[first])}
        return found

    def _steps_from(self, mover: int, space: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
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
        return found

    # ------------------------------------------------------------------ distances

    def distances(self, space: int) -> list[int]:
        """Hexes from one hex to each other."""
        row = self._rows.get(space)
        if row is None:
            natural, grid = self._grid.distances(self._grid.space(self.names[space])), self._grid
            row = self._rows[space] = [natural[grid.space(name)] for name in self.names]
        return row

    def within(self, space: int, hexes: int) -> int:
        """The hexes at most that far away, as bits."""
        found = self._within.get((space, hexes))
        if found is None:
            row = self.distances(space)
            found = self._within[space, hexes] = mask_of(other for other, far in enumerate(row) if far <= hexes)
        return found

    def costs(self, mover: int, start: int) -> list[int]:
        """Half points from a hex to every hex on an empty map, 255 if there is no way."""
        found = self._costs.get((mover, start))
        if found is None:
            found = self._costs[mover, start] = self._spread(mover, start)
        return found

    def _spread(self, mover: int, start: int) -> list[int]:
        found = [NEVER] * len(self.names)
        found[start] = 0
        waiting: list[list[int]] = [[] for _ in range(NEVER)]
        waiting[0].append(start)
        steps = self._steps[mover]
        for spent in range(NEVER):
            for space in waiting[spent]:
                if found[space] == spent:
                    for near, halves in steps[space]:
                        if spent + halves < found[near]:
                            found[near] = spent + halves
                            waiting[spent + halves].append(near)
        return found

    def strikes(self, mover: int, halves: int, start: int) -> list[bool]:
        """For each hex whether a unit could be next to it after one move on an empty map."""
        key = (mover, halves, start)
        found = self._strikes.get(key)
        if found is None:
            row = self.costs(mover, start)
            found = [False] * len(row)
            for space, halves_spent in enumerate(row):
                if halves_spent <= halves and self.land >> space & 1:
                    for near in self.neighbours[space]:
                        found[near] = True
            self._strikes[key] = found
        return found

    def beaches_in_march(self, mover: int, halves: int, start: int) -> int:
        """How many beaches a unit can march to in a turn, on an empty map."""
        key = (mover, halves, start)
        found = self._covered.get(key)
        if found is None:
            row = self.costs(mover, start)
            found = 0
            for beach in self.beaches:
                if row[beach] <= halves:
                    found += 1
            self._covered[key] = found
        return found

    # ------------------------------------------------------------------ retreats

    def _fan(self, mover: int, space: int) -> tuple[Fan, Fan]:
        """Where the first step of a retreat may lead, and where it continues; and the same for the second step (7.7)."""
        found = self._fans.get((mover, space))
        if found is None:
            row, table = self.distances(space), self.open[mover]
            rings = [mask_of(other for other, far in enumerate(row) if far == hexes) for hexes in range(DEEP + 1)]
            first = [(1 << near, table[near] & rings[2]) for near in spaces_of(table[space])]
            second = [(1 << near, table[near] & rings[3]) for near in spaces_of(rings[2])]
            found = self._fans[mover, space] = (first, [(bit, onward) for bit, onward in second if onward])
        return found

    def way_out(self, mover: int, space: int, closed: int) -> int:
        """How many hexes, up to three, a unit can retreat when these hexes are closed to it (7.7): each step leads away."""
        first, second = self._fan(mover, space)
        able, reached = False, 0
        for bit, onward in first:
            if not closed & bit:
                able = True
                reached |= onward
        reached &= ~closed
        if not reached:
            return 1 if able else 0
        for bit, onward in second:
            if reached & bit and onward & ~closed:
                return DEEP
        return 2


def _draw(ruleset: Ruleset) -> Island:
    game = ruleset.game
    return Island(game.board(ruleset), ruleset.names[SPACE].full, game.schedule(ruleset), game.counters(ruleset))
