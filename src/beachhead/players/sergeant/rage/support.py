"""U.S. bombardment: guns that have shown themselves, the ground that will be assaulted, and Caves."""

from __future__ import annotations

from beachhead.players.sergeant.rage.guess import Guess
from beachhead.players.sergeant.rage.odds import at_least, expected
from beachhead.players.sergeant.rage.options import Options
from beachhead.players.sergeant.rage.situation import Counter, Situation

WORTH = {"infantry": 2.4, "machine_gun": 2.6, "anti_tank_gun": 2.2, "tank": 2.6, "hq": 2.0, "rocket_artillery": 3.0}
"""What it is worth to kill a unit; guns are judged by what they can fire at."""
GUN = 2.4
"""Points that a Hit on a marker costs us in a turn."""
HIDDEN = 2.2
"""An average unit that nobody has seen."""
LURKING = {"Rkt": 3.5, "HQ": 2.5, "MG": 2.4, "AT": 2.2}
"""What hides in an area, by the last word of its name, if it is not a gun."""
RANGES = {"Art": "unlimited", "Mtr": "one"}
"""Guns that can hide, and how far they fire."""
GOAL = 2.2
"""Damage counts for so much more where we are going to fight."""
CAVE = 0.7
"""A Cave less, where we are going to fight."""
MOST = 5
"""Support units in an area."""


def gun_worth(now: Situation, dice: int, gun_range: str, area: int) -> float:
    """What a gun would continue to cost us: each turn the points of one marker that it can reach."""
    beaches = () if now.turns_left < 3 else now.beachheads or now.island.beaches
    marked = {*now.airfields, *beaches, *(field for field in now.island.airfields if now.held[field])}
    reach = sum(other in marked for other in now.island.reach(gun_range, area))
    coming = sum(other in now.island.airfields for other in now.island.reach(gun_range, area))
    share = min(1.0, 0.7 * reach + 0.25 * coming)
    return GUN * at_least(dice, 1) * min(now.turns_left, 5) * share + 1.0


def worth(now: Situation, unit: Counter) -> float:
    """What killing this enemy is worth wherever he is."""
    if unit.gun and not unit.rocket:
        return gun_worth(now, unit.bombardment, unit.range, unit.area)
    return WORTH.get(unit.arm, 2.0)


class Barrage:
    """Shares out the firers over the areas, by what the next ones would add."""

    def __init__(self, now: Situation, guess: Guess, goals: dict[int, float]) -> None:
        self.now = now
        self.guess = guess
        self.goals = goals
        """Areas that will be fought for, and how much each matters (1: as much as any)."""
        self.tables = [self._table(area) for area in now.island.all]

    def _table(self, area: int) -> list[float]:
        """What each Damage Number is worth there, from 0 up."""
        now, table = self.now, [0.0]
        here = sorted(now.jp[area], key=lambda unit: (unit.steps, -worth(now, unit)))
        factor = 1 + (GOAL - 1) * self.goals.get(area, 0.0)
        # down the row, one step each, and round again
        for lap in range(1, 3):
            for unit in here:
                if unit.steps >= lap:
                    whole = worth(now, unit) * factor
                    share = 1.0 if unit.steps == 1 else 0.35 if lap == 1 else 0.65
                    table.append(table[-1] + whole * share)
        hidden = self.guess.units[area]
        guns = len(self.guess.guns[area])
        lurking = sum(self._lurker(name, area) for name in self.guess.guns[area])
        soak = max(0.0, hidden - guns)
        each = HIDDEN * factor / 1.7
        chance = min(1.0, soak)
        for lap in range(1, 5):
            gain = each * max(0.0, min(1.0, soak - 0.6 * (lap - 1))) * (0.9 if lap < 3 else 0.7)
            if guns and lap <= 1 + round(soak):
                gain += lurking / (1 + round(soak))
            table.append(table[-1] + gain * (1.0 if guns else chance))
        return table

    def _lurker(self, name: str, area: int) -> float:
        kind = name.split()[-1]
        return gun_worth(self.now, 4, RANGES[kind], area) if kind in RANGES else LURKING.get(kind, 2.0)

    def value(self, area: int, dice: int) -> float:
        """What a number of dice would bring there."""
        if not dice:
            return 0.0
        cover = self.guess.protection(self.now, area)
        gain = expected(dice, cover, self.tables[area])
        if area in self.goals and self.guess.caves[area] > 0.3 and not self.now.held[area]:
            gain += CAVE * min(1.0, self.guess.caves[area]) * at_least(dice, 1) * min(1.0, self.goals[area])
        return gain

    def share(self, ready: list[Counter], free: dict[int, set[int]], placed: dict[int, list[Counter]]) -> dict[int, int]:
        """A target for every firer; `free` says what each may fire at, `placed` who has been named already."""
        plan: dict[int, int] = {}
        left = sorted(ready, key=lambda unit: (-unit.bombardment, unit.number))
        dice = {area: sum(unit.bombardment for unit in units) for area, units in placed.items()}
        crowd = {area: sum(unit.area < 0 for unit in units) for area, units in placed.items()}
        while left:
            best, team, goal = -1.0, left[:1], min(free[left[0].number])
            for area in self.now.island.all:
                group: list[Counter] = []
                total, room = 0, MOST - crowd.get(area, 0)
                base = self.value(area, dice.get(area, 0))
                for unit in left:
                    if area not in free[unit.number] or (unit.area < 0 and room <= 0):
                        continue
                    room -= unit.area < 0
                    group.append(unit)
                    total += unit.bombardment
                    gain = (self.value(area, dice.get(area, 0) + total) - base) / total
                    if gain > best + 1e-9:
                        best, team, goal = gain, list(group), area
            for unit in team:
                plan[unit.number] = goal
                left.remove(unit)
                dice[goal] = dice.get(goal, 0) + unit.bombardment
                crowd[goal] = crowd.get(goal, 0) + (unit.area < 0)
        return plan


def plan_barrage(now: Situation, guess: Guess, goals: dict[int, float], options: Options) -> dict[int, int]:
    """Firer -> target for all who may still be named."""
    free: dict[int, set[int]] = {}
    for unit, area in options.pairs("bombard"):
        free.setdefault(unit, set()).add(area)
    placed: dict[int, list[Counter]] = {}
    for area_name, names in now.view["targets"].items():
        placed[now.island.index[area_name]] = [now.units[now.island.unit_index[name]] for name in names]
    ready = [now.units[number] for number in free]
    return Barrage(now, guess, goals).share(ready, free, placed)
