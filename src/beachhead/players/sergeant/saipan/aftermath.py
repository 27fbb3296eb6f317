"""After the die: where to retreat to, whom to give up, and whether to follow the enemy."""

from __future__ import annotations

from beachhead.players.sergeant.saipan.doctrine import Doctrine, worth
from beachhead.players.sergeant.saipan.footing import Footing
from beachhead.players.sergeant.saipan.situation import Situation

FOLLOW = 0.3
"""A hex must be better by this much before a unit leaves its place for it."""
STAND_FAST = 1.0
"""A defender that has repulsed an attack must gain more than that: out there he would be alone."""


def best_retreat(now: Situation, doctrine: Doctrine, choices: list[tuple[int, int]]) -> tuple[int, int]:
    """The step that leads to the safest ground; weak units first, since those after them find fewer vacant hexes."""
    footing = Footing(now, doctrine)

    def key(choice: tuple[int, int]) -> tuple[float, int, int]:
        unit, space = now.counters[choice[0]], choice[1]
        closed = now.their_zones | now.their_hexes
        room = now.island.way_out(unit.mover, space, closed)
        safety = 0.4 * room - worth(unit) * footing.danger(unit, space) + 0.3 * now.island.columns[space]
        if not now.us and space in now.markers:
            safety += 5.0
        return (safety, -unit.number, -space)

    return max(choices, key=key)


def whom_to_pay(now: Situation, choices: list[int]) -> int:
    """The unit that counts least."""
    return min(choices, key=lambda number: (worth(now.counters[number]), number))


def best_advance(now: Situation, doctrine: Doctrine, choices: list[tuple[int, int]]) -> tuple[int, int] | None:
    """An advance that is worth it, or None: off the beach from the sea, onto a beachhead of the enemy, behind the next enemy."""
    footing = Footing(now, doctrine)
    best, chosen = FOLLOW, None
    attacking = now.view["phase"].startswith(now.side)
    for number, space in choices:
        unit = now.counters[number]
        gain = footing.score(unit, space) - footing.score(unit, unit.space)
        if not attacking:
            gain = worth(unit) * (footing.danger(unit, unit.space) - footing.danger(unit, space)) - STAND_FAST
        if unit.storms >= 0:
            gain += 100.0
        if not now.us and space in now.markers:
            gain += 6.0
        gain += _cut_off(now, number, space)
        if gain > best:
            best, chosen = gain, (number, space)
    return chosen


def _cut_off(now: Situation, number: int, space: int) -> float:
    """What the advance does to the ways out of enemies who are still to be attacked in this phase."""
    unit, island = now.counters[number], now.island
    total = 0.0
    others = now.zones([other for other in now.mine if other is not unit]) | now.my_hexes
    for enemy in now.theirs:
        if "contact" in enemy.marks and "defended" not in enemy.marks:
            before = island.way_out(enemy.mover, enemy.space, now.my_zones | now.my_hexes)
            after = island.way_out(enemy.mover, enemy.space, others | island.around[space] | 1 << space)
            total += 1.5 * (min(before, 2) - min(after, 2))
    return total
