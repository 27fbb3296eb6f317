"""Moves: where a unit would like to be, what it costs to get there, and the next hexes on the way."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.dday.field import LAST_TURN, Field
from beachhead.players.sergeant.dday.island import CENTER, GUNS, LEFT, NECK, NORTH, RIGHT, SHORE, SPEAR, WEST

FAR: Final = 50.0
HORIZON: Final = 7.0
TURN: Final[dict[str, float]] = {
    NORTH: 4.0,
    CENTER: 1.6,
    LEFT: 1.4,
    RIGHT: 0.7,
    WEST: 2.0,
    NECK: 1.6,
    SHORE: 2.0,
    SPEAR: 4.0,
    GUNS: 2.0,
}
"""What a turn nearer to the goal is worth, in steps."""
WAKING: Final = 0.4
RISING: Final = 2.5
"""What it costs to wake a position, and to walk into an empty one."""


class Move(NamedTuple):
    """A move of one unit: the hexes it enters, what it is worth, and the steps that fire may cost on the way."""

    unit: int
    path: tuple[int, ...]
    worth: float
    risk: float


class March:
    """The moves of a moment."""

    def __init__(self, field: Field, kept: dict[tuple[str, int, int], list[float]]) -> None:
        self.field = field
        self.island = field.island
        self._kept = kept
        self._away: dict[str, list[float]] = {}

    # ------------------------------------------------------------------ the way

    def pace(self, place: int) -> float:
        """Turns that it takes to leave a hex for the next."""
        field = self.field
        if self.island.terraces >> place & 1 or field.intense >> place & 1:
            return 1.0
        return 0.65 if field.both >> place & 1 else 0.5

    def away(self, order: str) -> list[float]:
        """For each hex how many turns the goal of an order is away."""
        found = self._away.get(order)
        if found is None:
            key = order, self.field.turn, self.field.jp_mask
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = self.spread(self.goals(order))
            self._away[order] = found
        return found

    def goals(self, order: str) -> list[tuple[int, float]]:
        """Hexes next to positions that have to be taken; without any, where the order leads afterwards."""
        field, island = self.field, self.island
        found = []
        for position, handicap in island.targets.get(order, ()):
            place = island.position_hex[position]
            if field.jp_mask >> place & 1:
                found += [(near, handicap) for near in spaces_of(island.foot[place] & ~field.jp_mask)]
        if field.turn >= LAST_TURN and order in island.nightfall:
            return [(place, 0.0) for place in island.nightfall[order] if not field.jp_mask >> place & 1]
        if field.turn >= LAST_TURN - 1 and order in island.nightfall:
            found += [(place, 0.0) for place in island.afterwards[order] if not field.jp_mask >> place & 1]
        if not found:
            found = [(place, 0.0) for place in island.afterwards.get(order, ()) if not field.jp_mask >> place & 1]
        return found

    def spread(self, goals: list[tuple[int, float]]) -> list[float]:
        """Turns from every hex to the nearest of some, each with a handicap."""
        field, island = self.field, self.island
        found = [FAR] * island.land
        heap: list[tuple[float, int]] = []
        for place, cost in goals:
            if cost < found[place]:
                found[place] = cost
                heappush(heap, (cost, place))
        while heap:
            cost, place = heappop(heap)
            if cost > found[place] or cost > HORIZON:
                continue
            for near in island.near[place]:
                if field.jp_mask >> near & 1 or not island.foot[near] >> place & 1:
                    continue
                further = cost + self.pace(near) + (1.5 if island.position_mask >> place & 1 else 0.0)
                if further < found[near]:
                    found[near] = further
                    heappush(heap, (further, near))
        return found

    # ------------------------------------------------------------------ what a move is worth

    def stand(self, unit: int, place: int) -> float:
        """What it is worth to be in a hex at the end of the phase."""
        field, order = self.field, self.island.order[unit]
        worth = -TURN.get(order, 1.0) * self.away(order)[place]
        if not field.last:
            worth -= field.threat(place)
            if self.island.is_hq[unit] and field.intense >> place & 1:
                worth -= 0.1
        return worth

    def entry(self, place: int) -> float:
        """What it costs to walk into a hex, apart from fire."""
        field, island = self.field, self.island
        cost = WAKING * field.wakes(place) / 0.5
        position = island.position_at[place]
        if position >= 0 and not field.at.get(place):
            group = island.position_group[position]
            if not island.group_mask[group] & field.us_mask:
                cost += RISING
        return cost

    def best(self, unit: int, moves: int, steps: int, company: int = 1) -> Move | None:
        """The best move of a unit, if any is better than to stay. `moves` and `steps`: hexes that are offered next. So many units
        could share the fire on the way."""
        field, island = self.field, self.island
        place = field.where[unit]
        tank = island.is_tank[unit]
        ways = island.tracks if tank else island.foot
        stay = self.stand(unit, place)
        found: Move | None = None
        top = stay + 0.15
        sure = field.sure.get(place, 0)
        terrace = island.terraces >> place & 1
        leaving = 0.0 if tank and not field.hot_movers >> place & 1 else field.under_way(place) / company
        for first in spaces_of(moves):
            slow = bool(terrace or island.slow[place] >> first & 1)
            enters = self.entry(first)
            if field.room(first, unit):
                risk = leaving if sure >> first & 1 else 0.0
                if not slow and not steps >> first & 1 and not sure >> first & 1:
                    risk = leaving
                worth = self.stand(unit, first) - enters - risk
                if worth > top:
                    top, found = worth, Move(unit, (first,), worth, risk)
            if slow or self.stops(first):
                continue
            risk = leaving + (0.0 if tank else field.under_way(first) / company)
            for second in spaces_of(ways[first] & ~field.jp_mask & ~island.slow[first]):
                if second == place or not field.room(second, unit):
                    continue
                worth = self.stand(unit, second) - enters - self.entry(second) - risk
                if worth > top:
                    top, found = worth, Move(unit, (first, second), worth, risk)
        return found

    def stops(self, place: int) -> bool:
        """Whether a move ends in the first hex that it enters."""
        island = self.island
        return bool(island.stop_mask >> place & 1 or island.near_mask[place] & self.field.jp_mask)
