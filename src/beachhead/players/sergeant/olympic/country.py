"""The map and the tables as the sergeant carries them in his head: cover, places with their worth, and the odds of a fight."""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.spreads import CostSpread, Spread
from beachhead.engine.ruleset import Ruleset

LOWEST: Final = -2
"""The worst differential at which an attack can be made."""
ROUGH: Final = 0
CITY: Final = 1
TOWN: Final = 2
CLEAR: Final = 3
"""Ranks of terrain: the lower, the better the cover."""
FAR: Final = 99
LEG: Final = 6
"""Movement points of the first leg of a supply path."""
TOP: Final = 30
"""Differentials above this one are all alike."""


class Odds:
    """What a fight may bring, over all dice."""

    __slots__ = ("cost", "exchange", "fails", "kill", "ruin", "win")

    def __init__(self, win: float, kill: float, exchange: float, fails: float, ruin: float, cost: float) -> None:
        self.win = win
        """The defender goes, one way or another."""
        self.kill = kill
        """He goes for good wherever he stands."""
        self.exchange = exchange
        """And takes attackers with him."""
        self.fails = fails
        """The attacker goes back."""
        self.ruin = ruin
        """The attacker is lost."""
        self.cost = cost
        """Casualty Points for each U.S. unit in it."""


class Country:
    """What never changes in a match, in flat lists by the numbers that actions use."""

    def __init__(self, ruleset: Any) -> None:
        ground = ruleset.ground
        self.names: list[str] = list(ground.names)
        self.size: int = ground.size
        self.near: list[list[int]] = [list(row) for row in ground.near]
        self.near_mask: list[int] = list(ground.near_mask)
        self.rank: list[int] = list(ground.rank)
        self.cover: list[int] = list(ground.defence)
        self.row: list[int] = list(ground.row)
        self.distances: Any = ground.grid.distances
        self.neighbours: list[list[int]] = [list(row) for row in ground.grid.neighbours]
        self.around: Spread = ground.around
        self.costs: CostSpread = ground.costs
        self.beach_links: Spread = ground.beach_links
        self.us_links: Spread = ground.us_links
        self.land_mask: int = ground.land_mask
        self.north_mask: int = ground.north_mask
        self.net_mask: int = ground.net_mask
        self.city_mask: int = ground.city_mask
        self.place_mask: int = ground.place_mask
        self.place_at: list[int] = list(ground.place_at)
        self.places: list[int] = list(ground.places)
        self.militia: list[int] = list(ground.militia)
        self.kagoshima: list[int] = [self.places[number] for number in ground.kagoshima]
        self.first_north: int = ground.board.north_row
        self.zone_names: list[str] = list(ground.zone_names)
        self.zone_hexes: list[list[int]] = [list(zone.hexes) for zone in ground.board.zones]
        self.zone_mask: int = ground.zone_mask
        self.coast_of: dict[int, list[int]] = {sea: list(coast) for sea, coast in ground.coast_of.items()}
        self.beside: dict[int, list[int]] = {coast: list(zones) for coast, zones in ground.zones_beside.items()}
        self.us_count: int = ruleset.us_count
        self.strength: list[int] = list(ruleset.strength)
        self.is_coastal: list[bool] = list(ruleset.is_coastal)
        self.kind_strength: list[int] = [0, 0, *(int(values.split("-")[0]) for values in ruleset.kind_values[2:])]
        """By kind of face-down counter; a dummy has none."""
        components = ruleset.components
        self.town_points: int = components.town_points
        self.city_points: int = components.city_points
        self.kagoshima_points: int = components.kagoshima_points
        self.per_row: int = components.per_row
        self.south_points: int = components.south
        self.track4: list[int] = list(components.track4)
        self.double_with_terrain: bool = bool(ruleset.double_with_terrain)
        self._columns: list[tuple[int, int]] = [(low, high) for low, high in components.columns]
        self._results: list[list[tuple[str, int, int]]] = [list(row) for row in components.results]
        self._far: dict[int, list[int]] = {}
        self._odds: dict[tuple[int, int, bool], Odds] = {}
        self._strikes: dict[int, Odds] = {}

    @classmethod
    def of(cls, ruleset: Ruleset) -> Country:
        """The country of a match; read once for all players of the same ruleset."""
        return ruleset.remembered(__name__, Country)

    def far_from(self, goals: int) -> list[int]:
        """For each hex how many hexes over land it is from some; worked out once for each set of goals."""
        found = self._far.get(goals)
        if found is None:
            found = self._far[goals] = [FAR] * self.size
            ring, seen, step = goals, 0, 0
            while ring:
                for space in spaces_of(ring):
                    found[space] = step
                seen |= ring
                ring = self.around.step(ring) & ~seen
                step += 1
        return found

    def us_region(self, blocked: int, beaches: int) -> int:
        """Hexes in which a U.S. unit would be in supply if some hexes were blocked (12.12)."""
        open_ = self.net_mask & ~blocked
        sources = beaches & ~blocked
        if not sources:
            return beaches
        start = sources | (self.beach_links.step(sources) & open_)
        network = self.us_links.flood(start, open_ | sources)
        return self.costs.near(network, blocked, LEG) | beaches

    def column(self, differential: int) -> int:
        """The column of the Combat Results Table, or -1 below it."""
        if differential < self._columns[0][0]:
            return -1
        for number, (_, high) in enumerate(self._columns):
            if differential <= high:
                return number
        return len(self._columns) - 1

    def militia_values(self, base: int, supplied: bool) -> list[int]:
        """The strength of a militia by its die."""
        factor = 2 if supplied else 1
        return [(base * die * factor + 3) // 4 for die in self.track4]

    def odds(self, differential: int, base: int, supplied: bool) -> Odds:
        """A U.S. attack at a differential before militia, on a militia of this strength (0: none)."""
        key = (min(differential, TOP), base, supplied)
        found = self._odds.get(key)
        if found is None:
            found = self._odds[key] = self._work_out(key[0], self.militia_values(base, supplied) if base else [0])
        return found

    def _work_out(self, differential: int, militia: list[int]) -> Odds:
        win = kill = exchange = fails = ruin = cost = 0.0
        for guard in militia:
            column = self.column(differential - guard)
            if column < 0:
                continue
            share = 1.0 / (len(militia) * len(self._results))
            for row in self._results:
                result, price, _ = row[column]
                cost += share * price
                if result == "Dr":
                    win += share
                elif result == "De":
                    win += share
                    kill += share
                elif result == "Ex":
                    win += share
                    kill += share
                    exchange += share
                elif result == "Ar":
                    fails += share
                else:
                    ruin += share
        return Odds(win, kill, exchange, fails, ruin, cost)

    def strike(self, strength: int, defense: int) -> Odds:
        """A Japanese attack on one U.S. unit: `win` is the attacker's, `kill` the U.S. unit's end, `ruin` his own."""
        key = strength * 100 + defense
        found = self._strikes.get(key)
        if found is not None:
            return found
        win = kill = exchange = fails = ruin = cost = 0.0
        share = 1.0 / len(self._results)
        for die, row in enumerate(self._results, 1):
            column = self.column((2 * strength if die == 6 else strength) - defense)
            if column < 0:
                continue
            result, _, price = row[column]
            cost += share * price
            if result in ("De", "Ex"):
                kill += share
            if result in ("Dr", "De"):
                win += share
            if die == 6 or result in ("Ae", "Ex"):
                ruin += share
            elif result == "Ar":
                fails += share
        found = self._strikes[key] = Odds(win, kill, exchange, fails, ruin, cost)
        return found
