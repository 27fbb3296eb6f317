"""Japanese bombardment: markers first, since one Hit is enough for them; then steps; guns that gain little stay hidden."""

from __future__ import annotations

from beachhead.players.sergeant.rage.odds import at_least, chances
from beachhead.players.sergeant.rage.options import Options
from beachhead.players.sergeant.rage.situation import Counter, Situation

STEP = 1.0
"""A U.S. step is a point."""
LANDING = 0.45
"""What each unit still off the island makes a Beachhead worth."""
RECOVERY = 0.7
"""What it is worth for the steps it gives back."""
EXPOSED = 0.6
"""What it costs to show a gun."""
ROCKET = 2.6
"""The rocket is kept for a target that is worth this much."""


class Targets:
    """What fire on each area would bring."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        off = sum(unit.us and unit.place in ("landing area", "reserve") for unit in now.units.values())
        hurt = any(unit.us and unit.full > 1 and unit.steps < unit.full for unit in now.units.values())
        last = now.turns_left == 1
        beachhead = 0.0 if last else LANDING * off + (RECOVERY if hurt else 0.0)
        us_points = now.view["vp"]["us"] + now.points(now.airfields)
        press = 3.0 if us_points >= 40 else 1.6 if us_points >= 28 else 1.25
        self.marker = {area: press * now.marker_value(area) for area in now.airfields}
        self.marker |= dict.fromkeys(now.beachheads, beachhead)
        self._known: dict[tuple[int, int, int], float] = {}

    def value(self, area: int, dice: int, rocket: int) -> float:
        """Points to expect from a number of dice, and perhaps the rocket's."""
        key = (area, dice, rocket)
        if key not in self._known:
            if rocket:
                self._known[key] = sum(self._value(area, dice, face) for face in range(1, 7)) / 6
            else:
                self._known[key] = self._value(area, dice, 0)
        return self._known[key]

    def _value(self, area: int, dice: int, sure: int) -> float:
        now, here = self.now, self.now.us[area]
        gain = self.marker.get(area, 0.0) * (1.0 if sure else at_least(dice, 1))
        if here:
            cover = now.island.value[area] if now.held[area] else 0
            armor, steps = sum(unit.armor for unit in here), sum(unit.steps for unit in here)
            soft = sum(unit.steps for unit in here if not unit.armor)
            for hits, chance in enumerate(chances(dice)):
                left = hits + sure - cover
                if left > 0:
                    gain += STEP * chance * min(min(left, soft) + max(0, left - soft - armor), steps)
        return gain


def name_guns(now: Situation, options: Options) -> int | None:
    """The next gun and its target, or `done`."""
    named: dict[int, tuple[int, int]] = {}
    for area_name, names in now.view["targets"].items():
        units = [now.units[now.island.unit_index[name]] for name in names]
        dice = sum(unit.bombardment for unit in units)
        named[now.island.index[area_name]] = (dice, int(any(unit.rocket for unit in units)))
    pairs = options.pairs("bombard")
    reach: dict[int, list[Counter]] = {}
    for unit, area in pairs:
        reach.setdefault(area, []).append(now.units[unit])
    targets = Targets(now)
    best, chosen = 0.0, None
    for area, guns in reach.items():
        dice, rocket = named.get(area, (0, 0))
        if not now.us[area] and area not in targets.marker:
            continue
        base = targets.value(area, dice, rocket)
        plain = [gun for gun in guns if not gun.rocket]
        for gun in guns:
            if gun.rocket:
                gain = targets.value(area, dice, 1) - base
                gain -= 0.0 if now.turns_left == 1 else ROCKET if now.turns_left > 2 else ROCKET / 2
            else:
                alone = targets.value(area, dice + gun.bombardment, rocket) - base
                whole = sum(other.bombardment for other in plain)
                together = (targets.value(area, dice + whole, rocket) - base) * gun.bombardment / max(1, whole)
                gain = max(alone, together)
                gain -= EXPOSED if gun.concealed else 0.0
                gain += 0.02 * (gun.range != "unlimited")
            if gain > best:
                best, chosen = gain, pairs[gun.number, area]
    return chosen if chosen is not None else options.one("done")
