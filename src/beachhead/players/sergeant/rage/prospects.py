"""What areas are worth to the U.S. side, what it takes to storm them, and what that is likely to cost."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.rage.counter import Counter
from beachhead.players.sergeant.rage.guess import SHOT_EACH, Guess
from beachhead.players.sergeant.rage.odds import at_least
from beachhead.players.sergeant.rage.situation import Situation

BASE: Final = (3.5, 3.0, 2.5, 2.0, 1.5, 1.0)
"""What any area is worth, by turns left: three points in the end, the nearer it is the more so."""
AIRFIELD: Final = 1.6
"""What is added for an airfield, each turn."""
PAIR: Final = 0.6
"""What is added for a half of the double one, each turn."""
MOUNTAIN: Final = 1.5
FLAG: Final = 3.0
AHEAD: Final = 5
"""Turns that he thinks ahead."""
GUN: Final = 3.0
"""What is added for each gun there."""
OTHER: Final = 0.6
"""What is added for any other enemy."""
FOOTHOLD: Final = 6.0
"""What is added for a beach, on top of one for every unit that still has to land."""
BEACHHEADS: Final = 2
FIELD_ARMS: Final = ("marines", "artillery", "tank")
IN_THE_BOX: Final = 0
"""The flag has not been raised."""


class Prospects:
    """Values and chances by area, as they are now; each found when it is first asked for."""

    def __init__(self, now: Situation, blows: dict[int, float]) -> None:
        self.now = now
        self.island = now.island
        self._blows = blows
        self._guess: Guess | None = None
        self._beaches: list[int] | None = None
        self._values: list[float] | None = None
        self._ground: list[Counter] | None = None
        self._wanted: list[int] | None = None

    def ground(self) -> list[Counter]:
        """Our units that fight on the ground, on the map or off it."""
        found = self._ground
        if found is None:
            found = self._ground = [unit for unit in self.now.counters if unit.us and unit.arm in FIELD_ARMS]
        return found

    def wanted(self) -> list[int]:
        """Areas that are not ours, or not ours alone."""
        found, now = self._wanted, self.now
        if found is None:
            found = self._wanted = [area for area in self.island.all if not now.held[area] or now.jp[area]]
        return found

    def guess(self) -> Guess:
        """What may be hidden where."""
        found = self._guess
        if found is None:
            found = self._guess = Guess(self.now, self._blows)
        return found

    def beaches(self) -> list[int]:
        """Where we want our Beachheads."""
        found = self._beaches
        if found is None:
            ranked = sorted([(self._landing_place(beach), beach) for beach in self.island.beaches])
            found = self._beaches = [beach for _, beach in ranked[:BEACHHEADS]]
        return found

    def _landing_place(self, beach: int) -> int:
        """Ours before any other; then where the least fire can be met."""
        now = self.now
        shots = 0
        for unit in now.jp[beach]:
            shots += 2 * unit.assault
        ours = 100 * (beach in now.beachheads) + 20 * now.held[beach] + 5 * len(now.us[beach])
        return now.fire_on(beach) + shots - ours

    def values(self) -> list[float]:
        """What it would be worth to hold each area that is not ours."""
        found = self._values
        if found is None:
            flag: int = self.now.seat.known("flag")
            off = 0
            for unit in self.ground():
                if unit.waits():
                    off += 1
            found = self._values = [self._value(area, off, flag == IN_THE_BOX) for area in self.island.all]
        return found

    def _value(self, area: int, off: int, in_the_box: bool) -> float:
        now, island, left = self.now, self.island, self.now.turns_left
        gain = BASE[min(left, len(BASE)) - 1]
        if island.is_airfield[area]:
            gain += (AIRFIELD + (PAIR if area in island.pair else 0.0)) * min(left, AHEAD)
        if not now.held[area] and off and area in self.beaches():
            gain += FOOTHOLD + off
        if island.mountain[area]:
            gain += MOUNTAIN
        if area == island.flag and in_the_box:
            gain += FLAG
        enemies = 0.0
        for enemy in now.jp[area]:
            enemies += GUN if enemy.gun else OTHER
        gain += enemies
        return gain + GUN * len(self.guess().guns[area])

    def chance(self, area: int, dice: int) -> float:
        """The chance that a number of dice clear the area in one assault."""
        now, guess = self.now, self.guess()
        cover = guess.protection(now, area)
        seen = 0
        for unit in now.jp[area]:
            seen += unit.steps
        hidden = guess.units[area] * (0.3 if now.us[area] else 1.0)
        empty = max(0.0, 1 - hidden)
        clear = at_least(dice, cover + seen) if seen else 1.0
        return empty * clear + (1 - empty) * at_least(dice, cover + seen + 2)

    def cost(self, area: int, units: int) -> float:
        """Steps that the way in is likely to cost a number of units."""
        shots = sorted([unit.assault / 3 for unit in self.now.jp[area] if not unit.fired], reverse=True)[:units]
        return sum(shots) + min(units, self.guess().units[area]) * SHOT_EACH

    def exposed(self) -> set[int]:
        """Areas that a Japanese unit might walk into next."""
        now, island, hidden = self.now, self.island, self.guess().units
        found: set[int] = set()
        for area in island.all:
            seen = len(now.jp[area]) > 0
            if not seen and (now.held[area] or now.us[area] or hidden[area] <= 0.05):
                continue
            for other in island.near[area]:
                found.add(other)
                if seen and not now.us[other]:
                    found.update(island.near[other])
        return found
