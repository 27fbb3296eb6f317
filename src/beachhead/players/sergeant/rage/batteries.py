"""Japanese bombardment: markers first, since one Hit is enough for them; then steps; guns that gain little stay hidden."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.options import Options
from beachhead.players.sergeant.rage.counter import Counter
from beachhead.players.sergeant.rage.odds import at_least, chances
from beachhead.players.sergeant.rage.situation import US, Situation

STEP: Final = 1.0
"""A U.S. step is a point."""
LANDING: Final = 0.45
"""What each unit still off the island makes a Beachhead worth."""
RECOVERY: Final = 0.7
"""What it is worth for the steps it gives back."""
EXPOSED: Final = 0.6
"""What it costs to show a gun."""
ROCKET: Final = 2.6
"""The rocket is kept for a target that is worth this much."""


class Targets:
    """What fire on each area would bring."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        off, hurt = 0, False
        for unit in now.counters:
            if unit.us:
                if unit.waits():
                    off += 1
                if unit.full > 1 and unit.steps < unit.full:
                    hurt = True
        last = now.turns_left == 1
        beachhead = 0.0 if last else LANDING * off + (RECOVERY if hurt else 0.0)
        us_points = now.points_of(US) + now.points(now.airfields)
        press = 3.0 if us_points >= 40 else 1.6 if us_points >= 28 else 1.25
        self.marker: dict[int, float] = {area: press * now.marker_value(area) for area in now.airfields}
        for area in now.beachheads:
            self.marker[area] = beachhead
        self._known: dict[int, float] = {}

    def value(self, area: int, dice: int, rocket: bool) -> float:
        """Points to expect from a number of dice, and perhaps the rocket's."""
        key = (area << 16 | dice) << 1 | rocket
        found = self._known.get(key)
        if found is None:
            found = 0.0
            if rocket:
                for face in range(1, 7):
                    found += self._value(area, dice, face)
                found /= 6
            else:
                found = self._value(area, dice, 0)
            self._known[key] = found
        return found

    def _value(self, area: int, dice: int, sure: int) -> float:
        now, here = self.now, self.now.us[area]
        gain = self.marker.get(area, 0.0) * (1.0 if sure else at_least(dice, 1))
        if here:
            cover = now.island.value[area] if now.held[area] else 0
            armor = steps = soft = 0
            for unit in here:
                armor += unit.armor
                steps += unit.steps
                soft += 0 if unit.armor else unit.steps
            for hits, chance in enumerate(chances(dice)):
                left = hits + sure - cover
                if left > 0:
                    gain += STEP * chance * min(min(left, soft) + max(0, left - soft - armor), steps)
        return gain


def name_guns(now: Situation, options: Options) -> int | None:
    """The next gun and its target, or `done`."""
    named = now.named()
    pairs = options.pairs("bombard")
    reach: dict[int, list[Counter]] = {}
    for number, area in pairs:
        reach.setdefault(area, []).append(now.units[number])
    targets = Targets(now)
    best, chosen = 0.0, options.one("done")
    for area, guns in reach.items():
        if not now.us[area] and area not in targets.marker:
            continue
        dice, rocket = 0, False
        for unit in named.get(area, []):
            dice += unit.bombardment
            rocket = rocket or unit.rocket
        base = targets.value(area, dice, rocket)
        whole = 0
        for gun in guns:
            whole += gun.bombardment
        for gun in guns:
            if gun.rocket:
                gain = targets.value(area, dice, True) - base
                gain -= 0.0 if now.turns_left == 1 else ROCKET if now.turns_left > 2 else ROCKET / 2
            else:
                alone = targets.value(area, dice + gun.bombardment, rocket) - base
                together = (targets.value(area, dice + whole, rocket) - base) * gun.bombardment / max(1, whole)
                gain = max(alone, together)
                gain -= EXPOSED if gun.concealed else 0.0
                gain += 0.0 if gun.range == "unlimited" else 0.02
            if gain > best:
                best, chosen = gain, pairs[gun.number, area]
    return chosen
