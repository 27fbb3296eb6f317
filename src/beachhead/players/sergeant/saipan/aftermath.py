"""After the die: where to retreat to, whom to give up, and whether to follow the enemy."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.saipan.battle import PENDING
from beachhead.players.sergeant.saipan.counter import CONTACT, Counter
from beachhead.players.sergeant.saipan.doctrine import Doctrine
from beachhead.players.sergeant.saipan.footing import Footing
from beachhead.players.sergeant.saipan.situation import NUMBERS, Situation

FOLLOW: Final = 0.3
"""A hex must be better by this much before a unit leaves its place for it."""
STAND_FAST: Final = 1.0
"""A defender that has repulsed an attack must gain more than that: out there he would be alone."""

Choice = tuple[int, int]
"""A unit and a hex."""


def best_retreat(now: Situation, doctrine: Doctrine, choices: list[Choice]) -> Choice:
    """The step that leads to the safest ground; weak units first, since those after them find fewer vacant hexes."""
    footing = Footing(now, doctrine)
    best, chosen = (-1e9, 0, 0), choices[0]
    for choice in choices:
        unit, space = now.counters[choice[0]], choice[1]
        room = now.field.my_way(unit.mover, space)
        safety = 0.4 * room - unit.worth * footing.danger(unit, space) + 0.3 * now.island.columns[space]
        if not now.us and space in now.markers:
            safety += 5.0
        key = (safety, -unit.number, -space)
        if key > best:
            best, chosen = key, choice
    return chosen


def whom_to_pay(now: Situation, choices: list[int]) -> int:
    """The unit that counts least."""
    return min((now.counters[number].worth, number) for number in choices)[1]


def best_advance(now: Situation, doctrine: Doctrine, choices: list[Choice]) -> Choice | None:
    """An advance that is worth it, or None: off the beach from the sea, onto a beachhead of the enemy, behind the next enemy."""
    footing = Footing(now, doctrine)
    best, chosen = FOLLOW, None
    attacking = now.seat.known("phasing") == NUMBERS[now.side]
    for number, space in choices:
        unit = now.counters[number]
        if attacking:
            gain = footing.score(unit, space) - footing.score(unit, unit.space)
        else:
            gain = unit.worth * (footing.danger(unit, unit.space) - footing.danger(unit, space)) - STAND_FAST
        if unit.storms >= 0:
            gain += 100.0
        if not now.us and space in now.markers:
            gain += 6.0
        gain += _cut_off(now, unit, space)
        if gain > best:
            best, chosen = gain, (number, space)
    return chosen


def _cut_off(now: Situation, unit: Counter, space: int) -> float:
    """What the advance does to the ways out of enemies who are still to be attacked in this phase."""
    island, field, marks = now.island, now.field, now.marks
    pending = [enemy for enemy in now.theirs if marks[enemy.number] & PENDING == CONTACT]
    total = 0.0
    if not pending:
        return total
    closed = field.my_hexes | island.around[space] | 1 << space
    for other in now.mine:
        if other is not unit:
            closed |= island.around[other.space]
    for enemy in pending:
        before, after = field.way_of(enemy), island.way_out(enemy.mover, enemy.space, closed)
        total += 1.5 * (min(before, 2) - min(after, 2))
    return total
