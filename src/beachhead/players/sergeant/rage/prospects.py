"""What areas are worth to the U.S. side, what it takes to storm them, and what that is likely to cost."""

from __future__ import annotations

from beachhead.players.sergeant.rage.guess import SHOT_EACH, Guess
from beachhead.players.sergeant.rage.odds import at_least
from beachhead.players.sergeant.rage.situation import Situation

BASE = (3.5, 3.0, 2.5, 2.0, 1.5, 1.0)
"""What any area is worth, by turns left: three points in the end, the nearer it is the more so."""
AIRFIELD, PAIR, MOUNTAIN, FLAG = 1.6, 0.6, 1.5, 3.0
"""What is added for an airfield and for a half of the double one, each turn; for a Mountain; for the flag."""
AHEAD = 5
"""Turns that he thinks ahead."""
GUN, OTHER = 3.0, 0.6
"""What is added for each gun there, and for any other enemy."""
FOOTHOLD = 6.0
"""What is added for a beach, on top of one for every unit that still has to land."""
BEACHHEADS = 2


class Prospects:
    """Values and chances by area, as they are now."""

    def __init__(self, now: Situation, guess: Guess) -> None:
        self.now = now
        self.guess = guess
        self.island = now.island
        ground = ("marines", "artillery", "tank")
        self.ground = [unit for unit in now.of_side(True) if unit.arm in ground]
        self.beaches = sorted(self.island.beaches, key=self._landing_place)[:BEACHHEADS]
        """Where we want our Beachheads."""
        self.wanted = [area for area in self.island.all if not now.held[area] or now.jp[area]]
        """Areas that are not ours, or not ours alone."""
        self.values = [self._value(area) for area in self.island.all]

    def _landing_place(self, beach: int) -> tuple[float, int]:
        """Ours before any other; then where the least fire can be met."""
        now = self.now
        shots = sum(2 * unit.assault for unit in now.jp[beach])
        ours = 100 * (beach in now.beachheads) + 20 * now.held[beach] + 5 * len(now.us[beach])
        return (now.fire_on(beach) + shots - ours, beach)

    def _value(self, area: int) -> float:
        """What it would be worth to hold an area that is not ours."""
        now, island, left = self.now, self.island, self.now.turns_left
        gain = BASE[min(left, len(BASE)) - 1]
        if area in island.airfields:
            gain += (AIRFIELD + (PAIR if area in island.pair else 0.0)) * min(left, AHEAD)
        if area in self.beaches and not now.held[area]:
            off = sum(unit.place in ("landing area", "reserve") for unit in self.ground)
            gain += FOOTHOLD + off if off else 0.0
        if island.mountain[area]:
            gain += MOUNTAIN
        if area == island.flag and now.view["flag"] == "box":
            gain += FLAG
        gain += sum(GUN if enemy.gun else OTHER for enemy in now.jp[area])
        return gain + GUN * len(self.guess.guns[area])

    def chance(self, area: int, dice: int) -> float:
        """The chance that a number of dice clear the area in one assault."""
        now = self.now
        cover = self.guess.protection(now, area)
        seen = sum(unit.steps for unit in now.jp[area])
        hidden = self.guess.units[area] * (0.3 if now.us[area] else 1.0)
        empty = max(0.0, 1 - hidden)
        clear = at_least(dice, cover + seen) if seen else 1.0
        return empty * clear + (1 - empty) * at_least(dice, cover + seen + 2)

    def cost(self, area: int, units: int) -> float:
        """Steps that the way in is likely to cost a number of units."""
        shots = sorted((unit.assault / 3 for unit in self.now.jp[area] if not unit.fired), reverse=True)[:units]
        return sum(shots) + min(units, self.guess.units[area]) * SHOT_EACH

    def exposed(self) -> set[int]:
        """Areas that a Japanese unit might walk into next."""
        now, island = self.now, self.island
        found: set[int] = set()
        for area in island.all:
            lurking = not now.held[area] and not now.us[area] and self.guess.units[area] > 0.05
            if not (now.jp[area] or lurking):
                continue
            for other in island.near[area]:
                found.add(other)
                if now.jp[area] and not now.us[other]:
                    found.update(island.near[other])
        return found
