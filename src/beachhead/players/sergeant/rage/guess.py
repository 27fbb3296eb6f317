"""What the U.S. sergeant makes of the map he cannot see: how many hidden units an area may hold, how many Caves, which guns.

Nothing in it is known: units that were seen to hide are where they hid or next door, and the rest is spread over the ground that
nobody has searched, more of it on ground that is worth holding.
"""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.rage.situation import CAVES, Situation

STEPS_EACH: Final = 1.7
"""Steps of an average hidden unit."""
SHOT_EACH: Final = 1.5
"""Steps its fire costs a unit that walks into it."""


class Guess:
    """Expected hidden units and Caves by area, and guns known to be in hiding."""

    def __init__(self, now: Situation, blows: dict[int, float]) -> None:
        island, seat = now.island, now.seat
        self.units: list[float] = [0.0] * island.size
        self.guns: list[list[int]] = [[] for _ in range(island.size)]
        """Guns that hid in each area and cannot have left it unseen."""
        unseen: int
        hid: list[tuple[int, int, int]]
        searched: list[int]
        unseen, hid, searched = seat.known("hidden")
        closed = [now.held[area] or len(now.us[area]) > 0 for area in island.all]
        loose = float(unseen)
        for number, area, turn in hid:
            if closed[area]:
                continue
            slow = island.is_slow[number]
            share = 1.0 if slow else max(0.3, 0.8 - 0.25 * (now.turn - turn))
            self.units[area] += share
            loose -= share
            if slow:
                self.guns[area].append(number)
        weights = [0.0 if closed[area] else _weight(now, area, searched[area]) for area in island.all]
        whole = sum(weights)
        if whole and loose > 0:
            for area in island.all:
                self.units[area] += loose * weights[area] / whole
        for area, points in blows.items():
            killed = min(self.units[area], points / (STEPS_EACH + 0.5))
            self.units[area] -= killed
        checked: list[int] = seat.known("caves checked")
        found: list[int] = seat.known("caves found")
        rest = max(0, CAVES - sum(found))
        open_areas = island.size - len(checked)
        each = min(2.0, rest / open_areas) if open_areas else 0.0
        self.caves: list[float] = [now.shown_caves(area) + (0.0 if area in checked else each) for area in island.all]

    def steps(self, area: int) -> float:
        """Hidden steps to be expected there."""
        return self.units[area] * STEPS_EACH

    def protection(self, now: Situation, area: int) -> int:
        """What ground and Caves are likely to take off our Hits."""
        return 0 if now.held[area] else now.island.value[area] + round(self.caves[area])


def _weight(now: Situation, area: int, searched: int) -> float:
    """How likely an area is to hide somebody; `searched` is the turn of the last search, 0 if there was none."""
    island = now.island
    weight = 1.0 + 0.4 * island.hill[area] + 0.6 * island.is_airfield[area]
    if now.turn > 1 and island.is_beach[area]:
        weight = 0.3
    elif island.value[area] == 1:
        weight = 0.6
    since = now.turn - searched if searched else 9
    return weight * (0.3 if since <= 1 else 0.6 if since <= 2 else 1.0)
