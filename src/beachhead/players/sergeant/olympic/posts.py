"""Where Japanese units stand best: next to the Americans in cover, on what they want to take, and far in the south."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.olympic.country import CLEAR, Country
from beachhead.players.sergeant.olympic.field import Field

GUARDS: Final = 4
"""Units that stay far in the south, where each row counts."""
MARCH: Final = 16
"""Hexes from which units still come to the front."""
LIKING: Final = (3.0, 2.5, 2.0, 0.0)
"""How much a unit likes each kind of ground."""


class Posts:
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
        self.guards = self._guards()
        self._flat: dict[int, float] = {}

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
        return {unit for _, _, unit in found[:GUARDS]}

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
            value += 3.0 * fresh.bit_count() + 1.0
            if country.rank[space] == CLEAR:
                value -= 3.0
        elif far <= MARCH:
            value -= 0.8 * (far - 1)
        else:
            value -= 0.8 * MARCH
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
        return value
