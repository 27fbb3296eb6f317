"""Coming ashore and digging in: the note of beaches, who lands where, and the free deployment."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Final

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.players.sergeant.saipan.counter import Counter
from beachhead.players.sergeant.saipan.island import NEVER, Island
from beachhead.players.sergeant.saipan.situation import Situation

NOTED: Final = 6
"""How many beaches the U.S. writes down (14.22)."""
WIDTHS: Final = (6, 7, 8)
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


WANTED: Final = ("infantry", "artillery", "infantry", "infantry", "armour", "artillery")
"""The kinds of unit that come in turn after the first landing."""


def next_to_land(now: Situation, choices: list[tuple[int, int]]) -> tuple[int, int]:
    """Which unit lands where: the strongest of the kind whose turn it is, at the beachhead that needs it most."""
    kind = "infantry" if now.turn == 1 else WANTED[now.turn % len(WANTED)]
    values: dict[int, tuple[bool, bool, float]] = {}
    for number, _ in choices:
        unit = now.counters[number]
        value = unit.attack + unit.defence + unit.fpf / 2 + unit.range / 10
        values[number] = (unit.arm == kind, unit.arm == "infantry", value)
    best = max(values.values())
    fit = [(number, space) for number, space in choices if values[number] == best]
    places = {space: _place(now, space) for _, space in fit}

    def key(choice: tuple[int, int]) -> tuple[float, int]:
        near, close = places[choice[1]]
        gun = now.counters[choice[0]].gun
        far = (-8 if gun else 8) if close else near
        return (far if gun else -far, -choice[0])

    return max(fit, key=key)


def _place(now: Situation, space: int) -> tuple[int, int]:
    """How far a beachhead is from the fighting, and whether it is in the middle of it."""
    row = now.island.distances(space)
    nearest = min((row[enemy.space] for enemy in now.theirs), default=0)
    return nearest, now.field.their_zones >> space & 1


COVERED: Final = 0.3
"""Free deployment: a beach within reach."""
GROUND: Final = 0.5
"""A column of good ground."""
HEAP: Final = 0.6
"""A friend too near."""
GUN_HEAP: Final = 0.4
"""A friend too near to a gun."""
WHIM: Final = 0.5
"""A little chance."""
STRANDED: Final = 50.0
FEW: Final = 100
"""Armour is not put where it gets to fewer hexes than this (R60)."""


def deployment(now: Situation, choices: dict[int, int], chance: random.Random) -> tuple[int, int]:
    """Where the next unit digs in: within a turn's march of as many beaches as can be, on good ground, not in a heap.

    `choices` has for each unit that may be deployed the hexes that are free, as bits.
    """
    waiting = min((now.counters[unit].gun, unit) for unit in choices)[1]
    unit = now.counters[waiting]
    spaces = spaces_of(choices[waiting])
    beaches = mask_of(now.island.beaches)
    best, chosen = -1e9, spaces[0]
    for space in spaces:
        score = _gun_post(now, unit, space, beaches) if unit.gun else _post(now, unit, space)
        score += WHIM * chance.random()
        if score > best:
            best, chosen = score, space
    return waiting, chosen


def _friends_near(now: Situation, space: int) -> int:
    return (now.island.within(space, 2) & now.field.my_hexes).bit_count()


def _post(now: Situation, unit: Counter, space: int) -> float:
    island = now.island
    covered = island.beaches_in_march(unit.mover, unit.halves, space)
    score = COVERED * covered + GROUND * island.columns[space] - HEAP * _friends_near(now, space)
    if unit.arm == "armour":
        costs = island.costs(unit.mover, space)
        if len(costs) - costs.count(NEVER) < FEW:
            return score - STRANDED
    return score


def _gun_post(now: Situation, unit: Counter, space: int, beaches: int) -> float:
    island = now.island
    covered = (island.within(space, unit.range) & beaches).bit_count()
    return COVERED * covered + GROUND * island.columns[space] - GUN_HEAP * _friends_near(now, space)
