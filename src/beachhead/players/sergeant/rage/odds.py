"""Handfuls of dice, as an old hand knows them: each die hits one time in three."""

from __future__ import annotations

from typing import Final

HIT: Final = 1 / 3

_chances: Final[list[list[float]]] = [[1.0]]
"""For 0, 1, 2 ... dice the chance of exactly 0, 1, 2 ... Hits; longer ones are added when they are asked for."""
_at_least: Final[dict[int, float]] = {}
_damage: Final[dict[int, float]] = {}
MANY: Final = 1 << 20
"""More Hits, or protection, than any handful has; for keys."""


def chances(dice: int) -> list[float]:
    """The chance of exactly 0, 1, 2 ... Hits.

    >>> [round(chance, 3) for chance in chances(2)]
    [0.444, 0.444, 0.111]
    """
    while len(_chances) <= dice:
        before = [*_chances[-1], 0.0]
        after = [before[0] * (1 - HIT)]
        for hits in range(1, len(before)):
            after.append(before[hits] * (1 - HIT) + before[hits - 1] * HIT)
        _chances.append(after)
    return _chances[dice if dice > 0 else 0]


def damage(dice: int, protection: int) -> float:
    """The Damage Number to be expected behind some protection.

    >>> round(damage(15, 0), 2), round(damage(15, 4), 2)
    (5.0, 1.31)
    """
    key = max(dice, 0) * MANY + protection
    found = _damage.get(key)
    if found is None:
        found = 0.0
        row = chances(dice)
        for hits in range(protection + 1, len(row)):
            found += row[hits] * (hits - protection)
        _damage[key] = found
    return found


def at_least(dice: int, hits: int) -> float:
    """The chance of that many Hits or more.

    >>> round(at_least(4, 1), 3)
    0.802
    """
    if hits <= 0:
        return 1.0
    key = max(dice, 0) * MANY + hits
    found = _at_least.get(key)
    if found is None:
        found = _at_least[key] = float(sum(chances(dice)[hits:]))
    return found


def expected(dice: int, protection: int, values: list[float]) -> float:
    """The mean of a table of values by Damage Number; damage beyond its end counts as the last entry."""
    last = len(values) - 1
    total = 0.0
    row = chances(dice)
    for hits in range(protection + 1, len(row)):
        total += row[hits] * values[min(hits - protection, last)]
    return total
