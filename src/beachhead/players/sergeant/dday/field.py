"""The position as the sergeant sees it: who stands where, who can act, and what fires into which hex."""

from __future__ import annotations

from typing import Any, Final

from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.island import BLACK, Island

ACTED: Final = 1
LOST: Final = -2
BOXES: Final = -10
"""As the game numbers them."""
STACK: Final = 4
COMPANIES: Final = 2
LAST_TURN: Final = 6
FIRES: Final = 0.5
"""How often a color is on a card."""
HOT: Final = 0.9
COOL: Final = 0.3
"""Steps that a hit costs in intense and steady fire, as far as one can tell beforehand."""
MOUNTAIN: Final = 3.0
"""Hits of Suribachi, which fires every turn at everybody in sight."""
NIGHT_KEY: Final = 4.0
NIGHT_OTHER: Final = 0.5
"""What it weighs more to wake a position on the last evening: one that must be empty then, or another."""


class Field:
    """One moment of the game. Nothing in it changes."""

    def __init__(self, seat: Seat, island: Island) -> None:
        self.seat = seat
        self.island = island
        self.turn: int = seat.known("turn")
        self.where: list[int] = seat.known("where")
        self.steps: list[int] = seat.known("steps")
        self.disrupted: list[int] = seat.known("disrupted")
        self.acted: list[int] = seat.known("acted")
        us, jp = seat.known("masks")
        self.us_mask: int = us
        self.jp_mask: int = jp
        self.at: dict[int, list[int]] = {}
        """US units by hex."""
        for unit, place in enumerate(self.where):
            if place >= 0:
                self.at.setdefault(place, []).append(unit)
        intense, both, stops = seat.known("fields")
        self.intense: int = intense
        self.both: int = both
        self.stops: int = stops
        hot, any_field = seat.known("moving fields")
        self.hot_movers: int = hot
        self.any_movers: int = any_field
        self.sure: dict[int, int] = seat.known("sure fire")
        self.groups: list[tuple[int, int, int, int]] = seat.known("groups")
        self.hits: list[int] = seat.known("hits")
        self.woken: list[int] = seat.known("woken")
        self.reserves: list[int] = seat.known("reserves")
        self.last: bool = self.turn >= LAST_TURN and island.d_day_only
        self.under_mountain: int = 0
        """Hexes that Suribachi sees well."""
        for group in island.mountain:
            self.under_mountain |= self.groups[group][0]
        self._threat: dict[int, float] = {}
        self._crowd: list[int] | None = None

    # ------------------------------------------------------------------ units

    def is_able(self, unit: int) -> bool:
        """Whether a unit can still act."""
        return self.where[unit] >= 0 and not self.disrupted[unit] and not self.acted[unit] & ACTED

    def room(self, place: int, unit: int) -> bool:
        """Whether a unit fits into a hex without disrupting anybody."""
        here = [other for other in self.at.get(place, ()) if other != unit]
        rifles = sum(1 for other in here if self.island.is_rifle[other]) + self.island.is_rifle[unit]
        excess = max(len(here) + 1 - STACK, rifles - COMPANIES)
        if excess <= 0:
            return True
        return sum(1 for other in (*here, unit) if self.disrupted[other]) >= excess

    # ------------------------------------------------------------------ fire

    def is_manned(self, group: int) -> bool:
        """Whether Japanese are in a position group."""
        return bool(self.island.group_mask[group] & self.jp_mask)

    def crowd(self) -> list[int]:
        """By group: US units in its field."""
        if self._crowd is None:
            self._crowd = [0] * len(self.groups)
            for group, (_, _, hot, cool) in enumerate(self.groups):
                if self.hits[group]:
                    mask = (hot | cool) & self.us_mask
                    while mask:
                        low = mask & -mask
                        self._crowd[group] += len(self.at[low.bit_length() - 1])
                        mask ^= low
        return self._crowd

    def threat(self, place: int) -> float:
        """Steps that one more unit in a hex may cost in the next Fire Phase; a group that has targets enough hits no oftener."""
        found = self._threat.get(place)
        if found is None:
            found, crowd = 0.0, self.crowd()
            for group, (_, _, hot, cool) in enumerate(self.groups):
                hits = self.hits[group]
                if not hits or not (hot | cool) >> place & 1:
                    continue
                cost = HOT if hot >> place & 1 else COOL
                often = 1.0 if self.island.group_color[group] == BLACK else FIRES
                others = crowd[group] - (1 if self.us_mask >> place & 1 else 0)
                if group in self.island.mountain:
                    found += MOUNTAIN * cost
                    continue
                found += cost * often * (hits if others < hits else 0.35 * hits) * (1.0 if others < 1 else 0.6)
            self._threat[place] = found
        return found

    def under_way(self, place: int) -> float:
        """Steps that a single unit may lose when it leaves a hex on a longer move."""
        found = 0.0
        if not self.any_movers >> place & 1:
            return found
        for hot, cool, _, _ in self.groups:
            if (hot | cool) >> place & 1:
                found += FIRES * (1.0 if hot >> place & 1 else COOL)
        return found

    def wakes(self, place: int) -> float:
        """Groups that a unit moving into a hex may wake."""
        found = 0.0
        for group, (_, _, hot, _) in enumerate(self.groups):
            if not hot >> place & 1 or self.woken[group] or self.is_manned(group):
                continue
            if self.reserves[self.island.group_sector[group] - 1] > 0:
                found += FIRES
                if self.last:
                    found += NIGHT_KEY if group in self.island.key_groups else NIGHT_OTHER
        return found

    def purposes(self) -> set[int]:
        """What has not been reached yet: 1 Suribachi, 2 the airfield, 3 sector 3."""
        cut, _, held = self.seat.known("goals")
        island = self.island
        found = set() if cut else {1}
        if not any(island.on_airfield[position] for position in held):
            found.add(2)
        if all(island.on_airfield[position] for position in held):
            found.add(3)
        return found

    def garrison(self) -> dict[int, Any]:
        """What may be in the positions next to US units."""
        found: dict[int, Any] = self.seat.known("garrison")
        return found
