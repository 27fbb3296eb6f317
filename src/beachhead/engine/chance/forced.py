"""Dice that fall as they are told, and the chances of each fall: the ground of exact odds (`engine.chance.outcomes`)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

from beachhead.engine.chance.dice import PUBLIC, Dice

_TOTALS: Final[dict[tuple[int, int], Sequence[Fraction]]] = {}


def total_chances(count: int, sides: int = 6) -> Sequence[Fraction]:
    """The chances of every sum of `count` dice, from the lowest sum up.

    >>> [str(chance) for chance in total_chances(2, 3)]
    ['1/9', '2/9', '1/3', '2/9', '1/9']
    """
    found = _TOTALS.get((count, sides))
    if found is None:
        ways = [1]
        for _ in range(count):
            ways = [sum(ways[max(0, at - sides + 1) : at + 1]) for at in range(len(ways) + sides - 1)]
        found = [Fraction(number, sides**count) for number in ways]
        _TOTALS[count, sides] = found
    return found


class ForcedDice(Dice):
    """Dice that give the outcomes told and then, for every further draw, the lowest; they remember the chances of each draw.

    The outcomes of a handful are how many of its dice count; those of a total are its sums.
    """

    __slots__ = ("falls", "told")

    def __init__(self, told: Sequence[int]) -> None:
        super().__init__(bytes(16))
        self.told = tuple(told)
        self.falls: list[tuple[int, Sequence[Fraction]]] = []

    def below(self, limit: int, stream: str = PUBLIC) -> int:
        del stream
        return self._fall([Fraction(1, limit)] * limit)

    def aside(self, limit: int, stream: str = PUBLIC) -> int:
        del limit, stream
        return 0

    def among(self, row: Sequence[object], stream: str = PUBLIC) -> int:
        del stream
        items = list(dict.fromkeys(row))
        return row.index(items[self._fall([Fraction(row.count(item), len(row)) for item in items])]) + 1

    def handful(self, count: int, least: int, sides: int = 6, stream: str = PUBLIC) -> list[int]:
        del stream
        good = Fraction(sides - least + 1, sides)
        hits = self._fall([comb(count, k) * good**k * (1 - good) ** (count - k) for k in range(count + 1)]) if count else 0
        return [sides] * hits + [1] * (count - hits)

    def total(self, count: int, sides: int = 6, stream: str = PUBLIC) -> tuple[int, list[int]]:
        del stream
        above = self._fall(total_chances(count, sides)) if count else 0
        high, rest = divmod(above, sides - 1) if above else (0, 0)
        faces = ([sides] * high + [1 + rest] + [1] * count)[:count]
        return count + above, faces

    def _fall(self, chances: Sequence[Fraction]) -> int:
        number = self.told[len(self.falls)] if len(self.falls) < len(self.told) else 0
        self.falls.append((number, chances))
        return number
