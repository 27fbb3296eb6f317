"""U.S. bombardment: guns that have shown themselves, the ground that is to be stormed, and Caves."""

from __future__ import annotations

from beachhead.players.sergeant.rage.guess import Guess
from beachhead.players.sergeant.rage.odds import at_least, expected
from beachhead.players.sergeant.rage.offers import Offer
from beachhead.players.sergeant.rage.situation import Counter, Situation

WORTH = {"infantry": 2.4, "machine_gun": 2.6, "anti_tank_gun": 2.2, "tank": 2.6, "hq": 2.0, "rocket_artillery": 3.0}
"""What it is worth to kill a unit; guns are judged by what they can fire at."""
GUN = {"gun_emplacement": 3.4, "mortar": 3.6, "artillery": 5.5}
HIDDEN = 2.2
"""An average unit that nobody has seen."""
GOAL = 1.8
"""Damage counts for so much more where we are going to fight."""
CAVE = 0.7
"""A Cave less, where we are going to fight."""
MOST = 5
"""Support units in an area."""


def worth(now: Situation, unit: Counter) -> float:
    """What killing this enemy is worth wherever he is."""
    if unit.arm in GUN:
        marked = {*now.airfields, *now.beachheads, *(area for area in now.island.airfields if now.held[area])}
        reach = sum(area in marked for area in now.island.reach(unit.range, unit.area))
        return GUN[unit.arm] * (0.5 + 0.35 * min(3, reach))
    return WORTH.get(unit.arm, 2.0)


class Barrage:
    """Shares out the firers over the areas, by what the next ones would add."""

    def __init__(self, now: Situation, guess: Guess, goals: dict[int, float]) -> None:
        self.now = now
        self.guess = guess
        self.goals = goals
        """Areas that are to be fought for, and how much each matters (1: as much as any)."""
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
        soak = max(0.0, hidden - guns)
        each = HIDDEN * factor / 1.7
        chance = min(1.0, soak)
        for lap in range(1, 5):
            gain = each * max(0.0, min(1.0, soak - 0.6 * (lap - 1))) * (0.9 if lap < 3 else 0.7)
            if guns and lap <= 1 + round(soak):
                gain += 4.0 * guns / (1 + round(soak))
            table.append(table[-1] + gain * (1.0 if guns else chance))
        return table

    def value(self, area: int, dice: int) -> float:
        """What so many dice would bring there."""
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


def plan_barrage(now: Situation, guess: Guess, goals: dict[int, float], offer: Offer) -> dict[int, int]:
    """Firer -> target for all who may still be named."""
    free: dict[int, set[int]] = {}
    for unit, area in offer.pairs("bombard"):
        free.setdefault(unit, set()).add(area)
    placed: dict[int, list[Counter]] = {}
    for area_name, names in now.view["targets"].items():
        placed[now.island.index[area_name]] = [now.units[now.island.unit_index[name]] for name in names]
    ready = [now.units[number] for number in free]
    return Barrage(now, guess, goals).share(ready, free, placed)
