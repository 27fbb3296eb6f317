"""Handfuls of dice, as an old hand knows them: each die hits one time in three."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

HIT = 1 / 3


@cache
def chances(dice: int) -> tuple[float, ...]:
    """The chance of exactly 0, 1, 2 ... Hits.

    >>> [round(chance, 3) for chance in chances(2)]
    [0.444, 0.444, 0.111]
    """
    if dice <= 0:
        return (1.0,)
    before = (*chances(dice - 1), 0.0)
    return tuple(before[hits] * (1 - HIT) + (before[hits - 1] * HIT if hits else 0.0) for hits in range(dice + 1))


@cache
def damage(dice: int, protection: int) -> float:
    """The Damage Number to be expected behind so much protection.

    >>> round(damage(15, 0), 2), round(damage(15, 4), 2)
    (5.0, 1.31)
    """
    return sum(chance * (hits - protection) for hits, chance in enumerate(chances(dice)) if hits > protection)


@cache
def at_least(dice: int, hits: int) -> float:
    """The chance of that many Hits or more.

    >>> round(at_least(4, 1), 3)
    0.802
    """
    return 1.0 if hits <= 0 else sum(chances(dice)[hits:])


def expected(dice: int, protection: int, values: Sequence[float]) -> float:
    """The mean of a table of values by Damage Number; damage beyond its end counts as the last entry."""
    last = len(values) - 1
    total = 0.0
    for hits, chance in enumerate(chances(dice)):
        if hits > protection:
            total += chance * values[min(hits - protection, last)]
    return total
