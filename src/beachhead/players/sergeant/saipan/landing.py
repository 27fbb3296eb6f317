"""Coming ashore and digging in: the note of beaches, who lands where, and the free deployment."""

from __future__ import annotations

import random
from itertools import combinations

from beachhead.players.sergeant.saipan.island import NEVER, Island
from beachhead.players.sergeant.saipan.situation import Counter, Situation

NOTED = 6
"""How many beaches the U.S. writes down (14.22)."""
WIDTHS = (6, 7, 8)
"""Beaches of the stretches among which they are chosen."""


def stretches(island: Island) -> list[list[int]]:
    """Beaches in runs of neighbours, each run ordered along the shore."""
    left = list(island.beaches)
    found = []
    while left:
        run = [left.pop(0)]
        grew = True
        while grew:
            grew = False
            for beach in list(left):
                if any(island.around[beach] >> other & 1 for other in run):
                    run.append(beach)
                    left.remove(beach)
                    grew = True
        found.append(sorted(run))
    return found


def landing_plan(island: Island, noted: list[int], chance: random.Random) -> list[int]:
    """Beaches to be written down, those that are written already among them; none if nothing fits.

    They lie on a stretch of shore hardly longer than they are many, each beside another, so that the units that land support each
    other. Any stretch is as likely as the next, or the enemy would know where to wait.
    """
    runs = stretches(island)
    for width in chance.sample(WIDTHS, len(WIDTHS)):
        windows = [run[first : first + width] for run in runs for first in range(len(run) - width + 1)]
        windows = [window for window in windows if {*noted} <= {*window}]
        plans = [plan for plan in combinations(chance.choice(windows), NOTED) if {*noted} <= {*plan}] if windows else []
        plans = [plan for plan in plans if all(any(island.around[one] >> other & 1 for other in plan) for one in plan)]
        if plans:
            return list(chance.choice(plans))
    return []


def nearest_beach(island: Island, noted: list[int], choices: list[int]) -> int:
    """The beach nearest to one that is noted, for where no stretch of shore is long enough or somebody else began the note."""
    return min(choices, key=lambda beach: min((island.distances(beach)[other] for other in noted), default=0))


WANTED = ("infantry", "artillery", "infantry", "infantry", "armour", "artillery")
"""The kinds of unit that come in turn after the first landing."""


def next_to_land(now: Situation, choices: list[tuple[int, int]]) -> tuple[int, int]:
    """Which unit lands where: the strongest of the kind whose turn it is, at the beachhead that needs it most."""
    first = now.turn == 1
    kind = "infantry" if first else WANTED[now.turn % len(WANTED)]

    def key(choice: tuple[int, int]) -> tuple[float, ...]:
        unit, space = now.counters[choice[0]], choice[1]
        value = unit.attack + unit.defence + unit.fpf / 2 + unit.range / 10
        return (unit.arm == kind, unit.arm == "infantry", value, _place(now, unit, space), -unit.number)

    return max(choices, key=key)


def _place(now: Situation, unit: Counter, space: int) -> float:
    """A beachhead near the fighting, for units that fight; away from it, for guns."""
    row = now.island.distances(space)
    nearest = min((row[enemy.space] for enemy in now.theirs), default=0)
    if now.their_zones >> space & 1:
        nearest = 8 if not unit.gun else -8
    return nearest if unit.gun else -nearest


COVERED, GROUND, HEAP, GUN_HEAP, WHIM = 0.3, 0.5, 0.6, 0.4, 0.5
"""Free deployment: a beach within reach, a column of good ground, a friend too near (to a gun), and a little chance."""
STRANDED, FEW = 50.0, 100
"""Armour is not put where it gets to fewer hexes than this (R60)."""


def deployment(now: Situation, choices: list[tuple[int, int]], chance: random.Random) -> tuple[int, int]:
    """Where the next unit digs in: within a turn's march of as many beaches as can be, on good ground, not in a heap."""
    waiting = min({unit for unit, _ in choices}, key=lambda unit: (now.counters[unit].gun, unit))
    unit = now.counters[waiting]
    best, chosen = -1e9, choices[0][1]
    for number, space in choices:
        if number == waiting:
            score = _gun_post(now, unit, space) if unit.gun else _post(now, unit, space)
            score += WHIM * chance.random()
            if score > best:
                best, chosen = score, space
    return waiting, chosen


def _friends_near(now: Situation, space: int) -> int:
    row = now.island.distances(space)
    return sum(row[other.space] <= 2 for other in now.mine)


def _post(now: Situation, unit: Counter, space: int) -> float:
    island = now.island
    costs = island.costs(unit.mover, space)
    covered = sum(costs[beach] <= unit.halves for beach in island.beaches)
    score = COVERED * covered + GROUND * island.columns[space] - HEAP * _friends_near(now, space)
    stranded = unit.arm == "armour" and len(costs) - costs.count(NEVER) < FEW
    return score - STRANDED if stranded else score


def _gun_post(now: Situation, unit: Counter, space: int) -> float:
    island, row = now.island, now.island.distances(space)
    covered = sum(row[beach] <= unit.range for beach in island.beaches)
    return COVERED * covered + GROUND * island.columns[space] - GUN_HEAP * _friends_near(now, space)
