"""Japanese movement: one to three units a turn. Walk in where nobody stands guard, go under cover, close up to the front."""

from __future__ import annotations

from beachhead.players.sergeant.rage.options import Options
from beachhead.players.sergeant.rage.situation import Counter, Situation

HIDE = {"hq": 2.5, "artillery": 2.2, "mortar": 2.0, "rocket_artillery": 1.5, "machine_gun": 1.0, "infantry": 0.8, "tank": 0.6}
"""What going under cover is worth."""
RAID = 2.0
"""What an unguarded area is worth, its marker apart."""
JOIN, CLOSE_UP = 0.9, 0.5
"""What it is worth to join a fight, and to move up to the front."""
LEAVE = 1.0
"""What it costs to leave ground by the front to nobody."""


class Raids:
    """Values of areas for units that move."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        island = now.island
        self.beachhead = 1.0 + 0.4 * sum(unit.us and unit.place in ("landing area", "reserve") for unit in now.units.values())
        front = {area for area in island.all if now.us[area] or now.held[area]}
        self.near_front = [any(other in front for other in (area, *island.near[area])) for area in island.all]

    def prize(self, area: int) -> float:
        """What walking into an unguarded area brings."""
        now = self.now
        gain = 3.0 if now.turns_left == 1 else RAID
        if area in now.airfields:
            gain += 1.5 * now.marker_value(area)
        elif area in now.island.airfields:
            gain += 1.0
        if area in now.beachheads and now.turns_left > 1:
            gain += self.beachhead
        return gain

    def stay(self, unit: Counter) -> float:
        """What a unit is worth where it stands."""
        now, area = self.now, unit.area
        friends = [other for other in now.jp[area] if other.number != unit.number]
        if now.us[area]:
            return JOIN + (0.8 if area in now.island.airfields else 0.0) + (1.0 if not friends else 0.0)
        if self.near_front[area]:
            return LEAVE if not friends else 0.3
        return 0.1

    def go(self, unit: Counter, area: int) -> float:
        """What it would be worth there."""
        now = self.now
        if now.us[area]:
            if not now.jp[area] and now.held[area]:
                return -1.0
            return JOIN * unit.assault / 3 + (0.8 if area in now.island.airfields else 0.0) - (1.0 if now.held[area] else 0.0)
        if now.held[area]:
            return self.prize(area) - 0.15 * unit.assault
        ground = 0.1 * now.island.value[area]
        if self.near_front[area]:
            crowd = len(now.jp[area])
            key = 0.4 if area in now.island.airfields else 0.0
            return CLOSE_UP + key + ground - 0.25 * crowd
        return ground - 0.1 * len(now.jp[area])


def next_move(now: Situation, options: Options) -> int | None:
    """The next move of the phase, or `done`."""
    raids = Raids(now)
    best, chosen = 0.15, None
    for word in ("sneak", "move"):
        for (number, area), code in options.pairs(word).items():
            unit = now.units[number]
            gain = raids.go(unit, area) - raids.stay(unit)
            if word == "move" and unit.mp > 1 and not now.us[area]:
                onward = max((raids.go(unit, other) - 0.2 for other in now.island.open[unit.tank][area]), default=0.0)
                gain = max(gain, onward - raids.stay(unit))
            if unit.arm in ("hq", "mortar", "artillery", "rocket_artillery"):
                gain -= 3.0
            if gain > best:
                best, chosen = gain, code
    for number, code in options.singles("hide").items():
        worth = HIDE.get(now.units[number].arm, 0.5) if now.turns_left > 1 else 0.0
        if worth > best:
            best, chosen = worth, code
    if chosen is not None:
        return chosen
    return options.one("stop", "done")
