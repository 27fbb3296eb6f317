"""U.S. bombardment: guns that have shown themselves, the ground that will be assaulted, and Caves."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.rage.counter import Counter
from beachhead.players.sergeant.rage.guess import Guess
from beachhead.players.sergeant.rage.odds import at_least, expected
from beachhead.players.sergeant.rage.situation import Situation

WORTH: Final = {"infantry": 2.4, "machine_gun": 2.6, "anti_tank_gun": 2.2, "tank": 2.6, "hq": 2.0, "rocket_artillery": 3.0}
"""What it is worth to kill a unit; guns are judged by what they can fire at."""
GUN: Final = 2.4
"""Points that a Hit on a marker costs us in a turn."""
HIDDEN: Final = 2.2
"""An average unit that nobody has seen."""
LURKING: Final = {"Rkt": 3.5, "HQ": 2.5, "MG": 2.4, "AT": 2.2}
"""What hides in an area, by the last word of its name, if it is not a gun."""
RANGES: Final = {"Art": "unlimited", "Mtr": "one"}
"""Guns that can hide, and how far they fire."""
GOAL: Final = 2.2
"""Damage counts for so much more where we are going to fight."""
CAVE: Final = 0.7
"""A Cave less, where we are going to fight."""
MOST: Final = 5
"""Support units in an area."""


class Barrage:
    """Shares out the firers over the areas, by what the next ones would add."""

    def __init__(self, now: Situation, guess: Guess, goals: dict[int, float]) -> None:
        self.now = now
        self.guess = guess
        self.goals = goals
        """Areas that will be fought for, and how much each matters (1: as much as any)."""
        self._marked: set[int] = set(now.airfields)
        if now.turns_left >= 3:
            self._marked.update(now.beachheads or now.island.beaches)
        self._marked.update([field for field in now.island.airfields if now.held[field]])
        """Areas whose markers we have, or may have soon."""
        self._values: dict[int, float] = {}
        self._tables: list[list[float]] = [self._table(area) for area in now.island.all]

    def _gun_worth(self, dice: int, gun_range: str, area: int) -> float:
        """What a gun would continue to cost us: each turn the points of one marker that it can reach."""
        now = self.now
        reach = coming = 0
        for other in now.island.reach(gun_range, area):
            if other in self._marked:
                reach += 1
            if now.island.is_airfield[other]:
                coming += 1
        share = min(1.0, 0.7 * reach + 0.25 * coming)
        return GUN * at_least(dice, 1) * min(now.turns_left, 5) * share + 1.0

    def _worth(self, unit: Counter) -> float:
        """What killing this enemy is worth wherever he is."""
        if unit.gun and not unit.rocket:
            return self._gun_worth(unit.bombardment, unit.range, unit.area)
        return WORTH.get(unit.arm, 2.0)

    def _table(self, area: int) -> list[float]:
        """What each Damage Number is worth there, from 0 up."""
        now, table = self.now, [0.0]
        here: list[tuple[int, float, int]] = []
        for place, unit in enumerate(now.jp[area]):
            here.append((unit.steps, -self._worth(unit), place))
        here.sort()
        factor = 1 + (GOAL - 1) * self.goals.get(area, 0.0)
        # down the row, one step each, and round again
        for lap in range(1, 3):
            for steps, cost, _ in here:
                if steps >= lap:
                    share = 1.0 if steps == 1 else 0.35 if lap == 1 else 0.65
                    table.append(table[-1] + -cost * factor * share)
        hidden = self.guess.units[area]
        guns = len(self.guess.guns[area])
        lurking = 0.0
        for number in self.guess.guns[area]:
            lurking += self._lurker(now.island.kind[number], area)
        soak = max(0.0, hidden - guns)
        each = HIDDEN * factor / 1.7
        chance = min(1.0, soak)
        for lap in range(1, 5):
            gain = each * max(0.0, min(1.0, soak - 0.6 * (lap - 1))) * (0.9 if lap < 3 else 0.7)
            if guns and lap <= 1 + round(soak):
                gain += lurking / (1 + round(soak))
            table.append(table[-1] + gain * (1.0 if guns else chance))
        return table

    def _lurker(self, kind: str, area: int) -> float:
        return self._gun_worth(4, RANGES[kind], area) if kind in RANGES else LURKING.get(kind, 2.0)

    def value(self, area: int, dice: int) -> float:
        """What a number of dice would bring there."""
        if not dice:
            return 0.0
        key = area << 16 | dice
        gain = self._values.get(key)
        if gain is None:
            guess = self.guess
            gain = expected(dice, guess.protection(self.now, area), self._tables[area])
            if area in self.goals and guess.caves[area] > 0.3 and not self.now.held[area]:
                gain += CAVE * min(1.0, guess.caves[area]) * at_least(dice, 1) * min(1.0, self.goals[area])
            self._values[key] = gain
        return gain

    def share(self, ready: list[Counter], free: dict[int, int], placed: dict[int, list[Counter]]) -> dict[int, int]:
        """A target for every firer; `free` says what each may fire at, as bits, `placed` who has been named already."""
        plan: dict[int, int] = {}
        size = self.now.island.size
        left = sorted(ready, key=_strong_first)
        dice = [0] * size
        crowd = [0] * size
        for area, units in placed.items():
            for unit in units:
                dice[area] += unit.bombardment
                crowd[area] += unit.area < 0
        while left:
            leader = free[left[0].number]
            best, count, goal = -1.0, 1, (leader & -leader).bit_length() - 1
            team = left[:1]
            for area in range(size):
                named = dice[area]
                total, room = 0, MOST - crowd[area]
                base = self.value(area, named)
                group: list[Counter] = []
                for unit in left:
                    off = unit.area < 0
                    if not free[unit.number] >> area & 1 or (off and room <= 0):
                        continue
                    if off:
                        room -= 1
                    group.append(unit)
                    total += unit.bombardment
                    gain = (self.value(area, named + total) - base) / total
                    if gain > best + 1e-9:
                        best, count, goal, team = gain, len(group), area, group
            for unit in team[:count]:
                plan[unit.number] = goal
                left.remove(unit)
                dice[goal] += unit.bombardment
                crowd[goal] += unit.area < 0
        return plan


def _strong_first(unit: Counter) -> tuple[int, int]:
    return (-unit.bombardment, unit.number)


def plan_barrage(now: Situation, guess: Guess, goals: dict[int, float], free: dict[int, int]) -> dict[int, int]:
    """Firer -> target for all who may still be named; `free` says what each may fire at, as bits."""
    ready = [now.units[number] for number in free]
    return Barrage(now, guess, goals).share(ready, free, now.named())
