"""Where Japanese units stand best: next to the Americans in cover, on what they want to take, and far in the south."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.boards.spreads import Levels
from beachhead.players.sergeant.olympic.country import CLEAR, Country
from beachhead.players.sergeant.olympic.field import Field
from beachhead.players.sergeant.olympic.strikes import strike_value

GUARDS: Final = 4
"""Units that stay far in the south, where each row counts."""
MARCH: Final = 60
"""Movement points from which units still come to the front."""
TOWARD: Final = 1.0
"""What a movement point on the way to the front is worth."""
CUT: Final = 4.0
"""What it is worth to cut off a unit."""
RING: Final = (0.0, 4.0, 2.0)
"""What it is worth to stand between the Americans and Kagoshima, by the distance from it."""
PIN: Final = 2.0
"""What it is worth to hold an American unit that nobody holds yet."""
CLOSE: Final = 4.0
"""How many times that near Kagoshima."""
BESIDE: Final = 2.0
"""What it is worth to be beside them at all."""
BARE: Final = 1.0
"""What it costs to stand there in the open."""
PREY: Final = 2.0
"""How much a strike counts that can be made at once."""
LIKING: Final = (2.0, 2.0, 1.5, 0.0)
"""How much a unit likes each kind of ground."""


class Stations:
    """Chooses a hex for each Japanese unit that can move."""

    def __init__(self, field: Field, reach: dict[int, int]) -> None:
        self.field = field
        self.country: Country = field.country
        self.reach = reach
        country = self.country
        self.us = field.us_mask & country.land_mask
        self.zone = country.around.step(self.us)
        self.taken = field.jp_mask | field.down_mask
        self.pinned = country.around.step(field.jp_mask)
        """Hexes in Japanese zones as the moves go on."""
        self.far = self._distances()
        self.march = self._marches()
        self.city = country.far_from(mask_of(country.kagoshima))
        self.guards = self._guards()
        self._flat: dict[int, float] = {}
        self._cuts: dict[int, float] = {}
        self.enemies = field.jp_mask | field.down_mask
        self.region = self._region(self.enemies)
        """Hexes in which Americans are in supply, as the moves go on."""
        self.claims = {space: len(units) for space, units in field.us.items()}
        """For each hex how many Americans nobody means to attack yet."""

    def _distances(self) -> list[int]:
        """For each hex the hexes to the nearest Americans on land."""
        country = self.country
        found = [99] * country.size
        ring, seen, step = self.us, 0, 0
        while ring and step < 40:
            for space in spaces_of(ring):
                found[space] = step
            seen |= ring
            ring = country.around.step(ring) & ~seen
            step += 1
        return found

    def _marches(self) -> list[int]:
        """For each hex the movement points to the nearest hex beside the Americans."""
        levels = Levels(self.country.costs, self.zone & ~self.us, self.us)
        found = [MARCH] * self.country.size
        for cost in range(MARCH):
            if not levels.deepen():
                break
            for space in spaces_of(levels.levels[-1]):
                found[space] = cost
        return found

    def _guards(self) -> set[int]:
        """The units farthest in the south that no American is near."""
        field, country = self.field, self.country
        floor = country.first_north - country.south_points // country.per_row
        found: list[tuple[int, int, int]] = []
        for space, units in field.jp.items():
            row = country.row[space]
            if row < country.first_north and self.far[space] > 1:
                found.append((max(row, floor), -min(self.far[space], 6), units[0]))
        found.sort()
        return {unit for _, _, unit in found[: max(1, min(GUARDS, len(self.field.jp) // 8))]}

    def _region(self, enemies: int) -> int:
        around = self.country.around
        blocked = enemies | (around.step(enemies) & ~self.us) | self.field.militia_mask
        return self.country.us_region(blocked, self.field.beach_mask)

    def cut(self, space: int) -> float:
        """Americans that would lose their supply if a unit stood there."""
        found = self._cuts.get(space)
        if found is None:
            gone = self.region & ~self._region(self.enemies | 1 << space) & self.us
            found = 0.0
            while gone:
                low = gone & -gone
                gone ^= low
                found += len(self.field.us[low.bit_length() - 1])
            self._cuts[space] = found
        return found

    def prey(self, unit: int, space: int) -> tuple[float, int]:
        """The best attack that a unit could make from a hex, and on which hex."""
        field = self.field
        best, choice = 0.0, -1
        if not field.supply[1] >> space & 1 and field.turn > 1:
            return best, choice
        for near in spaces_of(self.country.near_mask[space] & self.us):
            if self.claims[near] > 0:
                value = strike_value(field, unit, space, field.us[near][0], self.region)
                if value > best:
                    best, choice = value, near
        return best, choice

    def moves(self) -> list[tuple[int, int]]:
        """Who goes where, in order: those with the best posts in reach first."""
        field, country = self.field, self.country
        found: list[tuple[int, int]] = []
        waiting = [unit for unit in self.reach if self.reach[unit]]
        waiting.sort(key=self._order)
        for unit in waiting:
            start = field.looks[unit][0]
            mask = self.reach[unit]
            open_ = mask & ~self.taken
            alone = start >= 0 and len(field.jp[start]) == 1
            best, choice = -1e9, -1
            if alone:
                best, choice = self.value(unit, start) + 0.01, start
            for space in spaces_of(open_):
                value = self.value(unit, space)
                if value > best:
                    best, choice = value, space
            if choice >= 0 and choice != start:
                found.append((unit, choice))
                self.taken |= 1 << choice
                if alone:
                    self.taken &= ~(1 << start)
                else:
                    left = field.jp.get(start)
                    if left is not None and unit in left:
                        left.remove(unit)
                self.pinned |= country.near_mask[choice]
                if start >= 0 and alone:
                    self.enemies &= ~(1 << start)
                self.enemies |= 1 << choice
                if self.far[choice] <= 2:
                    self.region = self._region(self.enemies)
                    self._cuts = {}
            if choice >= 0 and self.far[choice] == 1:
                _, near = self.prey(unit, choice)
                if near >= 0:
                    self.claims[near] -= 1
        return found

    def _order(self, unit: int) -> tuple[int, int, int]:
        start = self.field.looks[unit][0]
        return (self.far[start] if start >= 0 else 98, -self.country.strength[unit], unit)

    def value(self, unit: int, space: int) -> float:
        """What a post is worth to a unit."""
        flat = self._flat.get(space)
        if flat is None:
            flat = self._flat[space] = self.flat(space)
        country = self.country
        far = self.far[space]
        value = flat
        if unit in self.guards:
            floor = country.first_north - country.south_points // country.per_row
            return LIKING[country.rank[space]] - 6.0 * max(0, country.row[space] - floor) + (2.0 * min(far, 4))
        if far == 1:
            # Next to the Americans: whoever is not yet held by a zone cannot move next turn.
            fresh = country.near_mask[space] & self.us & ~self.pinned
            value += BESIDE
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                stack = low.bit_length() - 1
                value += PIN * len(self.field.us[stack]) * (CLOSE if self.city[stack] <= 4 else 1.0)
            if country.rank[space] == CLEAR:
                value -= BARE
            value += PREY * self.prey(unit, space)[0]
        else:
            value = (value if far <= 3 else 0.3 * value) - TOWARD * self.march[space]
        if far <= 2:
            value += CUT * self.cut(space)
        return value + 0.1 * country.strength[unit] * flat

    def flat(self, space: int) -> float:
        """The part that is the same for all units."""
        field, country = self.field, self.country
        value = LIKING[country.rank[space]]
        bit = 1 << space
        if field.control_mask & bit:
            value += 1.0 * field.worth(space) + (100.0 if space in country.kagoshima else 0.0)
        elif field.beach_mask & bit:
            value += 30.0
        elif country.place_at[space] >= 0 and self.far[space] <= 6:
            value += (0.4 if self.far[space] <= 3 else 0.2) * field.worth(space)
        ring = self.city[space]
        if ring < len(RING) and self.far[space] <= 6:
            value += RING[ring]
        return value
