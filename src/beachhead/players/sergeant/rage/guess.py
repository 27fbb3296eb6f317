"""What the U.S. sergeant makes of the map he cannot see: how many hidden units an area may hold, how many Caves, which guns.

Nothing in it is known: units that were seen to hide are where they hid or next door, and the rest is spread over the ground that
nobody has searched, more of it on ground that is worth holding.
"""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.players.sergeant.rage.situation import CAVES, Situation

STEPS_EACH = 1.7
"""Steps of an average hidden unit."""
SHOT_EACH = 1.5
"""Steps its fire costs a unit that walks into it."""
SLOW_NAMES = ("Mtr", "Art", "Rkt", "HQ", "MG", "AT")
"""Words in the names of units that cannot move unseen: they are where they were seen to hide."""


class Guess:
    """Expected hidden units and Caves by area, and guns known to be in hiding."""

    def __init__(self, now: Situation, blows: Mapping[int, float] | None = None) -> None:
        island, known = now.island, now.view["known"]
        self.units = [0.0] * len(island.names)
        self.guns: list[list[str]] = [[] for _ in island.all]
        """Names of guns that hid in each area and cannot have left it unseen."""
        seen = known["last seen"]
        searched = known["searched"]
        closed = [bool(now.held[area] or now.us[area]) for area in island.all]
        loose = float(known["unseen"])
        for name, facts in seen.items():
            area = island.index[facts["place"]]
            if closed[area]:
                continue
            slow = any(word in name for word in SLOW_NAMES)
            share = 1.0 if slow else max(0.3, 0.8 - 0.25 * (now.turn - facts["turn"]))
            self.units[area] += share
            loose -= share
            if slow:
                self.guns[area].append(name)
        weights = [0.0 if closed[area] else self._weight(now, area, searched) for area in island.all]
        whole = sum(weights)
        if whole and loose > 0:
            for area in island.all:
                self.units[area] += loose * weights[area] / whole
        for area, points in (blows or {}).items():
            killed = min(self.units[area], points / (STEPS_EACH + 0.5))
            self.units[area] -= killed
        checked = {island.index[name] for name in known["caves checked"]}
        open_areas = [area for area in island.all if area not in checked]
        rest = max(0, CAVES - sum(known["caves found"].values()))
        each = min(2.0, rest / len(open_areas)) if open_areas else 0.0
        self.caves = [now.shown_caves[area] + (0.0 if area in checked else each) for area in island.all]

    @staticmethod
    def _weight(now: Situation, area: int, searched: dict[str, int]) -> float:
        island = now.island
        weight = 1.0 + 0.4 * island.hill[area] + 0.6 * (area in island.airfields)
        if now.turn > 1 and area in island.beaches:
            weight = 0.3
        elif island.value[area] == 1:
            weight = 0.6
        since = now.turn - searched.get(island.names[area], -9)
        return weight * (0.3 if since <= 1 else 0.6 if since <= 2 else 1.0)

    def steps(self, area: int) -> float:
        """Hidden steps to be expected there."""
        return self.units[area] * STEPS_EACH

    def protection(self, now: Situation, area: int) -> int:
        """What ground and Caves are likely to take off our Hits."""
        return 0 if now.held[area] else now.island.value[area] + round(self.caves[area])
