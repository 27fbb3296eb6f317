"""Japanese movement: one to three units a turn. Walk in where nobody stands guard, go under cover, close up to the front."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.options import Options
from beachhead.players.sergeant.rage.counter import Counter
from beachhead.players.sergeant.rage.situation import Situation

HIDE: Final = {
    "hq": 2.5,
    "artillery": 2.2,
    "mortar": 2.0,
    "rocket_artillery": 1.5,
    "machine_gun": 1.0,
    "infantry": 0.8,
    "tank": 0.6,
}
"""What going under cover is worth."""
RAID: Final = 2.0
"""What an unguarded area is worth, its marker apart."""
JOIN: Final = 0.9
"""What it is worth to join a fight."""
CLOSE_UP: Final = 0.5
"""What it is worth to move up to the front."""
LEAVE: Final = 1.0
"""What it costs to leave ground by the front to nobody."""
KEPT_BACK: Final = ("hq", "mortar", "artillery", "rocket_artillery")
"""Arms that had better stay where they are."""


class Raids:
    """Values of areas for units that move."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        island = now.island
        off = 0
        for unit in now.counters:
            if unit.us and unit.waits():
                off += 1
        self.beachhead = 1.0 + 0.4 * off
        front = [now.held[area] or len(now.us[area]) > 0 for area in island.all]
        self.near_front: list[bool] = []
        for area in island.all:
            near = front[area]
            for other in island.near[area]:
                near = near or front[other]
            self.near_front.append(near)

    def prize(self, area: int) -> float:
        """What walking into an unguarded area brings."""
        now = self.now
        gain = 3.0 if now.turns_left == 1 else RAID
        if area in now.airfields:
            gain += 1.5 * now.marker_value(area)
        elif now.island.is_airfield[area]:
            gain += 1.0
        if area in now.beachheads and now.turns_left > 1:
            gain += self.beachhead
        return gain

    def stay(self, unit: Counter) -> float:
        """What a unit is worth where it stands."""
        now, area = self.now, unit.area
        alone = True
        for other in now.jp[area]:
            if other is not unit:
                alone = False
                break
        if now.us[area]:
            return JOIN + (0.8 if now.island.is_airfield[area] else 0.0) + (1.0 if alone else 0.0)
        if self.near_front[area]:
            return LEAVE if alone else 0.3
        return 0.1

    def go(self, unit: Counter, area: int) -> float:
        """What it would be worth there."""
        now = self.now
        airfield = now.island.is_airfield[area]
        if now.us[area]:
            if not now.jp[area] and now.held[area]:
                return -1.0
            return JOIN * unit.assault / 3 + (0.8 if airfield else 0.0) - (1.0 if now.held[area] else 0.0)
        if now.held[area]:
            return self.prize(area) - 0.15 * unit.assault
        ground = 0.1 * now.island.value[area]
        crowd = len(now.jp[area])
        if self.near_front[area]:
            return CLOSE_UP + (0.4 if airfield else 0.0) + ground - 0.25 * crowd
        return ground - 0.1 * crowd


def next_move(now: Situation, options: Options) -> int | None:
    """The next move of the phase, or `done`."""
    raids = Raids(now)
    best, chosen = 0.15, -1
    for word in ("sneak", "move"):
        for (number, area), code in options.pairs(word).items():
            unit = now.units[number]
            stay = raids.stay(unit)
            gain = raids.go(unit, area) - stay
            if word == "move" and unit.mp > 1 and not now.us[area]:
                onward = [raids.go(unit, other) - 0.2 for other in now.island.open[unit.tank][area]]
                gain = max(gain, (max(onward) if onward else 0.0) - stay)
            if unit.arm in KEPT_BACK:
                gain -= 3.0
            if gain > best:
                best, chosen = gain, code
    for number, code in options.singles("hide").items():
        worth = HIDE.get(now.units[number].arm, 0.5) if now.turns_left > 1 else 0.0
        if worth > best:
            best, chosen = worth, code
    return chosen if chosen >= 0 else options.one("stop", "done")
